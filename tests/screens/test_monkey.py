"""A monkey at the panel, for each box: no traceback, no dead end, no lost event."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rules.contract import SeatSetup, Setup
from companion.rules.games import GAMES
from companion.table import simulation
from companion.table.journal import Journal
from companion.table.session import Session
from tests.screens.driver import Driver
from tests.screens.monkey import Monkey, events

SLICE, ALL = 150, 20_000


def begun(data: Path, box: str, seed: int, most: int) -> Path:
    """A session of three seats in the midst of its game, played so far by itself."""
    game = GAMES[box]
    made = simulation.setup(game, 3, options={})
    everything = getattr(game, "presets", {}).get("full", frozenset())
    chance = random.Random(seed)
    with Journal(data) as journal:
        seats = tuple(SeatSetup(each.seat, each.faction) for each in made.seats)
        session = Session.begin(journal, box, Setup(box, seats, {}, everything))
        for _ in range(most):
            action = None if session.over else simulation.choose(game, session.state, chance)
            if action is None:
                break
            session.submit(action)
        session.close()
    return data


def monkey(start_app: Callable[..., Driver], data: Path, box: str, seed: int, touches: int) -> set[str]:
    """So many touches in a game of that box; the screens that came up."""
    begun(data, box, seed, 20 + 37 * (seed % 5))
    app = start_app((800, 480), "--camera", "studio", data=data)
    app.settled()
    hand = Monkey(app, seed)
    hand.play(touches)
    assert hand.broken == []
    acknowledged = app.settled().raw["revision"]
    app.kill()
    assert events(data) >= acknowledged
    app.start()
    app.wait(lambda p: p.raw["ready"] and not p.raw["busy"], "the app to come up again")
    return hand.screens


@pytest.mark.parametrize("box", ["dark_ages", "cosmic_empires"])
def test_random_touches_break_nothing(start_app: Callable[..., Driver], tmp_path: Path, box: str) -> None:
    assert len(monkey(start_app, tmp_path / "data", box, 1, SLICE)) >= 3


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 22))
@pytest.mark.parametrize("box", ["eclipse", "dark_ages", "cosmic_empires"])
def test_twenty_thousand_random_touches(start_app: Callable[..., Driver], tmp_path: Path, box: str, seed: int) -> None:
    monkey(start_app, tmp_path / "data", box, seed, ALL // 20)
