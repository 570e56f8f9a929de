"""A battle's chances by enumeration of all it can come to.

Nothing is ever repaired within a battle, so what is left of both sides only shrinks: the positions have an order, each
is looked at once, and all chances flow down. A position that stays as it is when everyone misses is passed through
again and again; the sum of that geometric series is taken in closed form, so nothing is cut off.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from companion.rules.eclipse.odds.battlefield import Side
from companion.rules.eclipse.odds.course import Course, End, Fleets
from companion.rules.eclipse.odds.volley import GONE, Fleet, all_assignments, assigned, in_sector, results, ways

Position = tuple[int, int]
"""The attacker's and the defender's fleet, by their numbers in `Fleetbook`."""


class TooLarge(Exception):
    """The battle has more to enumerate than the budget allows: its text says so in one sentence."""


class Turn(NamedTuple):
    """What a step does in a position: with chance `stays` nothing, else the fleet of side `changed` becomes another.

    `changes` are (chance, numbers of the fleets it can become): more than one where a side plays at will. `reached`
    are all these numbers.
    """

    stays: float
    changed: int
    changes: tuple[tuple[float, tuple[int, ...]], ...]
    reached: frozenset[int]


IDLE = Turn(1.0, 0, (), frozenset())


class Fleetbook:
    """One side's fleets by number, for speed: whether any is in the sector, and a rank that every change makes less."""

    def __init__(self) -> None:
        self.fleets: list[Fleet] = []
        self.inside: list[bool] = []
        self.rank: list[int] = []
        self._numbers: dict[Fleet, int] = {}

    def number(self, fleet: Fleet) -> int:
        """The number of a fleet, a new one if it was not met before."""
        if fleet not in self._numbers:
            self._numbers[fleet] = len(self.fleets)
            self.fleets.append(fleet)
            self.inside.append(in_sector(fleet))
            # Less by each point of damage, by declaring a retreat, and by leaving.
            self.rank.append(sum(3 * sum(ships) + 2 - status for status, ships in fleet if ships and status != GONE))
        return self._numbers[fleet]


