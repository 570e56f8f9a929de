"""Rulings about the turns: what may be done when."""

from __future__ import annotations

from companion.rules.contract import Word
from companion.rules.cosmic_empires.flow import push
from companion.rules.cosmic_empires.public_missions import PlaceFrigate, may_claim
from companion.rules.cosmic_empires.rhythm import move_marker, start_common_turn
from tests.rules.cosmic.playing import asked, codes, deal, fly, lay, play, settled, turn, verbs, word
from tests.rules.cosmic.positions import (
    anew,
    main_move,
)


def test_ca17_a_field_won_this_turn_is_not_activated() -> None:
    state = play(main_move(turn()), "yellow: skip")
    assert not any(decision.seat == "yellow" and "activate" in decision.verbs for decision in state.decisions)


def test_ca18_an_upgrade_without_a_ship() -> None:
    from companion.rules.cosmic_empires.ships import Upgrade

    for rule, banked in (("off", 0), ("on", 1)):
        state = fly(turn(bank_upgrades=rule), "yellow")
        state = settled(push(state, Upgrade("yellow", 1, "test")))
        assert state.player("yellow").banked == banked
    state = main_move(fly(state, "yellow", "frigate@c3"))
    assert "upgrade" in verbs(state)
    state = play(state, "yellow: upgrade weapon frigate_1")
    assert (state.player("yellow").banked, state.player("yellow").ships[0].weapon) == (0, True)


def test_ca19_no_frigate_where_enemies_are() -> None:
    state = lay(turn(), "c3", "shipyard_station", "yellow").change("yellow", markers=5)
    state = fly(state, "red", "frigate@c3")
    assert "not_yours" in codes(state, "yellow: call_frigate c3")
    assert word(anew(state), "yellow: call_frigate home") is Word.LEGAL
    assert "no_shipyard" in codes(main_move(state), "yellow: construct cruiser c3")


def test_ca20_no_main_move() -> None:
    assert word(main_move(turn()), "yellow: skip") is Word.LEGAL


def test_ca21_scientists_use_one_field_twice() -> None:
    state = turn().change("yellow", markers=4)
    state = play(anew(state), "yellow: call_frigate home", "yellow: call_frigate home")
    assert codes(state, "yellow: call_frigate home") >= {"used"}
    assert len(state.player("yellow").ships) == 3
    other = turn("yellow=empire red=pirates blue=scientists green=natives").change("yellow", markers=9)
    assert "used" in codes(play(anew(other), "yellow: call_frigate home"), "yellow: call_frigate home")


def test_ca23_ca25_diplomacy_without_presence_and_with_ships() -> None:
    state = lay(main_move(turn()), "c3", "event_planet_1", red=4, blue=1)
    away = play(state, "yellow: diplomacy c3", "yellow: exchange c3 red")
    assert asked(away) != "diplomacy.stones"
    near = fly(state, "yellow", "frigate@c3")
    near = play(near, "yellow: diplomacy c3", "yellow: exchange c3 red")
    assert near.decisions[0].context["left"] == 1
    planet = lay(fly(turn(), "yellow", "frigate@a1"), "a1", "diplomacy_planet_1", yellow=3, red=2)
    planet = play(anew(planet), "yellow: activate a1", "yellow: exchange a1 red")
    assert asked(planet) != "diplomacy.stones", "one stone only, ships or not"


def test_ca24_mission_stones_on_closed_planets() -> None:
    for rule, verdict in (("off", Word.ILLEGAL), ("on", Word.LEGAL)):
        state = turn(mission_stones_ignore_block=rule)
        state = fly(lay(state, "c3", "event_planet_1", red=3), "red", "frigate@c3")
        state = main_move(state.change("yellow", mission_stones=2, reserve=state.player("yellow").reserve - 2))
        assert word(state, "yellow: place_stone c3 red") is verdict
        # Smugglers open it in any case.
        assert word(lay(state, "a1", "smugglers_hiding_place", "yellow"), "yellow: place_stone c3 red") is Word.LEGAL
    state = play(state, "yellow: place_stone c3 red")
    state = lay(state, "d4", "event_planet_2", red=2)
    assert codes(state, "yellow: place_stone d4 red") == {"one_planet"}


def test_ca30_the_marker_moves_and_two_players_leave_it() -> None:
    state = turn()
    assert move_marker(state.with_(left="yellow")).left == "green"
    two = turn("yellow=scientists red=pirates")
    assert move_marker(two).left == two.left


def test_ca33_ca34_exploring_is_mandatory_and_a_new_field_may_be_explored() -> None:
    from companion.rules.cosmic_empires.rhythm import start_common_turn

    state = settled(start_common_turn(turn()))
    first, second = state.decisions[0].seat, state.next_seat(state.decisions[0].seat)
    state = play(state, f"{first}: replace c3")
    assert word(state, f"{second}: replace c3") is Word.LEGAL
    state = play(state, f"{second}: examine c3")
    assert codes(state, f"{state.decisions[0].seat}: replace c3") == {"examined"}
    for space in state.spaces:
        state = lay(state, space.name, "free_space")
    assert asked(settled(state)) in ("activation", "main_move")


def test_ca46_one_claim_for_a_field_and_a_turn() -> None:
    for rule, more in (("one", False), ("all", True)):
        state = turn(claims_per_turn=rule)
        content = ("conquest", "capacity", "free_space", "free_space", "free_space")
        state = state.with_(mission="mission_1", contents={**state.contents, "mission_1": content})
        for space in ("a1", "b1"):
            state = lay(state, space, "free_space", "yellow")
        state = play(main_move(state), "yellow: skip", "yellow: claim 1 a1")
        assert (asked(state) == "turn.end" and may_claim(state, "yellow")) is more
        if more:
            assert codes(state, "yellow: claim 2 a1") == {"field_used"}
            assert word(state, "yellow: claim 2 b1") is Word.LEGAL


def test_ca47_ca48_a_missions_frigate() -> None:
    state = lay(fly(turn(), "yellow", "frigate@home"), "a1", "free_space", "yellow")
    state = settled(push(state, PlaceFrigate("yellow")))
    assert codes(state, "yellow: place_frigate b1") == {"not_yours"}
    state = play(state, "yellow: place_frigate a1")
    assert len(state.player("yellow").ships) == 2 > state.player("yellow").markers
    without = settled(push(turn(), PlaceFrigate("yellow")))
    assert asked(without) != "mission.frigate"


def test_ca62_enhanced_movement_for_a_patrol() -> None:
    state = lay(fly(turn(), "yellow", "frigate@a1"), "d1", "free_space")
    state = main_move(deal(state, "yellow", "enhanced_movement")).change_turn(standard_left=2)
    state = play(state, "yellow: play_card enhanced_movement")
    state = play(deal(state, "yellow", "patrol"), "yellow: play_card patrol", "yellow: move_ship frigate_1 d1")
    assert state.places["d1"].owner == "yellow"


def test_ca63_a_target_without_a_ship_in_range() -> None:
    state = main_move(fly(turn(), "yellow", "frigate@a1"))
    assert codes(state, "yellow: fleet e5") == {"range"}
    state = play(state, "yellow: fleet b1")
    assert codes(state, "yellow: done") >= {"no_ship"}


def test_ca31_exploring_goes_clockwise_one_after_another() -> None:
    state = settled(start_common_turn(turn().with_(left="blue")))
    order = []
    while asked(state) == "common_turn":
        assert len([decision for decision in state.decisions if not decision.window]) == 1
        order.append(state.decisions[0].seat)
        state = play(state, f"{order[-1]}: examine c3")
    assert order == list(state.clockwise("blue"))
