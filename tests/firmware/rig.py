"""The real firmware in a real MicroPython interpreter, at the end of a pseudo-terminal in place of USB."""

import contextlib
import os
import select
import shutil
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path

FIRMWARE = Path(__file__).parents[2] / "firmware"
DOUBLE = Path(__file__).parent / "double"
FILES = ("protocol.py", "buttons.py", "lights.py", "box.py", "main.py")
PINS = (2, 3, 4, 5, 6, 7, 8, 9)

Damage = Callable[[bytes], bytes]


def tool(name: str) -> str | None:
    """The path of a program that is installed beside Python, or anywhere."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def until(true: Callable[[], object], seconds: float = 10.0) -> bool:
    """Waits until `true()`; False if it did not become so."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.005)
    return False


class Pico:
    """Runs the firmware in `folder`; its pins are pressed with `press`, its strip read with `strip`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._levels = bytearray(b"1" * 30)
        self._pins = os.open(folder / "pins", os.O_RDWR | os.O_CREAT)
        os.pwrite(self._pins, self._levels, 0)
        (folder / "settled").write_bytes(b"")
        self.process: subprocess.Popen[bytes] | None = None

    def power(self) -> "subprocess.Popen[bytes]":
        interpreter = tool("micropython")
        assert interpreter is not None
        environment = {**os.environ, "MICROPYPATH": f"{DOUBLE}:{FIRMWARE}:.frozen"}
        self.process = subprocess.Popen(
            [interpreter, str(FIRMWARE / "main.py")],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=open(self.folder / "errors", "wb"),  # noqa: SIM115
            bufsize=0,
        )
        return self.process

    def off(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                assert pipe is not None
                with contextlib.suppress(OSError):
                    pipe.close()
            self.process = None

    def press(self, button: int, down: bool) -> None:
        self._levels[PINS[button]] = ord("0" if down else "1")
        os.pwrite(self._pins, self._levels, 0)

    def settle(self) -> None:
        """Wait until the box has seen the buttons as they are, for longer than contacts bounce."""
        assert until(lambda: (self.folder / "settled").read_bytes() == bytes(self._levels)), self.errors()

    def strip(self) -> list[str]:
        with contextlib.suppress(FileNotFoundError):
            return (self.folder / "strip").read_text().split()
        return []

    def log(self) -> list[str]:
        return (self.folder / "machine.log").read_text().splitlines()

    def errors(self) -> str:
        return (self.folder / "errors").read_text()


class Cable:
    """Between a Pico (or a test: `far_read`, `far_write`) and the port that the link opens. `port` is None unplugged.

    `to_host` and `to_box` may damage what passes. A plugged Pico has power, an unplugged one has not.
    """

    def __init__(self, pico: Pico | None = None) -> None:
        self.pico = pico
        self.port: str | None = None
        self.to_host: Damage = bytes
        self.to_box: Damage = bytes
        self.open = True  # shut: plugged in, but nothing passes
        self._master = -1
        self._running = False
        self._thread: threading.Thread | None = None

    def plug(self) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        path = os.ttyname(slave)
        os.set_blocking(self._master, False)
        # The slave stays open, so that a port that nobody has open yet is not a hang-up.
        self._slave = slave
        if self.pico is not None:
            process = self.pico.power()
            assert process.stdin is not None
            assert process.stdout is not None
            self._running = True
            ends = (process.stdout.fileno(), process.stdin.fileno())
            os.set_blocking(ends[1], False)
            self._thread = threading.Thread(target=self._pump, args=ends, daemon=True)
            self._thread.start()
        self.port = path

    def unplug(self) -> None:
        self.port = None
        self._running = False
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self.pico is not None:
            self.pico.off()
        for end in (self._master, self._slave):
            with contextlib.suppress(OSError):
                os.close(end)

    def find(self) -> list[str]:
        return [self.port] if self.port is not None else []

    def flood(self, data: bytes) -> None:
        """As if another program wrote this to both ends, as far as it fits."""
        assert self.pico is not None
        assert self.pico.process is not None
        assert self.pico.process.stdin is not None
        for end in (self._master, self.pico.process.stdin.fileno()):
            with contextlib.suppress(BlockingIOError):
                os.write(end, data)

    def far_write(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)

    def far_read(self) -> bytes:
        with contextlib.suppress(BlockingIOError):
            return os.read(self._master, 65536)
        return b""

    def _pump(self, output: int, incoming: int) -> None:
        while self._running:
            ready, _, _ = select.select([self._master, output], [], [], 0.05)
            for end, other, damage in ((self._master, incoming, self.to_box), (output, self._master, self.to_host)):
                if end not in ready:
                    continue
                try:
                    data = os.read(end, 4096)
                    if not data:
                        return
                    if self.open:
                        os.write(other, damage(data))
                except BlockingIOError:
                    continue
                except OSError:
                    return
