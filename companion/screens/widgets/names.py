"""A person's name: suggestions first, letters below. The only place where anything is spelled."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.screens import theme
from companion.screens.shown import shown
from companion.screens.spelling import ACCENTS, ROWS, SIGNS, spelled
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.sheet import Sheet, choose
from companion.screens.widgets.target import Target


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
                row.add_widget(self._key(letter))
            if place == 2:
                row.add_widget(Target(key="done", words="done", tone="go", height_mm=2.8, tap=self._finish))
            self.panel.add_widget(row)
        last = BoxLayout(spacing=mm(2.2))
        for sign in SIGNS:
            last.add_widget(self._key(sign, size_hint_x=0.2))
        hint = "hold a letter for its accents: ä é ñ ç …"
        last.add_widget(Target(key="space", words="space", small=hint, height_mm=2.6, tap=self._typing(" ")))
        self.panel.add_widget(last)
        self._show()

    def _key(self, letter: str, **keywords: Any) -> Target:
        held = self._offering(letter) if letter in ACCENTS else None
        typed = self._typing(letter)
        return Target(key=f"letter:{letter}", words=letter, height_mm=3.4, tap=typed, hold=held, **keywords)

    def _typing(self, letter: str) -> Callable[[], None]:
        def typed() -> None:
            self._name = spelled(self._name, letter)
            self._show()

        return typed

    def _offering(self, letter: str) -> Callable[[], None]:
        def offer() -> None:
            if self.parent is not None:
                answers = [(accented, "", self._typing(accented)) for accented in ACCENTS[letter]]
                sheet = choose(f"Which {letter}?", answers, 5)
                for each in sheet.walk():
                    if isinstance(each, Target) and each.words in ACCENTS[letter]:
                        each.height_mm = 6  # one hook more or less is all they differ by
                shown.changed()
                self.parent.add_widget(sheet)

        return offer

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
