"""What needs a wormhole beside moving: influence and diplomacy with the map tracked; building in a place."""

from __future__ import annotations

from companion.rules.contract import Word, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.state import State
from companion.rules.notation import read
from tests.rules.eclipse.maps import COLUMN, column, laid, placed
from tests.rules.playing import codes, full, missing, play, started, word

A, B, C = COLUMN[:3]


def owned(state: State, number: int, seat: str) -> State:
    sector = state.sector(number)
    assert sector is not None
    return state.with_sector(sector.with_(owner=seat)).change(seat, discs=state.player(seat).discs - 1)


def texts(state: State, line: str) -> list[tuple[str, str]]:
    return [(reason.text, reason.page) for reason in judge(state, read(line, GAME.actions)).reasons]


def influencing(state: State, seat: str = "red") -> State:
    return play(state, f"{seat}: influence")


def test_case_9_next_to_a_disc_or_ship_through_a_wormhole() -> None:
    state = influencing(owned(column(full(), 3), A, "red"))
    assert word(state, f"red: move_disc track {B}") is Word.LEGAL
    assert texts(state, f"red: move_disc track {C}") == [
        (f"No edge with a wormhole on both sides connects {C} to a disc or ship of Red.", "10")
    ]
    ship = placed(state, B, "red", "interceptor")
    assert word(ship, f"red: move_disc track {C}") is Word.LEGAL


def test_case_9_where_only_own_ships_are_needs_no_neighbour() -> None:
    state = influencing(column(full(), 3, last="red interceptor"))
    assert word(state, f"red: move_disc track {C}") is Word.LEGAL
    assert texts(placed(state, C, "blue", "cruiser"), f"red: move_disc track {C}") == [
        (f"Ships of Blue are in sector {C}: no disc may be placed.", "10")
    ]


def test_case_9_no_enemy_ship_disc_ancients_or_defense_system() -> None:
    state = influencing(owned(column(full(), 3), A, "red"))
    assert codes(placed(state, B, "blue", "interceptor"), f"red: move_disc track {B}") == {"enemy_ships"}
    assert codes(owned(state, B, "blue"), f"red: move_disc track {B}") == {"disc_there"}
    sector = state.sector(B)
    assert sector is not None
    assert codes(state.with_sector(sector.with_(ancients=1)), f"red: move_disc track {B}") == {"ancients"}
    assert codes(state, "red: move_disc track 1") == {"gcds", "not_connected"}


def test_case_9_draco_among_ancients() -> None:
    state = influencing(owned(column(full("yellow=draco red"), 2), A, "yellow"), "yellow")
    sector = state.sector(B)
    assert sector is not None
    state = state.with_sector(sector.with_(ancients=2))
    assert word(state, f"yellow: move_disc track {B}") is Word.LEGAL


def test_case_54_draco_needs_the_defense_system_destroyed() -> None:
    state = laid(full("yellow=draco red"), 203, (0, -1), owner="yellow")  # opens to the centre
    state = influencing(state, "yellow")
    assert codes(state, "yellow: move_disc track 1") == {"gcds"}


def test_the_disc_that_is_moved_connects_nothing() -> None:
    """FAQ, p. 30."""
    state = influencing(owned(column(full(), 3), A, "red"))
    assert texts(state, f"red: move_disc {A} {B}") == [
        (f"Only the disc of {A} connects {B}: once it is moved nothing does.", "30")
    ]
    assert word(placed(state, A, "red", "interceptor"), f"red: move_disc {A} {B}") is Word.LEGAL
    assert word(owned(state, C, "red"), f"red: move_disc {A} {B}") is Word.LEGAL


def test_half_a_wormhole_with_the_generator() -> None:
    state = laid(laid(full(), 304, (5, 0), owner="red"), 318, (5, 1))
    state = influencing(state)
    assert codes(state, "red: move_disc track 318") == {"not_connected"}
    generator = state.change("red", technologies=("starbase", "wormhole_generator"))
    assert word(generator, "red: move_disc track 318") is Word.LEGAL


def test_case_6_up_and_back_takes_two_disc_moves() -> None:
    state = influencing(owned(column(full(), 2), A, "red"))
    assert "same_place" in codes(state, f"red: move_disc {A} {A}")
    state = play(state, f"red: move_disc {A} track")
    assert codes(state, f"red: move_disc track {A}") == {"not_connected"}
    near = influencing(laid(full(), 106, (0, -1), 3, owner="red"))
    near = play(near, "red: move_disc 106 track", "red: move_disc track 106", "red: done")
    assert near.active == "blue"


def test_case_8_ships_place_no_disc_before_the_combat_phase() -> None:
    """A move to an uncontrolled sector asks for no disc; an influence action may place it."""
    state = column(full(), 2, "red interceptor")
    state = play(state, "red: move", f"red: move_ship interceptor {A} {B}", "red: done", "blue: pass")
    assert state.sector(B).owner == ""  # type: ignore[union-attr]
    assert word(influencing(state), f"red: move_disc track {B}") is Word.LEGAL


def test_p17_influence() -> None:
    """Two discs moved, sector to sector and sector to track; two colony ships readied and used at once."""
    state = owned(owned(column(full(), 4), A, "red"), C, "red")
    state = state.change("red", colony_ready=0, colony_used=3)
    state = influencing(state)
    assert state.player("red").colony_ready == 2
    state = play(state, f"red: move_disc {A} {B}")
    assert [d.name for d in state.decisions if not d.window] == ["colonise"]
    state = play(state, f"red: colonise {B} science science", f"red: colonise {B} materials materials")
    assert state.player("red").colony_ready == 0
    state = play(state, f"red: move_disc {C} track")
    assert state.active == "blue"


