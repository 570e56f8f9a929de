"""Sectors not tracked, or switched on again: what lies on boards is still counted, all else is told or missing."""

from __future__ import annotations

import pytest

from companion.rules.contract import TABLE, Word, judge, legal, open_
from companion.rules.eclipse import GAME
from companion.rules.eclipse.pieces import Sector
from companion.rules.eclipse.sectors import discs_out
from companion.rules.eclipse.state import FULL, State
from companion.rules.notation import read, write
from tests.rules.eclipse.duelling import begun, miss, name
from tests.rules.eclipse.fleets import fleets, in_combat, settle, to_combat
from tests.rules.playing import codes, full, missing, play, started, word

LITTLE = frozenset({"storage", "reputation"})


def sector(state: State, number: int) -> Sector:
    found = state.sector(number)
    assert found is not None
    return found


def unfollowed(seats: str = "red blue") -> State:
    """A game without sectors, map and ships' places, in its first turn."""
    return started(seats, LITTLE)


def upkeep(state: State) -> State:
    """Everybody has passed, no battle was fought."""
    while state.phase == "action":
        state = play(state, f"{state.active}: pass")
    return play(state, "table: battles_over")


def test_a_game_begins_with_boards_counted_and_sectors_not() -> None:
    state = unfollowed()
    assert state.sectors_untold
    assert state.owned("red") == ()
    assert discs_out(state.player("red")) == 1
    assert GAME.laws(state) == []
    assert not started("red blue", FULL - {"sectors"}).sectors_untold


def test_an_exploration_asks_for_the_disc_alone() -> None:
    state = play(unfollowed(), "red: explore")
    assert name(state) == ("red", "explore.control")
    assert missing(state, "red: control") == {"sectors"}
    state = play(state, "red: control")
    assert discs_out(state.player("red")) == 2
    assert name(state) == ("red", "explore.discovery")
    assert play(state, "red: done").player("red").discovery_points == 0
    state = play(state, "red: discovery points")
    assert name(state) == ("red", "colonise")
    state = play(state, "red: colonise ? gray science", "red: done")
    assert (state.player("red").cubes, state.active) == ((10, 9, 10), "blue")


def test_planta_explores_twice_and_without_a_disc_nothing_is_asked() -> None:
    state = play(unfollowed("green=planta blue"), "green: explore", "green: control", "green: done", "green: done")
    assert name(state) == ("green", "explore.control")
    bare = unfollowed().change("red", discs=1)
    assert play(bare, "red: explore").active == "blue"


def test_colony_ships_go_to_a_sector_not_named() -> None:
    state = unfollowed()
    assert missing(state, "red: colonise ? money money") == {"sectors"}
    assert codes(state, "red: colonise ? money_advanced money") == {"needs_technology"}
    assert codes(started(), "red: colonise ? money money") == {"which_sector"}
    assert codes(state.change("red", discs=13), "red: colonise ? money money") == {"no_disc"}
    assert "red: colonise ? gray money" in {write(each) for each in open_(state, GAME.actions)}


def test_discs_and_cubes_come_back_as_they_are_told() -> None:
    state = play(unfollowed(), "red: influence")
    assert missing(state, "red: move_disc ? track") == {"sectors"}
    assert codes(started(), "red: move_disc ? track") >= {"which_sector"}
    state = play(state, "red: move_disc ? track")
    assert discs_out(state.player("red")) == 0
    assert name(state) == ("red", "cube.untold")
    assert state.decisions[0].context["most"] == 3
    state = play(state, "red: return_cube science", "red: return_cube science", "red: done")
    assert state.player("red").cubes == (10, 12, 10)
    assert name(state) == ("red", "influence.disc")
    assert codes(state, "red: move_disc ? track") == {"no_disc"}
    assert missing(state, "red: move_disc track ?") == {"sectors"}


def test_no_more_cubes_come_back_than_are_out() -> None:
    state = play(unfollowed().change("red", cubes=(11, 11, 10)), "red: influence", "red: move_disc ? track")
    state = play(state, "red: return_cube money")
    assert name(state) == ("red", "influence.disc")


