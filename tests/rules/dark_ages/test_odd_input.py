"""Anything well-typed can be asked: findings say why not, and never raise; recorded anyway, nothing raises either."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import Word, apply_anyway, asked, judge
from companion.rules.dark_ages import GAME
from companion.rules.dark_ages.action import SecretBase
from companion.rules.dark_ages.catalog import CARDS, WORLDS
from companion.rules.dark_ages.state import State
from tests.rules.dark_ages.playing import random_game
from tests.rules.odd_input import OddInput

WORDS = (
    *WORLDS, *CARDS, "green", "red", "purple", "table", "hand", "reserve", "garrison", "face_down", "none", "round",
    "active", "deck", "discard", "bases", "secret_base", "felowi_red_1", "felowi_row_1", "surrendered", "any",
    "nonsense",
)  # fmt: skip
FREE = ("draw_card", "draw_from", "to_reserve", "give", "roll", "correct", "tell_card", "shown_card", "show_hand",
        "swap_columns", "hand_value", "turn_up", "renew", "tell")  # fmt: skip


def untold(state: State, action: Any) -> bool:
    """A card face down, not named by a seat that has told its whole hand: those it told are offered."""
    face_down = action.verb in ("secret_base", "play_face_down")
    return face_down and action.card is None and not state.player(action.seat).hand.unknown_to(action.seat)


ODD = OddInput(GAME, ("green", "red"), WORDS, (-999999, 1001, 999999), FREE, untold)


@cache
def states() -> tuple[State, ...]:
    """States of every kind of decision, whole ones and the public's, from random games with Green and Red."""
    kept: dict[str, State] = {}
    for seed in range(12):
        for moment in random_game(seed, 4):
            if {"green", "red"} <= set(moment.after.seats):
                for decision in moment.after.decisions:
                    seat = decision.seat if decision.seat in ("green", "red", "table") else "others"
                    kept.setdefault(f"{decision.name} {seat}", moment.after)
                    kept.setdefault(f"{decision.name} {seat} seen", moment.after.view("green"))
    assert len(kept) > 40
    return tuple(kept.values())


@pytest.mark.parametrize("verb", GAME.actions)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_every_action_round_trips_and_never_raises(verb: str, data: st.DataObject) -> None:
    ODD.holds(data.draw(st.sampled_from(states())), data.draw(ODD.actions(verb)))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_table_may_do_anything_one_after_another(data: st.DataObject) -> None:
    """Recorded anyway, whatever the rules say: the engine goes on and can always be asked."""
    state = data.draw(st.sampled_from(states()))
    for _ in range(6):
        action = data.draw(ODD.actions(data.draw(st.sampled_from(tuple(GAME.actions)))))
        state = apply_anyway(state, action)
        assert state.decisions is not None
        for decision in state.decisions:
            for verb in decision.verbs:
                assert list(GAME.actions[verb].candidates(state, decision)) is not None
        assert GAME.correctable(state)
        assert state.view("red").score().seats


def test_a_base_face_down_may_stay_unnamed_and_cards_that_were_told_are_offered() -> None:
    unnamed = SecretBase("green", None)
    seen = set()
    for state in states():
        if judge(state, unnamed).word is Word.LEGAL:
            told = not state.player("green").hand.unknown_to("green")
            offered = list(SecretBase.candidates(state, asked(state, unnamed)))
            assert (unnamed in offered) is not told
            assert all(judge(state, each).word is Word.LEGAL for each in offered)
            seen.add(told)
    assert True in seen
