"""Anything well-typed can be asked: findings say why not, and never raise; recorded anyway, nothing raises either."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import apply, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.catalog import COLOURS, DISCOVERY_KINDS, SECTORS, SHIPS, TECHNOLOGY_KEYS, TRACKS
from companion.rules.eclipse.state import FULL, LIGHT, State
from companion.rules.notation import read
from tests.rules.odd_input import OddInput
from tests.rules.playing import codes, random_game, started

WORDS = (
    *COLOURS, *SHIPS, *TRACKS, *DISCOVERY_KINDS, *TECHNOLOGY_KEYS[:8], "table", "track", "gray", "orbital", "monolith",
    "money_advanced", "ancients", "gcds", "yellow", "orange", "upgrade", "build", "move", "discs", "round", "traitor",
    "technology_orbital", "sector_207", "sector_1_ancients", "reputation_1", "passed", "nonsense", "warp_core",
)  # fmt: skip
FREE = (
    "draw", "roll", "new_technologies", "reveal_reputation", "fire", "fire_population", "bombard", "battle",
    "destroyed", "correct", "leave", "keep", "swap",
)  # fmt: skip
ODD = OddInput(GAME, ("red", "blue"), WORDS, (*sorted(SECTORS), -999999, 200, 999, 999999), FREE)


@cache
def states() -> tuple[State, ...]:
    """States of every kind of decision, from random games with red and blue."""
    kept: dict[str, State] = {}
    for tracking in (LIGHT, FULL):
        for seed in range(12):
            for moment in random_game(seed, 4, tracking=tracking):
                if {"red", "blue"} <= set(moment.after.seats):
                    for decision in moment.after.decisions:
                        kept.setdefault(f"{decision.name} {'map' in tracking}", moment.after)
    assert len(kept) > 15
    return tuple(kept.values())


@pytest.mark.parametrize("verb", GAME.actions)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_every_action_round_trips_and_never_raises(verb: str, data: st.DataObject) -> None:
    ODD.holds(data.draw(st.sampled_from(states())), data.draw(ODD.actions(verb)))


def test_unknown_sectors_are_said() -> None:
    state = started()
    verdict = judge(state, read("red: colonise 999 money money", GAME.actions))
    text = "There is no sector 999; sectors are 001, 101-108, 201-211, 221-232, 301-318."
    assert text in [reason.text for reason in verdict.reasons]


def test_no_reason_masks_another() -> None:
    state = started().change("red", colony_ready=0, cubes=(0, 11, 11))
    found = codes(state, "red: colonise 223 money_advanced money")
    assert found == {"no_colony_ship", "no_cube", "owned_by", "needs_technology"}
    military = ("neutron_bombs", "starbase", "plasma_cannon", "phase_shield", "advanced_mining", "tachyon_source")
    full = started().change("red", technologies=(*military, "plasma_missile"), storage=(0, 0, 0)).with_(supply_untold=0)
    full = apply(full, read("red: research", GAME.actions))
    assert codes(full, "red: technology gluon_computer") == {"track_full", "not_in_supply", "short"}
