"""Which ship each die is assigned to: what it can hit, and the printed rule for Ancients and Defense System (p. 19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from companion.rules.eclipse import hits
from companion.rules.eclipse.hits import COLOURS, DAMAGE, Die

SIZES: Final = ("dreadnought", "cruiser", "starbase", "interceptor", "gcds", "ancient")
"""Types of ship, the largest first."""


@dataclass(frozen=True, slots=True)
class Target:
    """One ship that may be shot at: type, place (from 1) among those, damage that still destroys it, shields."""

    ship: str
    place: int
    left: int
    shield: int

    @property
    def size(self) -> int:
        """0 for the largest type."""
        return SIZES.index(self.ship) if self.ship in SIZES else len(SIZES)


Assignment = tuple[Die, str, int]
"""A die, and the type and place of the ship it is assigned to; places as they were before the first die."""


def hitting(dice: Iterable[Die], computer: int, target: Target) -> list[Die]:
    """The dice that hit the target."""
    return [die for die in dice if hits.hits(die[1], computer, target.shield)]


def useful(dice: Iterable[Die], computer: int, targets: Sequence[Target]) -> tuple[Die, ...]:
    """The dice that hit at least one of the targets: only these are assigned."""
    shields = {target.shield for target in targets}
    return tuple(die for die in dice if any(hits.hits(die[1], computer, shield) for shield in shields))


def by_printed_rule(dice: Iterable[Die], computer: int, targets: Iterable[Target]) -> tuple[Assignment, ...]:
    """How Ancients and the Defense System assign their dice (p. 19). Dice that hit nothing are left out.

    The largest ship that can be destroyed is destroyed first, and so on; what is left damages the largest it can hit.
    Of equal ships the one that needs least; a kill takes the dice that waste least.
    """
    left = list(dice)
    ships = sorted(targets, key=lambda each: (each.size, each.left, each.place))
    assigned: list[Assignment] = []
    while True:
        for target in ships:
            kill = _least_waste(hitting(left, computer, target), target.left)
            if kill is not None:
                break
        else:
            break
        for die in kill:
            left.remove(die)
            assigned.append((die, target.ship, target.place))
        ships.remove(target)
    for die in left:
        for place, target in enumerate(ships):
            if hits.hits(die[1], computer, target.shield):
                assigned.append((die, target.ship, target.place))
                ships[place] = replace(target, left=target.left - DAMAGE[die[0]])
                ships.sort(key=lambda each: (each.size, each.left, each.place))
                break
    return tuple(assigned)


def _least_waste(dice: Sequence[Die], needed: int) -> list[Die] | None:
    """Of these hits the ones that do `needed` damage wasting least (then the fewest dice), or None."""
    by_colour = {colour: sorted(die for die in dice if die[0] == colour) for colour in COLOURS}
    best: tuple[int, int, tuple[int, ...]] | None = None
    for numbers in product(*(range(min(len(by_colour[colour]), needed) + 1) for colour in COLOURS)):
        done = sum(number * DAMAGE[colour] for number, colour in zip(numbers, COLOURS, strict=True))
        if done >= needed and (best is None or (done, sum(numbers), numbers) < best):
            best = (done, sum(numbers), numbers)
    if best is None:
        return None
    return [die for number, colour in zip(best[2], COLOURS, strict=True) for die in by_colour[colour][:number]]
