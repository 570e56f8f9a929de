"""A pinhole camera over a table. The table is z = 0; lengths are in half edges of a die, so a die is 2 high."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """`place` in the world; `turn` 3 x 3, rows right, down, forward; `focal` in pixels; `size` (width, height)."""

    place: Floats
    turn: Floats
    focal: float
    size: tuple[int, int]

    def project(self, points: Floats) -> Floats:
        """Pixels (... x 2) of world points (... x 3)."""
        seen = (points - self.place) @ self.turn.T
        return self.focal * seen[..., :2] / seen[..., 2:] + np.array(self.size) / 2

    def rays(self, x: Floats, y: Floats) -> Floats:
        """Unit directions in the world (... x 3) through pixels."""
        width, height = self.size
        seen = np.stack([(x - width / 2) / self.focal, (y - height / 2) / self.focal, np.ones_like(x)], axis=-1)
        seen /= np.linalg.norm(seen, axis=-1, keepdims=True)
        return seen @ self.turn

    def ground(self, x: Floats, y: Floats) -> Floats:
        """World points (... x 3) of the table under pixels."""
        rays = self.rays(x, y)
        down = np.minimum(rays[..., 2:], -1e-3)
        return self.place + rays * (-self.place[2] / down)


def looking_down(
    elevation: float, heading: float, pixels_per_die: float, size: tuple[int, int], lens: float = 1.2
) -> Camera:
    """A camera `elevation` radians up (pi / 2 looks straight down); a die in its middle is `pixels_per_die` wide."""
    focal = lens * max(size)
    distance = 2.0 * focal / pixels_per_die
    forward = -np.array([np.cos(elevation) * np.cos(heading), np.cos(elevation) * np.sin(heading), np.sin(elevation)])
    right = np.array([-np.sin(heading), np.cos(heading), 0.0])
    return Camera(-forward * distance, np.stack([right, np.cross(forward, right), forward]), focal, size)
