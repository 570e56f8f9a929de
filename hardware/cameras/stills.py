"""Throws that hold still: a folder of photographs, or pictures from a generator. They advance when told to."""

import time
from collections.abc import Iterator
from pathlib import Path

from hardware.cameras.camera import CameraEnded, CameraGone, Closing, Frame, Image

KINDS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


class Photos(Closing):
    """The photographs of `folder` by name, round and round, or `once`. Files that are no pictures are passed over.

    Raises CameraGone if there is not one photograph, and `next` does so when the folder has gone.
    """

    live = False

    def __init__(self, folder: Path, once: bool = False) -> None:
        self._folder, self._once = folder, once
        self._place = -1
        self._image = self._read()

    @property
    def state(self) -> str:
        return f"photographs from {self._folder}"

    def frame(self) -> Frame:
        return Frame(self._image, time.monotonic())

    def next(self) -> None:
        self._image = self._read()

    def _files(self) -> list[Path]:
        try:
            return sorted(file for file in self._folder.iterdir() if file.suffix.lower() in KINDS)
        except OSError as error:
            raise CameraGone(
                f"the folder of photographs {self._folder} cannot be read ({error.strerror}); choose another."
            ) from error

    def _read(self) -> Image:
        import cv2
        import numpy as np

        files = self._files()
        for step in range(1, len(files) + 1):
            if self._once and self._place >= 0 and self._place + step >= len(files):
                raise CameraEnded(f"these were all the photographs in {self._folder}.")
            place = (self._place + step) % len(files)
            try:
                read = cv2.imread(str(files[place]), cv2.IMREAD_COLOR)
            except cv2.error:  # far too large to be unpacked
                read = None
            if read is not None:
                self._place = place
                return read.astype(np.uint8, copy=False)
        raise CameraGone(f"there are no photographs in {self._folder}; put some there, or choose another camera.")


class Studio(Closing):
    """Throws from a generator, which is handed in; it stands still at one until `next`."""

    live = False

    def __init__(self, throws: Iterator[Image]) -> None:
        self._throws = throws
        self._image = self._draw()

    @property
    def state(self) -> str:
        return "generated throws"

    def frame(self) -> Frame:
        return Frame(self._image, time.monotonic())

    def next(self) -> None:
        self._image = self._draw()

    def _draw(self) -> Image:
        try:
            return next(self._throws)
        except StopIteration:
            raise CameraEnded("the studio has no more throws.") from None
