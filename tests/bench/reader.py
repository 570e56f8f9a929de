"""The dice reader beside a network of YOLOv5n's cost, and the settling beside the time between two frames."""

from collections.abc import Iterator

from vision import bench


def rows() -> Iterator[str]:
    yield bench.line()
    yield bench.settling_line()
