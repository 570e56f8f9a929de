"""The tray card as printed, as a picture: drawn from the same list of things as its PDF."""

from __future__ import annotations

import cv2
import numpy as np

from vision import card
from vision.pixels import Image


def flat(scale: float) -> Image:
    """The card seen straight from above (h x w x 3, BGR, 8 bit), `scale` pixels to a millimetre."""
    picture = np.full((int(card.HEIGHT * scale), int(card.WIDTH * scale), 3), 252, np.uint8)
    for number, (x, y) in enumerate(card.MARKERS):
        for column, row in card._cells(number):
            left, top = (x + column * card.MARKER / 6) * scale, (y + row * card.MARKER / 6) * scale
            edge = card.MARKER / 6 * scale
            cv2.rectangle(picture, (int(left), int(top)), (int(left + edge), int(top + edge)), (0, 0, 0), -1)
    for x, y, colour in card.PATCHES:
        corner = (int((x + card.PATCH[0]) * scale), int((y + card.PATCH[1]) * scale))
        cv2.rectangle(picture, (int(x * scale), int(y * scale)), corner, colour[::-1], -1)
    return picture
