"""One die as a rounded cube, drawn by walking rays to its surface."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.studio.camera import Camera, Floats

# the axis and sign of each side, and which value it carries; opposite sides add to seven
SIDES = ((2, 1), (2, -1), (0, 1), (0, -1), (1, 1), (1, -1))
PIPS: dict[int, list[tuple[float, float]]] = {
    1: [(0, 0)],
    2: [(1, 1), (-1, -1)],
    3: [(1, 1), (0, 0), (-1, -1)],
    4: [(1, 1), (-1, -1), (1, -1), (-1, 1)],
    5: [(1, 1), (-1, -1), (1, -1), (-1, 1), (0, 0)],
    6: [(1, 1), (0, 1), (-1, 1), (1, -1), (0, -1), (-1, -1)],
}


@dataclass(frozen=True)
class Make:
    """How a die is made: colours are linear BGR 0 to 1. `round` is the radius of its edges and `ball` that of the
    sphere that cuts its corners, in half edges; `values` are what its six SIDES carry: numbers, or BGR triples for a
    coloured face; `marble` a second colour mixed in, by `mix`. `clear` is how much of the ground shows through. Where
    `eyes` is a colour the 1 is in it and `eye` times as large (and the 4 too, as on Asian dice, where `fours`).
    A coloured face reaches `inset` from its middle, as a square or a `disc`."""

    base: Floats
    ink: Floats
    round: float
    ball: float
    pip: float
    offset: float
    squeeze: float
    gloss: float
    values: tuple[int | tuple[float, float, float], ...]
    marble: Floats
    mix: float
    grain: float
    clear: float = 0.0
    eyes: Floats | None = None
    eye: float = 1.0
    fours: bool = False
    inset: float = 0.78
    disc: bool = False


@dataclass(frozen=True)
class Pose:
    """Where a die is: its middle in the world, the turn (3 x 3) from its own axes to the world's, and its half edge."""

    middle: Floats
    turn: Floats
    size: float = 1.0


@dataclass(frozen=True)
class Light:
    """`towards` a unit vector to the lamp; `lamp` and `sky` BGR strengths; `soft` how wide the lamp is, 0 to 1."""

    towards: Floats
    lamp: Floats
    sky: Floats
    soft: float


def distance(points: Floats, make: Make) -> Floats:
    """How far points (... x 3), in a die's own axes, are outside its surface."""
    # written out by component: numpy sums over a last axis of three very slowly
    flat = 1 - make.round
    x, y, z = points[..., 0], points[..., 1], points[..., 2]
    ax, ay, az = np.abs(x) - flat, np.abs(y) - flat, np.abs(z) - flat
    ox, oy, oz = np.maximum(ax, 0), np.maximum(ay, 0), np.maximum(az, 0)
    # inside the flat slabs the plain distance to the box keeps the walk right
    box = np.sqrt(ox * ox + oy * oy + oz * oz) + np.minimum(np.maximum(np.maximum(ax, ay), az), 0) - make.round
    return np.asarray(np.maximum(box, np.sqrt(x * x + y * y + z * z) - make.ball))


