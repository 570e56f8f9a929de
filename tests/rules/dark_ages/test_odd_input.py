"""Anything well-typed can be asked: findings say why not, and never raise; recorded anyway, nothing raises either."""

from __future__ import annotations

import types
import typing
from dataclasses import fields
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import Action, Illegal, Word, apply, apply_anyway, asked, judge
from companion.rules.dark_ages import GAME
from companion.rules.dark_ages.catalog import CARDS, WORLDS
from companion.rules.dark_ages.state import State
from companion.rules.notation import read, write
from tests.rules.dark_ages.playing import random_game

WORDS = (
    *WORLDS, *CARDS, "green", "red", "purple", "table", "hand", "reserve", "garrison", "face_down", "none", "round",
    "active", "deck", "discard", "bases", "secret_base", "felowi_red_1", "felowi_row_1", "surrendered", "any",
    "nonsense",
)  # fmt: skip
NUMBERS = st.one_of(st.integers(-3, 12), st.sampled_from((-999999, 1001, 999999)))
FREE = ("draw_card", "draw_from", "to_reserve", "give", "roll", "correct", "tell_card", "shown_card", "show_hand",
        "hand_value", "turn_up", "renew", "tell")  # fmt: skip
"""What the table tells freely: candidates are examples of it, not all of it."""


def strategy(shape: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type, all of which a line can carry."""
    arguments = typing.get_args(shape)
    if typing.get_origin(shape) is tuple:
        return st.lists(strategy(arguments[0]), max_size=5).map(tuple)
    choices = arguments if isinstance(shape, types.UnionType) else (shape,)
    known = {int: NUMBERS, str: st.sampled_from(WORDS), bool: st.booleans(), type(None): st.none()}
    return st.one_of([known[each] for each in choices if each in known])


@cache
def actions(verb: str) -> st.SearchStrategy[Action[Any]]:
    kind = GAME.actions[verb]
    hints = typing.get_type_hints(kind)
    values = {each.name: strategy(hints[each.name]) for each in fields(kind) if each.name != "seat"}
    return st.builds(kind, seat=st.sampled_from(("green", "red", "purple", "table")), **values)


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
    action = data.draw(actions(verb))
    assert read(write(action), GAME.actions) == action
    state = data.draw(st.sampled_from(states()))
    verdict = judge(state, action)
    assert all(reason.text.endswith(".") and reason.code for reason in verdict.reasons)
    assert all(each.text.endswith((".", "?")) for each in verdict.missing)
    assert action.title(state)
    assert action.seen_by("public").title(state.view("public"))
    if verdict.word is Word.ILLEGAL:
        with pytest.raises(Illegal):
            apply(state, action)
    else:
        assert apply(state, action).decisions is not None
        if verdict.word is Word.LEGAL and verb not in FREE:
            decision = None if action.anytime else asked(state, action)
            assert action in list(type(action).candidates(state, decision)), write(action)
    after = apply_anyway(state, action)
    assert after.decisions is not None
    assert after.score().seats


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_table_may_do_anything_one_after_another(data: st.DataObject) -> None:
    """Recorded anyway, whatever the rules say: the engine goes on and can always be asked."""
    state = data.draw(st.sampled_from(states()))
    for _ in range(6):
        action = data.draw(actions(data.draw(st.sampled_from(tuple(GAME.actions)))))
        state = apply_anyway(state, action)
        assert state.decisions is not None
        for decision in state.decisions:
            for verb in decision.verbs:
                assert list(GAME.actions[verb].candidates(state, decision)) is not None
        assert GAME.correctable(state)
        assert state.view("red").score().seats
