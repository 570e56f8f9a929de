"""Which ships are in a sector, in which order their seats entered, and who is whose enemy there (pp. 14, 18, 27)."""

from __future__ import annotations

from companion.rules.eclipse.catalog import SECTORS, SHIPS
from companion.rules.eclipse.parties import ANCIENTS, GCDS
from companion.rules.eclipse.pieces import Sector, sector_as_printed
from companion.rules.eclipse.state import State

_PLACE = {str(ship): place for place, ship in enumerate(SHIPS)}


def count(sector: Sector, seat: str, ship: str = "") -> int:
    """How many ships (of that type) the seat has in the sector."""
    number = 0
    for each, kind, those in sector.ships:  # a plain loop: it is asked thousands of times a game, mostly of no ships
        if each == seat and (not ship or kind == ship):
            number += those
    return number


def fleet(sector: Sector, seat: str) -> tuple[tuple[str, int], ...]:
    """The seat's ships in the sector: (type, how many), in the order of SHIPS."""
    return tuple((kind, number) for each, kind, number in sector.ships if each == seat)


def with_ships(sector: Sector, seat: str, ship: str, change: int) -> Sector:
    """The sector with ships of a type come in (change > 0) or gone; the first to come in puts the seat last in order.

    More ships than are there cannot go: then none is left.
    """
    number = max(0, count(sector, seat, ship) + change)
    others = [each for each in sector.ships if each[:2] != (seat, ship)]
    if number:
        others.append((seat, ship, number))
    ships = tuple(sorted(others, key=lambda each: (each[0], _PLACE.get(each[1], len(_PLACE)))))
    here = any(each == seat for each, _, _ in ships)
    entered = sector.entered
    if here and seat not in entered:
        entered = (*entered, seat)
    elif not here:
        entered = tuple(each for each in entered if each != seat)
    return sector.with_(ships=ships, entered=entered)


def put_ships(state: State, number: int, seat: str, ship: str, change: int) -> State:
    """The state with ships come into a sector or gone from it; where places are not tracked nothing changes."""
    sector = state.sector(number)
    if sector is None and state.sectors_untold and number in SECTORS and change > 0:
        sector = sector_as_printed(number)  # where a ship goes a sector lies, though nobody told of it
    if sector is None or not state.tracks("ship_places"):
        return state
    return state.with_sector(with_ships(sector, seat, ship, change))


def is_draco(state: State, seat: str) -> bool:
    """Whether the seat plays the Descendants of Draco, who live with the Ancients (p. 27)."""
    return seat in state.seats and state.player(seat).species_key == "draco"


def allied(state: State, one: str, other: str) -> bool:
    """Whether two parties have diplomatic relations (p. 11)."""
    if one not in state.seats:
        return False
    return any(each.partner == other for each in state.player(one).ambassadors)


def hostile(state: State, one: str, other: str) -> bool:
    """Whether two parties in one sector fight: all do but partners, and Draco with the Ancients (pp. 11, 27)."""
    if one == other or allied(state, one, other):
        return False
    return not (ANCIENTS in (one, other) and (is_draco(state, one) or is_draco(state, other)))


def parties(sector: Sector) -> tuple[str, ...]:
    """Everybody with ships there: the Ancients and the Defense System, who were there first, then seats by entry."""
    ancients = (ANCIENTS,) if sector.ancients else ()
    gcds = (GCDS,) if sector.gcds else ()
    return (*ancients, *gcds, *sector.entered)


def enemies(state: State, sector: Sector, seat: str) -> tuple[str, ...]:
    """The parties with ships there that are enemies of the seat."""
    return tuple(party for party in parties(sector) if hostile(state, seat, party))


def combatants(state: State, sector: Sector) -> tuple[str, ...]:
    """The parties that fight in the sector, in order of entry; () where nobody does (p. 18)."""
    there = parties(sector)
    return tuple(party for party in there if any(hostile(state, party, other) for other in there))
