"""The second reader: a small trained network that looks at the pixels round a face and knows nothing of patterns.

It fails differently from the geometry of `faces`, so that both agreeing is worth more than one being sure of itself.
Its weights are `second.onnx`; `vision/train` makes them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice import Seen
from vision.pips import Image

SIDE = 40  # pixels of a crop
REACH = 1.25  # edges of a die from the middle of a crop to its rim
MODEL = Path(__file__).with_name("second.onnx")


def crop(lab: Image, one: Seen) -> npt.NDArray[np.float32]:
    """3 x SIDE x SIDE round a face, as the picture shows it: how like the ink each pixel is (0 body, 1 ink), how unlike
    the body, and how light it is against the body."""
    # the side is measured to a few per cent at best; what matters is that the whole die is in sight
    reach = REACH * one.side
    step = 2 * reach / SIDE
    x, y = one.face.centre
    matrix = np.array([[step, 0, x - reach + step / 2], [0, step, y - reach + step / 2]])
    if step > 1.5:
        # shrink by area first, so that small pips do not fall between the samples
        margin = int(reach + 2 * step)
        x0, y0 = max(0, int(x) - margin), max(0, int(y) - margin)
        part = lab[y0 : int(y) + margin, x0 : int(x) + margin]
        size = (max(1, round(part.shape[1] / step)), max(1, round(part.shape[0] / step)))
        part = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
        matrix = np.array([[1, 0, (x - x0) / step - SIDE / 2], [0, 1, (y - y0) / step - SIDE / 2]])
    else:
        part = lab
    seen = cv2.warpAffine(
        part, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)
    body, ink = one.face.body.astype(np.float32), one.face.ink.astype(np.float32)
    towards = ink - body
    size2 = max(float(towards @ towards), 100.0)
    off = seen - body
    like = np.clip(off @ towards / size2, -1, 2)
    unlike = np.clip(np.linalg.norm(off, axis=2) / np.sqrt(size2), 0, 2)
    light = np.clip(off[:, :, 0] / 64, -2, 2)
    return np.stack([like, unlike, light]).astype(np.float32)


@cache
def _network() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(MODEL))


def judge(lab: Image, faces: list[Seen]) -> npt.NDArray[np.float64]:
    """n x 7: the chance that each face is no top of a die (0), or a top showing 1 to 6."""
    if not faces:
        return np.zeros((0, 7))
    network = _network()
    network.setInput(np.stack([crop(lab, one) for one in faces]))
    scores = np.asarray(network.forward(), dtype=np.float64).reshape(-1, 7)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))
