"""Dice as the screen takes them: what is asked, what is wrong with those that lie there, and the line they make.

Pure: no Kivy.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.contract import Decision
from companion.screens.words import count


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the screen: `value` None while nobody knows it; `doubt` says why it should be looked at, or ""."""

    colour: str
    value: int | None
    doubt: str = ""
    box: tuple[int, int, int, int] = (0, 0, 0, 0)


def wanted(decision: Decision | None) -> dict[str, int]:
    """How many dice of each colour a roll asks for; {} when any dice will do."""
    return dict(Counter(decision.roll.dice)) if decision is not None and decision.roll is not None else {}


def in_words(dice: Mapping[str, int]) -> str:
    """ "3 yellow, 2 orange"."""
    return ", ".join(f"{number} {colour}" for colour, number in dice.items())


def objection(dice: list[Die], expected: Mapping[str, int]) -> str:
    """Why these dice cannot be used, in a sentence, or ""."""
    if any(die.value is None for die in dice):
        return "One die has no value yet: tap it."
    lie = Counter(die.colour for die in dice)
    for colour, number in expected.items():
        if lie[colour] < number:
            missing = number - lie[colour]
            return f"{count(missing, colour + ' die', colour + ' dice')} missing: {in_words(expected)} are asked."
        if lie[colour] > number:
            extra = lie[colour] - number
            return f"{count(extra, colour + ' die', colour + ' dice')} too many: {in_words(expected)} are asked."
    strange = [colour for colour in lie if expected and colour not in expected]
    if strange:
        return f"A {strange[0]} die lies there: {in_words(expected)} are asked."
    return "" if dice else "No dice yet."


def roll_line(decision: Decision, dice: list[Die]) -> str:
    """The record's line for these dice, in the order in which they are asked for."""
    assert decision.roll is not None
    left: dict[str, list[int]] = {}
    for die in dice:
        assert die.value is not None
        left.setdefault(die.colour, []).append(die.value)
    told = [f"{colour} {left[colour].pop(0)}" for colour in decision.roll.dice]
    return f"{decision.seat}: {decision.verbs[0]} {' '.join(told)}"


def told_by_hand(by_hand: bool, chosen: bool, dice: list[Die]) -> bool:
    """Whether dice are being told by hand, so that a throw read meanwhile must not take them away.

    Without a picture the screen turns to telling by hand of itself: then a throw is welcome until a die was told.
    """
    return by_hand and (chosen or bool(dice))


def place_of(die: Die, dice: list[Die]) -> int | None:
    """Where that very die lies; None if another throw was read since, though it may have an equal die."""
    return next((place for place, each in enumerate(dice) if each is die), None)
