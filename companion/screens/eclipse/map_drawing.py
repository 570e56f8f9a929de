"""How a sector is drawn, in sides of a hex: the more of it, the larger it is on the panel. Pure: no Kivy."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from math import cos, pi, sin
from typing import Final

from companion.rules.eclipse.hexes import STACK_NUMBERS, Place, ring
from companion.screens import night, theme
from companion.screens.eclipse.hexmap import Fleet, SectorLook, Square, middle
from companion.screens.widgets.inking import Colour, Drawing, Letters, box
from companion.screens.widgets.inking import ring as outline
from companion.screens.widgets.shapes import SHAPES


def _rgb(code: str) -> Colour:
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue, 1.0


class Detail(IntEnum):
    """How much of a sector can be seen at its size; TURN: only how the tile is turned."""

    TURN = -1
    FAR = 0
    NEAR = 1
    CLOSE = 2


WORMHOLES: Final = {"full": 0.95, "open": 0.6, "half": 0.36}
"""How far each kind stands out from its sector."""
SQUARES: Final[dict[str, Colour]] = {
    "money": _rgb("E29A3C"),
    "science": _rgb("D678AC"),
    "materials": _rgb("A9744A"),
    "gray": _rgb("98A1AD"),
    "orbital": _rgb("9CC4D8"),
}
SIGNS: Final = {"money": "$", "science": "S", "materials": "M", "gray": "?", "orbital": "?"}
DISCOVERY: Final = _rgb("4FC3D9")
PARTIES: Final[dict[str, Colour]] = {"ancients": _rgb("C49CEB"), "gcds": _rgb("F08A7A")}
INK: Final = _rgb("10141A")
VEIL: Final = (*night.GROUND[:3], 0.5)
SIDE: Final = 0.975
"""A hex is drawn a little smaller than its space."""


def ground(owner: str = "", detail: Detail = Detail.NEAR) -> Colour:
    """What a sector is drawn on: the theme's ground, with something of its owner's colour."""
    bare = theme.mix(night.GROUND, night.TEXT, 0.08)
    seat = theme.SEATS.get(owner)
    return bare if seat is None else theme.mix(bare, seat, 0.42 if detail is Detail.FAR else 0.24)


def readable(colour: Colour, on: Colour, least: float) -> Colour:
    """That colour, as much darker or lighter as it must be to be told from what it is drawn on."""
    aim = theme.ink_on(on)
    for part in range(10):
        found = theme.mix(colour, aim, part / 10)
        if theme.contrast(found, on) >= least:
            return found
    return aim


def sector(look: SectorLook, steps: int, detail: Detail, letters: Letters) -> Drawing:
    """A sector on a map turned by `steps`."""
    on = Drawing(letters, ground(look.owner, detail))
    x, y = middle(look.place, steps)
    body = outline(x, y, SIDE)
    on.shape(body, on.ground)
    if look.owner in SHAPES:
        on.rim(body, 0.05, night.SEAT_EDGES.get(look.owner, theme.SEATS[look.owner]))
    else:
        on.rim(body, 0.03, theme.mix(night.GROUND, night.TEXT, 0.28))
    for direction, kind in look.openings:
        _wormhole(on, x, y, (direction + steps) % 6, kind, 0.24 if detail is Detail.TURN else 0.17)
    if detail is Detail.TURN:
        _number_corner(on, look, steps, x, y)
    elif detail is Detail.FAR:
        _far(on, look, x, y)
    else:
        _near(on, look, x, y, detail)
    return on


def _text(on: Drawing) -> Colour:
    return readable(night.TEXT, on.ground, 4.5)


def _number_corner(on: Drawing, look: SectorLook, steps: int, x: float, y: float) -> None:
    """The number in the corner where it is printed: the right-hand one of a tile that is not turned."""
    angle = -(look.rotation + steps) * pi / 3
    on.words(_number(look), x + 0.5 * cos(angle), y + 0.5 * sin(angle), 0.26, _text(on))


def _wormhole(on: Drawing, x: float, y: float, direction: int, kind: str, radius: float) -> None:
    """Half a disc at the middle of a side; one that leads on has a hole, and with its other half makes a ring."""
    angle = pi / 2 - direction * pi / 3
    far = 0.866 * SIDE - 0.005
    a, b = x + far * cos(angle), y + far * sin(angle)
    on.shape(_half(a, b, radius, angle), theme.mix(on.ground, _text(on), WORMHOLES[kind]))
    if kind == "full":
        on.shape(_half(a, b, radius / 2, angle), on.ground)


def _half(x: float, y: float, radius: float, outwards: float) -> list[tuple[float, float]]:
    """The half of a disc that lies inwards."""
    turns = [outwards + pi / 2 + pi * step / 8 for step in range(9)]
    return [(x + radius * cos(each), y + radius * sin(each)) for each in turns]


def sign(on: Drawing, seat: str, x: float, y: float, side: float) -> None:
    """A seat's shape in its colour, its middle at (x, y)."""
    points = [(x + (a - 0.5) * side, y + (b - 0.5) * side) for a, b in SHAPES.get(seat, ())]
    if points:
        on.shape(points, theme.SEATS[seat])
        on.rim(points, side * 0.08, night.SEAT_EDGES.get(seat, INK))


