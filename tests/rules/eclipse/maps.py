"""Maps for tests: sectors laid where they are wanted, with discs and ships."""

from __future__ import annotations

from companion.rules.eclipse.blueprints import with_tile
from companion.rules.eclipse.catalog import SHIPS
from companion.rules.eclipse.pieces import Sector
from companion.rules.eclipse.presence import put_ships
from companion.rules.eclipse.state import State

COLUMN = (304, 310, 313, 305, 307, 309, 311)
"""Outer sectors with a wormhole at the top and at the bottom."""


def laid(
    state: State,
    number: int,
    at: tuple[int, int],
    rotation: int = 0,
    owner: str = "",
    ships: str = "",
    ancients: int = 0,
) -> State:
    """The state with a sector there; `ships` in order of entry: "red interceptor 2, blue cruiser"."""
    sector = Sector(number=number, at=at, rotation=rotation, owner=owner, ancients=ancients)
    if owner:
        state = state.change(owner, discs=state.player(owner).discs - 1)
    state = state.with_sector(sector)
    for words in filter(None, ships.split(", ")):
        seat, ship, *count = words.split()
        state = placed(state, number, seat, ship, int(count[0]) if count else 1)
    return state


def placed(state: State, number: int, seat: str, ship: str, count: int = 1) -> State:
    """The state with more ships on the board, in that sector."""
    ships = tuple(n + count * (kind == ship) for kind, n in zip(SHIPS, state.player(seat).ships, strict=True))
    return put_ships(state.change(seat, ships=ships), number, seat, ship, count)


def column(state: State, length: int, first: str = "", last: str = "") -> State:
    """The state with so many sectors in a straight line from (5, -3) southwards, linked one to the next."""
    for place, number in enumerate(COLUMN[:length]):
        ships = first if place == 0 else last if place == length - 1 else ""
        state = laid(state, number, (5, place - 3), ships=ships)
    return state


def fitted(state: State, seat: str, ship: str, square: int, part: str) -> State:
    """The state with a part tile on a square of a blueprint."""
    return state.with_player(with_tile(state.player(seat), ship, square, part))
