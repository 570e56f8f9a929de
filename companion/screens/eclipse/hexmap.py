"""What each sector of the map looks like, and where it is on the panel. Pure: no Kivy.

The map is measured in sides of a hex: the Galactic Center's middle is (0, 0), x to the right, y upwards. A `View` lays
it on the panel in pixels. It may be turned by steps of 60 degrees, clockwise, so that it lies as a seat sees the table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import dist, sqrt
from typing import Any, Final

from companion.rules.eclipse.catalog import SECTORS, SHIPS, SectorTile
from companion.rules.eclipse.hexes import Place, around, openings, opposite
from companion.screens.words import count

SOUTH: Final = 3
"""The direction towards whoever sits at the foot of the map."""
TALL: Final = sqrt(3)
"""A hex from flat side to flat side, in its sides."""
LETTERS: Final = dict(zip(SHIPS, ("In", "Cr", "Dr", "Sb"), strict=True))
"""Two letters for each type of ship."""


@dataclass(frozen=True, slots=True)
class Square:
    """A population square: money, science, materials, gray or orbital, and whether a cube lies on it."""

    kind: str
    advanced: bool
    cube: bool


@dataclass(frozen=True, slots=True)
class Fleet:
    """The ships of a party (a seat, `ancients`, `gcds`): (letters or "", how many) by type."""

    party: str
    ships: tuple[tuple[str, int], ...]

    @property
    def many(self) -> int:
        return sum(number for _, number in self.ships)


@dataclass(frozen=True, slots=True)
class SectorLook:
    """One sector as everybody sees it. Two that are equal look alike."""

    number: int
    place: Place
    openings: tuple[tuple[int, str], ...]
    """(direction, "full", "half" or "open"): a wormhole on both sides of the edge, on one, no sector beside."""
    points: int
    owner: str = ""
    """A seat, "?" where nobody told who, or ""."""
    squares: tuple[Square, ...] = ()
    fleets: tuple[Fleet, ...] = ()
    discovery: bool = False
    monolith: bool = False
    artifact: bool = False
    rotation: int = 0
    homeless: bool = False
    """Nobody told where it lies: its place here is none of the map's."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the map takes up, in sides."""

    left: float
    foot: float
    right: float
    top: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.foot + self.top) / 2


@dataclass(frozen=True, slots=True)
class View:
    """Where the map is on the panel: pixels to a side, and where its (0, 0) is."""

    side: float = 30.0
    x: float = 0.0
    y: float = 0.0

    def pixels(self, x: float, y: float) -> tuple[float, float]:
        return self.x + x * self.side, self.y + y * self.side

    def back(self, x: float, y: float) -> tuple[float, float]:
        """Pixels as sides."""
        return (x - self.x) / self.side, (y - self.y) / self.side

    def moved(self, across: float, up: float) -> "View":
        return replace(self, x=self.x + across, y=self.y + up)

    def nearer(self, factor: float, x: float, y: float, least: float, most: float) -> "View":
        """So many times as large, with what is at (x, y) staying there."""
        side = min(max(self.side * factor, least), most)
        by = side / self.side
        return View(side, x + (self.x - x) * by, y + (self.y - y) * by)

    def within(self, bounds: Bounds, wide: float, tall: float) -> "View":
        """Moved so far that the middle of the panel (wide and tall, from 0, 0) lies within the map."""
        x, y = self.back(wide / 2, tall / 2)
        at_x, at_y = min(max(x, bounds.left), bounds.right), min(max(y, bounds.foot), bounds.top)
        return self if (x, y) == (at_x, at_y) else self.moved((x - at_x) * self.side, (y - at_y) * self.side)


def fitted(bounds: Bounds, wide: float, tall: float, least: float, most: float) -> View:
    """The view that shows all of `bounds` in so many pixels, if a side of at least `least` of them allows it."""
    side = min(wide / (bounds.right - bounds.left), tall / (bounds.top - bounds.foot))
    side = min(max(side, least), most)
    x, y = bounds.middle
    return View(side, wide / 2 - x * side, tall / 2 - y * side)


def pinched(view: View, before: tuple[Any, Any], after: tuple[Any, Any], least: float, most: float) -> View:
    """The view after two fingers at `before` went to `after` (points in pixels): what lay under them stays there."""
    (ax, ay), (bx, by) = before
    (cx, cy), (dx, dy) = after
    apart, now = dist(*before), dist(*after)
    middle = ((ax + bx) / 2, (ay + by) / 2)
    view = view.nearer(now / apart if apart > 1 else 1.0, *middle, least, most)
    return view.moved((cx + dx) / 2 - middle[0], (cy + dy) / 2 - middle[1])


def turned(place: Place, steps: int) -> Place:
    """A place after so many steps of 60 degrees clockwise round the Galactic Center."""
    q, r = place
    for _ in range(steps % 6):
        q, r = -r, q + r
    return q, r


def middle(place: Place, steps: int) -> tuple[float, float]:
    """The middle of a hex, in sides, on a map turned by `steps`."""
    q, r = turned(place, steps)
    return 1.5 * q, -TALL * (r + q / 2)


def place_at(x: float, y: float, steps: int) -> Place:
    """The hex at a point of a map turned by `steps`."""
    q = x / 1.5
    r = -y / TALL - q / 2
    s = -q - r
    near = [round(q), round(r), round(s)]
    off = [abs(near[0] - q), abs(near[1] - r), abs(near[2] - s)]
    if off[0] > off[1] and off[0] > off[2]:
        near[0] = -near[1] - near[2]
    elif off[1] > off[2]:
        near[1] = -near[0] - near[2]
    return turned((near[0], near[1]), -steps)


