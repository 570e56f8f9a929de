"""Battles whose chances are known, and a slow, plain way to work out any tiny one: what `odds` is tested against.

The plain way shares no code with `odds`: it rolls every die of every volley in every way, tries every subset of dice
for a kill, and plays step after step until the chance that the battle still goes on is negligible.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, product

from companion.rules.eclipse.odds import Battlefield, ShipClass

S = ShipClass
INTERCEPTOR = S("interceptor", 1, yellow=1, initiative=3)
CRUISER = S("cruiser", 1, yellow=1, computer=1, hull=1, initiative=2)
STARBASE = S("starbase", 1, yellow=1, computer=1, hull=2, initiative=4)
ANCIENT = S("ancient", 1, yellow=2, computer=1, hull=1, initiative=2)

VERNOR = (
    S("interceptor", 3, yellow=1, missiles=2, initiative=4),
    S("cruiser", 1, orange=1, missiles=2, shield=1, hull=2, initiative=3),
)
IAIN = (
    S("interceptor", 3, yellow=1, missiles=2, initiative=3),
    S("cruiser", 1, yellow=2, computer=2, hull=1, initiative=3),
)
"""The rulebook's example (pp. 22-23), before the missiles."""

KNOWN: dict[str, tuple[Battlefield, float]] = {
    "b01": (Battlefield((INTERCEPTOR,), (INTERCEPTOR,)), 0.45455),
    "b02": (Battlefield((CRUISER,), (CRUISER,)), 0.44800),
    "b04": (Battlefield((INTERCEPTOR,), (ANCIENT,)), 0.03114),
    "b06": (Battlefield((CRUISER,), (ANCIENT,)), 0.17029),
    "b10": (Battlefield((CRUISER,), (STARBASE,)), 0.23680),
    "b14": (
        Battlefield(
            (S("dreadnought", 2, orange=2, computer=2, hull=4, initiative=2),),
            (S("gcds", 1, yellow=4, computer=1, hull=7),),
        ),
        0.99685,
    ),
    "b16": (
        Battlefield(
            (S("cruiser", 1, yellow=1, missiles=4, computer=3, initiative=4),),
            (S("ancient", 2, yellow=2, computer=1, hull=1, initiative=2),),
        ),
        0.91592,
    ),
    "b19": (Battlefield(VERNOR, IAIN), 0.65245),
}
"""The attacker's chance of winning, both sides by the printed non-player rule, to 0.0001."""

LARGEST_FIRST = ("gcds", "dreadnought", "cruiser", "starbase", "interceptor", "ancient")
POINTS = {"y": 1, "o": 2, "r": 4}

Ship = tuple[int, int, int]
"""(side, place in its list of classes, damage taken)"""

Place = tuple[tuple[Ship, ...], tuple[int, ...], int]
"""(ships left, status of every class: 0 fights, 1 retreats, 2 away; the step that is next)"""


