"""What a volley does to a fleet: how dice may fall, and where hits are assigned (p. 19).

A fleet is what is left of one side: for each ship class its status and the damage that each ship can still take, least
first. Hits are counted by what they can hit: the lowest rolls that hit something ("cuts", e.g. 4 against interceptors,
5 against shielded cruisers) divide the die's faces into classes; a die of class j hits targets of cuts 0 to j.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Final

from companion.rules.eclipse.hits import COLOURS, DAMAGE

FIGHTING: Final = 0
RETREATING: Final = 1
GONE: Final = 2
"""Status of a ship class: at the edge of the sector while retreating, where it can be hit, then away (p. 20)."""

ShipsLeft = tuple[int, tuple[int, ...]]
Fleet = tuple[ShipsLeft, ...]

Hits = tuple[tuple[int, ...], ...]
"""Dice that hit, by colour (as `hits.COLOURS`) and class."""

POINTS: Final = tuple(DAMAGE[colour] for colour in COLOURS)

DESTROYED: Final = (0, ())
"""What is left of a class all of whose ships were destroyed."""


def in_sector(fleet: Fleet) -> bool:
    """Whether any ship of the fleet can still fight or be hit."""
    return any(ships and status != GONE for status, ships in fleet)


@lru_cache(maxsize=4096)
def _fallen(dice: int, faces: tuple[int, ...]) -> tuple[tuple[float, tuple[int, ...]], ...]:
    """How `dice` dice fall: (chance, dice in each class), where class j has `faces[j]` faces of the six."""
    if not faces:
        return ((1.0, ()),)
    rest = 6 - sum(faces[1:])  # the faces this class is chosen from once the higher ones are settled
    chance = faces[0] / rest
    return tuple(
        (comb(now, here) * chance**here * (1 - chance) ** (now - here) * p, (here, *higher))
        for p, higher in _fallen(dice, faces[1:])
        for now in (dice - sum(higher),)
        for here in range(now + 1)
    )


def faces_of(cuts: tuple[int, ...]) -> tuple[int, ...]:
    """How many faces of a die fall in each class, for cuts in ascending order."""
    return tuple(above - cut for cut, above in zip(cuts, (*cuts[1:], 7), strict=True))


def ways(dice: tuple[int, ...], cuts: tuple[int, ...]) -> int:
    """How many different results `results` would give."""
    return prod(comb(number + len(cuts), len(cuts)) for number in dice)


def results(dice: tuple[int, ...], cuts: tuple[int, ...]) -> Iterator[tuple[float, Hits]]:
    """Every result of a volley of `dice` (by colour) with its chance."""
    faces = faces_of(cuts)
    for parts in product(*(_fallen(number, faces) for number in dice)):
        yield prod(part[0] for part in parts), tuple(part[1] for part in parts)


@lru_cache(maxsize=16384)
def _kill(needed: int, available: tuple[int, ...]) -> tuple[int, ...] | None:
    """The dice (by colour) that destroy a ship which can take `needed` points, wasting least, then the fewest."""
    if sum(map(int.__mul__, available, POINTS)) < needed:
        return None
    enough = [min(number, -(-needed // points)) for number, points in zip(available, POINTS, strict=True)]
    chosen = [
        used
        for used in product(*(range(number + 1) for number in enough))
        if sum(map(int.__mul__, used, POINTS)) >= needed
    ]
    return min(chosen, key=lambda used: (sum(map(int.__mul__, used, POINTS)), sum(used)))


@lru_cache(maxsize=16384)
def _targets(fleet: Fleet, sizes: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Ships that can be hit as (-size, damage they can take, class), in the order the printed rule looks at them."""
    return tuple(
        sorted(
            (-sizes[index], left, index)
            for index, (status, ships) in enumerate(fleet)
            if status != GONE
            for left in ships
        )
    )


