"""The Pi's camera in its own process, against a double of Picamera2: held, hanging, vanished, of a strange form."""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.cameras import CameraGone, Locked, Watching, locked, open_camera
from hardware.cameras import pi as pi_module
from hardware.cameras.pi import DRIFTED, FROZEN, PiCamera
from tests.firmware.rig import until

DOUBLE = Path(__file__).parent / "double"


class Device:
    """What the double does, and what it was asked for."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.does()

    def does(self, **what: Any) -> None:
        part = self.file.with_suffix(".part")
        part.write_text(json.dumps(what))
        part.replace(self.file)

    def calls(self, *names: str) -> list[str]:
        lines = self.file.with_name(self.file.name + ".calls").read_text().splitlines()
        return [name for _, name in (line.split() for line in lines) if not names or name in names]

    def processes(self) -> list[int]:
        lines = self.file.with_name(self.file.name + ".calls").read_text().splitlines()
        return list(dict.fromkeys(int(line.split()[0]) for line in lines))


@pytest.fixture
def device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    monkeypatch.setenv("PYTHONPATH", str(DOUBLE))
    monkeypatch.setenv("TABLE_COMPANION_CAMERA", str(tmp_path / "camera"))
    made = Device(tmp_path / "camera")
    yield made
    for process in made.processes() if (tmp_path / "camera.calls").exists() else []:
        assert until(lambda process=process: not Path(f"/proc/{process}").exists()), "a process was left behind"


FOUND = Locked(9000, 2.0, (1.5, 1.8))


def test_small_pictures_to_look_at_and_whole_ones_to_read(device: Device) -> None:
    with open_camera("picamera", locked=FOUND) as camera:
        frame = camera.frame()
        assert frame.image.shape == (360, 640, 3)
        assert frame.full().shape == (720, 1280, 3)
        assert frame.full()[9, 9].tolist() == [40, 90, 200]
        assert camera.live
    assert device.calls("start", "configure", "stop", "close") == ["configure", "start", "stop", "close"]
    assert device.calls("raw:2304x1296")  # all that the sensor sees, not a part of it


def test_calibrated_it_starts_with_what_was_found_and_says_so(device: Device) -> None:
    device.does(exposure=[20_000])
    with PiCamera(FOUND) as camera:
        camera.frame()
        assert camera.drifted == 0
        assert camera.locked == FOUND
        assert "as calibrated" in camera.state


def test_not_calibrated_it_waits_until_the_automatic_has_settled_and_holds_that(device: Device) -> None:
    device.does(exposure=[*range(1000, 21_000, 1000), 21_000])
    with PiCamera() as camera:
        assert camera.locked == Locked(21_000, 2.0, (1.5, 1.8))
        device.does(exposure=[3000])
        camera.frame()
        assert camera.drifted == 0
        assert "not calibrated yet" in camera.state
    assert device.calls("configure", "start", "stop") == ["configure", "start", "stop", "configure", "start", "stop"]


def test_a_lens_that_moves_is_focused_on_the_tray_once_and_held(device: Device) -> None:
    device.does(lens=3.2)
    with PiCamera() as camera:
        found = camera.locked
        assert found == Locked(9000, 2.0, (1.5, 1.8), 3.2)
        device.does(lens=0.5)  # a hand, or whatever it would focus on now
        camera.frame()
        assert camera.drifted == 0
    device.does(lens=3.2, scans=40)
    with PiCamera():
        assert len(device.calls("capture_request")) >= 16 + 1 + 40
    device.does(lens=3.2)
    with PiCamera(found) as camera:
        camera.frame()
        assert camera.drifted == 0


def test_a_camera_that_does_not_hold_is_said_after_some_pictures(device: Device) -> None:
    device.does(ignores=True, exposure=[30_000])
    with PiCamera(FOUND) as camera:
        for _ in range(DRIFTED - 1):
            camera.frame()
        assert "as calibrated" in camera.state
        camera.frame()
        assert "does not hold" in camera.state
        assert "calibrate" in camera.state
        device.does()
        camera.frame()
        assert "as calibrated" in camera.state


def test_a_camera_without_controls_is_used_and_says_so(device: Device) -> None:
    device.does(silent=True)
    with PiCamera() as camera:
        assert camera.frame().image.shape == (360, 640, 3)
        assert "nothing is held" in camera.state


def test_it_hangs_and_is_started_again(device: Device) -> None:
    with Watching(lambda: PiCamera(FOUND, opens=5, answers=0.5), retry=0.05, pause=0.01) as watching:
        assert until(lambda: watching.state == "ok")
        device.does(hangs="capture_request")
        assert until(lambda: "does not answer" in watching.sentence)
        assert watching.state == "lost"
        device.does()
        assert until(lambda: watching.state == "ok")
    assert len(device.processes()) >= 2


def test_it_hangs_when_it_starts(device: Device) -> None:
    device.does(hangs="start")
    with pytest.raises(CameraGone, match="does not answer"):
        PiCamera(FOUND, opens=1.5)


def test_its_process_dies(device: Device) -> None:
    with PiCamera(FOUND) as camera:
        frame = camera.frame()
        os.kill(camera._process.pid, 9)
        with pytest.raises(CameraGone, match="started again"):
            camera.frame()
        with pytest.raises(CameraGone, match="started again"):
            frame.full()


def test_it_vanishes_and_comes_back(device: Device) -> None:
    with Watching(lambda: PiCamera(FOUND), retry=0.05, pause=0.01) as watching:
        assert until(lambda: watching.state == "ok")
        device.does(fails="capture_request", cameras=0)
        assert until(lambda: "sees no camera" in watching.sentence)
        device.does()
        assert until(lambda: watching.state == "ok")


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ({"cameras": 0}, "ribbon cable"),
        ({"busy": True}, "another program may be using it"),
        ({"fails": "start"}, "does not start"),
        ({"fails": "configure"}, "does not start"),
        ({"fails": "capture_request"}, "no more pictures"),
    ],
)
def test_why_there_is_none(device: Device, what: dict[str, Any], sentence: str) -> None:
    device.does(**what)
    with pytest.raises(CameraGone, match=sentence) as gone, PiCamera(FOUND) as camera:
        camera.frame()
    assert str(gone.value).endswith(".")


@pytest.mark.parametrize("stream", ["main", "lores"])
def test_a_form_that_is_not_known_is_one_sentence(device: Device, stream: str) -> None:
    device.does(format={stream: "SRGGB10"})
    with pytest.raises(CameraGone, match="form that is not known here"), PiCamera(FOUND) as camera:
        camera.frame().full()


def test_other_forms_that_libcamera_may_choose_are_understood(device: Device) -> None:
    device.does(format={"main": "NV12", "lores": "NV12"})
    with PiCamera(FOUND) as camera:
        assert camera.frame().image.shape == (360, 640, 3)
        assert camera.frame().full().shape == (720, 1280, 3)


def test_one_picture_over_and_over_is_no_camera(device: Device) -> None:
    with PiCamera(FOUND) as camera:
        camera.frame()
        device.does(frozen=True)
        for _ in range(FROZEN):
            camera.frame()
        with pytest.raises(CameraGone, match="over and over"):
            camera.frame()


def test_the_whole_of_a_picture_is_of_that_picture_and_asked_for_late_of_the_newest(device: Device) -> None:
    with PiCamera(FOUND) as camera:
        frames = [camera.frame() for _ in range(10)]
        levels = [int(frame.image[9, 9, 0]) for frame in frames]
        assert levels == sorted(set(levels))
        numbers = [int(frame.full()[0, 0, 0]) for frame in frames]
        assert numbers == [10, 10, 10, 10, 10, 10, 7, 8, 9, 10]


def test_without_picamera2(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "picamera2.py").write_text("raise ImportError('no libcamera here')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(CameraGone, match="python3-picamera2"):
        PiCamera(FOUND)


def test_a_process_that_will_not_end_is_ended(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    device.does(hangs="close")
    camera = PiCamera(FOUND)
    began = time.monotonic()
    camera.close()
    assert camera._process.poll() is not None
    assert time.monotonic() - began < 30
    assert sys.modules["hardware.cameras.pi"] is pi_module


def test_what_was_locked_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "data" / locked.FILE
    assert locked.load(file) is None
    for kept in (FOUND, Locked(9000, 2.0, (1.5, 1.8), 3.2)):
        locked.save(kept, file)
        assert locked.load(file) == kept
    for broken in (
        "",
        "{}",
        "[]",
        '{"exposure": 0, "gain": 1, "colours": [1, 1]}',
        '{"exposure": "x", "gain": 1, "colours": 3}',
    ):
        file.write_text(broken)
        with pytest.raises(ValueError, match=r"calibrate anew\.$"):
            locked.load(file)


def test_what_counts_as_held() -> None:
    data = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8)}
    assert FOUND.holds(data)
    assert FOUND.holds({**data, "ExposureTime": 9030, "AnalogueGain": 2.05})  # in the sensor's own steps
    assert not FOUND.holds({**data, "ExposureTime": 12_000})
    assert not FOUND.holds({**data, "AnalogueGain": 4.0})
    assert not FOUND.holds({**data, "ColourGains": (1.5, 2.4)})
    assert not FOUND.holds({"Lux": 3})
    focused = Locked(9000, 2.0, (1.5, 1.8), 3.2)
    assert focused.holds({**data, "LensPosition": 3.3})
    assert not focused.holds({**data, "LensPosition": 1.0})
    assert not focused.holds(data)
    assert not FOUND.holds({**data, "ColourGains": None})
