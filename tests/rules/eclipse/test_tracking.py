"""Areas switched during a game, and what is put right in them."""

from __future__ import annotations

import pytest

from companion.rules.contract import Word
from companion.rules.eclipse import GAME
from companion.rules.eclipse.corrections import correctable
from companion.rules.eclipse.state import FULL, State
from tests.rules.playing import begin, codes, full, missing, play, random_game, started, word

SWITCHED = sorted(FULL)


def test_what_can_be_switched() -> None:
    state = full()
    assert codes(state, "table: track weather no") == {"no_area"}
    assert codes(state, "table: track map yes") == {"so_already"}
    assert codes(state, "red: track map no") == {"table_only"}
    assert codes(started(), "table: track map no") == {"so_already"}


@pytest.mark.parametrize("area", SWITCHED)
def test_off_forgets_and_on_asks_to_be_told(area: str) -> None:
    state = play(full(technology_tiles="app_draws"), f"table: track {area} no")
    assert area not in state.tracking
    again = play(state, f"table: track {area} yes")
    assert area in again.tracking
    match area:
        case "map":
            assert {each.at for each in again.sectors} == {None}
            assert missing(play(again, "red: influence"), "red: move_disc track 1") == {"connected"}
        case "ship_places":
            assert not any(each.ships for each in again.sectors)
            assert "ships" in missing(play(again, "red: move"), "red: move_ship interceptor 221 1")
        case "blueprints":
            assert {square for each in again.players for row in each.blueprints for square in row} == {"?"}
            assert {each.blueprints for each in state.players} == {()}
        case "storage":
            for each in again.players:
                assert (each.storage, each.storage_untold) == ((0, 0, 0), ("money", "science", "materials"))
        case "reputation":
            assert {each.reputation for each in again.players} == {()}
            assert state.score().seats[0].lines[0].high > 0
        case "sectors":
            assert not any(each.owner or each.cubes for each in again.sectors)
            assert all(not each.is_told("owner", "cubes") for each in again.sectors)
        case "supply":
            assert (sum(again.supply), again.supply_untold) == (0, sum(state.supply) + state.supply_untold)


def test_storage_untold_is_missing_until_it_is_told() -> None:
    state = play(full(), "table: track storage no", "red: build")
    assert missing(state, "red: build_ship interceptor 221") == {"storage"}
    assert missing(state, "red: trade money science") == {"storage"}
    state = play(state, "red: build_ship interceptor 221", "table: track storage yes")
    assert missing(state, "red: build_ship interceptor 221") == {"storage"}
    state = play(state, "red: correct materials 2")
    assert codes(state, "red: build_ship interceptor 221") == {"short"}
    assert state.player("red").storage_untold == ("money", "science")
    state = play(state, "red: correct materials 8", "red: build_ship interceptor 221")
    assert state.player("red").storage == (0, 0, 5)


def test_upkeep_with_the_money_untold() -> None:
    state = play(full(), "table: track storage no", "red: pass", "blue: pass")
    assert word(state, "red: pay_upkeep") is Word.LEGAL  # the income covers it
    state = state.change("red", discs=2)
    assert missing(state, "red: pay_upkeep") == {"storage"}
    assert missing(state, "red: give_up 221") == {"storage"}
    assert play(state, "red: pay_upkeep").player("red").storage == (0, 0, 0)


def test_without_reputation_nothing_is_drawn() -> None:
    state = begin("red=eridani blue", FULL - {"reputation", "supply"}, technology_tiles="untold")
    assert state.phase == "action"
    assert state.player("red").reputation == ()


@pytest.mark.parametrize("areas", [set(), *({area} for area in SWITCHED), FULL - {"map"}, FULL - {"ship_places"}])
def test_any_set_of_areas_plays_to_the_end(areas: set[str]) -> None:
    for moment in random_game(3, 3, tracking=frozenset({"sectors", *areas})):
        assert GAME.laws(moment.after) == []
    assert moment.after.phase == "over"


