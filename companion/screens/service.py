"""The app as a systemd service: ready when it shows, alive while its loop runs, switched off from its menu.

Fed by the loop that draws and answers touches, the watchdog bites exactly when these have stopped.
"""

import contextlib
import os
import socket
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock

SWITCH_OFF: Final = "TABLE_COMPANION_SWITCH_OFF"
"""Environment: the file whose being there switches the machine off (systemd/table-companion-poweroff.path)."""


def notify(words: str) -> bool:
    """Tell systemd, e.g. "READY=1"; False where no service manager listens. Never waits."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        to.setblocking(False)
        to.connect("\0" + address[1:] if address.startswith("@") else address)
        to.send(words.encode())
        return True
    return False


def begin() -> None:
    """The first picture is on the panel: ready, and from now on alive."""
    if not notify("READY=1\nSTATUS=on the panel"):
        return
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    if (
        microseconds.isdigit()
        and int(microseconds) > 0
        and os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    ):
        feed()
        Clock.schedule_interval(feed, int(microseconds) / 1e6 / 3)


def feed(*_: Any) -> None:
    """One meal for the watchdog."""
    notify("WATCHDOG=1")


def end() -> None:
    """It is being closed on purpose."""
    notify("STOPPING=1")


def may_switch_off() -> bool:
    """Whether this app runs where it may switch the machine off."""
    return bool(os.environ.get(SWITCH_OFF))


def switch_off() -> None:
    """Ask for it. Raises OSError."""
    Path(os.environ[SWITCH_OFF]).touch()
