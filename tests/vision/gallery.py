"""The page of what the dice reader does well and badly, in generated pictures.

    python -m tests.vision.gallery FOLDER [--figures FILE] [--pictures N]

writes a row of pictures for each kind into FOLDER, and FOLDER-gallery.md, the page that shows them; kinds that did not
come up among the throws looked at are left out, and said to be. `--figures` is what `python -m tests.vision.sets --keep
FILE` has written down: its figures are put into the page.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from tests.vision import sets
from vision import reader, tray
from vision.pixels import Image
from vision.reading import Reading
from vision.studio import scene, sheet, wild

FIRST = 6_000_000
EACH = 3  # pictures of a kind
SIZE = (320, 240)  # of each, in pixels
MOST_BYTES = 58_000  # of a row
GREEN, AMBER = (90, 220, 90), (40, 170, 255)


@dataclass(frozen=True)
class Sort:
    """A kind of picture: its title, and what it says to somebody at the table."""

    title: str
    words: str


WELL = {
    "certain": Sort("Odd dice anywhere", "Rightly read, and sure of it."),
    "eclipse": Sort("Eclipse's dice in dim, usual and bright light", "Rightly read, and sure of it."),
    "cosmic": Sort("Cosmic Empires' coloured faces", "Rightly read, and sure of it."),
    "card": Sort("On the tray card, in warm light", "The card tells what is white, and its own prints are no dice."),
    "leaning-caught": Sort("A leaning die is asked about", "Lay it flat, or throw it again, as the table has agreed."),
    "nothing": Sort("No dice", "Among boards, coins, dominoes and print nothing is read."),
}
ASKED = {
    "leaning": Sort(
        "Flat, but it seems to lean",
        "Often the only die, or one that is seen very much from the side. Touch “use these” if it lies flat; a camera "
        "that looks down more steeply asks less.",
    ),
    "cut off": Sort("Cut off by the picture's edge", "Push it to the middle, or set the camera higher."),
    "two guesses": Sort(
        "Two guesses are close", "Pips hardly darker than the die, or glare on them: tap the die to say what it shows."
    ),
    "may be no die": Sort("It may be no die", "Take out what is none; if it is one, touch “use these”."),
    "face is not clear": Sort(
        "Its face is not clear, or it touches something", "Push the dice apart; more even light helps."
    ),
    "may be a die": Sort(
        "Something else may be a die", "Count the dice: one that was missed is added by a tap. An empty tray asks less."
    ),
    "larger or smaller": Sort("Of another size than the others", "Right for mixed dice: touch “use these”."),
}
BADLY = {
    "wrong-asked": Sort(
        "Wrong, and asked about", "Tap the die that is wrong: what is corrected is learnt by `companion dice learn`."
    ),
    "leaning-missed": Sort(
        "A leaning die that was not noticed",
        "Most often it is alone, or leans by little. Look for cocked dice before touching “use these”.",
    ),
    "shown": Sort(
        "No dice, but some are shown",
        "Dominoes, buttons and printed pips are likest to dice. Keep the tray empty but for dice.",
    ),
    "wrong": Sort(
        "Wrong, and sure of it",
        "The one thing that should never be. Look at the dice when much depends on them, and tap what is wrong.",
    ),
}


def drawn(image: Image, reading: Reading) -> Image:
    """The picture with what was read, dice in doubt in amber, and the reason below: SIZE and a foot."""
    scale = min(SIZE[0] / image.shape[1], SIZE[1] / image.shape[0])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    shown = np.full((SIZE[1], SIZE[0], 3), 24, np.uint8)
    shown[: small.shape[0], : small.shape[1]] = small
    for die in reading.dice:
        x, y, width, height = (round(edge * scale) for edge in die.box)
        colour = AMBER if die.doubt else GREEN
        cv2.rectangle(shown, (x, y), (x + width, y + height), colour, 1)
        words = str(die.value or die.face)
        cv2.putText(shown, words, (x + 1, max(9, y - 2)), cv2.FONT_HERSHEY_SIMPLEX, 0.38, colour, 1, cv2.LINE_AA)
    foot = np.full((18, SIZE[0], 3), 24, np.uint8)
    words = "certain" if reading.certain else reading.reason
    cv2.putText(foot, words[:58], (4, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.31, (235, 235, 235), 1, cv2.LINE_AA)
    return cv2.vconcat([shown, foot])


def _values(dice: object) -> Counter[object]:
    return Counter(die.value or die.face for die in dice)  # type: ignore[attr-defined]


def _sort(reading: Reading, right: bool, sure: str) -> str:
    """The kind a reading of flat dice belongs to; `sure` is that of one that is right and certain."""
    if not right:
        return "wrong" if reading.certain else "wrong-asked"
    return sure if reading.certain else next((reason for reason in ASKED if reason in reading.reason), "")


def throws() -> Iterator[tuple[str, Image, Reading]]:
    """Generated pictures of all sorts without an end: the kind each belongs to, and how it was read."""
    seed = FIRST
    while True:
        seed += 1
        light = list(sets.LIGHTS)[seed % len(sets.LIGHTS)]
        try:
            odd = wild.throw(seed, lean=0.0)
        except ValueError:
            continue
        reading = reader.read(odd.image)
        if len(odd.dice) > 1:
            yield _sort(reading, _values(odd.dice) == _values(reading.dice), "certain"), odd.image, reading
        rng = np.random.default_rng([seed, 7])
        flat = sets.lit(scene.scene(seed, sets.thrown(seed, 6)), light)
        image, dice = scene.draw(flat)
        reading = reader.read(image)
        yield _sort(reading, _values(dice) == _values(reading.dice), "eclipse"), image, reading
        leaning = replace(flat, poses=(wild.tilted(flat.poses[0], rng, 0.35, 0.78), *flat.poses[1:]))
        image, _ = scene.draw(leaning)
        reading = reader.read(image)
        yield (
            "leaning-missed" if reading.certain else "leaning-caught" if "leaning" in reading.reason else "",
            image,
            reading,
        )
        image, dice = scene.draw(sets.lit(scene.scene(seed, kind="cosmic"), light))
        reading = reader.read(image, faces="cosmic")
        yield _sort(reading, _values(dice) == _values(reading.dice), "cosmic"), image, reading
        image = wild.throw(seed, size=(640, 480), most=0).image
        reading = reader.read(image)
        yield "wrong" if reading.certain else "shown" if reading.dice else "nothing", image, reading
        if seed <= FIRST + EACH:
            image, dice = scene.draw(sets.lit(sheet.on_card(seed, sets.thrown(seed, 6)), "warm"))
            reading = reader.read(image, tray.look(image))
            yield _sort(reading, _values(dice) == _values(reading.dice), "card"), image, reading


def row(pictures: list[Image], file: Path) -> None:
    """The pictures side by side, as a JPEG of MOST_BYTES at most."""
    for quality in range(84, 30, -6):
        _, packed = cv2.imencode(".jpg", cv2.hconcat(pictures), [cv2.IMWRITE_JPEG_QUALITY, quality])
        if len(packed) <= MOST_BYTES:
            break
    file.write_bytes(packed.tobytes())


def page(folder: str, rows: dict[str, list[Image]], looked_at: int, figures: list[str]) -> str:
    """The page that shows the rows, in Markdown; `folder` is where they are, as seen from it."""
    lines = ["# What the dice reader sees", ""]
    lines += [
        f"Generated pictures, none of which was learnt from: the first of each kind among {looked_at}. A green frame",
        "is a die that is trusted, an amber one a die to look at; below is what the reader says. `python -m",
        "tests.vision.gallery docs/dice` makes this page anew; [dice.md](dice.md) tells how it all works.",
    ]
    for head, group in (("Read well", WELL), ("Right, but asked about", ASKED), ("Failures", BADLY)):
        lines += ["", f"## {head}"]
        missing = [sort.title for kind, sort in group.items() if not rows[kind]]
        for kind, sort in group.items():
            if rows[kind]:
                file = f"{folder}/{kind.replace(' ', '-')}.jpg"
                lines += ["", f"**{sort.title}.** {sort.words}", "", f"![{sort.title}]({file})"]
        if missing:
            lines += ["", f"Not among these pictures: {'; '.join(title[0].lower() + title[1:] for title in missing)}."]
    if figures:
        lines += [
            "",
            "## Figures",
            "",
            "`python -m tests.vision.sets`, generated throws that were not learnt from. Of leaning",
        ]
        lines += ["dice and of scenes without any, right is to ask, and to see none.", ""]
        lines += [f"- {line}" for line in figures]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.vision.gallery")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--figures", type=Path, metavar="FILE")
    parser.add_argument("--pictures", type=int, default=240, help="how many to look at")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    for old in options.folder.glob("*.jpg"):
        old.unlink()
    rows: dict[str, list[Image]] = {kind: [] for kind in {**WELL, **ASKED, **BADLY}}
    for number, (kind, image, reading) in enumerate(throws(), 1):
        if kind and len(rows[kind]) < EACH:
            rows[kind].append(drawn(image, reading))
        if number >= options.pictures:
            break
    for kind, pictures in rows.items():
        if pictures:
            row(pictures, options.folder / f"{kind.replace(' ', '-')}.jpg")
    said = list(sets.figures(sets.kept(options.figures)))
    shown = options.folder.with_name(options.folder.name + "-gallery.md")
    shown.write_text(page(options.folder.name, rows, number, said), encoding="utf-8")
    print(shown)


if __name__ == "__main__":
    main()
