"""The process that has the Pi's camera: `python -m hardware.cameras.ribbon`, started by `hardware.cameras.pi`.

libcamera may hang in the driver, where no thread can be ended; a process can, and the camera is free again. It answers
one line of JSON on its standard input with one on its standard output, followed by the `bytes` of a picture:

    {"do": "open", "controls": {...}, "size": [w, h], "small": [w, h]}       again: with other controls
    {"do": "look"}           the next picture, small; the whole of it is kept for a moment
    {"do": "whole", "number": n}      that picture, or the newest if it is kept no longer

An answer is {"number", "format", "shape", "told", "bytes"}, or {"gone": "a sentence"}. When its input ends, so does it.
"""

import json
import os
import sys
from collections import deque
from collections.abc import Mapping
from typing import Any, BinaryIO, Final

KEPT: Final = 4  # whole pictures; the one that came to rest is asked for within two or three looks
TOLD: Final = ("SensorTimestamp", "ExposureTime", "AnalogueGain", "ColourGains", "LensPosition", "AfState", "Lux")
LONGEST: Final = 100_000  # microseconds a picture may be exposed: a dim room is better slow than dark
FASTEST: Final = 33_333

NOT_INSTALLED = "picamera2 is not installed; on Raspberry Pi OS, install the package python3-picamera2."
NONE_SEEN = "the Pi sees no camera; check the ribbon cable, or choose another camera."
NOT_OPENED = "the Pi's camera cannot be opened; another program may be using it, or its cable is loose."


class Gone(Exception):
    """There is no camera, or no longer; its text says so in one sentence."""


class Ribbon:
    """Picamera2, opened and running with one configuration throughout: switching modes takes seconds and can hang."""

    def __init__(self, wanted: Mapping[str, Any]) -> None:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise Gone(NOT_INSTALLED) from error
        try:
            if not Picamera2.global_camera_info():
                raise Gone(NONE_SEEN)
            self._camera: Any = Picamera2()
        except (RuntimeError, IndexError, OSError) as error:
            raise Gone(NOT_OPENED) from error
        self._number = 0
        self._whole: deque[tuple[int, dict[str, Any], bytes]] = deque(maxlen=KEPT)
        self.start(wanted)

    def start(self, wanted: Mapping[str, Any]) -> None:
        """Start, or start again with other controls. Raises Gone."""
        try:
            self._camera.stop()  # nothing, where it does not run
            self._configure(wanted)
            self._camera.start()
        except (RuntimeError, OSError, ValueError, KeyError, TypeError) as error:
            self.close()
            raise Gone(f"the Pi's camera does not start ({error}); check its cable and start again.") from error

    def _configure(self, wanted: Mapping[str, Any]) -> None:
        able = self._camera.camera_controls
        controls = {name: tuple(v) if isinstance(v, list) else v for name, v in wanted["controls"].items()}
        if "FrameDurationLimits" in able:
            controls["FrameDurationLimits"] = (FASTEST, LONGEST)
        # Half the sensor's own size is a mode that sees all of it, with every Pi camera; else some see a part only.
        whole = self._camera.camera_properties.get("PixelArraySize")
        raw = {"size": (whole[0] // 2, whole[1] // 2)} if whole else {}
        # What picamera2 calls RGB888 lies in memory as blue, green, red. The small one has to be YUV on a Pi 4.
        configuration = self._camera.create_video_configuration(
            main={"size": tuple(wanted["size"]), "format": "RGB888"},
            lores={"size": tuple(wanted["small"]), "format": "YUV420"},
            raw=raw,
            controls={name: value for name, value in controls.items() if name in able},
        )
        self._camera.configure(configuration)
        # libcamera may have changed what it was asked for.
        self._streams = self._camera.camera_configuration()

    def look(self) -> tuple[dict[str, Any], bytes]:
        """The next picture, small. Raises Gone."""
        try:
            request = self._camera.capture_request()
            try:
                small, whole = request.make_array("lores"), request.make_array("main")
                data = request.get_metadata()
            finally:
                request.release()
        except (RuntimeError, OSError) as error:
            raise Gone("the Pi's camera gives no more pictures; check its cable.") from error
        self._number += 1
        told = {name: data[name] for name in TOLD if name in data}
        self._whole.append((self._number, *self._packed("main", whole, told)))
        head, data = self._packed("lores", small, told)
        return {"number": self._number, **head}, data

    def whole(self, number: int) -> tuple[dict[str, Any], bytes]:
        """The whole picture of that number, or the newest. Raises Gone."""
        if not self._whole:
            self.look()
        at, head, data = next((kept for kept in self._whole if kept[0] == number), self._whole[-1])
        return {"number": at, **head}, data

    def close(self) -> None:
        try:
            self._camera.stop()
            self._camera.close()
        except (RuntimeError, OSError):
            pass  # the process ends, and with it what it had

    def _packed(self, stream: str, array: Any, told: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        width, height = self._streams[stream]["size"]
        head = {"format": self._streams[stream]["format"], "shape": list(array.shape), "size": [width, height]}
        return {**head, "told": told}, array.tobytes()


def answer(ribbon: "Ribbon | None", asked: Mapping[str, Any]) -> tuple["Ribbon | None", dict[str, Any], bytes]:
    """What one line asks for."""
    if asked["do"] == "open":
        if ribbon is None:
            return Ribbon(asked), {}, b""
        ribbon.start(asked)
        return ribbon, {}, b""
    if ribbon is None:
        raise Gone("the Pi's camera is not open.")
    head, data = ribbon.look() if asked["do"] == "look" else ribbon.whole(int(asked["number"]))
    return ribbon, head, data


def serve(asks: BinaryIO, answers: BinaryIO) -> None:
    """Until `asks` ends, or nobody reads the answers any more."""
    ribbon: Ribbon | None = None
    try:
        for line in asks:
            data = b""
            try:
                ribbon, head, data = answer(ribbon, json.loads(line))
                head["bytes"] = len(data)
            except Gone as gone:
                head = {"gone": str(gone), "bytes": 0}
            answers.write(json.dumps(head).encode() + b"\n" + data)
            answers.flush()
    except BrokenPipeError:
        pass
    finally:
        if ribbon is not None:
            ribbon.close()


def main() -> None:
    # The answers have standard output for themselves: whatever a library prints goes to standard error.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
