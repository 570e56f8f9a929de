"""Dice from faces: which faces belong to one die, and which of them lies on top."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision import bodies, faces
from vision.bodies import Body
from vision.faces import Face
from vision.pips import Image, Pips

MOST_FACES, MOST_SINGLES = 150, 90  # measured per picture, best first
LEAST = 0.12  # belief under which a face is no face


@dataclass(frozen=True)
class Seen:
    """A face with the body found round it. `chance` is the second reader's, that it is a top showing its value; `rival`
    how near the next face of its die came to being top, 0 to 1."""

    face: Face
    body: Body
    chance: float = 1.0
    rival: float = 0.0

    @property
    def contrast(self) -> float:
        """How far the ink stands off the body, against the brighter of the two: 0 to about 1."""
        step = float(np.linalg.norm(self.face.ink - self.face.body))
        return step / max(float(self.face.ink[0]), float(self.face.body[0]), 40.0)

    @property
    def half(self) -> float:
        """Half the edge of the die, in pip offsets: rays to a square end at 1.12 of it on the median."""
        return float(np.clip(self.body.edge / 1.12, 1.5, 3.6))

    @property
    def side(self) -> float:
        """The edge of the die in working pixels, as if it were not tilted."""
        return 2 * self.half * self.face.side / 4

    @cached_property
    def parts(self) -> dict[str, float]:
        """What speaks for a face, 0 to 1 each, under the words for its want."""
        face, body = self.face, self.body
        many = face.value > 2
        even = 0.3 + 0.7 * _ramp(body.even, 0.25, 0.55) if many else _ramp(body.even, 0.36, 0.64)
        clarity = float(np.linalg.norm(face.ink - face.body)) / (face.spread + 2)
        return {
            "its pips do not quite line up": face.fit,
            "glare or dirt on its face": 0.3 + 0.7 * face.template,
            "its pips hardly stand out": _ramp(self.contrast, 0.15, 0.3 if many else 0.4),
            "its edges are not clear": _ramp(body.support, 0.35, 0.75),
            "its face is uneven": _ramp(body.solid, 0.85, 0.97),
            "its outline is not clear, or it touches something": even,
            "seen too flat": _ramp(face.round, 0.25, 0.5),
            "blurred, or on a busy ground": _ramp(clarity, 2.0, 5.0 if many else 7.0),
        }

    @cached_property
    def trust(self) -> float:
        """0 to 1: everything that speaks for a face, multiplied."""
        return float(np.prod(list(self.parts.values())))

    @property
    def belief(self) -> float:
        """0 to 1: both readers together. Neither can make up for the other's no."""
        return self.chance * min(1.0, self.trust / 0.6) ** 0.5


def _ramp(value: float, low: float, high: float) -> float:
    return float(np.clip((value - low) / (high - low), 0.0, 1.0))


def beside(one: Seen, others: list[Seen]) -> bool:
    """Whether another die is so near and so differently tilted that the two may be one die."""
    return any(
        other is not one
        and float(np.linalg.norm(other.face.centre - one.face.centre)) < 1.0 * max(one.side, other.side)
        and stretch(one, other) > 1.12
        for other in others
    )


def faces_of(marks: Pips, lab: Image) -> list[Seen]:
    hypotheses = faces.find(marks, lab)[:MOST_FACES]
    measured = bodies.measure(hypotheses, lab)
    ranked = sorted(
        (Seen(face, body) for face, body in zip(hypotheses, measured, strict=True)),
        key=lambda one: faces.rank(one.face) * (0.4 + one.body.support),
        reverse=True,
    )
    used: set[int] = set()
    kept: list[Seen] = []
    for one in ranked:
        if used & set(one.face.marks) or one.body.support < 0.4 or one.body.solid < 0.8:
            continue
        used |= set(one.face.marks)
        kept.append(one)
    rest = [row for row in range(len(marks)) if row not in used]
    rest = sorted(rest, key=lambda row: -marks.worth[row])[:MOST_SINGLES]
    singles = [_single(marks, row, faces.SINGLE_OFFSET) for row in rest]
    kept += [
        Seen(face, body)
        for face, body in zip(singles, bodies.measure(singles, lab), strict=True)
        if body.support > 0.6 and body.solid > 0.8
    ]
    return kept


