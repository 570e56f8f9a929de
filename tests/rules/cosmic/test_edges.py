"""Corners of the rules that no ruling and no example names."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.arrival import Flown, Reveal
from companion.rules.cosmic_empires.board import distance, may_move, reaches
from companion.rules.cosmic_empires.catalog import UPGRADES
from companion.rules.cosmic_empires.flow import push
from companion.rules.cosmic_empires.rhythm import start_turn
from companion.rules.cosmic_empires.ships import Upgrade, can_upgrade, takers
from companion.rules.cosmic_empires.state import Ship
from tests.rules.cosmic.playing import asked, begin, deal, fly, lay, play, settled, turn
from tests.rules.cosmic.positions import beaten, main_move


def test_only_a_new_frigate_moves_at_once_after_a_turn_begun_without_a_ship() -> None:
    state = settled(start_turn(fly(turn(), "yellow"), "yellow"))
    assert state.turn.shipless
    assert may_move(state, "yellow", Ship("frigate_1", "a1", fresh=True))
    assert not may_move(state, "yellow", Ship("cruiser_1", "a1", fresh=True))
    assert not may_move(turn(), "yellow", Ship("frigate_1", "a1", fresh=True))


def test_an_upgrade_is_lost_when_the_box_has_no_marker_left() -> None:
    state = fly(turn(), "yellow", "frigate@a1", "frigate@a2")
    assert takers(state, "yellow", "weapon") == ("frigate_1", "frigate_2")
    crowd = tuple(Ship(f"frigate_{n}", "home", weapon=True, shield=True) for n in range(1, UPGRADES["weapon"] + 1))
    state = state.change("red", ships=crowd)
    assert not can_upgrade(state, "yellow")
    assert asked(settled(push(state, Upgrade("yellow", 1, "test")))) == asked(state)


def test_a_guarded_field_beside_the_start_is_not_jumped_where_enemies_block() -> None:
    for rule, steps in (("off", 2), ("on", 99)):
        state = fly(turn(jump_blocked=rule), "yellow", "frigate@home")
        border = state.player("yellow").start
        assert border == "north"
        state = fly(state, "red", "frigate@c1")
        ship = state.player("yellow").ships[0]
        assert distance(state, "yellow", ship, "c1") == 1
        assert distance(state, "yellow", ship, "c2") == steps
        assert reaches(state, "yellow", ship, "c2") == (steps == 2)


def test_peace_after_going_on_through_a_new_wormhole_brings_ships_back_to_where_they_began() -> None:
    state = fly(fly(turn(), "yellow", "frigate@a1"), "red", "frigate@e5")
    state = deal(lay(state, "e5", "free_space", "red"), "red", "peace_treaties")
    state = play(main_move(state), "yellow: fleet a2", "yellow: send frigate_1", "yellow: done")
    state = play(state, "table: field wormhole", "yellow: pass_through e5")
    assert (asked(state), state.mobile) == ("combat.announced", "e5")
    state = play(state, "red: play_card peace_treaties")
    assert (asked(state), state.mobile, state.player("yellow").ships[0].at) == ("main_move", "", "a1")


def test_a_wormhole_in_the_pirates_place_asks_only_the_ships_that_are_left() -> None:
    """The frigate came two steps and fell; the cruiser came one and may go on."""
    state = beaten(1, "cruiser@c4", "frigate@c4")
    reveal = state.steps[-2]
    assert isinstance(reveal, Reveal)
    fleet = (Flown("cruiser_1", "c4", 1), Flown("frigate_1", "c5", 2))
    state = state.with_(steps=(*state.steps[:-2], replace(reveal, fleet=fleet), state.steps[-1]))
    lost = state.change("yellow", ships=tuple(s for s in state.player("yellow").ships if s.kind == "cruiser"))
    for at, goes_on in ((state, False), (lost, True)):
        after = play(at, "yellow: prize card", "table: field wormhole")
        assert (asked(after) == "wormhole.onward") == goes_on


def test_every_switch_of_the_rulings_is_an_option_of_the_session() -> None:
    """Tables of figures (pirates, missions, icons) are switched card by card: options `card_KEY`."""
    switches = (
        "board_layout_3p", "board_layout_5p", "start_slots", "jump_blocked", "tie_incumbent", "bag_per_player",
        "mission_capacity_stacks", "bank_upgrades", "mission_stones_ignore_block", "retreat_first_round_only",
        "ct_still_runs", "finish_round_for_shared_win", "start_field_counts", "revolts_category", "tactical_category",
        "pirate_win_card", "claims_per_turn", "mission_redraw", "repair_next_round", "scouts_look_extra",
    )  # fmt: skip
    options = {option.name: option for option in GAME.options}
    assert set(switches) <= set(options)
    for name in switches:
        for value, _ in options[name].values:
            assert begin(**{name: value}).option(name) == value
    told = begin(
        card_neutral_pirates_1="4,0,1", card_mission_1="conquest,capacity,planet", card_event_planet_2="green,vega"
    ).contents
    assert told["neutral_pirates_1"] == (4, 0, 1)
    assert told["mission_1"] == ("conquest", "capacity", "planet")
    assert told["event_planet_2"] == ("green", "vega")


def test_a_mission_told_to_have_fewer_places_is_complete_at_the_end_of_the_move() -> None:
    state = lay(turn(), "e5", "asteroid_field", "red")
    content = {"mission_1": ("conquest", "capacity", "asteroid_field", "planet")}
    state = state.with_(mission="mission_1", contents={**state.contents, **content}, claimed=((1, "red", "e5"),))
    state = main_move(state.change("red", reserve=state.player("red").reserve - 1))
    markers = state.player("red").markers
    state = play(state, "table: tell_card mission_1 conquest capacity asteroid_field")
    assert (state.mission, state.player("red").markers) == ("mission_1", markers)
    state = play(state, "yellow: skip")
    assert (asked(state), state.mission, state.claimed) == ("mission.card", "", ())
    assert state.player("red").markers == markers + 1
    assert GAME.laws(state) == []
