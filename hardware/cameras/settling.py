"""When a throw has come to rest: from pictures alone, before any die is looked for."""

from typing import TYPE_CHECKING

from hardware.cameras.camera import Frame, Image

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

WIDTH, HEIGHT = 240, 135  # a 16 mm die in a 30 cm tray is about 13 points wide
CHANGED = 14  # grey levels, of 255; above the noise of a dim room after blurring
MOVING = 8  # points between two pictures
OTHER = 14  # points between two throws: one die turned from one face to another has more


class Settling:
    """Fed with every picture, tells once for each throw that it lies still.

    A hand that comes and goes and leaves the dice as they were is no throw; nor is a lamp that is switched on, as
    long as it lights the whole tray alike.
    """

    def __init__(self, rest: float = 0.6) -> None:
        self._rest = rest
        self._before: npt.NDArray[np.int16] | None = None
        self._still_since = 0.0
        self._last_throw: npt.NDArray[np.int16] | None = None
        self._told = False

    def feed(self, frame: Frame) -> bool:
        """Whether with this picture a new throw has been at rest for `rest` seconds."""
        now = _small(frame.image)
        if self._before is None or _points_changed(self._before, now) >= MOVING:
            self._still_since = frame.at
            self._told = False
        self._before = now
        if self._told or frame.at - self._still_since < self._rest:
            return False
        self._told = True
        if self._last_throw is not None and _points_changed(self._last_throw, now) < OTHER:
            return False
        self._last_throw = now
        return True


def _small(image: Image) -> "npt.NDArray[np.int16]":
    import cv2
    import numpy as np

    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (3, 3), 0).astype(np.int16)


def _points_changed(one: "npt.NDArray[np.int16]", other: "npt.NDArray[np.int16]") -> int:
    import numpy as np

    difference = other - one
    return int(np.count_nonzero(np.abs(difference - np.median(difference)) > CHANGED))
