"""Dice from pixels: `read` a picture into a Reading."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from vision import colours, cosmic, dice, expect, missed, pips, second
from vision.dice import Seen
from vision.pips import Image, Pips
from vision.reading import Die, Reading

WORKING_SIDE = 800  # pixels of the longer side while reading; pips stay at least four wide on dice of ordinary size
SURE = 0.5  # trust over which a die needs no second look
SURE_CHANCE = 0.8  # and the chance the second reader gives it
WORTH_A_LOOK = 0.015  # trust over which a face is shown to the second reader
SHOWN = 0.3  # belief over which a die is shown at all; what lies below makes the reading unsure


def read(
    image: Image, tray: object | None = None, *, faces: str = "pips", expected: Mapping[str, int] | None = None
) -> Reading:
    """The dice in a picture.

    `image` is height x width x 3, 8-bit BGR; `tray` is kept for the tray card and not used yet. `faces` is "pips" or
    "cosmic" (Cosmic Empires' coloured faces). `expected` is how many dice of which colour should lie there: what is
    missing, too many or of another colour makes the reading uncertain and is said in its reason; it never adds a die.
    ValueError when the picture has another shape or `faces` is neither.
    """
    start = time.perf_counter()
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or 0 in image.shape:
        raise ValueError("the reader needs a colour picture of 8 bits: load files with vision.pictures.load")
    if faces not in ("pips", "cosmic"):
        raise ValueError(f"the reader knows the faces pips and cosmic, not {faces!r}")
    scale = min(WORKING_SIDE / max(image.shape[:2]), 2.0)
    if abs(scale - 1) > 0.01:
        size = tuple(max(1, round(side * scale)) for side in image.shape[1::-1])
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    else:
        small, scale = image, 1.0
    if faces == "cosmic":
        found, reason = cosmic.find(small)
    else:
        found, reason = _pipped(small)
    found = [_at_size(die, scale, image) for die in sorted(found, key=lambda die: (die.box[1] // 40, die.box[0]))]
    reason = _mismatch(found, expected) or reason or _doubts(found)
    return Reading(tuple(found), not reason, reason, (time.perf_counter() - start) * 1000)


def _pipped(small: Image) -> tuple[list[Die], str]:
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), dtype=np.uint8)
    marks = pips.find(lab)
    faces = [one for one in dice.faces_of(marks, lab) if one.trust > WORTH_A_LOOK]
    votes = second.judge(lab, faces)
    faces = [replace(one, chance=float(vote[one.face.value])) for one, vote in zip(faces, votes, strict=True)]
    return choose(faces, marks, lab)


def choose(faces: list[Seen], marks: Pips, lab: Image) -> tuple[list[Die], str]:
    """The dice among all faces of a picture at working size, and a sentence when one may be missing."""
    shape = (lab.shape[0], lab.shape[1])
    tops = dice.tops(faces, min(shape))
    shown = [one for one in tops if one.belief > SHOWN]
    found = [_die(one, shown, shape) for one in shown]
    if found and (len(shown) < len(tops) or missed.marked(shown, marks) or missed.lying(shown, lab)):
        return found, "Something else in the picture may be a die: look whether one was missed."
    return found, ""


def _die(one: Seen, others: list[Seen], shape: tuple[int, int]) -> Die:
    low, high = one.body.rim.min(axis=0), one.body.rim.max(axis=0)
    box = (int(low[0]), int(low[1]), max(1, round(high[0] - low[0])), max(1, round(high[1] - low[1])))
    return Die(
        one.face.value,
        None,
        colours.name(one.face.body, one.face.ink),
        round(one.belief, 3),
        box,
        _doubt(one, others, shape),
    )


def _doubt(one: Seen, others: list[Seen], shape: tuple[int, int]) -> str:
    """Why a die should be looked at, in plain words; nothing when it need not."""
    height, width = shape
    x, y = one.face.centre
    reach = 0.4 * one.side
    if not (reach < x < width - reach and reach < y < height - reach):
        return "cut off by the edge of the picture"
    if len(others) > 2:
        usual = float(np.median([other.side for other in others]))
        if not 0.6 < one.side / usual < 1.6:
            return "much larger or smaller than the others"
        if dice.stretch(dice.level(others), one) > 1.06:
            return "leaning, or seen from the side"
    if one.rival > 0.75 or dice.beside(one, others):
        return "two of its faces could be the top"
    if one.chance < SURE_CHANCE:
        return "two guesses are close"
    if one.trust > SURE:
        return ""
    return min(one.parts.items(), key=lambda part: part[1])[0]


def _at_size(die: Die, scale: float, image: Image) -> Die:
    """The die with its box in pixels of the picture given, inside it."""
    height, width = image.shape[:2]
    x, y, w, h = (round(side / scale) for side in die.box)
    x, y, right, bottom = max(0, x), max(0, y), min(width, x + w), min(height, y + h)
    return replace(die, box=(x, y, max(1, right - x), max(1, bottom - y)))


def _mismatch(found: list[Die], expected: Mapping[str, int] | None) -> str:
    if expected is None:
        return ""
    seen = Counter(die.colour for die in found)
    if seen == Counter(dict(expected)):
        return ""
    return (
        f"{expect.spelled(dict(expected))} should lie there, but I see {expect.spelled(seen) if found else 'no dice'}."
    )


def _doubts(found: list[Die]) -> str:
    if not found:
        return "I see no dice."
    doubtful = [die for die in found if die.doubt]
    if not doubtful:
        return ""
    first = f"The {doubtful[0].colour} {doubtful[0].value or doubtful[0].face} is in doubt: {doubtful[0].doubt}"
    return first + ("." if len(doubtful) == 1 else f"; {len(doubtful) - 1} more too.")


def report(file: str, reading: Reading) -> dict[str, object]:
    """A reading as `companion dice read --json` prints it, for json.dumps; `file` is said as it was given."""
    return {
        "file": file,
        "dice": [
            {
                "value": die.value,
                "face": die.face,
                "colour": die.colour,
                "confidence": die.confidence,
                "box": list(die.box),
            }
            for die in reading.dice
        ],
        "certain": reading.certain,
        "reason": reading.reason,
        "ms": round(reading.ms, 1),
    }
