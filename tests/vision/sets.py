"""Sets of generated throws and what the reader makes of them: every figure of docs/dice.md about generated throws.

    python -m tests.vision.sets [THROWS] [--part K/N] [--keep FILE] [--only SET...]

Whole, 3,000 throws take about an hour of one core, so they can be run in parts: with `--keep` each piece that is done
is written down, what is there already is not done again, and all of it is added up in the end. Pieces that another
reader made (its code or its networks have changed since) do not count.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from functools import cache, reduce
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from vision import reader, studio, tray
from vision.pixels import Image
from vision.reading import Die, Reading
from vision.settling import Settling
from vision.studio import scene, sheet, wild
from vision.studio.camera import Floats

LIGHTS = {"dim": (0.4, 0.4, 0.4), "usual": (1.0, 1.0, 1.0), "bright": (1.35, 1.35, 1.35)}
"""How strong the lamp's blue, green and red are."""
TINTS = {"warm": (0.6, 0.84, 1.0), "cold": (1.1, 1.0, 0.84)}
ECLIPSE = ("yellow", "orange", "red")
LONGEST = 0.3  # seconds from the last die's stopping to the reading
PIECE = 25  # throws
FIRST = 2_000_000


@dataclass(frozen=True)
class Tally:
    """Of `n` throws: read right, wrong with certainty, asked about; and of `dice`, how many have their colour right."""

    n: int = 0
    right: int = 0
    silent: int = 0
    asked: int = 0
    dice: int = 0
    coloured: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        said = (
            f"{self.n} throws: {self.right / self.n:.2%} right, {self.silent / self.n:.2%} silently wrong, "
            f"{self.asked / self.n:.1%} asked"
        )
        return said + (f", colours {self.coloured / self.dice:.2%} of {self.dice}" if self.dice else "")


def tally(lying: Iterable[Die], reading: Reading) -> Tally:
    """What one reading of a throw is worth; colours are judged where it is read right."""
    wanted, got = ([(die.value, die.face, die.colour) for die in group] for group in (lying, reading.dice))
    good = Counter(one[:2] for one in wanted) == Counter(one[:2] for one in got)
    dice = len(wanted) if good else 0
    coloured = sum((Counter(wanted) & Counter(got)).values()) if good else 0
    return Tally(1, int(good), int(reading.certain and not good), int(not reading.certain), dice, coloured)


def lit(thrown: scene.Scene, light: str) -> scene.Scene:
    """The scene with its lamp so strong; the darker it is, the more the camera's grain shows."""
    by = np.array({**LIGHTS, **TINTS}[light])
    lamp = replace(thrown.light, lamp=thrown.light.lamp * by, sky=thrown.light.sky * by)
    return replace(thrown, light=lamp, noise=thrown.noise / min(float(by.max()), 1.0))


def thrown(seed: int, most: int) -> list[tuple[str, int | str]]:
    """1 to `most` of Eclipse's dice."""
    rng = np.random.default_rng([seed, 5])
    return [(str(rng.choice(ECLIPSE)), int(rng.integers(1, 7))) for _ in range(int(rng.integers(1, most + 1)))]


def eclipse(seed: int, light: str) -> Tally:
    """1 to 18 of Eclipse's dice."""
    picture, lying = scene.draw(lit(scene.scene(seed, thrown(seed, 18)), light))
    return tally(lying, reader.read(picture))


def cosmic(seed: int, light: str) -> Tally:
    """1 to 5 of Cosmic Empires' dice."""
    rng = np.random.default_rng([seed, 6])
    bodies = rng.permutation(["white", "white", "white", "yellow", "yellow"])[: int(rng.integers(1, 6))]
    dice = [(str(body), str(rng.choice(scene.COSMIC_FACES))) for body in bodies]
    picture, lying = scene.draw(lit(scene.scene(seed, dice, kind="cosmic"), light))
    return tally(lying, reader.read(picture, faces="cosmic"))


def leaning(seed: int, light: str) -> Tally:
    """1 to 6 of Eclipse's dice, one of them leaning: right is not to be certain."""
    rng = np.random.default_rng([seed, 7])
    dice = [(str(rng.choice(ECLIPSE)), int(rng.integers(1, 7))) for _ in range(int(rng.integers(1, 7)))]
    flatly = lit(scene.scene(seed, dice), light)
    poses = (wild.tilted(flatly.poses[0], rng, 0.35, 0.78), *flatly.poses[1:])
    picture, _ = scene.draw(replace(flatly, poses=poses))
    certain = reader.read(picture).certain
    return Tally(1, int(not certain), int(certain), int(not certain))


