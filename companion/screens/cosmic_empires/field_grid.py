"""The board: every field a target, the starting fields beside it, seen from any side of the table."""

from collections.abc import Callable, Collection
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from companion.screens.cosmic_empires.field_cell import FieldCell, draw_home
from companion.screens.cosmic_empires.grid import Laid, laid, look
from companion.screens.theme import mm

MARGIN: Final = 5.0
APART: Final = 2.1
"""Millimetres left for starting fields beside the board, and between two fields."""
BROAD: Final = 7
"""Columns from which on the margin is a millimetre less, for an upright panel to hold them."""


class FieldGrid(FloatLayout):
    """`show` fills it; `touched` is called with the space that was tapped, `held` with one that was pressed long."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.touched: Callable[[str], object] = lambda space: None
        self.held: Callable[[str], object] = lambda space: None
        self._cells: dict[str, FieldCell] = {}
        self._laid: Laid | None = None
        self._placing = Clock.create_trigger(self._place, -1)
        self.bind(pos=lambda *_: self._placing(), size=lambda *_: self._placing())

    def show(self, state: Any, quarters: int, lit: Collection[str], chosen: str) -> None:
        """The board as it lies, seen after so many quarter turns; some fields lit, one chosen."""
        now = laid(state, quarters)
        if self._laid is None or self._laid.places.keys() != now.places.keys():
            self.clear_widgets()
            self._cells = {space: self._cell(space) for space in now.places}
            for cell in self._cells.values():
                self.add_widget(cell)
        if now != self._laid:
            self._laid = now
            self._placing()
        for space, cell in self._cells.items():
            cell.look = look(state, state.places[space])
            cell.lit = space in lit
            cell.chosen = space == chosen

    def _cell(self, space: str) -> FieldCell:
        return FieldCell(key=f"field:{space}", tap=lambda: self.touched(space), hold=lambda: self.held(space))

    def _place(self, *_: Any) -> None:
        if self._laid is None:
            return
        columns, rows = self._laid.columns, self._laid.rows
        gap, margin = mm(APART), mm(MARGIN - (columns >= BROAD))
        wide = (self.width - 2 * margin - (columns - 1) * gap) / columns
        tall = (self.height - 2 * margin - (rows - 1) * gap) / rows
        wide = min(wide, tall * 1.35)
        left = self.x + (self.width - columns * wide - (columns - 1) * gap) / 2
        top = self.top - (self.height - rows * tall - (rows - 1) * gap) / 2
        for space, (column, row) in self._laid.places.items():
            cell = self._cells[space]
            cell.size = (wide, tall)
            cell.pos = (left + column * (wide + gap), top - (row + 1) * tall - row * gap)
        self.canvas.after.clear()
        side = margin * 0.86
        with self.canvas.after:
            for home in self._laid.homes:
                x = left + home.column * (wide + gap) + wide / 2 - side / 2
                y = top - home.row * (tall + gap) - tall / 2 - side / 2
                across, up = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}[home.side]
                x += across * (wide / 2 + side / 2 + mm(0.5))
                y += up * (tall / 2 + side / 2 + mm(0.5))
                draw_home(self.canvas.after, home.seat, home.ships, x, y, side)
