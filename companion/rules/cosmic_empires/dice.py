"""The five combat dice: which are thrown, and which faces hit (The Combat Dice; C45, C46, CA29, CA61)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.rules.cosmic_empires.catalog import DICE
from companion.rules.cosmic_empires.state import Ship

BODIES = ("white", "yellow")
Fallen = tuple[str, str, bool]
"""A die that fell: body, face, and whether it hit when it fell (cards played later do not count for it)."""


def pool(ships: Iterable[Ship], extra: int = 0) -> dict[str, int]:
    """Dice by body: yellow for ships with weapons, white for the others and for extra dice."""
    dice = {"white": extra, "yellow": 0}
    for ship in ships:
        dice["yellow" if ship.weapon else "white"] += ship.dice
    return dice if any(ships) else {"white": 0, "yellow": 0}


def face_hits(body: str, face: str, fire: bool) -> bool:
    """Red always hits, green on yellow dice (weapons), blue with Maximum Fire Power, white never."""
    return face == "red" or (face == "green" and body == "yellow") or (face == "blue" and fire)


def fallen(body: str, face: str, fire: bool) -> Fallen:
    return (body, face, face_hits(body, face, fire))


def hits(thrown: Sequence[Fallen]) -> int:
    return sum(hit for _, _, hit in thrown)


def remaining(dice: Mapping[str, int], thrown: Sequence[Fallen]) -> dict[str, int]:
    """Dice by body that have not fallen yet."""
    return {body: max(0, dice[body] - sum(each[0] == body for each in thrown)) for body in BODIES}


def throw(left: Mapping[str, int]) -> tuple[tuple[str, ...], int]:
    """The bodies of the next throw, with the box's three white and two yellow dice, and how many throws are left."""
    next_ = tuple(body for body in BODIES for _ in range(min(left[body], DICE[body])))
    return next_, max(-(-left[body] // DICE[body]) for body in BODIES)
