"""The app as a systemd service: ready when it shows, alive while its loop runs, switched off from its menu.

Fed by the loop that draws and answers touches, the watchdog bites exactly when these have stopped.
"""

import contextlib
import os
import socket
import time
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock

STICK: Final = "TABLE_COMPANION_STICK"
ANSWER: Final = "TABLE_COMPANION_ANSWER"
"""Environment: the file in which something is asked for with a USB stick, and that of the answer (systemd/stick)."""

LATELY: Final = 300.0  # seconds

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


def may_use_stick() -> bool:
    """Whether this app runs where a USB stick is asked for by it."""
    return bool(os.environ.get(STICK) and os.environ.get(ANSWER))


def ask_stick(wish: str) -> None:
    """Ask for `update`, `backup`, `export` or `rollback` (systemd/stick). Raises OSError."""
    with contextlib.suppress(FileNotFoundError):
        _Stick.before = Path(os.environ[ANSWER]).stat().st_mtime_ns
    path = Path(os.environ[STICK])
    part = path.with_name(path.name + ".part")
    part.write_text(wish, encoding="utf-8")
    part.replace(path)


def stick_says() -> tuple[str, str] | None:
    """The answer to the last wish: `busy`, `good` or `bad`, and a sentence; None while there is none."""
    file = Path(os.environ[ANSWER])
    with contextlib.suppress(OSError, UnicodeDecodeError):
        if file.stat().st_mtime_ns != _Stick.before:
            word, _, sentence = file.read_text(encoding="utf-8").strip().partition(" ")
            return (word, sentence) if word in ("busy", "good", "bad") and sentence else None
    return None


def stick_said(seconds: float = LATELY) -> str:
    """What was answered lately, before this app was started: the app itself may be what was updated. Else ""."""
    with contextlib.suppress(OSError, KeyError, UnicodeDecodeError):
        file = Path(os.environ[ANSWER])
        if time.time() - file.stat().st_mtime < seconds:
            word, _, sentence = file.read_text(encoding="utf-8").strip().partition(" ")
            return sentence if word == "bad" else ""
    return ""


class _Stick:
    before = 0  # when the answer to the wish before was written, in nanoseconds
