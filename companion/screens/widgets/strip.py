"""A seat's strip: discs left, net money now → after one more action, storage; `!` where it would be short."""

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.screens import theme
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.target import Target


class Strip(FloatLayout):
    """One seat. The whole strip is one target; what it shows is set by `show`."""

    seat = StringProperty("")
    active = BooleanProperty(False)

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.target = Target(tone="quiet", size_hint=(None, None))
        self.badge = Badge(size_hint=(None, None))
        self.discs = text.Words(wrap=False, height_mm=5, bold=True, size_hint=(None, None))
        self.net = text.Words(wrap=False, height_mm=5, bold=True, halign="right", size_hint=(None, None))
        self.stored = text.Words(wrap=False, height_mm=1.9, size_hint=(None, None), color=theme.DIM)
        for widget in (self.target, self.badge, self.discs, self.net, self.stored):
            self.add_widget(widget)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        left, foot = self.pos
        self.target.pos, self.target.size = self.pos, self.size
        edge = mm(1.2)
        side = min(self.height - 2 * edge, mm(9))
        self.badge.size = (side, side)
        self.badge.pos = (left + edge, self.y + self.height / 2 - side / 2)
        start = left + side + 2.4 * edge
        wide = self.x + self.width - start - edge
        # With few seats a strip is tall: its two lines stay together in the middle.
        low = min(max(self.height * 0.26, mm(2.9)), mm(5))
        high = min(self.height - low - edge * 0.6, mm(9))
        foot += max((self.height - low - high) / 2, mm(0.5))
        self.stored.height_mm = 1.9 if low < mm(4) else 2.4
        self.stored.pos, self.stored.size = (start, foot), (wide, low)
        self.discs.pos, self.discs.size = (start, foot + low), (wide * 0.36, high)
        self.net.pos, self.net.size = (start + wide * 0.36, foot + low), (wide * 0.64, high)

    def show(self, figures: Any, key: str) -> None:
        """Fill it from a seat's figures (companion/screens/eclipse.py)."""
        self.target.tone = "go" if figures.may_react else "quiet"
        self.seat = self.badge.seat = figures.seat
        self.badge.person = figures.person
        self.badge.faint = figures.passed
        self.target.key = key
        self.target.chosen = figures.active
        if figures.left:
            self.discs.text, self.net.text, self.stored.text = "", "", "left the game"
            return
        self.discs.text = text.signs(f"pass {figures.discs}○" if figures.passed else f"{figures.discs}○")
        if figures.passed:
            self.net.text = f"{signed(figures.net_now)}"
        else:
            self.net.text = text.signs(f"{signed(figures.net_now)}→{signed(figures.net_next)}")
        if figures.short_next and not figures.passed:
            self.net.text += "[b] ![/b]"
        self.net.color = theme.WARN if figures.short_next and not figures.passed else theme.TEXT
        if figures.short_now:
            self.net.color = theme.BAD
        self.stored.text = "touch to react" if figures.may_react else figures.storage_line


def signed(value: int) -> str:
    """A sum of money as players say it: +3, 0, −1."""
    return f"+{value}" if value > 0 else f"{value}".replace("-", "−")
