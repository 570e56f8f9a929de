"""Sets of generated throws and what the reader makes of them: `python -m tests.vision.sets [THROWS] [FIRST SEED]`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from multiprocessing import get_context

import cv2
import numpy as np

from vision import reader, studio
from vision.reading import Die, Reading
from vision.settling import Settling
from vision.studio import scene, wild

LIGHTS = {"dim": 0.4, "usual": 1.0, "bright": 1.35}
ECLIPSE = ("yellow", "orange", "red")
LONGEST = 0.3  # seconds from the last die's stopping to the reading


@dataclass(frozen=True)
class Tally:
    """Of `n` throws: read right, wrong with certainty, asked about; and of `dice` in those read right, how many have
    their colour right."""

    n: int = 0
    right: int = 0
    silent: int = 0
    asked: int = 0
    dice: int = 0
    coloured: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))

    def __str__(self) -> str:
        return (
            f"{self.n} throws: {self.right / self.n:.1%} right, {self.silent / self.n:.2%} silently wrong, "
            f"{self.asked / self.n:.1%} asked, colours {self.coloured / max(self.dice, 1):.2%} of {self.dice}"
        )


def tally(lying: Iterable[Die], reading: Reading) -> Tally:
    """What one reading of a throw is worth."""
    wanted, got = ([(die.value, die.face, die.colour) for die in group] for group in (lying, reading.dice))
    good = Counter(one[:2] for one in wanted) == Counter(one[:2] for one in got)
    dice = len(wanted) if good else 0
    coloured = sum((Counter(wanted) & Counter(got)).values()) if good else 0
    return Tally(1, int(good), int(reading.certain and not good), int(not reading.certain), dice, coloured)


def lit(thrown: scene.Scene, light: str) -> scene.Scene:
    """The scene with its lamp so strong; the darker it is, the more the camera's grain shows."""
    by = LIGHTS[light]
    lamp = replace(thrown.light, lamp=thrown.light.lamp * by, sky=thrown.light.sky * by)
    return replace(thrown, light=lamp, noise=thrown.noise / min(by, 1.0))


def eclipse(seed: int, light: str) -> Tally:
    """1 to 18 of Eclipse's dice."""
    rng = np.random.default_rng([seed, 5])
    dice = [(str(rng.choice(ECLIPSE)), int(rng.integers(1, 7))) for _ in range(int(rng.integers(1, 19)))]
    picture, lying = scene.draw(lit(scene.scene(seed, dice), light))
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
    thrown = lit(scene.scene(seed, dice), light)
    poses = (wild.tilted(thrown.poses[0], rng, 0.35, 0.78), *thrown.poses[1:])
    picture, _ = scene.draw(replace(thrown, poses=poses))
    certain = reader.read(picture).certain
    return Tally(1, int(not certain), int(certain), int(not certain))


def nothing(seed: int, light: str) -> Tally:
    """Coins, buttons, dominoes, boards, print, pieces and no dice: right is to see none."""
    thrown = wild.throw(seed, size=(640, 480), most=0)
    reading = reader.read(np.clip(thrown.image * LIGHTS[light] ** 0.45, 0, 255).astype(np.uint8))
    return Tally(1, int(not reading.dice), int(reading.certain), int(bool(reading.dice)))


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
    good = len(rests) == 1 and stopped <= rests[0] <= stopped + LONGEST + 1 / 30
    return Tally(1, int(good), int(any(rest < stopped for rest in rests)), int(len(rests) != 1))


SETS: dict[str, Callable[[int, str], Tally]] = {
    "eclipse": eclipse,
    "cosmic": cosmic,
    "leaning": leaning,
    "nothing": nothing,
    "animated": animated,
}


def measured(name: str, seeds: Iterable[int], light: str) -> Tally:
    """The tally of a set's throws in one light."""
    return reduce(Tally.__add__, (SETS[name](seed, light) for seed in seeds), Tally())


def _piece(work: tuple[str, range, str]) -> tuple[str, Tally]:
    cv2.setNumThreads(1)
    name, seeds, light = work
    return f"{name} {light}".replace("animated usual", "animated"), measured(name, seeds, light)


def main(throws: int = 3000, first: int = 2_000_000) -> None:
    """Every set: `throws` over the lights together, a third as many animated ones."""
    work = []
    for name in SETS:
        for light in LIGHTS if name != "animated" else ("usual",):
            count = throws // 3
            work += [(name, range(n, min(n + 50, first + count)), light) for n in range(first, first + count, 50)]
    found: dict[str, Tally] = {}
    with get_context("spawn").Pool() as pool:
        for name, one in pool.imap(_piece, work):
            found[name] = found.get(name, Tally()) + one
    for name, whole in found.items():
        print(f"{name}: {whole}", flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
