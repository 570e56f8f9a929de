"""The games of earlier evenings, as the journal lists them, and how they came out: read off the window's thread, for
home, setup, past games and players."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.screens.waiting import on_window

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.table.journal import Journal, SessionRow
    from companion.table.results import Result


class Earlier:
    """`rows` are those that were read last, the one played last first; [] before that, or if `failed`.

    `results` are known by session; while `looking`, more may come.
    """

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._asked = 0
        self.rows: Sequence[SessionRow] = []
        self.failed = False
        self.results: Mapping[int, Result] = {}
        self.looking = False
        self._wanted = False

    def read(self, then: Callable[[], object]) -> None:
        """Read them anew; `then` is called on the window's thread once they stand in `rows`, or cannot be read.

        Of several readings under way only the last one's `then` is called.
        """
        journal = self._desk.journal
        self._asked += 1
        asked = self._asked

        def told(rows: "Sequence[SessionRow]", failed: bool = False) -> None:
            if asked == self._asked:
                self.rows, self.failed = rows, failed
                then()
                self._begin()

        def unread(error: Exception) -> None:
            self._desk.say_error(error)
            told([], failed=True)

        if journal is None:  # it could not be opened, and that was said
            told([], failed=True)
        else:
            self._desk.waiting.for_(journal.sessions, told, unread)

    def look_up(self) -> None:
        """When they are read next, see how they came out; one such look at a time.

        A screen that is in front then is told by its `came_out`, on the window's thread, whenever more is known.
        """
        if not self.looking:
            self.looking = self._wanted = True

    def _begin(self) -> None:
        journal, rows = self._desk.journal, self.rows
        if not self._wanted:
            return
        self._wanted = False
        if journal is None or self.failed:
            self._came_out(self.results, True)
        else:
            threading.Thread(target=lambda: self._run(journal, rows), daemon=True, name="results").start()

    def _run(self, journal: "Journal", rows: "Sequence[SessionRow]") -> None:
        """Games whose result is not remembered are played again."""
        from companion.rules.games import GAMES
        from companion.table import results

        known: dict[int, Result] = {}

        def hand(done: bool) -> None:
            told = dict(known)
            on_window(lambda: self._came_out(told, done))

        try:
            remembered = results.remembered(journal.folder)
            known.update({row.id: remembered[row.id] for row in rows if row.id in remembered and row.game in GAMES})
            hand(False)
            before = dict(known)
            for row in rows:
                if row.game in GAMES and row.events and not results.fresh(known.get(row.id), row, GAMES[row.game]):
                    known.pop(row.id, None)
                    try:
                        known[row.id] = results.result(journal, row, GAMES[row.game])
                    except Exception:
                        continue  # a session that cannot be played again has no result; going on with it says why
                    hand(False)
            if known != before:
                results.remember(journal.folder, known.values())
        finally:
            hand(True)

    def _came_out(self, results: "Mapping[int, Result]", done: bool) -> None:
        self.results, self.looking = results, not done
        came_out = getattr(self._desk.app.current, "came_out", None)
        if came_out is not None:
            came_out()


def interrupted(rows: "Sequence[SessionRow]") -> "SessionRow | None":
    """The latest game that was not played to its end and whose box this companion knows; or None."""
    from companion.rules.games import GAMES

    return next((row for row in rows if not row.ended and row.game in GAMES), None)
