"""Whatever is told at whatever moment: findings never raise, and what the table did all the same can be recorded."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import PUBLIC, Action, apply_anyway, judge
from companion.rules.eclipse import GAME, conquest, diplomacy, reputation, told_battles, volleys
from companion.rules.eclipse.phases import finish_game
from companion.rules.eclipse.population import SQUARES
from companion.rules.eclipse.sectors import lay
from companion.rules.eclipse.state import State
from companion.rules.notation import read, write
from tests.rules.eclipse.fleets import in_combat, settle
from tests.rules.odd_input import OddInput
from tests.rules.playing import play, started

MINE = [kind for chapter in (told_battles, volleys, conquest, reputation, diplomacy) for kind in chapter.ACTIONS]
FOUR = "blue red=eridani green=planta yellow=draco"
SEATS = ("blue", "red", "green", "yellow", "white")
THINGS = (*SEATS, "table", *SQUARES, "ancients", "gcds", "cruiser", "starbase", "ancient", "ore")
ODD = OddInput(GAME, SEATS, THINGS, (101, 207, 226, 305, 999, 100_000), (), hidden=True)


@cache
def positions() -> tuple[State, ...]:
    """One position for each decision of these chapters, and a few others."""
    turn = started(FOUR)
    fight = lay(settle(in_combat(FOUR), 305, "green", ("money", "money"), ("gray", "science")), 101)
    related = play(turn, "blue: ambassadors green", "blue: lend_cube money", "green: lend_cube money")
    battle = play(fight, "table: battle 305 green blue")
    drawn = play(battle, "table: battle_over", "green: draw 3")
    full = turn.change("blue", reputation=(1, 2, 3, None)).change("red", reputation=(1, 1, 4, 4))
    return (
        turn,
        related,
        play(related, "blue: attack green"),
        play(full, "blue: ambassadors red"),
        fight,
        battle,
        play(battle, "table: fire blue 9 1 0 2 0 1"),
        play(fight, "table: fire_population 305 blue 1 0 0 0"),
        drawn,
        drawn.view(PUBLIC),
        finish_game(full.with_(steps=())),
    )


def actions() -> st.SearchStrategy[Action[State]]:
    return st.one_of(*(ODD.actions(kind.verb) for kind in MINE))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10), st.lists(actions(), min_size=1, max_size=4))
def test_nothing_raises_and_every_line_comes_back(place: int, odd: list[Action[State]]) -> None:
    state = positions()[place]
    for action in odd:
        for reason in judge(state, action).reasons:
            assert reason.text.endswith((".", "?"))
        assert action.title(state)
        assert read(write(action), GAME.actions) == action
        state = apply_anyway(state, action)
        assert state.decisions is not None
        assert state.score().seats
        state.view(PUBLIC).score()


def test_every_candidate_can_be_judged_and_written() -> None:
    for state in positions():
        for decision in state.decisions:
            for verb in decision.verbs:
                for action in GAME.actions[verb].candidates(state, decision):
                    judge(state, action)
                    assert read(write(action), GAME.actions) == action
