"""The list of what to lay on the table, for these players and options; then the game begins."""

from typing import Any, ClassVar, Final

from companion.screens.screen import Screen
from companion.screens.widgets import text

LINES: Final = 15
"""Lines of print on one page: readable from a metre."""

LETTERS: Final = 84
"""About so many letters fit into a line."""


def pages(lines: list[str]) -> list[list[str]]:
    """The lines in pages, none of them split."""
    found: list[list[str]] = [[]]
    room = LINES
    for line in lines:
        needed = _rows(line)
        if needed > room and found[-1]:
            found.append([])
            room = LINES
        found[-1].append(line)
        room -= needed
    return found


def _rows(line: str) -> int:
    return -(-len(line) // LETTERS)


class Laying(Screen):
    """With a setup it leads to the first turn; looked up later it only shows."""

    name: ClassVar[str] = "laying"

    def opened(self, setup: Any = None, names: Any = None, **_: Any) -> None:
        self._setup, self._names, self._page = setup, names or {}, 0
        self._pages = pages(self.desk.layout(setup))
        self.refresh()

    def refresh(self) -> None:
        box = self.ids.lines
        box.clear_widgets()
        for line in self._pages[self._page]:
            words = text.Words(text=text.signs(text.plain("• " + line)), height_mm=2.4)
            words.size_hint_y = _rows(line)
            box.add_widget(words)
        many = len(self._pages)
        free = LINES - sum(map(_rows, self._pages[self._page]))
        if free > 0:
            box.add_widget(text.Words(size_hint_y=free))
        self.ids.heading.text = "[b]Lay this on the table[/b]" + (f"   {self._page + 1}/{many}" if many > 1 else "")
        self.ids.earlier.grey = self._page == 0
        self.ids.onward.grey = self._page + 1 >= many
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
