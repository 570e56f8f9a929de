"""Explore with the map tracked: spaces, stacks, placements (p. 9)."""

from __future__ import annotations

import pytest

from companion.rules.contract import Word, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.hexes import tiles_of
from companion.rules.eclipse.stacks import stack
from companion.rules.eclipse.state import State
from companion.rules.notation import read
from tests.rules.eclipse.maps import laid, placed
from tests.rules.playing import codes, full, play, word


def names(state: State) -> list[str]:
    return [decision.name for decision in state.decisions if not decision.window]


def rotations(state: State) -> dict[int, tuple[int, ...]]:
    """The legal rotations of what is turned: as judged, and as the decision says."""
    decision = state.decisions[0]
    assert decision.name == "explore.place"
    judged = {
        number: tuple(r for r in range(6) if word(state, f"{decision.seat}: place {number} {r}") is Word.LEGAL)
        for number in decision.context["turned"]
    }
    assert judged == decision.context["rotations"]
    return judged


def exploring(state: State, space: str, *tiles: int) -> State:
    state = play(state, f"{state.active}: explore", f"{state.active}: space {space}")
    return play(state, *(f"table: turn {tile}" for tile in tiles))


def test_case_1_the_space_is_chosen_before_the_tile_is_turned_and_a_discard_ends_it() -> None:
    state = play(full(), "red: explore")
    assert names(state) == ["explore.space"]
    assert codes(state, "table: turn 101") == {"not_your_turn"}
    state = play(state, "red: space 0 -1")
    decision = state.decisions[0]
    assert (decision.name, decision.seat, decision.kind) == ("explore.tile", "table", "draw")
    assert decision.context["left_in_stack"] == 8
    assert set(GAME.pieces(state, decision)) == set(tiles_of("inner"))
    state = play(state, "table: turn 101", "red: discard")
    assert state.active == "blue"
    assert state.discarded == (101,)
    assert GAME.laws(state) == []


def test_the_tile_comes_from_the_stack_of_its_ring() -> None:
    state = play(full(), "red: explore", "red: space 0 -1")
    assert codes(state, "table: turn 201") == {"wrong_stack"}
    assert codes(state, "table: turn 221") == {"wrong_stack"}
    assert codes(state, "table: turn 999") == {"no_sector"}
    assert word(state, "table: turn 108") is Word.LEGAL


def test_spaces_that_may_be_explored_at_the_start() -> None:
    """Red's 221 at (0, -2) opens N, NE, S and SW."""
    state = play(full(), "red: explore")
    assert set(state.decisions[0].context["spaces"]) == {(0, -3), (1, -3), (0, -1), (-1, -1)}
    assert codes(state, "red: space 1 -2") == {"no_wormhole"}
    assert codes(state, "red: space 1 -1") == {"not_adjacent"}
    assert codes(state, "red: space 0 2") == {"laid"}
    assert codes(state, "red: space 0 0") == {"laid"}
    assert codes(state, "red: space 9 9") == {"not_adjacent"}
    assert codes(state, "red: done") == {"not_now"}
    generator = state.change("red", technologies=(*state.player("red").technologies, "wormhole_generator"))
    assert word(generator, "red: space 1 -2") is Word.LEGAL
    assert len(generator.decisions[0].context["spaces"]) == 6


def test_a_placement_needs_a_full_wormhole() -> None:
    """106 opens four neighbouring edges; north of the space lies 221 with its wormhole."""
    state = exploring(full(), "0 -1", 106)
    assert rotations(state) == {106: (0, 3, 4, 5)}
    text = judge(state, read("red: place 106 1", GAME.actions)).reasons[0]
    assert text.text == "Turned like that, no wormhole of 106 meets a wormhole of a sector of Red."
    assert text.page == "9"
    assert codes(state, "red: place 106 6") >= {"no_rotation"}
    assert codes(state, "red: place 107 0") == {"not_turned"}
    state = play(state, "red: place 106 4")
    sector = state.sector(106)
    assert sector is not None
    assert (sector.at, sector.rotation) == ((0, -1), 4)
    assert names(state) == ["explore.control"]
    state = play(state, "red: control")
    assert state.sector(106).owner == "red"  # type: ignore[union-attr]


def beside_a_pinned_ship(state: State, home_rotation: int = 0) -> State:
    """201 south-west of Red's home, open to the space (0, -1), with one ship of Red against two of Blue."""
    state = laid(state, 201, (-1, -1), 1, ships="blue interceptor 2, red cruiser")
    home = state.owned("red")[0]
    return state.with_sector(home.with_(rotation=home_rotation))


def test_case_2_any_own_sector_may_be_the_one_connected() -> None:
    """Explored from the disc at home, connected to the sector of a pinned ship only."""
    state = exploring(beside_a_pinned_ship(full()), "0 -1", 106)
    assert 2 in rotations(state)[106]  # opens SE, S, SW, NW: only 201 meets it


