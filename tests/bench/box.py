"""The table box: how long a button takes to the companion, and what the link costs while nothing happens.

The firmware runs in a real MicroPython interpreter at the other end of a pseudo-terminal.
"""

import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from hardware.buttons import Down
from tests.firmware.rig import tool
from tests.firmware.test_link import Table

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
