"""Learning from a table: its dice held into view colour by colour, and what it corrected."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from vision import ballot
from vision.pixels import Floats, Image
from vision.reader import SHOWN, SURE
from vision.taught import WEIGHT, Taught
from vision.tray import Tray, free_of_prints

ONE_COLOUR = 45.0  # Lab distance over which two dice are not of one colour, however the light falls
MOST_DOUBT = 0.14  # with `SURE` still under 1


def bodies(image: Image, tray: Tray | None = None) -> list[tuple[tuple[float, float], Floats]]:
    """The middle (x, y) and the Lab colour of each die in a picture (8-bit BGR)."""
    if tray is not None:
        image = tray.balanced(image)
    bare = free_of_prints(tray, image)
    return [
        ((vote.found.x, vote.found.y), vote.colours[0])
        for vote in ballot.hold(image)
        if vote.real > SHOWN and bare(vote.found.x, vote.found.y)
    ]


def held_in_view(taught: Taught, word: str, image: Image, tray: Tray | None = None) -> tuple[Taught, int]:
    """What a picture of dice of one colour teaches, and how many dice it shows. ValueError with one sentence where they
    are of several."""
    seen = [body for _, body in bodies(image, tray)]
    if any(float(np.linalg.norm((one - other) * WEIGHT)) > ONE_COLOUR for one in seen for other in seen):
        raise ValueError(f"Dice of several colours lie there: lay only the {word} ones into the tray.")
    return (taught.with_dice(word, seen), len(seen)) if seen else (taught, 0)


def corrected(
    taught: Taught, corrections: Iterable[tuple[Image, Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]]],
    tray: Tray | None = None,
) -> Taught:  # fmt: skip
    """What the corrections teach: pictures with what was read and what lay there, die by die in the same order.

    A die whose colour was put right shows its colour; one that was wrong although it had the reader's trust makes the
    reader ask sooner.
    """
    doubt = 0.0
    for image, read, truth in corrections:
        seen = bodies(image, tray)
        for before, after in zip(read, truth, strict=False):
            x, y, width, height = (float(n) for n in after.get("box", (0, 0, 0, 0)))
            near = [body for (u, v), body in seen if x <= u <= x + width and y <= v <= y + height]
            if near and before.get("colour") != after.get("colour"):
                taught = taught.with_dice(str(after["colour"]), near[:1])
            if before.get("value") != after.get("value"):
                sure = float(before.get("confidence", 0.0))
                if sure > SURE + doubt:
                    doubt = min(MOST_DOUBT, math.nextafter(sure, 1.0) - SURE)
    return Taught(taught.bodies, float(np.clip(max(doubt, taught.doubt), 0.0, MOST_DOUBT)))
