"""Anything well-typed can be asked: findings say why not, and never raise; recorded anyway, nothing raises either."""

from __future__ import annotations

import types
import typing
from dataclasses import fields
from functools import cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import Action, Illegal, Word, apply, apply_anyway, asked, judge
from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.catalog import (
    COLOURS,
    EVENT_CARDS,
    FIELD_COPIES,
    MISSIONS,
    SECRET_MISSIONS,
)
from companion.rules.cosmic_empires.state import State
from companion.rules.notation import read, write
from tests.rules.cosmic.playing import random_game

WORDS = (
    *COLOURS, *EVENT_CARDS, *sorted(FIELD_COPIES)[:12], *MISSIONS[:4], *SECRET_MISSIONS, "table", "home", "a1", "c3",
    "b2", "d4", "e5", "z9", "frigate", "cruiser", "frigate_1", "frigate_2", "cruiser_1", "weapon", "shield", "card",
    "upgrade", "north", "south", "middle", "conquest", "assaults", "capacity", "battle", "planet", "station", "none",
    "markers", "reserve", "c3_field", "left", "active", "pile", "nonsense", "concealed", "event_cards",
)  # fmt: skip
NUMBERS = st.one_of(st.integers(-3, 9), st.sampled_from((-999999, 99, 999999)))


def strategy(shape: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type, all of which a line can carry."""
    arguments = typing.get_args(shape)
    if typing.get_origin(shape) is tuple:
        return st.lists(strategy(arguments[0]), max_size=6).map(tuple)
    choices = arguments if isinstance(shape, types.UnionType) else (shape,)
    known = {int: NUMBERS, str: st.sampled_from(WORDS), bool: st.booleans(), type(None): st.none()}
    return st.one_of([known[each] for each in choices if each in known])


FREE = (
    "draw_event", "steal", "roll", "stones", "field", "mission", "first", "tell_card", "correct", "note_field",
    "play_card", "give_up_card", "check_the_table", "wins", "declare", "tell",
)  # fmt: skip
"""What the table tells freely (cards, dice, stones, fields): candidates are examples of it, not all of it."""


@cache
def actions(verb: str) -> st.SearchStrategy[Action[Any]]:
    kind = GAME.actions[verb]
    hints = typing.get_type_hints(kind)
    values = {each.name: strategy(hints[each.name]) for each in fields(kind) if each.name != "seat"}
    return st.builds(kind, seat=st.sampled_from(("red", "blue", "purple", "table")), **values)


@cache
def states() -> tuple[State, ...]:
    """States of every kind of decision, from random games with red and blue."""
    kept: dict[str, State] = {}
    for seed in range(10):
        for moment in islice(random_game(seed, 4), 1200):
            if {"red", "blue"} <= set(moment.after.seats):
                for decision in moment.after.decisions:
                    kept.setdefault(decision.name, moment.after)
                kept.setdefault(moment.after.phase, moment.after)
    assert len(kept) > 15
    return tuple(kept.values())


@pytest.mark.parametrize("verb", GAME.actions)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_every_action_round_trips_and_never_raises(verb: str, data: st.DataObject) -> None:
    action = data.draw(actions(verb))
    assert read(write(action), GAME.actions) == action
    state = data.draw(st.sampled_from(states()))
    verdict = judge(state, action)
    assert all(reason.text.endswith(".") and reason.code for reason in verdict.reasons), verdict
    assert all(each.text.endswith((".", "?")) for each in verdict.missing)
    assert action.title(state)
    if verdict.word is Word.ILLEGAL:
        with pytest.raises(Illegal):
            apply(state, action)
    else:
        assert apply(state, action).decisions is not None
        if verb not in FREE and action.seat in ("red", "blue", "table"):
            decision = asked(state, action)
            assert action in list(type(action).candidates(state, decision))
    after = apply_anyway(state, action)
    assert after.decisions is not None
    assert after.view("red").decisions is not None
    assert after.score()


def test_no_reason_masks_another() -> None:
    from tests.rules.cosmic.playing import codes, fly, lay, turn

    state = fly(turn(), "yellow", "frigate@home").change("yellow", markers=1)
    state = lay(state, "c3", "free_space", "red")
    assert codes(state, "yellow: construct battleship c3") >= {"no_ship", "no_capacity", "no_shipyard"}
    # Diplomacy on a closed planet without a stone in reserve: both are said.
    state = lay(state, "b2", "event_planet_2", red=3, blue=2)
    state = fly(state, "red", "frigate@b2").change("yellow", reserve=0)
    assert codes(state, "yellow: diplomacy b2") >= {"closed", "no_stone"}
