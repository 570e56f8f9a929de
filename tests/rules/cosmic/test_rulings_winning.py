"""Rulings about secret missions and the end; setups."""

from __future__ import annotations

import pytest

from companion.rules.contract import PUBLIC, Refused, SeatSetup, Setup, Word, apply
from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.requirements import met
from companion.rules.cosmic_empires.rhythm import start_turn
from tests.rules.cosmic.playing import asked, begin, codes, deal, lay, play, settled, turn, verbs, word
from tests.rules.cosmic.positions import (
    main_move,
    near_victory,
)


def test_ca37_starting_fields_as_fields() -> None:
    for rule, verdict in (("off", False), ("on", True)):
        state = turn(start_field_counts=rule)
        for space, card in zip(("a1", "b1", "c1"), ("event_planet_1", "event_planet_2", "event_planet_3"), strict=True):
            state = lay(state, space, card, blue=3)
        for space in ("a2", "b2", "c2"):
            state = lay(state, space, "shipyard_station", "blue")
        for space in ("a3", "b3"):
            state = lay(state, space, "free_space", "blue")
        assert met(state, "blue", "wide_realm") is verdict


def test_ca35_a_sealed_mission_that_is_met() -> None:
    state = near_victory().change("blue", markers=8)
    assert asked(state) == "mission.met"
    assert asked(state.view(PUBLIC)) == "common_turn", "a view does not say why the app speaks"
    state = play(state, "table: check_the_table")
    assert (asked(state), state.decisions[0].context) == ("check_the_table", {})
    assert "blue" not in repr(state.decisions).lower()
    won = play(state, "table: confirmed", "table: wins blue eight_markers")
    assert (won.phase, won.winners) == ("over", ("blue",))
    assert won.view(PUBLIC).player("blue").mission == "eight_markers"
    assert won.score().final
    assert not won.score().points
    assert [won.score().result(seat) for seat in won.score().seats] == ["–", "–", "won", "–"]
    not_so = play(state, "table: not_so")
    assert asked(not_so) == "common_turn"
    mended = play(not_so, "blue: correct markers 6")
    assert asked(mended) == "common_turn"
    assert asked(play(not_so, "yellow: examine c3")) == "mission.met", "it still holds: it is asked again"
    ending = play(deal(main_move(settled(start_turn(near_victory(), "yellow"))), "yellow", "spy"), "yellow: skip")
    again = play(ending.change("blue", markers=8), "table: check_the_table", "table: not_so")
    assert asked(again) == "turn.end"
    again = play(again, "yellow: done")
    assert (asked(again), again.active) == ("mission.met", "red"), "and what was played counts"


def test_ca35_two_at_the_same_instant_share() -> None:
    state = near_victory().change("blue", markers=8).change("red", markers=7)
    state = play(state, "table: check_the_table", "table: confirmed")
    assert codes(state, "table: wins blue eight_markers") == {"not_met"}
    state = play(state, "table: wins red seven_markers blue eight_markers")
    assert set(state.winners) == {"red", "blue"}
    assert [seat.place for seat in state.score().seats] == [3, 1, 1, 3]
    assert [state.score().result(seat) for seat in state.score().seats] == ["–", "shared", "shared", "–"]


def test_what_is_put_right_while_the_table_is_checked_counts() -> None:
    state = play(near_victory().change("blue", markers=8), "table: check_the_table")
    state = play(state, "blue: correct markers 7")
    assert asked(state) == "check_the_table", "a correction answers nothing"
    state = play(state, "table: confirmed")
    (action,) = GAME.actions["wins"].candidates(state, state.decisions[0])
    assert action.title(state) == "No mission is fulfilled after all"
    state = apply(state, action)
    assert (state.phase, state.winners, asked(state)) == ("common", (), "common_turn")


def test_ca35_finishing_the_round() -> None:
    state = near_victory(finish_round_for_shared_win="on").change("blue", markers=8)
    state = play(state, "table: check_the_table", "table: confirmed", "table: wins blue eight_markers")
    assert state.phase == "common"
    for _ in range(40):
        if state.phase == "over":
            break
        seat = state.decisions[0].seat
        line = next(each for each in ("examine c3", "skip", "done") if each.split()[0] in verbs(state))
        state = play(state, f"{seat}: {line}")
    assert state.winners == ("blue",)
    assert state.phase == "over"


def test_ca36_in_anybodys_turn_but_never_inside_corrections() -> None:
    state = play(near_victory(), "yellow: examine c3", "blue: correct markers 8")
    assert asked(state) == "common_turn"
    told = play(state, "yellow: note_field c3 outpost", "table: tell_card neutral_pirates_1 1 0 1")
    assert asked(told) == "common_turn", "what is told plays nothing"
    assert asked(play(told, f"{told.decisions[0].seat}: examine a1")) == "mission.met"


def test_missions_on_paper_are_declared() -> None:
    state = turn().change("blue", markers=8)
    assert codes(state, "blue: declare wide_realm") == {"not_met"}
    state = play(state, "blue: declare eight_markers", "table: wins")
    assert state.winners == ("blue",)


def test_ca59_a_draw_needs_everybody() -> None:
    state = turn()
    for seat in state.seats[:-1]:
        state = play(state, f"{seat}: agree_draw")
    assert state.phase != "over"
    state = play(state, f"{state.seats[-1]}: agree_draw")
    assert (state.phase, state.winners, state.score().note != "") == ("over", (), True)
    assert "no_redraw" in codes(main_move(turn()), "yellow: reseal_mission network")
    again = near_victory(mission_redraw="on")
    again = main_move(settled(start_turn(again, "yellow")))
    assert play(again, "yellow: reseal_mission guarded_belt").player("yellow").mission == "guarded_belt"


def test_two_players_take_out_a_mission_of_the_other() -> None:
    state = begin("yellow=scientists red=pirates")
    state = play(state, "table: first yellow", "yellow: start north", "red: start south")
    small = [card for card in state.missions_left if len(state.contents[card]) - 2 >= 5]
    assert not small, "C14: cards with five or six places are sorted out"
    state = play(state, f"table: mission {state.missions_left[0]}")
    assert {decision.name for decision in state.decisions} == {"setup.remove"}
    state = play(state, "yellow: remove_mission station_realm", "red: remove_mission network")
    assert codes(state, "yellow: seal_mission network") == {"removed"}
    assert word(state, "yellow: seal_mission guarded_belt") is Word.LEGAL


def test_setups_that_cannot_be_played() -> None:
    for seats, code in (
        ((("red", "empire"), ("red", "pirates")), "same_colour"),
        ((("red", "empire"), ("blue", "empire")), "same_faction"),
        ((("red", "empire"), ("blue", "")), "no_faction"),
        ((("red", "empire"),), "players"),
        ((("mauve", "empire"), ("blue", "pirates")), "no_colour"),
    ):
        with pytest.raises(Refused) as refused:
            GAME.begin(Setup("cosmic_empires", tuple(SeatSetup(*seat) for seat in seats), {}))
        assert code in {reason.code for reason in refused.value.reasons}
