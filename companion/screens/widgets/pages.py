"""A list that is turned page by page: fixed rows, no scrolling under a thumb."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.screens.theme import mm
from companion.screens.widgets.target import Target


class Pages(BoxLayout):
    """`rows` to a page, each made by the function it is filled with; two targets turn the pages when there are more."""

    def __init__(self, **keywords: Any) -> None:
        keywords.setdefault("orientation", "vertical")
        super().__init__(spacing=mm(2.2), **keywords)
        self._rows: list[Widget] = []
        self._page = 0
        self._many = 6
        self._body = BoxLayout(orientation="vertical", spacing=mm(2.2))
        self._earlier = Target(key="earlier", words="◂ page", tone="quiet", height_mm=2.6, tap=self._back)
        self._later = Target(key="next page", words="page ▸", tone="quiet", height_mm=2.6, tap=self._on)
        self._foot = BoxLayout(size_hint_y=None, height=mm(10), spacing=mm(2.2))
        self._foot.add_widget(self._earlier)
        self._foot.add_widget(self._later)
        self.add_widget(self._body)

    def fill(self, rows: Sequence[Callable[[], Widget]], many: int, page: int | None = None) -> None:
        """Show these rows, `many` to a page; `page` turns to one (negative from the end), None stays."""
        pages = max(1, -(-len(rows) // many))
        if page is not None:
            self._page = page % pages
        self._page = min(self._page, pages - 1)
        self._makers, self._many, self._pages = list(rows), many, pages
        self._show()

    def _show(self) -> None:
        self._body.clear_widgets()
        first = self._page * self._many
        shown = self._makers[first : first + self._many]
        for make in shown:
            self._body.add_widget(make())
        for _ in range(self._many - len(shown)):
            self._body.add_widget(Widget())
        if self._pages > 1 and self._foot.parent is None:
            self.add_widget(self._foot)
        elif self._pages == 1 and self._foot.parent is not None:
            self.remove_widget(self._foot)
        self._earlier.grey, self._later.grey = self._page == 0, self._page + 1 >= self._pages
        self._earlier.small = self._later.small = f"page {self._page + 1} of {self._pages}"

    def _back(self) -> None:
        self._page -= 1
        self._show()

    def _on(self) -> None:
        self._page += 1
        self._show()
