"""Signs drawn on the canvas: what a ship part does, dice with their damage, damage on hulls. No artwork but lines."""

from functools import lru_cache
from math import pi
from typing import Any, Final

from kivy.core.text import Label
from kivy.graphics import Color, Ellipse, Line, Mesh, Rectangle, RoundedRectangle

from companion.screens import theme
from companion.screens.theme import Colour, mm
from companion.screens.widgets.inking import ring

KINDS: Final[dict[str, Colour]] = {
    "cannon": (0.30, 0.16, 0.14, 1),
    "missile": (0.33, 0.21, 0.10, 1),
    "hull": (0.20, 0.22, 0.25, 1),
    "drive": (0.12, 0.22, 0.35, 1),
    "computer": (0.08, 0.25, 0.25, 1),
    "shield": (0.25, 0.18, 0.36, 1),
    "source": (0.24, 0.22, 0.08, 1),
}
"""What a part tile is filled with, by its kind."""
ENERGY: Final[Colour] = (0.98, 0.84, 0.30, 1)
HULL: Final[Colour] = (0.66, 0.70, 0.76, 1)
DRIVE: Final[Colour] = (0.47, 0.72, 1.0, 1)
COMPUTER: Final[Colour] = (0.42, 0.86, 0.82, 1)
SHIELD: Final[Colour] = (0.76, 0.62, 0.98, 1)
BOARD: Final[Colour] = (0.09, 0.11, 0.137, 1)
PRINTED: Final[Colour] = (0.065, 0.08, 0.1, 1)
"""Blueprints are as dark as the boards of the box, whatever the theme, and printed squares a little darker."""
BRIGHT: Final = 11.0
"""Contrast that the letters of a dim theme stay under."""
SEEN: Final = 3.0
READ: Final = 4.5
"""Contrast with which a sign is seen, and letters are read."""
ABREAST: Final = 4
"""Boxes for damage in one row; more stand in two."""
PIP: Final[Colour] = (0.06, 0.05, 0.04, 1)


def shown(ink: Colour) -> Colour:
    """A sign's colour; in a dim room no brighter than letters are."""
    return theme.mix(ink, PIP, 0.3) if SEEN < theme.contrast(theme.TEXT, PIP) < BRIGHT else ink


def on_board(name: str) -> Colour:
    """The theme's colour of that name, or the dark one's where that would not be read on a board."""
    found: Colour = getattr(theme, name)
    return found if theme.contrast(found, BOARD) >= READ else theme.colours("dark")[name]


@lru_cache(maxsize=256)
def _texture(words: str, pixels: int) -> Any:
    label = Label(text=words, font_size=pixels, bold=True)
    label.refresh()
    return label.texture


def letters(canvas: Any, words: str, middle: tuple[float, float], height: float, ink: Colour, faint: float) -> None:
    """Words drawn around a point, their capitals `height` pixels high."""
    texture = _texture(words, max(6, int(height / theme.CAPITAL)))
    with canvas:
        Color(*ink[:3], faint)
        Rectangle(
            texture=texture,
            size=texture.size,
            pos=(round(middle[0] - texture.width / 2), round(middle[1] - texture.height / 2)),
        )


def polygon(canvas: Any, points: list[tuple[float, float]], ink: Colour, faint: float = 1.0) -> None:
    """A filled shape whose points all see its first."""
    vertices = [value for x, y in points for value in (x, y, 0, 0)]
    with canvas:
        Color(*ink[:3], faint)
        Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")


def die(canvas: Any, colour: str, damage: int, box: tuple[float, float, float], missile: bool, faint: float) -> None:
    """A die in its colour, a pip for each point of damage; a missile's stands on its corner. Box: left, foot, side."""
    left, foot, side = box
    ink = shown(theme.DICE[colour])
    if missile:
        half = side / 2
        middle = (left + half, foot + half)
        polygon(
            canvas,
            [
                (middle[0], foot + side * 1.08),
                (left - side * 0.08, middle[1]),
                (middle[0], foot - side * 0.08),
                (left + side * 1.08, middle[1]),
            ],
            ink,
            faint,
        )
    else:
        with canvas:
            Color(*ink[:3], faint)
            RoundedRectangle(pos=(left, foot), size=(side, side), radius=[side * 0.2])
    spots: dict[int, tuple[tuple[float, float], ...]] = {
        1: ((0.5, 0.5),),
        2: ((0.33, 0.5), (0.67, 0.5)) if missile else ((0.3, 0.7), (0.7, 0.3)),
        4: ((0.3, 0.3), (0.3, 0.7), (0.7, 0.3), (0.7, 0.7)),
    }
    pip = side * 0.2
    with canvas:
        Color(*PIP[:3], faint)
        for x, y in spots.get(damage, ()):
            Ellipse(pos=(left + x * side - pip / 2, foot + y * side - pip / 2), size=(pip, pip))


