"""Options and house rules in a list that is turned page by page: a touch takes an option's next value."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.screens.theme import mm
from companion.screens.widgets.sheet import Sheet, buttons, title
from companion.screens.widgets.target import Target

Row = tuple[str, str, Callable[[], object]]
"""The value in words, what it is a value of, and what a touch does."""

ROOM: Final = 12
ACROSS: Final = 3


class OptionSheet(Sheet):
    """`rows` tells the options as they are now; `beside` are targets that lead elsewhere and close the sheet."""

    def __init__(self, rows: Callable[[], Sequence[Row]], beside: Sequence[Row] = ()) -> None:
        super().__init__(0.96, 0.96)
        self._rows, self._page = rows, 0
        self.panel.add_widget(title("Options and house rules: tap to change"))
        self._grid = GridLayout(cols=ACROSS, spacing=mm(2.2))
        self.panel.add_widget(self._grid)
        self._more = Target(key="more", words="more ▸", tone="quiet", tap=self._turn)
        pages = -(-len(rows()) // ROOM)
        foot: list[Widget] = [Target(key="close", words="close", tone="go", tap=self.close)]
        foot += [
            Target(key=words, words=words, small=small, tone="quiet", tap=self._leading(tap))
            for words, small, tap in beside
        ]
        self.panel.add_widget(buttons(*foot, *([self._more] if pages > 1 else [])))
        self._show()

    def _show(self) -> None:
        rows = list(self._rows())
        pages = -(-len(rows) // ROOM)
        page = rows[self._page * ROOM : self._page * ROOM + ROOM]
        self._more.small = f"page {self._page + 1} of {pages}"
        self._grid.clear_widgets()
        for words, small, tap in page:
            self._grid.add_widget(Target(key=words, words=words, small=small, height_mm=2.4, tap=self._taking(tap)))
        # A page's targets stay where they are on every page.
        for _ in range(ROOM - len(page) if pages > 1 else -len(page) % ACROSS):
            self._grid.add_widget(Widget())

    def _taking(self, tap: Callable[[], object]) -> Callable[[], None]:
        def take() -> None:
            tap()
            self._show()

        return take

    def _leading(self, tap: Callable[[], object]) -> Callable[[], Any]:
        def lead() -> None:
            self.close()
            tap()

        return lead

    def _turn(self) -> None:
        self._page = (self._page + 1) % -(-len(self._rows()) // ROOM)
        self._show()
