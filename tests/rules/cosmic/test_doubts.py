"""Tellings that contradict each other: accepted, the oldest fact in doubt, and the inbox asks whom it concerns."""

from __future__ import annotations

from companion.rules.contract import PUBLIC, Word
from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.state import State
from tests.rules.cosmic.playing import codes, deal, fly, lay, play, turn, word
from tests.rules.cosmic.positions import main_move


def hands(state: State, viewer: str) -> list[str]:
    return [owed.detail for owed in state.view(viewer).inbox]


def told() -> State:
    """Yellow has told a hand of Patrol and Spy."""
    return main_move(deal(fly(turn(event_cards="told"), "yellow", "frigate@a1"), "yellow", "patrol", "spy"))


def test_a_card_from_a_hand_told_to_be_without_it() -> None:
    state = told()
    assert word(state, "yellow: play_card enhanced_movement") is Word.LEGAL, "only what lies visibly elsewhere forbids"
    state = play(state, "yellow: play_card enhanced_movement")
    assert [owed.seat for owed in state.view("yellow").inbox] == ["yellow"]
    assert "Patrol" in hands(state, "yellow")[0]
    assert hands(state, PUBLIC) == hands(state, "red") == []
    assert state.view(PUBLIC) == play(told().view(PUBLIC), "yellow: play_card enhanced_movement")
    number = state.view("yellow").inbox[0].number
    assert state.player("yellow").hand == ("spy",)
    right = play(state, f"yellow: tell {number} spy")
    assert (right.player("yellow").hand, right.inbox) == (("patrol",), ())
    away = play(state, f"yellow: tell {number} ?")
    assert (away.player("yellow").hand, away.inbox) == (("spy",), ())


def test_who_is_spied_on_is_asked_alone() -> None:
    state = deal(main_move(turn(event_cards="told")), "red", "patrol", "patrol")
    state = play(
        deal(state, "yellow", "spy"), "yellow: play_card spy", "yellow: spy_on red", "yellow: steal red scouts"
    )
    assert len(hands(state, "red")) == 1
    assert hands(state, "yellow") == hands(state, PUBLIC) == []


def test_more_of_a_card_than_can_be_in_a_hand() -> None:
    state = deal(told(), "yellow", *["patrol"] * 4).with_(events_out=("patrol",))
    state = play(state, "yellow: skip")
    hand = state.player("yellow").hand
    assert (hand.count("patrol"), hand.count(None)) == (4, 1)
    number = state.view("yellow").inbox[0].number
    assert hands(state, PUBLIC) == []
    state = play(state, f"yellow: tell {number} upgrades")
    assert "upgrades" in state.player("yellow").hand
    assert state.inbox == ()


def test_a_note_that_the_board_contradicts() -> None:
    state = main_move(fly(turn(), "yellow", "frigate@c4"))
    state = state.change_space("c3", looked=("red", "blue")).change_space("d3", looked=("red",))
    state = play(state, "red: note_field c3 outpost", "blue: note_field c3 free_space", "red: note_field d3 wormhole")
    state = play(state, "yellow: fleet c3", "yellow: send frigate_1", "yellow: done", "table: field free_space")
    assert len(hands(state, "red")) == 1
    assert hands(state, "blue") == hands(state, PUBLIC) == []
    other = lay(lay(state, "a1", "wormhole"), "e1", "wormhole")
    other = play(other, "yellow: correct markers 3")
    assert any("d3" in detail for detail in hands(other, "red"))
    assert other.places["d3"].notes == ()
    assert codes(other.change_space("e5", looked=("red",)), "red: note_field e5 wormhole") == {"lies_elsewhere"}


def test_a_card_told_to_print_something_else() -> None:
    state = play(turn(), "table: tell_card neutral_pirates_1 2 0 1")
    assert state.inbox == ()
    state = play(state, "table: tell_card neutral_pirates_1 1 1 1")
    (owed,) = state.view(PUBLIC).inbox
    assert "1 1 1, or 2 0 1 as before" in owed.detail
    assert state.contents["neutral_pirates_1"] == (1, 1, 1), "the newest counts"
    assert play(state, "table: tell_card neutral_pirates_1 1 1 1").inbox == (), "looked at once more"
    assert play(state, f"red: tell {owed.number} ?").inbox == ()
    assert codes(state, "red: tell 99 ?") == {"not_owed"}
    assert word(state, "red: tell 2001 ?") is Word.UNKNOWN
    assert GAME.laws(state) == []
