"""Ships as their blueprints make them: a type's figures from the printed board and the part tiles on it (pp. 6, 13).

A blueprint is a tuple with a word for each square: "" where the printed square shows, else the part tile lying there,
or UNTOLD. Squares are counted from 1 in sentences and records.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from companion.rules.contract import Reason
from companion.rules.eclipse import hits
from companion.rules.eclipse.catalog import ANCIENT, BLUEPRINTS, DRIVE_FORBIDDEN, DRIVE_REQUIRED, GCDS, PARTS, SHIPS
from companion.rules.eclipse.parties import ANCIENTS
from companion.rules.eclipse.parties import GCDS as DEFENSE_SYSTEM
from companion.rules.eclipse.pieces import Player, Three, name
from companion.rules.eclipse.state import State

Tiles = tuple[str, ...]

UNTOLD: Final = "?"
"""The word of a square of which nobody told what lies there; until then it counts as printed."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a ship of one type is worth. Dice in the order of `hits.COLOURS`, of one ship."""

    initiative: int
    move: int
    made: int
    """Energy its sources make."""
    used: int
    """Energy its parts take."""
    computer: int
    shield: int
    hull: int
    cannons: Three
    missiles: Three
    drives: int

    @property
    def energy_left(self) -> int:
        return self.made - self.used


def blank(blueprint: str) -> tuple[Tiles, ...]:
    """The blueprints of a player board with no tile on it, by SHIPS. Raises KeyError for no such board."""
    return tuple(("",) * BLUEPRINTS[blueprint][ship].squares for ship in SHIPS)


def not_told(blueprint: str) -> tuple[Tiles, ...]:
    """The blueprints of a player board of which nobody told anything, by SHIPS."""
    return tuple((UNTOLD,) * len(row) for row in blank(blueprint))


def is_told(player: Player, ship: str = "") -> bool:
    """Whether it is known what lies on a seat's blueprints, or on that ship's."""
    if len(player.blueprints) != len(SHIPS):
        return False
    return all(UNTOLD not in row for kind, row in zip(SHIPS, player.blueprints, strict=True) if ship in ("", kind))


def printed_where_untold(tiles: Tiles) -> Tiles:
    """A blueprint's words with the printed square where nobody told what lies there."""
    return tuple("" if tile == UNTOLD else tile for tile in tiles) if UNTOLD in tiles else tiles


@lru_cache(maxsize=1024)
def showing(blueprint: str, ship: str, tiles: Tiles) -> Tiles:
    """The part that shows on each square, "" for an empty one: the tile lying there, else what is printed."""
    printed = BLUEPRINTS[blueprint][ship].parts
    return tuple(tile or part for tile, part in zip((*tiles, *("",) * len(printed)), printed, strict=False))


@cache
def figures(blueprint: str, ship: str, tiles: Tiles) -> Figures:
    """The figures of a ship type: all parts that show add up, and what is built in outside the squares (p. 13)."""
    parts = [PARTS[key] for key in showing(blueprint, ship, tiles) if key in PARTS]
    built_in = BLUEPRINTS[blueprint][ship].built_in
    cannons = dict.fromkeys(hits.COLOURS, 0)
    missiles = dict.fromkeys(hits.COLOURS, 0)
    for part in parts:
        if part.die:
            (missiles if part.missile else cannons)[part.die] += part.dice
    return Figures(
        initiative=hits.initiative(built_in.get("initiative", 0), (part.initiative for part in parts)),
        move=sum(part.move for part in parts),
        made=built_in.get("energy", 0) + sum(part.energy for part in parts if part.energy > 0),
        used=-sum(part.energy for part in parts if part.energy < 0),
        computer=built_in.get("computer", 0) + sum(part.computer for part in parts),
        shield=built_in.get("shield", 0) + sum(part.shield for part in parts),
        hull=built_in.get("hull", 0) + sum(part.hull for part in parts),
        cannons=_three(cannons),
        missiles=_three(missiles),
        drives=sum(part.kind == "drive" for part in parts),
    )


