"""Dice as the screen takes them: what is asked, what is wrong with those that lie there, and the line they make.

Pure: no Kivy.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.rules.contract import Decision
from companion.screens.words import count


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the screen: its pips or the colour of its face, None while nobody knows it. `doubt` says why it should
    be looked at, or ""."""

    colour: str
    value: int | str | None
    doubt: str = ""
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    confidence: float = 0.0


ANY: Final = "any"
"""Stands in a roll for a die of whatever colour."""


def wanted(decision: Decision | None) -> dict[str, int]:
    """How many dice of each colour a roll asks for (ANY: of whatever colour); {} when any dice will do."""
    return dict(Counter(decision.roll.dice)) if decision is not None and decision.roll is not None else {}


def in_words(dice: Mapping[str, int]) -> str:
    """ "3 yellow, 2 orange"."""
    return ", ".join(
        count(number, "die", "dice") if colour == ANY else f"{number} {colour}" for colour, number in dice.items()
    )


def objection(dice: list[Die], expected: Mapping[str, int]) -> str:
    """Why these dice cannot be used, in a sentence, or ""."""
    if any(die.value is None for die in dice):
        return "One die has no value yet: tap it."
    lie = Counter(ANY if ANY in expected else die.colour for die in dice)
    for colour, number in expected.items():
        if lie[colour] < number:
            missing = number - lie[colour]
            return f"{_dice(missing, colour)} missing: {_asked(expected)}."
        if lie[colour] > number:
            extra = lie[colour] - number
            return f"{_dice(extra, colour)} too many: {_asked(expected)}."
    strange = [colour for colour in lie if expected and colour not in expected]
    if strange:
        return f"A {strange[0]} die lies there: {_asked(expected)}."
    return "" if dice else "No dice yet."


def _dice(many: int, colour: str) -> str:
    return count(many, "die", "dice") if colour == ANY else count(many, f"{colour} die", f"{colour} dice")


def _asked(expected: Mapping[str, int]) -> str:
    return f"{in_words(expected)} {'is' if sum(expected.values()) == 1 else 'are'} asked"


def roll_line(decision: Decision, dice: list[Die]) -> str:
    """The record's line for these dice, in the order in which they are asked for."""
    assert decision.roll is not None
    left = list(dice)
    told: list[str] = []
    for colour in decision.roll.dice:
        die = left.pop(next(place for place, each in enumerate(left) if colour in (ANY, each.colour)))
        told.append(f"{die.colour} {die.value}")
    return f"{decision.seat}: {decision.verbs[0]} {' '.join(told)}"


def told_by_hand(by_hand: bool, chosen: bool, dice: list[Die]) -> bool:
    """Whether dice are being told by hand, so that a throw read meanwhile must not take them away.

    Without a picture the screen turns to telling by hand of itself: then a throw is welcome until a die was told.
    """
    return by_hand and (chosen or bool(dice))


def place_of(die: Die, dice: list[Die]) -> int | None:
    """Where that very die lies; None if another throw was read since, though it may have an equal die."""
    return next((place for place, each in enumerate(dice) if each is die), None)
