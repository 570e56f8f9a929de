"""The link to the table box against ports that do all that ports do: a pseudo-terminal with a test at its far end."""

import errno
import logging
import os
import queue
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware import protocol
from hardware import box as box_module
from hardware.box import BoxLink, find_boxes, not_opened
from hardware.buttons import ButtonEvent, Down, Press
from tests.firmware.flat import flat
from tests.firmware.rig import Cable, until


class Bench:
    """A link, and the firmware's own code at the far end of the cable, moved by `turn`."""

    def __init__(self) -> None:
        self.cable = Cable()
        self.events: queue.Queue[ButtonEvent] = queue.Queue()
        self.box: Any = flat("box").Box()
        self.slices = False  # the bytes go out one by one
        self.told: list[str] = []
        self.link = BoxLink(self.events, find=self.cable.find, changed=self.told.append)

    def now(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def turn(self) -> None:
        self.box.heard(self.cable.far_read(), self.now())
        out = self.box.due(self.now())
        for piece in [out[at : at + 1] for at in range(len(out))] if self.slices else [out]:
            self.cable.far_write(piece)

    def turn_until(self, true: Any, seconds: float = 10.0) -> bool:
        def step() -> bool:
            self.turn()
            return bool(true())

        return until(step, seconds)

    def press(self, button: int) -> None:
        for down in (True, False):
            self.box.button(button, down, self.now(), self.now())

    def gathered(self, count: int) -> list[ButtonEvent]:
        assert self.turn_until(lambda: self.events.qsize() >= count), (self.link.state, self.link.counts)
        return [self.events.get() for _ in range(self.events.qsize())]


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.link.close()
    if made.cable.port is not None:
        made.cable.unplug()


@pytest.fixture
def up(bench: Bench) -> Bench:
    bench.cable.plug()
    assert bench.turn_until(lambda: bench.link.working), bench.link.state
    return bench


def test_without_a_box_it_says_so_and_works_on(bench: Bench) -> None:
    assert "no table box is plugged in" in bench.link.state
    bench.link.turn({1})
    bench.link.blink(2)
    assert not bench.link.working


def test_bytes_one_by_one(up: Bench) -> None:
    up.slices = True
    up.press(5)
    assert up.gathered(2) == [Down("seat6"), Press("seat6")]


def test_garbage_is_counted_and_hides_nothing(up: Bench) -> None:
    up.cable.far_write(b"\x03\x04$$$ >>> Traceback\r\n" + bytes(range(256)) + b"$H1234\n")
    up.press(6)
    assert up.gathered(2) == [Down("confirm"), Press("confirm")]
    assert up.link.counts["malformed"] >= 3


def test_frames_said_twice_and_a_wrong_crc_act_once_or_never(up: Bench) -> None:
    session = up.box.session
    up.box.button(0, True, up.now(), up.now())
    out = up.box.due(up.now())
    up.cable.far_write(out * 3)
    assert up.gathered(1) == [Down("seat1")]
    good = protocol.frame("E", session, "000001010D")
    up.cable.far_write(good.replace(b"*", b"*")[:-2] + (b"0" if good[-2:-1] != b"0" else b"1") + b"\n")
    assert up.turn_until(lambda: up.link.counts["wrong CRC"] == 1)
    assert up.events.empty()


def test_a_flood_stalls_nothing_and_is_one_line_in_the_log(up: Bench, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(100):
            up.cable.far_write(protocol.frame("E", 0x7777, "000000000D") * 100)
            up.turn()
        up.press(0)
        assert up.gathered(2) == [Down("seat1"), Press("seat1")]
        assert caplog.records == []
        up.link._report_at = 0.0
        assert up.turn_until(lambda: caplog.records)
    assert len(caplog.records) == 1
    assert "another session" in caplog.text


def test_a_box_that_does_not_read_stops_nobody(up: Bench) -> None:
    for seat in range(2000):
        up.link.turn({seat % 6 + 1})
    up.press(1)
    end = time.monotonic() + 3
    while up.events.empty() and time.monotonic() < end:
        up.cable.far_write(up.box.due(up.now()))
    assert up.events.get(timeout=1) == Down("seat2")


def test_unplugged_in_mid_frame_it_is_found_at_another_port(up: Bench) -> None:
    first = up.cable.port
    up.press(0)
    up.cable.far_write(up.box.due(up.now())[:7])
    up.cable.unplug()
    assert until(lambda: not up.link.working)
    up.box = flat("box").Box()
    other = Cable()
    other.plug()
    up.cable.plug()
    other.unplug()
    assert up.cable.port != first
    assert up.turn_until(lambda: up.link.working)
    assert up.events.empty()
    up.press(2)
    assert up.gathered(2) == [Down("seat3"), Press("seat3")]


def test_a_box_that_falls_silent_is_down_within_two_seconds_and_comes_back(up: Bench) -> None:
    assert until(lambda: not up.link.working)
    assert up.turn_until(lambda: up.link.working)


@pytest.mark.parametrize(("version", "do"), [("02", "update the companion."), ("00", "with 'companion box flash'.")])
def test_another_version_is_one_sentence_told_once(bench: Bench, version: str, do: str) -> None:
    bench.cable.plug()
    hellos = 0

    def answer() -> bool:
        nonlocal hellos
        for kind, session, _ in protocol.Decoder(protocol.FROM_HOST).feed(bench.cable.far_read()):
            if kind == "?":
                hellos += 1
                bench.cable.far_write(protocol.frame("!", session, version))
        return f"speaks version {int(version)}" in bench.link.state and hellos > 2

    assert until(answer)
    assert bench.link.state.endswith(do)
    assert not bench.link.working
    assert bench.told == [bench.link.state]


def test_another_device_at_that_name_is_one_sentence(bench: Bench) -> None:
    bench.cable.plug()
    bench.cable.far_write(b"MicroPython v1.29.0; Raspberry Pi Pico\r\n>>> ")
    assert until(lambda: "does not answer as a table box" in bench.link.state)
    assert "box flash" in bench.link.state
    assert bench.told == [bench.link.state]


def test_two_hosts_the_second_finds_it_in_use(up: Bench) -> None:
    second = BoxLink(queue.Queue(), find=up.cable.find)
    try:
        assert up.turn_until(lambda: "another program uses the table box" in second.state), second.state
        assert up.link.working
        up.press(0)
        assert up.gathered(2) == [Down("seat1"), Press("seat1")]
    finally:
        second.close()


def test_a_host_that_ignores_the_lock_takes_over_and_makes_no_wrong_event(up: Bench) -> None:
    up.box.heard(protocol.frame("?", up.box.session ^ 1, "01"), up.now())
    assert up.turn_until(lambda: "another program speaks" in up.link.state)
    assert up.events.empty()


def test_the_lights_of_the_box(up: Bench) -> None:
    up.link.turn({2, 3})
    assert up.turn_until(lambda: up.box.lights == "-ww---")
    up.link.felt(1)
    up.link.felt(2)  # lit already: it goes dark for a moment
    assert up.turn_until(lambda: up.box.lights == "w-w---")
    assert up.turn_until(lambda: up.box.lights == "-ww---")
    beeps = up.box.beeps
    up.link.blink(2)
    assert up.turn_until(lambda: up.box.lights == "-Ww---")
    assert up.box.beeps == beeps + 1
    assert up.turn_until(lambda: up.box.lights == "-ww---")
    up.link.close()
    assert up.turn_until(lambda: up.box.lights == protocol.UNLIT)


def test_closing_it_twice_or_without_a_box_is_nothing(bench: Bench) -> None:
    bench.link.close()
    bench.link.close()
    bench.link.turn({1})


def test_why_a_port_cannot_be_opened() -> None:
    assert "group dialout" in not_opened("/dev/x", PermissionError(errno.EACCES, "Permission denied"))
    assert "another program" in not_opened("/dev/x", OSError("Could not exclusively lock port"))
    assert "plug it in again" in not_opened("/dev/x", OSError(errno.EIO, "Input/output error"))


def test_what_it_looks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = tmp_path / "table-box"
    monkeypatch.setattr(box_module.glob, "glob", lambda pattern: [])
    assert find_boxes(udev_name=str(named)) == []
    named.touch()
    assert find_boxes(udev_name=str(named)) == [str(named)]
    assert find_boxes("/nowhere/at/all") == []
    assert find_boxes(str(named)) == [str(named)]


def test_only_devices_with_the_picos_numbers_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    from serial.tools import list_ports_linux

    class Device:
        def __init__(self, path: str) -> None:
            if path.endswith("2"):
                raise OSError("it has gone")
            self.vid, self.pid = (0x2E8A, 0x0005) if path.endswith("1") else (0x0403, 0x6001)

    monkeypatch.setattr(box_module.glob, "glob", lambda pattern: ["/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyACM2"])
    monkeypatch.setattr(list_ports_linux, "SysFS", Device)
    assert find_boxes(udev_name=os.devnull + "/no") == ["/dev/ttyACM1"]
