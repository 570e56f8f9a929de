"""The dice reader's median time per picture, against a fixed piece of OpenCV timed in the same run."""

from vision import bench


def rows() -> list[str]:
    return [bench.line()]
