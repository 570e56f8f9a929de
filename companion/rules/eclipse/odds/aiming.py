"""Ways of aiming: simple plans for assigning hits, and the search for a good one where best play cannot be enumerated.

A plan says in which order ship classes are aimed at, and whether the fire is held together: then every die that can hit
the first ship of the order goes there until it is destroyed, while otherwise dice destroy what they can, in that order.
Missiles and cannons may have different plans. Perfect play may do better than the best plan, for it weighs each throw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from companion.rules.eclipse.odds.battlefield import SIDES, SIZE, Battlefield, Side
from companion.rules.eclipse.odds.course import Aim, Course
from companion.rules.eclipse.odds.sampled import WORK, Fights, Random
from companion.rules.eclipse.odds.volley import in_sector

ALL_ORDERS: Final = 4
"""Up to so many classes of ships every order is tried; of more, each class before all others."""

KEPT: Final = 4
"""Of that many plans one comes into the next round."""

ROUNDS: Final = 3

WORK_OF_A_ROUND: Final = WORK // 4
"""What the fights of one round may cost in all; long ones are fought less often."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a side aims: ship types in the order its cannons and missiles take, and whether the fire is held together."""

    missiles: tuple[str, ...]
    missiles_together: bool
    cannons: tuple[str, ...]
    cannons_together: bool


def aims(sizes: tuple[int, ...]) -> tuple[Aim, ...]:
    """The aims to be tried against classes of these sizes, that of the printed rule first."""
    number = len(sizes)
    if number <= ALL_ORDERS:
        orders = tuple(permutations(range(1, number + 1)))
    else:
        orders = tuple(tuple(99 if at == first else size for at, size in enumerate(sizes)) for first in range(number))
    return tuple(Aim(ranks, together) for together in (False, True) for ranks in (sizes, *orders))


def search(battle: Battlefield, best: Sequence[Side], random: Random, samples: int) -> tuple[Course, dict[Side, Plan]]:
    """The course with the best plan found for each side in `best`, and these plans.

    Each round fights about `samples` times in all; the plans that won most often come into the next. Where both sides
    are to play their best each answers the other's plan, the attacker once more at the end.
    """
    course = Course(battle)
    order = [side for side in SIDES if side in best]
    for side in (*order, *order[:1]) if len(order) > 1 else order:
        at = SIDES.index(side)
        known = aims(tuple(SIZE[each.type] for each in battle.side(SIDES[1 - at])))
        course = _chosen([course.aiming(at, cannons=aim, missiles=aim) for aim in known], at, random, samples)
        if any(step.missiles and step.side == at for step in course.steps):
            course = _chosen([course.aiming(at, missiles=aim) for aim in known], at, random, samples)
    return course, {side: _in_words(battle, course, side) for side in order}


def _chosen(courses: list[Course], side: int, random: Random, samples: int) -> Course:
    """The course that the side wins most often."""
    for _ in range(ROUNDS):
        if len(courses) == 1:
            break
        number = max(1, samples // len(courses))
        work = WORK_OF_A_ROUND // len(courses)
        won = {at: _won(course, side, random, number, work) for at, course in enumerate(courses)}
        best = sorted(won, key=lambda at: -won[at])
        courses = [courses[at] for at in best[: max(1, -(-len(courses) // KEPT))]]
    return courses[0]


def _won(course: Course, side: int, random: Random, number: int, work: int) -> float:
    """How large a part of so many fights, or of those that the work allows, the side won, as `Odds` counts it."""
    ends = Fights(course, random).ends(number, work, fewest=1)
    attacker = sum(count for end, count in ends.items() if in_sector(end.fleets[0])) / ends.total()
    return 1 - attacker if side else attacker


def _in_words(battle: Battlefield, course: Course, side: Side) -> Plan:
    at = SIDES.index(side)
    types = [each.type for each in battle.side(SIDES[1 - at])]
    chosen = {step.missiles: step.aim for step in course.steps if step.side == at}
    cannons = chosen[False]
    missiles = chosen.get(True, cannons)
    return Plan(_order(types, missiles), missiles.together, _order(types, cannons), cannons.together)


def _order(types: list[str], aim: Aim) -> tuple[str, ...]:
    return tuple(types[at] for at in sorted(range(len(types)), key=lambda at: -aim.ranks[at]))
