"""Rulings about the board, its fields and the ways between them."""

from __future__ import annotations

import pytest

from companion.rules.contract import Refused
from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.arrival import settle_first, take
from companion.rules.cosmic_empires.board import distance, planet_control
from companion.rules.cosmic_empires.capacity import raise_markers, reward_marker
from companion.rules.cosmic_empires.catalog import BOARDS, COLOURS, FACTIONS, KINDS, SHIPPED
from companion.rules.cosmic_empires.combat import retreats
from companion.rules.cosmic_empires.state import Ship
from tests.rules.cosmic.playing import asked, begin, codes, fly, lay, play, turn
from tests.rules.cosmic.positions import (
    NATIVE,
    main_move,
)


@pytest.mark.parametrize(("key", "spaces"), [("two_corners", 23), ("same_side", 23), ("row_and_two", 32)])
def test_ca1_ca2_outlines_are_data(key: str, spaces: int) -> None:
    assert len(BOARDS[key].spaces) == spaces
    assert not BOARDS[key].verified
    assert BOARDS["square_5"].verified


def test_ca3_starts_border_on_a_space_and_are_data() -> None:
    for board in BOARDS.values():
        for slots in board.starts.values():
            assert set(slots.values()) <= set(board.spaces)
            assert len(slots) >= max(board.players)
    assert begin(start_slots="corners").option("start_slots") == "corners"


def test_ca4_starting_fields_are_entered_by_nobody() -> None:
    state = main_move(fly(turn(), "yellow", "frigate@c5"))
    assert codes(state, "yellow: fleet home") == {"no_space"}
    assert retreats(state, "yellow", "c5") == ()


def test_ca6_the_way_over_others() -> None:
    for rule, steps in (("off", 2), ("on", 4)):
        state = fly(fly(turn(jump_blocked=rule), "yellow", "frigate@a1"), "red", "frigate@b1")
        assert distance(state, "yellow", state.player("yellow").ships[0], "c1") == steps


def test_ca7_ties() -> None:
    for rule, owner in (("off", ""), ("on", "red")):
        state = lay(turn(tie_incumbent=rule), "c3", "event_planet_1", red=3, blue=2)
        space = state.places["c3"].with_(stones=(3, 3, 0, 0, 0))
        assert planet_control(state, space) == owner


def test_ca8_a_majority_at_the_reveal_controls() -> None:
    state = turn()
    state = state.change_space("c3", card="event_planet_1", size=6)
    state = settle_first(state, "c3", "yellow", 4)
    assert state.places["c3"].owner == "yellow"
    assert raise_markers(state).player("yellow").markers == 2


def test_ca9_ca10_the_order_of_first_stones() -> None:
    state = turn(NATIVE).change_space("c3", card="event_planet_2", size=6)
    state = settle_first(state, "c3", "red", 9)
    # White is nobody's: its stone comes out of the box and is neutral.
    assert state.places["c3"].stones == (4, 0, 0, 1, 1)
    assert state.box[4] == 29
    assert sum(state.places["c3"].stones) == 6


def test_ca11_stones_in_the_bag() -> None:
    two = "yellow=scientists red=pirates"
    found = [begin(two, bag_per_player=rule).bag[0] for rule in ("standard", "ten", "twelve")]
    assert found == [12, 10, 12]
    assert begin().bag[0] == 10
    state = fly(turn(two), "yellow", "frigate@c3").with_(bag=(0,) * 5)
    state = play(main_move(state), "yellow: fleet c4", "yellow: send frigate_1", "yellow: done")
    state = play(state, "table: field event_planet_1")
    assert state.decisions[0].context["from_box"]
    assert set(state.decisions[0].context["bag"]) == {"blue", "green", "white"}


def test_ca12_an_empty_reserve() -> None:
    state = main_move(turn()).change("yellow", reserve=0)
    state = lay(state, "c3", "event_planet_1", red=3)
    assert "no_stone" in codes(state, "yellow: diplomacy c3")
    state = take(lay(state, "b3", "free_space"), "yellow", "b3")
    assert (state.places["b3"].owner, sum(state.places["b3"].stones)) == ("yellow", 0)


def test_ca32_an_empty_pile_takes_the_discarded_fields() -> None:
    from companion.rules.cosmic_empires.arrival import from_pile

    state = turn().with_(pile=0, discards=(None, None, "outpost"))
    state = from_pile(state)
    assert (state.pile, state.discards) == (2, ())


def test_ca52_ca53_wormholes() -> None:
    state = lay(lay(turn(), "a1", "wormhole"), "e1", "wormhole").with_(mobile="c5")
    assert set(state.linked) == {"a1", "e1", "c5"}
    for start in ("a1", "e1", "c5"):
        for goal in ("a1", "e1", "c5"):
            assert distance(state, "yellow", Ship("frigate_1", start), goal) == int(start != goal)
    concealed = main_move(fly(state, "yellow", "frigate@a1"))
    concealed = play(concealed, "yellow: fleet c3", "yellow: send_through frigate_1", "yellow: done")
    assert concealed.mobile == "c3"
    assert asked(concealed) == "field.revealed"