def _three(dice: dict[str, int]) -> Three:
    yellow, orange, red = (dice.get(colour, 0) for colour in hits.COLOURS)
    return (yellow, orange, red)


ANCIENT_FIGURES: Final = Figures(
    ANCIENT["initiative"], 0, 0, 0, ANCIENT["computer"], ANCIENT["shield"], ANCIENT["hull"],
    _three(ANCIENT["dice"]), (0, 0, 0), 0,
)  # fmt: skip
GCDS_FIGURES: Final = Figures(
    GCDS["initiative"], 0, 0, 0, GCDS["computer"], GCDS["shield"], GCDS["hull"], _three(GCDS["dice"]), (0, 0, 0), 0
)


def tiles_on(player: Player, ship: str) -> Tiles:
    """The part tiles on a seat's blueprint; none where they were not told."""
    return printed_where_untold(player.blueprints[_index(ship)]) if len(player.blueprints) == len(SHIPS) else ()


def ship_figures(player: Player, ship: str) -> Figures:
    """The figures of a seat's ship type now."""
    return figures(player.species.blueprint, ship, tiles_on(player, ship))


def party_figures(state: State, party: str, ship: str) -> Figures:
    """The figures of the ships of any party in a battle (p. 19). Raises KeyError for nobody's."""
    if party == ANCIENTS:
        return ANCIENT_FIGURES
    if party == DEFENSE_SYSTEM:
        return GCDS_FIGURES
    return ship_figures(state.player(party), ship)


def with_tile(player: Player, ship: str, square: int, part: str) -> Player:
    """The player with a tile on a square ("": none); whatever lay there is gone."""
    index = _index(ship)
    prints = player.blueprints if len(player.blueprints) == len(SHIPS) else not_told(player.species.blueprint)
    tiles = tuple(part if place == square else tile for place, tile in enumerate(prints[index], 1))
    return player.with_(blueprints=(*prints[:index], tiles, *prints[index + 1 :]))


def tile_at(player: Player, ship: str, square: int) -> str:
    """The tile on a square, "" for none or no such square."""
    tiles = tiles_on(player, ship) if ship in SHIPS else ()
    return tiles[square - 1] if 1 <= square <= len(tiles) else ""


def square_told(player: Player, ship: str, square: int) -> bool:
    """Whether it is known what lies on that square."""
    if len(player.blueprints) != len(SHIPS) or ship not in SHIPS:
        return False
    tiles = player.blueprints[_index(ship)]
    return not 1 <= square <= len(tiles) or tiles[square - 1] != UNTOLD


def part_tiles(player: Player) -> Tiles:
    """Every part tile lying on the seat's blueprints."""
    return tuple(tile for tiles in player.blueprints for tile in tiles if tile not in ("", UNTOLD))


@lru_cache(maxsize=1024)
def faults(blueprint: str, ship: str, tiles: Tiles) -> tuple[Reason, ...]:
    """Why a ship may not be left like that: its energy, a drive it must or must not have (p. 13)."""
    return tuple(_faults(blueprint, ship, tiles))


def _faults(blueprint: str, ship: str, tiles: Tiles) -> Iterator[Reason]:
    made = figures(blueprint, ship, tiles)
    if made.energy_left < 0:
        text = f"{name(ship)}, energy: its parts use {made.used}, the ship makes {made.made}."
        yield Reason("energy", text, "13")
    if ship in DRIVE_REQUIRED and not made.drives:
        yield Reason("no_drive", f"{_a(ship)} must have a drive.", "13")
    if ship in DRIVE_FORBIDDEN and made.drives:
        yield Reason("drive", f"{_a(ship)} may not have a drive.", "13")


def all_faults(player: Player) -> Iterator[Reason]:
    """Every fault of a seat's four blueprints."""
    for ship in SHIPS:
        yield from faults(player.species.blueprint, ship, tiles_on(player, ship))


_INDEX: Final = {str(ship): place for place, ship in enumerate(SHIPS)}


def _index(ship: str) -> int:
    return _INDEX.get(ship, 0)


def _a(ship: str) -> str:
    return f"{'An' if ship[:1] in 'aeiou' else 'A'} {name(ship)}"
