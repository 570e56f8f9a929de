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
    square on has its edge at 2), `support` the share of rays that ended where a die of that size ends, `open` the share
    that met no end, `solid` the share of the face that has the body's colour or the ink's, `even` the share of
    neighbouring rays of like length, `aside` how far the middle of
    the body lies from the middle of the face, in offsets, `rim` 32 x 2 the points where they ended."""

    edge: float
    support: float
    open: float
    solid: float
    even: float
    aside: float
    rim: Floats


def measure(faces: list[Face], lab: Image) -> list[Body]:
    if not faces:
        return []
    axes = np.stack([face.axes for face in faces])
    middles = np.stack([face.centre for face in faces])
    bodies = np.stack([face.body for face in faces])
    inks = np.stack([face.ink for face in faces])
    rays = DIRECTIONS[:, None] * RADII[None, :, None]
    points = middles[:, None, None] + np.einsum("fij,drj->fdri", axes, rays)
    colours = sample(lab, points)
    off = np.linalg.norm((colours - bodies[:, None, None]) * np.array([0.8, 1.3, 1.3]), axis=3)
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
    inked = np.einsum("fdrc,fc->fdr", colours - bodies[:, None, None], towards) / (contrast**2)[:, None, None] > 0.25
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
        # opposite rays of a centred face are alike
        aside = float(np.linalg.norm((DIRECTIONS * np.clip(where[row], 1.5, 3.6)[:, None]).mean(axis=0)))
        rim = middles[row] + (DIRECTIONS * np.minimum(where[row], 3.6)[:, None]) @ axes[row].T
        answer.append(Body(edge, support, float((~ended[row]).mean()), float(body_like[row]), even, aside, rim))
    return answer
