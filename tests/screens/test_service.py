"""The app under a service manager: what it tells it, with a real window, and without one."""

import os
import socket
import time
from pathlib import Path

import pytest

from tests.screens.conftest import StartApp
from tests.screens.driver import PATIENCE
from tests.screens.geometry import faults


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> socket.socket:
    """Listens as systemd does."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(str(tmp_path / "notify"))
    listening.settimeout(PATIENCE)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "600000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    return listening


def test_ready_when_the_first_picture_is_there_then_fed_by_the_loop_until_it_stops(
    manager: socket.socket, start_app: StartApp
) -> None:
    app = start_app()
    said = manager.recv(100)
    if said == b"READY=1":  # that was Xvfb, which knows systemd too
        said = manager.recv(100)
    assert said == b"READY=1\nSTATUS=on the panel"
    assert [manager.recv(100) for _ in range(4)] == [b"WATCHDOG=1"] * 4
    assert app.process is not None
    app.process.send_signal(19)  # stopped: neither drawing nor answering
    time.sleep(0.1)
    manager.settimeout(0.7)
    while True:
        try:
            manager.recv(100)
        except TimeoutError:
            break
    app.process.send_signal(18)
    manager.settimeout(PATIENCE)
    assert manager.recv(100) == b"WATCHDOG=1"


def test_switching_off_from_the_menu_writes_the_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start_app: StartApp
) -> None:
    wish = tmp_path / "switch-off"
    monkeypatch.setenv("TABLE_COMPANION_SWITCH_OFF", str(wish))
    from companion.screens import service

    assert service.may_switch_off()
    service.switch_off()
    assert wish.exists()


def test_without_a_service_manager_it_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.screens import service

    for address in ("", "nonsense", "/no/such/socket"):
        monkeypatch.setitem(os.environ, "NOTIFY_SOCKET", address)
        assert not service.notify("READY=1")


def test_a_stick_is_asked_for_and_its_answer_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start_app: StartApp
) -> None:
    wish, answer = tmp_path / "stick-wish", tmp_path / "answer"
    monkeypatch.setenv("TABLE_COMPANION_STICK", str(wish))
    monkeypatch.setenv("TABLE_COMPANION_ANSWER", str(answer))
    answer.write_text("bad Version 9 did not start here, so the version before runs again.\n")
    app = start_app()
    app.wait(lambda p: "Version 9 did not start" in p.raw["banner"])
    app.tap("banner")
    app.tap("devices")
    app.tap("stick")
    app.tap("copy all games")
    app.wait(lambda p: "being asked for" in p.texts)
    assert wish.read_text() == "backup"
    answer.write_text("busy The games are being copied.\n")
    app.wait(lambda p: "being copied" in p.texts)
    answer.write_text("good They are on the stick.\n")
    picture = app.wait(lambda p: "They are on the stick." in p.texts)
    assert faults(picture) == []
    app.tap("close")
    app.tap("stick")
    app.tap("update")
    app.tap("go on")
    app.wait(lambda p: "being asked for" in p.texts)  # and not the answer to the wish before
    assert wish.read_text() == "update"


def test_without_the_service_no_stick_is_offered(start_app: StartApp) -> None:
    app = start_app()
    app.settled()
    app.tap("devices")
    assert app.on("devices").target("stick") is None
