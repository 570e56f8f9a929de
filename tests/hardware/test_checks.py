"""The checks, on machines laid out in a folder."""

from pathlib import Path

import pytest

from hardware import checks

DEVICES = """I: Bus=0003 Vendor=0001 Product=0001 Version=0100
N: Name="a keyboard"
B: EV=120013

I: Bus=0018 Vendor=0000 Product=0000 Version=0000
N: Name="10-0038 generic ft5x06 (79)"
B: PROP=2
B: EV=b
B: ABS=260800000000003
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path in ("proc/bus/input", "proc/asound", "proc/device-tree", "dev", "sys/class/thermal/thermal_zone0"):
        (tmp_path / path).mkdir(parents=True)
    return tmp_path


@pytest.fixture
def pi(root: Path) -> Path:
    (root / "proc/device-tree/model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    (root / "sys/devices/platform/soc/soc:firmware").mkdir(parents=True)
    return root


def test_every_finding_that_is_not_ok_says_what_to_do(root: Path) -> None:
    findings = [check(root) for check in (checks.machine, checks.gpio, checks.touch, checks.sound, checks.power)]
    findings += [checks.clock(root), checks.temperature(root), checks.camera("webcam:0", root), checks.groups_here()]
    for finding in findings:
        assert finding.state in ("ok", "missing", "wrong")
        assert finding.found
        assert bool(finding.do) == (finding.state != "ok"), finding


def test_touch_is_what_has_multitouch_axes(root: Path) -> None:
    assert checks.touch(root).state == "missing"
    (root / "proc/bus/input/devices").write_text(DEVICES)
    assert checks.touch(root) == checks.Finding("touch", "ok", "10-0038 generic ft5x06 (79)")


@pytest.mark.parametrize(
    ("bits", "state", "word"),
    [("0", "ok", "enough"), ("50005", "wrong", "now"), ("50000", "wrong", "since"), ("80008", "ok", "enough")],
)
def test_undervoltage(pi: Path, bits: str, state: str, word: str) -> None:
    (pi / "sys/devices/platform/soc/soc:firmware/get_throttled").write_text(f"{bits}\n")
    assert checks.power(pi).state == state
    assert word in checks.power(pi).found


def test_undervoltage_of_a_pi_5_and_of_another_kernel(root: Path) -> None:
    (root / "proc/device-tree/model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    assert "does not say" in checks.power(root).found
    sensor = root / "sys/class/hwmon/hwmon1"
    sensor.mkdir(parents=True)
    (sensor / "name").write_text("rpi_volt\n")
    (sensor / "in0_lcrit_alarm").write_text("1\n")
    assert (checks.power(root).state, "now" in checks.power(root).found) == ("wrong", True)
    firmware = root / "sys/devices/platform/soc@107c000000/soc@107c000000:firmware"
    firmware.mkdir(parents=True)
    (firmware / "get_throttled").write_text("50000\n")
    assert "since it was switched on" in checks.power(root).found


@pytest.mark.parametrize(("told", "state"), [("48300", "ok"), ("76000", "wrong"), ("81000", "wrong"), ("x", "ok")])
def test_temperature(root: Path, told: str, state: str) -> None:
    (root / "sys/class/thermal/thermal_zone0/temp").write_text(told + "\n")
    assert checks.temperature(root).state == state


def test_a_wrong_date_and_a_date_without_network(root: Path) -> None:
    assert checks.clock(root, now=3600.0).state == "wrong"
    assert "not set from a network" in checks.clock(root, now=1_800_000_000.0).found
    (root / "run/systemd/timesync").mkdir(parents=True)
    (root / "run/systemd/timesync/synchronized").touch()
    assert checks.clock(root, now=1_800_000_000.0).found == "2027-01-15, set from the network"


def test_groups_that_are_missing_are_named_with_what_they_are_for() -> None:
    every = ["video", "render", "input", "dialout", "gpio", "audio", "sudo"]
    assert checks.groups(every, every).state == "ok"
    finding = checks.groups(["video", "audio"], [name for name in every if name != "gpio"])
    assert finding.state == "wrong"
    assert "dialout (the table box)" in finding.found
    assert finding.do.startswith("sudo usermod -aG render,input,dialout ")
    assert checks.groups([], every, root_user=True).state == "ok"


def test_cameras(root: Path) -> None:
    assert checks.camera("webcam:1", root).state == "missing"
    (root / "dev/video1").touch()
    assert checks.camera("webcam:1", root).state == "ok"
    assert checks.camera("studio", root).state == "ok"
    assert checks.camera("picamera", root).state in ("wrong", "missing")  # without the package, or without a camera


def test_the_pins(root: Path, pi: Path) -> None:
    assert checks.gpio(pi).state == "wrong"  # no lgpio here, or no chip


def test_the_disk(tmp_path: Path) -> None:
    assert checks.disk(tmp_path / "not" / "yet", free=10**9).state == "ok"
    assert checks.disk(tmp_path, free=10**6).state == "wrong"


def test_sound(root: Path) -> None:
    (root / "proc/asound/cards").write_text(
        " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n"
    )
    assert checks.sound(root) == checks.Finding("sound", "ok", "vc4-hdmi - vc4-hdmi-0")