class Enumeration:
    """All positions of one battle. `best` names the sides that play for their chance of winning."""

    def __init__(self, course: Course, best: Collection[Side], budget: int) -> None:
        self.course = course
        self.best = ("attacker" in best, "defender" in best)
        self.work_left = budget
        self._pick = (max, min)  # the attacker wants the greatest chance of his winning, the defender the least
        self.books = (Fleetbook(), Fleetbook())
        self.start: Position = (self.books[0].number(course.start[0]), self.books[1].number(course.start[1]))
        self._acts: dict[tuple[int, int], int | tuple[int, ...]] = {}
        self._volleys: dict[tuple[int, tuple[int, ...], int], Turn] = {}
        self._turns: dict[Position, list[Turn]] = {}
        self._values: dict[Position, list[float]] = {}

    def ends(self) -> dict[End, float]:
        """Every way the battle can end, with its chance. Raises TooLarge."""
        if any(self.best):
            self._value_all()
        course, (attackers, defenders) = self.course, self.books
        first, length = course.engagement, len(course.steps)
        following = [course.after(at) for at in range(length)]
        ends: dict[End, float] = defaultdict(float)
        top = self._rank(self.start)
        arrivals: list[dict[Position, list[float]]] = [{} for _ in range(top + 1)]
        arrivals[top][self.start] = [float(at == course.first) for at in range(length)]
        for rank in range(top, 0, -1):
            for position, arriving in arrivals[rank].items():
                turns = self._turns_of(position)
                stays = [turn.stays for turn in turns]
                visits = _visits(arriving, stays, first)
                if visits is None:
                    visits = _missiles(arriving, stays, first)
                    ends[course.stalemate(self._fleets(position))] += visits[first]
                attacker, defender = position
                for at, (_, changed, changes, reached) in enumerate(turns):
                    visited = visits[at]
                    if not visited or not changes:
                        continue
                    then_at = following[at]
                    worth = self._worth(position, at, changed, reached) if self.best[1 - changed] else {}
                    for chance, choices in changes:
                        chosen = (
                            choices[0] if len(choices) == 1 else self._pick[1 - changed](choices, key=worth.__getitem__)
                        )
                        then = (attacker, chosen) if changed else (chosen, defender)
                        if not (attackers.inside[then[0]] and defenders.inside[then[1]]):
                            ends[course.end(self._fleets(position), self._fleets(then))] += visited * chance
                            continue
                        level = arrivals[attackers.rank[then[0]] + defenders.rank[then[1]]]
                        flows = level.get(then)
                        if flows is None:
                            flows = level[then] = [0.0] * length
                        flows[then_at] += visited * chance
            arrivals[rank] = {}
        return ends

    def _rank(self, position: Position) -> int:
        return self.books[0].rank[position[0]] + self.books[1].rank[position[1]]

    def _fleets(self, position: Position) -> Fleets:
        return self.books[0].fleets[position[0]], self.books[1].fleets[position[1]]

    def _turns_of(self, position: Position) -> list[Turn]:
        """What each step does in a position; kept only where it is asked for twice, in best play."""
        if position in self._turns:
            return self._turns[position]
        turns = []
        for at, step in enumerate(self.course.steps):
            own, other = position if step.side == 0 else (position[1], position[0])
            act = self._acts.get((at, own))
            if act is None:
                act = self._acts[at, own] = self._act(at, own)
            if isinstance(act, int):
                turns.append(Turn(0.0, step.side, ((1.0, (act,)),), frozenset((act,))))
            elif not act:
                turns.append(IDLE)
            else:
                turns.append(self._volleys.get((at, act, other)) or self._volley(at, act, other))
        self._spend(len(turns) + sum([len(turn.changes) + len(turn.reached) for turn in turns]) // 2)
        if any(self.best):
            self._turns[position] = turns
        return turns

    def _act(self, at: int, own: int) -> int | tuple[int, ...]:
        """What the acting side does at a step: the number of its fleet as it retreats, or the dice it rolls, if any."""
        side = self.course.steps[at].side
        fleet = self.books[side].fleets[own]
        moved = self.course.moved(at, fleet)
        if moved is not None:
            return self.books[side].number(moved)
        dice = self.course.dice(at, fleet)
        return dice if any(dice) else ()

    def _volley(self, at: int, dice: tuple[int, ...], target: int) -> Turn:
        """What a volley does to a fleet of the other side."""
        step = self.course.steps[at]
        book = self.books[1 - step.side]
        fleet = book.fleets[target]
        cuts, classes = self.course.cuts(at, fleet)
        self._spend(ways(dice, cuts) * sum([len(ships) for _, ships in fleet]))
        stays = 0.0
        changes: dict[tuple[Fleet, ...], float] = defaultdict(float)
        for chance, hits in results(dice, cuts):
            left = assigned(fleet, step.aim.ranks, classes, hits)
            if left == fleet:
                stays += chance
            elif self.best[step.side]:
                others = all_assignments(fleet, classes, hits, self._spend) - {left}
                changes[(left, *sorted(others))] += chance
            else:
                changes[(left,)] += chance
        numbered = tuple(
            [(chance, tuple([book.number(left) for left in choices])) for choices, chance in changes.items()]
        )
        reached = frozenset([number for _, choices in numbered for number in choices])
        turn = Turn(stays, 1 - step.side, numbered, reached)
        self._volleys[at, dice, target] = turn
        return turn

    def _spend(self, work: int) -> None:
        self.work_left -= work
        if self.work_left < 0:
            raise TooLarge("the battle is too large to enumerate; ask for fewer ships, or for a sampled answer.")

    # Best play: the chance of winning of every position, from the last ones up.

    def _value_all(self) -> None:
        top = self._rank(self.start)
        found: list[set[Position]] = [set() for _ in range(top + 1)]
        found[top].add(self.start)
        for rank in range(top, 0, -1):
            for position in found[rank]:
                for turn in self._turns_of(position):
                    inside = self.books[turn.changed].inside
                    for number in turn.reached:
                        if inside[number]:
                            then = _with(position, turn.changed, number)
                            found[self._rank(then)].add(then)
        for level in found:
            for position in level:
                self._values[position] = self._value(position)

    def _value(self, position: Position) -> list[float]:
        """The attacker's chance of winning if step 0, 1 ... is next in this position."""
        turns = self._turns_of(position)
        gains = []
        for at, turn in enumerate(turns):
            worth = self._worth(position, at, turn.changed, turn.reached)
            pick = self._pick[1 - turn.changed]
            gains.append(sum([chance * pick(map(worth.__getitem__, choices)) for chance, choices in turn.changes]))
        gain, passes = 0.0, 1.0  # of one engagement round from its first step on, and the chance that all is as before
        for at in range(self.course.engagement, len(turns)):
            gain += passes * gains[at]
            passes *= turns[at].stays
        values = [0.0] * len(turns)
        following = gain / (1 - passes) if passes < 1 else 0.0
        for at in range(len(turns) - 1, -1, -1):
            values[at] = gains[at] + turns[at].stays * following
            following = values[at]
        return values

    def _worth(self, position: Position, at: int, changed: int, reached: Collection[int]) -> dict[int, float]:
        """The attacker's chance of winning once step `at` has made side `changed`'s fleet into each of `reached`."""
        following = self.course.after(at)
        inside = self.books[changed].inside
        return {
            number: self._values[_with(position, changed, number)][following] if inside[number] else float(changed)
            for number in reached
        }


def _with(position: Position, changed: int, chosen: int) -> Position:
    return (position[0], chosen) if changed else (chosen, position[1])


def _visits(arriving: list[float], stays: list[float], first: int) -> list[float] | None:
    """How often each step is expected to be reached, given where the position is entered; None if rounds never end.

    Engagement rounds (steps from `first` on) come again as long as nothing changes. Of all that enters, `returning`
    comes back to the first step after one round; with the chance `passes` of a round without change, the sum of all
    rounds is returning * (1 + passes + passes^2 ...).
    """
    visits = list(arriving)
    for at in range(1, first + 1):
        visits[at] += visits[at - 1] * stays[at - 1]
    returning, passes = 0.0, 1.0
    for at in range(first, len(stays)):
        returning = (returning + visits[at]) * stays[at]
        passes *= stays[at]
    if passes == 1.0:
        return None
    visits[first] += returning / (1 - passes)
    for at in range(first + 1, len(stays)):
        visits[at] += visits[at - 1] * stays[at - 1]
    return visits


def _missiles(arriving: list[float], stays: list[float], first: int) -> list[float]:
    """Visits of the missiles' steps where no engagement round changes anything; all else is left at step `first`."""
    visits = list(arriving[: first + 1])
    for at in range(1, first + 1):
        visits[at] += visits[at - 1] * stays[at - 1]
    visits[first] += sum(arriving[first + 1 :])
    return visits + [0.0] * (len(stays) - first - 1)
