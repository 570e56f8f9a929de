"""The checks, inside of the Debian 13: `python -m tests.hardware.picamera.check LABELS.json`. Ends with 1 if one fails.

The virtual camera shows the pictures of /frames over and over; LABELS says which dice lie in each.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from hardware.cameras import CameraGone, Watching, open_camera
from hardware.cameras.pi import PiCamera
from vision import reader

FRAMES = Path("/frames")
LIKE = (
    14.0  # grey levels between a picture and itself; the virtual camera's brightness goes from 0 to 255, not 16 to 235
)


def nearest(image: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]") -> tuple[str, float]:
    """Which of our pictures that is, and how far from it."""
    far = []
    for file in sorted(FRAMES.iterdir()):
        ours = cv2.imread(str(file))
        assert ours is not None
        size = (image.shape[1], image.shape[0])
        off = np.abs(cv2.resize(ours, size, interpolation=cv2.INTER_AREA).astype(int) - image).mean()
        far.append((file.name, float(off)))
    return min(far, key=lambda one: one[1])


def sentence_of(opening: Callable[[], object]) -> str:
    try:
        opening()
    except CameraGone as gone:
        return str(gone)
    return ""


def pictures(labels: dict[str, list[tuple[str, int]]]) -> None:
    began = time.monotonic()
    with open_camera("picamera") as camera:
        print(f"opened in {time.monotonic() - began:.1f} s: {camera.state}")
        seen = set()
        for _ in range(40):
            frame = camera.frame()
            name, off = nearest(frame.image)
            whole, whole_off = nearest(frame.full())
            assert frame.image.shape == (360, 640, 3), frame.image.shape
            assert frame.full().shape == (720, 1280, 3), frame.full().shape
            assert max(off, whole_off) < LIKE, (off, whole_off)
            assert name == whole, "the whole picture is another than the small one"
            if name not in seen:
                reading = reader.read(frame.full())
                lie = Counter(value for _, value in labels[name])
                read = Counter(die.value for die in reading.dice)
                print(f"{name}: {off:.1f} levels off small, {whole_off:.1f} whole; read {sorted(read.elements())}")
                assert read == lie or not reading.certain, "a wrong reading, and certain of it"
            seen.add(name)
        print(f"40 pictures, {len(seen)} of {len(labels)} different ones, each small one with its own whole")
        assert len(seen) > 1


TWICE = """
from hardware.cameras.ribbon import Gone, Ribbon
wanted = {"controls": {}, "size": [1280, 720], "small": [640, 360]}
first = Ribbon(wanted)
try:
    Ribbon(wanted)
except Gone as gone:
    print(gone)
first.look()
first.close()
"""


SIGNATURES = """
import importlib.util, inspect, sys
import picamera2, picamera2.request
from picamera2 import Picamera2
spec = importlib.util.spec_from_file_location("double", sys.argv[2])
double = importlib.util.module_from_spec(spec)
spec.loader.exec_module(double)
pairs = ((double.Picamera2, Picamera2), (double.CompletedRequest, picamera2.request.CompletedRequest))
for ours, real in pairs:
    for name, method in vars(ours).items():
        if not callable(getattr(ours, name)) or (name == "__init__" and ours is double.CompletedRequest):
            continue
        if name.startswith("_") and name != "__init__":
            continue
        told, meant = (list(inspect.signature(getattr(one, name)).parameters) for one in (ours, real))
        assert told == meant, (name, told, meant)
        print(f"{ours.__name__}.{name}", end=" ")
"""


def signatures() -> None:
    """The double that every test run uses has the real one's signatures."""
    double = Path(__file__).parents[1] / "double" / "picamera2" / "__init__.py"
    command = [sys.executable, "-c", SIGNATURES, "hardware.cameras.ribbon", str(double)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    print(f"as the double has it: {ran.stdout.strip()}")


def busy() -> None:
    """In one process: the virtual camera, unlike a real one, is not locked against other processes."""
    ran = subprocess.run(
        [sys.executable, "-c", TWICE, "hardware.cameras.ribbon"], capture_output=True, text=True, timeout=60, check=True
    )
    print(f"opened twice: {ran.stdout.strip()}")
    assert "another program may be using it" in ran.stdout


def hang() -> None:
    with Watching(lambda: PiCamera(answers=2.0), retry=0.2) as watching:
        wait(lambda: watching.state == "ok", watching)
        (child,) = children()
        os.kill(child, signal.SIGSTOP)
        wait(lambda: "does not answer" in watching.sentence, watching)
        wait(lambda: watching.state == "ok", watching)
        print(f"stopped in its tracks, it was started again: {watching.sentence}")
        (other,) = children()
        assert other != child
    wait(lambda: not children(), None)


def children() -> list[int]:
    """The processes that have the camera."""
    return [int(pid) for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()]


def wait(true: Callable[[], bool], watching: Watching | None) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end, watching.sentence if watching else "waited in vain"
        time.sleep(0.02)


def none() -> None:
    os.environ["LIBCAMERA_PIPELINES_MATCH_LIST"] = "rpi/vc4"
    try:
        said = sentence_of(lambda: open_camera("picamera"))
    finally:
        del os.environ["LIBCAMERA_PIPELINES_MATCH_LIST"]
    print(f"none connected: {said}")
    assert "sees no camera" in said


def main(labels: Path) -> None:
    pictures(json.loads(labels.read_text()))
    with open_camera("picamera") as camera:
        print(f"closed and opened again: {camera.frame().image.shape}")
    signatures()
    busy()
    hang()
    none()
    print("picamera: everything as it should be")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
