"""Generated throws: a tray, a light, dice on the table, and exactly what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.pixels import Image
from vision.reading import Die
from vision.studio import body, grounds
from vision.studio.body import SIDES, Light, Make, Pose
from vision.studio.camera import Camera, Floats, looking_down

# sRGB (red, green, blue) of plastic dice; some colours have several
PLASTICS: dict[str, tuple[tuple[int, int, int], ...]] = {
    "white": ((238, 236, 230), (228, 221, 200), (245, 245, 245)),
    "black": ((28, 28, 30), (40, 38, 38)),
    "red": ((188, 22, 28), (205, 30, 40), (160, 14, 24)),
    "orange": ((240, 110, 14), (232, 98, 20), (248, 128, 20)),
    "yellow": ((246, 206, 26), (240, 196, 10), (250, 222, 60)),
    "green": ((20, 130, 60), (30, 150, 50), (10, 96, 52)),
    "blue": ((24, 70, 178), (30, 100, 200), (18, 50, 130)),
    "purple": ((98, 36, 140), (120, 50, 160)),
    "pink": ((240, 130, 175), (236, 100, 160)),
    "brown": ((110, 66, 34), (96, 54, 30)),
    "grey": ((128, 128, 130), (112, 114, 118)),
}
FACE_COLOURS = {"red": (196, 30, 34), "green": (34, 140, 60), "blue": (30, 80, 180), "white": (240, 240, 236)}
COSMIC_FACES = ("red", "red", "green", "green", "blue", "white")
DARK_INK, LIGHT_INK = (22, 20, 22), (238, 236, 228)


@dataclass(frozen=True)
class Scene:
    """All there is to draw. `room` is the picture of the empty tray, linear light, as the lamp and the sky see it."""

    camera: Camera
    light: Light
    ground: Floats
    makes: tuple[Make, ...]
    poses: tuple[Pose, ...]
    shown: tuple[tuple[str, int | None, str | None], ...]
    noise: float
    blur: float
    seed: int


def linear(rgb: Sequence[int]) -> Floats:
    """Linear BGR of an sRGB triple."""
    return np.asarray((np.array(rgb[::-1]) / 255.0) ** 2.2)


def _make(rng: np.random.Generator, colour: str, kind: str, batch: int) -> Make:
    # dice of one throw come from one box: shape and pips are drawn per throw, plastic per colour
    box = np.random.default_rng([batch, 7])
    base = linear(PLASTICS[colour][int(box.integers(len(PLASTICS[colour])))])
    bright = float(base @ np.array([0.1, 0.6, 0.3]))
    ink = linear(DARK_INK if bright > 0.22 else LIGHT_INK)
    if kind == "cosmic":
        values: tuple[int | tuple[float, float, float], ...] = tuple(
            (float(b), float(g), float(r)) for b, g, r in (linear(FACE_COLOURS[face]) for face in faces(batch))
        )
    else:
        values = (1, 6, 2, 5, 3, 4)
    roundness = float(box.uniform(0.1, 0.3))
    return Make(
        base,
        ink,
        roundness,
        float(box.uniform(1.38, 1.6)) if box.random() < 0.6 else 1.7321,
        float(box.uniform(0.15, 0.21)),
        float(box.uniform(0.49, 0.56)),
        float(box.uniform(0.72, 1.0)),
        float(box.uniform(0.05, 0.5)),
        values,
        base * 0.6 + 0.25,
        0.0,
        3.0,
    )


def faces(batch: int) -> tuple[str, ...]:
    """The colours of the six SIDES of a batch's coloured dice."""
    return tuple(COSMIC_FACES[int(n)] for n in np.random.default_rng([batch, 13]).permutation(6))


def _upright(side: int, yaw: float) -> Floats:
    """The turn that lays a die down with one of its SIDES up."""
    axis, sign = SIDES[side]
    up = np.zeros(3)
    up[axis] = sign
    first = np.zeros(3)
    first[(axis + 1) % 3] = 1.0
    own = np.stack([first, np.cross(up, first), up], axis=1)
    c, s = np.cos(yaw), np.sin(yaw)
    return np.asarray(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ own.T)


