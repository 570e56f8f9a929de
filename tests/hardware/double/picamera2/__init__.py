"""A double of Picamera2 with the real one's signatures, as far as `ribbon` calls it in its own process.

What it does is said by the file that TABLE_COMPANION_CAMERA names, JSON read anew at each call; all may be left out:

    "cameras": 1             how many are connected
    "busy": false            another process has it
    "hangs": "", "start" or "capture_request"      never comes back from it
    "fails": ""              raises there what the real one raises
    "exposure": [..]         ExposureTime that automatic exposure goes through, the last for ever; what is held wins
    "lens": 0                where autofocus focuses, in dioptres; 0 is a lens that does not move
    "scans": 0               for how many pictures it still looks for the focus
    "ignores": false         whether it exposes as it likes, whatever it is told
    "silent": false          whether it says nothing of how it exposes
    "format": {"main": .., "lores": ..}      what it gives instead of what was asked for
    "frozen": false          the same picture with the same time, over and over
"""

import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np

COLOUR = (40, 90, 200)  # blue, green, red of every picture


def _told() -> dict[str, Any]:
    try:
        told: dict[str, Any] = json.loads(Path(os.environ["TABLE_COMPANION_CAMERA"]).read_text())
    except (KeyError, OSError, ValueError):
        return {}
    return told


def _called(name: str) -> None:
    if os.environ.get("TABLE_COMPANION_CAMERA"):
        with open(os.environ["TABLE_COMPANION_CAMERA"] + ".calls", "a", encoding="utf-8") as calls:
            calls.write(f"{os.getpid()} {name}\n")
    told = _told()
    if told.get("hangs") == name:
        time.sleep(3600)
    if told.get("fails") == name:
        raise RuntimeError(f"{name} failed")


class CompletedRequest:
    def __init__(self, camera: "Picamera2", number: int) -> None:
        self._camera, self._number, self._held = camera, number, True

    def make_array(self, name: str) -> Any:
        assert self._held
        stream = self._camera.camera_configuration()[name]
        width, height = stream["size"]
        if stream["format"] == "RGB888":
            picture = np.full((height, width, 3), COLOUR, np.uint8)
            picture[0, 0] = self._number % 256
            return picture
        if stream["format"] in ("YUV420", "NV12"):
            picture = np.full((height * 3 // 2, width + 64), 128, np.uint8)  # with the real one's padding
            picture[:height] = 128 + self._number % 64  # so that a whole one can be told from its neighbours
            return picture
        return np.zeros((height, width), np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        told = _told()
        stamp = 1 if told.get("frozen") else self._number * 33_333_000
        if told.get("silent"):
            return {"SensorTimestamp": stamp}
        course = told.get("exposure", [9000])
        automatic = course[min(self._number, len(course) - 1)]
        controls = {} if told.get("ignores") else self._camera.controls_
        lens = {}
        if told.get("lens"):
            # Continuous: where the table is; else where it was told to be, or at its default, far away.
            lens["AfState"] = 1 if self._number < told.get("scans", 0) else 2
            lens["LensPosition"] = told["lens"] if controls.get("AfMode") == 2 else controls.get("LensPosition", 1.0)
        return {
            **lens,
            "SensorTimestamp": stamp,
            "ExposureTime": controls.get("ExposureTime", automatic),
            "AnalogueGain": controls.get("AnalogueGain", 2.0),
            "ColourGains": controls.get("ColourGains", (1.5, 1.8)),
            "Lux": 80.0,
            "FocusFoM": 7,
        }

    def release(self) -> None:
        assert self._held
        self._held = False


class Picamera2:
    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Num": number, "Model": "imx708", "Id": "/base/i2c"} for number in range(_told().get("cameras", 1))]

    def __init__(
        self, camera_num: int = 0, verbose_console: Any = None, tuning: Any = None, allocator: Any = None
    ) -> None:
        if _told().get("busy"):
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.started = False
        self.controls_: dict[str, Any] = {}
        self._configuration: dict[str, Any] = {}
        self._number = 0

    @property
    def camera_properties(self) -> dict[str, Any]:
        return {"Model": "imx708", "PixelArraySize": (4608, 2592)}

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        names = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits")
        lens = ("AfMode", "LensPosition") if _told().get("lens") else ()
        return {name: (0, 0, 0) for name in (*names, *lens) if not _told().get("silent")}

    def create_video_configuration(
        self,
        main: dict[str, Any] = {},  # noqa: B006
        lores: dict[str, Any] | None = None,
        raw: dict[str, Any] | None = {},  # noqa: B006
        transform: Any = None,
        colour_space: Any = None,
        buffer_count: int = 6,
        controls: dict[str, Any] = {},  # noqa: B006
        display: str | None = "main",
        encode: str | None = "main",
        queue: bool = True,
        sensor: Any = {},  # noqa: B006
        use_case: str = "video",
    ) -> dict[str, Any]:
        return {"main": dict(main), "lores": lores and dict(lores), "raw": raw, "controls": dict(controls)}

    def configure(self, camera_config: Any = None) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        for name in camera_config["controls"]:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        for name, form in _told().get("format", {}).items():
            camera_config[name]["format"] = form
        self._configuration = camera_config
        _called(f"raw:{camera_config['raw']['size'][0]}x{camera_config['raw']['size'][1]}")
        self.controls_ = camera_config["controls"]
        _called("configure")

    def camera_configuration(self) -> dict[str, Any]:
        return self._configuration

    def start(self, config: Any = None, show_preview: bool = False) -> None:
        _called("start")
        self.started = True

    def stop(self) -> None:
        if self.started:
            _called("stop")
        self.started = False

    def capture_request(self, wait: Any = None, signal_function: Any = None, flush: Any = None) -> CompletedRequest:
        assert self.started
        _called("capture_request")
        time.sleep(0.002)
        self._number += 1
        return CompletedRequest(self, self._number)

    def close(self) -> None:
        _called("close")
