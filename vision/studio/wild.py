"""Harder throws than a table gives on a good day: to train on, and to be humbled by.

Oblique views, dice that touch or lean, pips of every fatness and finish, marble, and things about that are no dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.pixels import Image
from vision.reading import Die
from vision.studio import body, clutter, grounds
from vision.studio import scene as plain
from vision.studio.body import Light, Make, Pose
from vision.studio.camera import Camera, Floats, looking_down


@dataclass(frozen=True)
class Wild:
    """A picture (h x w x 3, BGR, 8 bit), its dice as they lie, whether each of them leans and so has no top, and which
    way (right, down) its top faces, seen along the ray that ends at the die."""

    image: Image
    dice: tuple[Die, ...]
    leaning: tuple[bool, ...]
    facing: tuple[tuple[float, float], ...] = ()


def throw(
    seed: int,
    size: tuple[int, int] = (560, 420),
    most: int = 14,
    lean: float = 0.1,
    die: float = 0.0,
    photographs: Sequence[Image] = (),
    kind: str = "pips",
) -> Wild:
    """The wild throw of a seed: up to `most` dice, each leaning with the chance `lean`; `die` is their edge in pixels,
    or 0 to leave it to the seed. `photographs` (8-bit BGR) may be what the dice lie on.
    `kind` is "pips", or "cosmic" for coloured faces."""
    rng = np.random.default_rng([seed, 23])
    count = int(rng.integers(0, most + 1)) if rng.random() < 0.9 else 0
    words = [str(word) for word in rng.choice(list(plain.PLASTICS), size=int(rng.integers(1, 4)), replace=False)]
    asked: list[tuple[str, int | str]] = [(str(rng.choice(words)), int(rng.integers(1, 7))) for _ in range(count)]
    if kind == "cosmic":
        asked = [(str(rng.choice(["white", "yellow"])), str(rng.choice(plain.COSMIC_FACES))) for _ in range(count)]
    pixels = die or float(min(rng.uniform(24, 62), 0.5 * min(size) / np.sqrt(max(count, 1))))
    elevation = rng.uniform(0.6, 1.56) if rng.random() < 0.6 else rng.uniform(1.1, 1.57)
    camera = looking_down(elevation, rng.uniform(-np.pi, np.pi), pixels, size, rng.uniform(0.8, 1.8))
    towards = np.array([*rng.uniform(-1.1, 1.1, 2), 1.0])
    tint = np.array([rng.uniform(0.55, 1.1), rng.uniform(0.8, 1.0), 1.0]) * rng.uniform(0.35, 1.15)
    share = rng.uniform(0.45, 0.85)
    light = Light(towards / np.linalg.norm(towards), tint * share, tint * (1.08 - share), float(rng.uniform(0.0, 1.0)))
    # a throw is of one box, of two, or of odd dice from everywhere
    batches = [int(n) for n in rng.integers(1 << 30, size=int(rng.choice([1, 2, 14], p=[0.6, 0.2, 0.2])))]
    makes, poses, leaning, facing = [], [], [], []
    for (colour, value), spot in zip(asked, _places(rng, count, camera), strict=True):
        batch = batches[int(rng.integers(len(batches)))]
        if kind == "cosmic":
            make = _coloured(rng, colour, batch)
            side = int(rng.choice([n for n, shown in enumerate(plain.faces(batch)) if shown == value]))
        else:
            make = _make(rng, colour, batch)
            side = next(n for n, shown in enumerate(make.values) if shown == value)
        flat = Pose(spot.middle, plain._upright(side, spot.yaw), spot.size)
        leans = bool(rng.random() < lean)
        makes.append(make)
        leaning.append(leans)
        poses.append(tilted(flat, rng, 0.3, 0.78) if leans else flat)
        facing.append(_facing(camera, spot.middle, poses[-1].turn @ flat.turn.T @ np.array([0.0, 0.0, 1.0])))
    if photographs and rng.random() < 0.35:
        ground = _photographed(rng, photographs[int(rng.integers(len(photographs)))], size)
    else:
        ground = grounds.draw(rng, camera, [colour for colour, _ in asked])
    if rng.random() < 0.75:
        clutter.scatter(rng, ground, pixels)
    shown = tuple((colour, None, value) if isinstance(value, str) else (colour, value, None) for colour, value in asked)
    thrown = plain.Scene(
        camera, light, ground, tuple(makes), tuple(poses), shown, float(rng.uniform(0.5, 6)), 0.0, seed
    )
    image, dice = plain.draw(replace(thrown, blur=float(rng.uniform(0, 0.9))), 2)
    if len(dice) != count:
        if not dice:
            return Wild(image, (), ())
        return throw(seed + 1_000_003, size, most, lean, die, photographs, kind)
    return Wild(image, tuple(dice), tuple(leaning), tuple(facing))


def _facing(camera: Camera, middle: Floats, top: Floats) -> tuple[float, float]:
    ray = camera.turn @ (middle - camera.place)
    right, down = (float(n) for n in along_ray(ray / np.linalg.norm(ray), camera.turn @ top)[:2])
    return right, down


def along_ray(ray: Floats, way: Floats) -> Floats:
    """A direction in a camera's own axes (right, down, forward) as a camera that looks along the unit `ray` has it."""
    turn = np.cross(ray, np.array([0.0, 0.0, 1.0]))
    # Rodrigues' formula for the least turn that takes the ray forward
    return np.asarray(way * ray[2] + np.cross(turn, way) + turn * (turn @ way) / (1 + ray[2]))