def test_structures_are_paid_for_wherever_they_are_built() -> None:
    state = unfollowed().change("red", technologies=("starbase", "orbital"), storage=(2, 2, 9))
    state = play(state, "red: build")
    assert missing(state, "red: build_structure orbital ?") == {"sectors"}
    state = play(state, "red: build_structure orbital ?")
    assert state.player("red").storage == (2, 2, 4)
    assert missing(state, "red: build_ship interceptor") == {"sectors"}
    state = play(state, "red: build_ship interceptor")
    assert state.player("red").ships[0] == 2


def test_upkeep_is_paid_by_the_boards() -> None:
    state = upkeep(unfollowed()).change("red", discs=2, storage=(0, 0, 0))
    assert "give up a sector" in _why(state, "red: pay_upkeep")
    assert codes(state, "red: collapse") == {"sectors_left"}
    assert missing(state, "red: give_up ?") == {"sectors"}
    assert codes(started(), "red: give_up ?") >= {"which_sector"}
    assert "red: give_up ?" in {write(each) for each in open_(state, GAME.actions)}
    state = play(state, "red: give_up ?", "red: done")
    assert state.player("red").discs == 3
    nothing = upkeep(unfollowed()).change("red", discs=0, spare_discs=0, actions=(16, 0, 0, 0, 0, 0, 0, 0))
    nothing = nothing.change("red", storage=(0, 0, 0))
    assert codes(nothing, "red: collapse") == set()
    assert codes(nothing, "red: give_up ?") == {"no_disc"}


def _why(state: State, line: str) -> str:
    return " ".join(reason.text for reason in judge(state, read(line, GAME.actions)).reasons)


def test_the_score_is_a_range_of_so_many_sectors() -> None:
    state = unfollowed("green=planta yellow=draco")
    lines = {line.source: line for line in state.score().seats[0].lines}
    assert (lines["sectors"].low, lines["sectors"].high) == (1, 4)
    assert lines["sectors"].detail == "1 more, not told which"
    assert (lines["species"].low, lines["species"].high) == (1, 1)
    assert (lines["monoliths"].low, lines["monoliths"].high) == (0, 3)
    draco = {line.source: line for line in state.score().seats[1].lines}
    assert draco["species"].low == 0
    assert draco["species"].high > 10
    two = state.change("green", discs=state.player("green").discs - 1)
    more = {line.source: line for line in two.score().seats[0].lines}
    assert (more["sectors"].low, more["sectors"].high, more["species"].low) == (2, 7, 2)


def test_artifacts_are_taken_until_done() -> None:
    state = unfollowed().change("red", storage=(0, 30, 0))
    state = play(state, "red: research", "red: technology artifact_key")
    assert state.decisions[0].context == {"left": 0, "amount": 5, "more": True}
    state = play(state, "red: take money", "red: take money", "red: done")
    assert state.player("red").storage == (10, 16, 0)
    part = play(full("red blue"), "table: track sectors no", "table: track sectors yes")
    part = play(part, "table: correct sector_102 red").change("red", storage=(0, 30, 0), discs=10)
    part = play(part, "red: research", "red: technology artifact_key")
    assert part.decisions[0].context["left"] == 1
    assert codes(part, "red: done") == {"artifacts_left"}


def test_battles_name_what_is_not_tracked() -> None:
    state = play(in_combat("blue red"), "table: track sectors no")
    assert missing(state, "table: battle 305 blue red") == {"sectors"}
    assert codes(state, "table: battle 223 ancients red") == {"no_ancients"}
    state = play(state, "table: battle 305 blue red", "table: destroyed red blue interceptor", "table: battle_over")
    assert state.player("blue").ships[0] == 7