def draw(
    camera: Camera, pose: Pose, make: Make, light: Light, fine: int
) -> tuple[tuple[int, int, int, int], Floats, Floats] | None:
    """The die's part of the picture: its window (x0, y0, x1, y1), its colour (h x w x 3) and how much of each pixel it
    covers (h x w); None when it is out of the picture. `fine` is how many samples a pixel has each way."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    corners = pose.size * corners @ pose.turn.T + pose.middle
    seen = camera.project(corners)
    low = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 2, np.array(camera.size))
    if (high - low).min() < 1:
        return None
    width, height = (int(n) for n in high - low)
    steps = (np.arange(fine) + 0.5) / fine
    x = (low[0] + np.arange(width)[:, None] + steps[None]).ravel()
    y = (low[1] + np.arange(height)[:, None] + steps[None]).ravel()
    gx, gy = np.meshgrid(x, y)
    rays = camera.rays(gx.ravel(), gy.ravel()) @ pose.turn
    start = (camera.place - pose.middle) @ pose.turn / pose.size
    along = -(rays @ start)
    gap = start @ start - along**2
    reach = make.ball + 1e-3
    near = gap < reach**2
    walk = along[near] - np.sqrt(reach**2 - gap[near])
    direction = rays[near]
    point = start + direction * walk[:, None]
    for _ in range(16):
        point = point + direction * distance(point, make)[:, None]
    hit = distance(point, make) < 0.02
    colour = np.zeros((len(rays), 3))
    cover = np.zeros(len(rays))
    rows = np.nonzero(near)[0][hit]
    colour[rows] = _shade(point[hit], direction[hit], pose, make, light)
    cover[rows] = 1.0 - make.clear
    shape = (height, fine, width, fine)
    cover = cover.reshape(shape).mean(axis=(1, 3))
    colour = colour.reshape(*shape, 3).mean(axis=(1, 3)) / np.maximum(cover, 1e-6)[..., None]
    return (int(low[0]), int(low[1]), int(high[0]), int(high[1])), colour, cover


def _shade(point: Floats, direction: Floats, pose: Pose, make: Make, light: Light) -> Floats:
    edge = np.sign(point) * np.maximum(np.abs(point) - (1 - make.round), 0)
    size = np.sqrt((point * point).sum(axis=1))
    ball = size - make.ball > np.sqrt((edge * edge).sum(axis=1)) - make.round
    normal = np.where(ball[:, None], point, edge)
    normal /= np.maximum(np.sqrt((normal * normal).sum(axis=1, keepdims=True)), 1e-9)
    base = np.broadcast_to(make.base, point.shape).copy()
    if make.mix > 0:
        wave = point @ np.array([1.3, -0.7, 0.9]) + np.sin(point[:, 1] * 0.7 * make.grain)
        swirl = 0.5 + 0.5 * np.sin(make.grain * wave)
        base += (swirl * make.mix)[:, None] * (make.marble - base)
    axis = np.abs(point).argmax(axis=1)
    sign = np.sign(np.take_along_axis(point, axis[:, None], 1)[:, 0])
    ink = np.zeros(len(point))
    inks = np.broadcast_to(make.ink, point.shape).copy()
    for number, (side_axis, side_sign) in enumerate(SIDES):
        here = (axis == side_axis) & (sign == side_sign)
        if not here.any():
            continue
        u, v = point[here][:, (side_axis + 1) % 3], point[here][:, (side_axis + 2) % 3]
        value = make.values[number]
        if not isinstance(value, int):
            far = np.hypot(u, v) if make.disc else np.maximum(np.abs(u), np.abs(v))
            face = np.clip((make.inset - far) / 0.03, 0, 1)[:, None]
            base[here] = base[here] * (1 - face) + np.array(value) * face
            continue
        mark = np.zeros(len(u))
        pip = make.pip
        if make.eyes is not None and (value == 1 or (value == 4 and make.fours)):
            inks[here] = make.eyes
            pip *= make.eye if value == 1 else 1.0
        for pu, pv in PIPS[value]:
            squeeze = make.squeeze if value == 6 else 1.0
            du, dv = u - pu * make.offset, v - pv * make.offset * squeeze
            far = np.sqrt(du * du + dv * dv)
            inside = np.clip((pip - far) / 0.04 + 0.5, 0, 1)
            mark = np.maximum(mark, inside)
            # a drilled pip is a hollow: its walls face inwards
            lean = np.where(far < pip, 0.7 / pip, 0.0)
            tilt = np.zeros((len(u), 3))
            tilt[:, (side_axis + 1) % 3], tilt[:, (side_axis + 2) % 3] = -du * lean, -dv * lean
            normal[here] += tilt
        ink[here] = mark
    normal /= np.maximum(np.sqrt((normal * normal).sum(axis=1, keepdims=True)), 1e-9)
    albedo = base * (1 - ink[:, None]) + inks * ink[:, None]
    towards = light.towards @ pose.turn
    up = np.array([0.0, 0.0, 1.0]) @ pose.turn
    lambert = np.clip((normal @ towards + light.soft * 0.3) / (1 + light.soft * 0.3), 0, 1)
    sky = 0.55 + 0.45 * (normal @ up)
    half = towards - direction
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    shine = make.gloss * (1 - 0.8 * light.soft) * np.clip((normal * half).sum(axis=1), 0, 1) ** (120 - 60 * light.soft)
    lit = lambert[:, None] * light.lamp + sky[:, None] * light.sky
    if make.clear > 0:
        # light comes out of a clear die from everywhere, most where one looks along its walls
        rim = 1 - np.clip(np.abs((normal * direction).sum(axis=1)), 0, 1)
        lit = lit + make.clear * (0.5 + 0.9 * rim[:, None]) * (light.lamp + light.sky) * (1 - ink[:, None])
    return albedo * lit + shine[:, None] * light.lamp


def shadow(camera: Camera, poses: list[Pose], makes: list[Make], light: Light, size: tuple[int, int]) -> Floats:
    """How much of the lamp reaches the table, and how open the sky is, at each pixel: h x w x 2, 1 where nothing is."""
    width, height = size
    answer = np.ones((height, width, 2))
    lean = light.towards[:2] / light.towards[2]
    for pose, make in zip(poses, makes, strict=True):
        ring = np.array([[x, y, 0.0] for x in (-1, 1) for y in (-1, 1)]) * 2.0 * pose.size
        foot = np.array([pose.middle[0], pose.middle[1], 0.0]) + ring
        fallen = foot - np.array([*(lean * (pose.middle[2] + 1.8 * pose.size)), 0.0])
        seen = camera.project(np.concatenate([foot, fallen]))
        low = np.maximum(np.floor(seen.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 1, np.array(size))
        if (high - low).min() < 2:
            continue
        step = 2
        gx, gy = np.meshgrid(np.arange(low[0], high[0], step) + 0.5, np.arange(low[1], high[1], step) + 0.5)
        ground = camera.ground(gx, gy)
        local = (ground - pose.middle) @ pose.turn / pose.size
        towards = light.towards @ pose.turn
        open_sky = 1 - 0.75 * np.exp(-1.6 * np.maximum(distance(local, make), 0))
        lit = np.ones(gx.shape)
        walked = np.full(gx.shape, 0.05)
        hard = 2.0 + 22.0 * (1 - light.soft) ** 2
        for _ in range(12):
            off = distance(local + towards * walked[..., None], make)
            lit = np.minimum(lit, np.clip(0.5 + 0.5 * hard * off / walked, 0, 1))
            walked = walked + np.clip(off, 0.08, 1.5)
        part = 1 - (1 - 0.7 * make.clear) * (1 - np.stack([lit, open_sky], axis=-1))
        full = np.repeat(np.repeat(part, step, axis=0), step, axis=1)[: high[1] - low[1], : high[0] - low[0]]
        window = answer[low[1] : high[1], low[0] : high[0]]
        window *= full
    return answer
