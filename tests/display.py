"""A virtual X display of our own, for the tests, the pictures of the screens and the bench."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


class NoXvfb(Exception):
    """Xvfb is not installed, or opened no display."""


@contextmanager
def virtual_display(size: tuple[int, int] = (1280, 800)) -> Iterator[str]:
    """An X screen of `size` pixels on a free display number, e.g. ":99". Raises NoXvfb."""
    server = shutil.which("Xvfb")
    if server is None:
        raise NoXvfb("Xvfb is not installed (Debian package xvfb)")
    reading, writing = os.pipe()
    # With -displayfd the server itself picks a number that is free, and says it when it is ready.
    process = subprocess.Popen(
        [server, "-displayfd", str(writing), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        if not number:
            raise NoXvfb("Xvfb ended without opening a display")
        yield f":{number}"
    finally:
        process.terminate()
        process.wait(timeout=10)
