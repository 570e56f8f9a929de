"""Every device, permission and setting: what was found, and what to do. For `companion doctor` and the devices screen.

What the screens have open already (the table box, the pins) is not opened a second time: it is handed in.
"""

import os
import queue
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from companion import __version__
from companion.display import display_missing
from companion.settings import FILE, Loaded, load, parse
from hardware import checks
from hardware.checks import Finding

ANSWER: Final = 8.0  # seconds for the table box; it is known sooner what it is


def examine(folder: Path, known: Mapping[str, Finding] | None = None) -> Iterator[Finding]:
    """All findings, for the data in `folder`, one after the other. What is `known` by its part is not looked for."""
    loaded = _settings(folder)
    parts: tuple[tuple[str, Callable[[], Finding]], ...] = (
        ("version", version),
        ("machine", checks.machine),
        ("camera", lambda: camera(folder, loaded.settings.camera_source())),
        ("gpio", checks.gpio),
        ("table box", lambda: table_box(loaded.settings.box_port)),
        ("display", display),
        ("touch", checks.touch),
        ("sound", checks.sound),
        ("groups", checks.groups_here),
        ("disk", lambda: checks.disk(folder)),
        ("clock", checks.clock),
        ("power", checks.power),
        ("temperature", checks.temperature),
        ("database", lambda: database(folder)),
    )
    for part, check in parts:
        yield known[part] if known and part in known else check()
    yield from settings(folder, loaded)


def version() -> Finding:
    """What is running; installed by systemd/install, its release."""
    release = Path(__file__).resolve().parents[1]
    told = f"{__version__} ({release.name})" if release.parent.name == "releases" else __version__
    return Finding("version", "ok", told)


def camera(folder: Path, source: str) -> Finding:
    """The camera `source`, and whether it was calibrated."""
    from hardware.cameras import locked

    try:
        return checks.camera(source, calibrated=locked.load(folder / locked.FILE) is not None)
    except ValueError as error:
        found, _, do = str(error).rstrip(".").partition(": ")
        return Finding("camera", "wrong", found, do)


def table_box(port: str, answer: float = ANSWER) -> Finding:
    """The table box, spoken to if it is there."""
    from hardware.box import ASKING, NO_BOX, BoxLink, find_boxes

    if not find_boxes(port):
        return box_finding(NO_BOX, False)
    link = BoxLink(queue.Queue(), find=lambda: find_boxes(port))
    try:
        end = time.monotonic() + answer
        while (link.state == NO_BOX or ASKING in link.state) and time.monotonic() < end:
            time.sleep(0.05)
        if link.state.startswith("another program uses"):
            return Finding("table box", "ok", "in use by another program: the companion itself, if it is running")
        return box_finding(link.state, link.working)
    finally:
        link.close()


def box_finding(state: str, working: bool) -> Finding:
    """What the state of a link to the box says."""
    from hardware.box import ASKING, NO_BOX

    if working:
        return Finding("table box", "ok", state.removeprefix("table box "))
    if ASKING in state:
        return Finding("table box", "missing", state.partition(": ")[2], "wait a moment")
    if state == NO_BOX:
        return Finding("table box", "missing", NO_BOX.rstrip("."), "plug it in if you have one (docs/box.md)")
    found, colon, do = state.rstrip(".").rpartition(": ")
    if not colon:
        return Finding("table box", "wrong", do, "unplug it and plug it in again")
    return Finding("table box", "wrong", found, do)


def display() -> Finding:
    """Whether a window could be opened from here."""
    missing = display_missing(os.environ)
    if missing is None:
        where = next(
            (os.environ[n] for n in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER") if os.environ.get(n)), ""
        )
        return Finding("display", "ok", where or "straight on the panel")
    return Finding(
        "display",
        "missing",
        "none can be opened from here",
        "start the app on the machine itself, from a desktop or its console",
    )


def database(folder: Path) -> Finding:
    """The journal, looked through as it is; a companion that is running keeps it."""
    from companion.table.journal import FILE as JOURNAL

    path = folder / JOURNAL
    if not path.exists():
        return Finding("database", "ok", "no games yet")
    try:
        # Not mode=ro: a journal in WAL mode needs its index file, which a reader makes.
        connection = sqlite3.connect(path.resolve().as_uri() + "?mode=rw", uri=True, timeout=2)
        try:
            said = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
            count = int(connection.execute("SELECT count(*) FROM sessions").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.Error as error:
        said, count = str(error), 0
    if said != "ok":
        return Finding(
            "database",
            "wrong",
            f"{path}: {said}",
            "start the app: it offers to set the file aside, and deletes nothing",
        )
    return Finding("database", "ok", f"{count} game{'s' if count != 1 else ''} in {path}")


def settings(folder: Path, loaded: Loaded) -> list[Finding]:
    """One line for each thing in the settings that is not in force."""
    if not loaded.complaints:
        return [Finding("settings", "ok", str(folder / FILE) if (folder / FILE).exists() else "all at their defaults")]
    return [
        Finding("settings", "wrong", told.rstrip("."), "mend that line" if "line " in told else "mend that file")
        for told in loaded.complaints
    ]


def _settings(folder: Path) -> Loaded:
    """As `load`, but nothing is written where there is nothing."""
    return load(folder) if (folder / FILE).exists() else parse("", folder / FILE)
