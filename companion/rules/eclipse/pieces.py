"""What lies on the table: a seat's board, a sector with what is on it, a battle with its ships and dice.

Frozen records, changed only by `with_`; the whole position is `state.State`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Self

from companion.rules.contract import Hidden, ScoreLine
from companion.rules.eclipse.catalog import SECTORS, SPECIES, TECHNOLOGIES, SectorTile, Species

Three = tuple[int, int, int]
"""One figure per track: money, science, materials."""

ACTION_SPACES: Final = ("explore", "influence", "research", "upgrade", "build", "move", "reaction", "untold")
"""Where a disc taken for an action lies: the six spaces, the summary card, or "acted, not told which" (p. 8)."""


class Record:
    """A frozen dataclass without slots whose `with_` is quick.

    What was worked out once (cached_property) stays with the copy unless a change may alter it.
    """

    def with_(self, **changes: Any) -> Self:
        """A copy with some fields changed. Raises TypeError for a field that does not exist."""
        kept = self.__dict__
        inside = kept | changes
        if len(inside) != len(kept):
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(changes.keys() - kept.keys()))}")
        if "decisions" in inside and changes.keys() != {"entries"}:
            del inside["decisions"]
        if "sectors" in changes:
            inside.pop("chart", None)
            inside.pop("by_number", None)
            inside.pop("by_owner", None)
        new = object.__new__(self.__class__)
        object.__setattr__(new, "__dict__", inside)
        return new


@dataclass(frozen=True, slots=True)
class Ambassador:
    """Relations with `partner`: his tile on my reputation track, mine with a cube of my `lent` track on his (p. 11)."""

    partner: str
    lent: str


@dataclass(frozen=True)
class Player(Record):
    """One seat's board. Tuples of three follow TRACKS, `ships` follows SHIPS, `actions` follows ACTION_SPACES."""

    seat: str
    species_key: str
    storage: Three
    """Zero on a track that nobody told (`storage_untold`)."""
    cubes: Three
    """Cubes left on the population tracks; 12 is a full track."""
    graveyard: Three
    discs: int
    """Discs on the influence track, those stacked on the last circle included."""
    actions: tuple[int, ...]
    spare_discs: int
    """Discs beside the board, for Advanced Robotics and Quantum Grid."""
    colony_ready: int
    colony_used: int
    technologies: tuple[str, ...]
    """In the order they were got, preprinted ones first."""
    ships: tuple[int, int, int, int]
    ready_left: int = 0
    """Colony ships that the influence action just taken may still turn face up (p. 10)."""
    reputation: tuple[int | Hidden | None, ...] = ()
    """Values of the tiles kept; None: kept, its value not told; HIDDEN in a view."""
    reputation_untold: bool = False
    """More tiles may lie there than were told: reputation was not tracked for a while."""
    reputation_shown: bool = False
    """The tiles lie open for everybody: shown after the game."""
    ambassadors: tuple[Ambassador, ...] = ()
    storage_untold: tuple[str, ...] = ()
    """Resources whose storage is not tracked or was not told yet; they are not counted."""
    blueprints: tuple[tuple[str, ...], ...] = ()
    """By SHIPS, a word a square: "" where the printed square shows, else the part tile on it. () when not tracked."""
    discovery_points: int = 0
    """Discovery tiles kept for two points."""
    ancient_parts: tuple[str, ...] = ()
    gone: str = ""
    """ "collapsed" or "left" once the seat is out of the game (pp. 21, 24)."""
    frozen_score: tuple[ScoreLine, ...] = ()
    """The score counted when the seat went."""

    @property
    def species(self) -> Species:
        return SPECIES[self.species_key]

    def owns(self, technology: str) -> bool:
        return technology in self.technologies

    def owned_in(self, category: str) -> int:
        """Technologies on a technology track, preprinted ones counted like tiles (p. 12)."""
        return _owned_in(self.technologies, category)


@lru_cache(maxsize=4096)
def _owned_in(technologies: tuple[str, ...], category: str) -> int:
    return sum(TECHNOLOGIES[key].category == category for key in technologies)


CUBES_ON: Final = "cubes_"
"""How the untold facts of a sector begin that are cubes on a kind of square."""
ORBITAL: Final = "orbital"


