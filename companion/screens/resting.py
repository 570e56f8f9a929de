"""The panel while nobody touches it: its light dimmed, or the picture darkened where there is no light to dim.

Whoever touches it, or presses a seat's button, wakes it. The touch that wakes does nothing else.
"""

from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp
    from hardware.backlight import Backlight

SHARE: Final = 0.2
"""Of the light while it is dimmed."""
DARK: Final = 0.72
"""How dark the picture is made where the light cannot be dimmed."""
EVERY: Final = 2.0  # seconds


class Resting:
    """The app's one; `dimmed` while the panel rests."""

    def __init__(self, app: "CompanionApp") -> None:
        from hardware.backlight import open_backlight

        self._app = app
        self.light: Backlight = open_backlight()
        self.dimmed = False
        self._since = monotonic()
        self._veil: Any = None
        Window.bind(on_touch_down=self._touched, on_touch_up=self._lifted)
        Clock.schedule_interval(self._look, EVERY)

    def _look(self, _: float) -> None:
        minutes = self._app.settings.dim_minutes
        if not self.dimmed and minutes and monotonic() - self._since > minutes * 60:
            self.dim()

    def dim(self) -> None:
        """Nobody has touched it for long."""
        self.dimmed = True
        if not self.light.dim(SHARE):
            with Window.canvas.after:
                shade, pane = Color(0, 0, 0, DARK), Rectangle(size=Window.size)
            self._veil = (shade, pane)

    def wake(self) -> None:
        """Somebody is there."""
        self._since = monotonic()
        if not self.dimmed:
            return
        self.dimmed = False
        self.light.full()
        if self._veil is not None:
            for each in self._veil:
                Window.canvas.after.remove(each)
            self._veil = None

    def _touched(self, *_: Any) -> bool:
        if self.dimmed:
            self.wake()
            return True
        self._since = monotonic()
        return False

    def _lifted(self, *_: Any) -> None:
        self._since = monotonic()

    def close(self) -> None:
        """The app ends: nobody should find a dark panel."""
        self.light.full()