def nothing(seed: int, light: str) -> Tally:
    """Coins, buttons, dominoes, boards, print, pieces, a face, and no dice: right is to see none."""
    picture = wild.throw(seed, size=(640, 480), most=0).image
    if seed % 5 == 0:
        face(np.random.default_rng([seed, 8]), picture)
    shade = np.array(LIGHTS[light]) ** 0.45
    reading = reader.read(np.clip(picture * shade, 0, 255).astype(np.uint8))
    return Tally(1, int(not reading.dice), int(reading.certain), int(bool(reading.dice)))


def face(rng: np.random.Generator, picture: Image) -> None:
    """Somebody looks into the camera: drawn over a picture (h x w x 3, BGR, 8 bit)."""
    height, width = picture.shape[:2]
    size = float(rng.uniform(0.15, 0.4)) * height
    middle = np.array([rng.uniform(0.25, 0.75) * width, rng.uniform(0.3, 0.7) * height])
    turn, skin = float(rng.normal(0, 12)), np.array((120.0, 150.0, 205.0)) * rng.uniform(0.35, 1.15)
    spin = np.array([[np.cos(np.radians(turn)), -np.sin(np.radians(turn))],
                     [np.sin(np.radians(turn)), np.cos(np.radians(turn))]])  # fmt: skip
    drawn = picture.copy()

    def spot(x: float, y: float, wide: float, high: float, colour: Floats, ends: tuple[int, int] = (0, 360)) -> None:
        at = middle + size * spin @ np.array([x, y])
        axes = (max(1, round(wide * size)), max(1, round(high * size)))
        shade = [float(min(255.0, level)) for level in colour]
        cv2.ellipse(drawn, (round(at[0]), round(at[1])), axes, turn, *ends, shade, -1, cv2.LINE_AA)

    hair, dark = rng.uniform(10, 120, 3), np.full(3, 25.0)
    spot(0, -0.25, 0.8, 0.95, hair)
    spot(0, 0, 0.68, 0.9, skin)
    for side in (-1, 1):
        spot(0.27 * side, -0.12, 0.14, 0.075, np.full(3, 235.0))
        spot(0.27 * side, -0.12, 0.07, 0.07, rng.uniform(20, 140, 3))
        spot(0.27 * side, -0.12, 0.035, 0.035, dark)
        spot(0.27 * side, -0.28, 0.17, 0.035, hair)
        spot(0.07 * side, 0.22, 0.035, 0.025, skin * 0.55)
    spot(0, 0.12, 0.08, 0.16, skin * 0.92)
    spot(0, 0.47, 0.26, 0.07, np.array((90.0, 80.0, 170.0)))
    picture[:] = cv2.GaussianBlur(drawn, (0, 0), float(rng.uniform(0.5, 1.5)))


def animated(seed: int, _: str) -> Tally:
    """A whole throw at 30 pictures a second: right is one reading, in time; silent is one before the dice rest."""
    watch, rests, stopped = Settling(), [], None
    for frame in studio.frames(seed, size=(192, 144), rate=30, wait=0.5, rest=0.8):
        watch.feed(frame.image, frame.seconds)
        if frame.state == "resting" and stopped is None:
            stopped = frame.seconds
        # the first look at what lies there is no throw
        if watch.rested and frame.seconds > 0.45:
            rests.append(frame.seconds)
    assert stopped is not None
    good = len(rests) == 1 and stopped <= rests[0] <= stopped + LONGEST + 1e-6
    return Tally(1, int(good), int(any(rest < stopped for rest in rests)), int(len(rests) != 1))


def colours(seed: int, light: str) -> Tally:
    """1 to 18 of Eclipse's dice: which colour each of those found is said to have, whatever it shows."""
    picture, lying = scene.draw(lit(scene.scene(seed, thrown(seed, 18)), light))
    return told_apart(lying, reader.read(picture))


def carded(seed: int, light: str) -> Tally:
    """The same on the tray card, read with what it tells."""
    picture, lying = scene.draw(lit(sheet.on_card(seed, thrown(seed, 18)), light))
    return told_apart(lying, reader.read(picture, tray.look(picture)))


