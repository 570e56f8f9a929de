"""The name of a body's colour."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pips import Floats


def name(lab: Floats) -> str:
    """The colour word for an 8-bit OpenCV Lab triple."""
    pixel = np.clip(np.rint(lab), 0, 255).astype(np.uint8).reshape(1, 1, 3)
    hue, sat, val = (float(v) for v in cv2.cvtColor(cv2.cvtColor(pixel, cv2.COLOR_LAB2BGR), cv2.COLOR_BGR2HSV)[0, 0])
    hue *= 2
    chroma = float(np.hypot(lab[1] - 128, lab[2] - 128))
    if chroma < 16 or sat < 60:
        return "white" if val > 130 else "black" if val < 75 else "grey"
    if val < 45:
        return "black"
    for limit, word in ((14, "red"), (38, "orange"), (75, "yellow"), (170, "green"), (255, "blue"), (290, "purple"), (335, "pink")):
        if hue < limit:
            return word
    return "red"
