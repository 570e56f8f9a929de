"""Move: movement value, wormholes, pinning on the way in and out, the Galactic Center, partners (p. 14)."""

from __future__ import annotations

from companion.rules.contract import Word, judge, nearest
from companion.rules.eclipse import GAME
from companion.rules.eclipse.move import reach
from companion.rules.eclipse.pieces import Ambassador
from companion.rules.eclipse.state import State
from companion.rules.notation import read, write
from tests.rules.eclipse.maps import COLUMN, column, fitted, laid, placed
from tests.rules.playing import codes, full, missing, play, started, word

A, B, C, D, E = COLUMN[:5]


def said(state: State, line: str) -> list[tuple[str, str]]:
    return [(reason.text, reason.page) for reason in judge(state, read(line, GAME.actions)).reasons]


def ships(state: State, number: int) -> tuple[tuple[str, str, int], ...]:
    sector = state.sector(number)
    assert sector is not None
    return sector.ships


def moving(state: State, seat: str = "red") -> State:
    return play(state, f"{seat}: move")


def test_too_far_is_said_with_the_drives() -> None:
    state = moving(column(full(), 3, "red interceptor"))
    assert said(state, f"red: move_ship interceptor {A} {C}") == [
        ("Move 2 is too far: your interceptor moves 1 with one Nuclear Drive.", "14")
    ]
    assert word(state, f"red: move_ship interceptor {A} {B}") is Word.LEGAL
    two = fitted(state, "red", "interceptor", 4, "fusion_drive")
    assert word(two, f"red: move_ship interceptor {A} {C}") is Word.LEGAL
    far = moving(fitted(column(full(), 6, "red interceptor"), "red", "interceptor", 4, "nuclear_drive"))
    assert said(far, f"red: move_ship interceptor {A} {COLUMN[5]}") == [
        ("Move 5 is too far: your interceptor moves 2 with two Nuclear Drives.", "14")
    ]


def test_the_nearest_legal_ones_are_shown() -> None:
    state = moving(column(full(), 3, "red interceptor"))
    near = nearest(state, read(f"red: move_ship interceptor {A} {C}", GAME.actions), GAME.actions)
    assert write(near[0]) == f"red: move_ship interceptor {A} {B}"
    assert all(judge(state, each).word is not Word.ILLEGAL for each in near)


def test_p14_red_moves() -> None:
    """An interceptor with two Nuclear Drives moves 2, a cruiser 3; three moves: the interceptor twice, the cruiser."""
    state = column(full(), 5, "red interceptor, red cruiser")
    state = fitted(fitted(state, "red", "interceptor", 4, "nuclear_drive"), "red", "cruiser", 6, "fusion_drive")
    state = moving(fitted(state, "red", "cruiser", 2, "nuclear_source"))
    assert state.decisions[0].context["left"] == 3
    state = play(state, f"red: move_ship interceptor {A} {C}", f"red: move_ship interceptor {C} {E}")
    assert codes(state, f"red: move_ship cruiser {A} {E}") == {"too_far"}
    state = play(state, f"red: move_ship cruiser {A} {D}")
    assert ships(state, E) == (("red", "interceptor", 1),)
    assert ships(state, D) == (("red", "cruiser", 1),)
    assert state.active == "blue"
    assert GAME.laws(state.with_(tracking=state.tracking - {"map"})) == []


def test_p14_green_pinned() -> None:
    """The first green interceptor is pinned by the red one; the second passes; the third move is not used."""
    state = column(full("green red"), 3, "green interceptor 2")
    state = placed(state, B, "red", "interceptor")
    state = moving(fitted(state, "green", "interceptor", 4, "nuclear_drive"), "green")
    assert said(state, f"green: move_ship interceptor {A} {C}") == [
        (
            f"On its way from {A} to {C} the interceptor would be pinned in {B} by 1 ship of Red.",
            "14",
        )
    ]
    state = play(state, f"green: move_ship interceptor {A} {B}")
    assert codes(state, f"green: move_ship interceptor {B} {C}") == {"pinned"}
    state = play(state, f"green: move_ship interceptor {A} {C}", "green: done")
    assert ships(state, B) == (("green", "interceptor", 1), ("red", "interceptor", 1))
    assert state.active == "red"


def test_too_far_and_pinned_on_the_way_are_both_said() -> None:
    state = moving(placed(column(full(), 4, "red interceptor"), B, "blue", "interceptor"))
    assert said(state, f"red: move_ship interceptor {A} {D}") == [
        ("Move 3 is too far: your interceptor moves 1 with one Nuclear Drive.", "14"),
        (f"On its way from {A} to {D} the interceptor would be pinned in {B} by 1 ship of Blue.", "14"),
    ]


