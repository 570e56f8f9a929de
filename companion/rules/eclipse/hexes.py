"""Places of sectors: axial (q, r) with the Galactic Center at (0, 0), r growing southwards (pp. 5, 7, 9).

Directions 0-5 run clockwise from the top: 0 = N, 1 = NE ... 5 = NW. A tile turned by `rotation` clockwise steps has
its printed edge e at the world's direction (e + rotation) % 6.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from companion.rules.eclipse.catalog import SECTORS

Place = tuple[int, int]

DIRECTIONS: Final[tuple[Place, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
START_DISTANCE: Final = 2
"""Starting sectors lie two sectors away from the Galactic Center (p. 5)."""
RINGS: Final = ("centre", "inner", "middle", "outer")
STACKS: Final = ("inner", "middle", "outer")
"""The three stacks, I, II and III."""
STACK_NUMBERS: Final = {"inner": "I", "middle": "II", "outer": "III"}


def distance(place: Place) -> int:
    """How many sectors a place is away from the Galactic Center."""
    q, r = place
    return max(abs(q), abs(r), abs(q + r))


@cache
def ring(place: Place) -> str:
    """Which ring a place belongs to; its stack has the same name. Three and more away is outer (p. 9)."""
    return RINGS[min(distance(place), 3)]


@cache
def neighbours(place: Place) -> tuple[Place, ...]:
    """The six places around one, by direction."""
    q, r = place
    return tuple((q + along, r + down) for along, down in DIRECTIONS)


@cache
def openings(number: int, rotation: int) -> frozenset[int]:
    """The world's directions in which a sector turned like that has wormholes. No such sector has none."""
    tile = SECTORS.get(number)
    return frozenset((edge + rotation) % 6 for edge in tile.wormholes) if tile is not None else frozenset()


def opposite(direction: int) -> int:
    return (direction + 3) % 6


def start_place(direction: int) -> Place:
    """The starting spot in that direction from the Galactic Center (p. 5)."""
    along, down = DIRECTIONS[direction]
    return (along * START_DISTANCE, down * START_DISTANCE)


def stack_of(number: int) -> str:
    """The stack a sector tile belongs to, "" for the centre, starting sectors and no sector."""
    return _STACK.get(number, "")


_STACK: Final = {number: tile.ring if tile.ring in STACKS else "" for number, tile in SECTORS.items()}


@cache
def tiles_of(stack: str) -> tuple[int, ...]:
    """The numbers of all tiles of a stack in the box."""
    return tuple(number for number in SECTORS if stack_of(number) == stack)


def place_words(place: Place) -> str:
    """A place as a sentence says it: "the space at 2, -1"."""
    return f"the space at {place[0]}, {place[1]}"


@cache
def around(place: Place) -> tuple[tuple[int, Place], ...]:
    """(direction, place) of the six neighbours."""
    return tuple(enumerate(neighbours(place)))
