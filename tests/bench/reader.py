"""The dice reader beside a network of YOLOv5n's cost, and what watching takes of a core."""

from vision import bench


def rows() -> list[str]:
    return [bench.line(), bench.settling_line()]
