"""Plays a toy session in a process of its own until somebody kills it; says each event once it is acknowledged."""

import random
import sys
from pathlib import Path

from companion.table.journal import Journal
from companion.table.session import Session
from companion.table.writer import SessionThread
from tests.table import toy
from tests.table.conftest import SETUP
from tests.table.play import random_action


def main(folder: Path, seed: int) -> None:
    generator = random.Random(seed)
    journal = Journal(folder)
    rows = journal.unfinished() or journal.sessions()
    if rows:
        session = Session.resume(journal, rows[0].id, games=toy.GAMES)
    else:
        session = Session.begin(journal, "toy", SETUP, games=toy.GAMES)
    thread = SessionThread(session)
    while True:
        if session.over or (generator.random() < 0.1 and session.undo_title()):
            event = thread.undo().result()
        elif generator.random() < 0.3 and session.redo_title():
            event = thread.redo().result()
        else:
            action = random_action(session, generator)
            assert action is not None
            event = thread.submit(action).result()
        print(f"{event.number}\t{event.kind}\t{event.line}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
