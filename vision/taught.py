"""What a table taught the reader: how its own dice look under its own lamp, and how sure is sure enough there."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from vision import colours
from vision.pixels import Floats
from vision.reading import COLOURS

NEAR = 30.0  # Lab distance over which a die is none of those taught
AHEAD = 5.0  # and by which the nearest must be ahead of the next colour
WEIGHT = np.array([0.35, 1.0, 1.0])  # lightness says less than tint: lamps move
FILE = "dice.json"  # in the folder where the companion keeps its data


@dataclass(frozen=True)
class Taught:
    """`bodies` has the Lab colours (8-bit) of dice seen, by their name; `doubt` is added to what a die must reach to be
    sure, 0 for a table that never corrected anything."""

    bodies: dict[str, tuple[tuple[float, float, float], ...]] = field(default_factory=dict)
    doubt: float = 0.0

    def name(self, body: Floats, ink: Floats) -> tuple[str, bool]:
        """The colour word of a die, and whether it is clear; without anything near, what everybody would call it."""
        usual = colours.name(body, ink)
        if not self.bodies:
            return usual, True
        far = sorted(
            (min(float(np.linalg.norm((np.array(one) - body) * WEIGHT)) for one in seen), word)
            for word, seen in self.bodies.items()
            if seen
        )
        if not far or far[0][0] > NEAR:
            return usual, True
        return far[0][1], len(far) < 2 or far[1][0] - far[0][0] > AHEAD

    def with_dice(self, word: str, bodies: Iterable[Floats]) -> Taught:
        """The same with more dice of a colour, of which the newest forty are kept. ValueError for no colour of dice."""
        if word not in COLOURS:
            raise ValueError(f"{word!r} is not a colour of dice: choose from {' '.join(COLOURS)}.")
        new = [(float(body[0]), float(body[1]), float(body[2])) for body in bodies]
        return Taught({**self.bodies, word: (*self.bodies.get(word, ()), *new)[-40:]}, self.doubt)


def load(file: Path) -> Taught:
    """What was kept in a file; nothing where there is none. ValueError with one sentence for a file that is broken."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        bodies = {
            str(word): tuple((float(a), float(b), float(c)) for a, b, c in seen)
            for word, seen in kept["bodies"].items()
            if word in COLOURS
        }
        return Taught(bodies, float(kept["doubt"]))
    except FileNotFoundError:
        return Taught()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(
            f"{file} is not what `companion dice calibrate` writes: delete it and calibrate anew."
        ) from error


def save(taught: Taught, file: Path) -> None:
    """Keep it, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(json.dumps({"bodies": taught.bodies, "doubt": taught.doubt}, indent=1), encoding="utf-8")
    part.replace(file)
