"""The name of a die's colour, from its body and its pips."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pixels import Floats

# hue in degrees up to which a saturated body has a name
HUES = (
    (11.0, "red"),
    (37.0, "orange"),
    (78.0, "yellow"),
    (172.0, "green"),
    (256.0, "blue"),
    (292.0, "purple"),
    (336.0, "pink"),
    (361.0, "red"),
)


def _hsv(lab: Floats) -> tuple[float, float, float]:
    """Hue in degrees, saturation and value 0 to 1 of an 8-bit OpenCV Lab triple."""
    pixel = np.clip(np.rint(lab), 0, 255).astype(np.uint8).reshape(1, 1, 3)
    rgb = cv2.cvtColor(cv2.cvtColor(pixel, cv2.COLOR_LAB2BGR).astype(np.float32) / 255, cv2.COLOR_BGR2HSV)
    hue, saturation, value = (float(n) for n in rgb.reshape(3))
    return hue, saturation, value


def _light(lab: Floats) -> float:
    """Linear lightness, 0 to 1."""
    return float(max(float(lab[0]), 0.0) / 255.0) ** 2.4


def name(body: Floats, ink: Floats) -> str:
    """The colour word for a body and its pips, 8-bit OpenCV Lab triples.

    The pips help with the light: a white die in blue or warm light still has black pips, while blue, green and brown
    dice have light ones; and light pips tell how bright the light is, and so brown from orange and black from grey.
    """
    hue, saturation, value = _hsv(body)
    dark_pips = ink[0] < body[0]
    share = _light(body) / max(_light(ink), 1e-3)
    chroma = float(np.hypot(body[1] - 128, body[2] - 128))
    if dark_pips:
        # a white body takes the tint of the lamp, but never as strong a one as a coloured body has of its own; no lamp
        # is pink
        if chroma < (20 if 318 < hue < 352 else 28) and saturation < 0.68:
            return "white" if value > 0.22 else "grey"
    else:
        if value < 0.13 or (chroma < 11 and share < 0.25) or (saturation < 0.25 and share < 0.25):
            return "black"
        if saturation < 0.22 or chroma < 9:
            return "grey" if value < 0.75 else "white"
        if 8 < hue < 50 and (share < 0.17 or value < 0.3 or (saturation < 0.62 and share < 0.45)):
            return "brown"
    # shine makes a red die, whose pips are light, paler, but hardly moves its hue; what is dark on it is its own shade
    dark_pips = dark_pips and float(np.hypot(ink[1] - 128, ink[2] - 128)) < 30
    if saturation < (0.62 if dark_pips else 0.6 if 318 < hue < 350 else 0.45) and (hue > 318 or hue < 2):
        bright = value > 0.55 and _light(body) > 0.18
        return "pink" if bright or (dark_pips and hue > 318 and value > 0.3) else "red"
    return next(word for limit, word in HUES if hue < limit)
