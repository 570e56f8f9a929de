"""Looking in private: covered, shown only while held, covered the moment the finger lifts."""

from typing import Any, ClassVar

from kivy.properties import StringProperty

from companion.screens import theme
from companion.screens.widgets import text
from companion.screens.widgets.target import Target


class Silent(Target):
    """A target that does not light up: who watches the hand learns nothing from the screen."""

    lights_up: ClassVar[bool] = False


class HoldToLook(Target):
    """A cover over `secret`, a text for one seat's eyes. It holds the text only while a finger lies on it."""

    secret = StringProperty("")
    cover = StringProperty("hold to look")

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.fbind("cover", self._covered)
        self._covered()

    def _covered(self, *_: Any) -> None:
        if not self.down:
            self.words = self.cover

    def on_touch_down(self, touch: Any) -> bool:
        taken: bool = super().on_touch_down(touch)
        if taken:
            self.text = f"[b]{text.signs(text.plain(self.secret))}[/b]"
            self.color = theme.TEXT
        return taken

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and not self.collide_point(*touch.pos):
            self.down = False  # slid off: covered
            self._paint()
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        mine: bool = super().on_touch_up(touch)
        if mine:
            self._paint()
        return mine

    def _paint(self, *_: Any) -> None:
        # While a finger lies on it the secret stays; every other repainting covers.
        if not self.down or not self.secret:
            super()._paint()
