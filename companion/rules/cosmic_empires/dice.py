"""The five combat dice: which are thrown, and which faces hit (The Combat Dice; C45, C46, CA29, CA61)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.rules.contract import Reason
from companion.rules.cosmic_empires.catalog import DICE, FACES
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


def unknown_dice(words: Sequence[str]) -> Iterator[Reason]:
    """Why words are no dice: pairs of a body and a face of the box."""
    section = "The Combat Dice"
    if len(words) % 2:
        yield Reason("pairs", "Dice are told in pairs of body and face.", section)
    for body in dict.fromkeys(words[::2]):
        if body not in BODIES:
            yield Reason("no_body", f"There is no {body} die; dice are white and yellow.", section)
    for face in dict.fromkeys(words[1::2]):
        if face not in FACES:
            known = ", ".join(dict.fromkeys(FACES))
            yield Reason("no_face", f"A die has no {face} side; sides are {known}.", section)
