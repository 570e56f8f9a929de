"""The table box: how long a button takes to the companion, to its lamp and to the pixel of its seat, and what the link
costs while nothing happens.

The firmware runs in a real MicroPython interpreter at the other end of a pseudo-terminal; the app in a real window on a
virtual display, of which one pixel of the seat's strip is looked at all the time.
"""

import ctypes
import os
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from hardware.buttons import Down
from tests.display import virtual_display
from tests.firmware.rig import Cable, Pico, tool, until
from tests.firmware.test_link import Table
from tests.screens.driver import Driver, missing_tools
from tests.screens.table import begun

PRESSES = 60
IDLE = 20.0  # seconds


def rows() -> Iterator[str]:
    """Three lines; or one that says why not."""
    if tool("micropython") is None:
        yield "table box: no MicroPython interpreter here (x86_64 only)"
        return
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder))
        table.plug()
        try:
            took = sorted(_press(table, press % 8) for press in range(PRESSES))
            yield (
                f"table box, button down to event: median {statistics.median(took):.1f} ms, worst of {PRESSES} "
                f"{took[-1]:.1f} ms (at most 50)"
            )
            began, before = time.monotonic(), _processor()
            time.sleep(IDLE)
            share = (_processor() - before) / (time.monotonic() - began)
            gone = time.monotonic()
            table.cable.unplug()
            while table.link.working:
                time.sleep(0.001)
            yield f"table box, unplugged until it is noticed: {(time.monotonic() - gone) * 1000:.0f} ms (at most 2000)"
            yield f"table box, the link while nothing happens: {share:.2%} of a core (under 1 %)"
        finally:
            table.link.close()
            if table.cable.port is not None:
                table.cable.unplug()
    yield from _to_the_pixel()


def _to_the_pixel() -> Iterator[str]:
    missing = missing_tools()
    if missing is not None:
        yield f"table box, button down to pixel: {missing}"
        return
    size = (800, 480)
    with virtual_display(size) as display, tempfile.TemporaryDirectory() as folder:
        data, pico = Path(folder) / "data", Pico(Path(folder))
        begun(data)  # red is to act; blue's button only lights its strip and its lamp
        cable = Cable(pico)
        cable.plug()
        (data / "settings.toml").write_text(f'[box]\nport = "{cable.port}"\n')
        app = Driver(display, data, size).start()
        try:
            app.on("round")
            lit, dark = "403828", "000000"
            assert until(lambda: pico.strip() == [lit, *[dark] * 5], 30), pico.errors()
            strip = app.wait(lambda p: p.target("strip:blue") is not None).target("strip:blue")
            assert strip is not None
            left, top, wide, tall = strip["rect"]
            pixel = Pixel(display, left + wide // 2, top + tall - 8)  # of the strip's ground, below its words
            rows = [_lit(pico, pixel, lit) for _ in range(PRESSES)]
        finally:
            app.stop()
            cable.unplug()
    for what, took in zip(("its seat on the screen", "its lamp"), zip(*rows, strict=True), strict=True):
        yield (
            f"table box, button down to {what}: median {statistics.median(took):.1f} ms, 95th percentile "
            f"{sorted(took)[len(took) * 95 // 100]:.1f} ms, worst of {PRESSES} {max(took):.1f} ms (at most 50)"
        )


def _lit(pico: Pico, pixel: "Pixel", lit: str) -> tuple[float, float]:
    """Milliseconds from seat 2's pin to its pixel and to its lamp."""
    time.sleep(0.5 + random.random() / 30)  # at any moment between two frames of the window
    before = pixel()
    shown = lamp = 0.0
    began = time.monotonic()
    pico.press(1, True)
    while not (shown and lamp) and time.monotonic() < began + 2:
        if not shown and pixel() != before:
            shown = (time.monotonic() - began) * 1000
        if not lamp and pico.strip()[1:2] == [lit]:
            lamp = (time.monotonic() - began) * 1000
        time.sleep(0.0005)
    time.sleep(0.1)
    pico.press(1, False)
    assert until(lambda: pixel() == before, 10)
    assert until(lambda: pico.strip()[1:2] != [lit], 10)
    time.sleep(1.0)  # a press with nothing to answer blinks, and is said
    return shown or 9999.0, lamp or 9999.0


class Pixel:
    """One pixel of a display, read when called."""

    def __init__(self, display: str, x: int, y: int) -> None:
        self._x = ctypes.CDLL("libX11.so.6")
        for name in ("XOpenDisplay", "XGetImage", "XDefaultRootWindow"):
            getattr(self._x, name).restype = ctypes.c_void_p
        self._x.XGetPixel.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(display.encode()))
        self._root = ctypes.c_void_p(self._x.XDefaultRootWindow(self._display))
        self._at = (x, y)

    def __call__(self) -> int:
        every, by_pixel = ctypes.c_ulong(0xFFFFFFFF), 2
        image = ctypes.c_void_p(self._x.XGetImage(self._display, self._root, *self._at, 1, 1, every, by_pixel))
        pixel = int(self._x.XGetPixel(image, 0, 0))
        self._x.XDestroyImage(image)
        return pixel


def _press(table: Table, button: int) -> float:
    """Milliseconds from the pin to the queue."""
    time.sleep(0.06)
    began = time.monotonic()
    table.pico.press(button, True)
    while not isinstance(table.next(), Down):
        pass
    took = (time.monotonic() - began) * 1000
    table.pico.press(button, False)
    return took


def _processor() -> float:
    """Seconds that the link's thread has used."""
    link = next(thread for thread in threading.enumerate() if thread.name == "table box")
    used = Path(f"/proc/self/task/{link.native_id}/stat").read_text().rpartition(")")[2].split()
    return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")
