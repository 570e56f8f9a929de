"""Rulings about event cards and about what only the cards print."""

from __future__ import annotations

import pytest

from companion.rules.contract import Refused, Word
from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.flow import push
from companion.rules.cosmic_empires.hands import DrawEvents
from tests.rules.cosmic.playing import asked, begin, codes, deal, fly, lay, play, settled, turn, word
from tests.rules.cosmic.positions import (
    main_move,
)


def test_ca40_tactical_assault_and_revolts() -> None:
    state = lay(fly(turn(), "yellow", "frigate@a1"), "e5", "free_space", "red")
    state = main_move(deal(fly(state, "red", "frigate@e5"), "yellow", "tactical_assault", "revolts", "patrol"))
    assert "range" in codes(state, "yellow: fleet e5")
    state = play(state, "yellow: play_card tactical_assault")
    assert state.turn.standard_left == 1
    assert word(state, "yellow: fleet e5") is Word.LEGAL
    state = lay(state, "c3", "event_planet_1", red=1)
    state = play(state, "yellow: play_card revolts", "yellow: revolt c3 red")
    assert state.turn.standard_left == 0
    assert (state.places["c3"].owner, state.places["c3"].size) == ("", 5), "CA56: one stone may go, for good"
    assert "standard_played" in codes(state, "yellow: play_card patrol")
    other = main_move(deal(turn(tactical_category="standard", revolts_category="combat"), "yellow", "revolts"))
    other = lay(other, "c3", "event_planet_1", red=2)
    assert codes(other, "yellow: play_card revolts") == {"no_combat"}


def test_ca44_ca45_ca57_cards_are_told_and_asked() -> None:
    state = begin(cards_asked="once", secret_missions="paper")
    state = play(state, "table: first yellow")
    while asked(state) == "setup.start":
        seat = state.decisions[0].seat
        state = play(state, f"{seat}: start {next(iter(state.decisions[0].context['slots']))}")
    assert asked(state) == "card.content"
    assert codes(state, "table: tell_card mission_starter conquest gold planet") == {"no_reward"}
    state = play(state, "table: tell_card mission_starter conquest frigate planet station")
    assert GAME.told(state)["mission_starter"] == ("conquest", "frigate", "planet", "station")
    options = GAME.card_options(GAME.told(state))
    again = begin(**{**options, "cards_asked": "once", "secret_missions": "paper"})
    assert again.contents["mission_starter"] == ("conquest", "frigate", "planet", "station")
    assert "mission_starter" in again.told
    with pytest.raises(Refused, match="no card"):
        begin(card_nonsense="red")


def test_ca49_an_empty_deck_takes_the_discarded_cards() -> None:
    state = turn().with_(deck=1, events_out=("spy",) * 5)
    state = settled(push(state, DrawEvents("yellow", 2, "test")))
    assert (len(state.player("yellow").hand), state.deck, state.events_out) == (2, 4, ())


def test_ca50_hands_are_trimmed_at_the_end_of_the_own_move() -> None:
    state = deal(main_move(turn()), "yellow", *["patrol"] * 5, "spy", "spy")
    state = play(state, "yellow: skip", "yellow: done")
    assert (asked(state), state.decisions[0].context["surplus"]) == ("hand.trim", 2)
    state = play(state, "yellow: give_up_card spy", "yellow: give_up_card ?")
    assert asked(state) != "hand.trim"
    assert len(state.player("yellow").hand) == 5
    pirates = turn("red=pirates yellow=scientists blue=empire green=natives")
    pirates = deal(main_move(pirates), "red", *["scouts"] * 5, "sabotage")
    pirates = play(pirates, "red: skip", "red: done")
    assert (pirates.active, len(pirates.player("red").hand)) == ("yellow", 6)


def test_ca51_no_spy_on_empty_hands() -> None:
    state = main_move(deal(turn(), "yellow", "spy"))
    assert codes(state, "yellow: play_card spy") == {"no_target"}
    state = play(deal(deal(state, "red", "patrol"), "blue", "scouts"), "yellow: play_card spy")
    assert codes(state, "yellow: spy_on green") == {"no_cards"}


def test_ca65_scouts() -> None:
    for rule, left in (("off", 0), ("on", 1)):
        state = main_move(deal(turn(scouts_look_extra=rule), "yellow", "scouts"))
        state = play(state, "yellow: play_card scouts", "yellow: look a1", "yellow: look b1")
        assert state.turn.standard_left == left
        assert state.places["a1"].looked == ("yellow",)
    state = main_move(deal(turn(), "yellow", "scouts"))
    state = play(state, "yellow: play_card scouts", "yellow: swap_card")
    assert (state.turn.standard_left, len(state.player("yellow").hand)) == (1, 1)
