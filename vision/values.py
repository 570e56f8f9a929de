"""The value reader: a small network that reads one pipped die from a close-up, whatever its size in the picture.

Its weights are `values.onnx`; `vision/train` makes them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

NOTHING: Final = 0
LEANS: Final = 7  # kinds beside 1 to 6
# After fits to readings of photographs and of generated throws by networks that had not seen them
# (vision/train/certainty.py), rounded. They weigh the log odds of the finder and of the reader that it is a die; of the
# reader, of its least sure look and of the finder for the kind; the likeness in size to the other dice; and nothing.
IS_A_DIE: Final = np.array([1.8, 0.4, 0.1, 0.0, 0.05, 1.5, -1.0])
IS_READ_RIGHT: Final = np.array([1.8, 0.3, 0.4, 0.0, 0.1, 1.3, -1.8])
# It leans where this sum is over 0: how far from the others' its top faces, how unsure that is, how much it looks as if
# it leaned, and 1; by itself, where the third is over that.
LEANS_BESIDE: Final = np.array([15.8, 4.5, 0.92, -0.9])
LEANS_ALONE: Final = -3.1
MODEL = Path(__file__).with_name("values.onnx")


@cache
def load() -> cv2.dnn.Net:
    """The network, read once."""
    return cv2.dnn.readNetFromONNX(str(MODEL))
