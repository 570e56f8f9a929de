"""What several rooms' tests share."""

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session")
def x_display() -> Iterator[str]:
    """An X screen of our own, 1280 x 800, on a free display number, e.g. ":99". One for each test process."""
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("Xvfb is not installed (Debian package xvfb)")
    reading, writing = os.pipe()
    # With -displayfd the server itself picks a number that is free, and says it when it is ready.
    process = subprocess.Popen(
        [server, "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    if not number:
        process.wait()
        pytest.fail("Xvfb ended without opening a display")
    yield f":{number}"
    process.terminate()
    process.wait(timeout=10)
