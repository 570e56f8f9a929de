"""The value reader: a small network that reads one pipped die from a close-up, whatever its size in the picture.

Its weights are `values.onnx`; `vision/train` makes them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import cv2

NOTHING: Final = 0
LEANS: Final = 7  # kinds beside 1 to 6
MODEL = Path(__file__).with_name("values.onnx")


@cache
def load() -> cv2.dnn.Net:
    """The network, read once."""
    return cv2.dnn.readNetFromONNX(str(MODEL))
