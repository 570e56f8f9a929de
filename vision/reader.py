"""Dice from pixels: `read` a picture into a Reading."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping

import numpy as np

from vision import ballot, coloured, expect, facing, flat, missed, values
from vision.ballot import Vote
from vision.pixels import Floats, Image
from vision.reading import Die, Reading
from vision.taught import Taught
from vision.tray import Tray, free_of_prints

SHOWN = 0.65  # chance that it is a die over which one is shown
SURELY = 0.9  # and that the likeliest must have for any to be shown: dice are of a kind, and so is what is none
MAYBE = 0.2  # and over which the reading is unsure whether one was missed
SURE = 0.8  # chance that a die is read right over which it needs no second look


def read(
    image: Image,
    tray: Tray | None = None,
    *,
    faces: str = "pips",
    expected: Mapping[str, int] | None = None,
    taught: Taught | None = None,
) -> Reading:
    """The dice in a picture.

    `image` is height x width x 3, 8-bit BGR. `tray` is what the tray card told when the table was calibrated: the light
    is then balanced and what is no die's size is doubted. `faces` is "pips" or "cosmic" (Cosmic Empires' coloured
    faces). `expected` is how many dice of which colour should lie there: what is missing, too many or of another colour
    makes the reading uncertain and is said in its reason; it never adds a die. `taught` is how this table's dice look.
    ValueError when the picture has another shape or `faces` is neither.
    """
    start = time.perf_counter()
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or 0 in image.shape:
        raise ValueError("the reader needs a colour picture of 8 bits: load files with vision.pictures.load")
    if faces not in ("pips", "cosmic"):
        raise ValueError(f"the reader knows the faces pips and cosmic, not {faces!r}")
    if tray is not None:
        image = tray.balanced(image)
    found, reason = _seen(image, faces == "cosmic", tray, taught or Taught())
    found = sorted(found, key=lambda die: (die.box[1] // 60, die.box[0]))
    reason = _mismatch(found, expected) or reason or _doubts(found)
    return Reading(tuple(found), not reason, reason, (time.perf_counter() - start) * 1000)


def _seen(image: Image, cosmic: bool, tray: Tray | None, taught: Taught) -> tuple[list[Die], str]:
    """The dice of a picture, and a sentence when one may be missing."""
    bare = free_of_prints(tray, image)
    kind = coloured if cosmic else values
    votes = [vote for vote in ballot.hold(image, kind) if bare(vote.found.x, vote.found.y)]
    shown = [vote for vote in votes if vote.real > SHOWN]
    tiles = [not cosmic and flat.is_domino(image, vote.found, vote.colours[0]) for vote in shown]
    shown = [vote for vote, tile in zip(shown, tiles, strict=True) if not tile]
    if max((vote.real for vote in shown), default=0.0 if tiles else 1.0) < SURELY:
        return [], "I see no dice for sure: if some lie there, lay them apart in even light."
    alone = len(shown) < 2
    lean = [vote.leans > kind.LEANS_ALONE for vote in shown] if alone else _leaning(shown, image, kind.LEANS_BESIDE)
    enough = SURE + taught.doubt
    doubts = [_doubt(vote, leans, shown, image, enough) for vote, leans in zip(shown, lean, strict=True)]
    found = [_die(vote, doubt, image, cosmic, tray, taught) for vote, doubt in zip(shown, doubts, strict=True)]
    maybe = any(MAYBE < vote.real <= SHOWN for vote in votes)
    left = (bare(x, y) for x, y in missed.lying([vote.found for vote in votes if vote.real > MAYBE], image))
    if found and (any(tiles) or maybe or any(left)):
        return found, "Something else in the picture may be a die: look whether one was missed."
    return found, ""


def _leaning(shown: list[Vote], image: Image, weights: Floats) -> list[bool]:
    """Which of at least two dice lean: their tops face another way, or nobody can tell which way."""
    finds = [vote.found for vote in shown]
    seen, spreads = facing.told([vote.near for vote in shown])
    parts = np.column_stack([facing.apart(image, finds, seen), spreads, [vote.leans for vote in shown]])
    return [bool(sure > 0) for sure in parts @ weights[:3] + weights[3]]


def _die(vote: Vote, doubt: str, image: Image, cosmic: bool, tray: Tray | None, taught: Taught) -> Die:
    one, half = vote.found, vote.found.size / 2
    left, top = max(0, round(one.x - half)), max(0, round(one.y - half))
    left, top = min(left, image.shape[1] - 1), min(top, image.shape[0] - 1)
    right, bottom = min(image.shape[1], round(one.x + half)), min(image.shape[0], round(one.y + half))
    box = (left, top, max(1, right - left), max(1, bottom - top))
    if not doubt and tray is not None and not 6 < tray.millimetres(one.x, one.y, one.size, image) < 45:
        doubt = "not of a die's size"
    if cosmic:
        body, face = coloured.KINDS[vote.kind - 1]
        return Die(None, face, body, round(vote.sure, 3), box, doubt)
    colour, clear = taught.name(*vote.colours)
    if not doubt and not clear:
        doubt = "its colour could be another"
    return Die(vote.kind, None, colour, round(vote.sure, 3), box, doubt)


def _doubt(vote: Vote, leans: bool, shown: list[Vote], image: Image, enough: float) -> str:
    """Why a die should be looked at, in plain words; nothing when it need not."""
    height, width = image.shape[:2]
    one = vote.found
    reach = 0.35 * one.size
    if not (reach < one.x < width - reach and reach < one.y < height - reach):
        return "cut off by the edge of the picture"
    if len(shown) > 2:
        usual = float(np.median([other.found.size for other in shown]))
        if not 0.55 < one.size / usual < 1.8:
            return "much larger or smaller than the others"
    if leans:
        return "leaning, or seen from the side"
    if vote.sure > enough:
        return ""
    if vote.real < 0.9:
        return "it may be no die"
    return "two guesses are close" if vote.chances.max() < 0.9 else "its face is not clear, or it touches something"


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
    one = doubtful[0]
    shows = f"{one.value}" if one.face is None else f"die that shows {one.face}"
    first = f"The {one.colour} {shows} is in doubt: {one.doubt}"
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
