"""Dice on the screen: what is asked, what is wrong with those that lie there, and the line they make."""

import pytest

from companion.rules.contract import TABLE, Decision, Kind, Roll
from companion.rules.eclipse import GAME
from companion.rules.notation import read, write
from companion.screens.throws import Die, in_words, objection, place_of, roll_line, told_by_hand, wanted

ASKED = Decision(TABLE, "battle.roll", ("roll",), Kind.ROLL, roll=Roll(("yellow", "yellow", "orange")))
GOOD = [Die("orange", 5), Die("yellow", 6), Die("yellow", 2)]


def test_what_is_asked() -> None:
    assert wanted(ASKED) == {"yellow": 2, "orange": 1}
    assert wanted(None) == {}
    assert in_words(wanted(ASKED)) == "2 yellow, 1 orange"


def test_dice_in_any_order_make_the_line_in_the_order_asked() -> None:
    assert objection(GOOD, wanted(ASKED)) == ""
    line = roll_line(ASKED, GOOD)
    assert line == "table: roll yellow 6 yellow 2 orange 5"
    assert write(read(line, GAME.actions)) == line


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ([], "2 yellow dice missing"),
        (GOOD[:2], "1 yellow die missing"),
        ([*GOOD, Die("yellow", 1)], "1 yellow die too many"),
        ([*GOOD, Die("red", 1)], "A red die lies there"),
        ([Die("orange", None), *GOOD[1:]], "no value"),
    ],
)
def test_what_is_wrong_is_said(dice: list[Die], says: str) -> None:
    assert says in objection(dice, wanted(ASKED))


def test_a_free_throw_takes_any_dice() -> None:
    assert objection([Die("pink", 3)], {}) == ""
    assert objection([], {}) == "No dice yet."


def test_what_is_told_by_hand_stands_against_a_throw_that_is_read() -> None:
    assert told_by_hand(by_hand=True, chosen=True, dice=[])
    assert told_by_hand(by_hand=True, chosen=False, dice=GOOD[:1])
    assert not told_by_hand(by_hand=True, chosen=False, dice=[])
    assert not told_by_hand(by_hand=False, chosen=False, dice=GOOD)


def test_a_die_of_the_last_throw_is_not_taken_for_one_of_this() -> None:
    lie = list(GOOD)
    assert place_of(lie[1], lie) == 1
    assert place_of(Die("yellow", 6), lie) is None
    assert place_of(lie[0], []) is None
