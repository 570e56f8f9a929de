"""Dice that were not read: what in a picture looks like a die, or like pips, but belongs to no die found."""

from __future__ import annotations

import cv2
import numpy as np

from vision.dice import Seen
from vision.pips import Image, Pips

COARSE = 14  # pixels of a die's edge in the coarse picture


def marked(shown: list[Seen], marks: Pips) -> bool:
    """Whether a mark looks like a whole die, or like pips, but belongs to no die of `shown`."""
    if not shown or not len(marks):
        return False
    centres = np.stack([one.face.centre for one in shown])
    sides = np.array([one.side for one in shown])
    apart = np.linalg.norm(marks.centre[:, None] - centres[None], axis=2) / sides[None]
    lone = apart.min(axis=1) > 1.0
    size = float(np.median(sides))
    # a die whose pips were not seen is a blob of the size of the others
    blob = lone & (marks.radius > 0.36 * size) & (marks.radius < 0.75 * size) & (marks.worth > 1.8)
    blob &= np.linalg.norm(marks.shape[:, 0], axis=1) < 1.6 * marks.radius
    # a dark patch beside a die that has the ground's own tint is the die's shadow
    blob &= ~(is_shadow(marks.ink, marks.body) & (apart.min(axis=1) < 2.2))
    # pips like those read, on a body like those read
    like = np.zeros(len(marks), bool)
    for one in shown:
        pip = marks.radius[list(one.face.marks)].mean()
        step = np.linalg.norm(one.face.ink - one.face.body)
        like |= (
            (marks.dark == one.face.dark)
            & (np.abs(np.log(marks.radius / pip)) < 0.5)
            & (np.linalg.norm(marks.body - one.face.body, axis=1) < 0.35 * step)
            & (np.linalg.norm(marks.ink - one.face.ink, axis=1) < 0.45 * step)
            & (marks.worth > 0.4 * marks.worth[list(one.face.marks)].min())
        )
    return bool((blob | (lone & like)).any())


def lying(shown: list[Seen], lab: Image) -> bool:
    """Whether something of a die's size and compactness lies on the ground where no die of `shown` is.

    The ground is what a wide median leaves of the picture; `lab` is the picture at working size."""
    if not shown:
        return False
    scale = COARSE / float(np.median([one.side for one in shown]))
    if scale >= 1 or min(lab.shape[:2]) * scale < 2 * COARSE:
        return False
    coarse = cv2.resize(lab, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    ground = cv2.medianBlur(coarse, 4 * COARSE + 1).astype(np.float32)
    seen = coarse.astype(np.float32)
    differs = (np.linalg.norm((seen - ground) * np.array([0.7, 1.3, 1.3], np.float32), axis=2) > 20).astype(np.uint8)
    for one in shown:
        x, y = (one.face.centre * scale).tolist()
        cv2.circle(differs, (round(x), round(y)), round(1.0 * one.side * scale), 0, -1)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(differs, connectivity=4)
    height, width = differs.shape
    for number in range(1, count):
        x, y, w, h, area = (int(n) for n in stats[number])
        compact = 0.6 < w / h < 1.7 and area > 0.55 * w * h
        if not compact or not 0.5 < area / COARSE**2 < 2.6 or x == 0 or y == 0 or x + w == width or y + h == height:
            continue
        patch = labels == number
        here, there = seen[patch].mean(axis=0), ground[patch].mean(axis=0)
        near = min(float(np.linalg.norm(centres[number] - one.face.centre * scale)) for one in shown)
        if not (near < 2.2 * COARSE and is_shadow(here[None], there[None])[0]):
            return True
    return False


def is_shadow(here: np.ndarray, there: np.ndarray) -> np.ndarray:
    """For n x 3 Lab colours: darker than the ground, and of its tint."""
    darker = here[:, 0] / np.maximum(there[:, 0], 1)
    tint = np.linalg.norm(here[:, 1:] - 128 - (there[:, 1:] - 128) * darker[:, None], axis=1)
    return np.asarray((darker < 1) & (tint < 9))
