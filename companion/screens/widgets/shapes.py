"""The outlines of the seats' signs, in a square of side 1. Pure: no Kivy."""

from math import pi
from typing import Final

from companion.screens.widgets.inking import ring

Points = tuple[tuple[float, float], ...]


def _ring(corners: int, turned: float = 0.25, radius: float = 0.5) -> Points:
    return tuple(ring(0.5, 0.5, radius, corners, 2 * pi * turned))


def _star() -> Points:
    outer, inner = _ring(5, 0.25, 0.54), _ring(5, 0.35, 0.34)
    return tuple(point for pair in zip(outer, inner, strict=True) for point in pair)


SHAPES: Final[dict[str, Points]] = {
    "red": ((0.5, 1.0), (0.0, 0.06), (1.0, 0.06)),
    "blue": ((0.5, 1.0), (0.0, 0.5), (0.5, 0.0), (1.0, 0.5)),
    "green": _ring(36),
    "yellow": _star(),
    "white": _ring(6),
    "black": ((0.06, 0.06), (0.06, 0.94), (0.94, 0.94), (0.94, 0.06)),
}
