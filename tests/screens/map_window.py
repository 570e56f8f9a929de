"""Runs `map_alone` on a virtual display of its own and reads what it tells."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.display import virtual_display


def alone(what: str, home: Path) -> dict[str, Any]:
    """What `python -m tests.screens.map_alone WHAT` tells. Raises NoXvfb, and AssertionError where it ended badly."""
    with virtual_display((800, 480)) as display:
        environment = {**os.environ, "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1", "XDG_DATA_HOME": str(home)}
        ended = subprocess.run(
            [sys.executable, "-m", "tests.screens.map_alone", what],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert ended.returncode == 0, ended.stderr[-2000:]
    told: dict[str, Any] = json.loads(ended.stdout)
    return told
