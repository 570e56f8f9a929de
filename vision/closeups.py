"""Close-ups of what the finder saw: one die in the middle, all of one size; and what a network says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.finder import Found
from vision.pixels import Floats, Image

SIDE = 48  # pixels of a close-up
REACH = 0.72  # sizes of a die from the middle of a close-up to its rim
TOP = 0.3  # sizes from the middle within which there is hardly anything but the top
FAR = 0.93  # share of the top that is nearer in colour to the body than the pips are


@dataclass(frozen=True)
class View:
    """A way to look at a die: from how far (1: as the networks learnt it), in the mirror, upside down."""

    far: float = 1.0
    mirrored: bool = False
    turned: bool = False


PLAIN = View()
OTHERS = (View(1.08, mirrored=True, turned=True),)
"""What is seen by chance is seldom seen in the mirror, upside down and from farther away too."""


def closeup(image: Image, one: Found, far: float = 1.0) -> Image:
    """SIDE x SIDE x 3 round a die, as the picture shows it."""
    reach = REACH * one.size * far
    step = 2 * reach / SIDE
    x, y = one.x, one.y
    matrix = np.array([[step, 0, x - reach + step / 2 - 0.5], [0, step, y - reach + step / 2 - 0.5]])
    if step > 1.4:
        # shrink by area first, so that small pips do not fall between the samples
        margin = int(reach + 2 * step) + 1
        x0, y0 = max(0, int(x) - margin), max(0, int(y) - margin)
        part = image[y0 : max(1, int(y) + margin), x0 : max(1, int(x) + margin)]
        if not part.size:
            return np.zeros((SIDE, SIDE, 3), np.uint8)
        size = (max(1, round(part.shape[1] / step)), max(1, round(part.shape[0] / step)))
        back = (part.shape[1] / size[0], part.shape[0] / size[1])
        image = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
        matrix = np.array([[1, 0, (x - x0) / back[0] - SIDE / 2], [0, 1, (y - y0) / back[1] - SIDE / 2]])
    return cv2.warpAffine(
        image, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )


def seen(image: Image, found: Sequence[Found], view: View = PLAIN) -> list[Image]:
    """The close-up of each find, looked at in that way."""
    step = -1 if view.turned else 1
    across = -step if view.mirrored else step
    return [np.ascontiguousarray(closeup(image, one, view.far)[::step, ::across]) for one in found]


def chances(network: cv2.dnn.Net, near: Sequence[Image]) -> Floats:
    """n x kinds: what `network` thinks of each of at least one close-up."""
    network.setInput(cv2.dnn.blobFromImages(list(near), 1 / 255))
    scores = np.asarray(network.forward(), dtype=np.float64)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))


_Y, _X = np.mgrid[0:SIDE, 0:SIDE] - (SIDE - 1) / 2
_ON_TOP = np.hypot(_X, _Y) < TOP * SIDE / (2 * REACH)


def colours(near: Image) -> tuple[Floats, Floats]:
    """The 8-bit Lab colours of a die's body and of its pips: the commonest on top, and the one least like it."""
    top = cv2.cvtColor(near, cv2.COLOR_BGR2LAB)[_ON_TOP].astype(np.float64)
    body = np.median(top, axis=0)
    off = np.linalg.norm(top - body, axis=1)
    return np.asarray(body), np.asarray(np.median(top[off >= np.quantile(off, FAR)], axis=0))