@dataclass(frozen=True)
class Sector(Record):
    """A sector that lies on the table, and what lies on it."""

    number: int
    owner: str = ""
    """The seat whose disc lies there, or ""."""
    cubes: tuple[tuple[str, str], ...] = ()
    """(kind of square, track the cube came from), the owner's: ("gray", "science")."""
    orbital: bool = False
    monolith: bool = False
    discovery: bool = False
    """A discovery tile waits there, face down."""
    ancients: int = 0
    gcds: bool = False
    at: tuple[int, int] | None = None
    """Axial place (q, r), the Galactic Center at (0, 0), r growing southwards; None while nobody told it."""
    rotation: int = 0
    """Clockwise steps: a printed edge e points to the world's edge (e + rotation) % 6."""
    ships: tuple[tuple[str, str, int], ...] = ()
    """(seat, ship type, how many) in the order of the seats' names and of SHIPS; () when not tracked."""
    entered: tuple[str, ...] = ()
    """Seats with ships there in order of entry."""
    untold: tuple[str, ...] = ()
    """What nobody followed or told: owner, orbital, monolith, discovery, ancients, gcds, and `cubes_` with a kind of
    square. A disc or cubes untold count as none; Ancients, a defence, a discovery tile untold may be left."""

    @property
    def tile(self) -> SectorTile:
        return SECTORS[self.number]

    def is_told(self, *facts: str) -> bool:
        """Whether all these facts are known; `cubes` are those on every kind of square."""
        return not self.untold or not any(
            each in facts or ("cubes" in facts and each.startswith(CUBES_ON)) for each in self.untold
        )

    def telling(self, **facts: Any) -> Self:
        """The sector with these facts as they are told now."""
        untold = [each for each in self.untold if each not in facts]
        if "cubes" in facts:
            untold = [each for each in untold if not each.startswith(CUBES_ON)]
        return self.with_(untold=tuple(untold), **facts)

    @property
    def forgotten(self) -> Self:
        """The sector once nobody follows what lies on it: what cannot change any more is still known."""
        kinds = (*self.tile.squares, ORBITAL)
        stays = [thing for thing in (ORBITAL, "monolith") if not getattr(self, thing)]
        goes = [thing for thing in ("discovery", "ancients", "gcds") if getattr(self, thing)]
        return self.with_(owner="", cubes=(), untold=("owner", *(f"{CUBES_ON}{kind}" for kind in kinds), *stays, *goes))

    @property
    def surely(self) -> Self:
        """The sector with no more Ancients and defence than are surely there."""
        if self.is_told("ancients", "gcds"):
            return self
        ancients = self.ancients if self.is_told("ancients") else 0
        return self.with_(ancients=ancients, gcds=self.gcds and self.is_told("gcds"))

    def taken(self, square: str) -> int:
        """Cubes on squares of that kind."""
        return sum(kind == square for kind, _ in self.cubes)


def sector_as_printed(number: int, at: tuple[int, int] | None = None, rotation: int = 0) -> Sector:
    """A sector just laid, with its discovery tile and Ancients (p. 9). Raises KeyError for no such sector."""
    tile = SECTORS[number]
    return Sector(number, discovery=tile.discovery, ancients=tile.ancients, gcds=tile.gcds, at=at, rotation=rotation)


@dataclass(frozen=True, slots=True)
class Volley:
    """The dice of one attack (pp. 18-20): who fires how many of each colour, with which computers, at which shields.

    `dice` in the order of `hits.COLOURS`; `shields`: the figures of the targets in question, each once;
    `rolled`: (colour, value) of the dice that have fallen, those of earlier throws first.
    """

    party: str
    dice: Three
    computer: int
    shields: tuple[int, ...]
    rolled: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Squadron:
    """The ships of one type of one party in a battle: the damage on each that is left (p. 19)."""

    party: str
    ship: str
    damage: tuple[int, ...]
    retreating_to: int = 0
    """The sector they leave for on their next turn, 0 while they fight (p. 20)."""


@dataclass(frozen=True, slots=True)
class Battle:
    """One sector's fighting this combat phase. Ships are counted, not placed, at light tracking.

    `parties` in order of entry: seats, "ancients", "gcds". `destroyed`: (by, whose, ship type or "ancient", "gcds").
    `volley`: what was rolled last, for the screen.
    """

    sector: int
    parties: tuple[str, ...]
    destroyed: tuple[tuple[str, str, str], ...] = ()
    retreated: tuple[str, ...] = ()
    volley: Volley | None = None
    over: bool = False
    squadrons: tuple[Squadron, ...] = ()
    """Every fleet with its damage, where ships and blueprints are tracked."""


@lru_cache(maxsize=1024)
def name(word: str) -> str:
    """A seat, species or technology as players write it: "Fusion Drive", "Blue"."""
    return " ".join(part.capitalize() for part in word.split("_"))


def sector_name(number: int) -> str:
    """The number as it is printed: 001, 207."""
    return f"{number:03d}"
