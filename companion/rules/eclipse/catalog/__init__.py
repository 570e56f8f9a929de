"""The components of the first edition's box (2011) as data, read once and checked when they are loaded.

Everything a rule needs a figure for stands here under the rulebook's own names; names in records are lower case with
underscores. Loading raises CatalogBroken when a sum does not come out (96 technology tiles, 32 reputation tiles ...).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

Track = Literal["money", "science", "materials"]
Category = Literal["military", "grid", "nano"]
ShipType = Literal["interceptor", "cruiser", "dreadnought", "starbase"]
Structure = Literal["orbital", "monolith"]

TRACKS: Final[tuple[Track, ...]] = ("money", "science", "materials")
CATEGORIES: Final[tuple[Category, ...]] = ("military", "grid", "nano")
SHIPS: Final[tuple[ShipType, ...]] = ("interceptor", "cruiser", "dreadnought", "starbase")
STRUCTURES: Final[tuple[Structure, ...]] = ("orbital", "monolith")
COLOURS: Final = ("red", "blue", "green", "yellow", "white", "black")
CENTRE: Final = 1
"""The number of the Galactic Center, printed 001."""


class CatalogBroken(Exception):
    """A sum of the catalog does not come out: which, and what it should be."""


@dataclass(frozen=True, slots=True)
class Technology:
    """A technology: printed cost and minimum cost in science, tiles in the bag (p. 12)."""

    key: str
    name: str
    category: Category
    cost: int
    minimum: int
    copies: int
    kind: str


@dataclass(frozen=True, slots=True)
class SectorTile:
    """A sector as printed. `squares` counts population squares by kind: money, money_advanced, ... and gray (p. 7)."""

    number: int
    name: str
    ring: str
    points: int
    wormholes: tuple[int, ...]
    squares: Mapping[str, int]
    discovery: bool
    artifact: bool
    ancients: int
    gcds: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A ship part: energy it makes (+) or takes (-), and what it gives (pp. 6, 13)."""

    key: str
    name: str
    kind: str
    count: int
    energy: int
    technology: str = ""
    ancient: bool = False
    die: str = ""
    dice: int = 0
    damage: int = 0
    missile: bool = False
    hull: int = 0
    computer: int = 0
    shield: int = 0
    move: int = 0
    initiative: int = 0


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A ship's blueprint: printed parts ("" is an empty square), and what is built in outside the squares (p. 6)."""

    squares: int
    parts: tuple[str, ...]
    built_in: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Species:
    """A species: all that its player board prints (pp. 26-27). `storage` and `start_cubes` in the order of TRACKS."""

    key: str
    name: str
    home: int
    trade_rate: int
    storage: tuple[int, int, int]
    technologies: tuple[str, ...]
    ships: Mapping[str, int]
    discs: int
    colony_ships: int
    reputation_draws: int
    activations: Mapping[str, int]
    ambassador_only: int
    either: int
    reputation_only: int
    blueprint: str
    costs: Mapping[str, int]
    start_cubes: tuple[int, int, int]
    start_production: tuple[int, int, int]
    start_upkeep: int

    @property
    def in_box(self) -> int:
        """Discs that stay in the box (Eridani 2)."""
        return DISCS - SPARE_DISCS - self.discs


@dataclass(frozen=True, slots=True)
class Players:
    """What depends on the number of players (pp. 5, 24)."""

    start_technologies: int
    new_technologies: int
    outer_sectors: int
    start_positions: tuple[int, ...]
    """Directions from the Galactic Center, clockwise."""
    start_rotations: tuple[int, ...]
    """How each starting sector is turned there, a wormhole towards the centre."""


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


_technologies = _load("technologies")
_sectors = _load("sectors")
_parts = _load("parts")
_blueprints = _load("blueprints")
_species = _load("species")
_tracks = _load("tracks")
_setup = _load("setup")
_combat = _load("combat")

TECHNOLOGIES: Final[Mapping[str, Technology]] = {
    key: Technology(key=key, **values) for key, values in _technologies["technologies"].items()
}
TECHNOLOGY_KEYS: Final[tuple[str, ...]] = tuple(TECHNOLOGIES)
TECHNOLOGY_INDEX: Final[Mapping[str, int]] = {key: index for index, key in enumerate(TECHNOLOGY_KEYS)}
TECHNOLOGY_TILES: Final[int] = _technologies["tiles"]