def test_whose_population_was_destroyed_is_asked() -> None:
    state = settle(in_combat("blue red green"), 305, "red", ("money", "money"), ("gray", "science"))
    discs = state.player("red").discs
    state = play(state, "table: track sectors no")
    assert missing(state, "table: bombard 305 blue money") == {"sectors"}
    state = play(state, "table: bombard 305 blue money")
    assert name(state) == (TABLE, "combat.owner")
    assert codes(state, "table: controlled_by blue no") == {"own"}
    assert codes(state, "table: controlled_by purple no") == {"no_party"}
    left = play(state, "table: controlled_by red yes")
    assert (left.player("red").graveyard, left.player("red").discs) == ((1, 0, 0), discs)
    gone = play(state, "table: controlled_by red no")
    assert gone.player("red").discs == discs + 1
    assert play(state, "table: done").player("red").graveyard == (0, 0, 0)


def test_whose_disc_is_replaced_is_asked() -> None:
    state = play(in_combat("blue red"), "table: track sectors no")
    before = {seat: state.player(seat).discs for seat in ("blue", "red")}
    state = play(state, "table: conquer 305 blue")
    assert name(state)[1] == "combat.owner"
    assert codes(state, "table: controlled_by red yes") == {"population"}
    taken = play(state, "table: controlled_by red no")
    assert {seat: taken.player(seat).discs - before[seat] for seat in before} == {"blue": -1, "red": 1}
    free = play(state, "table: done")
    assert {seat: free.player(seat).discs - before[seat] for seat in before} == {"blue": -1, "red": 0}


def test_a_sector_whose_owner_was_told_is_taken_without_a_question() -> None:
    state = play(in_combat("blue red"), "table: track sectors no", "table: track sectors yes")
    state = play(state, "table: correct sector_305 red")
    before = state.player("red").discs
    assert missing(state, "table: conquer 305 blue") == {"sectors"}
    state = play(state, "table: conquer 305 blue", "blue: done")  # no discovery tile waits there any more
    assert name(state)[1] == "combat"
    assert sector(state, 305).owner == "blue"
    assert state.player("red").discs == before + 1


def test_what_cannot_change_is_still_known() -> None:
    state = play(full(), "table: correct sector_221_orbital yes")
    state = play(state, "table: track sectors no", "table: track sectors yes")
    assert sector(state, 221).orbital
    assert sector(state, 221).is_told("orbital", "ancients", "gcds", "discovery")
    assert not sector(state, 221).is_told("owner")
    assert not sector(state, 221).is_told("monolith")
    assert not sector(state, 1).is_told("gcds")
    assert not state.sectors_untold  # the map was followed


def test_what_is_told_again_is_known_piece_by_piece() -> None:
    state = play(full(), "table: track sectors no", "table: track sectors yes")
    assert missing(state, "red: colonise 221 gray money") >= {"sectors"}
    state = play(state, "table: correct sector_221 red")
    assert [each.number for each in state.owned("red")] == [221]
    rows = {each.field: each.value for each in GAME.correctable(state)}
    assert (rows["sector_221"], rows["sector_221_cubes_money"], rows["sector_223"]) == ("red", None, None)
    assert missing(state, "red: colonise 221 money money") == {"sectors"}
    state = play(state, "table: correct sector_221_cubes_money 1")
    assert codes(state, "red: colonise 221 money money") == {"no_free_square"}
    state = play(state, "table: correct sector_223 none")
    assert sector(state, 223).is_told("owner", "cubes")
    assert codes(state, "blue: give_up 223") >= {"no_disc"}
    assert codes(state, "red: colonise 1 money money") == {"no_disc", "no_free_square"}


def test_a_sector_put_on_the_table_by_hand_is_known_by_its_print_alone() -> None:
    state = play(started(), "table: correct sector_205 red")
    assert sector(state, 205).owner == "red"
    assert sector(state, 205).is_told("ancients") == (sector(state, 205).tile.ancients == 0)
    assert missing(state, "red: colonise 205 money money") == {"sectors"}
    assert codes(state, "red: colonise 205 science science") == {"no_free_square"}


def test_what_a_seat_does_in_a_sector_tells_whose_it_is() -> None:
    state = play(full(), "table: track sectors no", "table: track sectors yes", "red: colonise 221 money money")
    assert sector(state, 221).owner == "red"
    state = play(
        state.change("blue", storage=(9, 9, 9)), "red: pass", "blue: build", "blue: build_ship interceptor 223"
    )
    assert sector(state, 223).owner == "blue"


