"""How long the reader takes, beside a network of YOLOv5n's cost that OpenCV runs in the same run."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision import reader, studio, yardstick
from vision.settling import Settling


@dataclass(frozen=True)
class Timing:
    """Milliseconds per generated throw of 1280 pixels, at the median and the 95th percentile; the median of the network
    of YOLOv5n's cost; the first over the last."""

    reader: float
    slow: float
    reference: float
    ratio: float
    throws: int


def run(throws: int = 24) -> Timing:
    """Time the reader on `throws` generated throws on one thread, each beside the network."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        network = yardstick.network()
        blob = np.random.default_rng(0).random((1, 3, yardstick.SIDE, yardstick.SIDE), dtype=np.float32)

        def reference(_: np.ndarray) -> None:
            network.setInput(blob)
            network.forward()

        pictures = [studio.throw(seed, size=(1280, 960))[0] for seed in range(throws)]
        for work in (reader.read, reference):
            work(pictures[0])
        times = [(_clocked(reader.read, picture), _clocked(reference, picture)) for picture in pictures]
    finally:
        cv2.setNumThreads(threads)
    read, other = zip(*times, strict=True)
    middle, usual = statistics.median(read), statistics.median(other)
    return Timing(middle, sorted(read)[int(0.95 * (throws - 1))], usual, middle / usual, throws)


def _clocked(work: Callable[[np.ndarray], object], picture: np.ndarray) -> float:
    start = time.perf_counter()
    work(picture)
    return (time.perf_counter() - start) * 1000


_MEMORY = r"""
import re, sys
import cv2
import numpy
cv2.setNumThreads(1)
cv2.cvtColor(numpy.zeros((960, 1280, 3), numpy.uint8), cv2.COLOR_BGR2LAB)
def peak():
    return int(re.search(r"VmHWM:\s+(\d+)", open("/proc/self/status").read())[1]) / 1024
pictures = [cv2.imread(name) for name in sys.argv[1:]]
before = peak()
from vision import reader
for picture in pictures:
    reader.read(picture)
print(peak() - before)
"""


def memory(throws: int = 4) -> float:
    """Megabytes that reading throws of 1280 pixels takes at its peak, beside what OpenCV and the pictures take."""
    with tempfile.TemporaryDirectory() as folder:
        names = [str(Path(folder) / f"{seed}.png") for seed in range(throws)]
        for seed, name in enumerate(names):
            cv2.imwrite(name, studio.throw(seed, size=(1280, 960))[0])
        run = subprocess.run([sys.executable, "-c", _MEMORY, *names], capture_output=True, text=True, check=True)
    return float(run.stdout)


def line() -> str:
    """The one line of `make bench`."""
    timing = run()
    return (
        f"dice reader: median {timing.reader:.1f} ms, 95th percentile {timing.slow:.1f} ms per picture of 1280 pixels "
        f"({timing.throws} generated throws); {timing.ratio:.2f} times a network of YOLOv5n's cost "
        f"({yardstick.gigaflops():.1f} GFLOP, {timing.reference:.1f} ms); {memory():.0f} MB beside OpenCV"
    )


def settling_line() -> str:
    """How much of a core watching takes at 30 pictures of 640 x 480 a second, while dice roll."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        pictures = [frame.image for frame in studio.frames(1, size=(640, 480), rate=8)]
        watch = Settling()
        times = []
        for number, picture in enumerate(pictures):
            start = time.perf_counter()
            watch.feed(picture, number / 30)
            times.append((time.perf_counter() - start) * 1000)
    finally:
        cv2.setNumThreads(threads)
    usual = statistics.median(times)
    return f"settling: {usual:.2f} ms per picture of 640 x 480, {3 * usual:.0f} % of a core at 30 a second"


if __name__ == "__main__":
    print(line())
    print(settling_line())
