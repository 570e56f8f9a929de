"""Positions for tests of the combat phase: everybody has passed, ships and sectors as wanted."""

from __future__ import annotations

from companion.rules.eclipse.catalog import TRACKS
from companion.rules.eclipse.sectors import lay
from companion.rules.eclipse.state import State
from tests.rules.playing import play, started

FLEET = (8, 4, 2, 4)


def in_combat(seats: str = "blue red", **options: str) -> State:
    """The combat phase; every seat has all its ships."""
    state = started(seats, **options)
    state = play(state, *(f"{seat}: pass" for seat in state.seats))
    assert state.phase == "combat"
    for seat in state.seats:
        state = state.change(seat, ships=FLEET)
    return state


def settle(state: State, number: int, seat: str, *cubes: tuple[str, str]) -> State:
    """The sector laid, with the seat's disc and these cubes (square, track), taken from its board."""
    state = lay(state, number)
    sector = state.sector(number)
    assert sector is not None
    player = state.player(seat)
    left = list(player.cubes)
    for _, track in cubes:
        left[TRACKS.index(track)] -= 1
    state = state.change(seat, cubes=tuple(left), discs=player.discs - 1)
    return state.with_sector(sector.with_(owner=seat, cubes=cubes, ancients=0, discovery=False))
