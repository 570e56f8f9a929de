"""Round marks in a picture: every blob that could be a pip, dark on light or light on dark.

The marks are found by top-hat and black-hat at a few scales: both compare a mark with the *body around it* and not with
what lies beyond the body, so that a light table beside a dark die does not wash out its pips.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[Any]  # height x width x 3 (or grey), 8 bits
Floats = npt.NDArray[np.float64]

# Diameters looked for at one scale, in its pixels; the next scale is half as large, so the ranges overlap.
SMALLEST, LARGEST = 3.4, 15.0
MOST = 450  # marks kept, best first: a woven ground makes thousands
RING = np.array([(np.cos(a), np.sin(a)) for a in np.arange(16) * (2 * np.pi / 16)])
RING_AT = 1.62  # in pip radii: outside the blurred rim, inside the gap between the pips of a six


@dataclass(frozen=True)
class Pips:
    """Marks as columns, one row each. `centre` n x 2 (x, y); `shape` n x 2 x 2 maps the unit circle to the mark's
    outline; `radius` is its geometric mean; `dark` is true for a dark mark; `body` n x 3 is the Lab colour around it,
    `ink` n x 3 the colour inside; `spread` how uneven the surrounding is and `calm` its better half;
    `contrast` in grey levels; `worth` ranks."""

    centre: Floats
    shape: Floats
    radius: Floats
    dark: npt.NDArray[np.bool_]
    body: Floats
    ink: Floats
    spread: Floats
    calm: Floats
    contrast: Floats
    worth: Floats

    def __len__(self) -> int:
        return len(self.radius)

    def pick(self, which: npt.NDArray[Any]) -> Pips:
        return Pips(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


NOTHING = Pips(
    np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0, bool), np.zeros((0, 3)), np.zeros((0, 3)),
    np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0),
)  # fmt: skip


def _blobs(grey: Image, dark: bool, least: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Centres (n x 2), covariances (n x 2 x 2), contrasts and solidity of the blobs of one polarity at one scale."""
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (19, 19))
    hat = cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT if dark else cv2.MORPH_TOPHAT, kernel)
    peak = cv2.dilate(hat, np.ones((9, 9), np.uint8))
    mask = ((hat > least) & (hat > peak * np.float32(0.48))).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    width, height, area = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT], stats[:, cv2.CC_STAT_AREA]
    longest, shortest = np.maximum(width, height), np.minimum(width, height)
    keep = (longest <= LARGEST * 1.35) & (longest >= 3) & (shortest >= 2) & (area >= 6) & (area > 0.4 * width * height)
    keep[0] = False
    if not keep.any():
        return np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0)
    rank = np.cumsum(keep) - 1
    ys, xs = np.nonzero(mask)
    which = labels[ys, xs]
    inside = keep[which]
    ys, xs, which = ys[inside], xs[inside], rank[which[inside]]
    n = int(keep.sum())
    weight = hat[ys, xs].astype(float)
    plain = np.bincount(which, minlength=n).astype(float)
    cx, cy = np.bincount(which, xs, n) / plain, np.bincount(which, ys, n) / plain
    dx, dy = xs - cx[which], ys - cy[which]
    # a pixel is a square, not a point: a twelfth along each axis
    cov = np.empty((n, 2, 2))
    cov[:, 0, 0] = np.bincount(which, dx * dx, n) / plain + 1 / 12
    cov[:, 1, 1] = np.bincount(which, dy * dy, n) / plain + 1 / 12
    cov[:, 0, 1] = cov[:, 1, 0] = np.bincount(which, dx * dy, n) / plain
    solidity = plain / (4 * np.pi * np.sqrt(np.maximum(np.linalg.det(cov), 1e-6)))
    contrast = np.bincount(which, weight, n) / plain
    return np.stack([cx, cy], axis=1), cov, contrast, solidity


