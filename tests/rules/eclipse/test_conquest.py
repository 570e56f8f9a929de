"""Population attacked, cubes to graveyards, discs lifted and placed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import Kind, Word, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.laws import laws
from companion.rules.eclipse.pieces import Sector
from companion.rules.eclipse.population import squares
from companion.rules.eclipse.sectors import lay
from companion.rules.eclipse.state import State
from companion.rules.notation import read
from tests.rules.eclipse.fleets import in_combat, settle
from tests.rules.playing import codes, play

EVERY_TRACK = (("money", "money"), ("science", "science"), ("materials", "materials"))


def sector(state: State, number: int) -> Sector:
    found = state.sector(number)
    assert found is not None
    return found


def test_p20_population() -> None:
    state = settle(in_combat(), 305, "blue", *EVERY_TRACK)
    state = play(state, "table: fire_population 305 red 3 0 0 3")
    assert state.decisions[0].kind is Kind.ROLL
    assert state.decisions[0].context["population"] == 305
    state = play(state, "table: roll yellow 6 yellow 3 yellow 2")
    assert codes(state, "table: fire_population 305 red 3 0 0 3") == {"fired"}
    assert codes(state, "table: bombard 305 red money") == {"damage"}
    assert codes(state, "table: bombard 305 red money science materials") == {"damage"}
    state = play(state, "table: bombard 305 red money science")
    assert state.player("blue").graveyard == (1, 1, 0)
    assert sector(state, 305).owner == "blue", "a cube is left, so the disc stays"
    assert codes(state, "table: conquer 305 red") == {"population"}
    assert codes(state, "table: bombard 305 red materials") == {"attacked"}
    assert laws(state) == []


def test_p23_10_population() -> None:
    """One orange die shows 6: the last cube goes, with it the disc; the attacker may place his own."""
    state = settle(in_combat(), 305, "red", ("money", "money"))
    discs = state.player("red").discs
    state = play(state, "table: fire_population 305 blue 0 1 0 0", "table: roll orange 6")
    state = play(state, "table: bombard 305 blue money")
    assert state.player("red").graveyard == (1, 0, 0)
    assert (sector(state, 305).owner, state.player("red").discs) == ("", discs + 1)
    state = play(state, "table: conquer 305 blue")
    assert sector(state, 305).owner == "blue"
    assert laws(state) == []


def test_neutron_bombs_take_all_without_dice() -> None:
    state = settle(in_combat("blue black=orion"), 305, "blue", *EVERY_TRACK)
    state = play(state, "table: bombard 305 black money science materials")
    assert state.player("blue").graveyard == (1, 1, 1)
    assert sector(state, 305).owner == ""


def test_case_51_all_of_plantas_population_is_lost() -> None:
    state = settle(in_combat("green=planta red"), 305, "green", *EVERY_TRACK)
    assert codes(state, "table: bombard 305 red money") == {"planta"}
    state = play(state, "table: bombard 305 red money science materials")
    assert state.player("green").graveyard == (1, 1, 1)


def test_case_52_orbitals_stay_and_the_owner_says_where_their_cubes_go() -> None:
    state = settle(in_combat(), 203, "blue", ("gray", "materials"))
    found = sector(state, 203)
    state = state.with_sector(found.with_(orbital=True, cubes=(*found.cubes, ("orbital", "money"))))
    player = state.player("blue")
    state = state.change("blue", cubes=(player.cubes[0] - 1, *player.cubes[1:]))
    state = play(state, "table: bombard 203 red gray orbital")
    assert [(decision.seat, decision.name) for decision in state.decisions] == [("blue", "cube.track")]
    assert laws(state) == []
    state = play(state, "blue: return_cube science")
    assert codes(state, "blue: return_cube materials") == {"wrong_track"}
    state = play(state, "blue: return_cube science")
    assert state.player("blue").graveyard == (0, 2, 0)
    assert sector(state, 203).orbital, "orbitals are never destroyed"
    assert laws(state) == []


def test_who_may_attack_population() -> None:
    state = settle(in_combat("blue red green yellow"), 305, "blue", ("money", "money"))
    assert codes(state, "table: bombard 305 blue money") == {"own"}
    assert codes(state, "table: bombard 305 white money") == {"no_party"}
    assert codes(state, "table: bombard 305 red science") == {"no_cube"}
    assert codes(state, "table: bombard 305 red ore") == {"no_square"}
    assert codes(state, "table: bombard 306 red money") == {"not_laid"}
    assert codes(state.change("red", ships=(0, 0, 0, 0)), "table: bombard 305 red money") == {"no_ship"}
    assert codes(lay(state, 306), "table: bombard 306 red money") == {"no_population"}
    retreat = play(state, "table: battle 305 blue red", "table: retreated red", "table: battle_over")
    retreat = play(retreat, "blue: draw 1", "blue: keep 1")
    assert codes(retreat, "table: bombard 305 red money") == {"retreated"}
    assert codes(retreat, "table: conquer 305 red") == {"retreated", "population"}


def test_conquering_takes_the_discovery_tile() -> None:
    state = lay(in_combat(), 101)
    state = play(state, "table: battle 101 ancients blue", "table: destroyed blue ancients ancient")
    state = play(state, "table: battle_over", "blue: draw 2 3", "blue: keep 3")
    state = play(state, "table: conquer 101 blue")
    assert [(decision.seat, decision.name) for decision in state.decisions] == [("blue", "explore.discovery")]
    state = play(state, "blue: discovery points")
    assert state.player("blue").discovery_points == 1
    assert [decision.name for decision in state.decisions] == ["combat"]
    assert laws(state) == []


def test_what_may_be_conquered() -> None:
    state = lay(lay(in_combat("yellow=draco red"), 101), 305)
    assert codes(state, "table: conquer 101 red") == {"ancients"}
    assert codes(state, "table: conquer 101 yellow") == set()
    assert codes(state, "table: conquer 228 yellow") == {"own"}
    assert codes(state.change("red", discs=0, ships=(0, 0, 0, 0)), "table: conquer 305 red") >= {"no_disc", "no_ship"}


def test_an_empty_sector_changes_hands_at_once() -> None:
    state = settle(in_combat(), 305, "blue")
    discs = (state.player("blue").discs, state.player("red").discs)
    state = play(state, "table: conquer 305 red")
    assert sector(state, 305).owner == "red"
    assert (state.player("blue").discs, state.player("red").discs) == (discs[0] + 1, discs[1] - 1)
    assert laws(state) == []


FULL = [203, 207, 305, 306, 310, 1]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(FULL), st.data())
def test_cubes_are_conserved_through_bombardment(number: int, data: st.DataObject) -> None:
    """Whatever cubes lie there and whichever fall, every cube is on a track, in a sector or in a graveyard."""
    state = lay(in_combat(), number)
    track = {"gray": "materials"}
    cubes = tuple(
        (square, track.get(square, square.removesuffix("_advanced")))
        for square, count in squares(sector(state, number)).items()
        for _ in range(data.draw(st.integers(0, count), label=square))
    )
    state = settle(state, number, "blue", *cubes).with_(entries=())
    state = state.with_sector(sector(state, number).with_(gcds=False))
    assert laws(state) == []
    keep = data.draw(st.tuples(*(st.booleans() for _ in cubes)))
    fallen = [square for (square, _), kept in zip(cubes, keep, strict=True) if not kept]
    action = read(f"table: bombard {number} red {' '.join(fallen)}", GAME.actions)
    assert judge(state, action).word is Word.LEGAL
    state = action.apply(state)
    assert laws(state) == []
    while state.decisions[0].name == "cube.track":
        tracks = state.decisions[0].context["tracks"]
        state = play(state, f"blue: return_cube {data.draw(st.sampled_from(tracks))}")
        assert laws(state) == []
    assert sum(state.player("blue").graveyard) == len(fallen)
    assert (sector(state, number).owner == "blue") == (len(fallen) < len(cubes))


def test_case_48_destroying_cubes_gives_no_tiles() -> None:
    state = settle(in_combat(), 305, "blue", *EVERY_TRACK)
    state = play(state, "table: bombard 305 red money science materials")
    assert [decision.name for decision in state.decisions] == ["combat"]


def test_case_54_draco_needs_the_gcds_destroyed() -> None:
    assert codes(in_combat("yellow=draco red"), "table: conquer 1 yellow") == {"gcds"}
