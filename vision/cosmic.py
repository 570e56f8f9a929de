"""Cosmic Empires' dice: white and yellow bodies whose top is a coloured face. A first, plain version.

A die is a compact patch unlike the table that holds a good deal of white or yellow; its face is the largest patch of
red, green or blue in it, and white where there is none. Where two faces of a die show, the larger must be clearly so.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.pips import Image
from vision.reading import Die

Mask = npt.NDArray[np.bool_]


def _kinds(small: Image) -> dict[str, Mask]:
    hsv = cv2.cvtColor(small, cv2.COLOR_BGR2HSV)
    hue, saturation, value = (hsv[:, :, n].astype(int) for n in range(3))
    vivid = (saturation > 105) & (value > 45)
    return {
        "red": vivid & ((hue < 8) | (hue > 168)),
        "green": vivid & (hue > 42) & (hue < 90),
        "blue": vivid & (hue > 98) & (hue < 132),
        "yellow": vivid & (hue > 17) & (hue < 36) & (value > 110),
        "white": (saturation < 70) & (value > 145),
    }


def find(small: Image) -> tuple[list[Die], str]:
    """The dice of a working-size picture, and a sentence when something about the whole is unclear."""
    kinds = _kinds(small)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    table = np.median(lab.reshape(-1, 3), axis=0)
    body = (kinds["white"] | kinds["yellow"]) & (np.linalg.norm(lab - table, axis=2) > 30)
    area = small.shape[0] * small.shape[1]
    # faces are framed by their body: closing over the frame takes them in
    gap = max(3, round(0.012 * max(small.shape[:2]))) | 1
    solid = cv2.morphologyEx(body.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    outlines = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[-2]
    found: list[Die] = []
    passed_over: list[float] = []
    for outline in outlines:
        (_, _), (width, height), _ = cv2.minAreaRect(outline)
        hull = cv2.convexHull(outline)
        size = cv2.contourArea(hull)
        if not 0.0008 * area < size < 0.2 * area:
            continue
        mask = np.zeros(small.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, hull, 1)
        compact = min(width, height) > 0.5 * max(width, height) and size > 0.6 * width * height
        die = _die(mask > 0, kinds, hull) if compact else None
        if die is not None:
            found.append(die)
        else:
            passed_over.append(size)
    # two dice that touch are one patch, and a die in poor light has too little colour: ask rather than leave them out
    usual = float(np.median([die.box[2] * die.box[3] for die in found])) if found else 0.0
    if found and any(0.3 * usual < size < 4 * usual for size in passed_over):
        return found, "Something else in the picture may be a die: look whether one was missed."
    return found, ""


def _die(inside: Mask, kinds: dict[str, Mask], hull: npt.NDArray[Any]) -> Die | None:
    size = int(inside.sum())
    share = {name: float((kind & inside).sum()) / size for name, kind in kinds.items()}
    if share["white"] + share["yellow"] < 0.12 or sum(share.values()) < 0.6:
        return None
    colour = "yellow" if share["yellow"] > share["white"] or share["yellow"] > 0.1 else "white"
    painted = sorted(((_largest(kinds[name] & inside) / size, name) for name in ("red", "green", "blue")), reverse=True)
    x, y, width, height = (int(n) for n in cv2.boundingRect(hull))
    box = (x, y, width, height)
    (most, face), (second, _) = painted[0], painted[1]
    if colour == "yellow" and share["white"] > max(0.18, 1.3 * most):
        face, second, most = "white", most, share["white"]
    elif colour == "white" and most < 0.12:
        face, second, most = "white", most, 0.4
    elif most < 0.12:
        return None
    clear = float(np.clip(1 - second / most, 0, 1))
    doubt = "" if clear > 0.6 and most > 0.25 else "two of its faces could be the top"
    return Die(None, face, colour, round(0.5 + 0.5 * clear if not doubt else 0.5 * clear, 3), box, doubt)


def _largest(mask: Mask) -> int:
    """Pixels of the largest patch."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0
