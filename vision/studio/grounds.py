"""What the dice lie on, and what the camera makes of it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pixels import Image
from vision.studio.camera import Camera, Floats

# linear BGR of felt, leather, card and wood
FELTS = (
    (0.02, 0.09, 0.03),
    (0.10, 0.03, 0.02),
    (0.03, 0.03, 0.18),
    (0.05, 0.05, 0.05),
    (0.02, 0.02, 0.025),
    (0.10, 0.02, 0.07),
)
CARDS = ((0.22, 0.32, 0.42), (0.35, 0.40, 0.42), (0.12, 0.13, 0.14))
WOODS = ((0.07, 0.16, 0.32), (0.03, 0.07, 0.18), (0.2, 0.36, 0.5))


def _cloud(rng: np.random.Generator, size: tuple[int, int], grain: float) -> Floats:
    """Smooth noise about 0, h x w, its waves `grain` pixels long."""
    width, height = size
    small = rng.normal(size=(max(2, int(height / grain) + 2), max(2, int(width / grain) + 2))).astype(np.float32)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_CUBIC), dtype=np.float64)


def draw(rng: np.random.Generator, camera: Camera, avoid: list[str]) -> Floats:
    """The albedo of the table and tray at each pixel, h x w x 3 linear BGR, never quite a die's own colour."""
    size = camera.size
    dark = sum(word in ("black", "blue", "purple", "brown") for word in avoid) > len(avoid) / 2
    material = rng.choice(["felt", "card", "wood"], p=[0.6, 0.2, 0.2])
    if material == "felt":
        choice = [f for f in FELTS if not (dark and max(f) < 0.06)]
        choice = [
            f
            for f in choice
            if not ("green" in avoid and f[1] > 0.08)
            and not ("red" in avoid and f[2] > 0.1)
            and not ({"blue", "purple"} & set(avoid) and f[0] > 0.08)
        ] or [CARDS[2]]
    elif material == "card":
        choice = [c for c in CARDS if not (("white" in avoid or "grey" in avoid) and min(c) > 0.2)]
    else:
        choice = [w for w in WOODS if not ({"orange", "brown", "red"} & set(avoid) and w[2] < 0.4)]
    base = np.array(choice[int(rng.integers(len(choice)))])
    texture = 0.10 * _cloud(rng, size, 90) + 0.05 * _cloud(rng, size, 12)
    if material == "felt":
        texture += 0.10 * _cloud(rng, size, 2.2)
    if material == "wood":
        line = _cloud(rng, (size[0], 8), 6)[:1]
        texture += 0.12 * np.repeat(line, size[1], axis=0) + 0.05 * _cloud(rng, size, 4)
    lamp = 1 + 0.25 * _cloud(rng, size, max(size))
    albedo = base * np.clip(1 + texture, 0.3, 1.8)[..., None] * np.clip(lamp, 0.6, 1.5)[..., None]
    if rng.random() < 0.5:
        _rim(rng, camera, albedo)
    return albedo


def _rim(rng: np.random.Generator, camera: Camera, albedo: Floats) -> None:
    """A wooden rim round the tray, cut off by the picture's edges where the tray is larger than it."""
    width, height = camera.size
    gx, gy = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    ground = camera.ground(gx, gy)
    corner = camera.ground(np.array([0.0, width]), np.array([0.0, height]))
    reach = 0.36 * float(np.linalg.norm(corner[0, :2] - corner[1, :2])) * rng.uniform(1.0, 1.25)
    off = np.linalg.norm(ground[..., :2], axis=-1) - reach
    wood = np.array(WOODS[int(rng.integers(len(WOODS)))])
    band = np.clip(off / 0.2, 0, 1)[..., None]
    albedo += band * (wood * rng.uniform(0.5, 1.0) - albedo)
    albedo *= (1 - 0.5 * np.exp(-((off / 0.5) ** 2)))[..., None]


def photograph(light: Floats, noise: float, blur: float, seed: int) -> Image:
    """The 8-bit picture of linear light (h x w x 3): lens blur in pixels, noise in grey levels, sRGB-like curve."""
    if blur > 0.2:
        light = np.asarray(cv2.GaussianBlur(light.astype(np.float32), (0, 0), blur), dtype=np.float64)
    grey = 255.0 * np.clip(light, 0, 1) ** (1 / 2.2)
    grain = noise * np.random.default_rng(seed).standard_normal(grey.shape, dtype=np.float32)
    return np.asarray(np.clip(grey + grain, 0, 255).astype(np.uint8))