def test_case_2_a_half_wormhole_must_lead_to_the_sector_explored_from() -> None:
    state = full().change("red", technologies=("starbase", "wormhole_generator"))
    state = beside_a_pinned_ship(state, home_rotation=1)  # home opens NE, SE, SW, NW: nothing to the space
    sector = state.sector(201)
    assert sector is not None
    state = exploring(state.with_sector(sector.with_(rotation=0)), "0 -1", 106)  # 201 closed to the space
    assert codes(state, "red: place 106 2") == {"not_connected"}  # half a wormhole, but to the pinned ship
    assert word(state, "red: place 106 0") is Word.LEGAL  # half a wormhole to the home
    assert rotations(state) == {106: (0, 3, 4, 5)}


def test_case_3_a_pinned_ship_does_not_explore() -> None:
    state = laid(full(), 201, (2, -1), 1, ships="blue interceptor, red interceptor")  # opens SE, SW, N
    state = play(state, "red: explore")
    assert codes(state, "red: space 2 -2") == {"pinned"}
    more = placed(state, 201, "red", "cruiser")
    assert word(more, "red: space 2 -2") is Word.LEGAL
    sector = state.sector(201)
    assert sector is not None
    disc = state.with_sector(sector.with_(owner="red"))
    assert word(disc, "red: space 2 -2") is Word.LEGAL
    ancients = laid(full(), 203, (2, -1), 5, ancients=1, ships="red interceptor")
    assert codes(play(ancients, "red: explore"), "red: space 2 -2") == {"pinned"}


def test_case_3_ancients_do_not_pin_draco() -> None:
    state = laid(full("yellow=draco red"), 203, (2, -1), 5, ancients=2, ships="yellow interceptor")
    state = play(state, "yellow: explore")
    assert word(state, "yellow: space 2 -2") is Word.LEGAL


def test_case_4_discards_are_the_new_stack_and_then_explore_has_no_use() -> None:
    state = full()
    outer = list(tiles_of("outer"))
    assert stack(state, "outer").count == 5
    gone = tuple(outer[:5])
    state = state.with_(discarded=gone)
    pile = stack(state, "outer")
    assert (pile.tiles, pile.count, pile.reshuffled) == (gone, 5, True)
    state = play(state, "red: explore", "red: space 0 -3")
    assert state.decisions[0].context["reshuffled"]
    assert codes(state, f"table: turn {outer[6]}") == {"not_in_stack"}
    state = play(state, f"table: turn {outer[2]}")
    assert state.discarded == ()
    assert set(state.boxed) == set(outer[5:])
    assert stack(state, "outer").count == 4
    state = play(state, f"red: place {outer[2]} {rotations(state)[outer[2]][0]}")
    assert GAME.laws(state) == []
    for number, where in zip((outer[0], outer[1], outer[3], outer[4]), range(4), strict=True):
        state = laid(state, number, (6, where - 3))
    assert stack(state, "outer").count == 0
    state = play(state, "blue: explore")
    assert codes(state, "blue: space 0 3") == {"stack_empty"}
    assert {(0, 3)}.isdisjoint(state.decisions[0].context["spaces"])


def test_a_tile_discarded_is_not_turned_before_the_stack_is_used_up() -> None:
    state = exploring(full(), "0 -1", 106)
    state = play(state, "red: discard", "blue: explore", "blue: space 0 1")
    assert codes(state, "table: turn 106") == {"discarded"}


def test_case_4_nothing_left_to_explore_is_over_with_done() -> None:
    state = full()
    for stack_name in ("inner", "middle", "outer"):
        for place, number in enumerate(tiles_of(stack_name)):
            state = state.with_sector(laid(state, number, (20, place)).sector(number))  # type: ignore[arg-type]
    state = play(state, "red: explore")
    assert state.decisions[0].context["spaces"] == ()
    assert play(state, "red: done").active == "blue"


def test_case_5_the_second_exploration_of_planta_is_optional() -> None:
    state = exploring(full("green=planta red"), "0 -1", 106)
    state = play(state, "green: discard")
    assert names(state) == ["explore.space"]
    assert state.decisions[0].context["first"] is False
    assert play(state, "green: done").active == "red"


def test_case_70_planta_explores_again_after_a_discard() -> None:
    state = play(exploring(full("green=planta red"), "0 -1", 106), "green: discard")
    state = play(state, "green: space 0 -3", "table: turn 305", "green: discard")
    assert state.active == "red"
    assert state.discarded == (106, 305)


