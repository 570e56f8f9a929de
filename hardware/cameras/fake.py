"""The public double of a camera."""

import time
from collections.abc import Callable, Sequence

from hardware.cameras.camera import CameraGone, Closing, Frame, Image


class FakeCamera(Closing):
    """Gives `frames` in turn, the last one for ever; after `fail_after` frames it is gone, as if unplugged."""

    def __init__(
        self,
        frames: Sequence[Image],
        fail_after: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.closed = False
        self.given = 0
        self.asked_for_next = 0
        self._frames = tuple(frames)
        self._fail_after = fail_after
        self._clock = clock

    @property
    def state(self) -> str:
        return "a camera for tests"

    def frame(self) -> Frame:
        if self.closed or (self._fail_after is not None and self.given >= self._fail_after):
            raise CameraGone("the camera for tests is gone; plug it in again.")
        image = self._frames[min(self.given, len(self._frames) - 1)]
        self.given += 1
        return Frame(image, self._clock())

    def next(self) -> None:
        self.asked_for_next += 1

    def close(self) -> None:
        self.closed = True
