"""A battle's chances by fighting it many times, for fleets too large to enumerate. Chance is given from outside."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable
from typing import Final

from companion.rules.eclipse.odds.course import Course, End
from companion.rules.eclipse.odds.volley import Fleet, Hits, assigned, in_sector, together

Random = Callable[[], float]
"""Gives a number from 0 up to but not including 1, as random.Random(seed).random does."""


WORK: Final = 1_500_000
"""Dice rolled and ships looked at, in all fights together, after which no more are fought. About a second."""

FEWEST: Final = 50
"""Fights that are fought however long they are, where an error is to be stated of them."""


class Fights:
    """Fights one battle again and again, each side with the aims of its course. `work` counts what was done so far."""

    def __init__(self, course: Course, random: Random) -> None:
        self.course = course
        self.random = random
        self.work = 0
        self._left: dict[tuple[int, Fleet, Hits], Fleet] = {}

    def ends(self, samples: int, most: int = WORK, fewest: int = FEWEST) -> Counter[End]:
        """How `samples` fights ended, or as many as `most` work allowed but at least the `fewest`."""
        ends: Counter[End] = Counter()
        for number in range(samples):
            if self.work > most and number >= fewest:
                break
            ends[self.fight()] += 1
        return ends

    def fight(self) -> End:
        """One fight from where the battle stands to its end."""
        course, fleets, at = self.course, self.course.start, self.course.first
        idle = 0
        while idle < len(course.steps):  # a whole round in which nobody could do anything
            side = course.steps[at].side
            own, other = fleets[side], fleets[1 - side]
            before = fleets
            moved = course.moved(at, own)
            dice = course.dice(at, own)
            idle = 0 if moved is not None or any(dice) else idle + 1
            if moved is not None:
                fleets = (moved, other) if side == 0 else (other, moved)
            elif any(dice):
                left = self._volley(at, dice, other)
                fleets = (own, left) if side == 0 else (left, own)
            if fleets is not before and not (in_sector(fleets[0]) and in_sector(fleets[1])):
                return course.end(before, fleets)
            at = course.after(at)
        return course.stalemate(fleets)

    def _volley(self, at: int, dice: tuple[int, ...], target: Fleet) -> Fleet:
        cuts, classes = self.course.cuts(at, target)
        self.work += sum(dice) + sum([len(ships) for _, ships in target])
        rolled = []
        for number in dice:
            fallen = [0] * (len(cuts) + 1)
            for _ in range(number):
                fallen[bisect(cuts, 1 + int(6 * self.random()))] += 1
            rolled.append(tuple(fallen[1:]))
        key = (at, target, tuple(rolled))
        if key not in self._left:
            aim = self.course.steps[at].aim
            rule = together if aim.together else assigned
            self._left[key] = rule(target, aim.ranks, classes, key[2])
        return self._left[key]