def assigned(fleet: Fleet, sizes: tuple[int, ...], classes: tuple[int, ...], hits: Hits) -> Fleet:
    """The fleet after hits are assigned by the printed non-player rule (p. 19).

    `sizes` and `classes` are those of each ship class: its size, and the lowest class of dice that hits it. The largest
    ship that can be destroyed is, first, with the dice that waste least, of those the ones that hit the fewest others;
    what is left goes to the largest it can hit. Of equal ships the one that needs the least damage is the first.
    """
    pool = [list(row) for row in hits]
    points_left = sum([points * sum(row) for points, row in zip(POINTS, hits, strict=True)])
    if not points_left:
        return fleet
    survivors: list[list[int]] = []
    for _, left, index in _targets(fleet, sizes):
        lowest = classes[index]
        used = _kill(left, tuple([sum(row[lowest:]) for row in pool])) if left <= points_left else None
        if used is None:
            survivors.append([left, index])
            continue
        for row, points, number in zip(pool, POINTS, used, strict=True):
            points_left -= points * number
            for each in range(lowest, len(row)):
                if not number:
                    break
                taken = min(number, row[each])
                row[each] -= taken
                number -= taken
    if points_left:
        for each in range(len(pool[0])):
            damage = sum([points * row[each] for points, row in zip(POINTS, pool, strict=True)])
            if damage:
                for target in survivors:
                    if classes[target[1]] <= each:
                        target[0] -= damage
                        break
    ships_left: list[list[int]] = [[] for _ in fleet]
    for left, index in survivors:
        ships_left[index].append(left)
    return tuple(
        [
            before if before[0] == GONE else (before[0], tuple(sorted(after))) if after else DESTROYED
            for before, after in zip(fleet, ships_left, strict=True)
        ]
    )


def together(fleet: Fleet, ranks: tuple[int, ...], classes: tuple[int, ...], hits: Hits) -> Fleet:
    """The fleet after all hits that a ship can take went to the first in order of `ranks`, then to the next, and so on.

    A ship that can be destroyed takes the dice that waste least, as in `assigned`.
    """
    pool = [list(row) for row in hits]
    ships_left: list[list[int]] = [[] for _ in fleet]
    for _, left, index in _targets(fleet, ranks):
        lowest = classes[index]
        here = tuple([sum(row[lowest:]) for row in pool])
        used = _kill(left, here) or here
        for row, number in zip(pool, used, strict=True):
            for each in range(lowest, len(row)):
                taken = min(number, row[each])
                row[each] -= taken
                number -= taken
        points = sum(map(int.__mul__, used, POINTS))
        if points < left:
            ships_left[index].append(left - points)
    return tuple(
        [
            before if before[0] == GONE else (before[0], tuple(sorted(after))) if after else DESTROYED
            for before, after in zip(fleet, ships_left, strict=True)
        ]
    )


def all_assignments(
    fleet: Fleet, classes: tuple[int, ...], hits: Hits, spend: Callable[[int], None] = lambda work: None
) -> set[Fleet]:
    """Every fleet that can be left if hits are assigned at will; no die may be put on a ship already destroyed.

    `spend` is told the work of each die before it is done, and may raise.
    """
    reached = {fleet}
    ships = sum([len(there) for _, there in fleet])  # each may be a die's target, and every result holds them all
    for points, row in zip(POINTS, hits, strict=True):
        for each, number in enumerate(row):
            for _ in range(number):
                spend(len(reached) * ships)
                reached = {after for before in reached for after in _one_die(before, classes, each, points)}
    return reached


def _one_die(fleet: Fleet, classes: tuple[int, ...], each: int, points: int) -> Iterator[Fleet]:
    """The fleet after one die of class `each` is put on each ship it can hit in turn; unchanged if there is none."""
    none = True
    for index, (status, ships) in enumerate(fleet):
        if status == GONE or classes[index] > each:
            continue
        for place, left in enumerate(ships):
            if place and ships[place - 1] == left:
                continue
            none = False
            others = ships[:place] + ships[place + 1 :]
            after = tuple(sorted((*others, left - points))) if left > points else others
            yield (*fleet[:index], (status, after) if after else DESTROYED, *fleet[index + 1 :])
    if none:
        yield fleet