def _squares(values: Mapping[str, Any]) -> dict[str, int]:
    squares: dict[str, int] = {}
    for track in TRACKS:
        basic, advanced = values[track]
        if basic:
            squares[track] = basic
        if advanced:
            squares[f"{track}_advanced"] = advanced
    if values["gray"]:
        squares["gray"] = values["gray"]
    return squares


SECTORS: Final[Mapping[int, SectorTile]] = {
    int(number): SectorTile(
        int(number),
        values["name"],
        values["ring"],
        values["points"],
        tuple(values["wormholes"]),
        _squares(values),
        values["discovery"],
        values["artifact"],
        values["ancients"],
        values.get("gcds", False),
    )
    for number, values in _sectors["sectors"].items()
}
SECTOR_RANGES: Final = "001, 101-108, 201-211, 221-232, 301-318"


def _part(key: str, values: Mapping[str, Any], ancient: bool) -> Part:
    given = dict(values)
    given["damage"] = given.pop("damage_per_die", 0)
    return Part(key=key, ancient=ancient, **given)


PARTS: Final[Mapping[str, Part]] = {
    **{key: _part(key, values, False) for key, values in _parts["parts"].items()},
    **{key: _part(key, values, True) for key, values in _parts["ancient_parts"].items()},
}
ANCIENT_PARTS: Final[tuple[str, ...]] = tuple(_parts["ancient_parts"])
PART_TILES: Final[int] = _parts["tiles"]

BLUEPRINTS: Final[Mapping[str, Mapping[str, Blueprint]]] = {
    name: {
        ship: Blueprint(values["squares"], tuple(values["parts"]), values["built_in"])
        for ship, values in _blueprints[name].items()
    }
    for name in ("standard", "eridani", "planta", "orion")
}
STANDARD_TOTALS: Final[Mapping[str, Mapping[str, Any]]] = _blueprints["standard_totals"]
SHIP_LIMITS: Final[Mapping[str, int]] = _blueprints["limits"]
DRIVE_REQUIRED: Final[tuple[str, ...]] = tuple(_blueprints["drive_required"])
DRIVE_FORBIDDEN: Final[tuple[str, ...]] = tuple(_blueprints["drive_forbidden"])

CUBES: Final[int] = _species["cubes"]
CUBES_PER_TRACK: Final[int] = _species["cubes_per_track"]
DISCS: Final[int] = _species["discs"]
SPARE_DISCS: Final[int] = _species["spare_discs"]
AMBASSADORS: Final[int] = _species["ambassadors"]
NANOROBOTS_BUILDS: Final[int] = _species["nanorobots_builds"]
REACTION: Final[Mapping[str, int]] = _species["reaction"]
ALIEN_OF_COLOUR: Final[Mapping[str, str]] = _species["colours"]


def _one_species(key: str, values: Mapping[str, Any]) -> Species:
    slots = values["reputation_track"]
    return Species(
        key=key,
        name=values["name"],
        home=values["home"],
        trade_rate=values["trade_rate"],
        storage=_three(values["storage"]),
        technologies=tuple(values["technologies"]),
        ships=values["ships"],
        discs=values["discs"],
        colony_ships=values["colony_ships"],
        reputation_draws=values["reputation_draws"],
        activations=values["activations"],
        ambassador_only=slots["ambassador_only"],
        either=slots["either"],
        reputation_only=slots["reputation_only"],
        blueprint=values["blueprint"],
        costs=_blueprints["costs"][values["costs"]],
        start_cubes=_three(values["start_cubes"]),
        start_production=_three(values["start_production"]),
        start_upkeep=values["start_upkeep"],
    )


def _three(values: Iterable[int]) -> tuple[int, int, int]:
    money, science, materials = values
    return (money, science, materials)


SPECIES: Final[Mapping[str, Species]] = {key: _one_species(key, values) for key, values in _species["species"].items()}
_HOME_TERRAN: Final[Mapping[str, int]] = _species["home_terran"]

PRODUCTION: Final[tuple[int, ...]] = tuple(_tracks["production"])
UPKEEP: Final[tuple[int, ...]] = tuple(_tracks["upkeep"])
DISCOUNT: Final[tuple[int, ...]] = tuple(_tracks["discount"])
TRACK_POINTS: Final[tuple[int, ...]] = tuple(_tracks["points"])
TRACK_SQUARES: Final[int] = _tracks["track_squares"]
TECHNOLOGY_SQUARES: Final[int] = _tracks["technology_squares"]