def _places(rng: np.random.Generator, count: int, camera: Camera) -> list[Floats]:
    """Middles on the table, in sight and apart; crowded only when the picture is full."""
    width, height = camera.size
    room = 2.9
    found: list[Floats] = []
    tries = 0
    while len(found) < count:
        tries += 1
        if tries % 300 == 0:
            room = max(2.05, room * 0.95)
        pixel = np.array([rng.uniform(0.12, 0.88) * width, rng.uniform(0.14, 0.88) * height])
        spot = camera.ground(pixel[:1], pixel[1:])[0]
        spot[2] = 1.0
        if all(np.linalg.norm(spot - other) > room for other in found):
            found.append(spot)
        if tries > 9000:
            raise ValueError(f"{count} dice do not fit into this picture: ask for fewer, or a larger size")
    return found


def scene(
    seed: int,
    dice: Sequence[tuple[str, int | str]] | None = None,
    size: tuple[int, int] = (640, 480),
    kind: str = "pips",
) -> Scene:
    """The throw of a seed. `dice` are (colour, value) for pips and (body, face colour) for kind "cosmic"; without them
    the seed chooses. `size` is (width, height). ValueError for a colour, value or size that cannot be drawn."""
    rng = np.random.default_rng(seed)
    if dice is None:
        dice = _chosen(rng, kind)
    for colour, value in dice:
        if colour not in PLASTICS:
            raise ValueError(f"there is no die of the colour {colour!r}: choose from {' '.join(PLASTICS)}")
        if kind == "pips" and value not in (1, 2, 3, 4, 5, 6):
            raise ValueError(f"a die cannot show {value!r}: choose 1 to 6")
        if kind == "cosmic" and value not in FACE_COLOURS:
            raise ValueError(f"a face cannot be {value!r}: choose from {' '.join(FACE_COLOURS)}")
    smallest = min(size)
    die_pixels = float(np.clip(rng.uniform(0.085, 0.13) * smallest * np.sqrt(6 / max(6, len(dice))), 26, 240))
    camera = looking_down(rng.uniform(1.0, 1.56), rng.uniform(-np.pi, np.pi), die_pixels, size)
    spread = rng.uniform(-0.75, 0.75, 2)
    towards = np.array([spread[0], spread[1], 1.0])
    warm = rng.uniform(0.86, 1.06)
    strength = rng.uniform(0.55, 1.0)
    tint = np.array([warm if warm < 1 else 1.0, 0.5 + 0.5 * warm, 1.0]) * strength
    light = Light(towards / np.linalg.norm(towards), tint * 0.72, tint * 0.36, float(rng.uniform(0.2, 1.0)))
    batch = int(rng.integers(1 << 30))
    makes, poses = [], []
    for (colour, value), spot in zip(dice, _places(rng, len(dice), camera), strict=True):
        make = _make(rng, colour, kind, batch)
        wanted: object = value
        if kind == "cosmic":
            b, g, r = linear(FACE_COLOURS[str(value)])
            wanted = (float(b), float(g), float(r))
        sides = [number for number, shown in enumerate(make.values) if shown == wanted]
        makes.append(make)
        poses.append(Pose(spot, _upright(int(rng.choice(sides)), rng.uniform(-np.pi, np.pi))))
    ground = grounds.draw(rng, camera, [colour for colour, _ in dice])
    shown = tuple(
        (colour, None, str(value)) if kind == "cosmic" else (colour, int(value), None) for colour, value in dice
    )
    return Scene(
        camera,
        light,
        ground,
        tuple(makes),
        tuple(poses),
        shown,
        float(rng.uniform(0.5, 3.5)),
        float(rng.uniform(0.0, 0.7)),
        seed,
    )


def _chosen(rng: np.random.Generator, kind: str) -> list[tuple[str, int | str]]:
    count = int(rng.integers(1, 9))
    if kind == "cosmic":
        return [(str(rng.choice(["white", "yellow"])), str(rng.choice(COSMIC_FACES))) for _ in range(count)]
    few = rng.choice([word for word in PLASTICS if word != "grey"], size=2, replace=False)
    return [(str(rng.choice(few)), int(rng.integers(1, 7))) for _ in range(count)]


def draw(scene: Scene, fine: int = 2, frame: int = 0) -> tuple[Image, list[Die]]:
    """The picture (h x w x 3, BGR, 8 bit) and what lies in it, with boxes exact to the pixel."""
    light, dice = _lit(scene, fine)
    return _photographed(scene, light, frame), dice


def _photographed(scene: Scene, light: Floats, frame: int) -> Image:
    return grounds.photograph(light, scene.noise, scene.blur, scene.seed + 7919 * frame)


