"""How the game begins and what a turn is: two players, the auction, actions (GA1 to GA7, GA62 to GA68)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.contract import Refused, SeatSetup, Setup, Word, apply, judge
from companion.rules.dark_ages import GAME
from companion.rules.dark_ages.state import Fact, Pile
from companion.rules.notation import read
from tests.rules.dark_ages.playing import asked, begin, codes, play, random_game, table, texts, turn, word
from tests.rules.dark_ages.positions import base, gone, hold, put


def test_ga1_two_players() -> None:
    setup = Setup("dark_ages", (SeatSetup("green"), SeatSetup("red")))
    assert GAME.begin(setup).seats == ("green", "red")
    with pytest.raises(Refused, match="3 to 5"):
        GAME.begin(Setup("dark_ages", setup.seats, {"allow_two_players": "off"}))
    with pytest.raises(Refused):
        GAME.begin(Setup("dark_ages", setup.seats[:1]))


def test_ga2_tied_dealers_roll_again() -> None:
    state = play(begin(3), "green: roll any 5", "red: roll any 2", "blue: roll any 5")
    assert asked(state) == ("green", "dealer")
    state = play(state, "green: roll any 1", "blue: roll any 6")
    assert state.dealer == "blue"


def test_ga3_bids_rise_and_may_bluff() -> None:
    state = play(begin(2), "green: deals green")
    state = play(state, "green: draw_card " + "? " * 8, "red: draw_card " + "? " * 8, "green: bid 4")
    assert codes(state, "red: bid 4") == {"bid_low"}
    assert codes(state, "red: bid 11") == {"bid_range"}
    assert word(state, "red: bid 5") is Word.LEGAL
    honest = begin(2, bluff_bids="off")
    honest = play(honest, "green: deals green", "red: draw_card " + "? " * 8)
    honest = play(honest, "green: draw_card " + " ".join(f"cylor_{value}" for value in range(8)))
    assert word(honest, "green: bid 3") is Word.LEGAL
    assert word(honest, "green: bid 9") is Word.UNKNOWN
    assert word(play(begin(2), "green: deals green"), "green: pass_bid") is Word.ILLEGAL


def test_ga4_the_penalty_goes_down_the_bids() -> None:
    state = play(begin(3), "green: deals red")
    for seat in ("red", "blue", "green"):
        state = play(state, f"{seat}: draw_card " + "? " * 8)
    state = play(state, "red: bid 3", "blue: bid 6", "green: bid 7", "red: bid 9", "blue: pass_bid", "green: pass_bid")
    state = play(state, "red: no_such_ship")
    assert (state.player("red").chips, state.active, state.opening) == (4, "green", 7)
    state = play(state, "green: no_such_ship", "blue: no_such_ship")
    assert (state.player("blue").chips, state.active, state.opening) == (4, "blue", None)
    assert not GAME.laws(state)


def test_ga5_never_above_the_bid_in_the_opening_turn() -> None:
    state = base(table(bid=5), "divergence", ("green", 0), governor="green")
    state = play(state, "green: play divergence_5 divergence")
    assert codes(state, "green: play felowi_6 felowi") == {"opening"}
    assert word(state, "green: play felowi_2 felowi") is Word.LEGAL
    assert codes(table(bid=5), "green: play ally_5 felowi") == set()
    assert codes(table(bid=5), "green: play felowi_4 felowi") == {"opening"}
    assert codes(table(bid=5), "green: done") == {"opening"}


def test_ga6_a_hand_of_technologies_makes_no_action_a() -> None:
    state = hold(turn(), "green", "sensors", "warp_drive")
    assert word(state, "green: done") is Word.LEGAL
    assert word(hold(turn(), "green", "sensors", "felowi_3"), "green: done") is Word.UNKNOWN
    public = hold(turn(), "green", "felowi_3").change("green", hand=Pile(1, (Fact("felowi_3", turn().everyone),)))
    assert codes(public, "green: done") == {"must_act"}


def test_ga7_who_holds_a_ship_can_always_act() -> None:
    from companion.rules.dark_ages.catalog import CARDS

    for seed in range(3):
        for moment in random_game(seed):
            state = moment.after
            if not state.decisions or state.decisions[0].name != "turn" or state.action or state.opening is not None:
                continue
            seat = state.active
            if not any(CARDS[card].is_ship for card in state.player(seat).hand.known_to(seat)):
                continue
            decision = state.decisions[0]
            assert any(
                judge(state, action).word is Word.LEGAL
                for verb in ("play", "discard", "play_face_down", "secret_base")
                for action in GAME.actions[verb].candidates(state, decision)
            )


def test_ga62_the_penalty_for_a_shown_card() -> None:
    state = play(turn(), "table: shown_card red felowi_3")
    assert (state.player("red").hand.size, state.discard[-1].card) == (7, "felowi_3")
    assert codes(turn(), "red: shown_card red felowi_3") == {"table"}


def test_ga63_the_discard_clog() -> None:
    state = play(gone(turn(), "felowi"), "green: play cylor_3 cylor", "green: done", "green: draw_card felowi_3")
    assert asked(state) == ("red", "turn")
    relief = gone(turn(discard_relief="on"), "felowi")
    relief = play(relief, "green: play cylor_3 cylor", "green: done", "green: draw_card felowi_3")
    assert asked(relief) == ("green", "draw.relief")
    relief = play(relief, "green: show_dead felowi_3", "green: draw_card felowi_4", "green: show_dead felowi_4")
    assert asked(play(relief, "green: draw_card felowi_5")) == ("red", "turn")


def test_ga65_base_and_technology_between_attacks() -> None:
    state = put(put(turn(), "imperials", "imperials_2"), "cylor", "cylor_8")
    state = play(state, "green: play imperials_8 imperials", "green: attack_ship cylor")
    assert codes(state, "green: place_base felowi") == {"not_now"}
    state = play(state, "green: roll any 6 any 6", "red: roll any 1 any 1", "green: place_base felowi")
    assert word(state, "green: technology sensors") is Word.LEGAL


def test_ga66_no_spot_no_base() -> None:
    state = turn()
    for each in state.alive:
        state = state.with_world(replace(each, bases=(("red", 1),)))
    assert not list(GAME.actions["place_base"].candidates(state, state.decisions[0]))


def test_ga67_allies_are_not_discarded() -> None:
    state = gone(turn(), "felowi")
    assert codes(state, "green: discard ally_3") == {"no_dead_ship"}
    assert codes(state, "green: discard cylor_3") == {"not_surrendered"}
    assert word(state, "green: discard felowi_3") is Word.LEGAL


def test_ga68_ships_gained_in_the_turn_are_owed() -> None:
    state = hold(turn(), "green", "advanced_processing")
    state = play(state, "green: technology advanced_processing", "green: draw_card felowi_3 sensors screens")
    assert word(state, "green: done") is Word.UNKNOWN
    assert not list(GAME.actions["done"].candidates(state, state.decisions[0]))
    assert word(state, "green: play felowi_3 felowi") is Word.LEGAL


def test_illegal_plays_name_the_place() -> None:
    state = put(turn(), "felowi", "felowi_3")
    assert texts(state, "green: play felowi_3 felowi") == ["Felowi 3 lies on Felowi in row 1."]
    assert texts(state, "green: play cylor_3 felowi") == ["Cylor 3 belongs to the Cylor column."]
    action = read("green: play felowi_3 felowi", GAME.actions)
    assert judge(state, action).reasons[0].page == "Playing a Ship Card (Action A1)"
    with pytest.raises(Exception, match="lies on Felowi"):
        apply(state, action)
