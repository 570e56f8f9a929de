"""The app under a service manager: what it tells it, with a real window, and without one."""

import os
import socket
import time
from pathlib import Path

import pytest

from tests.screens.conftest import StartApp
from tests.screens.driver import PATIENCE


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