def _single(marks: Pips, row: int, offset: float) -> Face:
    shape = marks.shape[row]
    values = np.linalg.svd(shape, compute_uv=False)
    return Face(
        1,
        marks.centre[row],
        shape * offset,
        (row,),
        0.9,
        0.9,
        float(values[1] / values[0]),
        4 * offset * float(values[0]),
        bool(marks.dark[row]),
        marks.body[row],
        marks.ink[row],
        float(marks.spread[row]),
        float(marks.calm[row]),
    )


def tops(found: list[Seen], smallest: int) -> list[Seen]:
    """Of the faces of one die the one that lies on top; what nobody would trust is left out."""
    likely = [one for one in found if one.belief > LEAST and one.side < 0.8 * smallest]
    if not likely:
        return []
    likely = _alike(likely)
    flat = level(likely)
    top = {}
    for one in likely:
        sure = 0.2 + 0.4 * one.trust + 0.4 * one.chance
        top[id(one)] = one.face.round * sure * float(np.exp(-1.2 * (stretch(flat, one) - 1)))
    order = sorted(likely, key=lambda one: top[id(one)], reverse=True)
    groups: list[list[Seen]] = []
    for one in order:
        near = [group for group in groups if _same_die(group[0], one, flat)]
        if near:
            min(near, key=lambda group: float(np.linalg.norm(group[0].face.centre - one.face.centre))).append(one)
        else:
            groups.append([one])
    answer = []
    for group in groups:
        # with the camera held level, the top of a die is above its sides
        worth = {id(one): top[id(one)] - 0.3 * one.face.centre[1] / group[0].side for one in group}
        first, *rest = sorted(group, key=lambda one: worth[id(one)], reverse=True)
        # how far the next face is behind, as a share of what a clear top is ahead by
        lead = min((worth[id(first)] - worth[id(one)] for one in rest if one.belief > 0.3), default=1.0)
        answer.append(replace(first, rival=float(np.clip(1 - lead / 0.3, 0, 1))))
    return answer


def stretch(one: Seen, other: Seen) -> float:
    """1 for two faces tilted alike, more the less their planes agree."""
    a, b, c, d = one.face.axes.ravel().tolist()
    e, f, g, h = other.face.axes.ravel().tolist()
    # the squared size of adj(one) other, over twice its determinant, which both have as a factor
    parts = (d * e - b * g, d * f - b * h, a * g - c * e, a * h - c * f)
    return sum(part * part for part in parts) / (2 * max(abs((a * d - b * c) * (e * h - f * g)), 1e-9))


def level(likely: list[Seen]) -> Seen:
    """The face most others are tilted like: the tops of all dice lie in one plane, their sides in many."""
    axes = np.stack([one.face.axes for one in likely])
    skew = np.linalg.inv(axes)[:, None] @ axes[None]
    alike = (skew**2).sum(axis=(2, 3)) / (2 * np.maximum(np.abs(np.linalg.det(skew)), 1e-6)) < 1.12
    trust = np.array([one.belief for one in likely])
    rounds = np.array([one.face.round for one in likely])
    return likely[int(((alike @ (trust * rounds)) * rounds * (0.5 + trust)).argmax())]


def _alike(likely: list[Seen]) -> list[Seen]:
    """Drop what does not look like the surest faces: their contrast, and the size of their pips."""
    anchors = [one for one in likely if one.belief > 0.6 and one.face.value > 2]
    anchors = anchors or [one for one in likely if one.belief > 0.75]
    if not anchors:
        return likely
    contrast = float(np.median([one.contrast for one in anchors]))
    sizes = np.array([one.side for one in anchors])
    low, high = 0.6 * np.percentile(sizes, 10), 1.6 * np.percentile(sizes, 90)
    return [one for one in likely if one.contrast > 0.45 * contrast and low < one.side < high]


def _same_die(top: Seen, other: Seen, flat: Seen) -> bool:
    """Whether `other` is a side of the die that `top` lies on: nearer than a second die could stand."""
    delta = other.face.centre - top.face.centre
    away = float(np.linalg.norm(np.linalg.solve(top.face.axes, delta))) / top.half
    back = float(np.linalg.norm(np.linalg.solve(other.face.axes, -delta))) / other.half
    if away < 1.55 or back < 1.0:
        return True
    tilted = stretch(flat, other) > 1.25 or other.face.round < 0.75 * flat.face.round
    far = float(np.linalg.norm(delta)) / top.side
    return (away < 2.4 and stretch(top, other) > 1.12 and far < 0.78) or (tilted and away < 2.7 and far < 0.9)
