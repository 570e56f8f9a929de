"""Which way the tops of dice face. All that lie flat on one table face the same way, and one that does not leans.

A small network reads it off each close-up; its weights are `facing.onnx`; `vision/train` makes them. What it says is
seen along the ray that ends at the die, so the rays of a usual lens are taken out before dice are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.finder import Found
from vision.pixels import Floats, Image

MODEL = Path(__file__).with_name("facing.onnx")
LENSES = (0.75, 0.95, 1.2, 1.6, 3.0)  # focal lengths in longer sides of the picture, of wide lenses to narrow ones
USUAL = 1.2
LEAST_SPREAD, MOST_SPREAD = 0.04, 0.5  # sines


@cache
def load() -> cv2.dnn.Net:
    """The network, read once."""
    return cv2.dnn.readNetFromONNX(str(MODEL))


def told(near: Sequence[Image]) -> tuple[Floats, Floats]:
    """n x 3 unit directions (right, down, forward) in which the tops of dice in close-ups face, as seen along the ray
    that ends at each; and n sines they may be off by."""
    if not near:
        return np.zeros((0, 3)), np.zeros(0)
    network = load()
    network.setInput(cv2.dnn.blobFromImages(list(near), 1 / 255))
    said = np.asarray(network.forward(), dtype=np.float64).reshape(-1, 3)
    aside = said[:, :2] / np.maximum(1.0, np.linalg.norm(said[:, :2], axis=1, keepdims=True) / 0.97)
    seen = np.column_stack([aside, -np.sqrt(1 - (aside**2).sum(axis=1))])
    return seen, np.clip(np.exp(said[:, 2]), LEAST_SPREAD, MOST_SPREAD)


def apart(image: Image, found: Sequence[Found], seen: Floats) -> Floats:
    """How far (the sine) each of n directions is from that of the others; 0 where there are no others.

    The lens is the one with which the dice agree best."""
    if len(found) < 2:
        return np.zeros(len(found))
    height, width = image.shape[:2]
    places = np.array([(one.x - width / 2, one.y - height / 2) for one in found]) / max(height, width)
    tried = [_off(places, seen, lens) for lens in (LENSES if len(found) > 2 else (USUAL,))]
    return min(tried, key=lambda off: float(np.median(off)))


def _off(places: Floats, seen: Floats, lens: float) -> Floats:
    rays = np.column_stack([places / lens, np.ones(len(places))])
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    ways = _in_camera(rays, seen)
    usual = np.median(ways, axis=0) if len(ways) > 2 else ways[::-1]
    return np.asarray(np.linalg.norm(ways - usual, axis=1))


def _in_camera(rays: Floats, seen: Floats) -> Floats:
    """Directions as seen along unit rays, in the camera's own axes: Rodrigues' formula, back."""
    turn = -np.cross(rays, np.array([0.0, 0.0, 1.0]))
    along = (turn * seen).sum(axis=1, keepdims=True)
    return np.asarray(seen * rays[:, 2:] + np.cross(turn, seen) + turn * along / (1 + rays[:, 2:]))
