"""Harder throws than a table gives on a good day: to train on, and to be humbled by.

Oblique views, dice that touch or lean, pips of every fatness and finish, marble, and things about that are no dice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.pips import Image
from vision.reading import Die
from vision.studio import body, clutter, grounds
from vision.studio import scene as plain
from vision.studio.body import Light, Make, Pose
from vision.studio.camera import Camera, Floats, looking_down


@dataclass(frozen=True)
class Wild:
    """A picture (h x w x 3, BGR, 8 bit), its dice as they lie, and whether each of them leans and so has no top."""

    image: Image
    dice: tuple[Die, ...]
    leaning: tuple[bool, ...]


def throw(seed: int, size: tuple[int, int] = (560, 420), most: int = 14, lean: float = 0.1, die: float = 0.0) -> Wild:
    """The wild throw of a seed: up to `most` dice, each leaning with the chance `lean`; `die` is their edge in pixels,
    or 0 to leave it to the seed."""
    rng = np.random.default_rng([seed, 23])
    count = int(rng.integers(0, most + 1)) if rng.random() < 0.9 else 0
    words = [str(word) for word in rng.choice(list(plain.PLASTICS), size=int(rng.integers(1, 4)), replace=False)]
    asked = [(str(rng.choice(words)), int(rng.integers(1, 7))) for _ in range(count)]
    pixels = die or float(min(rng.uniform(24, 62), 0.5 * min(size) / np.sqrt(max(count, 1))))
    elevation = rng.uniform(0.6, 1.56) if rng.random() < 0.6 else rng.uniform(1.1, 1.57)
    camera = looking_down(elevation, rng.uniform(-np.pi, np.pi), pixels, size, rng.uniform(0.8, 1.8))
    towards = np.array([*rng.uniform(-1.1, 1.1, 2), 1.0])
    tint = np.array([rng.uniform(0.55, 1.1), rng.uniform(0.8, 1.0), 1.0]) * rng.uniform(0.35, 1.15)
    share = rng.uniform(0.45, 0.85)
    light = Light(towards / np.linalg.norm(towards), tint * share, tint * (1.08 - share), float(rng.uniform(0.0, 1.0)))
    batch = int(rng.integers(1 << 30))
    makes, poses, leaning = [], [], []
    for (colour, value), spot in zip(asked, _places(rng, count, camera), strict=True):
        make = _make(rng, colour, batch)
        side = next(n for n, shown in enumerate(make.values) if shown == value)
        upright = plain._upright(side, rng.uniform(-np.pi, np.pi))
        leans = bool(rng.random() < lean)
        makes.append(make)
        leaning.append(leans)
        poses.append(tilted(Pose(spot, upright), rng, 0.3, 0.78) if leans else Pose(spot, upright))
    ground = grounds.draw(rng, camera, [colour for colour, _ in asked])
    if rng.random() < 0.75:
        clutter.scatter(rng, ground, pixels)
    shown = tuple((colour, value, None) for colour, value in asked)
    thrown = plain.Scene(
        camera, light, ground, tuple(makes), tuple(poses), shown, float(rng.uniform(0.5, 6)), 0.0, seed
    )
    image, dice = plain.draw(replace(thrown, blur=float(rng.uniform(0, 0.9))), 2)
    if len(dice) != count:
        return Wild(image, (), ()) if not dice else throw(seed + 1_000_003, size, most, lean, die)
    return Wild(image, tuple(dice), tuple(leaning))


def tilted(pose: Pose, rng: np.random.Generator, least: float, most: float) -> Pose:
    """The pose leaning by `least` to `most` radians in any direction, as on another die, a rim or a coin."""
    heading, angle = rng.uniform(-np.pi, np.pi), rng.uniform(least, most)
    axis = np.array([np.cos(heading), np.sin(heading), 0.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = (np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)) @ pose.turn
    middle = pose.middle.copy()
    middle[2] = 0.97 * float(np.abs(turn[2]).sum())
    return Pose(middle, turn)


def _make(rng: np.random.Generator, colour: str, batch: int) -> Make:
    box = np.random.default_rng([batch, 9])
    base = plain._make(rng, colour, "pips", batch)
    bright = float(base.base @ np.array([0.1, 0.6, 0.3]))
    ink = base.ink
    if 0.08 < bright < 0.4:
        ink = plain.linear(plain.DARK_INK if box.random() < 0.5 else plain.LIGHT_INK)
    if box.random() < 0.12:
        ink = plain.linear([int(n) for n in box.integers(0, 255, 3)])
    if np.linalg.norm(ink**0.45 - base.base**0.45) < 0.35:
        ink = base.ink
    return replace(
        base,
        ink=ink,
        round=float(box.uniform(0.04, 0.38)),
        ball=float(box.uniform(1.33, 1.6)) if box.random() < 0.5 else 1.7321,
        pip=float(box.uniform(0.12, 0.235)),
        offset=float(box.uniform(0.43, 0.58)),
        squeeze=float(box.uniform(0.72, 1.08)),
        gloss=float(box.uniform(0.0, 1.1)),
        mix=float(box.uniform(0.1, 0.5)) if box.random() < 0.2 else 0.0,
        grain=float(box.uniform(2, 5)),
    )


def _places(rng: np.random.Generator, count: int, camera: Camera) -> list[Floats]:
    """Middles on the table: loose, or in a heap whose dice touch."""
    width, height = camera.size
    room = 2.05 if rng.random() < 0.4 else 2.7
    reach = rng.uniform(0.15, 0.44)
    found: list[Floats] = []
    for tries in range(4000):
        if len(found) == count:
            break
        if tries % 200 == 199:
            reach, room = min(0.44, reach * 1.15), max(2.05, room * 0.95)
        pixel = np.array([0.5 + rng.uniform(-reach, reach), 0.5 + rng.uniform(-reach, reach)]) * (width, height)
        spot = camera.ground(pixel[:1], pixel[1:])[0]
        spot[2] = 1.0
        # two squares turned anyhow touch somewhere between their edges and their corners
        if all(np.linalg.norm(spot - other) > room * rng.uniform(1.0, 1.35) for other in found):
            found.append(spot)
    if len(found) < count:
        raise ValueError(f"{count} dice do not fit into this picture: ask for fewer, or a larger size")
    return found


__all__ = ["Wild", "body", "throw", "tilted"]
