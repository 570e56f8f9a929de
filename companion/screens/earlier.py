"""The games of earlier evenings, as the journal lists them: read off the window's thread, for home, setup and past."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.table.journal import SessionRow


class Earlier:
    """`rows` are those that were read last, the one played last first; [] before that, or if `failed`."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._asked = 0
        self.rows: Sequence[SessionRow] = []
        self.failed = False

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

        def unread(error: Exception) -> None:
            self._desk.say_error(error)
            told([], failed=True)

        if journal is None:  # it could not be opened, and that was said
            told([], failed=True)
        else:
            self._desk.waiting.for_(journal.sessions, told, unread)


def interrupted(rows: "Sequence[SessionRow]") -> "SessionRow | None":
    """The latest game that was not played to its end and whose box this companion knows; or None."""
    from companion.rules.games import GAMES

    return next((row for row in rows if not row.ended and row.game in GAMES), None)
