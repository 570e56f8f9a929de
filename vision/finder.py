"""The finder: a small network that sees a whole picture at once: where dice lie, how large, and what they show.

It knows dice by their looks and nothing of patterns, so it fails differently from the geometry of `faces`. Its weights
are `finder.onnx`; `vision/train` makes them. It knows dice of about SMALLEST to LARGEST pixels, so it looks twice: at a
coarse picture to learn their size, and at one in which they have the size it reads best.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.pixels import Image

STRIDE = 8  # pixels of the picture per cell of the answer
MODEL = Path(__file__).with_name("finder.onnx")
COARSE = (112, 272)  # pixels of the longer side at the first looks
BEST = 30.0  # pixels of a die at which it is seen best
MOST = 10  # dice thought of at a glance
FAIR = 0.35  # chance over which they are
FINEST = 640  # pixels of the longer side beyond which nothing new is found
MOST_PIXELS = 544 * 408  # looked at in one go
SMALLEST, LARGEST = 9.0, 76.0  # pixels a die may have in what is looked at
WEAK = 0.2  # chance under which nothing is said to be there


@dataclass(frozen=True, eq=False)
class Found:
    """A die: its middle `x`, `y` and `size` (the root of its box's area) in pixels of the picture; `there` the
    chance that it is a die; `values` seven chances, the first that it leans, then of 1 to 6."""

    x: float
    y: float
    size: float
    there: float
    values: npt.NDArray[np.float64]

    @property
    def value(self) -> int:
        return 1 + int(self.values[1:].argmax())


@cache
def load() -> cv2.dnn.Net:
    """The network, read once."""
    return cv2.dnn.readNetFromONNX(str(MODEL))


def look(image: Image, scale: float) -> list[Found]:
    """The dice seen in `image` (h x w x 3, 8-bit BGR) at `scale`, surest first, in its own pixels."""
    height, width = (max(32, STRIDE * round(side * scale / STRIDE)) for side in image.shape[:2])
    shrink = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    seen = cv2.resize(image, (width, height), interpolation=shrink)
    network = load()
    network.setInput(cv2.dnn.blobFromImage(seen, 1 / 255))
    scores = np.asarray(network.forward())[0]
    heat = scores[0]
    peak = heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero(peak & (heat > np.log(WEAK / (1 - WEAK))))
    across, down = image.shape[1] / width, image.shape[0] / height
    by = float(np.sqrt(across * down))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        cell = scores[:, row, column].astype(float)
        chances = np.exp(cell[1:8] - cell[1:8].max())
        found.append(
            Found(
                (column + 0.5 + float(np.clip(cell[8], -2, 2))) * STRIDE * across,
                (row + 0.5 + float(np.clip(cell[9], -2, 2))) * STRIDE * down,
                32 * float(np.exp(np.clip(cell[10], -2, 3))) * by,
                float(1 / (1 + np.exp(-cell[0]))),
                chances / chances.sum(),
            )
        )
    found = [one for one in found if SMALLEST < one.size / by < LARGEST]
    return _distinct(sorted(found, key=lambda one: -one.there))


def _distinct(found: list[Found]) -> list[Found]:
    """Of finds, surest first, those that are not a surer one seen again."""
    places = np.array([(one.x, one.y, one.size) for one in found]).reshape(-1, 3)
    left = np.ones(len(found), bool)
    kept: list[Found] = []
    for number, one in enumerate(found):
        if left[number]:
            kept.append(one)
            far = np.hypot(places[:, 0] - one.x, places[:, 1] - one.y)
            left &= far > 0.5 * np.minimum(places[:, 2], one.size)
    return kept


@dataclass(frozen=True)
class Looks:
    """A picture looked at in several scales.

    `image` is it at FINEST pixels a side at most, `scale` of the picture; `found` is what each of COARSE showed, in
    pixels of the picture."""

    image: Image
    scale: float
    found: tuple[list[Found], ...]

    def all(self) -> list[Found]:
        """Everything that may be a die, surest first. A large die's pips, which look like small dice from near, are
        among it: `alone` tells them apart."""
        pool = sorted((one for found in self.found for one in found if one.there > FAIR), key=lambda one: -one.there)
        return _distinct(pool)[:MOST]

    def dice(self, size: float) -> list[Found]:
        """The dice of about `size` pixels (0: not known), surest first, down to what nobody could be sure of."""
        longer = max(self.image.shape[:2])
        most = float(np.sqrt(MOST_PIXELS / (self.image.shape[0] * self.image.shape[1])))
        scale = min(BEST / (size * self.scale), most, 2.5) if size else min(2.0, most)
        # what was seen in nearly the right size need not be looked at again
        for side, found in zip(COARSE, self.found, strict=True):
            if 0.78 < scale * longer / side < 1.28:
                return found
        return [_times(one, 1 / self.scale) for one in look(self.image, scale)]


def glance(image: Image) -> Looks:
    """The first looks at a picture (8-bit BGR), to learn how large its dice are."""
    longer = max(image.shape[:2])
    scale = min(1.0, FINEST / longer)
    if scale < 1:
        height, width = (max(1, round(side * scale)) for side in image.shape[:2])
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    looks = [look(image, min(side / max(image.shape[:2]), 2.0)) for side in COARSE]
    return Looks(image, scale, tuple([_times(one, 1 / scale) for one in found] for found in looks))


def _times(one: Found, scale: float) -> Found:
    return replace(one, x=one.x * scale, y=one.y * scale, size=one.size * scale)


def alone(found: list[Found], real: npt.NDArray[np.float64]) -> list[int]:
    """The numbers of what is left, `real` being the chance of each that it is a die, when what lies within something
    larger gives way to it, as pips do to their die; and what holds several dice, laid out like pips, to these."""
    holds = {
        m: [n for n, one in enumerate(found) if n != m and _within(one, die) and real[n] > 0.8 * real[m]]
        for m, die in enumerate(found)
    }
    heaps = {m for m, inside in holds.items() if len(inside) > 1}
    kept = []
    for n, one in enumerate(found):
        larger = (m for m, die in enumerate(found) if m != n and m not in heaps and _within(one, die))
        if n not in heaps and not any(real[m] > max(0.55, 0.75 * real[n]) for m in larger):
            kept.append(n)
    return kept


def _within(one: Found, die: Found) -> bool:
    return die.size > 1.5 * one.size and bool(np.hypot(one.x - die.x, one.y - die.y) < 0.55 * die.size)
