"""After all battles at full tracking: population, Planta, Neutron Bombs, discs, repair."""

from __future__ import annotations

from companion.rules.eclipse.state import State
from tests.rules.eclipse.fleets import fleets, to_combat
from tests.rules.playing import codes, play

THREE = (("money", "money"), ("science", "science"), ("gray", "materials"))


def besieged(seats: str = "red blue", there: str = "red interceptor 3", **more: object) -> State:
    """Red's ships alone in 305, where the second seat has three cubes; everybody has passed."""
    owner = seats.split()[1].partition("=")[0]
    return to_combat(fleets(seats, 305, there, owner=owner, cubes=THREE, **more))  # type: ignore[arg-type]


def asked(state: State) -> tuple[str, str]:
    return (state.decisions[0].seat, state.decisions[0].name)


def test_p20_population() -> None:
    state = besieged(prints={"red interceptor": ("", "tachyon_source", "", "gluon_computer")})
    state = play(state, "red: attack_population")
    roll = state.decisions[0].roll
    assert roll is not None
    assert roll.dice == ("yellow",) * 3
    state = play(state, "table: roll yellow 6 yellow 3 yellow 2")
    assert asked(state) == ("red", "combat.cubes")
    assert codes(state, "red: destroy_cubes money") == {"damage"}
    assert codes(state, "red: destroy_cubes money money") == {"no_cube"}
    assert codes(state, "red: destroy_cubes money ore") == {"no_square"}
    state = play(state, "red: destroy_cubes money science")
    sector = state.sector(305)
    assert sector is not None
    assert (sector.owner, sector.cubes) == ("blue", (("gray", "materials"),))
    assert state.player("blue").graveyard == (1, 1, 0)
    assert state.phase == "upkeep"


def test_the_owner_chooses_the_graveyard_of_a_gray_cube() -> None:
    state = play(
        besieged(), "red: attack_population", "table: roll yellow 6 yellow 1 yellow 1", "red: destroy_cubes gray"
    )
    assert asked(state) == ("blue", "cube.track")
    state = play(state, "blue: return_cube science")
    assert state.player("blue").graveyard == (0, 1, 0)


def test_types_fire_with_their_own_computers() -> None:
    state = besieged(there="red interceptor 1, red cruiser 1")
    state = play(state, "red: attack_population", "table: roll yellow 5")
    state = play(state, "table: roll yellow 5", "red: destroy_cubes money")
    assert state.player("blue").graveyard == (1, 0, 0)


def test_an_attack_is_optional_and_comes_once() -> None:
    assert play(besieged(), "red: done").phase == "upkeep"
    state = play(besieged(), "red: attack_population", "table: roll yellow 1 yellow 1 yellow 1")
    assert state.phase == "upkeep"


def test_missiles_do_not_attack_population() -> None:
    state = besieged(prints={"red interceptor": ("plasma_missile",)})
    assert state.phase == "upkeep"


def test_neutron_bombs_need_their_technology_and_no_dice() -> None:
    state = besieged()
    assert codes(state, "red: neutron_bombs") == {"needs_technology"}
    state = state.change("red", technologies=(*state.player("red").technologies, "neutron_bombs"))
    state = play(state, "red: neutron_bombs", "blue: return_cube money")
    sector = state.sector(305)
    assert sector is not None
    assert (sector.owner, sector.cubes) == ("", ())
    assert asked(state) == ("red", "combat.influence")


def test_case_51_planta_loses_all_population_to_one_enemy_ship() -> None:
    state = besieged("red green=planta", "red interceptor 1")
    assert asked(state) == ("green", "cube.track")
    state = play(state, "green: return_cube materials")
    assert state.player("green").graveyard == (1, 1, 1)
    assert asked(state) == ("red", "combat.influence")


def test_case_52_orbitals_and_monoliths_stay() -> None:
    state = fleets("red blue", 305, "red interceptor 1", owner="blue", cubes=(("orbital", "money"),))
    sector = state.sector(305)
    assert sector is not None
    state = to_combat(state.with_sector(sector.with_(orbital=True, monolith=True)))
    state = play(state, "red: attack_population", "table: roll yellow 6", "blue: return_cube science")
    sector = state.sector(305)
    assert sector is not None
    assert (sector.orbital, sector.monolith, sector.cubes) == (True, True, ())


def test_case_8_ships_take_a_free_sector_at_the_end_of_combat() -> None:
    state = to_combat(fleets("red blue", 305, "red interceptor 1"))
    assert asked(state) == ("red", "combat.influence")
    before = state.player("red").discs
    state = play(state, "red: place_disc")
    sector = state.sector(305)
    assert sector is not None
    assert (sector.owner, state.player("red").discs, state.phase) == ("red", before - 1, "upkeep")


def test_a_disc_without_population_goes_home_when_an_enemy_is_there() -> None:
    state = to_combat(fleets("red blue", 305, "red interceptor 1", owner="blue"))
    discs = state.player("blue").discs
    assert asked(state) == ("red", "combat.influence")
    assert (state.sector(305).owner, discs) == ("", 12)  # type: ignore[union-attr]
    assert play(state, "red: done").sector(305).owner == ""  # type: ignore[union-attr]


def test_no_disc_is_asked_for_without_one_or_beside_ancients() -> None:
    state = fleets("red blue", 305, "red interceptor 1")
    assert to_combat(state.change("red", discs=0)).phase == "upkeep"
    sector = state.sector(305)
    assert sector is not None
    guarded = to_combat(state.with_sector(sector.with_(ancients=1)))
    assert guarded.decisions[0].context["parties"] == ("ancients", "red")


def test_a_discovery_tile_comes_with_the_disc() -> None:
    state = fleets("red blue", 305, "red interceptor 1")
    sector = state.sector(305)
    assert sector is not None
    state = play(to_combat(state.with_sector(sector.with_(discovery=True))), "red: place_disc")
    assert asked(state) == ("red", "explore.discovery")
    ship = play(state, "red: discovery ancient_cruiser")
    assert ("red", "cruiser", 1) in ship.sector(305).ships  # type: ignore[union-attr]
    assert ship.player("red").ships == (2, 1, 0, 0)
    part = play(state, "red: discovery hypergrid_source")
    assert asked(part) == ("red", "discovery.part")
    assert play(part, "red: fit interceptor 2 hypergrid_source").phase == "upkeep"


def test_case_69_no_ancient_cruiser_without_a_miniature() -> None:
    state = fleets("red blue", 305, "red interceptor 1, red cruiser 4")
    sector = state.sector(305)
    assert sector is not None
    state = play(to_combat(state.with_sector(sector.with_(discovery=True))), "red: place_disc")
    assert codes(state, "red: discovery ancient_cruiser") == {"no_miniature"}


def test_damage_is_repaired_when_the_phase_is_over() -> None:
    state = to_combat(fleets("red blue", 305, "red interceptor 1, blue cruiser 1"))
    state = play(state, "table: battle 305 red blue", "red: attack_with interceptor", "table: roll yellow 6")
    state = play(state, "blue: attack_with cruiser", "table: roll yellow 6")
    for seat, tiles in (("red", 1), ("blue", 2)):
        state = play(state, f"{seat}: draw" + " 1" * tiles, f"{seat}: keep 1")
    state = play(state, "blue: done", "red: pay_upkeep", "blue: pay_upkeep")
    while state.phase != "action":
        state = play(state, "table: new_technologies" + " ?" * state.decisions[0].draw.count)  # type: ignore[union-attr]
    assert state.battles == ()
