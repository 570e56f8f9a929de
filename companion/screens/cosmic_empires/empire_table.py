"""Every empire in a line: its sign, its capacity track, its hand and reserve; and where the exploration marker lies."""

from typing import Any

from kivy.graphics import Color, Line, Rectangle

from companion.rules.cosmic_empires.capacity import field_symbols, start_symbols
from companion.screens import theme
from companion.screens.cosmic_empires.field_cell import draw_words
from companion.screens.theme import mm
from companion.screens.widgets.badge import draw_sign
from companion.screens.widgets.target import Target

BOXES = 10
"""Markers that are drawn; more than that is told in a figure."""


class EmpireTable(Target):
    """A target that leads to all there is to know of the empires."""

    def __init__(self, **keywords: Any) -> None:
        self._state: Any = None
        self._asked = ""
        super().__init__(tone="quiet", **keywords)

    def show(self, state: Any, asked: str) -> None:
        """What everybody sees of every seat; `asked` is the one whose answer the table waits for."""
        if self._state is not state or asked != self._asked:
            self._state, self._asked = state, asked
            self._painting()

    def _place(self, *_: Any) -> None:
        super()._place()
        self._painting()

    def _paint(self, *_: Any) -> None:
        super()._paint()
        self.canvas.after.clear()
        if self._state is None or self.height < mm(5):
            return
        seats = self._state.seats
        tall = (self.height - mm(1.6)) / len(seats)
        with self.canvas.after:
            for place, seat in enumerate(seats):
                foot = self.top - mm(0.8) - (place + 1) * tall
                if seat == self._state.left:
                    # The exploration marker lies between this seat and the one before: on its right.
                    Color(*theme.WARN)
                    Line(points=[self.x + mm(0.8), foot + tall, self.right - mm(0.8), foot + tall], width=1.6)
                if seat == self._asked:
                    Color(*theme.CHOSEN[:3], 0.18)
                    Rectangle(pos=(self.x + mm(0.6), foot), size=(self.width - mm(1.2), tall))
                self._line(self._state.player(seat), foot, tall)

    def _line(self, player: Any, foot: float, tall: float) -> None:
        side = min(tall * 0.8, mm(4.5))
        left, middle = self.x + mm(1), foot + tall / 2
        draw_sign(self.canvas.after, player.seat, left, middle - side / 2, side)
        left += side + mm(1.2)
        box = min(tall * 0.5, mm(1.9))
        symbols = start_symbols(player) + field_symbols(self._state, player.seat)
        many = max(player.markers, len(player.ships))
        for place in range(min(many, BOXES)):
            x = left + place * (box + mm(0.35))
            used, real = place < len(player.ships), place < player.markers
            Color(*(theme.SEATS[player.seat] if used else theme.EDGE_GREY))
            Rectangle(pos=(x, middle - box / 2), size=(box, box))
            Color(*(theme.EDGE if real else theme.WARN))
            Line(rectangle=(x, middle - box / 2, box, box), width=1.0)
            if place + 1 == symbols and symbols < player.markers:
                # So many symbols there are now; the markers beyond stay all the same.
                Color(*theme.WARN)
                Line(points=[x + box + mm(0.17), middle - box * 0.8, x + box + mm(0.17), middle + box * 0.8], width=1.2)
        figures = f"{len(player.ships)}/{player.markers}  {len(player.hand)}c  {player.reserve}s"
        pixels = int(min(tall * 0.5, mm(2.6)))
        draw_words(figures, (self.right - mm(9), middle), pixels, theme.TEXT)