def test_case_28_one_ship_stays_for_each_opposing_ship() -> None:
    state = column(full("red blue green"), 2, "blue interceptor, green cruiser, red interceptor 2")
    state = moving(state)
    assert said(state, f"red: move_ship interceptor {A} {B}") == [
        (f"Red's 2 ships are pinned in {A} by 1 ship of Blue and 1 ship of Green.", "14")
    ]
    more = placed(state, A, "red", "dreadnought")
    assert word(more, f"red: move_ship interceptor {A} {B}") is Word.LEGAL  # which one stays is free
    assert word(more, f"red: move_ship dreadnought {A} {B}") is Word.LEGAL
    more = play(more, f"red: move_ship dreadnought {A} {B}")
    assert codes(more, f"red: move_ship interceptor {A} {B}") == {"pinned"}


def test_case_28_ancients_pin_and_draco_is_not_pinned_by_them() -> None:
    def ancients(state: State) -> State:
        sector = state.sector(A)
        assert sector is not None
        return state.with_sector(sector.with_(ancients=1))

    state = moving(ancients(column(full(), 2, "red interceptor")))
    assert said(state, f"red: move_ship interceptor {A} {B}") == [
        (f"Red's 1 ship is pinned in {A} by 1 Ancient.", "14")
    ]
    draco = moving(ancients(column(full("yellow=draco red"), 2, "yellow interceptor")), "yellow")
    assert word(draco, f"yellow: move_ship interceptor {A} {B}") is Word.LEGAL


def beside_the_centre(state: State) -> State:
    """Red in 201 north of the centre, 202 south of it, both open to it."""
    return laid(laid(state, 203, (0, -1), 0, ships="red interceptor"), 209, (0, 1), 0)


def test_case_29_the_defense_system_pins_everybody_and_nobody_passes() -> None:
    state = fitted(beside_the_centre(full()), "red", "interceptor", 4, "fusion_drive")
    state = moving(state)
    assert said(state, "red: move_ship interceptor 203 209") == [
        ("Nobody passes through 001 before the Galactic Center Defense System is destroyed.", "14")
    ]
    inside = placed(play(state, "red: move_ship interceptor 203 1"), 1, "red", "cruiser", 4)
    assert said(inside, "red: move_ship cruiser 1 209") == [
        ("Red's 5 ships are pinned in 001 by the Galactic Center Defense System.", "14")
    ]
    centre = state.sector(1)
    assert centre is not None
    assert word(state.with_sector(centre.with_(gcds=False)), "red: move_ship interceptor 203 209") is Word.LEGAL


def test_case_31_three_single_ship_moves_for_terrans_two_for_aliens() -> None:
    assert moving(column(full(), 2, "red interceptor")).decisions[0].context["left"] == 3
    state = moving(column(full("blue=hydran red"), 4, "blue interceptor"), "blue")
    assert state.decisions[0].context["left"] == 2
    state = play(state, f"blue: move_ship interceptor {A} {B}", f"blue: move_ship interceptor {B} {C}")
    assert state.active == "red"


def test_case_32_starbases_pin_and_never_move() -> None:
    state = column(full(), 2, "blue starbase, red interceptor, red starbase")
    state = moving(state)
    assert codes(state, f"red: move_ship starbase {A} {B}") == {"starbase"}
    assert word(state, f"red: move_ship interceptor {A} {B}") is Word.LEGAL  # the starbase stays for it
    alone = moving(column(full(), 2, "blue starbase, red interceptor"))
    assert codes(alone, f"red: move_ship interceptor {A} {B}") == {"pinned"}


def test_wormholes_on_both_sides_or_the_generator() -> None:
    state = laid(laid(full(), 304, (5, 0), ships="red interceptor"), 317, (5, -1), 0)  # 317 opens S and SW
    state = laid(laid(state, 306, (6, 0)), 318, (5, 1), 0)  # beside, no wormhole; below, its own north is closed
    state = moving(state)
    assert word(state, "red: move_ship interceptor 304 317") is Word.LEGAL
    assert said(state, "red: move_ship interceptor 304 318") == [
        ("The edge between 304 and 318 has a wormhole on one side only.", "14")
    ]
    assert said(state, "red: move_ship interceptor 304 306") == [
        ("The edge between 304 and 306 has no wormhole.", "14")
    ]
    assert said(state, "red: move_ship interceptor 304 1") == [("No wormholes lead from 304 to 001.", "14")]
    generator = state.change("red", technologies=("starbase", "wormhole_generator"))
    assert word(generator, "red: move_ship interceptor 304 318") is Word.LEGAL
    assert codes(generator, "red: move_ship interceptor 304 306") == {"no_way"}


def test_only_to_explored_sectors_and_from_where_the_ship_is() -> None:
    state = moving(column(full(), 2, "red interceptor"))
    assert codes(state, f"red: move_ship interceptor {A} 201") == {"not_laid"}
    assert codes(state, f"red: move_ship interceptor {A} 999") == {"no_sector"}
    assert codes(state, f"red: move_ship interceptor {A} {A}") == {"same_place"}
    assert codes(state, f"red: move_ship cruiser {A} {B}") == {"not_there"}
    assert codes(state, f"red: move_ship shuttle {A} {B}") == {"no_ship"}


