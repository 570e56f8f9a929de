"""Random games: what is counted stays, markers never fall, nobody is stuck; the public record tells the public view."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from companion.rules.contract import PUBLIC, Illegal, Kind, Word, apply, asked, judge
from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.state import State
from companion.rules.notation import read, write
from tests.rules.cosmic.playing import Moment, random_game


def check(moment: Moment) -> None:
    said = write(moment.action)
    assert GAME.laws(moment.after) == [], said
    for before in moment.before.players:
        after = moment.after.player(before.seat)
        assert after.markers >= before.markers, f"markers fall: {said}"
        things = (
            ("markers", before.markers, after.markers),
            ("reserve", before.reserve, after.reserve),
            ("ships", len(before.ships), len(after.ships)),
            ("event cards", len(before.hand), len(after.hand)),
        )
        for thing, old, new in things:
            entered = sum(e.amount for e in moment.after.entries if e.seat == before.seat and e.thing == thing)
            assert new - old == entered, f"{said}: {thing} of {before.seat}"


def finished(state: State) -> bool:
    return state.phase == "over" and (bool(state.winners) or all(player.draw_agreed for player in state.players))


@pytest.mark.parametrize(
    ("players", "seed"), [(2, 202), (2, 203), (3, 302), (3, 304), (4, 401), (4, 403), (5, 500), (5, 502), (5, 504)]
)
def test_random_games(players: int, seed: int) -> None:
    """Games of all house rules; some take ten times as long as these, which is what the soak is for."""
    last = None
    for moment in random_game(seed, players):
        check(moment)
        last = moment.after
    assert last is not None
    assert finished(last)
    assert len(last.score().seats) == players


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("part", range(20))
def test_five_hundred_random_games(players: int, part: int) -> None:
    for seed in range(25 * part, 25 * part + 25):
        last = None
        for moment in random_game(10_000 * players + seed, players):
            check(moment)
            last = moment.after
        assert last is not None
        assert finished(last), seed


def test_a_record_gives_the_same_state_again() -> None:
    moments = list(islice(random_game(7, 4), 1500))
    state = moments[0].before
    for moment in moments:
        state = apply(state, read(write(moment.action), GAME.actions))
        assert state == moment.after
    assert repr(state) == repr(moments[-1].after)


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4), (4, 5)])
def test_public_lines_replay_to_the_public_view(seed: int, players: int) -> None:
    """What the public sees is what the record's public lines say, no more and no less; a seat's lines likewise."""
    viewers = (PUBLIC, None)
    for viewer in viewers:
        seen = None
        for moment in islice(random_game(seed, players, event_cards="told", cards_asked="once"), 900):
            who = viewer or moment.before.seats[0]
            if seen is None:
                seen = moment.before.view(who)
            action = read(write(moment.action.seen_by(who)), GAME.actions)
            assert judge(seen, action).word is not Word.ILLEGAL, write(action)
            seen = apply(seen, action)
            # Who was robbed knows the card, though the view of the robber's hand does not say it.
            assert seen.view(who) == moment.after.view(who), write(moment.action)


def test_candidates_never_raise_and_illegal_ones_change_nothing() -> None:
    chance = random.Random(3)
    for moment in islice(random_game(11, 5, event_cards="told"), 1500):
        if chance.random() > 0.05:
            continue
        state = moment.before
        said = repr(state)
        for decision in state.decisions:
            for verb in decision.verbs:
                for action in GAME.actions[verb].candidates(state, decision):
                    assert action.title(state)
                    if judge(state, action).word is Word.ILLEGAL:
                        with pytest.raises(Illegal):
                            apply(state, action)
                    else:
                        apply(state, action)
        assert repr(state) == said


def test_what_is_legal_can_be_found_among_the_candidates() -> None:
    for moment in islice(random_game(13, 3), 900):
        action = moment.action
        decision = asked(moment.before, action)
        if decision is not None and decision.kind in (Kind.DRAW, Kind.ROLL) and decision.draw is not None:
            continue
        if decision is not None and decision.kind is Kind.ROLL:
            continue
        assert action in list(type(action).candidates(moment.before, None if action.anytime else decision)) or (
            action in list(type(action).candidates(moment.before, decision))
        ), write(action)


def test_every_decision_offers_something() -> None:
    """No verb is asked for in vain: some candidate of every verb of a main decision is allowed, or of another one."""
    for moment in islice(random_game(17, 4), 900):
        for decision in moment.after.decisions:
            if decision.window or decision.kind is not Kind.CHOOSE:
                continue
            offered = (a for verb in decision.verbs for a in GAME.actions[verb].candidates(moment.after, decision))
            assert any(judge(moment.after, action).word is not Word.ILLEGAL for action in offered), decision.name
