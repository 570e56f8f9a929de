"""Ship figures: what the printed boards give, and what tiles on them change."""

from __future__ import annotations

import pytest

from companion.rules.eclipse.blueprints import all_faults, blank, faults, figures, showing, with_tile
from companion.rules.eclipse.catalog import BLUEPRINTS, PARTS, SHIPS, STANDARD_TOTALS
from companion.rules.eclipse.state import FULL
from tests.rules.playing import begin

STANDARD = dict(zip(SHIPS, blank("standard"), strict=True))


@pytest.mark.parametrize("ship", SHIPS)
def test_derived_standard(ship: str) -> None:
    want = STANDARD_TOTALS[ship]
    got = figures("standard", ship, STANDARD[ship])
    dice = dict(zip(("yellow", "orange", "red"), got.cannons, strict=True))
    assert (got.initiative, got.move, got.energy_left, got.computer, got.hull) == (
        want["initiative"], want["move"], want["energy_spare"], want["computer"], want["hull"],
    )  # fmt: skip
    assert {colour: count for colour, count in dice.items() if count} == want["dice"]
    assert got.missiles == (0, 0, 0)


@pytest.mark.parametrize("board", BLUEPRINTS)
def test_every_printed_ship_may_fly(board: str) -> None:
    for ship, tiles in zip(SHIPS, blank(board), strict=True):
        assert list(faults(board, ship, tiles)) == []
        assert figures(board, ship, ()) == figures(board, ship, tiles)


def test_p13_two_fusion_drives() -> None:
    """Movement 4, Initiative 4 (and the printed 2), Energy Consumption 4 (and the printed Ion Cannon's 1)."""
    got = figures("standard", "interceptor", ("", "", "fusion_drive", "fusion_drive"))
    assert (got.move, got.initiative - 2, got.used - 1) == (4, 4, 4)


def test_p14_red_moves_figures() -> None:
    assert figures("standard", "interceptor", ("", "", "", "nuclear_drive")).move == 2


def test_p18_initiative_red() -> None:
    got = figures("standard", "interceptor", ("", "tachyon_source", "fusion_drive", "gluon_computer"))
    assert (got.initiative, got.cannons) == (6, (1, 0, 0))


def test_p18_initiative_blue() -> None:
    tiles = ("", "", "plasma_cannon", "plasma_cannon", "nuclear_drive", "tachyon_source", "", "nuclear_drive")
    got = figures("standard", "dreadnought", tiles)
    assert (got.initiative, got.cannons, got.used, got.made) == (3, (2, 2, 0), 9, 9)
    assert list(faults("standard", "dreadnought", tiles)) == []


def test_p19_improved_hull() -> None:
    tiles = ("", "improved_hull", "", "", "", "improved_hull")
    assert figures("standard", "cruiser", tiles).hull == 4


def test_missiles_are_apart_from_cannons() -> None:
    got = figures("standard", "interceptor", ("", "", "", "plasma_missile"))
    assert (got.cannons, got.missiles) == ((1, 0, 0), (0, 2, 0))


def test_faults_are_said_with_figures() -> None:
    said = [(fault.code, fault.text) for fault in faults("standard", "interceptor", ("antimatter_cannon",) * 3)]
    assert said == [
        ("energy", "Interceptor, energy: its parts use 12, the ship makes 0."),
        ("no_drive", "An Interceptor must have a drive."),
    ]
    assert [fault.code for fault in faults("standard", "starbase", ("", "", "", "", "nuclear_drive"))] == ["drive"]


def test_a_tile_covers_the_printed_part_and_uncovers_it_again() -> None:
    player = begin("red blue", FULL).players[0]
    fitted = with_tile(player, "cruiser", 2, "improved_hull")
    assert showing("standard", "cruiser", fitted.blueprints[1])[1] == "improved_hull"
    assert with_tile(fitted, "cruiser", 2, "").blueprints == blank("standard")
    assert list(all_faults(fitted)) == []


def test_odd_tiles_do_not_raise() -> None:
    for ship in SHIPS:
        figures("planta", ship, ("nonsense",) * 12)
        assert figures("orion", ship, tuple(PARTS)).initiative >= 0
