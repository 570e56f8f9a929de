"""Whole games at full tracking: random ones with every law checked, illegal actions among them, golden records."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import PUBLIC, Illegal, Setup, Word, apply, candidates, judge, nearest
from companion.rules.eclipse import GAME, Eclipse
from companion.rules.eclipse.state import FULL, State
from companion.rules.games import GAMES
from companion.rules.notation import read, write
from companion.table import record, replay, simulation
from tests.rules.golden.__main__ import RESULTS, record_file
from tests.rules.playing import choose, random_game, random_setup
from tests.rules.test_odd_input import ODD

SLICE, ALL = range(4), range(4, 200)


class Rich(Eclipse):
    """The game with full storages at the start: seats that can pay act, build and fight far more."""

    def begin(self, chosen: Setup) -> State:
        state = super().begin(chosen)
        return state.with_(players=tuple(each.with_(storage=(80, 80, 80)) for each in state.players))


def finished(players: int, seed: int) -> simulation.Played:
    """A random game with random species, every other one a rich one; after every decision all laws are checked."""
    game = Rich() if seed % 2 else GAME
    played = simulation.play(game, random_setup(random.Random(seed), players, FULL), seed)
    assert [seat.seat for seat in played.sheet.seats] == [seat.seat for seat in played.setup.seats]
    assert played.decisions == len(played.lines)
    return played


@pytest.mark.parametrize("seed", SLICE)
@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_finish_and_keep_every_law(players: int, seed: int) -> None:
    assert finished(players, 1000 * players + seed).lines


@pytest.mark.soak
@pytest.mark.parametrize("seed", ALL)
@pytest.mark.parametrize("players", range(2, 7))
def test_all_random_games_finish_and_keep_every_law(players: int, seed: int) -> None:
    assert finished(players, 1000 * players + seed).lines


def test_what_a_position_keeps_of_the_last_one_is_as_if_worked_out_anew() -> None:
    for moment in random_game(21, 4, tracking=FULL):
        state = moment.after
        fresh = replace(state)
        assert (state.decisions, state.seats) == (fresh.decisions, fresh.seats)
        assert (state.chart, state.by_number, state.by_owner) == (fresh.chart, fresh.by_number, fresh.by_owner)


def test_a_seed_is_a_game() -> None:
    assert finished(4, 7).lines == finished(4, 7).lines


def test_random_games_reach_every_part_of_the_map() -> None:
    """What random play must have done at least once, lest the laws are checked on nothing."""
    verbs: set[str] = set()
    for seed in range(8):
        for moment in random_game(seed, 4, tracking=FULL):
            verbs.add(moment.action.verb)
    wanted = {"space", "turn", "place", "discard", "turn_another", "move_ship", "move_disc", "control", "fit", "react"}
    assert wanted <= verbs


def test_what_is_legal_can_be_found_among_the_candidates() -> None:
    for moment in random_game(5, 4, tracking=FULL):
        action, state = moment.action, moment.before
        if action.verb in ("space", "turn", "place", "move_ship", "move_disc", "build_ship"):
            asked = [d for d in state.decisions if d.seat == action.seat and action.verb in d.verbs]
            assert action in [each for d in asked for each in type(action).candidates(state, d)], write(action)


@pytest.mark.parametrize("seed", range(3))
def test_a_public_record_gives_the_public_view(seed: int) -> None:
    moments = list(random_game(seed, 4, tracking=FULL))
    assert moments[-1].after.view(PUBLIC).sectors == moments[-1].after.sectors
    state = moments[0].before
    for moment in moments:
        state = apply(state, read(write(moment.action), GAME.actions))
    assert state == moments[-1].after


@cache
def game(seed: int) -> tuple[State, ...]:
    return tuple(moment.before for moment in random_game(seed, 2 + seed % 5, tracking=FULL))


VERBS = sorted(set(GAME.actions) - {"leave", "correct", "track"})


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_an_illegal_action_never_changes_anything(data: st.DataObject) -> None:
    """From anywhere in a game: legal moves of the game and anything well-typed, one after another."""
    states = game(data.draw(st.integers(0, 5)))
    state = data.draw(st.sampled_from(states))
    chance = data.draw(st.randoms(use_true_random=False))
    for _ in range(data.draw(st.integers(1, 8))):
        if state.phase == "over":
            return
        action = data.draw(ODD.actions(data.draw(st.sampled_from(VERBS)))) if chance.random() < 0.7 else None
        if action is None:
            state = apply(state, choose(state, random.Random(chance.randint(0, 10**6))))
            assert GAME.laws(state) == []
            continue
        said = repr(state)
        verdict = judge(state, action)
        if verdict.word is Word.ILLEGAL:
            with pytest.raises(Illegal):
                apply(state, action)
            assert repr(state) == said
            assert all(reason.text.endswith(".") for reason in verdict.reasons)
        else:
            after = apply(state, action)
            assert repr(state) == said
            assert after.decisions or after.phase == "over"


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_illegal_moves_of_the_map_name_a_page_and_their_nearest_are_allowed(data: st.DataObject) -> None:
    states = game(data.draw(st.integers(0, 5)))
    moment = data.draw(st.sampled_from([s for s in states if s.decisions and s.decisions[0].name in ON_THE_MAP]))
    decision = moment.decisions[0]
    action = data.draw(ODD.actions(ON_THE_MAP[decision.name]))
    action = type(action)(**{**vars(action), "seat": decision.seat})
    verdict = judge(moment, action)
    assert all(reason.page for reason in verdict.reasons if reason.code != "not_now")
    for near in nearest(moment, action, GAME.actions):
        assert judge(moment, near).word is not Word.ILLEGAL


ON_THE_MAP = {
    "explore.space": "space",
    "explore.place": "place",
    "move.ship": "move_ship",
    "influence.disc": "move_disc",
    "build.what": "build_ship",
}


def test_somebody_can_always_go_on() -> None:
    for state in game(3):
        if state.phase != "over":
            assert any(judge(state, each).word is not Word.ILLEGAL for each in candidates(state, GAME.actions))


@pytest.mark.parametrize("players", range(2, 7))
def test_golden_record(players: int) -> None:
    """Regenerated by `python -m tests.rules.golden`."""
    golden = record.load(record_file(players), GAMES)
    assert golden.setup.tracking == FULL
    position = replay.last(golden)
    expected = json.loads(RESULTS.read_text(encoding="utf-8"))[str(players)]
    state = position.state
    assert state.phase == "over"
    assert GAME.laws(state) == []
    assert len(golden.lines) == expected["decisions"]
    points = {seat.seat: seat.low if seat.low == seat.high else [seat.low, seat.high] for seat in state.score().seats}
    assert points == expected["scores"]