def test_p17_reaction_move() -> None:
    """Passed: exactly one ship, one move."""
    state = play(column(full(), 3, "red interceptor"), "red: pass", "blue: move", "blue: done", "red: react move")
    assert state.decisions[0].context == {"left": 1, "reaction": True}
    state = play(state, f"red: move_ship interceptor {A} {B}")
    assert state.active == "blue"
    assert state.player("red").actions[6] == 1


def friends(state: State) -> State:
    """Red and Blue with ambassadors, a money cube each."""
    for seat, other in (("red", "blue"), ("blue", "red")):
        player = state.player(seat)
        money, science, materials = player.cubes
        state = state.change(seat, ambassadors=(Ambassador(other, "money"),), cubes=(money - 1, science, materials))
    return state


FOUR = "red blue green yellow"


def test_case_57_and_p17_attack_breaks_diplomacy() -> None:
    """Moving to a partner's ship is an attack: ambassadors go home, owners pick the track, the card changes hands."""
    state = friends(column(full(FOUR), 2, "red interceptor", "blue interceptor")).with_(traitor="green")
    state = play(moving(state), f"red: move_ship interceptor {A} {B}")
    assert state.player("red").ambassadors == state.player("blue").ambassadors == ()
    assert state.traitor == "red"
    assert [d.name for d in state.decisions if not d.window] == ["cube.track"]
    first = state.decisions[0].seat
    other = "blue" if first == "red" else "red"
    state = play(state, f"{first}: return_cube science", f"{other}: return_cube materials")
    assert state.decisions[0].name == "move.ship"
    assert GAME.laws(state.with_(tracking=state.tracking - {"map"})) == []


def test_case_57_a_partners_disc_is_enough() -> None:
    state = friends(column(full(FOUR), 2, "red interceptor"))
    sector = state.sector(B)
    assert sector is not None
    state = state.with_sector(sector.with_(owner="blue")).change("blue", discs=state.player("blue").discs - 1)
    state = play(moving(state), f"red: move_ship interceptor {A} {B}")
    assert (state.traitor, state.player("blue").ambassadors) == ("red", ())


def test_through_a_partners_sector_only_where_there_is_no_way_round() -> None:
    state = friends(full(FOUR))
    state = laid(state, 305, (5, -1), ships="red interceptor")  # opens N, NE, S
    state = laid(state, 304, (5, 0), owner="blue")  # N, S
    state = laid(state, 301, (5, 1), 4)  # N, NE, SW
    state = moving(fitted(state, "red", "interceptor", 4, "tachyon_drive"))
    line = "red: move_ship interceptor 305 301"
    assert play(state, line).traitor == "red"
    state = laid(laid(laid(state, 309, (6, -2), 4), 310, (6, -1)), 302, (6, 0))  # a way round of four steps
    assert reach(state, "red", 305)[301] == 4
    assert play(state, line).traitor == ""
    slow = fitted(state, "red", "interceptor", 4, "fusion_drive")
    assert play(slow, line).traitor == "red"


def test_the_order_of_entry() -> None:
    state = moving(column(full(), 2, "red interceptor 2", "blue interceptor"))
    state = play(state, f"red: move_ship interceptor {A} {B}")
    assert state.sector(B).entered == ("blue", "red")  # type: ignore[union-attr]
    assert state.sector(A).entered == ("red",)  # type: ignore[union-attr]
    state = play(state, f"red: move_ship interceptor {A} {B}")
    assert state.sector(A).entered == ()  # type: ignore[union-attr]


def test_without_blueprints_a_far_move_is_unknown() -> None:
    state = moving(column(full().with_(tracking=full().tracking - {"blueprints"}), 3, "red interceptor"))
    state = state.change("red", blueprints=())
    assert word(state, f"red: move_ship interceptor {A} {B}") is Word.LEGAL
    assert missing(state, f"red: move_ship interceptor {A} {C}") == {"movement"}


def test_without_the_map_any_way_is_unknown() -> None:
    state = moving(column(full(), 3, "red interceptor"))
    state = state.with_(tracking=state.tracking - {"map"})
    assert missing(state, f"red: move_ship interceptor {A} {C}") == {"connected"}


def test_light_tracking_asks_nothing_of_a_move() -> None:
    assert play(started(), "red: move").active == "blue"


def test_no_ship_comes_or_goes_while_a_battle_goes_on() -> None:
    """A move told later must not take a ship out of the fight."""
    state = column(full(), 3, "red interceptor, blue interceptor")
    state = play(state, "red: move", "red: later", "blue: pass", "red: pass")
    assert state.phase == "combat"
    state = play(state, f"table: battle {A} red blue", "red: tell 1")
    assert "fighting" in codes(state, f"red: move_ship interceptor {A} {B}")
