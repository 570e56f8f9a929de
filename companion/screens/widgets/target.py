"""What a finger may touch: big, honest about what it cannot do, and never surprised by a change under the finger."""

from collections.abc import Callable
from time import monotonic
from typing import Any, ClassVar, Final

from kivy.clock import Clock
from kivy.graphics import Color, Line, RoundedRectangle
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, OptionProperty, StringProperty

from companion.screens import theme
from companion.screens.shown import refusal, shown
from companion.screens.widgets import text
from companion.screens.widgets.toast import flash

HOLD: Final = 0.6
"""Seconds after which a press counts as long."""

FELT: Final = 0.2
"""Seconds for which a target shows that a button was felt."""

_FILLS: Final = {"plain": "TARGET", "go": "GO", "stop": "STOP", "quiet": "PANEL", "bare": "GROUND"}
_EDGES: Final = {"plain": "EDGE", "go": "GO_EDGE", "stop": "STOP_EDGE", "quiet": "EDGE_GREY", "bare": "GROUND"}
"""Colours of the theme, by name: which they are is asked when they are drawn."""


class Target(text.Words):
    """A button. `words` is its big line, `small` a second, smaller one (both plain text).

    Grey, it stays touchable: `why` is called instead of `tap`, and is expected to explain. `hold` is called
    after a long press, if there is one. `key` names it for tests.
    """

    key = StringProperty("")
    words = StringProperty("")
    small = StringProperty("")
    grey = BooleanProperty(False)
    chosen = BooleanProperty(False)
    down = BooleanProperty(False)
    tone = OptionProperty("plain", options=["plain", "go", "stop", "quiet", "bare"])
    fill = ListProperty([])
    ink = ListProperty([])
    tap = ObjectProperty(None, allownone=True)
    why = ObjectProperty(None, allownone=True)
    hold = ObjectProperty(None, allownone=True)
    lights_up: ClassVar[bool] = True

    def __init__(self, **keywords: Any) -> None:
        self.changed_at = monotonic()
        self._held: Any = None
        self._roomy = True
        keywords.setdefault("halign", "center")
        keywords.setdefault("padding", (theme.mm(0.5), theme.mm(0.5)))
        super().__init__(**keywords)
        with self.canvas.before:
            self._fill = Color(*theme.TARGET)
            self._body = RoundedRectangle(radius=[theme.mm(1.5)])
            self._edge = Color(*theme.EDGE)
            self._rim = Line(width=1.2)
        self._placing = Clock.create_trigger(self._place, -1)
        self._painting = Clock.create_trigger(self._paint, -1)
        for name in ("pos", "size"):
            self.fbind(name, self._placing)
        for name in ("words", "small", "grey", "chosen", "down", "tone", "fill", "ink"):
            self.fbind(name, self._painting)
        for name in ("words", "small", "grey", "key"):
            self.fbind(name, self._changed)
        self._place()
        self._paint()

    def _changed(self, *_: Any) -> None:
        self.changed_at = monotonic()
        self._roomy = True

    def _place(self, *_: Any) -> None:
        self._body.pos, self._body.size = self.pos, self.size
        self._rim.rounded_rectangle = (*self.pos, *self.size, theme.mm(1.5))

    def _paint(self, *_: Any) -> None:
        ink = tuple(self.ink) or theme.TEXT
        if self.down and self.lights_up:
            self._fill.rgba, self._edge.rgba = theme.TARGET_DOWN, theme.TEXT
        elif self.grey:
            self._fill.rgba, self._edge.rgba = theme.TARGET_GREY, theme.EDGE_GREY
            ink = theme.GREYED
        else:
            self._fill.rgba = tuple(self.fill) or getattr(theme, _FILLS[self.tone])
            self._edge.rgba = getattr(theme, _EDGES[self.tone])
        if self.chosen:
            self._edge.rgba = theme.CHOSEN
        self._rim.width = 2.4 if self.chosen else 1.2
        self.color = ink
        self.text = self._markup()

    def _markup(self) -> str:
        big = f"[b]{text.signs(text.plain(self.words))}[/b]" if self.words else ""
        if not self.small:
            return big
        small = text.signs(text.plain(self.small))
        if not big:
            return small
        return f"{big}\n[size={int(self._small_size())}]{small}[/size]"

    def _small_size(self) -> float:
        size = max(theme.letters(1.9), min(theme.letters(2.3), self.font_size * 0.7))
        return size if self._roomy else size / theme.enlarged()

    def _fit(self, *_: Any) -> None:
        super()._fit()
        squeezed = self.cut or self.font_size < 1.1 * self._small_size()
        if self.small and self.words and squeezed and self._roomy and theme.enlarged() > 1:
            # No room for large letters in both lines: the second stays as it is for everybody.
            self._roomy = False
            self.text = self._markup()

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling or self.get_disabled():
            return False
        touch.grab(self)
        touch.ud[self] = (shown.revision, monotonic())
        self.down = True
        if self.hold is not None:
            self._held = Clock.schedule_once(lambda _: self._surely(touch, 3), HOLD)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        return touch.grab_current is self

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.down = False
        waiting, self._held = self._held, None
        if waiting is not None:
            waiting.cancel()
        elif self.hold is not None:
            return True  # the long press has already been answered
        if self.collide_point(*touch.pos):
            self._answer(touch, self.why if self.grey else self.tap)
        return True

    def flash(self) -> None:
        """Light up for a moment, as if touched."""
        self.down = True
        Clock.schedule_once(lambda _: setattr(self, "down", False), FELT)

    def _surely(self, touch: Any, frames: int) -> None:
        """Where the app was busy for so long, the finger may be up and not heard yet: a few frames bring it."""
        if frames:
            self._held = Clock.schedule_once(lambda _: self._surely(touch, frames - 1), 0)
        else:
            self._long(touch)

    def _long(self, touch: Any) -> None:
        self._held = None
        self.down = False
        self._answer(touch, self.hold)

    def _answer(self, touch: Any, action: Callable[[], object] | None) -> None:
        revision, went_down_at = touch.ud[self]
        late = refusal(self.changed_at, went_down_at)
        if late is not None:
            flash(late, self)
        elif action is not None:
            shown.aim(revision)
            action()

    @property
    def ready(self) -> bool:
        """Whether a touch that goes down now would be taken; tests wait for it."""
        return refusal(self.changed_at, monotonic()) is None
