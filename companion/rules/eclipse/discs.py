"""Influence discs placed in sectors and lifted from them, with what follows (pp. 9, 10)."""

from __future__ import annotations

from companion.rules.eclipse.catalog import SECTORS
from companion.rules.eclipse.economy import move_discs
from companion.rules.eclipse.population import ColoniseSector, return_cubes, usable_squares
from companion.rules.eclipse.sectors import lay
from companion.rules.eclipse.state import State, Step


def place_disc(state: State, seat: str, number: int, why: str, from_track: bool = True) -> State:
    """The seat's influence disc lies in the sector (p. 9); `after_disc` says what is asked then.

    `from_track`: the disc comes from the influence track; else it is already in the hand (moved from a sector).
    A sector not on the table yet is laid. Another's disc there is the caller's to lift first.
    """
    if state.sector(number) is None and number in SECTORS:
        state = lay(state, number)
    sector = state.sector(number)
    if sector is None:
        return state
    if from_track:
        state = move_discs(state, seat, -1, why)
    return state.with_sector(sector.with_(owner=seat))


def after_disc(state: State, seat: str, number: int) -> tuple[Step, ...]:
    """The steps that follow a disc placed: colonise (action phase), and before it the discovery tile, if one waits."""
    from companion.rules.eclipse.discovery import Discovery

    sector = state.sector(number)
    steps: list[Step] = []
    if sector is None:
        return ()
    player = state.player(seat)
    if state.phase == "action" and player.colony_ready > 0 and usable_squares(player, sector):
        steps.append(ColoniseSector(seat, number))
    if sector.discovery and not sector.ancients and not sector.gcds:
        steps.append(Discovery(seat, number))
    return tuple(steps)


def lift_disc(state: State, seat: str, number: int, why: str, to_track: bool = True) -> tuple[State, tuple[Step, ...]]:
    """The seat's disc leaves the sector and its cubes go back (p. 10): the state, and the choices of tracks to ask.

    The caller gives the steps to `finish_step` or `push`.
    """
    sector = state.sector(number)
    if sector is None or sector.owner != seat:
        return state, ()
    state = state.with_sector(sector.with_(owner="", cubes=()))
    if to_track:
        state = move_discs(state, seat, 1, why)
    return return_cubes(state, seat, tuple(kind for kind, _ in sector.cubes), why)
