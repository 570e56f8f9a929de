"""How long the reader takes, beside a fixed piece of OpenCV work timed in the same run, so that machines compare."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision import reader, studio


@dataclass(frozen=True)
class Timing:
    """Median milliseconds per generated throw of 1280 pixels, of the fixed work, and the first over the second."""

    reader: float
    reference: float
    ratio: float
    throws: int


def run(throws: int = 12) -> Timing:
    """Time the reader on `throws` generated throws on one thread, each beside the reference work."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        pictures = [studio.throw(seed, size=(1280, 960))[0] for seed in range(throws)]
        reader.read(pictures[0])
        _reference(pictures[0])
        times = [(_clocked(reader.read, picture), _clocked(_reference, picture)) for picture in pictures]
    finally:
        cv2.setNumThreads(threads)
    read, reference = (statistics.median(column) for column in zip(*times, strict=True))
    return Timing(read, reference, read / reference, throws)


def _clocked(work: Callable[[np.ndarray], object], picture: np.ndarray) -> float:
    start = time.perf_counter()
    work(picture)
    return (time.perf_counter() - start) * 1000


def _reference(picture: np.ndarray) -> None:
    """Three Gaussian blurs and a median of the picture: only OpenCV, nothing of ours."""
    for _ in range(3):
        picture = cv2.GaussianBlur(picture, (0, 0), 3)
    cv2.medianBlur(picture, 5)


def line() -> str:
    """The one line of `make bench`."""
    timing = run()
    return (
        f"dice reader: median {timing.reader:.1f} ms per photograph of 1280 pixels ({timing.throws} generated throws), "
        f"{timing.ratio:.2f} times three Gaussian blurs and a median by OpenCV ({timing.reference:.1f} ms)"
    )


if __name__ == "__main__":
    print(line())
