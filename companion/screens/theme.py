"""Colours, and sizes in millimetres of the panel: a thumb is as wide on every screen.

Colours change with the theme: ask `theme.TEXT` where something is drawn, never keep it in a module. `measure` is told
the window's pixels and the panel's diagonal once, before the first widget; everything asks `mm`.
"""

from math import hypot
from typing import Final

Colour = tuple[float, float, float, float]

CAPITAL: Final = 0.711
"""Height of a capital letter or figure in Roboto, as a part of its font size."""

_DEFAULT_PIXELS: Final = (800, 480)
_DEFAULT_INCHES: Final = 7.0


def _colour(code: str, opacity: float = 1.0) -> Colour:
    red, green, blue = (int(code[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return (red, green, blue, opacity)


GROUND: Colour = (0, 0, 0, 1)
PANEL: Colour = (0, 0, 0, 1)
TARGET: Colour = (0, 0, 0, 1)
TARGET_DOWN: Colour = (0, 0, 0, 1)
TARGET_GREY: Colour = (0, 0, 0, 1)
EDGE: Colour = (0, 0, 0, 1)
EDGE_GREY: Colour = (0, 0, 0, 1)
GO: Colour = (0, 0, 0, 1)
GO_EDGE: Colour = (0, 0, 0, 1)
STOP: Colour = (0, 0, 0, 1)
STOP_EDGE: Colour = (0, 0, 0, 1)
TEXT: Colour = (0, 0, 0, 1)
DIM: Colour = (0, 0, 0, 1)
GREYED: Colour = (0, 0, 0, 1)
WARN: Colour = (0, 0, 0, 1)
BAD: Colour = (0, 0, 0, 1)
GOOD: Colour = (0, 0, 0, 1)
CHOSEN: Colour = (0, 0, 0, 1)
SAID: Colour = (0, 0, 0, 1)
VEIL: Colour = (0, 0, 0, 1)

_NAMES: Final = (
    "GROUND", "PANEL", "TARGET", "TARGET_DOWN", "TARGET_GREY", "EDGE", "EDGE_GREY", "GO", "GO_EDGE", "STOP",
    "STOP_EDGE", "TEXT", "DIM", "GREYED", "WARN", "BAD", "GOOD", "CHOSEN", "SAID", "VEIL",
)  # fmt: skip
_THEMES: Final = {
    "dark": (
        "0D1014 171C23 27303C 41587A 14181E 46536A 2A323E 1C523E 3F9A78 5A2A26 "
        "B4574C D6DBE2 98A3B3 828C99 F0B040 EF7B6C 6CCB9A E8C860 33405A 05070AD1"
    ),
    "light": (
        "D8DCE1 E4E7EB C6CED8 A3B9D8 D3D7DC 74818F AAB3BE ACD9C2 2F8562 EBC0BA "
        "A8453A 14181E 36404C 4B5560 6A4000 8C2416 0F5233 6A4800 B9C8E2 5A626CB0"
    ),
    "dim": (
        "060505 0E0B09 1E1813 46341F 0B0908 4C3E2C 28211A 262A12 66702C 321410 "
        "8A4034 CDA574 A38761 917853 E29A3A E57A62 A9AE58 E0B656 2C231A 000000D1"
    ),
}
"""Dark for an evening, light for a bright room, dim for a dark one: warm, and never bright."""
THEMES: Final = tuple(_THEMES)

SEATS: Final[dict[str, Colour]] = {
    "red": _colour("D84A3C"),
    "blue": _colour("4788E6"),
    "green": _colour("3FA35B"),
    "yellow": _colour("E2BC36"),
    "white": _colour("C6CBD1"),
    "black": _colour("08090B"),
}
SEAT_EDGES: Final[dict[str, Colour]] = {}
"""Edges of seats whose colour would be lost on the ground."""
_EDGES_ON_DARK: Final = {"black": "9AA4B2"}
_EDGES_ON_LIGHT: Final = {"white": "59626D", "yellow": "7A5C00", "black": "08090B"}
SEAT_INK: Final[dict[str, Colour]] = {
    "red": _colour("10090A"),
    "blue": _colour("06101E"),
    "green": _colour("05140A"),
    "yellow": _colour("1C1603"),
    "white": _colour("14171B"),
    "black": _colour("D6DBE2"),
}
SEAT_TEXT: Final[dict[str, Colour]] = {}
"""A seat's colour as that of letters, readable on ground, panel and target."""
_TEXT_ON_DARK: Final = {
    "red": "F5897C", "blue": "7FB0F2", "green": "6CC787", "yellow": "E2BC36", "white": "D3D7DC", "black": "A3ACB9"
}  # fmt: skip
_TEXT_ON_LIGHT: Final = {
    "red": "8C2014", "blue": "12418C", "green": "135529", "yellow": "5A4200", "white": "444B54", "black": "08090B"
}  # fmt: skip
DICE: Final[dict[str, Colour]] = {
    "white": _colour("C6CBD1"),
    "black": _colour("1A1C20"),
    "red": _colour("C8483C"),
    "orange": _colour("DE8A34"),
    "yellow": _colour("E2BC36"),
    "green": _colour("3FA35B"),
    "blue": _colour("4788E6"),
    "purple": _colour("8C5FC0"),
    "pink": _colour("D77BA8"),
    "brown": _colour("8A5C3C"),
    "grey": _colour("7C8590"),
}
PARTS: Final[tuple[Colour, ...]] = tuple(
    map(_colour, ("7FB2E5", "E5A95F", "86C58B", "D68FB8", "C9C46A", "9FA8DA", "7CC7C3", "E08F80", "B7A58C"))
)
"""Parts of a bar, one beside the other; what stands in them is written in PART_INK."""
PART_INK: Final = _colour("10141A")

_DARKEST: Final = _colour("000000")
_LIGHTEST: Final = _colour("FFFFFF")


def contrast(one: Colour, other: Colour) -> float:
    """How far apart in brightness two colours are, from 1 to 21 (WCAG 2)."""
    dark, light = sorted((_brightness(one), _brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def _brightness(colour: Colour) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`share` of the other's colour in the one's."""
    red, green, blue = (here + (there - here) * share for here, there in zip(one[:3], other[:3], strict=True))
    return (red, green, blue, 1.0)


def ink_on(fill: Colour) -> Colour:
    """Black or white, whichever is read more easily on `fill`; never less than 4.5 to 1."""
    return max((_DARKEST, _LIGHTEST), key=lambda ink: contrast(ink, fill))


def die_text(colour: str) -> Colour:
    """A die's colour as that of letters, where it is readable on the ground."""
    found = DICE.get(colour, TEXT)
    return found if contrast(found, GROUND) >= 4.5 else TEXT


def colours(name: str) -> dict[str, Colour]:
    """A theme's colours by name, the dark one's for an unknown theme."""
    codes = _THEMES.get(name, _THEMES["dark"]).split()
    return {
        colour: _colour(code[:6], int(code[6:] or "FF", 16) / 255) for colour, code in zip(_NAMES, codes, strict=True)
    }


def dress(name: str) -> None:
    """Take a theme's colours, the dark one's for an unknown name. What was drawn before keeps those it was drawn in."""
    globals().update(colours(name))
    light = contrast(GROUND, _LIGHTEST) < 3
    for seats, there in (
        (SEAT_EDGES, _EDGES_ON_LIGHT if light else _EDGES_ON_DARK),
        (SEAT_TEXT, _TEXT_ON_LIGHT if light else _TEXT_ON_DARK),
    ):
        seats.clear()
        seats.update({seat: _colour(code) for seat, code in there.items()})


dress("dark")


class _Panel:
    """Pixels per millimetre of the panel in use, and how much larger letters are wanted."""

    letters = 1.0
    scale = hypot(*_DEFAULT_PIXELS) / (_DEFAULT_INCHES * 25.4)


def measure(pixels: tuple[float, float], inches: float) -> None:
    """Take the window's size and the panel's diagonal. Called once, before the first widget is made."""
    _Panel.scale = hypot(*pixels) / (max(inches, 1.0) * 25.4)


def enlarge(times: float) -> None:
    """Letters so many times as large; where there is no room for that they are as large as fits."""
    _Panel.letters = times


def enlarged() -> float:
    """How many times as large letters are."""
    return _Panel.letters


def mm(length: float) -> float:
    """Pixels of `length` millimetres on the panel."""
    return length * _Panel.scale


def letters(height: float) -> float:
    """The font size, in pixels, whose capitals are `height` millimetres high."""
    return height / CAPITAL * _Panel.scale * _Panel.letters


def least(height: float) -> float:
    """As `letters`, but never enlarged: the size below which nothing shrinks."""
    return height / CAPITAL * _Panel.scale
