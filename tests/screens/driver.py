"""Plays the app as people do: real pointer events in a real window on a virtual display.

The app is asked where things are (`companion/screens/probe.py`), and is touched with xdotool where it says so.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PATIENCE = 30.0
"""Seconds to wait for anything; only a broken app ever takes so long."""
LOOKS = 4
"""Times of ten seconds in which the window may be too busy to answer, on a machine that is busy elsewhere."""


@dataclass
class Picture:
    """What is on the screen."""

    raw: dict[str, Any]

    @property
    def screen(self) -> str:
        return str(self.raw["screen"])

    @property
    def keys(self) -> list[str]:
        return [target["key"] for target in self.raw["targets"]]

    def target(self, key: str) -> dict[str, Any] | None:
        return next((target for target in self.raw["targets"] if target["key"] == key), None)

    def enabled(self, prefix: str) -> list[str]:
        return [t["key"] for t in self.raw["targets"] if t["key"].startswith(prefix) and not t["grey"]]

    @property
    def texts(self) -> str:
        return "\n".join(text["text"] for text in self.raw["texts"])


@dataclass
class Driver:
    """One running app. `taps` counts the touches made."""

    display: str
    data: Path
    size: tuple[int, int] = (800, 480)
    arguments: tuple[str, ...] = ()
    windowed: bool = True
    process: "subprocess.Popen[bytes] | None" = None
    taps: int = 0
    _socket: Path = field(default=Path())
    _stream: Any = None

    def start(self) -> "Driver":
        self.data.mkdir(parents=True, exist_ok=True)
        self._socket = self.data / f"probe-{self.display.strip(':')}"
        self._socket.unlink(missing_ok=True)
        environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "WAYLAND"))},
            "DISPLAY": self.display,
            "TABLE_COMPANION_PROBE": str(self._socket),
            "XDG_DATA_HOME": str(self.data / "home"),
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        size = ("--windowed", f"{self.size[0]}x{self.size[1]}") if self.windowed else ()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", *size, "--data", str(self.data), *self.arguments],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=(self.data / "stderr.txt").open("ab"),
        )
        self._connect()
        return self

    def _connect(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process is not None
            if self.process.poll() is not None:
                raise AssertionError(f"the app ended: {(self.data / 'stderr.txt').read_text()[-2000:]}")
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connection.connect(str(self._socket))
            except OSError:
                time.sleep(0.05)
                continue
            self._stream = connection.makefile("rw", encoding="utf-8")
            return
        raise AssertionError("the app did not come up")

    def look(self) -> Picture:
        """What is on the screen now."""
        for _ in range(LOOKS):
            self._stream.write("look\n")
            self._stream.flush()
            line = self._stream.readline()
            if not line:
                raise AssertionError(f"the app went away: {(self.data / 'stderr.txt').read_text()[-2000:]}")
            if raw := json.loads(line):
                return Picture(raw)
        raise AssertionError("the app's window answers no more")

    def wait(self, what: Any, why: str = "") -> Picture:
        """Look until `what(picture)` holds."""
        end = time.monotonic() + PATIENCE
        while True:
            picture = self.look()
            if what(picture):
                return picture
            if time.monotonic() > end:
                raise AssertionError(
                    f"waited in vain{' for ' + why if why else ''}: on {picture.screen} there are {picture.keys}; "
                    f"banner “{picture.raw['banner']}”, toast “{picture.raw['toast']}”, texts {picture.texts[:1500]}"
                )
            time.sleep(0.03)

    def on(self, screen: str) -> Picture:
        """Wait for a screen."""
        return self.wait(lambda p: p.screen == screen and not p.raw["busy"], f"the screen {screen}")

    def settled(self) -> Picture:
        """Wait until nothing is being worked on."""
        return self.wait(lambda p: p.raw["ready"] and not p.raw["busy"], "the app to settle")

    def quiet(self) -> Picture:
        """Wait until nothing is being worked on and no passing word lies over the screen."""
        return self.wait(lambda p: p.raw["ready"] and not p.raw["busy"] and not p.raw["toast"], "the last word to go")

    def place(self, key: str) -> tuple[int, int]:
        """Where a target's middle is, once a touch on it would be taken."""
        picture = self.wait(lambda p: (t := p.target(key)) is not None and t["ready"] and not p.raw["busy"], f"“{key}”")
        target = picture.target(key)
        assert target is not None
        left, top, wide, tall = target["rect"]
        return left + wide // 2, top + tall // 2

    def tap(self, key: str) -> None:
        """Touch a target by its key."""
        x, y = self.place(key)
        before = self.look().raw["touches"]
        self._xdotool("mousemove", str(x), str(y), "click", "1")
        self.taps += 1
        self.wait(lambda p: p.raw["touches"] > before, "the touch to arrive")

    def click_at(self, x: int, y: int, times: int = 1) -> None:
        """Touch a place and wait for nothing."""
        self._xdotool("mousemove", str(x), str(y), "click", "--repeat", str(times), "--delay", "60", "1")
        self.taps += 1

    def hold(self, key: str, seconds: float = 0.9) -> None:
        """Press a target long."""
        self.press(key)
        time.sleep(seconds)
        for _ in range(4):
            self.look()  # on a busy machine a frame takes its time, and a long press needs a few
        self.release()

    def press(self, key: str) -> None:
        """Put a finger on a target and leave it there."""
        x, y = self.place(key)
        self._xdotool("mousemove", str(x), str(y), "mousedown", "1")
        self.taps += 1

    def release(self) -> None:
        """Lift the finger."""
        self._xdotool("mouseup", "1")

    def slide(self, across: int, down: int) -> None:
        """Move the finger that lies on the panel."""
        self._xdotool("mousemove_relative", "--", str(across), str(down))

    def type_key(self, key: str) -> None:
        """Press a key of the keyboard, as for trying buttons without wires."""
        self._xdotool("key", key)

    def shoot(self, path: Path) -> None:
        """A photograph of the window, in as many colours as its flat planes need."""
        path.parent.mkdir(parents=True, exist_ok=True)
        wide, tall = self.size
        subprocess.run(
            [
                "import",
                "-window",
                "root",
                "-crop",
                f"{wide}x{tall}+0+0",
                "+repage",
                "+dither",
                "-colors",
                "160",
                f"PNG8:{path}",
            ],
            env={**os.environ, "DISPLAY": self.display},
            check=True,
        )

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self.display}, check=True)

    def kill(self) -> None:
        """Pull the plug."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=10)
        self._stream = None

    def stop(self) -> None:
        """End it, if it still runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=10)
            if self.process.poll() is None:
                self.kill()


def missing_tools() -> str | None:
    """Which program a test of the screens lacks here, or None."""
    for name, package in (("Xvfb", "xvfb"), ("xdotool", "xdotool"), ("import", "imagemagick")):
        if shutil.which(name) is None:
            return f"{name} is not installed (Debian package {package})"
    return None