def test_sectors_laid_without_a_word_are_missing_until_all_are_told() -> None:
    state = play(started(), "table: track sectors no", "red: explore", "red: leave_be", "table: track sectors yes")
    assert state.sectors_untold
    assert missing(state, "blue: colonise 207 money money") == {"sectors"}
    state = play(state, "table: correct sectors_untold no")
    assert codes(state, "blue: colonise 207 money money") == {"not_laid"}


def test_whether_a_sector_lies_there_can_be_told_while_its_contents_are_not_followed() -> None:
    state = play(full(), "table: track sectors no", "table: correct sector_207 on_table")
    assert sector(state, 207).at is None
    assert play(state, "table: correct sector_207 off_table").sector(207) is None
    assert codes(state, "table: correct sector_207_orbital yes") == {"no_field"}


def test_ancients_that_may_be_gone_may_pin() -> None:
    state = full("red blue")
    state = state.with_sector(sector(state, 221).with_(ancients=1, owner=""))
    unsure = state.with_(
        sectors=tuple(each.with_(untold=("ancients",)) if each.number == 221 else each for each in state.sectors)
    )
    assert codes(play(state, "red: move"), "red: move_ship interceptor 221 1") == {"pinned", "no_way"}
    assert missing(play(unsure, "red: move"), "red: move_ship interceptor 221 1") == {"sectors"}
    assert codes(play(unsure, "red: move"), "red: move_ship interceptor 221 1") == {"no_way"}


@pytest.mark.parametrize("area", ["sectors", "ship_places", "blueprints"])
def test_a_battle_being_fought_goes_on_as_a_told_one(area: str) -> None:
    state = begun(fleets("red blue", 305, "red interceptor 2, blue cruiser 1"))
    for open_now in (state, miss(state), play(state, "red: attack_with interceptor")):
        told = play(open_now, f"table: track {area} no")
        assert name(told) == (TABLE, "battle")
        assert told.battles[-1].squadrons == ()
        told = play(told, "table: destroyed red blue cruiser", "table: battle_over")
        assert name(told)[1] == "reputation.draw"


def test_after_the_battles_too_the_table_goes_on_telling() -> None:
    cubes = (("money", "money"),)
    state = play(to_siege(cubes), "table: track blueprints no")
    assert name(state) == (TABLE, "combat")
    assert play(state, "table: bombard 305 red money").sector(305).owner == ""  # type: ignore[union-attr]


def to_siege(cubes: tuple[tuple[str, str], ...]) -> State:
    state = to_combat(fleets("red blue", 305, "red interceptor 1", owner="blue", cubes=cubes))
    assert name(state) == ("red", "combat.population")
    return state


def test_ships_that_nobody_placed_are_fought_for_as_told() -> None:
    state = fleets("red blue", 305, "red interceptor 1, blue cruiser 1")
    state = to_combat(play(state, "table: track blueprints no", "table: track blueprints yes"))
    assert "battles_over" in state.decisions[0].verbs
    assert word(state, "table: battle 305 red blue") is Word.LEGAL


def test_parts_not_told_are_missing_not_forbidden() -> None:
    state = play(full(), "table: track blueprints no", "table: track blueprints yes", "red: upgrade")
    assert missing(state, "red: unfit interceptor 1") == {"blueprints"}
    assert missing(state, "red: fit interceptor 1 hull") == {"blueprints"}
    state = play(state, "red: fit interceptor 1 hull")
    assert state.player("red").blueprints[0] == ("hull", "?", "?", "?")
    state = play(state, "red: unfit interceptor 2")
    assert state.player("red").blueprints[0] == ("hull", "", "?", "?")
    assert missing(play(state, "red: done", "blue: move"), "blue: move_ship interceptor 223 1") <= {"movement"}


def test_legal_needs_no_sector_to_be_told() -> None:
    found = {each.verb for each in legal(unfollowed(), GAME.actions)}
    assert {"explore", "influence", "research", "build", "move", "pass"} <= found
