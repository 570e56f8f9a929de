"""The rulebook's worked examples that light tracking covers, named after the vectors (figures only)."""

from dataclasses import replace
from typing import cast

import pytest

from companion.rules.eclipse.build import builds
from companion.rules.eclipse.catalog import PARTS, SECTORS, SPECIES, TECHNOLOGIES, TRACK_POINTS, SectorTile
from companion.rules.eclipse.economy import discount, production, research_cost, upkeep, upkeep_cost
from companion.rules.eclipse.sectors import lay
from companion.rules.eclipse.state import State
from tests.rules.playing import codes, play, started


def rich(state: State, seat: str, *technologies: str, storage: tuple[int, int, int] = (30, 30, 30)) -> State:
    player = state.player(seat)
    return state.change(seat, storage=storage, technologies=(*player.technologies, *technologies))


def names(state: State) -> list[str]:
    return [decision.name for decision in state.decisions if not decision.window]


def test_p6_tracks() -> None:
    player = started().player("red").with_(cubes=(5, 2, 4), discs=9)
    assert [production(player, track) for track in ("money", "science", "materials")] == [12, 21, 15]
    assert upkeep(player) == 2


def test_p12_min_cost() -> None:
    assert discount(2) == 2
    assert research_cost(TECHNOLOGIES["fusion_drive"], 2) == 3
    state = rich(started(), "red", "monolith", "orbital")
    state = play(state, "red: research", "red: technology fusion_drive")
    assert state.player("red").storage == (30, 27, 30)


def test_p13_two_fusion_drives() -> None:
    drive = PARTS["fusion_drive"]
    assert (2 * drive.move, 2 * drive.initiative, 2 * drive.energy) == (4, 4, -4)


def test_p16_build() -> None:
    state = rich(started("blue red"), "blue", "orbital", storage=(0, 0, 10))
    state = play(state, "blue: build", "blue: build_ship cruiser", "blue: build_structure orbital 223")
    blue = state.player("blue")
    assert blue.storage == (0, 0, 0)
    assert blue.ships == (1, 1, 0, 0)
    sector = state.sector(223)
    assert sector is not None
    assert sector.orbital
    assert state.active == "red"


def test_p16_explore_planta(monkeypatch: pytest.MonkeyPatch) -> None:
    # No middle sector of the box has a discovery tile, no Ancients, and squares of money and science: one is made up.
    made_up = replace(SECTORS[206], squares={"money": 1, "science": 1})
    monkeypatch.setitem(cast(dict[int, SectorTile], SECTORS), 206, made_up)
    state = started("green=planta red")
    assert state.player("green").colony_ready == 4
    state = play(state, "green: explore", "green: lay 206", "green: control")
    assert names(state) == ["explore.discovery"]
    state = play(state, "green: discovery points")
    assert state.player("green").discovery_points == 1
    state = play(state, "green: colonise 206 money money", "green: colonise 206 science science")
    assert (state.player("green").colony_ready, state.player("green").colony_used) == (2, 2)
    assert names(state) == ["explore.sector"]
    state = play(state, "green: discard")
    assert state.active == "red"
    assert state.player("green").discs == 10


def test_p16_upgrade_mechanema() -> None:
    assert SPECIES["mechanema"].activations["upgrade"] == 3


def test_p16_research_1_and_p16_research_2() -> None:
    state = rich(started("blue=hydran red"), "blue", "nanorobots", "advanced_robotics", "orbital")
    assert state.player("blue").owned_in("nano") == 4
    assert discount(4) == 4
    state = play(state, "blue: research", "blue: technology fusion_drive")
    assert state.player("blue").storage[1] == 27
    assert discount(5) == 6
    state = play(state, "blue: technology wormhole_generator")
    assert state.player("blue").storage[1] == 17
    assert state.active == "red"


def test_p17_two_ancients() -> None:
    state = play(started(), "red: explore", "red: lay 203")
    sector = state.sector(203)
    assert sector is not None
    assert (sector.ancients, sector.discovery) == (2, True)
    assert state.active == "blue"
    state = play(state, "blue: influence")
    assert "ancients" in codes(state, "blue: move_disc track 203")
    one_left = state.with_sector(sector.with_(ancients=1))
    assert "ancients" in codes(one_left, "blue: move_disc track 203")
    none_left = state.with_sector(sector.with_(ancients=0))
    assert "ancients" not in codes(none_left, "blue: move_disc track 203")


def test_p17_first_pass() -> None:
    state = started("red blue green")
    state = play(state, "red: move", "blue: pass", "green: pass", "red: pass")
    assert state.start == "blue"
    state = play(state, "table: battles_over", "red: pay_upkeep", "blue: pay_upkeep", "green: pay_upkeep")
    assert (state.round, state.phase, state.active) == (2, "action", "blue")


def test_p17_influence() -> None:
    state = lay(lay(started("green=planta red"), 209), 315)
    for number in (209, 315):
        sector = state.sector(number)
        assert sector is not None
        state = state.with_sector(sector.with_(owner="green", discovery=False))
    state = lay(state.change("green", discs=9, colony_ready=0, colony_used=4), 201)
    state = play(state, "green: influence")
    assert state.player("green").colony_ready == 2
    state = play(
        state, "green: move_disc 209 201", "green: colonise 201 money money", "green: colonise 201 materials materials"
    )
    state = play(state, "green: move_disc 315 track")
    green = state.player("green")
    assert (green.discs, green.colony_ready, green.colony_used) == (9, 0, 4)
    assert [sector.number for sector in state.owned("green")] == [201, 226]
    assert state.active == "red"


def test_p17_reaction_move() -> None:
    state = play(started("red blue"), "red: pass", "blue: move")
    assert [decision.name for decision in state.decisions] == ["turn", "reaction"]
    state = play(state, "red: react move")
    assert state.player("red").actions[6] == 1
    assert codes(state, "red: react move") == {"not_your_turn"}
    state = play(state, "blue: pass")
    assert state.phase == "combat"


def test_p24_bankruptcy() -> None:
    state = play(started("blue red"), "blue: pass", "red: pass", "table: battles_over")
    sector = state.sector(223)
    assert sector is not None
    state = lay(state, 315).with_sector(sector)
    empty = state.sector(315)
    assert empty is not None
    state = state.with_sector(empty.with_(owner="blue", discovery=False))
    state = state.change("blue", cubes=(9, 8, 10), discs=7, storage=(0, 0, 0))
    blue = state.player("blue")
    assert (production(blue, "money"), upkeep(blue)) == (4, 5)
    assert codes(state, "blue: pay_upkeep") == {"short"}
    state = play(state, "blue: give_up 315")
    assert upkeep_cost(8) == upkeep(state.player("blue")) == 3
    state = play(state, "blue: pay_upkeep")
    assert state.player("blue").storage == (1, 6, 3)


def test_p25_tech_vp() -> None:
    assert {count: TRACK_POINTS[count] for count in (4, 5, 6, 7)} == {4: 1, 5: 2, 6: 3, 7: 5}
    assert TRACK_POINTS[:4] == (0, 0, 0, 0)


def test_builds_of_an_action() -> None:
    players = started("red white=mechanema").players
    assert [builds(player) for player in players] == [2, 3]
    assert builds(players[0].with_(technologies=("nanorobots",))) == 3
