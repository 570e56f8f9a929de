"""A board's outline taken down by touch: which places are fields, and where the starting fields lie beside them."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.rules.cosmic_empires.catalog import Content
from companion.rules.cosmic_empires.catalog.outlines import (
    FIELDS,
    SIDES,
    across,
    faults,
    place_of,
    space_at,
    spaces_of,
    split,
)
from companion.screens import theme
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.sheet import Sheet
from companion.screens.widgets.target import Target
from companion.screens.words import count

COLUMNS: Final = 9
ROWS: Final = 7
"""Places on the sheet: the largest board lying down, with a place beside each of its sides."""


class OutlineSheet(Sheet):
    """Fields are touched on and off; then, with the other target chosen, starting fields beside them."""

    def __init__(self, players: int, content: Sequence[Any], done: Callable[[Content], object]) -> None:
        super().__init__(0.99, 0.98)
        self.panel.padding = mm(1.5)
        self._players, self._done, self._starting = players, done, False
        self._fields: set[str] = set()
        self._starts: dict[str, str] = {}
        """Place beside the board → the side of which field it lies on, as `side_space`."""
        self._lay_down(content)
        body = BoxLayout(spacing=mm(2.2))
        grid = GridLayout(cols=COLUMNS, spacing=mm(2.1))
        self._cells: dict[str, Target] = {}
        for row in range(ROWS):
            for column in range(COLUMNS):
                place = space_at(column, row)
                self._cells[place] = Target(key=f"at:{place}", height_mm=2.4, tap=self._touching(place))
                grid.add_widget(self._cells[place])
        body.add_widget(grid)
        side = BoxLayout(orientation="vertical", spacing=mm(2.1), size_hint_x=None, width=mm(40))
        self._says = text.Words(height_mm=2.6)
        self._kinds = {
            "fields": Target(key="fields", words="fields", height_mm=3, tap=lambda: self._mode(False)),
            "starts": Target(key="starts", words="starting fields", height_mm=3, tap=lambda: self._mode(True)),
        }
        self._set = Target(key="set", words="so it lies", tone="go", height_mm=3.4, tap=self._finish, why=self._show)
        clear = Target(key="clear", words="clear", tone="quiet", height_mm=3, tap=self._clear)
        leave = Target(key="cancel", words="leave it", tone="quiet", height_mm=3, tap=self.close)
        for widget in (self._says, *self._kinds.values(), clear, leave, self._set):
            if widget is not self._says:
                widget.size_hint_y, widget.height = None, mm(10.5)
            side.add_widget(widget)
        body.add_widget(side)
        self.panel.add_widget(body)
        self._show()

    def _lay_down(self, content: Sequence[Any]) -> None:
        """Take an outline over, turned where it is too tall for the sheet, with a place free beside it."""
        rows, starts = split(content)
        spaces = spaces_of(rows)
        turned = max((place_of(space)[1] for space in spaces), default=0) + 3 > ROWS
        tall = max((place_of(space)[1] for space in spaces), default=0)

        def to(space: str) -> str:
            column, row = place_of(space)
            if turned and tall + 3 <= COLUMNS:
                column, row = tall - row, column
            return space_at(column + 1, row + 1)

        self._fields = {to(space) for space in spaces}
        sides = list(SIDES)
        for side, space in starts:
            now = sides[(sides.index(side) + (1 if turned and tall + 3 <= COLUMNS else 0)) % 4]
            self._starts[across(to(space), now)] = f"{now}_{to(space)}"

    def _mode(self, starting: bool) -> None:
        self._starting = starting
        self._show()

    def _clear(self) -> None:
        self._fields, self._starts = set(), {}
        self._starting = False
        self._show()

    def _touching(self, place: str) -> Callable[[], None]:
        return lambda: self._touch(place)

    def _touch(self, place: str) -> None:
        if self._starting:
            beside = [
                f"{side}_{across(place, _OPPOSITE[side])}"
                for side in SIDES
                if across(place, _OPPOSITE[side]) in self._fields
            ]
            now = self._starts.pop(place, "")
            after = beside.index(now) + 1 if now in beside else 0
            if place not in self._fields and after < len(beside):
                self._starts[place] = beside[after]
        elif place in self._fields:
            self._fields.discard(place)
        else:
            self._fields.add(place)
            self._starts.pop(place, None)
        self._starts = {at: word for at, word in self._starts.items() if word.partition("_")[2] in self._fields}
        self._show()

    @property
    def content(self) -> Content:
        """The outline in the words of `tell_card`, its first row and column those that hold a field."""
        if not self._fields:
            return ("o",)
        columns = [place_of(space)[0] for space in self._fields]
        rows = [place_of(space)[1] for space in self._fields]
        left, top = min(columns), min(rows)
        lines = [
            "".join("x" if space_at(c, r) in self._fields else "o" for c in range(left, max(columns) + 1))
            for r in range(top, max(rows) + 1)
        ]
        starts = []
        for word in self._starts.values():
            side, _, space = word.partition("_")
            column, row = place_of(space)
            starts.append(f"{side}_{space_at(column - left, row - top)}")
        return (*lines, *starts)

    def _show(self) -> None:
        for place, cell in self._cells.items():
            field, start = place in self._fields, place in self._starts
            cell.words = "start" if start else ""
            cell.tone = "plain" if field else "bare"
            cell.fill = theme.EDGE if field else theme.GO if start else []
        for key, target in self._kinds.items():
            target.chosen = (key == "starts") is self._starting
        wrong = [said for _, said in faults(self._players, self.content)]
        many = f"{len(self._fields)} of {FIELDS[self._players]} fields, {count(len(self._starts), 'start')}"
        self._says.text = text.plain(f"The board for {self._players}: {many}. {wrong[0] if wrong else ''}".strip())
        self._set.grey = bool(wrong)

    def _finish(self) -> None:
        self.close()
        self._done(self.content)


_OPPOSITE: Final = {"north": "south", "south": "north", "east": "west", "west": "east"}
