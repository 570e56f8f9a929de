"""Anything well-typed can be asked: findings say why not, and never raise; recorded anyway, nothing raises either."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.catalog import (
    COLOURS,
    EVENT_CARDS,
    FIELD_COPIES,
    MISSIONS,
    SECRET_MISSIONS,
)
from companion.rules.cosmic_empires.state import State
from tests.rules.cosmic.playing import random_game
from tests.rules.odd_input import OddInput

WORDS = (
    *COLOURS, *EVENT_CARDS, *sorted(FIELD_COPIES)[:12], *MISSIONS[:4], *SECRET_MISSIONS, "table", "home", "a1", "c3",
    "b2", "d4", "e5", "z9", "frigate", "cruiser", "frigate_1", "frigate_2", "cruiser_1", "weapon", "shield", "card",
    "upgrade", "north", "south", "middle", "conquest", "assaults", "capacity", "battle", "planet", "station", "none",
    "markers", "reserve", "c3_field", "left", "active", "pile", "nonsense", "concealed", "event_cards",
)  # fmt: skip
FREE = (
    "draw_event", "steal", "roll", "stones", "field", "mission", "first", "tell_card", "correct", "note_field",
    "play_card", "give_up_card", "check_the_table", "wins", "declare", "tell",
)  # fmt: skip
ODD = OddInput(GAME, ("red", "blue"), WORDS, (-999999, 99, 999999), FREE)


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
    ODD.holds(data.draw(st.sampled_from(states())), data.draw(ODD.actions(verb)))


def test_no_reason_masks_another() -> None:
    from tests.rules.cosmic.playing import codes, fly, lay, turn

    state = fly(turn(), "yellow", "frigate@home").change("yellow", markers=1)
    state = lay(state, "c3", "free_space", "red")
    assert codes(state, "yellow: construct battleship c3") >= {"no_ship", "no_capacity", "no_shipyard"}
    # Diplomacy on a closed planet without a stone in reserve: both are said.
    state = lay(state, "b2", "event_planet_2", red=3, blue=2)
    state = fly(state, "red", "frigate@b2").change("yellow", reserve=0)
    assert codes(state, "yellow: diplomacy b2") >= {"closed", "no_stone"}
