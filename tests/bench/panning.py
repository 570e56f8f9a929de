"""A full six-player map of Eclipse dragged by a finger, against a one-button Kivy program drawn anew as often."""

import statistics
import tempfile
from pathlib import Path

from tests.screens.map_window import alone

TIMES = 3


def rows() -> list[str]:
    with tempfile.TemporaryDirectory() as home:
        pairs = [(alone("button", Path(home)), alone("pan", Path(home))) for _ in range(TIMES)]
    reference = statistics.median(button["fps"] for button, _ in pairs)
    own = statistics.median(panned["fps"] for _, panned in pairs)
    work = [statistics.median(pair[each]["cpu_ms"] for pair in pairs) for each in (0, 1)]
    return [
        f"panning: a map of {pairs[0][1]['sectors']} sectors {own:.1f} frames/s, one-button Kivy program "
        f"{reference:.1f} frames/s: {own / reference:.2f} times (at least 20 frames/s, both capped at 30); "
        f"{work[1]:.1f} and {work[0]:.1f} ms of processor a frame"
    ]
