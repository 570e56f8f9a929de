"""A domino is known by its body, which goes on beside the half that looks like a die; dice that touch are none."""

import cv2
import numpy as np
import pytest

from vision import flat, reader, studio
from vision.finder import Found

ANY = np.full(7, 1 / 7)
LAB = {"light": (225.0, 128.0, 135.0), "dark": (26.0, 128.0, 128.0)}


def domino(turn: float, dark: bool) -> np.ndarray:
    """A three and a five on dull green, a bar between them; the five's middle is the picture's."""
    picture = np.full((480, 640, 3), (60, 90, 70), np.uint8)
    body, ink = ((25, 25, 25), (225, 225, 225)) if dark else ((212, 222, 226), (20, 20, 20))
    half = 24.0
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    at = np.array([320.0, 240.0]) + half * spin @ np.array([1.0, 0.0])
    edge = np.array([[-2, -1], [2, -1], [2, 1], [-2, 1]]) * half
    cv2.fillConvexPoly(picture, np.rint(at + edge @ spin.T).astype(np.int32), body, cv2.LINE_AA)
    for square, spots in ((-1, (-1, 0, 1)), (1, (-1, 1))):
        for spot in spots:
            x, y = at + half * spin @ np.array([square + 0.5 * spot, 0.5 * spot])
            cv2.circle(picture, (round(x), round(y)), 4, ink, -1, cv2.LINE_AA)
    ends = np.rint(at + half * np.array([[0, -0.7], [0, 0.7]]) @ spin.T).astype(int)
    cv2.line(picture, tuple(ends[0].tolist()), tuple(ends[1].tolist()), ink, 1, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


@pytest.mark.parametrize("turn", [0.0, 0.6, 1.9])
@pytest.mark.parametrize("dark", [False, True])
def test_a_domino(turn: float, dark: bool) -> None:
    picture = domino(turn, dark)
    body = np.array(LAB["dark" if dark else "light"])
    assert flat.is_domino(picture, Found(320.0, 240.0, 46.0, 1.0, ANY), body)
    assert not reader.read(picture).dice


def test_half_of_it_is_none() -> None:
    picture = np.full((480, 640, 3), (60, 90, 70), np.uint8)
    cv2.rectangle(picture, (296, 216), (344, 264), (212, 222, 226), -1)
    assert not flat.is_domino(picture, Found(320.0, 240.0, 46.0, 1.0, ANY), np.array(LAB["light"]))
    assert not flat.is_domino(picture, Found(2.0, 2.0, 46.0, 1.0, ANY), np.array(LAB["dark"]))


def test_dice_are_none() -> None:
    for seed in range(4):
        picture, lying = studio.throw(seed, [("white", 5), ("white", 6), ("yellow", 2), ("red", 1)])
        assert len(reader.read(picture).dice) == len(lying)
