"""Exposure, colours and focus as calibration found them, kept in a file, so that every evening's pictures are alike.

Units are libcamera's: `exposure` in microseconds, `gain` as a factor, `colours` the gains of red and blue, `focus` in
dioptres (None for a lens that does not move).
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

FILE: Final = "camera.json"  # in the folder where the companion keeps its data

# A sensor counts exposure in lines and gain in steps of its own: what it does is near what was asked, seldom equal.
EXPOSURE_OFF, GAIN_OFF, COLOURS_OFF = 0.04, 0.06, 0.06  # shares
FOCUS_OFF = 0.3  # dioptres

MANUAL, CONTINUOUS = 0, 2  # libcamera's AfMode
SCANNING = 1  # libcamera's AfState
AUTOMATIC: Final[dict[str, Any]] = {"AfMode": CONTINUOUS}
"""The controls of a camera that finds all this by itself; exposure and white balance do so anyway."""


@dataclass(frozen=True)
class Locked:
    """What is held; `Locked.told` takes it from a picture's own data."""

    exposure: int
    gain: float
    colours: tuple[float, float]
    focus: float | None = None

    @classmethod
    def told(cls, data: Mapping[str, Any]) -> "Locked | None":
        """As a picture's data (libcamera's metadata) has it; None from a camera that does not say."""
        try:
            red, blue = data["ColourGains"]
            lens = data.get("LensPosition")
            focus = None if lens is None else float(lens)
            found = cls(int(data["ExposureTime"]), float(data["AnalogueGain"]), (float(red), float(blue)), focus)
        except (KeyError, TypeError, ValueError):
            return None
        return found if found.exposure > 0 and found.gain > 0 and min(found.colours) > 0 else None

    def controls(self) -> dict[str, Any]:
        """libcamera's controls that hold it."""
        lens = {} if self.focus is None else {"AfMode": MANUAL, "LensPosition": self.focus}
        return {
            **lens,
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": self.exposure,
            "AnalogueGain": self.gain,
            "ColourGains": self.colours,
        }

    def holds(self, data: Mapping[str, Any]) -> bool:
        """Whether a picture with this data was taken so."""
        now = Locked.told(data)
        if now is None or (self.focus is not None and abs((now.focus or 0.0) - self.focus) > FOCUS_OFF):
            return False
        return all(
            abs(is_now / meant - 1) <= off
            for is_now, meant, off in (
                (now.exposure, self.exposure, EXPOSURE_OFF),
                (now.gain, self.gain, GAIN_OFF),
                (now.colours[0], self.colours[0], COLOURS_OFF),
                (now.colours[1], self.colours[1], COLOURS_OFF),
            )
        )


def save(locked: Locked, file: Path) -> None:
    """Keep it, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(json.dumps(asdict(locked)), encoding="utf-8")
    part.replace(file)


def load(file: Path) -> Locked | None:
    """What was kept; None where nothing was. ValueError with one sentence for a file that is broken."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        found = Locked.told(
            {
                "ExposureTime": kept["exposure"],
                "AnalogueGain": kept["gain"],
                "ColourGains": kept["colours"],
                "LensPosition": kept.get("focus"),
            }
        )
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        found = None
    if found is None:
        raise ValueError(f"{file} is not what calibrating the camera writes: delete it, and calibrate anew.")
    return found