def told_apart(lying: Iterable[Die], reading: Reading) -> Tally:
    """What the colours of a reading are worth: right is every one of a throw."""
    found = good = 0
    for die in lying:
        x, y, width, height = die.box
        here = [one for one in reading.dice if x < one.box[0] + one.box[2] / 2 < x + width
                and y < one.box[1] + one.box[3] / 2 < y + height]  # fmt: skip
        if here:
            found += 1
            good += here[0].colour == die.colour
    wrong = good < found
    return Tally(1, int(not wrong), int(wrong and reading.certain), int(not reading.certain), found, good)


SETS: dict[str, Callable[[int, str], Tally]] = {
    "eclipse": eclipse,
    "cosmic": cosmic,
    "leaning": leaning,
    "nothing": nothing,
    "animated": animated,
    "colours": colours,
    "colours on the card": carded,
}
SHARE = {"eclipse": 3, "cosmic": 3, "leaning": 9, "nothing": 9, "animated": 3}
"""What part of the throws asked for each light of a set has; colours are counted in dice, over nine to a throw."""


def lights(name: str) -> tuple[str, ...]:
    """The lights a set is measured in."""
    if name == "animated":
        return ("usual",)
    return (*LIGHTS, *TINTS) if name.startswith("colours") else tuple(LIGHTS)


def measured(name: str, seeds: Iterable[int], light: str) -> Tally:
    """The tally of a set's throws in one light."""
    return reduce(Tally.__add__, (SETS[name](seed, light) for seed in seeds), Tally())


@dataclass(frozen=True)
class Piece:
    """A few throws of a set, from seed `first`."""

    name: str
    light: str
    first: int
    count: int


def pieces(throws: int, first: int = FIRST) -> list[Piece]:
    """All pieces of `throws`: those of every set and light by turns, so that any part of them is one of the whole."""
    found = []
    for number, name in enumerate(SETS):
        count = max(1, throws // SHARE.get(name, 27))
        for light in lights(name):
            start = first + 100_000 * number
            cut = [(n, min(PIECE, start + count - n)) for n in range(start, start + count, PIECE)]
            found += [((n - start) / count, Piece(name, light, n, long)) for n, long in cut]
    return [piece for _, piece in sorted(found, key=lambda one: one[0])]


def _measure(piece: Piece) -> tuple[Piece, Tally]:
    cv2.setNumThreads(1)
    return piece, measured(piece.name, range(piece.first, piece.first + piece.count), piece.light)


@cache
def mark() -> str:
    """What tells this reader and these sets from changed ones."""
    root = Path(reader.__file__).parent
    files = [*(file for kind in ("*.py", "*.onnx") for file in sorted(root.rglob(kind))), Path(__file__)]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def kept(file: Path | None) -> dict[Piece, Tally]:
    """The pieces that this very reader has done before."""
    found: dict[Piece, Tally] = {}
    if file is not None and file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            if one["reader"] == mark():
                found[Piece(*one["piece"])] = Tally(*one["tally"])
    return found


def figures(done: dict[Piece, Tally]) -> Iterator[str]:
    """A line for each set and light, and for each set as a whole."""
    for name in SETS:
        whole = Tally()
        for light in lights(name):
            one = reduce(Tally.__add__, (t for p, t in done.items() if (p.name, p.light) == (name, light)), Tally())
            whole += one
            if one.n and len(lights(name)) > 1:
                yield f"{name}, {light}: {one}"
        if whole.n:
            yield f"{name}: {whole}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.vision.sets")
    parser.add_argument("throws", nargs="?", type=int, default=3000)
    parser.add_argument("--part", default="1/1", metavar="K/N", help="only the K-th of N parts")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write down what is done, and go on from there")
    parser.add_argument("--only", nargs="+", choices=list(SETS), default=list(SETS), metavar="SET")
    parser.add_argument("--cores", type=int, default=1)
    options = parser.parse_args()
    part, parts = (int(word) for word in options.part.split("/"))
    done = kept(options.keep)
    work = [piece for piece in pieces(options.throws) if piece.name in options.only][part - 1 :: parts]
    with get_context("spawn").Pool(options.cores) as pool:
        for piece, one in pool.imap_unordered(_measure, [piece for piece in work if piece not in done]):
            done[piece] = one
            if options.keep:
                with options.keep.open("a", encoding="utf-8") as file:
                    line = {"reader": mark(), "piece": astuple(piece), "tally": astuple(one)}
                    file.write(json.dumps(line) + "\n")
    for said in figures(done):
        print(said, flush=True)


if __name__ == "__main__":
    main()