def bounds(places: Iterable[Place], steps: int) -> Bounds:
    """What these hexes take up; something round the centre if there are none."""
    middles = [middle(place, steps) for place in places] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    return Bounds(min(xs) - 1.1, min(ys) - 1.0, max(xs) + 1.1, max(ys) + 1.0)


def steps_for(state: Any, seat: str) -> int:
    """By how many steps the map is turned so that the seat's starting sector is at its foot."""
    home = _home_at(state, seat)
    return (SOUTH - _direction(home)) % 6 if home is not None else 0


def seen_from(state: Any, steps: int) -> str:
    """The seat whose starting sector is at the foot of a map turned by `steps`, or ""."""
    return next((seat for seat in state.seats if _home_at(state, seat) and steps_for(state, seat) == steps), "")


def home_of(state: Any, sector: Any) -> str:
    """Whose starting sector that is, whoever holds it now."""
    from companion.rules.eclipse.catalog import home_sector

    return next((each.seat for each in state.players if home_sector(each.seat, each.species_key) == sector.number), "")


def _home_at(state: Any, seat: str) -> Place | None:
    """Where the seat's starting sector lies, if it is known."""
    return next((each.at for each in state.sectors if each.at is not None and home_of(state, each) == seat), None)


def _direction(place: Place) -> int:
    """The direction of a place as seen from the Galactic Center."""
    x, y = middle(place, 0)
    best, found = -9.0, 0
    for direction, beside in around((0, 0)):
        a, b = middle(beside, 0)
        if (along := x * a + y * b) > best:
            best, found = along, direction
    return found


def looks(state: Any) -> dict[Place, SectorLook]:
    """Every sector on the table, by its place; those whose place nobody told lie in a row below the map."""
    found = {sector.at: look(state, sector) for sector in state.sectors if sector.at is not None}
    lost = [sector for sector in state.sectors if sector.at is None]
    if lost:
        lowest = max((r for _, r in found), default=0) + 3
        for step, sector in enumerate(lost):
            q = step - len(lost) // 2
            place = (q, lowest - (q // 2))
            found[place] = replace(look(state, sector), place=place, openings=(), homeless=True)
    return found


def look(state: Any, sector: Any) -> SectorLook:
    """How a sector looks."""
    place = sector.at if sector.at is not None else (0, 0)
    fleets = [Fleet("ancients", (("", sector.ancients),))] if sector.ancients else []
    fleets += [Fleet("gcds", (("", 1),))] if sector.gcds else []
    for seat in sector.entered:
        mine = tuple((LETTERS.get(kind, "?"), number) for each, kind, number in sector.ships if each == seat)
        fleets.append(Fleet(seat, mine))
    return SectorLook(
        sector.number,
        place,
        _openings(state, sector, place),
        sector.tile.points,
        sector.owner if sector.is_told("owner") else "?",
        _squares(sector),
        tuple(fleets),
        sector.discovery,
        sector.monolith,
        sector.tile.artifact,
        sector.rotation,
    )


def in_hand(number: int, place: Place, rotation: int, state: Any) -> SectorLook:
    """A tile that is turned over and not laid yet, as it would lie."""
    from companion.rules.eclipse.pieces import sector_as_printed

    return look(state, sector_as_printed(number, place, rotation))


def _openings(state: Any, sector: Any, place: Place) -> tuple[tuple[int, str], ...]:
    at = state.chart.at
    mine = openings(sector.number, sector.rotation)
    found = []
    for direction, beside in around(place):
        if direction in mine:
            other = at.get(beside)
            kind = "open"
            if other is not None and other != sector.number:
                facing = openings(other, state.chart.turned[other])
                kind = "full" if opposite(direction) in facing else "half"
            found.append((direction, kind))
    return tuple(found)


def _squares(sector: Any) -> tuple[Square, ...]:
    tile: SectorTile = sector.tile
    kinds: Mapping[str, int] = {**tile.squares, **({"orbital": 1} if sector.orbital else {})}
    found = []
    for kind, number in kinds.items():
        taken = sector.taken(kind)
        track, _, advanced = kind.partition("_")
        found += [Square(track, bool(advanced), place < taken) for place in range(max(number, taken))]
    return tuple(found)


def sector_lines(state: Any, number: int) -> list[str]:
    """What there is to know of a sector, in short lines: name, who holds it, squares, what lies on it, ships."""
    tile, sector = SECTORS[number], state.sector(number)
    if sector is None:
        return [tile.name]
    who = sector.owner.capitalize() if sector.owner else "nobody"
    held = f"held by {who}" if sector.is_told("owner") else "who holds it was not told"
    lines = [f"{tile.name}, {tile.points} points", held]
    if tile.squares or sector.orbital:
        free: dict[str, list[int]] = {}
        for square in _squares(sector):
            kind = ("advanced " if square.advanced else "") + square.kind
            filled = free.setdefault(kind, [0, 0])
            filled[0] += square.cube
            filled[1] += 1
        lines.append("cubes: " + ", ".join(f"{kind} {taken} of {all_}" for kind, (taken, all_) in free.items()))
    things = [
        word
        for word, there in (
            ("a discovery tile", sector.discovery),
            ("a monolith", sector.monolith),
            ("an artifact", tile.artifact),
        )
        if there
    ]
    if things:
        lines.append(", ".join(things))
    for seat in sector.entered:
        mine = [count(number, kind) for each, kind, number in sector.ships if each == seat]
        lines.append(f"{seat.capitalize()}: {', '.join(mine)}")
    if sector.ancients:
        lines.append(count(sector.ancients, "Ancient"))
    if sector.gcds:
        lines.append("the Defense System")
    return lines


def spaces_round(places: Iterable[Place]) -> tuple[Place, ...]:
    """Every empty space next to these places."""
    there = set(places)
    return tuple(sorted({beside for place in there for _, beside in around(place)} - there))
