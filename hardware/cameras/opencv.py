"""USB webcams and films, through OpenCV."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.cameras.camera import CameraEnded, CameraGone, Closing, Frame

WIDTH, HEIGHT = 1280, 720
SILENT = 0  # OpenCV's level of logging


def _quietly(open_capture: Callable[[], "cv2.VideoCapture"]) -> "cv2.VideoCapture":
    """A capture, opened without OpenCV's own warnings: what fails is said in our sentence."""
    # Debian's OpenCV 4.6 and 4.10 have the level in cv2 itself, the wheel of 5 in a module that those lack.
    place: Any = cv2 if hasattr(cv2, "setLogLevel") else cv2.utils.logging
    level = place.getLogLevel()
    place.setLogLevel(SILENT)
    try:
        return open_capture()
    finally:
        place.setLogLevel(level)


class Webcam(Closing):
    """The USB camera /dev/video`number`. Raises CameraGone if it is not there or will not give a picture."""

    def __init__(self, number: int) -> None:
        self._number = number
        device = Path(f"/dev/video{number}")
        if not device.exists():
            raise CameraGone(f"there is no webcam {number} ({device}); plug it in, or choose another camera.")
        self._capture = _quietly(lambda: cv2.VideoCapture(number, cv2.CAP_V4L2))
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraGone(
                f"webcam {number} ({device}) cannot be opened; another program may be using it, "
                "or this user is not in the group video."
            )
        # Compressed, for USB 2 has no room for raw pictures of this size; and never an old picture from a queue.
        self._capture.set(cv2.CAP_PROP_FOURCC, float(int.from_bytes(b"MJPG", "little")))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    @property
    def state(self) -> str:
        return f"webcam {self._number}"

    def frame(self) -> Frame:
        good, image = self._capture.read()
        if not good:
            raise CameraGone(f"webcam {self._number} gives no more pictures; plug it in again.")
        return Frame(image.astype(np.uint8, copy=False), time.monotonic())

    def next(self) -> None:
        """A live picture; the next throw comes by itself."""

    def close(self) -> None:
        self._capture.release()


class Video(Closing):
    """A film, at the speed it was taken: pictures that come too late to be looked at are left out."""

    def __init__(
        self,
        file: Path,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._file = file
        self._clock, self._sleep = clock, sleep
        try:
            there = file.is_file()
        except OSError as error:
            raise CameraGone(f"the video file {file} cannot be read ({error.strerror}); choose another.") from error
        if not there:
            raise CameraGone(f"there is no video file {file}; choose another.")
        self._capture = _quietly(lambda: cv2.VideoCapture(str(file)))
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraGone(f"the file {file} is not a video that can be read; choose another.")
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._seconds = 1 / rate if 1 <= rate <= 240 else 1 / 25
        self._started: float | None = None
        self._place = 0

    @property
    def state(self) -> str:
        return f"the film {self._file.name}"

    def frame(self) -> Frame:
        now = self._clock()
        if self._started is None:
            self._started = now
        due = int((now - self._started) / self._seconds)
        while self._place < due:
            self._grab()
        self._grab()
        good, image = self._capture.retrieve()
        if not good:
            raise CameraGone(f"the film {self._file} is damaged in the middle; choose another.")
        at = self._started + (self._place - 1) * self._seconds
        self._sleep(max(0.0, at - self._clock()))
        return Frame(image.astype(np.uint8, copy=False), at)

    def next(self) -> None:
        """The next throw comes by itself."""

    def close(self) -> None:
        self._capture.release()

    def _grab(self) -> None:
        if not self._capture.grab():
            raise CameraEnded(f"the film {self._file} is over.")
        self._place += 1
