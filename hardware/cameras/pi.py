"""The Pi's own camera, through picamera2 (from Raspberry Pi OS)."""

import contextlib
import time
from typing import Any

import numpy as np

from hardware.cameras.camera import CameraGone, Closing, Frame

WIDTH, HEIGHT = 1280, 720
PICTURES_TO_SETTLE = 25  # automatic exposure and white balance have found their values by then
LOCKED = ("ExposureTime", "AnalogueGain", "ColourGains")


class PiCamera(Closing):
    """The camera on the Pi's ribbon cable. Raises CameraGone if there is none, or if it will not start.

    Exposure and white balance are found once, with the tray as it is lit when the camera opens, and then held: colours
    must not shift while a throw is being read. `frame` looks in every picture's own data whether they are.
    """

    def __init__(self) -> None:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraGone(
                "picamera2 is not installed; on Raspberry Pi OS, install the package python3-picamera2."
            ) from error
        try:
            if not Picamera2.global_camera_info():
                raise CameraGone("the Pi sees no camera; check the ribbon cable, or choose another camera.")
            self._camera = Picamera2()
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraGone(
                "the Pi's camera cannot be opened; another program may be using it, or its cable is loose."
            ) from error
        self._locked: dict[str, Any] = {}
        self.drifted = 0  # pictures whose own data disagree with the values held
        try:
            self._start({})
            self._locked = self._settled()
            if self._locked:
                self._camera.stop()
                self._start({"AeEnable": False, "AwbEnable": False, **self._locked})
        except (RuntimeError, OSError, ValueError, KeyError) as error:
            self.close()
            raise CameraGone(f"the Pi's camera does not start ({error}); check its cable and start again.") from error

    @property
    def state(self) -> str:
        held = "exposure and colours held" if self._locked else "exposure and colours automatic"
        return f"the Pi's camera, {held}"

    def frame(self) -> Frame:
        try:
            (image,), told = self._camera.capture_arrays(["main"])
        except (RuntimeError, OSError) as error:
            raise CameraGone("the Pi's camera gives no more pictures; check its cable.") from error
        at = time.monotonic()
        if self._locked and abs(told.get("ExposureTime", 0) - self._locked["ExposureTime"]) > 200:
            self.drifted += 1
        return Frame(np.ascontiguousarray(image[:, :, :3]), at)

    def next(self) -> None:
        """A live picture; the next throw comes by itself."""

    def close(self) -> None:
        with contextlib.suppress(RuntimeError, OSError):
            self._camera.stop()
        with contextlib.suppress(RuntimeError, OSError):
            self._camera.close()

    def _start(self, controls: dict[str, Any]) -> None:
        # One configuration of one size throughout: switching modes takes seconds and can hang. What picamera2 calls
        # RGB888 lies in memory as blue, green, red.
        configuration = self._camera.create_video_configuration(
            main={"size": (WIDTH, HEIGHT), "format": "RGB888"}, controls=controls
        )
        self._camera.configure(configuration)
        self._camera.start()

    def _settled(self) -> dict[str, Any]:
        """The values that automatic exposure and white balance arrived at; none for a camera without them."""
        told: dict[str, Any] = {}
        for _ in range(PICTURES_TO_SETTLE):
            told = self._camera.capture_metadata()
        if not all(name in told for name in LOCKED):
            return {}
        return {name: told[name] for name in LOCKED}
