"""The ballot on each die found: finder, value reader and geometry vote on whether it is a die, and what it shows.

They fail differently, so that their agreeing is worth more than one of them being sure of itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision import closeups, dice, finder, pips, second, values
from vision.closeups import Sheet
from vision.dice import Seen
from vision.finder import Found
from vision.pips import Floats, Image

WORTH_A_LOOK = 0.015  # trust over which a face is shown to the second reader
# After fits to readings of photographs by networks that had not seen their sources (vision/train/certainty.py), rounded
# and averaged over the groups of sources. They weigh
# the log odds of finder and value reader that it is a die, those of both for the value, the geometry's belief
# in the value and in another, and the difference in size to the other dice.
IS_A_DIE = np.array([0.5, 0.4, 0.15, 0.05, 5.3, 5.3, -1.6, -1.5])
IS_READ_RIGHT = np.array([0.35, 0.3, 0.65, 0.15, 4.5, -1.0, -1.5, -2.5])
MOST = 60  # dice looked at closely
LEAST = 0.3  # chance that it is a die under which one is forgotten


@dataclass(frozen=True)
class Vote:
    """What is thought of one die found. `real` is the chance that it is a die, `sure` that it is one and read right,
    `leans` how much it looks as if it leaned; `chances` six of what it shows; `face` what the geometry takes for its
    top, if anything; `parts` what `real` and `sure` were made of."""

    number: int
    found: Found
    real: float
    sure: float
    leans: float
    chances: Floats
    face: Seen | None
    parts: Floats

    @property
    def value(self) -> int:
        return 1 + int(self.chances.argmax())


def hold(image: Image) -> tuple[list[Vote], Sheet | None]:
    """The votes on each die found in `image` (8-bit BGR), and the close-ups, where there are any."""
    looks = finder.glance(image)
    seen: dict[Found, Floats] = {}
    found, read = _judged(image, looks.all(), seen)
    sizes = [one.size for one, chances in zip(found, read, strict=True) if _real(one, chances) > 0.6]
    found, read = _judged(image, looks.dice(float(np.median(sizes)) if sizes else 0.0)[:MOST], seen)
    if not found:
        return [], None
    # what is seen by chance is seldom seen in the mirror too
    read = np.sqrt(read * values.judge(image, found, mirrored=True))
    read /= read.sum(axis=1, keepdims=True)
    paper = closeups.sheet(image, found)
    marks = pips.find(paper.lab)
    faces = [one for one in dice.faces_of(marks, paper.lab) if one.trust > WORTH_A_LOOK]
    chances = second.judge(paper.lab, faces)
    faces = [replace(one, chance=float(chance[one.face.value])) for one, chance in zip(faces, chances, strict=True)]
    back = closeups.put_back(faces, paper)
    whose = {id(one.face): number for number, one in back}
    smallest = round(min(image.shape[:2]) * paper.scale)
    tops = dice.tops([one for _, one in back], smallest)
    flat = dice.level(tops) if tops else None
    best: dict[int, Seen] = {}
    for top in tops:
        number = whose[id(top.face)]
        if number not in best or top.belief > best[number].belief:
            best[number] = top
    usual = float(np.median([one.size for n, one in enumerate(found) if _real(one, read[n]) > 0.6] or sizes or [1.0]))
    return [_vote(n, one, read[n], best.get(n), usual, flat) for n, one in enumerate(found)], paper


def _real(one: Found, read: Floats) -> float:
    return float(np.sqrt(one.there * (1 - read[values.NOTHING])))


def _judged(image: Image, found: list[Found], seen: dict[Found, Floats]) -> tuple[list[Found], Floats]:
    """What may be a die to both networks, and the value reader's chances: the geometry need not look at the rest.

    `seen` keeps what the value reader said."""
    new = [one for one in found if one not in seen]
    seen.update(zip(new, values.judge(image, new), strict=True))
    read = np.stack([seen[one] for one in found]) if found else np.zeros((0, 8))
    real = np.array([_real(one, chances) for one, chances in zip(found, read, strict=True)])
    likely = [n for n in finder.alone(found, real) if real[n] > LEAST]
    return [found[n] for n in likely], read[likely]


def _vote(number: int, one: Found, read: Floats, face: Seen | None, usual: float, flat: Seen | None) -> Vote:
    """The vote on a die found; `usual` is the size of the dice of this picture, `flat` the top most are tilted like."""
    belief = face.belief if face is not None else 0.0
    shown = np.log(read[1:7] + 1e-4) + 0.5 * np.log(one.values[1:] + 1e-2)
    if face is not None:
        shown[face.face.value - 1] += 4.0 * belief
    chances = np.exp(shown - shown.max())
    chances /= chances.sum()
    value = 1 + int(chances.argmax())
    same = face is not None and face.face.value == value
    parts = np.array(
        [
            _odds(one.there),
            _odds(1 - float(read[values.NOTHING])),
            _odds(float(read[value])),
            _odds(float(one.values[value])),
            belief if same else 0.0,
            0.0 if same else belief,
            abs(float(np.log(one.size / usual))),
            1.0,
        ]
    )
    real, sure = (float(1 / (1 + np.exp(-(parts @ weights)))) for weights in (IS_A_DIE, IS_READ_RIGHT))
    tilt = dice.stretch(flat, face) if face is not None and flat is not None else 1.0
    leans = np.log(read[values.LEANS] + 1e-4) + 0.5 * np.log(one.values[0] + 1e-4) + 25 * min(tilt - 1, 0.2)
    return Vote(number, one, real, sure, float(leans), chances, face, parts)


def _odds(chance: float) -> float:
    return float(np.log((chance + 0.003) / (1.003 - chance)))
