"""A person's name: suggestions first, letters below. The only place where anything is spelled."""

from collections.abc import Callable, Sequence
from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.screens import theme
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.sheet import Sheet
from companion.screens.widgets.target import Target

ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
LONGEST: Final = 14


class NameSheet(Sheet):
    """Asks who sits at a colour, or another `question`; `done` gets the name, "" for nobody in particular."""

    def __init__(
        self, seat: str, now: str, suggestions: Sequence[str], done: Callable[[str], object], question: str = ""
    ) -> None:
        super().__init__(0.98, 0.98)
        self._done = done
        self._name = now
        top = BoxLayout(size_hint_y=None, height=mm(11), spacing=mm(2.2))
        top.add_widget(text.Words(text=f"[b]{question or f'Who sits at {seat}?'}[/b]", height_mm=3))
        self._shown = text.Words(height_mm=4, bold=True, halign="center", color=theme.CHOSEN)
        top.add_widget(self._shown)
        top.add_widget(Target(key="cancel", words="leave it", tone="quiet", height_mm=2.4, tap=self.close))
        self.panel.add_widget(top)
        if suggestions:
            grid = GridLayout(cols=6, size_hint_y=None, height=mm(11 if len(suggestions) <= 6 else 22), spacing=mm(2.2))
            for name in suggestions[:12]:
                grid.add_widget(Target(key=f"suggest:{name}", words=name, height_mm=2.6, tap=self._taking(name)))
            self.panel.add_widget(grid)
        for place, letters in enumerate(ROWS):
            row = BoxLayout(spacing=mm(2.2))
            if place == 2:
                row.add_widget(Target(key="erase", words="←", tone="quiet", height_mm=3.4, tap=self._erase))
            for letter in letters:
                row.add_widget(Target(key=f"letter:{letter}", words=letter, height_mm=3.4, tap=self._typing(letter)))
            if place == 2:
                row.add_widget(Target(key="done", words="done", tone="go", height_mm=2.8, tap=self._finish))
            self.panel.add_widget(row)
        self._show()

    def _typing(self, letter: str) -> Callable[[], None]:
        def typed() -> None:
            self._name = (self._name + (letter if self._name else letter.upper()))[:LONGEST]
            self._show()

        return typed

    def _taking(self, name: str) -> Callable[[], None]:
        def take() -> None:
            self._name = name
            self._finish()

        return take

    def _erase(self) -> None:
        self._name = self._name[:-1]
        self._show()

    def _show(self) -> None:
        self._shown.text = text.plain(self._name) or "…"

    def _finish(self) -> None:
        self.close()
        self._done(self._name.strip())
