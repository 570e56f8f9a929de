"""What the reader says of a picture: plain values, no pixels."""

from __future__ import annotations

from dataclasses import dataclass

COLOURS = ("white", "black", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "grey")
FACES = ("red", "green", "blue", "white")


@dataclass(frozen=True)
class Die:
    """One die seen in a picture.

    `value` is 1 to 6 for a pipped die and None where the face has no number; `face` is the colour of a Cosmic Empires
    face and None for pips. `box` is (x, y, width, height) in pixels of the picture given. `confidence` is 0 to 1.
    `doubt` says in plain words why this die should be looked at, and is empty where there is no doubt.
    """

    value: int | None
    face: str | None
    colour: str
    confidence: float
    box: tuple[int, int, int, int]
    doubt: str = ""


@dataclass(frozen=True)
class Reading:
    """All dice of a picture. `certain` only when the reader would bet the game on it; else `reason` says why not."""

    dice: tuple[Die, ...]
    certain: bool
    reason: str
    ms: float

    @property
    def total(self) -> int:
        """The sum of the values read; a die without a value adds nothing."""
        return sum(die.value or 0 for die in self.dice)
