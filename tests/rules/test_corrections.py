"""Corrections: every value can be set to what lies on the table, and only to what can lie there."""

import pytest

from companion.rules.contract import TABLE, Entry
from companion.rules.eclipse import GAME
from companion.rules.eclipse.corrections import Correct, Correctable, Value
from companion.rules.eclipse.state import State
from companion.rules.notation import read, write
from tests.rules.playing import codes, play, random_game, started


def other(value: Correctable) -> Value:
    """Another value that this one takes."""
    if value.choices:
        return next(each for each in value.choices if each != value.value)
    if value.low is None or value.high is None:
        return not value.value
    return value.high if value.value != value.high else value.low


def states() -> list[State]:
    moments = list(random_game(3, 4))
    return [started(), moments[len(moments) // 3].after, moments[2 * len(moments) // 3].after]


@pytest.mark.parametrize("state", states(), ids=["start", "third", "two thirds"])
def test_every_value_can_be_set_and_is_then_believed(state: State) -> None:
    for value in GAME.correctable(state)[:: 1 if state.round == 1 else 4]:
        new = other(value)
        action = Correct(value.seat, value.field, new)
        assert read(write(action), GAME.actions) == action
        after = play(state, write(action))
        assert after.corrected
        assert GAME.laws(after) == []
        assert after.entries[-1].why.startswith("corrected")
        believed = {(each.seat, each.field): each.value for each in GAME.correctable(after)}
        assert believed.get((value.seat, value.field), new) == new or value.field.startswith("reputation_")


def test_money() -> None:
    state = play(started(), "red: correct money 7")
    assert state.player("red").storage[0] == 7
    assert state.entries == (Entry("red", "money", 5, "corrected to 7"),)


def test_what_cannot_lie_there_is_said() -> None:
    state = started()
    assert codes(state, "red: correct money yes") == {"wrong_value"}
    assert codes(state, "red: correct discs 17") == {"wrong_value"}
    assert codes(state, "red: correct passed 1") == {"wrong_value"}
    assert codes(state, "red: correct warp_core 1") == {"no_field"}
    assert codes(state, "purple: correct money 1") == {"no_seat"}
    assert codes(state, "table: correct sector_999 red") == {"no_field"}
    assert codes(state, "table: correct traitor purple") == {"wrong_value"}


def test_the_turn_can_be_given() -> None:
    state = play(started("red blue green"), "red: explore", "table: correct active green")
    assert [(d.seat, d.name) for d in state.decisions] == [("green", "turn")]
    assert play(state, "green: move").active == "red"


def test_sectors() -> None:
    state = play(started(), "table: correct sector_207 blue", "table: correct sector_207_orbital yes")
    sector = state.sector(207)
    assert sector is not None
    assert (sector.owner, sector.orbital) == ("blue", True)
    state = play(state, "table: correct sector_207_cubes_orbital 1")
    sector = state.sector(207)
    assert sector is not None
    assert sector.cubes == (("orbital", "money"),)
    assert play(state, "table: correct sector_207 off_table").sector(207) is None


def test_reputation() -> None:
    state = play(started(), "red: correct reputation_1 3", "red: correct reputation_2 ?")
    assert state.player("red").reputation == (3, None)
    assert play(state, "red: correct reputation_1 0").player("red").reputation == (None,)


def test_fields_are_named_once() -> None:
    for state in states():
        named = [(each.seat, each.field) for each in GAME.correctable(state)]
        assert len(named) == len(set(named))
        assert {seat for seat, _ in named} == {TABLE, *state.seats}
