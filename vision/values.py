"""The value reader: a small network that reads one die from a close-up, whatever its size in the picture.

Its weights are `values.onnx`; `vision/train` makes them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.finder import Found
from vision.pips import Image

SIDE = 48  # pixels of a close-up
REACH = 0.72  # sizes of a die from the middle of a close-up to its rim
NOTHING, LEANS = 0, 7  # classes beside 1 to 6
MODEL = Path(__file__).with_name("values.onnx")


@cache
def load() -> cv2.dnn.Net:
    """The network, read once."""
    return cv2.dnn.readNetFromONNX(str(MODEL))


def closeup(image: Image, one: Found) -> Image:
    """SIDE x SIDE x 3 round a die, as the picture shows it."""
    reach = REACH * one.size
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


def judge(image: Image, found: list[Found], mirrored: bool = False) -> npt.NDArray[np.float64]:
    """n x 8: the chances that what was found is nothing to read, shows 1 to 6, or leans; looked at as it is, or in the
    mirror."""
    if not found:
        return np.zeros((0, 8))
    near = [closeup(image, one) for one in found]
    network = load()
    network.setInput(cv2.dnn.blobFromImages([one[:, ::-1].copy() for one in near] if mirrored else near, 1 / 255))
    scores = np.asarray(network.forward(), dtype=np.float64).reshape(-1, 8)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))
