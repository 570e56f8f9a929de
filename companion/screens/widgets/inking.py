"""Coloured shapes and letters as triangles, so that a whole picture is a handful of meshes. Pure: no Kivy.

A vertex is eight numbers: x, y, where its pattern lies in the sheet of letters (u, v), red, green, blue, alpha.
Shapes lie on a white spot of that sheet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import Final

Colour = tuple[float, float, float, float]
Point = tuple[float, float]

WIDTH: Final = 8
"""Numbers to a vertex."""


@dataclass(frozen=True, slots=True)
class Letter:
    """Where a letter lies in the sheet, and its box, in heights of a capital; `middle`: from its foot to the
    capital's middle."""

    left: float
    foot: float
    right: float
    top: float
    wide: float
    tall: float
    middle: float


@dataclass(frozen=True, slots=True)
class Letters:
    """A sheet of letters: `white` is a spot of it that is all white."""

    white: Point
    of: Mapping[str, Letter]


class Drawing:
    """What is drawn so far: `vertices` and `indices` for one mesh. `ground` is the colour that it is drawn on."""

    def __init__(self, letters: Letters, ground: Colour) -> None:
        self.letters = letters
        self.ground = ground
        self.vertices: list[float] = []
        self.indices: list[int] = []

    def _put(self, points: Sequence[Point], colour: Colour) -> int:
        first = len(self.vertices) // WIDTH
        u, v = self.letters.white
        for x, y in points:
            self.vertices += (x, y, u, v, *colour)
        return first

    def shape(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled outline that is seen whole from its middle."""
        many = len(points)
        x, y = sum(x for x, _ in points) / many, sum(y for _, y in points) / many
        first = self._put([(x, y), *points], colour)
        for place in range(many):
            self.indices += (first, first + 1 + place, first + 1 + (place + 1) % many)

    def rim(self, points: Sequence[Point], thick: float, colour: Colour) -> None:
        """The outline itself, `thick` inwards."""
        many = len(points)
        x, y = sum(x for x, _ in points) / many, sum(y for _, y in points) / many
        inner = []
        for a, b in points:
            far = hypot(a - x, b - y) or 1.0
            by = max(0.0, (far - thick * 1.15) / far)
            inner.append((x + (a - x) * by, y + (b - y) * by))
        first = self._put([*points, *inner], colour)
        for place in range(many):
            after = (place + 1) % many
            self.indices += (first + place, first + after, first + many + place)
            self.indices += (first + after, first + many + after, first + many + place)

    def words(self, text: str, x: float, y: float, height: float, colour: Colour) -> float:
        """Capitals of that height, their middle at (x, y); gives how wide they are."""
        wide = self.wide(text, height)
        x -= wide / 2
        for each in text:
            letter = self.letters.of.get(each)
            if letter is None:
                continue
            right = x + letter.wide * height
            foot = y - letter.middle * height
            top = foot + letter.tall * height
            first = len(self.vertices) // WIDTH
            for a, b, u, v in (
                (x, foot, letter.left, letter.foot),
                (right, foot, letter.right, letter.foot),
                (right, top, letter.right, letter.top),
                (x, top, letter.left, letter.top),
            ):
                self.vertices += (a, b, u, v, *colour)
            self.indices += (first, first + 1, first + 2, first, first + 2, first + 3)
            x = right
        return wide

    def wide(self, text: str, height: float) -> float:
        """How wide such words are."""
        return sum(self.letters.of[each].wide * height for each in text if each in self.letters.of)


def ring(x: float, y: float, radius: float, corners: int = 6, turned: float = 0.0) -> list[Point]:
    """The corners of a regular outline; a hex of six has flat sides above and below."""
    steps = [turned + 2 * pi * place / corners for place in range(corners)]
    return [(x + radius * cos(step), y + radius * sin(step)) for step in steps]


def box(x: float, y: float, wide: float, tall: float) -> list[Point]:
    """The corners of a box round (x, y)."""
    return [
        (x - wide / 2, y - tall / 2),
        (x + wide / 2, y - tall / 2),
        (x + wide / 2, y + tall / 2),
        (x - wide / 2, y + tall / 2),
    ]
