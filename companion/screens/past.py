"""Past games: who played when, how it came out; look at the score, go on, or play with the same table once more."""

import time
from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.rules.games import GAMES
from companion.screens import theme
from companion.screens.box import box_of
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target
from companion.screens.words import spread


class Past(Screen):
    """The latest first. Results are looked up off the window's thread: a game is played again for the first time."""

    name: ClassVar[str] = "past"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._rows: dict[int, tuple[Any, text.Words]] = {}
        players = Target(key="players", words="players", small="won, average", height_mm=2.6)
        players.size_hint_x, players.width, players.tap = None, mm(28), lambda: app.go("players")
        self.ids.tools.add_widget(players)

    def opened(self, **_: Any) -> None:
        self.ids.heading.text = "Past games: being read …"
        self.ids.pages.fill([], 5, 0)
        self.desk.earlier.look_up()
        self.refresh()

    def came_out(self) -> None:
        """More results are known."""
        # In place: a row that is made anew under a finger would swallow the touch.
        for session, words in self._rows.values():
            words.text = self._words(session)

    def refresh(self) -> None:
        """Look at them anew; what is shown stays until they are read."""
        self.desk.earlier.read(self._read)

    def _read(self) -> None:
        rows = self.desk.earlier.rows
        none = "They cannot be read" if self.desk.earlier.failed else "No game was played here yet"
        self.ids.heading.text = "Past games" if rows else none
        self._rows = {}
        self.ids.pages.fill([lambda row=row: self._row(row) for row in rows], 5)

    def _row(self, session: Any) -> BoxLayout:
        row = BoxLayout(spacing=mm(2.2))
        words = text.Words(text=self._words(session), height_mm=2.8)
        self._rows[session.id] = (session, words)
        row.add_widget(words)
        playable = session.game in GAMES
        for key, says, wide, tap in (
            ("again", "rematch", 24, lambda: self.app.go("setup", like=(session.setup, session.names))),
            ("session", "score" if session.ended else "go on", 24, lambda: self.desk.resume(session.id)),
        ):
            target = Target(key=f"{key}:{session.id}", words=says, height_mm=2.8, grey=not playable, tap=tap)
            target.tone = "quiet" if key == "again" else "plain"
            target.size_hint_x, target.width = None, mm(wide)
            target.why = lambda: self.app.say("This companion does not know that box: it needs a newer version.")
            row.add_widget(target)
        return row

    def _words(self, session: Any) -> str:
        day = time.strftime("%-d %B %Y, %H:%M", time.localtime(session.begun))
        title = GAMES.titles.get(session.game, session.game)
        state = "" if session.ended else " · interrupted"
        said = text.signs(text.plain(self._came_out(session)))
        return f"[b]{said}[/b]\n[size={int(theme.least(2))}]{title} · {day}{state}[/size]"

    def _came_out(self, session: Any) -> str:
        """Who played and, once it is known, with what result, the first first."""
        found = self.desk.earlier.results.get(session.id)
        if found is None or found.events != session.events:
            return ", ".join(session.names.get(each.seat) or each.seat.capitalize() for each in session.setup.seats)
        points = box_of(session.game).points
        told = [
            (each.name or each.seat.capitalize())
            + (f" {spread(each.low, each.high)}" if points else " ✔" if found.over and each.won else "")
            for each in found.standings
        ]
        return " · ".join(told)
