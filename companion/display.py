"""Whether a window can be opened here."""

from collections.abc import Mapping
from pathlib import Path


def display_missing(environment: Mapping[str, str], graphics: Path = Path("/dev/dri")) -> str | None:
    """Why no window can be opened here, in one sentence; None if one can.

    A Pi without a desktop draws straight on its panel, through `graphics`.
    """
    if any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        return None
    if any(graphics.glob("card*")) and not environment.get("SSH_CONNECTION"):
        return None
    return (
        "there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can be opened: start it "
        "from a desktop, or on a virtual display with  xvfb-run -a -s '-screen 0 1024x600x24' make run  "
        "(from the Debian packages xvfb and xauth)."
    )
