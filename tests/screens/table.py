"""A session on the disk before the app starts, so that a test begins where it matters."""

from pathlib import Path

from companion.rules.contract import SeatSetup, Setup
from companion.rules.notation import read
from companion.table.journal import Journal
from companion.table.session import Session

UNTOLD = {"technology_tiles": "untold", "reputation": "app_bag"}


def begun(
    data: Path,
    lines: tuple[str, ...] = (),
    seats: tuple[tuple[str, str], ...] = (("red", "terran"), ("blue", "terran")),
    options: dict[str, str] = UNTOLD,
    names: dict[str, str] | None = None,
    end: bool = False,
    tracking: frozenset[str] = frozenset(),
) -> Path:
    """A session in `data` after these lines, ended by the table if `end`; the folder. No `tracking`: the light one."""
    journal = Journal(data)
    setup = Setup("eclipse", tuple(SeatSetup(*seat) for seat in seats), options, tracking)
    session = Session.begin(journal, "eclipse", setup, names or {})
    while session.answer_by_app() is not None:
        pass
    for line in lines:
        session.submit(read(line, session.game.actions))
        while session.answer_by_app() is not None:
            pass
    if end:
        session.end()
    session.close()
    journal.close()
    return data


def events(data: Path) -> list[tuple[str, str]]:
    """(kind, line) of every event on the disk, in order."""
    import sqlite3

    with sqlite3.connect(f"file:{data / 'table.sqlite'}?mode=ro", uri=True) as base:
        return [
            (str(kind), str(line))
            for kind, line in base.execute("SELECT kind, line FROM events ORDER BY session, number")
        ]