def test_the_map_told_again_through_corrections() -> None:
    state = play(full(), "table: track map no", "table: track map yes")
    state = play(state, "table: correct sector_221_r -2", "table: correct sector_221_q 0")
    state = play(state, "table: correct sector_1_q 0", "table: correct sector_223_r 2")
    state = play(state, "table: correct sector_223_rotation 3")
    assert state.chart.place == {221: (0, -2), 1: (0, 0), 223: (0, 2)}
    assert state.chart.turned[223] == 3
    state = play(state, "red: explore")
    assert (0, -1) in state.decisions[0].context["spaces"]
    assert play(state, "table: correct sector_223_q ?").chart.untold == {223}


def test_until_all_is_told_what_is_missing_is_no_reason() -> None:
    state = play(
        full(), "table: track map no", "table: track map yes", "table: correct sector_221_r -2", "red: explore"
    )
    assert word(state, "red: space 0 -1") is Word.LEGAL
    assert missing(state, "red: space 4 -1") == {"place"}
    assert codes(state, "red: space 4 -1") == set()


def test_ships_told_again_through_corrections() -> None:
    state = play(full(), "table: track ship_places no", "table: track ship_places yes", "red: move")
    state = play(state, "table: correct sector_221_red_interceptor 1")
    assert missing(state, "red: move_ship interceptor 221 1") >= {"opponents"}
    state = play(state, "table: correct sector_1_blue_interceptor 1")
    assert state.sector(1).entered == ("blue",)  # type: ignore[union-attr]
    state = play(state, "table: correct sector_1_red_cruiser 2", "table: correct sector_1_first red")
    assert state.sector(1).entered == ("red", "blue")  # type: ignore[union-attr]
    assert state.sector(1).ships == (("blue", "interceptor", 1), ("red", "cruiser", 2))  # type: ignore[union-attr]


def test_parts_told_through_corrections() -> None:
    state = play(full(), "red: correct interceptor_4 nuclear_drive")
    assert state.player("red").blueprints[0] == ("", "", "", "nuclear_drive")
    state = play(state, "red: correct interceptor_4 printed")
    assert state.player("red").blueprints[0] == ("", "", "", "")
    assert codes(state, "red: correct interceptor_4 warp_core") == {"wrong_value"}
    assert codes(state, "red: correct interceptor_5 hull") == {"no_field"}


def test_light_tracking_has_no_such_fields() -> None:
    fields = {each.field for each in correctable(started())}
    assert not fields & {"sector_221_q", "sector_221_rotation", "sector_221_red_cruiser", "interceptor_1"}
    assert fields < {each.field for each in correctable(full())}


def test_switching_off_in_the_midst_of_a_step_ends_it() -> None:
    state = play(full(), "red: explore", "red: space 0 -1", "table: track map no")
    assert state.active == "blue"
    state = play(full(), "red: move", "table: track ship_places no")
    assert state.active == "blue"


@pytest.mark.parametrize("area", SWITCHED)
def test_a_game_goes_on_after_any_switch(area: str) -> None:
    """Half a game at full tracking, the area off, then on again; nothing raises and nobody is stuck."""
    for at in (60, 160):
        state: State | None = None
        for number, moment in enumerate(random_game(at, 3, tracking=FULL)):
            state = moment.after
            if number == at:
                break
        assert state is not None
        if state.phase != "over":
            for on in ("no", "yes"):
                if codes(state, f"table: track {area} {on}") == set():
                    state = play(state, f"table: track {area} {on}")
                assert state.decisions
                assert state.view("public").tracking == state.tracking
                assert correctable(state)
                assert GAME.laws(state) == [] or on == "no"


def test_ships_put_into_a_sector_are_on_the_board_and_can_be_fought() -> None:
    state = play(full("red blue green"), "table: correct sector_223_red_cruiser 2")
    assert state.player("red").ships == (1, 2, 0, 0)
    assert codes(state, "red: correct ships_cruiser 1") == {"wrong_value"}
    state = play(state, "red: pass", "blue: pass", "green: pass")
    assert state.decisions[0].context["parties"] == ("blue", "red")
    assert word(state, "table: battle 223 blue red") is Word.LEGAL


def test_ships_told_nowhere_are_those_that_are_found() -> None:
    state = play(full(), "red: correct ships_cruiser 2", "table: correct sector_223_red_cruiser 1")
    assert state.player("red").ships == (1, 2, 0, 0)


def test_a_seat_that_left_has_no_ships_to_put_right() -> None:
    state = play(full("red blue green"), "red: leave")
    assert codes(state, "table: correct sector_223_red_cruiser 1") == {"no_field"}
