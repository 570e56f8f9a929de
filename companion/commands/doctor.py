"""`companion doctor`: every device, permission and setting: what was found, and what to do."""

import json
import os
import queue
import sqlite3
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from companion.commands.run import display_missing
from companion.data import data_folder
from companion.settings import FILE, Loaded, load, parse
from hardware import checks
from hardware.checks import Finding

ANSWER = 8.0  # seconds for the table box; it is known sooner what it is
SIGNS = {"ok": "ok     ", "missing": "missing", "wrong": "WRONG  "}


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where sessions and settings are kept.")] = None,
) -> None:
    """Say what is there, what is wrong, and what to do. Changes nothing; ends with 1 if anything is wrong."""
    findings = examine(data_folder(data))
    good = all(finding.state != "wrong" for finding in findings)
    if as_json:
        typer.echo(
            json.dumps({"good": good, "findings": [asdict(finding) for finding in findings]}, ensure_ascii=False)
        )
    else:
        for finding in findings:
            advice = f" → {finding.do}" if finding.do else ""
            typer.echo(f"{SIGNS[finding.state]} {finding.part}: {finding.found}{advice}")
    if not good:
        raise typer.Exit(1)


def examine(folder: Path) -> list[Finding]:
    """All findings, for the data in `folder`."""
    loaded = _settings(folder)
    return [
        checks.machine(),
        checks.camera(loaded.settings.camera_source()),
        checks.gpio(),
        table_box(loaded.settings.box_port),
        display(),
        checks.touch(),
        checks.sound(),
        checks.groups_here(),
        checks.disk(folder),
        checks.clock(),
        checks.power(),
        checks.temperature(),
        database(folder),
        *settings(folder, loaded),
    ]


def table_box(port: str, answer: float = ANSWER) -> Finding:
    """The table box, spoken to if it is there."""
    from hardware.box import NO_BOX, BoxLink, find_boxes

    advice = "plug it in if you have one (docs/box.md)"
    if not find_boxes(port):
        return Finding("table box", "missing", NO_BOX.rstrip("."), advice)
    link = BoxLink(queue.Queue(), find=lambda: find_boxes(port))
    try:
        end = time.monotonic() + answer
        while (link.state == NO_BOX or " asking " in link.state) and time.monotonic() < end:
            time.sleep(0.05)
        if link.working:
            return Finding("table box", "ok", link.state.removeprefix("table box "))
        if link.state.startswith("another program uses"):
            return Finding("table box", "ok", "in use by another program: the companion itself, if it is running")
        found, _, do = link.state.rstrip(".").partition(": ")
        return Finding("table box", "wrong", found, do or "unplug it and plug it in again")
    finally:
        link.close()


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
    return [Finding("settings", "wrong", complaint.rstrip("."), "mend that line") for complaint in loaded.complaints]


def _settings(folder: Path) -> Loaded:
    """As `load`, but nothing is written where there is nothing."""
    return load(folder) if (folder / FILE).exists() else parse("", folder / FILE)