def test_case_5_draco_turns_a_second_tile_after_seeing_the_first() -> None:
    state = exploring(full("yellow=draco red"), "0 -1", 106)
    assert "turn_another" in state.decisions[0].verbs
    assert codes(state, "yellow: place 105 0") == {"not_turned"}
    one = play(state, f"yellow: place 106 {rotations(state)[106][0]}", "yellow: leave_be")
    assert one.active == "red"
    state = play(state, "yellow: turn_another")
    assert codes(state, "table: turn 106") == {"turned"}
    state = play(state, "table: turn 105")
    assert set(rotations(state)) == {105, 106}
    assert codes(state, "yellow: turn_another") == {"not_now", "two_turned"}
    state = play(state, f"yellow: place 105 {rotations(state)[105][0]}")
    assert state.discarded == (106,)
    assert GAME.laws(state) == []
    both = play(exploring(full("yellow=draco red"), "0 -1", 106), "yellow: turn_another", "table: turn 105")
    assert play(both, "yellow: discard").discarded == (105, 106)


def test_only_draco_turns_two() -> None:
    state = exploring(full(), "0 -1", 106)
    assert codes(state, "red: turn_another") == {"not_now", "draco"}


def test_p17_two_ancients() -> None:
    """Two Ancient symbols: a discovery tile and two Ancients, and no disc before both are destroyed."""
    state = exploring(full(), "0 -1", 104)
    state = play(state, f"red: place 104 {rotations(state)[104][0]}")
    sector = state.sector(104)
    assert sector is not None
    assert (sector.ancients, sector.discovery) == (2, True)
    assert state.active == "blue"  # nothing asked: no disc may go there


def test_draco_controls_a_sector_with_ancients() -> None:
    state = exploring(full("yellow=draco red"), "0 -1", 104)
    state = play(state, f"yellow: place 104 {rotations(state)[104][0]}", "yellow: control")
    assert state.sector(104).owner == "yellow"  # type: ignore[union-attr]


def test_p16_explore_planta() -> None:
    """One action, two explorations: a placed one with disc, discovery and two colony ships, a discarded one.

    No middle sector of the box fits the picture, so 106 stands for it; it has no discovery.
    """
    state = full("green=planta red")
    assert state.player("green").colony_ready == 4
    state = exploring(state, "0 -1", 106)
    state = play(state, f"green: place 106 {rotations(state)[106][0]}", "green: control")
    assert names(state) == ["colonise"]
    state = play(state, "green: colonise 106 science science", "green: colonise 106 materials materials")
    assert state.player("green").colony_ready == 2
    assert names(state) == ["explore.space"]
    state = play(state, "green: space 0 -3", "table: turn 305", "green: discard")
    assert state.active == "red"
    assert state.player("green").actions[0] == 1
    assert GAME.laws(state) == []


def test_the_discovery_tile_is_taken_with_the_disc() -> None:
    state = exploring(full(), "-1 -1", 206)
    state = play(state, f"red: place 206 {rotations(state)[206][0]}", "red: control")
    assert names(state) == ["explore.discovery"]
    state = play(state, "red: discovery ancient_cruiser")
    assert state.sector(206).ships == (("red", "cruiser", 1),)  # type: ignore[union-attr]
    assert GAME.laws(state) == []


def test_an_exploration_told_later() -> None:
    state = play(full(), "red: explore", "red: later")
    assert state.active == "blue"
    assert [each.detail for each in state.inbox] == ["which space was explored"]
    state = play(state, "red: tell 1", "red: space 0 -1", "table: turn 106", "red: place 106 0", "red: control")
    assert state.sector(106).owner == "red"  # type: ignore[union-attr]
    assert (state.active, state.inbox) == ("blue", ())


def test_what_cannot_be_known_any_more_when_told_later_is_missing_not_illegal() -> None:
    state = play(full(), "red: explore", "red: later", "red: tell 1")
    assert word(state, "red: space 3 -3") is Word.UNKNOWN
    assert codes(state, "red: space 0 2") == {"laid"}


@pytest.mark.parametrize("players", range(2, 7))
def test_outer_stacks_by_players(players: int) -> None:
    state = full(" ".join(("red", "blue", "green", "yellow", "white", "black")[:players]))
    assert stack(state, "outer").count == {2: 5, 3: 10, 4: 14, 5: 16, 6: 18}[players]
    assert len(stack(state, "outer").tiles) == 18


def test_a_tile_that_another_exploration_waits_for_is_not_there_twice() -> None:
    """Told later and now at once: with one tile left, the second is told that the stack is used up."""
    state = full()
    for place, number in enumerate(tiles_of("inner")[:7]):
        state = laid(state, number, (20, place))
    state = play(state, "red: explore", "red: later", "blue: explore", "blue: space 0 1", "red: tell 1")
    assert codes(state, "red: space 0 -1") == {"stack_empty"}
    state = play(state, "table: turn 108", "blue: discard")
    assert word(state, "red: space 0 -1") is Word.LEGAL


def test_a_correction_that_lays_the_last_tile_leaves_nothing_to_turn() -> None:
    state = full()
    for place, number in enumerate(tiles_of("inner")[:7]):
        state = laid(state, number, (20, place))
    state = play(state, "red: explore", "red: space 0 -1", "table: correct sector_108 none")
    assert state.decisions[0].verbs == ("done",)
    assert play(state, "table: done").active == "blue"
