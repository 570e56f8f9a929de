"""A short word that comes and goes: why a touch was refused, what was done."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Line, RoundedRectangle

from companion.screens import sounds, theme
from companion.screens.room import Rect, room
from companion.screens.widgets import text

SECONDS: Final = 2.0
"""How long a word stays."""


WORKING: Final = "Working: waiting for the disk …"


class Toast(text.Words):
    """The one short word over a screen; `show` replaces what it says. It lies where nothing is pressed, high up.

    `pressed` tells where the targets are, as `room.Rect`s.
    """

    here: ClassVar["Toast | None"] = None

    def __init__(self, pressed: Callable[[], Sequence[Rect]], **keywords: Any) -> None:
        super().__init__(
            halign="center", height_mm=2.6, padding=(theme.mm(2), theme.mm(0.5)), size_hint=(None, None), **keywords
        )
        with self.canvas.before:
            Color(*theme.SAID)
            self._body = RoundedRectangle(radius=[theme.mm(2)])
            Color(*theme.EDGE)
            self._rim = Line(width=1.2)
        self.bind(pos=self._place, size=self._place)
        self.opacity = 0
        self._pressed = pressed
        self._going: Any = None
        self._following: Any = None
        self._working = False
        Toast.here = self

    def _place(self, *_: Any) -> None:
        self._body.pos, self._body.size = self.pos, self.size
        self._rim.rounded_rectangle = (*self.pos, *self.size, theme.mm(2))

    def show(self, words: str, seconds: float = SECONDS) -> None:
        """Say `words` for a while."""
        self._say(words)
        if self._going is not None:
            self._going.cancel()
        self._going = Clock.schedule_once(self._go, seconds)

    def work(self, working: bool) -> None:
        """Say that the app is working, until it no longer is; what is said meanwhile goes first."""
        self._working = working
        if self._going is None:
            self._go(0)

    def _say(self, words: str) -> None:
        self.text = text.signs(text.plain(words))
        self.opacity = 1
        self._settle(0)
        if self._following is None:
            self._following = Clock.schedule_interval(self._settle, 0.1)

    def _settle(self, _: float) -> None:
        """Where nothing is pressed: a screen may have come up, or changed, since."""
        left, foot, wide, tall = room(Window.size, self._pressed(), theme.mm(40), theme.mm(10), theme.mm(1))
        wide, left = min(wide, theme.mm(110)), left + max(0.0, wide - theme.mm(110)) / 2
        self.size, self.pos = (wide, tall), (left, foot)

    def _go(self, _: float) -> None:
        self._going = None
        if self._working:
            self._say(WORKING)
            return
        self.opacity = 0
        self.text = ""
        if self._following is not None:
            self._following.cancel()
            self._following = None

    def on_touch_down(self, touch: Any) -> bool:
        return False


def say(words: str, seconds: float = SECONDS) -> None:
    """Say `words` for a while, if there is a window."""
    if Toast.here is not None:
        Toast.here.show(words, seconds)


def flash(words: str, widget: Any) -> None:
    """Refuse a touch: the widget blinks once, and the reason is said."""
    say(words)
    sounds.play("refused")
    blink = Animation(opacity=0.25, duration=0.08) + Animation(opacity=1, duration=0.2)
    blink.start(widget)
