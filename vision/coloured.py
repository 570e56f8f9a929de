"""The reader of coloured faces: a small network that says of a close-up which face of Cosmic Empires' dice is on top.

Its weights are `coloured.onnx`; `vision/train` makes them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

KINDS: Final = tuple((body, face) for body in ("white", "yellow") for face in ("red", "green", "blue", "white"))
NOTHING: Final = 0
LEANS: Final = len(KINDS) + 1
# As in `values`, after a fit to 280 generated throws that were not learnt from.
IS_A_DIE: Final = np.array([3.0, 1.3, 0.0, 0.0, 0.0, 2.7, -4.4])
IS_READ_RIGHT: Final = np.array([1.2, 0.8, 0.75, 0.0, 0.0, 4.3, -3.9])
LEANS_BESIDE: Final = np.array([14.2, 29.9, 0.45, -5.1])
LEANS_ALONE: Final = -2.0
MODEL = Path(__file__).with_name("coloured.onnx")


@cache
def load() -> cv2.dnn.Net:
    """The network, read once."""
    return cv2.dnn.readNetFromONNX(str(MODEL))
