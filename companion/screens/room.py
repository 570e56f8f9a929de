"""Where words may lie over a screen without covering anything that is pressed. Pure: no Kivy."""

from collections.abc import Sequence
from typing import Final

Rect = tuple[float, float, float, float]
"""Left, foot, width, height in pixels; the foot of the window is 0."""

STEPS: Final = 24
"""Heights that are tried, from the top of the window down."""


def room(window: tuple[float, float], pressed: Sequence[Rect], least: float, tall: float, apart: float) -> Rect:
    """The highest place, `tall` pixels and at least `least` wide, that covers nothing of `pressed`, by `apart` pixels.

    It is as wide as what is free there. Where nothing is free it is the top of the window.
    """
    wide, high = window
    for step in range(STEPS):
        foot = high - apart - tall - step * (high - tall - 2 * apart) / (STEPS - 1)
        left, free = _widest(
            wide, [each for each in pressed if each[1] < foot + tall and each[1] + each[3] > foot], apart
        )
        if free >= least:
            return left, foot, free, tall
    return apart, high - apart - tall, wide - 2 * apart, tall


def _widest(wide: float, pressed: Sequence[Rect], apart: float) -> tuple[float, float]:
    """The left end and the width of the widest gap between these."""
    best, end = (0.0, 0.0), 0.0
    for left, _, width, _ in [*sorted(pressed), (wide, 0.0, 0.0, 0.0)]:
        if left - end - 2 * apart > best[1]:
            best = (end + apart, left - end - 2 * apart)
        end = max(end, left + width)
    return best
