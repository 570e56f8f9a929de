"""The process killed at random points: nothing that was acknowledged is ever lost."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.table.journal import Journal
from companion.table.session import Session
from tests.table import toy


@pytest.mark.parametrize("kills", [10, pytest.param(50, marks=pytest.mark.soak)])
def test_killed_and_resumed(tmp_path: Path, kills: int) -> None:
    generator = random.Random(kills)
    acknowledged: list[str] = []
    for kill in range(kills):
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.table.child", str(tmp_path), str(kill)], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        for _ in range(generator.randint(1, 40)):
            acknowledged.append(child.stdout.readline().rstrip("\n"))
        # The child goes on meanwhile, so this falls anywhere: between two events or in the midst of one.
        child.kill()
        acknowledged += [line.rstrip("\n") for line in child.stdout if line.endswith("\n")]
        child.wait()
        assert "" not in acknowledged, "the child could not go on"
        with Journal(tmp_path) as journal:
            session = Session.resume(journal, 1, games=toy.GAMES)
            kept = [f"{event.number}\t{event.kind}\t{event.line}" for event in session.events]
            told = set(acknowledged)
            # All that was acknowledged is there, in the order in which it was said ...
            assert [line for line in kept if line in told] == acknowledged
            # ... and beside the app's own draws, which follow an event unasked, at most the one event more that was on
            # the disk and not yet acknowledged.
            assert sum(line not in told and ": draw " not in line for line in kept) <= 1
            assert session.notes == ()
            acknowledged = kept
