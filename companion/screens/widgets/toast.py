"""A short word that comes and goes: why a touch was refused, what was done."""

from typing import Any, ClassVar

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, Line, RoundedRectangle

from companion.screens import theme
from companion.screens.widgets import text


class Toast(text.Words):
    """The line at the foot of the window. There is one; `show` replaces what it says."""

    here: ClassVar["Toast | None"] = None

    def __init__(self, **keywords: Any) -> None:
        super().__init__(halign="center", height_mm=2.6, padding=(theme.mm(2), theme.mm(0.5)), **keywords)
        with self.canvas.before:
            Color(*theme.SAID)
            self._body = RoundedRectangle(radius=[theme.mm(2)])
            Color(*theme.EDGE)
            self._rim = Line(width=1.2)
        self.bind(pos=self._place, size=self._place)
        self.opacity = 0
        self._going: Any = None
        Toast.here = self

    def _place(self, *_: Any) -> None:
        self._body.pos, self._body.size = self.pos, self.size
        self._rim.rounded_rectangle = (*self.pos, *self.size, theme.mm(2))

    def show(self, words: str, seconds: float = 2.5) -> None:
        """Say `words` for a while."""
        self.text = text.signs(text.plain(words))
        self.opacity = 1
        if self._going is not None:
            self._going.cancel()
        self._going = Clock.schedule_once(self._go, seconds)

    def _go(self, _: float) -> None:
        self._going = None
        self.opacity = 0
        self.text = ""

    def on_touch_down(self, touch: Any) -> bool:
        return False


def say(words: str, seconds: float = 2.5) -> None:
    """Say `words` for a while, if there is a window."""
    if Toast.here is not None:
        Toast.here.show(words, seconds)


def flash(words: str, widget: Any) -> None:
    """Refuse a touch: the widget blinks once, and the reason is said."""
    say(words)
    blink = Animation(opacity=0.25, duration=0.08) + Animation(opacity=1, duration=0.2)
    blink.start(widget)
