"""Past games: who played when, how it stands; look at the score, or go on."""

import time
from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.rules.games import GAMES
from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target


class Past(Screen):
    """The latest first."""

    name: ClassVar[str] = "past"

    def opened(self, **_: Any) -> None:
        self.ids.heading.text = "Past games: being read …"
        self.ids.pages.fill([], 5, 0)
        self.refresh()

    def refresh(self) -> None:
        """Look at them anew; what is shown stays until they are read."""
        self.desk.earlier.read(self._read)

    def _read(self) -> None:
        rows = self.desk.earlier.rows
        none = "They cannot be read" if self.desk.earlier.failed else "No game was played here yet"
        self.ids.heading.text = "Past games" if rows else none
        self.ids.pages.fill([lambda row=row: self._row(row) for row in rows], 5)

    def _row(self, session: Any) -> BoxLayout:
        row = BoxLayout(spacing=mm(2.2))
        seats = [session.names.get(each.seat) or each.seat.capitalize() for each in session.setup.seats]
        day = time.strftime("%-d %B %Y, %H:%M", time.localtime(session.begun))
        title = GAMES.titles.get(session.game, session.game)
        state = "finished" if session.ended else "interrupted"
        small = f"[size={int(theme.letters(2))}]{title} · {day} · {state} · {session.events} lines[/size]"
        row.add_widget(text.Words(text=f"[b]{text.plain(', '.join(seats))}[/b]\n{small}", height_mm=2.8))
        words = "score" if session.ended else "go on"
        playable = session.game in GAMES
        row.add_widget(
            Target(
                key=f"session:{session.id}",
                words=words,
                height_mm=3,
                size_hint_x=None,
                width=mm(28),
                grey=not playable,
                tap=lambda: self.desk.resume(session.id),
                why=lambda: self.app.say("This companion does not know that box: it needs a newer version."),
            )
        )
        return row
