"""The app's start to its first usable screen, against a one-button Kivy program started in the same run, in turns."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.display import virtual_display

TIMES = 7


def rows() -> list[str]:
    with virtual_display() as display, tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "DISPLAY": display, "TABLE_COMPANION_USABLE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        button = [sys.executable, str(Path(__file__).with_name("one_button.py"))]
        app = [sys.executable, "-m", "companion", "run", "--windowed", "800x480", "--data", data]
        for command in (button, app):  # once for nothing: files into memory, byte code onto the disk
            usable(command, environment)
        pairs = [(usable(button, environment), usable(app, environment)) for _ in range(TIMES)]
    reference = statistics.median(pair[0] for pair in pairs)
    own = statistics.median(pair[1] for pair in pairs)
    later = statistics.median(pair[1] - pair[0] for pair in pairs)
    return [
        f"start: first usable screen {own:.2f} s, one-button Kivy program {reference:.2f} s: "
        f"{own / reference:.2f} times, {later:+.2f} s (at most +0.70)"
    ]


def usable(command: list[str], environment: dict[str, str]) -> float:
    """Seconds from starting a program until it says `usable`."""
    began = time.perf_counter()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as program:
        assert program.stdout is not None
        for line in program.stdout:
            if line.strip() == "usable":
                took = time.perf_counter() - began
                program.kill()
                return took
    raise SystemExit(f"bench: {' '.join(command)} ended without a usable screen")