ROUNDS: Final[int] = _setup["rounds"]
DIPLOMACY_PLAYERS: Final[int] = _setup["diplomacy_players"]
PLAYERS: Final[Mapping[int, Players]] = {
    int(number): Players(
        **values,
        start_positions=tuple(_setup["start_positions"][number]),
        start_rotations=tuple(_setup["start_hex_rotation"][number]),
    )
    for number, values in _setup["players"].items()
}
DISCOVERIES: Final[Mapping[str, int]] = _setup["discoveries"]
DISCOVERY_GAIN: Final[Mapping[str, int]] = _setup["discovery_gain"]
REPUTATION_TILES: Final[Mapping[int, int]] = {int(value): count for value, count in _setup["reputation"].items()}
SUPPLY: Final[Mapping[str, Any]] = _setup["supply"]
SCORING: Final[Mapping[str, int]] = _setup["scoring"]

DICE: Final[Mapping[str, Mapping[str, int]]] = _combat["dice"]
HIT: Final[Mapping[str, int]] = _combat["hit"]
ANCIENT: Final[Mapping[str, Any]] = _combat["ancient"]
GCDS: Final[Mapping[str, Any]] = _combat["gcds"]
REPUTATION_DRAW: Final[Mapping[str, int]] = _combat["reputation"]

DISCOVERY_KINDS: Final[tuple[str, ...]] = (
    "points",
    "money",
    "science",
    "materials",
    "ancient_technology",
    "ancient_cruiser",
    *ANCIENT_PARTS,
)
"""What a discovery tile may be taken as: two points (its back), or what its face shows (p. 7)."""


def home_sector(colour: str, species: str) -> int:
    """The starting sector of a colour's Terran faction, or of a species (p. 26)."""
    return _HOME_TERRAN[colour] if species == "terran" else SPECIES[species].home


def track_index(track: str) -> int:
    """0 money, 1 science, 2 materials. Raises ValueError for anything else."""
    return TRACKS.index(track)


def check() -> None:
    """Raise CatalogBroken if a sum of the box does not come out (pp. 2-3; the developer's counts)."""
    sums = {
        "technology tiles": (sum(each.copies for each in TECHNOLOGIES.values()), TECHNOLOGY_TILES),
        "technologies": (len(TECHNOLOGIES), 24),
        "technologies in a category": (
            {len([t for t in TECHNOLOGIES.values() if t.category == category]) for category in CATEGORIES},
            {8},
        ),
        "reputation tiles": (sum(REPUTATION_TILES.values()), 32),
        "discovery tiles": (sum(DISCOVERIES.values()), 21),
        "discovery symbols": (sum(each.discovery for each in SECTORS.values()), _sectors["discovery_symbols"]),
        "Ancients printed": (sum(each.ancients for each in SECTORS.values()), _sectors["ancient_symbols"]),
        "artifacts": (sum(each.artifact for each in SECTORS.values()), _sectors["artifacts"]),
        "part tiles": (sum(each.count for each in PARTS.values() if not each.ancient), PART_TILES),
        "kinds of part": (sum(not each.ancient for each in PARTS.values()), _parts["kinds"]),
        "ancient parts": (sum(each.count for each in PARTS.values() if each.ancient), DISCOVERIES["ancient_part"]),
        "starting sector faces": (_ring("start"), 12),
        "inner sectors": (_ring("inner"), 8),
        "middle sectors": (_ring("middle"), 11),
        "outer sectors": (_ring("outer"), 18),
        "sectors": (len(SECTORS), 50),
        "species": (len(SPECIES), 7),
        "wormholes": (sum(len(each.wormholes) for each in SECTORS.values()), _sectors["wormholes"]),
        "cubes": (3 * CUBES_PER_TRACK, CUBES),
        "tracks": ((len(PRODUCTION), len(UPKEEP)), (TRACK_SQUARES + 1, DISCS + 1)),
        "squares of blueprints": (
            [
                (len(b.parts), b.squares)
                for prints in BLUEPRINTS.values()
                for b in prints.values()
                if len(b.parts) != b.squares
            ],
            [],
        ),
    }
    for what, (found, wanted) in sums.items():
        if found != wanted:
            raise CatalogBroken(f"The catalog holds {found} {what}; the box holds {wanted}.")


def _ring(ring: str) -> int:
    return sum(each.ring == ring for each in SECTORS.values())


check()