def find(lab: Image) -> Pips:
    """Every mark that could be a pip in a picture at working size, given in 8-bit Lab."""
    grey: Image = lab[:, :, 0]
    parts: list[tuple[Floats, Floats, Floats, Floats, npt.NDArray[np.bool_]]] = []
    scale = 1.0
    level = grey
    if min(grey.shape) < 24:
        return NOTHING
    while min(level.shape) >= 24 and scale <= 8:
        for dark in (True, False):
            centre, cov, contrast, solidity = _blobs(level, dark, 14)
            parts.append(
                ((centre + 0.5) * scale - 0.5, cov * scale * scale, contrast, solidity, np.full(len(cov), dark))
            )
        scale *= 2
        level = cv2.resize(level, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    centre, cov, contrast, solidity, dark_marks = (np.concatenate(column) for column in zip(*parts, strict=True))
    variance, axes = np.linalg.eigh(cov)
    radii = 2 * np.sqrt(np.maximum(variance, 1e-6))
    shape = np.einsum("nij,nj,nkj->nik", axes, radii, axes)
    radius = np.sqrt(radii[:, 0] * radii[:, 1])
    good = (radii[:, 0] > 0.27 * radii[:, 1]) & (solidity > 0.86) & (radius * 2 >= SMALLEST)
    centre, shape, radius, contrast, solidity, dark_marks = (
        column[good] for column in (centre, shape, radius, contrast, solidity, dark_marks)
    )
    if not len(centre):
        return NOTHING
    height, width = grey.shape
    around = centre[:, None, :] + RING_AT * np.einsum("nij,kj->nki", shape, RING)
    x = np.clip(np.rint(around[:, :, 0]), 0, width - 1).astype(int)
    y = np.clip(np.rint(around[:, :, 1]), 0, height - 1).astype(int)
    ring = lab[y, x].astype(float)
    body = np.median(ring, axis=1)
    # the four worst of sixteen may lie on a neighbouring pip or beyond the rim
    # (`calm` looks at the better half only: what the body is like where nothing disturbs it)
    off = np.sort(np.linalg.norm(ring - body[:, None, :], axis=2), axis=1)
    spread, calm = off[:, :12].mean(axis=1), off[:, :8].mean(axis=1)
    inner = centre[:, None, :] + 0.45 * np.einsum("nij,kj->nki", shape, RING[::2])
    ix = np.clip(np.rint(inner[:, :, 0]), 0, width - 1).astype(int)
    iy = np.clip(np.rint(inner[:, :, 1]), 0, height - 1).astype(int)
    ink = np.median(lab[iy, ix].astype(float), axis=1)
    real = np.linalg.norm(ink - body, axis=1)
    worth = real / (8 + spread) * np.clip(solidity, 0, 1) ** 4
    marks = Pips(centre, shape, radius, dark_marks, body, ink, spread, calm, real, worth)
    marks = marks.pick((real > 14) & (worth > 0.8))
    return _distinct(marks.pick(np.argsort(-marks.worth)[:MOST]))


def _distinct(marks: Pips) -> Pips:
    """One mark per place: the same pip is seen at two scales, and a glint in a pip looks like a pip."""
    order = np.argsort(-marks.worth * np.sqrt(marks.radius))
    marks = marks.pick(order)
    if not len(marks):
        return marks
    distance = np.linalg.norm(marks.centre[:, None] - marks.centre[None], axis=2)
    larger = np.maximum(marks.radius[:, None], marks.radius[None])
    smaller = np.minimum(marks.radius[:, None], marks.radius[None])
    # a die seen as one blob must not swallow its pips, so marks of very different size live side by side
    near = (distance < 0.8 * larger) & (larger < 1.8 * smaller)
    free = np.ones(len(marks), bool)
    kept: list[int] = []
    for index in range(len(marks)):
        if free[index]:
            kept.append(index)
            free &= ~near[index]
    return marks.pick(np.array(kept, int))
