"""The panel's light: dimmed while nobody touches it, and as bright as it was when somebody does."""

import contextlib
from pathlib import Path
from typing import Final, Protocol

ROOT: Final = Path("/sys/class/backlight")


class Backlight(Protocol):
    """The light of the panel in use."""

    @property
    def state(self) -> str:
        """What is dimmed, or why nothing can be, in one sentence."""

    @property
    def works(self) -> bool:
        """Whether it can be dimmed."""

    def dim(self, share: float) -> bool:
        """So much of what it was, from 0 to 1, never dark; False if that did not work."""

    def full(self) -> None:
        """As it was."""


class NoBacklight:
    """A panel without a light that could be set."""

    works = False

    def __init__(self, state: str) -> None:
        self.state = state

    def dim(self, share: float) -> bool:
        """Nothing to dim."""
        return False

    def full(self) -> None:
        """It is."""


class FakeBacklight:
    """The public double: remembers how bright it is."""

    state = "a backlight for tests"
    works = True

    def __init__(self) -> None:
        self.share = 1.0

    def dim(self, share: float) -> bool:
        self.share = share
        return True

    def full(self) -> None:
        self.share = 1.0


class PanelLight:
    """One of the kernel's backlights."""

    works = True

    def __init__(self, folder: Path) -> None:
        """Raises OSError or ValueError when it cannot be read, or not be written."""
        self._file = folder / "brightness"
        self._most = int((folder / "max_brightness").read_text())
        self._was = int(self._file.read_text()) or self._most
        self._file.write_text(f"{self._was}\n")  # whether it may be set is better known now
        self._dimmed = False
        self.state = f"the panel's light ({folder.name})"

    def dim(self, share: float) -> bool:
        if not self._dimmed:
            with contextlib.suppress(OSError, ValueError):
                self._was = int(self._file.read_text()) or self._most  # somebody may have set it since
        self._dimmed = self._set(max(1, round(self._was * share)))
        return self._dimmed

    def full(self) -> None:
        if self._dimmed:
            self._set(self._was)
            self._dimmed = False

    def _set(self, value: int) -> bool:
        try:
            self._file.write_text(f"{value}\n")
        except OSError:
            return False
        return True


def open_backlight(root: Path = ROOT) -> Backlight:
    """The first light that may be set; never raises."""
    why = "no light that could be dimmed: the picture is darkened instead"
    for folder in sorted(root.glob("*")):
        try:
            return PanelLight(folder)
        except (OSError, ValueError):
            why = f"the panel's light ({folder.name}) may not be set by this user: the picture is darkened instead"
    return NoBacklight(why)