class Plainly:
    """One tiny battle, worked out the plain way. `best` is the side (0 attacker, 1 defender) that plays its best."""

    def __init__(self, battle: Battlefield, best: int | None = None) -> None:
        self.sides = (battle.attacker, battle.defender)
        self.best = best
        keys = [(side, index) for side in (1, 0) for index in range(len(self.sides[side]))]
        keys.sort(key=lambda key: -self.sides[key[0]][key[1]].initiative)
        self.steps = [(key, True) for key in keys] + [(key, False) for key in keys]
        self.keys = keys
        ships = tuple((s, i, 0) for s in (0, 1) for i, each in enumerate(self.sides[s]) for _ in range(each.n))
        self.start: Place = (ships, (0,) * len(keys), 0 if battle.missiles else len(keys))

    def here(self, place: Place, side: int) -> list[Ship]:
        ships, status, _ = place
        return [ship for ship in ships if ship[0] == side and status[self.keys.index(ship[:2])] < 2]

    def over(self, place: Place) -> bool:
        return not (self.here(place, 0) and self.here(place, 1))

    def next_step(self, at: int) -> int:
        return at + 1 if at + 1 < len(self.steps) else len(self.keys)

    def outcomes(self, place: Place) -> list[tuple[float, list[Place]]]:
        """(chance, places the acting side may choose from) for the step that is next."""
        ships, status, at = place
        (side, index), missiles = self.steps[at]
        then = self.next_step(at)
        own = [ship for ship in ships if ship[:2] == (side, index)]
        key = self.keys.index((side, index))
        kind = self.sides[side][index]
        if not own or status[key] == 2:
            return [(1.0, [(ships, status, then)])]
        if not missiles and (status[key] == 1 or len(own) <= kind.retreat_at):
            return [(1.0, [(ships, (*status[:key], status[key] + 1, *status[key + 1 :]), then)])]
        dice = "o" * kind.missiles if missiles else "y" * kind.yellow + "o" * kind.orange + "r" * kind.red
        dice *= len(own)
        targets = self.here(place, 1 - side)
        rest = [ship for ship in ships if ship not in targets]
        found: dict[tuple[Place, ...], float] = defaultdict(float)
        for values in product(range(1, 7), repeat=len(dice)):
            rolled = list(zip(dice, values, strict=True))
            choices = (
                self.at_will(rolled, kind, targets) if side == self.best else [self.printed(rolled, kind, targets)]
            )
            places = {(tuple(sorted([*rest, *left])), status, then) for left in choices}
            found[tuple(sorted(places))] += 6.0 ** -len(dice)
        return [(chance, list(places)) for places, chance in found.items()]

    def hits(self, value: int, kind: ShipClass, target: Ship) -> bool:
        return value == 6 or (value > 1 and value + kind.computer - self.sides[target[0]][target[1]].shield >= 6)

    def can_take(self, target: Ship) -> int:
        return self.sides[target[0]][target[1]].hull - target[2] + 1

    def printed(self, rolled: list[tuple[str, int]], kind: ShipClass, targets: list[Ship]) -> list[Ship]:
        pool = list(rolled)
        order = sorted(
            targets, key=lambda ship: (LARGEST_FIRST.index(self.sides[ship[0]][ship[1]].type), self.can_take(ship))
        )
        left = []
        for target in order:
            usable = sorted((die for die in pool if self.hits(die[1], kind, target)), key=lambda die: die[1])
            kills = [
                dice
                for number in range(1, len(usable) + 1)
                for dice in combinations(usable, number)
                if sum(POINTS[die[0]] for die in dice) >= self.can_take(target)
            ]
            if not kills:
                left.append(target)
                continue
            for die in min(kills, key=lambda dice: (sum(POINTS[die[0]] for die in dice), len(dice))):
                pool.remove(die)
        damage = [0] * len(left)
        for colour, value in pool:
            for place, target in enumerate(left):
                if self.hits(value, kind, target):
                    damage[place] += POINTS[colour]
                    break
        return [(side, index, taken + more) for (side, index, taken), more in zip(left, damage, strict=True)]

    def at_will(self, rolled: list[tuple[str, int]], kind: ShipClass, targets: list[Ship]) -> list[list[Ship]]:
        aims = [[at for at, ship in enumerate(targets) if self.hits(value, kind, ship)] or [-1] for _, value in rolled]
        ways = []
        for aimed in product(*aims):
            damage = [0] * (len(targets) + 1)
            for (colour, _), at in zip(rolled, aimed, strict=True):
                damage[at] += POINTS[colour]
            ways.append(
                [
                    (ship[0], ship[1], ship[2] + damage[at])
                    for at, ship in enumerate(targets)
                    if damage[at] < self.can_take(ship)
                ]
            )
        return ways

    def result(self, steps: int = 600) -> tuple[float, float, list[float]]:
        """Chance that the attacker wins, that the battle goes on after `steps` steps, and ships expected to be lost."""
        going: dict[Place, float] = {self.start: 1.0}
        known: dict[Place, list[tuple[float, list[Place]]]] = {}
        wins, lost = 0.0, [0.0, 0.0]
        for _ in range(steps):
            following: dict[Place, float] = defaultdict(float)
            for place, chance in going.items():
                if place not in known:
                    known[place] = self.outcomes(place)
                for p, places in known[place]:
                    then = places[0]
                    if self.over(then):
                        wins += chance * p * bool(self.here(then, 0))
                        for side in (0, 1):
                            left = sum(ship[0] == side for ship in then[0])
                            lost[side] += chance * p * (sum(each.n for each in self.sides[side]) - left)
                    else:
                        following[then] += chance * p
            going = following
        return wins, sum(going.values()), lost

    def best_result(self, rounds: int = 150) -> float:
        """The attacker's chance of winning if `best` chooses for its own, by going over all places again and again."""
        outcomes: dict[Place, list[tuple[float, list[Place]]]] = {}
        waiting = [self.start]
        while waiting:
            place = waiting.pop()
            if place in outcomes or self.over(place):
                continue
            outcomes[place] = self.outcomes(place)
            waiting += [then for _, places in outcomes[place] for then in places]
        value: dict[Place, float] = defaultdict(float)
        pick = min if self.best else max
        for _ in range(rounds):
            for place in sorted(
                outcomes, key=lambda place: (len(place[0]), -sum(ship[2] for ship in place[0]), -place[2])
            ):
                value[place] = sum(
                    p * pick(bool(self.here(then, 0)) if self.over(then) else value[then] for then in places)
                    for p, places in outcomes[place]
                )
        return value[self.start]