def _number(look: SectorLook) -> str:
    return f"{look.number:03d}"


def _far(on: Drawing, look: SectorLook, x: float, y: float) -> None:
    """From afar: the number, whose it is, and how many ships of whom."""
    on.words(_number(look), x, y + 0.44, 0.3, _text(on))
    _corners(on, look, x, y)
    beside = 0.34 if look.fleets else 0.0
    if look.owner in SHAPES:
        sign(on, look.owner, x - beside, y - 0.14, 0.52)
    elif look.owner:
        on.words("?", x - beside, y - 0.14, 0.4, _text(on))
    tall = min(0.32, 0.86 / max(len(look.fleets), 1) - 0.06)
    at = x + (0.16 if look.owner else -0.2)
    for step, fleet in enumerate(look.fleets):
        b = y - 0.14 + ((len(look.fleets) - 1) / 2 - step) * (tall + 0.06)
        _party(on, fleet.party, at, b, tall * 1.1)
        on.words(str(fleet.many), at + 0.36, b, tall, _ink(on, fleet.party))


def _corners(on: Drawing, look: SectorLook, x: float, y: float) -> None:
    """In the two corners that no wormhole is near: a discovery tile, a monolith."""
    if look.discovery:
        on.shape(outline(x + 0.78, y, 0.13, 4), readable(DISCOVERY, on.ground, 3))
    if look.monolith:
        on.shape(box(x - 0.78, y, 0.12, 0.3), _text(on))
        on.shape(box(x - 0.78, y - 0.16, 0.22, 0.05), _text(on))


def _ink(on: Drawing, party: str) -> Colour:
    return readable(PARTIES.get(party, night.TEXT), on.ground, 4.5)


def _party(on: Drawing, party: str, x: float, y: float, side: float) -> None:
    """The sign of whoever has ships there: a seat's, or that of the Ancients (a triangle on its tip) or the defence."""
    if party in SHAPES:
        sign(on, party, x, y, side)
    elif party == "ancients":
        on.shape(outline(x, y, side * 0.5, 3, -pi / 2), _ink(on, party))
    else:
        on.shape(box(x, y, side * 0.8, side * 0.8), _ink(on, party))


def _near(on: Drawing, look: SectorLook, x: float, y: float, detail: Detail) -> None:
    """Near: squares with their cubes, structures, each type of ship."""
    _corners(on, look, x, y)
    crowded = len(look.fleets) > 1
    tight = crowded and len(look.squares) > 4
    on.words(
        _number(look), x, y + (0.57 if tight else 0.52), 0.2 if tight or detail is Detail.CLOSE else 0.24, _text(on)
    )
    row = y + (0.22 if tight else 0.18 if crowded else 0.1)
    left = x
    if look.owner in SHAPES:
        sign(on, look.owner, x - (0.52 if look.squares else 0.0), row, 0.42)
        left = x + 0.2
    elif look.owner:
        on.words("?", x - 0.52, row, 0.34, _text(on))
        left = x + 0.2
    _squares(on, look.squares, look.owner, left, row, 0.2 if tight else 0.23, detail)
    for step, fleet in enumerate(look.fleets):
        many = len(look.fleets)
        height = 0.23 if many < 3 else 0.6 / many
        at = y - 0.42 if many == 1 else y - 0.2 - step * (height + 0.07)
        _fleet(on, fleet, x, at, height)


