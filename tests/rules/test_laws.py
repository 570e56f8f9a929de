"""Random games: what is counted stays, every change of storage is itemised, nobody is left without a choice."""

import random

import pytest

from companion.rules.contract import PUBLIC, Illegal, Word, apply, forbidden, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.catalog import ROUNDS, TRACKS
from companion.rules.notation import read, write
from tests.rules.playing import Moment, random_game

COUNTED = ("discs", "cubes_money", "cubes_science", "cubes_materials")


def _itemised(moment: Moment) -> None:
    for before in moment.before.players:
        after = moment.after.player(before.seat)
        pairs = list(zip(TRACKS, before.storage, after.storage, strict=True))
        if not after.gone:
            pairs += zip(COUNTED, (before.discs, *before.cubes), (after.discs, *after.cubes), strict=True)
        for thing, old, new in pairs:
            entered = sum(e.amount for e in moment.after.entries if e.seat == before.seat and e.thing == thing)
            assert new - old == entered, f"{write(moment.action)}: {thing} of {before.seat}"


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", range(4))
def test_random_games(players: int, seed: int) -> None:
    rounds = set()
    last = None
    for moment in random_game(1000 * players + seed, players):
        assert GAME.laws(moment.after) == [], write(moment.action)
        _itemised(moment)
        rounds.add(moment.after.round)
        last = moment.after
    assert last is not None
    assert last.phase == "over"
    assert rounds == set(range(1, max(rounds) + 1))
    assert max(rounds) == ROUNDS or not last.playing()
    assert len(last.score().seats) == players


def test_a_record_gives_the_same_state_again() -> None:
    moments = list(random_game(7, 4))
    state = moments[0].before
    for moment in moments:
        state = apply(state, read(write(moment.action), GAME.actions))
        assert state == moment.after
    assert repr(state) == repr(moments[-1].after)


def test_candidates_never_raise_and_illegal_ones_change_nothing() -> None:
    chance = random.Random(3)
    for moment in random_game(11, 5):
        if chance.random() > 0.15:
            continue
        state = moment.before
        said = repr(state)
        for decision in state.decisions:
            for verb in decision.verbs:
                for action in GAME.actions[verb].candidates(state, decision):
                    assert action.title(state)
                    assert forbidden(state, action) == (judge(state, action).word is Word.ILLEGAL)
                    if judge(state, action).word is Word.ILLEGAL:
                        with pytest.raises(Illegal):
                            apply(state, action)
                    else:
                        apply(state, action)
        assert repr(state) == said


def test_what_is_legal_can_be_found_among_the_candidates() -> None:
    """Every action played was a candidate of the decision it answered, draws and dice apart."""
    for moment in random_game(13, 3):
        action = moment.action
        if action.verb in ("new_technologies", "draw", "roll"):
            continue
        asked = [d for d in moment.before.decisions if d.seat == action.seat and action.verb in d.verbs]
        found = [
            each
            for d in (asked if asked and not action.anytime else [None])
            for each in type(action).candidates(moment.before, d)
        ]
        assert action in found


def test_views_hide_reputation_and_stay_playable() -> None:
    for moment in random_game(5, 4):
        state = moment.after
        for viewer in (PUBLIC, state.seats[0]):
            seen = state.view(viewer)
            for player in seen.players:
                if player.seat != viewer and not player.reputation_shown:
                    assert not any(isinstance(tile, int) for tile in player.reputation)
            assert [d.name for d in seen.decisions] == [d.name for d in state.decisions]
            assert seen.score()
