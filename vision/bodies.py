"""The body round a face: rays from its middle outwards, to where the body's colour ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.faces import Face, sample
from vision.pips import Floats, Image

DIRECTIONS = np.array([(np.cos(a), np.sin(a)) for a in np.arange(32) * (2 * np.pi / 32)])
STEP = 0.15
RADII = np.arange(0.15, 5.5, STEP)


@dataclass(frozen=True)
class Body:
    """What the rays met, per face: `edge` is the median distance to the end of the body in pip offsets (a face seen
    square on has its edge at 2), `support` the share of rays that ended where a die of that size ends, `solid` the part
    of the face that has the body's colour or the ink's, `even` the share of neighbouring rays of like length, `rim`
    32 x 2 the points where they ended."""

    edge: float
    support: float
    solid: float
    even: float
    rim: Floats


def measure(faces: list[Face], lab: Image) -> list[Body]:
    if not faces:
        return []
    axes = np.stack([face.axes for face in faces])
    middles = np.stack([face.centre for face in faces])
    bodies = np.stack([face.body for face in faces])
    inks = np.stack([face.ink for face in faces])
    rays = DIRECTIONS[:, None] * RADII[None, :, None]
    points = (rays.reshape(-1, 2) @ axes.transpose(0, 2, 1)).reshape(-1, *rays.shape) + middles[:, None, None]
    colours = sample(lab, points)
    away = colours - bodies[:, None, None]
    # written out by component: numpy sums over a last axis of three very slowly
    off = np.sqrt(0.64 * away[..., 0] ** 2 + 1.69 * (away[..., 1] ** 2 + away[..., 2] ** 2))
    contrast = np.linalg.norm(inks - bodies, axis=1)
    calm = np.array([face.calm for face in faces])
    # the shade of a rounded rim is body still; a step well out of the body's own unevenness is not
    limit = np.clip(3 * calm + 8, 12, np.maximum(0.4 * contrast, 12))[:, None, None]
    height, width = lab.shape[:2]
    outside = (points[..., 0] < 0) | (points[..., 1] < 0) | (points[..., 0] > width - 1) | (points[..., 1] > height - 1)
    differs = (off > limit) | outside
    # a pip met on the way is short; the end of the body is not
    run = differs[:, :, :-3] & differs[:, :, 1:-2] & differs[:, :, 2:-1] & differs[:, :, 3:]
    near = RADII < 1.45
    towards = inks - bodies
    inked = (away.reshape(len(faces), -1, 3) @ towards[:, :, None]).reshape(off.shape)
    inked = inked / (contrast**2)[:, None, None] > 0.25
    body_like = ((off < limit * 1.6) | inked)[:, :, near].mean(axis=(1, 2))
    far = RADII[:-3] > 1.45
    run &= far
    ended = run.any(axis=2)
    where = np.where(ended, RADII[run.argmax(axis=2)], RADII[-1])
    answer = []
    for row in range(len(faces)):
        ends = where[row][ended[row]]
        edge = float(np.median(ends)) if len(ends) else float(RADII[-1])
        support = float(((where[row] > 1.5) & (where[row] < 4.3) & ended[row]).mean())
        both = ended[row] & np.roll(ended[row], 1)
        even = float((both & (np.abs(where[row] - np.roll(where[row], 1)) < 0.16 * edge)).mean())
        rim = middles[row] + (DIRECTIONS * np.minimum(where[row], 3.6)[:, None]) @ axes[row].T
        answer.append(Body(edge, support, float(body_like[row]), even, rim))
    return answer
