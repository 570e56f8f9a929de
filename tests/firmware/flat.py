"""The firmware's modules as the Pico has them, side by side, in this Python."""

import sys
from importlib import import_module
from typing import Any

from tests.firmware.rig import FIRMWARE


def flat(name: str) -> Any:
    """The module `name` of the firmware, imported by its bare name."""
    sys.path.insert(0, str(FIRMWARE))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(FIRMWARE))
