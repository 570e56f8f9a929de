"""The rulebook's own action phase (pp. 16, 17) as one record, going on into its own battle (pp. 22, 23).

Alastair is yellow (Terran), Ken green (Planta), Iain white (Mechanema), Vernor blue (Hydran). The text tells what is
done; where sectors lie was in the pictures, which are lost, so they lie where the text can be true. One is made up:
no middle sector of the box has money, science and a discovery without Ancients, so 203 is laid without its two. The
drives of Vernor's cruiser are fitted before he researches them, as the text has it, and so is Iain's second source,
without which his cruiser would have no energy for what he fits.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.contract import Verdict, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.blueprints import ship_figures, tiles_on
from companion.rules.eclipse.catalog import SECTORS
from companion.rules.eclipse.pieces import Ambassador, Sector
from companion.rules.eclipse.population import free_squares
from companion.rules.eclipse.presence import count
from companion.rules.eclipse.state import FULL, State
from companion.rules.notation import read
from tests.rules.eclipse.fleets import arm, stand
from tests.rules.eclipse.maps import laid
from tests.rules.eclipse.test_battle_example import EXAMPLE
from tests.rules.eclipse.test_battle_example import RECORD as BATTLE
from tests.rules.playing import begin, codes, play

SUPPLY = (
    "fusion_drive", "wormhole_generator", "neutron_bombs", "starbase", "plasma_cannon", "phase_shield", "gauss_shield",
    "improved_hull", "fusion_source", "advanced_economy", "tachyon_drive", "quantum_grid", "monolith", "artifact_key",
    "antimatter_cannon", "gluon_computer",
)  # fmt: skip

RECORD = {
    "build": ("yellow: build", "yellow: build_ship cruiser 227", "yellow: build_structure orbital 227"),
    "explore": (
        "green: explore",
        "green: space 1 1",
        "table: turn 203",
        "green: place 203 0",
        "green: control",
        "green: discovery points",
        "green: colonise 203 money money",
        "green: colonise 203 science science",
        "green: done",
        "green: space 3 0",
        "table: turn 317",
        "green: discard",
    ),
    "upgrade": (
        "white: upgrade",
        "white: unfit interceptor 4",
        "white: fit interceptor 4 plasma_missile",
        "white: fit cruiser 3 positron_computer",
        "white: fit cruiser 6 ion_cannon",
    ),
    "research": ("blue: research", "blue: technology fusion_drive", "blue: technology wormhole_generator"),
    "ancients": ("yellow: explore", "yellow: space 3 -3", "table: turn 301", "yellow: place 301 1"),
    "two sectors": (
        "green: explore",
        "green: space 3 -1",
        "table: turn 318",
        "green: place 318 2",
        "green: control",
        "green: colonise 318 gray money",
        "green: colonise 318 materials_advanced materials",
        "green: space 3 0",
        "table: turn 310",
        "green: place 310 2",
        "green: leave_be",
    ),
    "diplomacy": (
        "green: ambassadors yellow",
        "yellow: return_reputation 1",
        "green: lend_cube money",
        "yellow: lend_cube science",
    ),
    "first pass": ("white: pass",),
    "attack": (
        "blue: move",
        "blue: move_ship interceptor 302 305",
        "blue: return_cube materials",
        "white: return_cube materials",
        "blue: move_ship interceptor 302 305",
    ),
    "pass": ("yellow: pass",),
    "influence": (
        "green: influence",
        "green: move_disc 207 310",
        "green: done",
        "green: move_disc 208 track",
        "green: colonise 310 science science",
        "green: colonise 310 materials materials",
    ),
    "reaction": ("white: react move", "white: move_ship cruiser 230 305"),
    "move": ("blue: move", "blue: move_ship interceptor 302 305", "blue: move_ship cruiser 304 305"),
    "end": ("green: pass", "blue: pass"),
}
"""What is done, in the order of the text."""


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """203 without its Ancients: the same squares, wormholes and discovery."""
    monkeypatch.setitem(SECTORS, 203, replace(SECTORS[203], ancients=0))  # type: ignore[arg-type]


def beginning() -> State:
    """The position before Alastair's first turn, after a few rounds that are not told."""
    state = begin("yellow green=planta white=mechanema blue=hydran", FULL)
    state = play(state, f"table: new_technologies {' '.join(SUPPLY[: state.decisions[0].draw.count])}")  # type: ignore[union-attr]
    state = laid(state, 210, (2, -1), 2, owner="yellow")
    state = laid(laid(state, 207, (0, 2), owner="green"), 208, (0, -2), owner="green")
    state = stand(state, 305, (-3, 3), "white", (("science", "science"),))
    state = laid(laid(state, 302, (-3, 4), 1, owner="blue"), 304, (-4, 4), 2, owner="blue")
    prints = {words.replace("red", "white"): tiles for words, tiles in EXAMPLE.items()}
    prints["white interceptor"] = ("", "", "", "electron_computer")
    prints["white cruiser"] = ("", "", "", "fusion_source", "", "")
    state = arm(state, 305, "white interceptor 3", prints)
    state = arm(arm(state, 230, "white cruiser 1", {}), 302, "blue interceptor 3", {})
    state = arm(state, 304, "blue cruiser 1", {})
    state = owning(state, "yellow", "orbital")
    state = owning(state, "green", "advanced_mining")
    state = owning(state, "white", "plasma_missile")
    state = owning(state, "blue", "nanorobots", "advanced_robotics", "orbital")
    for one, other in (("white", "blue"), ("white", "yellow")):
        state = friends(state, one, other)
    state = state.change("yellow", reputation=(1, 2, 3, 4), storage=(6, 3, 12))
    return state.change("blue", storage=(6, 14, 2)).with_(round=4)


