"""Corrections that contradict each other and the play: nothing breaks, nobody is stuck, and no secret comes out."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.rules.contract import PUBLIC, judge
from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.corrections import Correct, correctable
from companion.rules.cosmic_empires.state import State
from companion.table import simulation
from companion.table.session import over
from tests.rules.cosmic.playing import begin, deal, random_setup


def some_correction(state: State, chance: random.Random) -> Correct:
    """Any value set to anything that it takes."""
    row = chance.choice(correctable(state))
    value: Any
    if row.choices:
        value = chance.choice(row.choices)
    elif row.low is None or row.high is None:
        value = chance.random() < 0.5
    else:
        value = chance.choice((row.low, row.high, chance.randint(row.low, row.high)))
    return Correct(row.seat, row.field, value)


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4), (4, 5)])
def test_a_game_goes_on_whatever_is_put_right(seed: int, players: int) -> None:
    chance = random.Random(seed)
    state = GAME.begin(random_setup(seed, players))
    for _ in range(160):
        if over(state):
            break
        action: Any = some_correction(state, chance) if chance.random() < 0.3 else None
        action = action or simulation.choose(GAME, state, chance)
        assert action is not None, f"nobody can answer {state.decisions}"
        state = action.apply(state)
        assert state.phase == "over" or state.decisions
        for seat in (PUBLIC, *state.seats):
            assert state.view(seat).view(seat) == state.view(seat)


def test_corrections_show_no_secret_and_end_no_game() -> None:
    """Two games that differ in Red's mission and hand look alike after any corrections, and none names a winner."""
    chance = random.Random(9)
    seats = "yellow=empire red=natives blue=scientists"
    one, two = (begin(seats, event_cards="told") for _ in range(2))
    for each in (one, two):
        assert each.view(PUBLIC) == one.view(PUBLIC)
    one = deal(_sealed(one, "seven_markers"), "red", "spy", "patrol")
    two = deal(_sealed(two, "most_planets"), "red", "revolts", "sabotage")
    for _ in range(150):
        action = some_correction(one, chance)
        assert not judge(two, action).reasons
        one, two = action.apply(one), action.apply(two)
        for viewer in (PUBLIC, "yellow", "blue"):
            assert one.view(viewer) == two.view(viewer), action
        assert not one.winners
        assert all(decision.name != "mission.met" for decision in (*one.decisions, *two.decisions))
    assert one != two


def _sealed(state: State, mission: str) -> State:
    """The game after its setup: Red has sealed that mission, the others keep theirs on paper."""
    while state.phase == "setup":
        decision = state.decisions[0]
        kind = GAME.actions["on_paper" if decision.name == "setup.mission" else decision.verbs[0]]
        if decision.name == "setup.mission" and decision.seat == "red":
            kind = GAME.actions["seal_mission"]
        offered = list(kind.candidates(state, decision))
        action = next((each for each in offered if getattr(each, "mission", mission) == mission), offered[0])
        state = action.apply(state)
    return state
