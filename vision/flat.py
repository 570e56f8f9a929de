"""Flat things that look like dice: dominoes, whose body goes on beside the half that was taken for a die."""

from __future__ import annotations

import cv2
import numpy as np

from vision.finder import Found
from vision.pixels import Floats, Image

SIDE = 96  # pixels of the picture looked at
REACH = 2.0  # sizes of the find from its middle to the rim of what is looked at
LIKE = 9.0  # Lab distance within which something is of the same body
LIGHTNESS = 0.6  # how much of a difference in lightness counts
LONG = 1.75, 2.25  # a domino's length over its width
FULL, HULL = 0.905, 0.92  # how much of its own rectangle it and its hull fill: touching dice have a waist
_ROUND = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))


def is_domino(image: Image, one: Found, body: Floats) -> bool:
    """Whether the `body` (Lab) of what was found in `image` (8-bit BGR) is a flat rectangle of two squares."""
    reach = max(2, round(REACH * one.size))
    x, y = round(one.x), round(one.y)
    part = image[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    if not part.size:
        return False
    rim = (max(0, reach - y), max(0, y + reach - image.shape[0]), max(0, reach - x), max(0, x + reach - image.shape[1]))
    whole = cv2.copyMakeBorder(part, *rim, cv2.BORDER_REPLICATE)
    shrink = cv2.INTER_AREA if 2 * reach > SIDE else cv2.INTER_LINEAR
    near = cv2.resize(whole, (SIDE, SIDE), interpolation=shrink)
    seen = cv2.cvtColor(near, cv2.COLOR_BGR2LAB).astype(np.float32) - body.astype(np.float32)
    apart = np.linalg.norm(seen * np.array([LIGHTNESS, 1, 1], np.float32), axis=2)
    return _oblong((apart < LIKE).astype(np.uint8))


def _oblong(like: Image) -> bool:
    """Whether the part of a mask that holds its middle is a rectangle of a domino's shape and size."""
    middle = (SIDE / 2, SIDE / 2)
    outlines, _ = cv2.findContours(like, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    here = [outline for outline in outlines if cv2.pointPolygonTest(outline, middle, False) >= 0]
    filled = cv2.drawContours(np.zeros_like(like), here, -1, 1, -1)
    outlines, _ = cv2.findContours(
        cv2.morphologyEx(filled, cv2.MORPH_OPEN, _ROUND), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    for outline in outlines:
        # what reaches the rim goes on, as grounds do
        if cv2.pointPolygonTest(outline, middle, False) < 0 or outline.min() <= 0 or outline.max() > SIDE - 2:
            continue
        (_, (one, other), _) = cv2.minAreaRect(outline)
        short, long = sorted((one + 1, other + 1))
        around = 0.5 * cv2.arcLength(outline, True)
        full, hull = (
            (cv2.contourArea(shape) + around) / (short * long) for shape in (outline, cv2.convexHull(outline))
        )
        die = SIDE / (2 * REACH)
        if LONG[0] < long / short < LONG[1] and full > FULL and hull > HULL and 0.6 * die < short < 1.4 * die:
            return True
    return False