def _photographed(rng: np.random.Generator, photograph: Image, size: tuple[int, int]) -> Floats:
    """A piece of a photograph as what the dice lie on: h x w x 3, linear BGR."""
    height, width = photograph.shape[:2]
    wide = int(width * rng.uniform(0.4, 1.0))
    high = min(height, int(wide * size[1] / size[0]))
    x, y = int(rng.integers(0, width - wide + 1)), int(rng.integers(0, height - high + 1))
    piece = cv2.resize(photograph[y : y + high, x : x + wide], size, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        piece = piece[:, ::-1]
    light = (piece.astype(np.float64) / 255) ** 2.2
    return np.asarray(light * rng.uniform(0.4, 1.1) + rng.uniform(0, 0.03))


def tilted(pose: Pose, rng: np.random.Generator, least: float, most: float) -> Pose:
    """The pose leaning by `least` to `most` radians in any direction, as on another die, a rim or a coin."""
    heading, angle = rng.uniform(-np.pi, np.pi), rng.uniform(least, most)
    axis = np.array([np.cos(heading), np.sin(heading), 0.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = (np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)) @ pose.turn
    middle = pose.middle.copy()
    middle[2] = 0.97 * pose.size * float(np.abs(turn[2]).sum())
    return Pose(middle, turn, pose.size)


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
    clear = float(box.uniform(0.15, 0.6)) if box.random() < 0.14 else 0.0
    red = plain.linear((190, 20, 28))
    asian = box.random() < 0.16 and float(np.linalg.norm(red**0.45 - base.base**0.45)) > 0.4
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
        clear=clear,
        eyes=red if asian else None,
        eye=float(box.uniform(1.0, 1.9)),
        fours=bool(box.random() < 0.5),
    )


def _coloured(rng: np.random.Generator, colour: str, batch: int) -> Make:
    """A die with coloured faces: how far the colour reaches, and its very shade, are its box's own."""
    box = np.random.default_rng([batch, 11])
    shade = box.normal(1, 0.12, 3)
    base = plain._make(rng, colour, "cosmic", batch)
    return replace(
        base,
        base=np.clip(base.base * box.normal(1, 0.06, 3), 0, 1),
        round=float(box.uniform(0.04, 0.38)),
        ball=float(box.uniform(1.33, 1.6)) if box.random() < 0.5 else 1.7321,
        gloss=float(box.uniform(0.0, 1.1)),
        values=tuple(_shaded(value, shade) for value in base.values),
        inset=float(box.uniform(0.5, 1.0)),
        disc=bool(box.random() < 0.35),
    )


def _shaded(face: int | tuple[float, float, float], shade: Floats) -> int | tuple[float, float, float]:
    if isinstance(face, int):
        return face
    blue, green, red = (float(n) for n in np.clip(np.array(face) * shade, 0, 1))
    return blue, green, red


@dataclass(frozen=True)
class Spot:
    """Where a die lies: its middle in the world, how it is turned, and its half edge."""

    middle: Floats
    yaw: float
    size: float


def _places(rng: np.random.Generator, count: int, camera: Camera) -> list[Spot]:
    """Places on the table: loose, in a heap whose dice touch, or edge to edge; now and then of several sizes."""
    width, height = camera.size
    room = 1.02 if rng.random() < 0.4 else 1.35
    reach = rng.uniform(0.15, 0.44)
    mixed, packed = rng.random() < 0.2, rng.random() < 0.15
    yaw = rng.uniform(-np.pi, np.pi)
    found: list[Spot] = []
    for tries in range(4000):
        if len(found) == count:
            break
        if tries % 200 == 199:
            reach, room = min(0.44, reach * 1.15), max(1.02, room * 0.95)
        size = float(np.exp(rng.uniform(-0.5, 0.45))) if mixed else 1.0
        own = yaw if packed else float(rng.uniform(-np.pi, np.pi))
        if packed and found and rng.random() < 0.7:
            # beside one that lies there, edge to edge but for a hair
            beside = found[int(rng.integers(len(found)))]
            quarter = beside.yaw + int(rng.integers(4)) * np.pi / 2
            way = (beside.size + size) * rng.uniform(1.0, 1.08)
            spot = beside.middle + way * np.array([np.cos(quarter), np.sin(quarter), 0.0])
            spot[:2] += rng.uniform(-0.3, 0.3) * np.array([-np.sin(quarter), np.cos(quarter)])
            own, least = yaw + rng.normal(0, 0.03), 0.99
        else:
            pixel = np.array([0.5 + rng.uniform(-reach, reach), 0.5 + rng.uniform(-reach, reach)]) * (width, height)
            spot = camera.ground(pixel[:1], pixel[1:])[0]
            least = room * rng.uniform(1.0, 1.35)
        spot[2] = size
        x, y = camera.project(spot)
        inside = 0.04 * width < x < 0.96 * width and 0.04 * height < y < 0.96 * height
        # two squares turned anyhow touch somewhere between their edges and their corners
        apart = (np.linalg.norm((spot - each.middle)[:2]) > least * (size + each.size) for each in found)
        if inside and all(apart):
            found.append(Spot(spot, own, size))
    if len(found) < count:
        raise ValueError(f"{count} dice do not fit into this picture: ask for fewer, or a larger size")
    return found


__all__ = ["Wild", "body", "throw", "tilted"]