def test_with_the_map_alone_ships_are_asked_for() -> None:
    state = owned(column(full(), 3), A, "red")
    state = state.with_(
        tracking=state.tracking - {"ship_places"},
        sectors=tuple(each.with_(ships=(), entered=()) for each in state.sectors),
    )
    state = influencing(state)
    assert missing(state, f"red: move_disc track {B}") == {"enemy_ships"}
    assert missing(state, f"red: move_disc track {C}") == {"enemy_ships", "connected"}


FOUR = "red blue green yellow"


def test_case_56_a_full_wormhole_between_two_discs() -> None:
    state = owned(owned(column(full(FOUR), 3), A, "red"), B, "blue")
    assert word(state, "red: ambassadors blue") is Word.LEGAL
    assert codes(state, "red: ambassadors green") == {"not_connected"}
    assert codes(state, "blue: ambassadors red") == {"own_turn"}
    assert "too_few_players" in codes(owned(owned(column(full(), 3), A, "red"), B, "blue"), "red: ambassadors blue")
    apart = owned(owned(column(full(FOUR), 3), A, "red"), C, "blue")
    assert codes(apart, "red: ambassadors blue") == {"not_connected"}


def test_case_56_half_a_wormhole_is_not_enough_even_with_the_generator() -> None:
    state = laid(laid(full(FOUR), 304, (5, 0), owner="red"), 318, (5, 1), owner="blue")
    state = state.change("red", technologies=("starbase", "wormhole_generator"))
    assert texts(state, "red: ambassadors blue") == [
        ("Only half a wormhole connects Red and Blue; relations need a full one.", "11")
    ]


def test_case_56_no_ship_of_either_among_the_others() -> None:
    state = owned(owned(column(full(FOUR), 3), A, "red"), B, "blue")
    assert codes(placed(state, B, "red", "interceptor"), "red: ambassadors blue") == {"intrusion"}
    assert codes(placed(state, A, "blue", "interceptor"), "red: ambassadors blue") == {"intrusion"}
    both = placed(placed(state, C, "blue", "interceptor"), C, "red", "cruiser")
    assert codes(both, "red: ambassadors blue") == {"intrusion"}
    assert word(placed(state, C, "red", "cruiser"), "red: ambassadors blue") is Word.LEGAL


def test_p17_diplomacy() -> None:
    """A full wormhole; both give an ambassador and a cube; on a full track a reputation tile goes back."""
    state = owned(owned(column(full(FOUR), 3), A, "red"), B, "blue")
    state = state.change("blue", reputation=(1, 2, 3, 4))
    state = state.change("blue", ambassadors=(*state.player("blue").ambassadors,))
    state = play(state, "red: ambassadors blue")
    while state.decisions[0].name == "diplomacy.room":
        state = play(state, "blue: return_reputation 1")
    state = play(state, "red: lend_cube money", "blue: lend_cube science")
    assert [each.partner for each in state.player("red").ambassadors] == ["blue"]
    assert state.player("red").cubes == (9, 10, 10)
    assert state.player("blue").cubes == (10, 9, 10)


def test_building_names_a_sector_of_ones_own() -> None:
    state = owned(column(full(), 2), A, "red").change("red", storage=(9, 9, 20))
    state = play(state, "red: build")
    assert codes(state, "red: build_ship cruiser") == {"where"}
    assert codes(state, f"red: build_ship cruiser {B}") == {"no_disc"}
    assert codes(state, "red: build_ship cruiser 223") == {"owned_by"}
    assert codes(state, f"red: build_ship cruiser {A} 221") == {"one_sector"}
    state = play(state, f"red: build_ship cruiser {A}", "red: build_ship starbase 221")
    assert state.sector(A).ships == (("red", "cruiser", 1),)  # type: ignore[union-attr]
    assert state.sector(221).ships == (("red", "interceptor", 1), ("red", "starbase", 1))  # type: ignore[union-attr]
    light = play(started().change("red", storage=(9, 9, 20)), "red: build")
    assert word(light, "red: build_ship cruiser") is Word.LEGAL


def test_case_25_building_beside_enemy_ships_is_allowed() -> None:
    state = owned(column(full(), 2, "blue interceptor"), A, "red").change("red", storage=(9, 9, 20))
    assert word(play(state, "red: build"), f"red: build_ship interceptor {A}") is Word.LEGAL


def test_case_59_no_cube_in_upkeep_where_enemy_ships_are() -> None:
    state = placed(owned(column(full(), 2), A, "red"), A, "blue", "interceptor")
    line = f"red: colonise {A} materials materials"
    assert word(state, line) is Word.LEGAL
    assert codes(state.with_(phase="upkeep"), line) >= {"enemy_ships"}


def test_a_seat_that_leaves_takes_its_ships_along() -> None:
    state = play(column(full("red blue green"), 2, "red interceptor 2"), "red: leave")
    assert all(not each.ships for each in state.sectors if each.number in (A, 221))
    assert state.player("red").ships == (0, 0, 0, 0)


def test_a_seat_that_leaves_in_the_midst_of_exploring() -> None:
    state = play(full("red blue green"), "red: explore", "red: space 0 -1", "red: leave")
    assert [d.name for d in state.decisions if not d.window] == ["turn"]
    assert state.active == "blue"
