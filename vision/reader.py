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

WORKING_SIDE = 1000
MOST_FACES, MOST_SINGLES = 150, 90  # measured per picture, best first


@dataclass(frozen=True)
class Seen:
    """A face with the body found round it."""

    face: Face
    body: Body

    @property
    def contrast(self) -> float:
        """How far the ink stands off the body, against the brighter of the two: 0 to about 1."""
        step = float(np.linalg.norm(self.face.ink - self.face.body))
        return step / max(float(self.face.ink[0]), float(self.face.body[0]), 40.0)

    @property
    def half(self) -> float:
        """Half the edge of the die, in pip offsets: rays to a square end at 1.12 of it on the median."""
        return float(np.clip(self.body.edge / 1.12, 1.7, 3.2))

    @property
    def side(self) -> float:
        """The edge of the die in working pixels, as if it were not tilted."""
        return 2 * self.half * self.face.side / 4

    @property
    def trust(self) -> float:
        """0 to 1: everything that speaks for a face, multiplied."""
        face, body = self.face, self.body
        few = 1.0 if face.value > 2 else 0.0
        parts = (
            face.fit,
            0.3 + 0.7 * face.template,
            _ramp(self.contrast, 0.15, 0.4 - 0.1 * few),
            _ramp(body.support, 0.35, 0.75),
            _ramp(body.solid, 0.85, 0.97),
            _ramp(body.even, 0.36, 0.64) if few == 0.0 else 0.3 + 0.7 * _ramp(body.even, 0.25, 0.55),
            _ramp(face.round, 0.25, 0.5),
            _ramp(float(np.linalg.norm(face.ink - face.body)) / (face.spread + 2), 2.0, 7.0 - 2 * few),
        )
        return float(np.prod(parts))


def _ramp(value: float, low: float, high: float) -> float:
    return float(np.clip((value - low) / (high - low), 0.0, 1.0))


def read(
    image: Image, tray: object | None = None, *, faces: str = "pips", expected: Mapping[str, int] | None = None
) -> Reading:
    start = time.perf_counter()
    scale = WORKING_SIDE / max(image.shape[:2])
    small = image if scale == 1.0 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    seen = look(small, lab)
    dice = tuple(_die(one, small, scale) for one in seen)
    return Reading(dice, False, "first version", (time.perf_counter() - start) * 1000)


def look(small: Image, lab: Image) -> list[Seen]:
    marks = pips.find(small, lab)
    found = faces_of(marks, lab)
    return _tops(found)


def faces_of(marks: Pips, lab: Image) -> list[Seen]:
    hypotheses = faces.find(marks, lab)[:MOST_FACES]
    measured = bodies.measure(hypotheses, lab)
    ranked = sorted(
        (Seen(face, body) for face, body in zip(hypotheses, measured, strict=True)),
        key=lambda one: faces.rank(one.face) * (0.4 + one.body.support), reverse=True,
    )
    used: set[int] = set()
    kept: list[Seen] = []
    for one in ranked:
        if used & set(one.face.marks) or one.body.support < 0.4 or one.body.solid < 0.8:
            continue
        used |= set(one.face.marks)
        kept.append(one)
    strong = [one for one in kept if one.trust > 0.4]
    usual = float(np.median([_offset(one.face, marks) for one in strong])) if strong else faces.USUAL_OFFSET
    rest = [row for row in range(len(marks)) if row not in used]
    rest = sorted(rest, key=lambda row: -marks.worth[row])[:MOST_SINGLES]
    singles = [_single(marks, row, usual) for row in rest]
    kept += [Seen(face, body) for face, body in zip(singles, bodies.measure(singles, lab), strict=True)
             if body.support > 0.6 and body.solid > 0.8]
    return kept


def _offset(face: Face, marks: Pips) -> float:
    """How far the pips of a face stand from its middle, in pip radii."""
    return float(np.sqrt(abs(np.linalg.det(face.axes))) / marks.radius[list(face.marks)].mean())


