"""What is wrong with a table box, as the devices screen tells it: each in a plain sentence, and what to do."""

import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.screens.app import Wishes
from companion.screens.wires import Wires
from firmware import protocol
from hardware import buttons, lights
from hardware.box import BoxLink
from hardware.buttons import ButtonEvent, Down
from hardware.checks import Finding
from hardware.gpio import fake_gpio
from tests.firmware.flat import flat
from tests.firmware.rig import Cable, until
from tests.screens.driver import Driver


@pytest.fixture
def cable() -> Iterator[Cable]:
    made = Cable()
    made.plug()
    yield made
    made.unplug()


def opened(cable: Cable, data: Path) -> Wires:
    data.mkdir(exist_ok=True)
    (data / "settings.toml").write_text(f'[box]\nport = "{cable.port}"\n')
    return Wires(Wishes(data))


def box(wires: Wires) -> Finding:
    return next(finding for finding in wires.findings() if finding.part == "table box")


def answering(cable: Cable, version: str) -> None:
    for kind, session, _ in protocol.Decoder(protocol.FROM_HOST).feed(cable.far_read()):
        if kind == "?":
            cable.far_write(protocol.frame("!", session, version))


@pytest.mark.parametrize(
    ("version", "found", "do"),
    [("02", "speaks version 2", "update the companion"), ("00", "speaks version 0", "companion box flash")],
)
def test_older_and_newer_firmware(cable: Cable, tmp_path: Path, version: str, found: str, do: str) -> None:
    wires = opened(cable, tmp_path)
    told: list[str] = []
    wires.listen(lambda event: None, told.append)

    def said() -> bool:
        answering(cable, version)
        return found in box(wires).found

    assert until(said)
    assert box(wires).state == "wrong"
    assert do in box(wires).do
    assert until(lambda: told)
    assert found in told[0]
    wires.close()


def test_another_device_at_that_name(cable: Cable, tmp_path: Path) -> None:
    wires = opened(cable, tmp_path)
    assert until(lambda: "does not answer as a table box" in box(wires).found)
    assert (box(wires).state, "box flash" in box(wires).do) == ("wrong", True)
    wires.close()


def test_two_hosts(cable: Cable, tmp_path: Path) -> None:
    first = BoxLink(queue.Queue(), find=cable.find)
    assert until(lambda: cable.far_read())
    wires = opened(cable, tmp_path)
    assert until(lambda: "another program uses the table box" in box(wires).found)
    assert box(wires).do.startswith("close it")
    wires.close()
    first.close()


def test_noise_half_frames_and_wrong_sums_are_counted(cable: Cable, tmp_path: Path) -> None:
    wires = opened(cable, tmp_path)
    wrong = protocol.frame("H", 1, "000000")
    assert until(lambda: cable.far_read())  # it says hello: what was there before is forgotten
    cable.far_write(b"\x00noise\n" + wrong[:9] + b"\n" + wrong.replace(b"*", b"*0")[:-2] + b"\n")
    assert until(lambda: "3 unusable frames refused since the start" in box(wires).found), wires.box.counts
    wires.close()


def test_no_box_is_nothing_wrong(tmp_path: Path) -> None:
    cable = Cable()
    cable.port = "/dev/no-such-box"
    wires = opened(cable, tmp_path)
    assert (box(wires).state, "no table box is plugged in" in box(wires).found) == ("missing", True)
    wires.close()


def test_pins_and_box_together(cable: Cable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Buttons of both are heard, and the lamps of both are lit."""
    pins, far = fake_gpio(), flat("box").Box()
    monkeypatch.setattr(buttons, "open_gpio", lambda: pins)
    monkeypatch.setattr(lights, "open_gpio", lambda: pins)
    wires = opened(cable, tmp_path)
    heard: list[ButtonEvent] = []
    wires.listen(heard.append, lambda state: None)

    def turn(true: Callable[[], object]) -> bool:
        def step() -> bool:
            now = time.monotonic_ns() // 1_000_000
            far.heard(cable.far_read(), now)
            cable.far_write(far.due(now))
            return bool(true())

        return until(step)

    assert turn(lambda: wires.box.working)
    now = time.monotonic_ns() // 1_000_000
    far.button(0, True, now, now)
    pins.pin(wires.settings.seat2).drive_low()
    assert turn(lambda: len(heard) >= 2)
    assert set(heard) == {Down("seat1"), Down("seat2")}
    wires.lights.turn({3})
    assert turn(lambda: far.lights == "--w---")
    assert pins.pin(wires.settings.lamp3).state
    states = {finding.part: finding.state for finding in wires.findings()}
    assert (states["buttons"], states["lamps"], states["table box"]) == ("ok", "ok", "ok")
    wires.close()


def test_on_the_screen(cable: Cable, tmp_path: Path, start_app: Callable[..., Driver]) -> None:
    data = tmp_path / "data"
    opened(cable, data).close()
    app = start_app((800, 480), data=data)

    def said(words: str, where: Callable[[], str]) -> bool:
        answering(cable, "02")
        return words in where()

    assert until(lambda: said("speaks version 2", lambda: app.look().raw["toast"]), 30)
    app.tap("devices")
    app.on("devices")
    assert until(lambda: said("update the companion", lambda: app.look().texts), 30)
