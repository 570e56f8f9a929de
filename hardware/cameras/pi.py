"""The Pi's own camera, through picamera2 (from Raspberry Pi OS), in a process of its own.

`ribbon` is that process. It is asked here, waited for no longer than it may take, and ended when it hangs: then the
camera is gone, with a sentence, and whoever watches opens it anew.
"""

import contextlib
import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from hardware.cameras.camera import CameraGone, Closing, Frame, Image
from hardware.cameras.locked import AUTOMATIC, SCANNING, Locked

SIZE: Final = (1280, 720)
SMALL: Final = (640, 360)  # for settling and for showing
OPENS: Final = 8.0  # seconds to open and start, from a slow card
ANSWERS: Final = 3.0  # seconds for a picture
FEWEST, MOST = 15, 75  # pictures in which automatic exposure and white balance find their values
STEADY: Final = 5  # pictures that agree
DRIFTED: Final = 10  # pictures in a row that were not taken as they should
FROZEN: Final = 20  # looks in a row at one and the same picture

SILENT = "the Pi's camera does not answer; it is started again."


class PiCamera(Closing):
    """The camera on the Pi's ribbon cable. Raises CameraGone if there is none, or if it will not start.

    Exposure, white balance and focus are those of `locked`, as calibration found them; without, they are found when
    the camera opens, and held from then on: colours must not shift while a throw is being read. Every picture's own
    data are looked at for whether they are. `answers` and `opens` are seconds.
    """

    def __init__(self, locked: Locked | None = None, *, opens: float = OPENS, answers: float = ANSWERS) -> None:
        self._calibrated = locked is not None
        self.locked = locked
        self.drifted = 0  # pictures in a row whose own data disagree with what is held
        self._answers = answers
        self._frozen, self._stamp = 0, None
        self._lock = threading.Lock()  # a whole picture may be asked for from another thread than looks are
        self._process = _started()
        try:
            self._open(opens)
            if self.locked is None:
                self.locked = self._settled()
                if self.locked is not None:
                    self._open(opens)
        except BaseException:
            self.close()
            raise

    @property
    def state(self) -> str:
        if self.locked is None:
            return "the Pi's camera; it does not say how it exposes, so nothing is held"
        if self.drifted >= DRIFTED:
            return "the Pi's camera does not hold its exposure or colours: calibrate it anew (devices)"
        how = "as calibrated" if self._calibrated else "since it was opened (not calibrated yet)"
        return f"the Pi's camera, exposure and colours held {how}"

    def frame(self) -> Frame:
        head, data = self._ask({"do": "look"}, self._answers)
        self._check(head["told"])
        number = int(head["number"])
        return Frame(_picture(head, data), time.monotonic(), lambda: self._whole(number))

    def next(self) -> None:
        """A live picture; the next throw comes by itself."""

    def close(self) -> None:
        self._end()

    def _whole(self, number: int) -> Image:
        head, data = self._ask({"do": "whole", "number": number}, self._answers)
        return _picture(head, data)

    def _open(self, seconds: float) -> None:
        controls = self.locked.controls() if self.locked is not None else AUTOMATIC
        self._ask({"do": "open", "controls": controls, "size": SIZE, "small": SMALL}, seconds)

    def _settled(self) -> Locked | None:
        """What automatic exposure and white balance arrive at; None of a camera that does not say."""
        steady = 0
        last: Locked | None = None
        for number in range(MOST):
            told = self._ask({"do": "look"}, self._answers)[0]["told"]
            steady = steady + 1 if last is not None and last.holds(told) else 0
            last = Locked.told(told)
            if number >= FEWEST and told.get("AfState") != SCANNING and (last is None or steady >= STEADY):
                break
        return last

    def _check(self, told: Mapping[str, Any]) -> None:
        if self.locked is not None:
            self.drifted = 0 if self.locked.holds(told) else self.drifted + 1
        stamp = told.get("SensorTimestamp")
        self._frozen = self._frozen + 1 if stamp is not None and stamp == self._stamp else 0
        self._stamp = stamp
        if self._frozen >= FROZEN:
            raise CameraGone("the Pi's camera gives one picture over and over; it is started again.")

    def _ask(self, what: Mapping[str, Any], seconds: float) -> tuple[dict[str, Any], bytearray]:
        """The answer to `what`. Raises CameraGone; after that, nothing more is answered."""
        with self._lock:
            try:
                head, data = self._talk(json.dumps(what).encode() + b"\n", time.monotonic() + seconds)
            except (OSError, ValueError) as error:
                self._end()
                raise CameraGone(SILENT) from error
        if "gone" in head:
            raise CameraGone(str(head["gone"]))
        return head, data

    def _talk(self, line: bytes, until: float) -> tuple[dict[str, Any], bytearray]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line)
        end, heard = self._process.stdout.fileno(), bytearray()

        def take(enough: Callable[[], bool]) -> None:
            while not enough():
                left = until - time.monotonic()
                if left <= 0 or not select.select([end], [], [], left)[0]:
                    raise TimeoutError
                piece = os.read(end, 1 << 20)
                if not piece:
                    raise EOFError from None
                heard.extend(piece)

        try:
            take(lambda: b"\n" in heard)
            head, _, rest = bytes(heard).partition(b"\n")
            told: dict[str, Any] = json.loads(head)
            heard[:] = rest
            take(lambda: len(heard) >= told["bytes"])
        except EOFError as error:
            raise OSError("it has ended") from error
        return told, heard

    def _end(self) -> None:
        """The process is asked to end, and made to."""
        process = self._process
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        for wait, more in ((1.0, process.terminate), (0.5, process.kill), (1.0, None)):
            try:
                process.wait(wait)
                return
            except subprocess.TimeoutExpired:
                if more is not None:
                    more()
        # It hangs where even a kill does not reach: the kernel has it, and the camera with it.


def _started() -> "subprocess.Popen[bytes]":
    here = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(part for part in (here, os.environ.get("PYTHONPATH", "")) if part)
    return subprocess.Popen(
        [sys.executable, "-m", "hardware.cameras.ribbon"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        env={**os.environ, "PYTHONPATH": path},
    )


def _picture(head: Mapping[str, Any], data: bytearray) -> Image:
    """The picture as blue, green, red. Raises CameraGone if it is none that can be understood."""
    kind, (width, height) = head["format"], head["size"]
    try:
        array = np.frombuffer(data, np.uint8).reshape(head["shape"])
        if kind == "RGB888" and array.shape == (height, width, 3):
            return array
        planar = {"YUV420": cv2.COLOR_YUV2BGR_I420, "NV12": cv2.COLOR_YUV2BGR_NV12}.get(kind)
        if planar is not None and array.shape[0] == height * 3 // 2 and array.shape[1] >= width:
            return np.ascontiguousarray(cv2.cvtColor(array, planar)[:, :width])
    except (ValueError, cv2.error):
        pass  # said below
    raise CameraGone(
        f"the Pi's camera gives pictures in a form that is not known here ({kind}, {head['shape']}): "
        "update Raspberry Pi OS, or choose another camera."
    )
