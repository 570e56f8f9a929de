"""The list of what to lay on the table, for these players and options; then the game begins."""

from typing import Any, ClassVar, Final

from companion.screens.screen import Screen
from companion.screens.widgets import text

LINES: Final = 8
"""Lines on one page: readable from a metre."""


class Laying(Screen):
    """With a setup it leads to the first turn; looked up later it only shows."""

    name: ClassVar[str] = "laying"

    def opened(self, setup: Any = None, names: Any = None, **_: Any) -> None:
        self._setup, self._names, self._page = setup, names or {}, 0
        self._lines = self.desk.layout(setup)
        self.refresh()

    def refresh(self) -> None:
        box = self.ids.lines
        box.clear_widgets()
        first = self._page * LINES
        for line in self._lines[first : first + LINES]:
            box.add_widget(text.Words(text=text.signs(text.plain("• " + line)), height_mm=2.5))
        pages = max(1, -(-len(self._lines) // LINES))
        self.ids.heading.text = "[b]Lay this on the table[/b]" + (f"   {self._page + 1}/{pages}" if pages > 1 else "")
        self.ids.earlier.grey = self._page == 0
        self.ids.next.grey = self._page + 1 >= pages
        self.ids.begin.grey = self._setup is None

    def earlier(self) -> None:
        self._page -= 1
        self.refresh()

    def next(self) -> None:
        self._page += 1
        self.refresh()

    def no_more(self) -> None:
        self.app.say("The list has no more lines there.")

    def begin(self) -> None:
        self.desk.begin(self._setup, self._names)

    def playing_already(self) -> None:
        self.app.say("This game has begun already: “back” leads to it.")

    def back(self) -> None:
        if self._setup is not None:
            self.app.go("setup")
        else:
            self.app.back()
