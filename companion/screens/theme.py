"""Colours, and sizes in millimetres of the panel: a thumb is as wide on every screen.

`measure` is told the window's pixels and the panel's diagonal once, before the first widget; everything asks `mm`.
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


GROUND: Final = _colour("0D1014")
PANEL: Final = _colour("171C23")
TARGET: Final = _colour("27303C")
TARGET_DOWN: Final = _colour("4A6388")
TARGET_GREY: Final = _colour("14181E")
EDGE: Final = _colour("46536A")
EDGE_GREY: Final = _colour("2A323E")
GO: Final = _colour("1F5A44")
GO_EDGE: Final = _colour("3F9A78")
STOP: Final = _colour("5A2A26")
STOP_EDGE: Final = _colour("B4574C")
TEXT: Final = _colour("D6DBE2")
DIM: Final = _colour("98A3B3")
GREYED: Final = _colour("78828F")
WARN: Final = _colour("F0B040")
BAD: Final = _colour("EF7B6C")
GOOD: Final = _colour("6CCB9A")
CHOSEN: Final = _colour("E8C860")
SAID: Final = _colour("33405A")
VEIL: Final = _colour("05070A", 0.82)

SEATS: Final[dict[str, Colour]] = {
    "red": _colour("D84A3C"),
    "blue": _colour("4788E6"),
    "green": _colour("3FA35B"),
    "yellow": _colour("E2BC36"),
    "white": _colour("C6CBD1"),
    "black": _colour("08090B"),
}
SEAT_EDGES: Final[dict[str, Colour]] = {"black": _colour("9AA4B2")}
SEAT_INK: Final[dict[str, Colour]] = {
    "red": _colour("10090A"),
    "blue": _colour("06101E"),
    "green": _colour("05140A"),
    "yellow": _colour("1C1603"),
    "white": _colour("14171B"),
    "black": _colour("D6DBE2"),
}
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


class _Panel:
    """Pixels per millimetre of the panel in use."""

    scale = hypot(*_DEFAULT_PIXELS) / (_DEFAULT_INCHES * 25.4)


def measure(pixels: tuple[float, float], inches: float) -> None:
    """Take the window's size and the panel's diagonal. Called once, before the first widget is made."""
    _Panel.scale = hypot(*pixels) / (max(inches, 1.0) * 25.4)


def mm(length: float) -> float:
    """Pixels of `length` millimetres on the panel."""
    return length * _Panel.scale


def letters(height: float) -> float:
    """The font size, in pixels, whose capitals are `height` millimetres high."""
    return height / CAPITAL * _Panel.scale