def owning(state: State, seat: str, *technologies: str) -> State:
    """The state with technologies got before."""
    return state.change(seat, technologies=(*state.player(seat).technologies, *technologies))


def friends(state: State, one: str, other: str) -> State:
    """The state with diplomatic relations of two seats, a money cube with either ambassador."""
    for seat, partner in ((one, other), (other, one)):
        player = state.player(seat)
        money, science, materials = player.cubes
        ambassadors = (*player.ambassadors, Ambassador(partner, "money"))
        state = state.change(seat, ambassadors=ambassadors, cubes=(money - 1, science, materials))
    return state


def after(step: str) -> State:
    """The position once that step is over, every line judged legal and every law of the box kept on the way."""
    state = beginning()
    assert GAME.laws(state) == []
    for name, lines in RECORD.items():
        for line in lines:
            assert judge(state, read(line, GAME.actions)) == Verdict(), line
            state = play(state, line)
            assert GAME.laws(state) == [], line
        if name == step:
            return state
    raise AssertionError(step)


def sector(state: State, number: int) -> Sector:
    found = state.sector(number)
    assert found is not None
    return found


def test_p16_build() -> None:
    """A cruiser and an orbital for 10 materials and one disc; the turn goes clockwise."""
    before, state = beginning().player("yellow"), after("build")
    now = state.player("yellow")
    assert before.storage[2] - now.storage[2] == 10
    assert (before.discs - now.discs, now.actions[4]) == (1, 1)
    assert sector(state, 227).orbital
    assert count(sector(state, 227), "yellow", "cruiser") == 1
    assert state.active == "green"
    assert "needs_technology" in codes(play(state, "green: build"), "green: build_structure orbital 226")


def test_p16_explore_planta() -> None:
    """One action, two explorations: discovery kept for points with the disc, two colony ships used; one discarded."""
    before, state = beginning().player("green"), after("explore")
    now = state.player("green")
    assert sector(state, 203).owner == "green"
    assert (now.discovery_points, sector(state, 203).discovery) == (1, False)
    assert (now.colony_ready, now.colony_used) == (2, 2)
    assert (before.discs - now.discs, now.actions[0]) == (2, 1)
    assert [old - new for old, new in zip(before.cubes, now.cubes, strict=True)] == [1, 1, 0]
    assert state.discarded == (317,)
    assert state.active == "white"


def test_p16_upgrade_mechanema() -> None:
    """One part returned for nothing, three taken: the ships are those of the battle on page 22."""
    player = after("upgrade").player("white")
    assert tiles_on(player, "interceptor") == EXAMPLE["red interceptor"]
    assert tiles_on(player, "cruiser") == EXAMPLE["red cruiser"]


def test_p16_research() -> None:
    """Fusion Drive for its minimum of 3, then Wormhole Generator for 16 - 6 = 10."""
    state = after("ancients")
    paid = [entry.amount for entry in after("research").entries if entry.thing == "science"]
    assert paid == [-10]
    assert beginning().player("blue").storage[1] - state.player("blue").storage[1] == 13
    assert state.player("blue").technologies[-2:] == ("fusion_drive", "wormhole_generator")