def _single(marks: Pips, row: int, offset: float) -> Face:
    shape = marks.shape[row]
    values = np.linalg.svd(shape, compute_uv=False)
    return Face(1, marks.centre[row], shape * offset, (row,), 0.9, 0.9, float(values[1] / values[0]),
                4 * offset * float(values[0]), bool(marks.dark[row]), marks.body[row], marks.ink[row], float(marks.spread[row]))


def _tops(found: list[Seen]) -> list[Seen]:
    """Of the faces of one die the one that lies on top; what nobody would trust is left out."""
    likely = [one for one in found if one.trust > 0.12]
    if not likely:
        return []
    likely = _alike(likely)
    level = _level(likely)
    top = {id(one): one.face.round * (0.4 + 0.6 * one.trust) * np.exp(-1.2 * (_stretch(level, one) - 1)) for one in likely}
    order = sorted(likely, key=lambda one: top[id(one)], reverse=True)
    groups: list[list[Seen]] = []
    for one in order:
        near = [group for group in groups if _same_die(group[0], one, level)]
        if near:
            min(near, key=lambda group: float(np.linalg.norm(group[0].face.centre - one.face.centre))).append(one)
        else:
            groups.append([one])
    # with the camera held level, the top of a die is above its sides
    return [max(group, key=lambda one: top[id(one)] - 0.3 * one.face.centre[1] / group[0].side) for group in groups]


def _stretch(one: Seen, other: Seen) -> float:
    """1 for two faces tilted alike, more the less their planes agree."""
    skew = np.linalg.solve(one.face.axes, other.face.axes)
    return float(np.linalg.norm(skew) ** 2 / (2 * max(abs(np.linalg.det(skew)), 1e-6)))


def _level(likely: list[Seen]) -> Seen:
    """The face most others are tilted like: the tops of all dice lie in one plane, their sides in many."""
    best, most = likely[0], -1.0
    for one in likely:
        votes = sum(other.trust * other.face.round for other in likely if _stretch(one, other) < 1.12)
        votes *= one.face.round * (0.5 + one.trust)
        if votes > most:
            best, most = one, votes
    return best


def _alike(likely: list[Seen]) -> list[Seen]:
    """Drop what does not look like the surest faces: their contrast, and the size of their pips."""
    anchors = [one for one in likely if one.trust > 0.6 and one.face.value > 2]
    anchors = anchors or [one for one in likely if one.trust > 0.75]
    if not anchors:
        return likely
    contrast = float(np.median([one.contrast for one in anchors]))
    sizes = np.array([one.side for one in anchors])
    low, high = 0.6 * np.percentile(sizes, 10), 1.6 * np.percentile(sizes, 90)
    return [one for one in likely if one.contrast > 0.45 * contrast and low < one.side < high]


def _same_die(top: Seen, other: Seen, level: Seen) -> bool:
    """Whether `other` is a side of the die that `top` lies on: nearer than a second die could stand."""
    delta = other.face.centre - top.face.centre
    away = float(np.linalg.norm(np.linalg.solve(top.face.axes, delta))) / top.half
    back = float(np.linalg.norm(np.linalg.solve(other.face.axes, -delta))) / other.half
    if away < 1.55 or back < 1.0:
        return True
    tilted = _stretch(level, other) > 1.25 or other.face.round < 0.75 * level.face.round
    far = float(np.linalg.norm(delta)) / top.side
    return (away < 2.4 and _stretch(top, other) > 1.12 and far < 0.78) or (tilted and away < 2.7 and far < 0.9)


def _die(one: Seen, small: Image, scale: float) -> Die:
    box = one.face.centre
    low = (one.body.rim.min(axis=0)) / scale
    high = (one.body.rim.max(axis=0)) / scale
    colour = colours.name(one.face.body)
    return Die(one.face.value, None, colour, round(one.trust, 3),
               (int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])))