def test_ca54_two_players_without_wormholes() -> None:
    state = begin("yellow=scientists red=pirates")
    assert state.removed_fields == ("wormhole", "wormhole")


def test_ca55_a_colony_without_a_station_in_the_pile() -> None:
    state = main_move(fly(turn(), "yellow", "frigate@c4"))
    state = play(state, "yellow: fleet c3", "yellow: send frigate_1", "yellow: done", "table: field colony_station")
    pile = state.pile
    stays = play(state, "yellow: colony_stays")
    assert (stays.places["c3"].card, stays.places["c3"].owner) == ("colony_station", "yellow")
    becomes = play(state, "yellow: colony outpost")
    assert (becomes.places["c3"].card, becomes.pile) == ("outpost", pile - 1)


def test_ca66_a_free_field_is_taken() -> None:
    state = main_move(fly(lay(turn(), "c3", "asteroid_field"), "yellow", "frigate@c4"))
    state = play(state, "yellow: fleet c3", "yellow: send frigate_1", "yellow: done")
    assert state.places["c3"].owner == "yellow"


def test_ca13_stones_going_home_go_to_reserve() -> None:
    state = main_move(lay(turn(), "c3", "event_planet_1", red=3, white=1))
    bag, box = state.bag, state.box
    reserve = state.player("red").reserve
    after = play(state, "yellow: diplomacy c3", "yellow: exchange c3 red")
    assert (after.player("red").reserve, after.bag) == (reserve + 1, bag)
    after = play(state, "yellow: diplomacy c3", "yellow: exchange c3 white")
    assert (after.bag, after.box[4]) == (bag, box[4] + 1), "white is nobody's: back into the box"
    state = lay(fly(state, "yellow", "frigate@b2"), "b3", "free_space", "red")
    after = play(state, "yellow: fleet b3", "yellow: send frigate_1", "yellow: done")
    assert (after.player("red").reserve, after.bag) == (reserve, bag), "one laid out, one come home"


def test_ca16_markers_do_not_run_out() -> None:
    state = turn()
    for seat in state.seats:
        state = state.change(seat, markers=17)
    state = raise_markers(reward_marker(state, "yellow", "mission"))
    assert sum(player.markers for player in state.players) == 69
    state = reward_marker(reward_marker(state, "red", "mission"), "red", "mission")
    assert sum(player.markers for player in state.players) == 71, "the box has 70"
    assert GAME.laws(state) == []


def test_ca58_fogs_are_no_field_of_the_box() -> None:
    state = main_move(fly(turn(), "yellow", "frigate@c4"))
    state = play(state, "yellow: fleet c3", "yellow: send frigate_1", "yellow: done")
    assert codes(state, "table: field fog") == {"no_field"}
    assert not any("fog" in kind for kind in KINDS)


def test_ca1_a_board_that_the_table_entered() -> None:
    three = "yellow=scientists red=pirates blue=empire"
    rows = ("oxxxx", "xxxxo", "xxxxx", "xxxxx", "xxxxx")
    words = ",".join((*rows, "north_b1", "west_a3", "south_c5"))
    state = begin(three, card_outline_3=words)
    assert len(state.spaces) == 23
    assert "e2" not in state.places
    state = play(state, "table: first yellow", "yellow: start west_a3")
    assert distance(state, "yellow", state.player("yellow").ships[0], "b3") == 2
    assert codes(state, "red: start west_a3") == {"taken"}
    assert codes(state, "red: start north_c1") == {"no_slot"}
    assert begin(three, card_outline_3=words, board_layout_3p="same_side").board == "same_side"
    assert begin(three).board == "two_corners"
    for wrong, code in (
        ("xxxxx,xxxxx,north_a1,north_b1,north_c1", "fields"),
        (f"{','.join(rows)},north_b1", "starts"),
        (f"{','.join(rows)},north_b1,west_a3,north_c3", "start"),
        ("sixteen", "no_rows"),
        ("xxxxx,xxxxx,xxxxx,xxxxx,ooooo,xxxoo,north_a1,north_b1,north_c1", "apart"),
    ):
        with pytest.raises(Refused) as refused:
            begin(three, card_outline_3=wrong)
        assert code in {reason.code for reason in refused.value.reasons}
    # Told in play it is for the next game; this one goes on as it lies.
    told = play(state, f"table: tell_card outline_3 {' '.join((*rows, 'north_b1', 'west_a3', 'east_e3'))}")
    assert told.board == state.board
    assert GAME.card_options(GAME.told(told))["card_outline_3"].endswith("east_e3")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ca2_shipped_outlines_can_be_told_as_they_are(players: int) -> None:
    seats = " ".join(f"{colour}={faction}" for colour, faction in list(zip(COLOURS, FACTIONS, strict=True))[:players])
    words = ",".join(map(str, SHIPPED[f"outline_{players}"]))
    assert set(begin(seats, **{f"card_outline_{players}": words}).places) == set(begin(seats).places)
