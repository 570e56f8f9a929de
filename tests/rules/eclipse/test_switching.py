"""Any set of tracked areas, switched at any time: the game goes on, no law is broken, nothing is wrongly forbidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import PUBLIC, Action, Word, apply, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.catalog import CUBES, DISCS
from companion.rules.eclipse.corrections import correctable
from companion.rules.eclipse.population import cubes_untold
from companion.rules.eclipse.sectors import discs_out
from companion.rules.eclipse.state import FULL, State
from companion.rules.notation import read, write
from tests.rules.playing import choose, random_setup

AREAS = sorted(FULL)
MOST = 8000


def switched(seed: int, players: int, tracking: frozenset[str], at: dict[int, str]) -> Iterator[State]:
    """A random game in which, at these actions, an area is switched the other way; every state of it."""
    chance = random.Random(seed)
    state = GAME.begin(random_setup(chance, players, tracking or frozenset({"storage"})))
    for number in range(MOST):
        yield state
        if state.phase == "over":
            return
        if number in at:
            area = at[number]
            line = f"table: track {area} {'no' if area in state.tracking else 'yes'}"
            state = apply(state, read(line, GAME.actions))
            yield state
        state = apply(state, choose(state, chance))
    raise AssertionError(f"the game of seed {seed} is not over after {MOST} actions, in round {state.round}")


def holds(state: State) -> None:
    """What is true of any position, whatever is tracked."""
    assert GAME.laws(state) == []
    for player in state.players:
        if not player.gone:
            assert 0 <= discs_out(player) <= DISCS
            assert 0 <= cubes_untold(state, player.seat) <= CUBES
    assert state.decisions or state.phase == "over"
    assert state.score().seats


def drawn_switches(chance: random.Random) -> tuple[frozenset[str], dict[int, str]]:
    """Areas tracked at the beginning, and what is switched at which action."""
    tracking = frozenset(area for area in AREAS if chance.random() < 0.5)
    return tracking, {chance.randrange(1, 400): chance.choice(AREAS) for _ in range(6)}


@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(2, 4),
    st.frozensets(st.sampled_from(AREAS)),
    st.dictionaries(st.integers(1, 120), st.sampled_from(AREAS), max_size=6),
)
def test_any_areas_switched_at_any_time(seed: int, players: int, tracking: frozenset[str], at: dict[int, str]) -> None:
    for number, state in enumerate(islice(switched(seed, players, tracking, at), 200)):
        holds(state)
        if number % 40 == 0:
            assert correctable(state)
            assert state.view(PUBLIC).score().seats


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_with_areas_switched(seed: int) -> None:
    for state in switched(seed, 2 + seed % 5, *drawn_switches(random.Random(seed))):
        holds(state)
    assert state.phase == "over"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6, 300))
def test_all_whole_games_with_areas_switched(seed: int) -> None:
    for state in switched(seed, 2 + seed % 5, *drawn_switches(random.Random(seed))):
        holds(state)
    assert state.phase == "over"


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("tracking", [FULL, frozenset({"sectors", "storage", "reputation"})], ids=["full", "light"])
def test_each_area_off_and_on_again_in_a_whole_game(area: str, tracking: frozenset[str]) -> None:
    for state in switched(len(area), 4, tracking, {60: area, 140: area, 260: area, 320: area}):
        holds(state)
    assert state.phase == "over"


def refused(state: State, action: Action[State]) -> set[str]:
    return {reason.code for reason in judge(state, action).reasons}


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_allowed_is_not_forbidden_for_being_less_known(area: str, seed: int) -> None:
    """The same table, once fully tracked and once with an area switched off and on just now: an action that the rules
    allow is never refused, for all that is not known is missing."""
    chance = random.Random(f"{area} {seed}")
    setup = random_setup(chance, 2 + seed, FULL)
    state = GAME.begin(replace(setup, options={**setup.options, "technology_tiles": "app_draws"}))
    judged = 0
    while state.phase != "over":
        action = choose(state, chance)
        if chance.random() < 0.3 and judge(state, action).word is Word.LEGAL:
            off = apply(state, read(f"table: track {area} no", GAME.actions))
            for less in (off, apply(off, read(f"table: track {area} yes", GAME.actions))):
                if same_questions(less, state):
                    # A question may have gone with its area, and so may what the inbox asked.
                    assert refused(less, action) <= {"not_now", "not_your_turn", "not_owed"}, write(action)
                    judged += 1
        state = apply(state, action)
    assert judged > 50


def same_questions(one: State, other: State) -> bool:
    """Whether the same seats are asked the same."""
    return [(d.seat, d.name) for d in one.decisions] == [(d.seat, d.name) for d in other.decisions]
