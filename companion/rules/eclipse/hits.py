"""What dice do: when a die hits, what it needs, how much damage it does, and how many throws a volley takes (p. 18-20).

Dice are `(colour, value)` pairs; colours are `yellow`, `orange`, `red`; values 1 to 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.rules.eclipse.catalog import DICE, HIT

Die = tuple[str, int]

COLOURS: Final = tuple(DICE)
"""The dice's colours, in the order in which a roll asks for them."""

DAMAGE: Final[Mapping[str, int]] = {colour: each["damage"] for colour, each in DICE.items()}
"""Damage of one die that hits: Ion, Plasma, Antimatter (p. 19)."""

BOX_DICE: Final[Mapping[str, int]] = {colour: each["count"] for colour, each in DICE.items()}
"""Dice in the box (p. 3): a bigger volley takes several throws."""

ALWAYS_HITS: Final = HIT["always_hit"]
ALWAYS_MISSES: Final = HIT["always_miss"]
NEEDED: Final = HIT["needed"]
"""Roll and computers less shields must come to this (p. 19)."""


def hits(value: int, computer: int, shield: int) -> bool:
    """Whether a die showing `value` hits: a 6 always, a 1 never, else value + computer - shield >= 6 (p. 19)."""
    if value == ALWAYS_HITS:
        return True
    return value != ALWAYS_MISSES and value + computer - shield >= NEEDED


def minimum_roll(computer: int, shield: int) -> int:
    """The lowest value that hits, 2 to 6 (p. 19): what a screen shows as "5+"."""
    return max(ALWAYS_MISSES + 1, min(ALWAYS_HITS, NEEDED - computer + shield))


def damage(dice: Iterable[Die], computer: int, shield: int) -> int:
    """Damage points of all dice that hit such a target (p. 19)."""
    return sum(DAMAGE[colour] for colour, value in dice if hits(value, computer, shield))


def population_damage(dice: Iterable[Die], computer: int) -> int:
    """Population cubes that an attack destroys: one for each point of damage; population has no shields (p. 20)."""
    return damage(dice, computer, 0)


def damage_to_destroy(hull: int) -> int:
    """Damage that destroys a ship: each Hull symbol absorbs one point, one more destroys it (p. 19)."""
    return hull + 1


def throws(volley: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """The throws that `volley` (dice by colour) takes with the box's dice: each as the colours to roll, in order."""
    left = {colour: max(0, volley.get(colour, 0)) for colour in COLOURS}
    thrown: list[tuple[str, ...]] = []
    while any(left.values()):
        dice: list[str] = []
        for colour in COLOURS:
            now = min(left[colour], BOX_DICE[colour])
            left[colour] -= now
            dice += [colour] * now
        thrown.append(tuple(dice))
    return tuple(thrown)


def initiative(base: int, parts: Iterable[int]) -> int:
    """A ship type's Initiative: its blueprint's own and that of its Computers and Drives (p. 18)."""
    return base + sum(parts)


def energy_left(parts: Iterable[int], extra: int = 0) -> int:
    """Energy that a ship has to spare: sources count above zero, users below; negative is not allowed (p. 13)."""
    return extra + sum(parts)
