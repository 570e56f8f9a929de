"""Dice from pixels: `read` a picture into a Reading."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision import bodies, colours, faces, pips
from vision.bodies import Body
from vision.faces import Face
from vision.pips import Floats, Image, Pips
from vision.reading import Die, Reading

WORKING_SIDE = 800


@dataclass(frozen=True)
class Seen:
    """A face with the body found round it."""

    face: Face
    body: Body

    @property
    def trust(self) -> float:
        return self.face.fit * (0.4 + 0.6 * self.face.template) * (0.5 + 0.5 * self.body.support)


def read(
    image: Image, tray: object | None = None, *, faces: str = "pips", expected: Mapping[str, int] | None = None
) -> Reading:
    start = time.perf_counter()
    scale = min(1.0, WORKING_SIDE / max(image.shape[:2]))
    small = image if scale == 1.0 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    seen = look(small, lab)
    dice = tuple(_die(one, small, scale) for one in seen)
    return Reading(dice, False, "first version", (time.perf_counter() - start) * 1000)


def look(small: Image, lab: Image) -> list[Seen]:
    marks = pips.find(small, lab)
    found = faces_of(marks, lab)
    return _tops(found)


def faces_of(marks: Pips, lab: Image) -> list[Seen]:
    hypotheses = faces.find(marks, lab)
    measured = bodies.measure(hypotheses, lab)
    ranked = sorted(
        (Seen(face, body) for face, body in zip(hypotheses, measured, strict=True)),
        key=lambda one: faces.rank(one.face) * (0.4 + one.body.support), reverse=True,
    )
    used: set[int] = set()
    kept: list[Seen] = []
    for one in ranked:
        if used & set(one.face.marks) or one.body.support < 0.4:
            continue
        used |= set(one.face.marks)
        kept.append(one)
    usual = float(np.median([np.sqrt(abs(np.linalg.det(s.face.axes))) / marks.radius[list(s.face.marks)].mean() for s in kept])) if kept else 2.6
    rest = [i for i in range(len(marks)) if i not in used]
    singles = [_single(marks, i, usual) for i in rest]
    singles_bodies = bodies.measure(singles, lab)
    for face, body in zip(singles, singles_bodies, strict=True):
        if body.support > 0.75:
            kept.append(Seen(face, body))
    return kept


def _single(marks: Pips, row: int, offset: float) -> Face:
    shape = marks.shape[row]
    values = np.linalg.svd(shape, compute_uv=False)
    return Face(1, marks.centre[row], shape * offset, (row,), 0.7, 0.7, float(values[1] / values[0]),
                4 * offset * float(values[0]), bool(marks.dark[row]), marks.body[row], marks.ink[row])


def _tops(found: list[Seen]) -> list[Seen]:
    """Of the faces of one die the one that lies on top."""
    order = sorted(found, key=lambda one: _topness(one), reverse=True)
    kept: list[Seen] = []
    for one in order:
        if all(np.linalg.norm(one.face.centre - top.face.centre) > 0.72 * max(top.face.side, one.face.side*.6) for top in kept):
            kept.append(one)
    return kept


def _topness(one: Seen) -> float:
    return one.face.round * (0.5 + one.trust) * (0.7 if one.face.value == 1 else 1.0)


def _die(one: Seen, small: Image, scale: float) -> Die:
    box = one.face.centre
    low = (one.body.rim.min(axis=0)) / scale
    high = (one.body.rim.max(axis=0)) / scale
    colour = colours.name(one.face.body)
    return Die(one.face.value, None, colour, round(one.trust, 3),
               (int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])))
