"""One world's column, drawn: bases at their level, the world card with its Governor, ships row by row; one target."""

from typing import Any, Final

from kivy.graphics import Color, RoundedRectangle
from kivy.uix.floatlayout import FloatLayout

from companion.screens import theme
from companion.screens.dark_ages.figures import Column
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge, draw_sign, initial
from companion.screens.widgets.target import Target

PLATE: Final = 0.24
"""How much of a column its world card takes."""


class ColumnView(FloatLayout):
    """Shows a `Column`; a tap anywhere on it is its target's."""

    def __init__(self, key: str, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.target = Target(key=key, tone="quiet", size_hint=(None, None))
        self._name = text.Words(wrap=False, height_mm=2.3, bold=True, halign="center", size_hint=(None, None))
        self._held = text.Words(wrap=False, height_mm=2, halign="center", size_hint=(None, None))
        self._badge = Badge(size_hint=(None, None))
        self._ships: list[text.Words] = []
        self._column: Column | None = None
        self._round = 1
        for widget in (self.target, self._name, self._held, self._badge):
            self.add_widget(widget)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, column: Column, round_: int, people: dict[str, str]) -> None:
        """Fill it; `people` are the names by seat, for the Governor's letter."""
        if (column, round_) == (self._column, self._round):
            return
        self._column, self._round = column, round_
        self._name.text = text.plain(column.name)
        self._badge.seat, self._badge.person = column.governor, people.get(column.governor, "")
        self._badge.opacity = float(bool(column.governor))
        held = " ".join(
            text.coloured(f"{text.plain(initial(seat))}{value}", theme.SEAT_TEXT[seat])
            for seat, value in column.influence
        )
        self._held.text = held or text.coloured("no influence", theme.DIM)
        while len(self._ships) < len(column.rows):
            ship = text.Words(wrap=False, bold=True, halign="center", size_hint=(None, None))
            self._ships.append(ship)
            self.add_widget(ship)
        for place, words in enumerate(self._ships):
            row = column.rows[place] if place < len(column.rows) else None
            words.text = row.ship if row is not None else ""
        self._draw()

    def _draw(self, *_: Any) -> None:
        column = self._column
        if column is None or self.height < 2:
            return
        self.target.pos, self.target.size = self.pos, self.size
        edge = mm(0.8)
        plate = self.height * PLATE
        line = (self.height - plate - 2 * edge) / len(column.rows)
        left, right = self.x + edge, self.x + self.width - edge
        top = self.y + self.height - edge
        # The world card lies below its level 0.
        foot = top - line - plate
        canvas = self.target.canvas.after
        canvas.clear()
        with canvas:
            Color(*theme.TARGET)
            RoundedRectangle(pos=(left, foot + mm(0.3)), size=(right - left, plate - mm(0.6)), radius=[mm(1)])
        self._name.size = self._held.size = (right - left - mm(0.6), plate * 0.46)
        self._name.pos = (left + mm(0.3), foot + plate * 0.5)
        self._held.pos = (left + mm(0.3), foot + plate * 0.06)
        ship_wide = min((right - left) * 0.44, mm(9))
        # The Governor's card lies beside the world, where no ship is ever played.
        side = min(line * 0.94, ship_wide)
        self._badge.size = (side, side)
        self._badge.pos = (right - ship_wide / 2 - side / 2, top - line / 2 - side / 2)
        for place, row in enumerate(column.rows):
            at = top - line if place == 0 else foot - line * place
            room = right - left - ship_wide - mm(0.6)
            self._bases(canvas, row.bases, left, at, room, line)
            words = self._ships[place]
            words.size = (ship_wide, max(line - mm(0.6), 1))
            words.pos = (right - ship_wide, at + mm(0.3))
            words.height_mm = min(5.0, line / mm(1) * 0.62)
            words.color = theme.CHOSEN if row.mine else theme.TEXT
            if place and row.level <= self._round:
                with canvas:
                    Color(*(theme.SAID if row.level == self._round else theme.TARGET))
                    RoundedRectangle(pos=words.pos, size=words.size, radius=[mm(0.8)])
        for words in self._ships[len(column.rows) :]:
            words.size = (0, 0)

    @staticmethod
    def _bases(canvas: Any, owners: tuple[str, ...], left: float, foot: float, room: float, line: float) -> None:
        if not owners:
            return
        side = min(line * 0.8, mm(5), room / len(owners))
        for place, owner in enumerate(owners):
            draw_sign(canvas, owner, left + place * side + side * 0.05, foot + line / 2 - side / 2, side * 0.9)
