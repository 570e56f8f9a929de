"""Influence discs placed in sectors and lifted from them, with what follows (pp. 9, 10)."""

from __future__ import annotations

from companion.rules.eclipse.catalog import SECTORS
from companion.rules.eclipse.economy import move_discs
from companion.rules.eclipse.population import ColoniseSector, ReturnUntold, cubes_untold, return_cubes, usable_squares
from companion.rules.eclipse.sectors import lay, may_be_own, may_own_more, unnamed
from companion.rules.eclipse.state import State, Step


def place_disc(state: State, seat: str, number: int, why: str, from_track: bool = True) -> State:
    """The seat's influence disc lies in the sector (p. 9); `after_disc` says what is asked then.

    `from_track`: the disc comes from the influence track; else it is already in the hand (moved from a sector).
    A sector not on the table yet is laid. Another's disc there is the caller's to lift first. Where sectors are not
    tracked the number may be 0, for a sector that is not named.
    """
    if state.sector(number) is None and number in SECTORS:
        state = lay(state, number)
    sector = state.sector(number)
    if sector is None and not unnamed(state):
        return state
    if from_track:
        state = move_discs(state, seat, -1, why)
    if sector is None:
        return state
    fresh = {} if sector.is_told("owner", "cubes") else {"cubes": ()}
    return state.with_sector(sector.telling(owner=seat, **fresh))


def after_disc(state: State, seat: str, number: int) -> tuple[Step, ...]:
    """The steps that follow a disc placed: colonise (action phase), and before it the discovery tile, if one waits."""
    from companion.rules.eclipse.discovery import Discovery, tiles_left

    sector = state.sector(number)
    steps: list[Step] = []
    player = state.player(seat)
    colonists = state.phase == "action" and player.colony_ready > 0
    if sector is None:
        if not unnamed(state):
            return ()
        colonise = (ColoniseSector(seat, 0),) if colonists else ()
        return (*colonise, Discovery(seat, 0, sure=False)) if tiles_left(state) else colonise
    if colonists and usable_squares(player, sector):
        steps.append(ColoniseSector(seat, number))
    certain = sector.surely
    sure = sector.is_told("discovery", "ancients", "gcds")
    if sector.discovery and not certain.ancients and not certain.gcds and (sure or tiles_left(state)):
        steps.append(Discovery(seat, number, sure))
    return tuple(steps)


def may_lift(state: State, seat: str, number: int | None) -> bool:
    """Whether the seat's disc lies in the sector, or may as far as was told."""
    sector = state.sector(number or 0)
    if sector is None:
        return unnamed(state) and may_own_more(state, seat)
    return may_be_own(state, seat, sector)


def lift_disc(
    state: State, seat: str, number: int | None, why: str, to_track: bool = True
) -> tuple[State, tuple[Step, ...]]:
    """The seat's disc leaves the sector and its cubes go back (p. 10): the state, and the choices of tracks to ask.

    The caller gives the steps to `finish_step` or `push`. Cubes that were not told are asked for.
    """
    sector = state.sector(number or 0)
    if not may_lift(state, seat, number):
        return state, ()
    cubes, told = (sector.cubes, sector.is_told("cubes")) if sector is not None else ((), False)
    if sector is not None:
        state = state.with_sector(sector.telling(owner="", cubes=()))
    if to_track:
        state = move_discs(state, seat, 1, why)
    state, steps = return_cubes(state, seat, tuple(kind for kind, _ in cubes), why)
    if not told and cubes_untold(state, seat):
        steps = (*steps, ReturnUntold(seat, why))
    return state, steps
