"""A seat's strip: its sign, a big word left and right, a small line below; what they are, each box says."""

from typing import Any, Final

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.screens import theme
from companion.screens.box import SeatLine
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.target import Target

FIRST: Final = 0.34  # of the breadth beside the sign
FIGURE, LINE = 5.0, 8.4  # millimetres: a figure, and a line of letters whose capitals are as high
WORD: Final = 3.8  # millimetres: what hangs below the line must not reach the line under it
INKS: Final = {"": "TEXT", "warn": "WARN", "bad": "BAD"}
"""Colours of the theme, by name."""


class Strip(FloatLayout):
    """One seat. The whole strip is one target; what it shows is set by `show`."""

    seat = StringProperty("")
    active = BooleanProperty(False)

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.target = Target(tone="quiet", size_hint=(None, None))
        self.badge = Badge(size_hint=(None, None))
        self.first = text.Words(wrap=False, height_mm=FIGURE, bold=True, size_hint=(None, None))
        self.second = text.Words(wrap=False, height_mm=FIGURE, bold=True, halign="right", size_hint=(None, None))
        self.below = text.Words(wrap=False, height_mm=1.9, size_hint=(None, None), color=theme.DIM)
        for widget in (self.target, self.badge, self.first, self.second, self.below):
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
        self.below.height_mm = 1.9 if low < mm(4) else 2.4
        self.below.pos, self.below.size = (start, foot), (wide, low)
        # Figures fill only the middle of their line: where six sit, its blank edges may lie over the line below.
        blank = max(mm(LINE) - high, 0) / 2
        line, tall = foot + low - blank, high + 2 * blank
        self.first.pos, self.first.size = (start, line), (wide * FIRST, tall)
        self.second.pos, self.second.size = (start + wide * FIRST, line), (wide * (1 - FIRST), tall)

    def show(self, line: SeatLine, key: str) -> None:
        """Fill it with what the box says of a seat."""
        self.target.tone = "go" if line.open else "quiet"
        self.seat = self.badge.seat = line.seat
        self.badge.person = line.person
        self.badge.faint = line.faint
        self.target.key = key
        self.target.chosen = line.active
        self.first.text = text.signs(text.plain(line.left))
        self.second.text = text.signs(text.plain(line.right))
        for words, told in ((self.first, line.left), (self.second, line.right)):
            words.height_mm = FIGURE if text.FLAT.issuperset(told) else WORD
        self.second.color = getattr(theme, INKS[line.ink])
        self.below.text = text.signs(text.plain(line.small))
