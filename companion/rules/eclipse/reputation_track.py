"""Reputation tiles and the track they share with ambassadors: how many are drawn, what fits, what unknown tiles may be.

Values of tiles are `int`, None (kept, not told) or HIDDEN (this viewer may not look).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.rules.contract import Hidden

Value = int | Hidden | None

TILES: Final[Mapping[int, int]] = {1: 12, 2: 9, 3: 7, 4: 4}
"""Reputation tiles in the box: how many of each value (p. 21 as the publisher corrected it)."""

ALL_TILES: Final = sum(TILES.values())

PARTICIPATION: Final = 1
MOST_DRAWN: Final = 5
DRAWN_FOR: Final[Mapping[str, int]] = {
    "interceptor": 1,
    "starbase": 1,
    "ancient": 1,
    "cruiser": 2,
    "dreadnought": 3,
    "gcds": 3,
}
"""Tiles drawn for each opposing ship destroyed (p. 21)."""


@dataclass(frozen=True, slots=True)
class Slots:
    """Squares of a species' Reputation Track by what they may hold (p. 11, 26-27)."""

    ambassador_only: int
    either: int
    reputation_only: int

    def fit(self, ambassadors: int, reputation: int) -> bool:
        """Whether so many tiles can lie on the track; they may be rearranged at any time (p. 11)."""
        more_ambassadors = max(0, ambassadors - self.ambassador_only)
        more_reputation = max(0, reputation - self.reputation_only)
        return more_ambassadors + more_reputation <= self.either


def tiles_to_draw(destroyed: Iterable[str], took_part: bool) -> int:
    """Tiles a party draws in one sector: 1 for taking part, more for each ship type it destroyed, at most 5 (p. 21).

    `took_part` is false for a party whose remaining ships all retreated, even if they were shot doing so (p. 21, 30).
    """
    earned = sum(DRAWN_FOR.get(ship, 0) for ship in destroyed) + (PARTICIPATION if took_part else 0)
    return min(MOST_DRAWN, earned)


def unknown(values: Iterable[Value]) -> int:
    """How many of the tiles nobody has told, or this viewer may not see."""
    return sum(not isinstance(value, int) for value in values)


def left_at_most(value: int, seen: Iterable[Value]) -> int:
    """How many tiles of `value` can be outside of `seen` at most."""
    return TILES.get(value, 0) - sum(each == value for each in seen)


def worth(values: Iterable[Value], seen: Iterable[Value]) -> tuple[int, int]:
    """Least and most points of `values`, when `seen` (these among them) are all the tiles lying on tracks.

    Tiles nobody told take the lowest, then the highest, of what the known tiles leave over.
    """
    values = tuple(values)
    counted = Counter(each for each in seen if isinstance(each, int))
    pool = [value for value, number in sorted(TILES.items()) for _ in range(max(0, number - counted[value]))]
    known = sum(each for each in values if isinstance(each, int))
    number = min(unknown(values), len(pool))
    return known + sum(pool[:number]), known + sum(pool[len(pool) - number :])