def part(canvas: Any, of: Any, box: tuple[float, float, float, float], faint: float = 1.0) -> None:
    """What a part of the catalog does, into a box (left, foot, width, height); energy it uses as dots at the right."""
    left, foot, wide, tall = box
    uses = max(0, -of.energy)
    if uses:
        dot = min(tall / 4.6, mm(1.3))
        with canvas:
            Color(*shown(ENERGY)[:3], faint)
            for place in range(uses):
                Ellipse(pos=(left + wide - dot, foot + tall - dot - place * dot * 1.3), size=(dot, dot))
        wide -= dot * 1.4
    middle = (left + wide / 2, foot + tall / 2)
    side = min(wide, tall)
    if of.die:
        each = min(tall * 0.78, wide / (of.dice * 1.3))
        start = middle[0] - each * (of.dice * 1.25 - 0.25) / 2
        for place in range(of.dice):
            where = (start + place * each * 1.25, middle[1] - each / 2, each)
            die(canvas, of.die, of.damage, where, of.missile, faint)
    elif of.hull:
        each = min(tall * 0.36, wide / (of.hull * 2.2))
        for place in range(of.hull):
            _hexagon(canvas, middle[0] + (place - (of.hull - 1) / 2) * each * 2.1, middle[1], each, faint)
    elif of.move:
        each = min(tall * 0.7, wide / (of.move * 0.62 + 0.4))
        for place in range(of.move):
            _chevron(canvas, middle[0] + (place - of.move / 2) * each * 0.6, middle[1], each, faint)
    elif of.computer:
        _ring(canvas, middle, side, faint)
        letters(canvas, f"+{of.computer}", middle, side * 0.36, shown(COMPUTER), faint)
    elif of.shield:
        _shield(canvas, middle, side, faint)
        letters(canvas, f"−{of.shield}", (middle[0], middle[1] + side * 0.06), side * 0.34, shown(SHIELD), faint)
    elif of.energy > 0:
        _source(canvas, middle, side, faint)
        letters(canvas, f"+{of.energy}", middle, side * 0.36, PIP, faint)


def of_figure(canvas: Any, name: str, box: tuple[float, float, float]) -> None:
    """The sign of one of a ship's figures, that of the parts which give it. Box: left, foot, side."""
    left, foot, side = box
    middle = (left + side / 2, foot + side / 2)
    if name == "energy":
        _source(canvas, middle, side, 1)
    elif name == "move":
        _chevron(canvas, left + side * 0.25, middle[1], side * 0.8, 1)
    elif name == "computer":
        _ring(canvas, middle, side * 0.9, 1)
    elif name == "shield":
        _shield(canvas, middle, side * 0.8, 1)
    elif name == "hull":
        _hexagon(canvas, *middle, side * 0.46, 1)
    else:
        letters(canvas, "init", middle, side * 0.42, on_board("DIM"), 1)


def _hexagon(canvas: Any, x: float, y: float, radius: float, faint: float) -> None:
    polygon(canvas, ring(x, y, radius, 6, pi / 6), shown(HULL), faint)


def _chevron(canvas: Any, x: float, y: float, tall: float, faint: float) -> None:
    with canvas:
        Color(*shown(DRIVE)[:3], faint)
        Line(points=[x, y + tall / 2, x + tall / 2, y, x, y - tall / 2], width=max(1.3, tall * 0.09))


def _ring(canvas: Any, middle: tuple[float, float], side: float, faint: float) -> None:
    with canvas:
        Color(*shown(COMPUTER)[:3], faint)
        Line(circle=(*middle, side * 0.46), width=1.6)


def _shield(canvas: Any, middle: tuple[float, float], side: float, faint: float) -> None:
    x, y, half = *middle, side * 0.46
    outline = (-half, half), (half, half), (half, -half * 0.2), (0, -half * 1.1), (-half, -half * 0.2)
    with canvas:
        Color(*shown(SHIELD)[:3], faint)
        Line(points=[value for across, up in outline for value in (x + across, y + up)], close=True, width=1.6)


def _source(canvas: Any, middle: tuple[float, float], side: float, faint: float) -> None:
    with canvas:
        Color(*shown(ENERGY)[:3], faint)
        Ellipse(pos=(middle[0] - side * 0.48, middle[1] - side * 0.48), size=(side * 0.96, side * 0.96))


def damage(canvas: Any, hull: int, suffered: int, box: tuple[float, float, float, float], faint: float = 1.0) -> None:
    """Boxes for the damage a ship takes until it is destroyed (hull and one), those suffered filled in."""
    left, foot, wide, tall = box
    many = hull + 1
    rows = 1 if many <= ABREAST else 2
    across = -(-many // rows)
    side = min(tall / (rows * 1.25 - 0.25), wide / (across * 1.25))
    start = left + (wide - side * (across * 1.25 - 0.25)) / 2
    high = foot + (tall - side * (rows * 1.25 - 0.25)) / 2
    with canvas:
        for place in range(many):
            x = start + place % across * side * 1.25
            y = high + (rows - 1 - place // across) * side * 1.25
            if place < suffered:
                Color(*theme.BAD[:3], faint)
                Rectangle(pos=(x, y), size=(side, side))
            else:
                Color(*theme.TEXT[:3], faint)
                Line(rectangle=(x, y, side, side), width=1.2)