def test_p17_two_ancients() -> None:
    """A discovery tile and two Ancients; no disc before both are destroyed."""
    state = after("ancients")
    assert (sector(state, 301).ancients, sector(state, 301).discovery, sector(state, 301).owner) == (2, True, "")
    assert "ancients" in codes(play(state, "green: pass"), "yellow: move_disc track 301")


def test_p17_second_exploration() -> None:
    """Both placed, the last two colony ships on the first; Advanced Mining opens the advanced square."""
    state = after("two sectors")
    assert state.player("green").colony_ready == 0
    assert free_squares(sector(state, 318)) == {}
    assert (sector(state, 310).owner, sector(state, 310).cubes) == ("", ())
    assert codes(state, "green: colonise 203 materials materials") == {"no_colony_ship"}


def test_p17_diplomacy() -> None:
    """Only now a full wormhole leads to a sector of Alastair's, whose full track gives a tile back."""
    assert codes(after("explore"), "green: ambassadors yellow") == {"not_connected"}
    state = after("diplomacy")
    yellow = state.player("yellow")
    assert yellow.reputation == (2, 3, 4)
    assert [each.partner for each in yellow.ambassadors] == ["white", "green"]
    assert state.player("green").ambassadors == (Ambassador("yellow", "money"),)
    assert state.active == "white"


def test_p17_first_pass() -> None:
    assert (beginning().start, after("first pass").start) == ("yellow", "white")


def test_p17_attack_breaks_diplomacy() -> None:
    """Through half a wormhole with the generator; both get ambassador and cube back, Vernor the traitor card."""
    state = after("attack")
    assert state.traitor == "blue"
    assert state.player("blue").ambassadors == ()
    assert [each.partner for each in state.player("white").ambassadors] == ["yellow"]
    for seat in ("blue", "white"):
        assert state.player(seat).cubes[2] == beginning().player(seat).cubes[2] + 1
    assert (count(sector(state, 305), "white"), count(sector(state, 305), "blue")) == (3, 2)
    lines = next(seat for seat in state.score().seats if seat.seat == "blue").lines
    assert next(line for line in lines if line.source == "traitor").high == -2
    step = play(after("first pass"), "blue: move")
    without = tuple(key for key in step.player("blue").technologies if key != "wormhole_generator")
    assert codes(step.change("blue", technologies=without), "blue: move_ship interceptor 302 305") == {"no_way"}


def test_p17_influence() -> None:
    """A disc to the uncontrolled sector, another to the track; two colony ships readied and used again."""
    state = after("influence")
    green = state.player("green")
    assert [sector(state, number).owner for number in (207, 208, 310)] == ["", "", "green"]
    assert (green.colony_ready, green.colony_used) == (0, 4)
    assert sector(state, 310).cubes == (("science", "science"), ("materials", "materials"))


def test_p17_reaction_move() -> None:
    """Passed: one ship, one move, its disc on the summary card."""
    state = after("reaction")
    assert state.player("white").actions[6] == 1
    assert count(sector(state, 305), "white", "cruiser") == 1
    assert state.active == "blue"


def test_p17_move_two_sectors() -> None:
    """The cruiser's drives carry it two sectors."""
    state = after("move")
    assert ship_figures(state.player("blue"), "cruiser").move == 2
    assert sector(state, 305).ships == (
        ("blue", "interceptor", 3),
        ("blue", "cruiser", 1),
        ("white", "interceptor", 3),
        ("white", "cruiser", 1),
    )


def test_p17_the_action_phase_ends_in_one_battle() -> None:
    state = after("end")
    assert (state.phase, state.passed) == ("combat", ("white", "yellow", "green", "blue"))
    assert (state.decisions[0].context["next"], state.decisions[0].context["parties"]) == (305, ("white", "blue"))


def test_p22_the_battle_goes_on_from_there() -> None:
    """The rulebook's battle is fought to its end with what the action phase left, Iain being white here."""
    state = after("end")
    for lines in BATTLE.values():
        state = play(state, *(line.replace("red", "white") for line in lines))
        assert GAME.laws(state) == []
    assert sector(state, 305).owner == "blue"
    assert sector(state, 305).entered == ("blue",)
