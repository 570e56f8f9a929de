"""Pictures for docs/dice.md: generated throws as the reader sees them, `python -m tests.vision.gallery FOLDER`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2

from vision import reader
from vision.pixels import Image
from vision.reading import Reading
from vision.studio import wild

FIRST = 6_000_000
EACH = 3  # pictures of a kind
REASONS = (
    "leaning",
    "cut off",
    "two guesses",
    "may be no die",
    "pips are not clear",
    "may be a die",
    "larger or smaller",
)
GREEN, AMBER = (90, 220, 90), (40, 170, 255)


def drawn(image: Image, reading: Reading) -> Image:
    """The picture with what was read, dice in doubt in amber, and the reason below."""
    shown = image.copy()
    for die in reading.dice:
        x, y, width, height = die.box
        colour = AMBER if die.doubt else GREEN
        cv2.rectangle(shown, (x, y), (x + width, y + height), colour, 2)
        cv2.putText(shown, str(die.value), (x + 2, y - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2, cv2.LINE_AA)
    foot = shown[:26] * 0 + 24
    words = "certain" if reading.certain else reading.reason
    cv2.putText(foot, words[:78], (6, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (235, 235, 235), 1, cv2.LINE_AA)
    return cv2.vconcat([shown, foot])


def throws() -> Iterator[tuple[Image, Reading, bool]]:
    """Wild throws, how they were read, and whether rightly (a leaning die has no right value)."""
    seed = FIRST
    while True:
        seed += 1
        try:
            thrown = wild.throw(seed, lean=0.04)
        except ValueError:
            continue
        reading = reader.read(thrown.image)
        lying = Counter(die.value for die in thrown.dice)
        yield thrown.image, reading, lying == Counter(die.value for die in reading.dice) and not any(thrown.leaning)


def main(folder: Path) -> None:
    """Rows of pictures: read rightly and surely, asked about for each reason, and wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    rows: dict[str, list[Image]] = {"certain": [], "wrong": [], **{reason: [] for reason in REASONS}}
    for number, (image, reading, right) in enumerate(throws()):
        kind = "certain" if right and reading.certain else ""
        if not right and reading.dice:
            kind = "wrong"
        if right and not reading.certain:
            kind = next((reason for reason in REASONS if reason in reading.reason), "")
        if kind and len(rows[kind]) < EACH and len(reading.dice) > 1:
            rows[kind].append(drawn(image, reading))
        if number > 70 or all(len(row) == EACH for row in rows.values()):
            break
    for kind, row in rows.items():
        if row:
            file = folder / f"{kind.replace(' ', '-')}.jpg"
            small = cv2.resize(cv2.hconcat(row), None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
            cv2.imwrite(str(file), small, [cv2.IMWRITE_JPEG_QUALITY, 80])
            print(file)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
