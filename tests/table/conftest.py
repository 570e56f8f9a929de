"""A journal in a folder of its own, with a clock that only moves when told, and toy sessions on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.contract import SeatSetup, Setup
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table import toy


class Clock:
    """Ten seconds a look."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        self.now += 10
        return self.now


SETUP = Setup("toy", (SeatSetup("red"), SeatSetup("blue", "miner")), {"gems": "app"}, frozenset({"coins"}))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "data", clock=Clock()) as opened:
        yield opened


@pytest.fixture
def session(journal: Journal) -> Session:
    return Session.begin(journal, "toy", SETUP, {"red": "Ana", "blue": "Bert"}, games=toy.GAMES)
