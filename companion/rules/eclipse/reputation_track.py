"""Reputation tiles and the track they share with ambassadors: how many are drawn, what fits, what unknown tiles may be.

Values of tiles are `int`, None (kept, not told) or HIDDEN (this viewer may not look).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from companion.rules.contract import HIDDEN, Hidden
from companion.rules.eclipse.catalog import REPUTATION_DRAW, REPUTATION_TILES, SHIPS, Species

Value = int | Hidden | None

ALL_TILES: Final = sum(REPUTATION_TILES.values())

MOST_DRAWN: Final = REPUTATION_DRAW["max_draw"]

DESTROYABLE: Final = (*SHIPS, "ancient", "gcds")
"""What can be destroyed in a battle, by the words that records use."""


@dataclass(frozen=True, slots=True)
class Slots:
    """Squares of a species' Reputation Track by what they may hold (p. 11, 26-27)."""

    ambassador_only: int
    either: int
    reputation_only: int

    @staticmethod
    def of(species: Species) -> Slots:
        return _slots(species.ambassador_only, species.either, species.reputation_only)

    def fit(self, ambassadors: int, reputation: int) -> bool:
        """Whether so many tiles can lie on the track; they may be rearranged at any time (p. 11)."""
        more_ambassadors = max(0, ambassadors - self.ambassador_only)
        more_reputation = max(0, reputation - self.reputation_only)
        return more_ambassadors + more_reputation <= self.either


@cache
def _slots(ambassador_only: int, either: int, reputation_only: int) -> Slots:
    return Slots(ambassador_only, either, reputation_only)


def tiles_to_draw(destroyed: Iterable[str], took_part: bool) -> int:
    """Tiles a party draws in one sector: 1 for taking part, more for each ship type it destroyed, at most 5 (p. 21).

    `took_part` is false for a party whose remaining ships all retreated, even if they were shot doing so (p. 21, 30).
    """
    earned = sum(REPUTATION_DRAW[ship] for ship in destroyed if ship in DESTROYABLE)
    earned += REPUTATION_DRAW["participation"] if took_part else 0
    return min(MOST_DRAWN, earned)


def unknown(values: Iterable[Value]) -> int:
    """How many of the tiles nobody has told, or this viewer may not see."""
    return sum(not isinstance(value, int) for value in values)


def left_at_most(value: int, seen: Iterable[Value]) -> int:
    """How many tiles of `value` can be outside of `seen` at most."""
    return REPUTATION_TILES.get(value, 0) - sum(each == value for each in seen)


def worth(values: Iterable[Value], seen: Iterable[Value]) -> tuple[int, int]:
    """Least and most points of `values`, when `seen` (these among them) are all the tiles lying on tracks.

    Tiles nobody told take the lowest, then the highest, of what the known tiles leave over.
    """
    values = tuple(values)
    counted = Counter(each for each in seen if isinstance(each, int))
    pool = [value for value, number in sorted(REPUTATION_TILES.items()) for _ in range(max(0, number - counted[value]))]
    known = sum(each for each in values if isinstance(each, int))
    number = min(unknown(values), len(pool))
    return known + sum(pool[:number]), known + sum(pool[len(pool) - number :])


def arranged(values: Iterable[Value]) -> tuple[Value, ...]:
    """The tiles in one fixed order (told ones by value, then hidden, then untold), so that no order tells anything."""

    def place(value: Value) -> tuple[int, int]:
        if value is None:
            return (2, 0)
        return (1, 0) if isinstance(value, Hidden) else (0, value)

    return tuple(sorted(values, key=place))


def hidden(values: Iterable[Value]) -> tuple[Value, ...]:
    """The tiles as a viewer sees them who may not look: that a value was not told is no secret."""
    return tuple(None if value is None else HIDDEN for value in values)


def without(values: Iterable[Value], value: Value) -> tuple[Value, ...]:
    """The tiles less one of that value; where it does not lie there, less one that could be it."""
    left = list(values)
    for each in (value, HIDDEN, None):
        if each in left:
            left.remove(each)
            break
    return tuple(left)


def could_be(values: Iterable[Value], value: Value) -> bool:
    """Whether one of the tiles is, or may be, of that value."""
    values = tuple(values)
    return bool(values) and (value in values or isinstance(value, Hidden) or HIDDEN in values or None in values)
