"""The app's door: `run_app` opens the window and returns when it is closed. Nothing of Kivy is imported before."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from companion.data import data_folder
from companion.faults import Fault

TrayOpener: TypeAlias = "Callable[[Wishes, Callable[[Any], None], Callable[[str], None]], Any]"
"""Opens the dice tray: gets the wishes, and who is handed each throw and each sentence about its state."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asked for: `windowed` in pixels (None: the whole panel), `camera` as a SOURCE.

    `open_tray` and `open_calibrating` are handed in by the command, which alone may know camera, reader and studio
    together; None: no camera.
    """

    data: Path
    demo: bool = False
    windowed: tuple[int, int] | None = None
    camera: str | None = None
    open_tray: "TrayOpener | None" = None
    open_calibrating: "Callable[[Wishes], Any] | None" = None


def size_of(words: str) -> tuple[int, int]:
    """The pixels of `WxH`. Raises Fault."""
    wide, _, tall = words.lower().partition("x")
    if not (wide.isdigit() and tall.isdigit() and 320 <= int(wide) <= 8000 and 240 <= int(tall) <= 8000):
        raise Fault(f"“{words}” is no window size: write width and height in pixels, such as 800x480.")
    return int(wide), int(tall)


def quick_setting(folder: Path, name: str) -> str:
    """A setting as its file writes it, "" if it does not. Read before the window opens, without the settings' module.

    What is wrong in the file is said later, by `companion.settings`.
    """
    try:
        lines = (folder / "settings.toml").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    for line in lines:
        key, _, value = line.partition("=")
        if key.strip() == name:
            return value.partition("#")[0].strip()
    return ""


def _size_in_settings(folder: Path) -> tuple[int, int] | None:
    """The window's size that the settings ask for; None is the whole panel, as is a size that is none."""
    try:
        return size_of(quick_setting(folder, "windowed").strip('"'))
    except Fault:
        return None


def _rotation(folder: Path) -> int:
    """By how much the panel is turned, in degrees; 0 for what is no such thing."""
    told = quick_setting(folder, "rotation")
    return int(told) if told in ("90", "180", "270") else 0


def run_app(
    *,
    demo: bool = False,
    windowed: str | None = None,
    camera: str | None = None,
    data: Path | None = None,
    open_tray: "TrayOpener | None" = None,
    open_calibrating: "Callable[[Wishes], Any] | None" = None,
) -> None:
    """Open the app and stay until it is closed. Raises Fault when the arguments or the display will not do.

    A demonstration leaves no game among the table's own, unless a data folder is named.
    """
    if demo and data is None:
        with tempfile.TemporaryDirectory(prefix="table-companion-demo-") as passing:
            run_app(
                demo=True,
                windowed=windowed,
                camera=camera,
                data=Path(passing),
                open_tray=open_tray,
                open_calibrating=open_calibrating,
            )
        return
    folder = data_folder(data)
    wishes = Wishes(
        data=folder,
        demo=demo,
        windowed=size_of(windowed) if windowed else _size_in_settings(folder),
        camera=camera,
        open_tray=open_tray,
        open_calibrating=open_calibrating,
    )
    from companion.screens.kivy_start import prepare

    prepare(wishes.windowed, _rotation(folder))
    from companion.screens.window import CompanionApp

    CompanionApp(wishes).run()
