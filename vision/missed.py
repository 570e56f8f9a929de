"""Dice that were not read: what in a picture looks like a die, or like pips, but belongs to no die found."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.finder import Found
from vision.pixels import Image

COARSE = 14  # pixels of a die's edge in the coarse picture


def lying(found: list[Found], image: Image) -> Iterator[tuple[float, float]]:
    """Where (x, y) something of a die's size and compactness lies on the ground although nothing was `found` there.

    The ground is what a wide median leaves of the picture; `image` is 8-bit BGR."""
    if not found:
        return
    scale = COARSE / float(np.median([one.size for one in found]))
    if scale >= 1 or min(image.shape[:2]) * scale < 2 * COARSE:
        return
    coarse = cv2.cvtColor(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB)
    ground = cv2.medianBlur(coarse, 4 * COARSE + 1).astype(np.float32)
    seen = coarse.astype(np.float32)
    differs = (np.linalg.norm((seen - ground) * np.array([0.7, 1.3, 1.3], np.float32), axis=2) > 20).astype(np.uint8)
    for one in found:
        cv2.circle(differs, (round(one.x * scale), round(one.y * scale)), round(0.85 * one.size * scale), 0, -1)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(differs, connectivity=4)
    height, width = differs.shape
    for number in range(1, count):
        left, top, w, h, area = (int(n) for n in stats[number])
        compact = 0.6 < w / h < 1.7 and area > 0.55 * w * h
        if not compact or not 0.4 < area / COARSE**2 < 2.0 or left == 0 or top == 0:
            continue
        if left + w == width or top + h == height:
            continue
        patch = labels == number
        here, there = seen[patch].mean(axis=0), ground[patch].mean(axis=0)
        near = min(float(np.hypot(*(centres[number] - np.array([one.x, one.y]) * scale))) for one in found)
        if not (near < 2.0 * COARSE and is_shadow(here[None], there[None])[0]):
            x, y = (float(n) for n in centres[number] / scale)
            yield x, y


def is_shadow(here: np.ndarray, there: np.ndarray) -> np.ndarray:
    """For n x 3 Lab colours: darker than the ground, and of its tint."""
    darker = here[:, 0] / np.maximum(there[:, 0], 1)
    tint = np.linalg.norm(here[:, 1:] - 128 - (there[:, 1:] - 128) * darker[:, None], axis=1)
    return np.asarray((darker < 1) & (tint < 9))
