"""The components: sums are checked at loading; here a few figures by name."""

import pytest

from companion.rules.eclipse import catalog
from companion.rules.eclipse.catalog import BLUEPRINTS, PARTS, PLAYERS, SECTORS, SPECIES, STANDARD_TOTALS, TECHNOLOGIES
from companion.rules.eclipse.economy import production, upkeep
from tests.rules.playing import ALIENS, begin


def test_sums_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    short = dict(TECHNOLOGIES)
    del short["orbital"]
    monkeypatch.setattr(catalog, "TECHNOLOGIES", short)
    with pytest.raises(catalog.CatalogBroken, match="92 technology tiles; the box holds 96"):
        catalog.check()


def test_squares_of_the_centre() -> None:
    squares = {"science": 1, "science_advanced": 1, "materials": 1, "materials_advanced": 1, "gray": 2}
    assert SECTORS[1].squares == squares
    assert SECTORS[1].gcds


def test_every_number_is_in_the_ranges_that_players_are_told() -> None:
    told = {1}
    for span in catalog.SECTOR_RANGES.split(", ")[1:]:
        low, high = span.split("-")
        told |= set(range(int(low), int(high) + 1))
    assert set(SECTORS) == told


@pytest.mark.parametrize("ship", ["interceptor", "cruiser", "dreadnought", "starbase"])
def test_standard_blueprints_add_up(ship: str) -> None:
    blueprint = BLUEPRINTS["standard"][ship]
    parts = [PARTS[key] for key in blueprint.parts if key]
    dice: dict[str, int] = {}
    for part in parts:
        if part.die:
            dice[part.die] = dice.get(part.die, 0) + part.dice
    assert {
        "initiative": blueprint.built_in["initiative"] + sum(part.initiative for part in parts),
        "move": sum(part.move for part in parts),
        "energy_spare": blueprint.built_in.get("energy", 0) + sum(part.energy for part in parts),
        "computer": sum(part.computer for part in parts),
        "hull": sum(part.hull for part in parts),
        "dice": dice,
    } == STANDARD_TOTALS[ship]


@pytest.mark.parametrize("species", SPECIES)
def test_what_a_species_begins_with(species: str) -> None:
    colour = next((colour for colour, alien in ALIENS.items() if alien == species), "red")
    other = "blue" if colour != "blue" else "red"
    player = begin(f"{colour}={species} {other}").player(colour)
    made = tuple(production(player, track) for track in catalog.TRACKS)
    assert made == SPECIES[species].start_production
    assert upkeep(player) == SPECIES[species].start_upkeep
    assert player.colony_ready == (4 if species == "planta" else 3)
    assert player.ships == ((0, 1, 0, 0) if species == "orion" else (1, 0, 0, 0))
    assert player.species.trade_rate == {"terran": 2, "orion": 4}.get(species, 3)


def test_storages() -> None:
    storages = {key: each.storage for key, each in SPECIES.items()}
    assert storages == {
        "terran": (2, 3, 3),
        "eridani": (26, 2, 4),
        "hydran": (2, 5, 2),
        "planta": (4, 4, 4),
        "draco": (2, 4, 3),
        "mechanema": (3, 3, 3),
        "orion": (3, 3, 5),
    }


def test_numbers_of_players() -> None:
    assert [each.start_technologies for each in PLAYERS.values()] == [12, 14, 16, 18, 20]
    assert [each.new_technologies for each in PLAYERS.values()] == [4, 6, 7, 8, 9]
    assert [each.outer_sectors for each in PLAYERS.values()] == [5, 10, 14, 16, 18]