def _lit(scene: Scene, fine: int) -> tuple[Floats, list[Die]]:
    """The linear light of each pixel (h x w x 3), and what lies there."""
    lit = body.shadow(scene.camera, list(scene.poses), list(scene.makes), scene.light, scene.camera.size)
    picture = scene.ground * (lit[..., :1] * scene.light.lamp * scene.light.towards[2] + lit[..., 1:] * scene.light.sky)
    far = [-float(np.linalg.norm(pose.middle - scene.camera.place)) for pose in scene.poses]
    found: list[Die | None] = [None] * len(scene.poses)
    for number in np.argsort(far):
        drawn = body.draw(scene.camera, scene.poses[number], scene.makes[number], scene.light, fine)
        if drawn is None:
            continue
        (x0, y0, x1, y1), colour, cover = drawn
        window = picture[y0:y1, x0:x1]
        window += cover[..., None] * (colour - window)
        ys, xs = np.nonzero(cover > 0.5 * (1 - scene.makes[number].clear))
        if not len(xs):
            continue
        box = (x0 + int(xs.min()), y0 + int(ys.min()), int(np.ptp(xs)) + 1, int(np.ptp(ys)) + 1)
        plastic, value, face = scene.shown[number]
        found[number] = Die(value, face, plastic, 1.0, box)
    return picture, [die for die in found if die]


def throw(
    seed: int,
    dice: Sequence[tuple[str, int | str]] | None = None,
    size: tuple[int, int] = (640, 480),
    kind: str = "pips",
) -> tuple[Image, list[Die]]:
    """A resting throw: its picture, and what it shows in the order of `dice`. See `scene` for what may be asked."""
    return draw(scene(seed, dice, size, kind))


@dataclass(frozen=True)
class Frame:
    """One picture of an animated throw: `seconds` since its start, `state` "empty", "moving" or "resting"."""

    image: Image
    seconds: float
    state: str
    dice: tuple[Die, ...]


def frames(
    seed: int,
    dice: Sequence[tuple[str, int | str]] | None = None,
    size: tuple[int, int] = (640, 480),
    kind: str = "pips",
    rate: float = 15.0,
    wait: float = 0.4,
    rest: float = 1.0,
) -> Iterator[Frame]:
    """A throw from the empty tray over rolling dice to `rest` seconds of quiet, at `rate` pictures a second."""
    final = scene(seed, dice, size, kind)
    rng = np.random.default_rng([seed, 1])
    count = len(final.poses)
    stops = wait + rng.uniform(0.7, 1.2, count)
    heading = rng.uniform(-np.pi, np.pi)
    starts = np.array([np.cos(heading), np.sin(heading)]) * rng.uniform(16, 22, count)[:, None] + rng.normal(
        0, 2, (count, 2)
    )
    axes = rng.normal(size=(count, 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    whirl = rng.uniform(5, 11, count)
    number = 0
    last = float(stops.max())
    before = ""
    light, labels = final.ground, list[Die]()
    while number / rate < last + rest:
        seconds = number / rate
        left = np.clip((stops - seconds) / (stops - wait), 0, 1)
        poses = tuple(_rolling(final.poses[n], starts[n], axes[n], whirl[n], float(left[n])) for n in range(count))
        state = "empty" if seconds < wait else "resting" if seconds >= last else "moving"
        if state == "moving" or state != before:
            # nothing moves otherwise: the light stays, and only the camera's grain is another
            begun = state != "empty"
            shown = replace(final, poses=poses if begun else (), makes=final.makes if begun else ())
            light, labels = _lit(shown, 2 if state == "resting" else 1)
        before = state
        image = _photographed(final, light, number)
        yield Frame(image, seconds, state, tuple(labels) if state == "resting" else ())
        number += 1


def _rolling(pose: Pose, start: Floats, axis: Floats, whirl: float, left: float) -> Pose:
    """A die on its way, `left` of its time still to go: it slides in, spins down and hops on its corners."""
    if left <= 0:
        return pose
    angle = whirl * left**1.5
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    spin = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)
    turn = spin @ pose.turn
    # a turned cube stands as high as its lowest corner asks
    high = float(np.abs(turn[2]).sum())
    middle = pose.middle.copy()
    middle[:2] += start * left**2
    middle[2] = high + 1.5 * abs(np.sin(5 * left)) * left
    return Pose(middle, turn)