def _squares(
    on: Drawing, squares: Sequence[Square], owner: str, x: float, y: float, side: float, detail: Detail
) -> None:
    """Rows of squares; one with a cube is full of the owner's colour, an advanced one has a double frame."""
    across = len(squares) if len(squares) <= 4 else -(-len(squares) // 2)
    rows = [squares[at : at + across] for at in range(0, len(squares), max(across, 1))]
    step = side * 1.17
    for down, row in enumerate(rows):
        b = y + (len(rows) - 1) * step / 2 - down * step
        for place, each in enumerate(row):
            a = x + (place - (len(row) - 1) / 2) * step
            colour = readable(SQUARES[each.kind], on.ground, 3)
            frame = outline(a, b, side * 0.54, 12) if each.kind == "orbital" else box(a, b, side, side)
            on.shape(frame, colour if each.cube else theme.mix(on.ground, colour, 0.25))
            on.rim(frame, 0.035, colour)
            if each.advanced:
                on.rim(box(a, b, side * 0.56, side * 0.56), 0.025, colour)
            if each.cube:
                on.shape(box(a, b, side * 0.58, side * 0.58), theme.SEATS.get(owner, night.TEXT))
                on.rim(box(a, b, side * 0.58, side * 0.58), 0.02, night.SEAT_EDGES.get(owner, INK))
            elif detail is Detail.CLOSE and not each.advanced:
                on.words(SIGNS.get(each.kind, "?"), a, b, side * 0.5, colour)


WIDEST: Final = 1.3
"""Sides that a fleet's signs may take up across a hex."""


def _fleet(on: Drawing, fleet: Fleet, x: float, y: float, tall: float) -> None:
    """A party's sign, and how many ships of each type."""
    parts = ["GCDS"] if fleet.party == "gcds" else [f"{count}{letters}" for letters, count in fleet.ships]
    apart, before = 0.35, 0.0 if fleet.party == "gcds" else 1.5
    wide = sum(on.wide(part, 1) for part in parts) + (len(parts) - 1) * apart + before
    tall = min(tall, WIDEST / wide)
    at = x - wide * tall / 2
    if before:
        _party(on, fleet.party, at + tall * 0.6, y, tall * 1.25)
    at += tall * before
    for part in parts:
        broad = on.wide(part, tall)
        on.words(part, at + broad / 2, y, tall, _ink(on, fleet.party))
        at += broad + tall * apart


def space(on: Drawing, place: Place, steps: int, lit: bool) -> None:
    """A space without a sector: its outline, and which stack its tile comes from."""
    x, y = middle(place, steps)
    body = outline(x, y, SIDE)
    if lit:
        on.shape(body, (*night.CHOSEN[:3], 0.12))
    on.rim(body, 0.025, night.EDGE if lit else night.EDGE_GREY)
    numeral = STACK_NUMBERS.get(ring(place), "")
    on.words(numeral, x, y, 0.4, night.CHOSEN if lit else night.EDGE)


def marks(
    on: Drawing,
    steps: int,
    laid: Iterable[Place],
    lit: Iterable[Place],
    also: Iterable[Place],
    picked: Iterable[Place],
    veiled: bool,
) -> None:
    """What may be touched stands out, what was touched more so, what may be chosen instead (`also`) less; where
    anything does, the rest lies under a veil."""
    chosen = set(picked)
    bright = set(lit) - chosen
    less = set(also) - bright - chosen
    if veiled:
        for place in laid:
            if place not in bright | chosen | less:
                on.shape(outline(*middle(place, steps), SIDE), VEIL)
    for places, thick, colour in ((less, 0.05, night.CHOSEN), (bright, 0.1, night.CHOSEN), (chosen, 0.1, night.TEXT)):
        for place in places:
            x, y = middle(place, steps)
            on.rim(outline(x, y, SIDE), thick, colour)


def felt(on: Drawing, steps: int, place: Place) -> None:
    """A finger lies on that hex."""
    on.shape(outline(*middle(place, steps), SIDE), (*night.TARGET_DOWN[:3], 0.55))
