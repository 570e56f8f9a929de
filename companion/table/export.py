"""A game to take home: its score, rounds and dice as CSV, its record as text, in one folder beside their pictures."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import re
import shutil
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.faults import Fault
from companion.rules.contract import PUBLIC
from companion.table import evening
from companion.table.record import ALL, of_session

if TYPE_CHECKING:
    from companion.table.session import Session

FOLDER: Final = "exports"
THROWS: Final = "throws"
MOUNTS: Final = ("/media", "/run/media")
"""Where desktops put sticks."""


def named(session: Session) -> str:
    """The folder's name: box, day, number."""
    begun = session.events[0].time if session.events else time.time()
    return f"{session.setup.game.replace('_', '-')}-{time.strftime('%Y-%m-%d', time.localtime(begun))}-{session.id}"


def texts(session: Session, measure: evening.Measure = evening.points) -> dict[str, str]:
    """What is written of a session, by file name. What is hidden stays so until the game is over."""
    names = session.names
    factions = {each.seat: each.faction for each in session.setup.seats}
    sheet = session.score()
    score: list[list[object]] = [
        ["place", "seat", "name", "faction", "source", "least", "most", "detail", "page"],
        *(
            [seat.place, seat.seat, names.get(seat.seat, ""), factions.get(seat.seat, ""), *row]
            for seat in sorted(sheet.seats, key=lambda each: each.place)
            for row in (
                *([line.source, line.low, line.high, line.detail, line.page] for line in seat.lines),
                ["total", seat.low, seat.high, f"tie-break: {seat.tiebreak_text} {seat.tiebreak}", ""],
            )
        ),
    ]
    rounds: list[list[object]] = [["round", *session.seats]]
    for each in evening.rounds(session, measure):
        rounds.append([each.round, *(each.totals.get(seat, "") for seat in session.seats)])
    thrown = evening.dice(session)
    faces = sorted({face for each in thrown for face in each.faces})
    dice: list[list[object]] = [
        ["party", "name", "throws", "dice", *faces, "average"],
        *(
            [
                each.party,
                names.get(each.party, ""),
                each.throws,
                each.dice,
                *(each.faces.get(face, 0) for face in faces),
                "" if each.average is None else f"{each.average:.3f}",
            ]
            for each in thrown
        ),
    ]
    return {
        "record.txt": of_session(session, ALL if session.over else PUBLIC),
        "score.csv": _csv(score),
        "rounds.csv": _csv(rounds),
        "dice.csv": _csv(dice),
    }


def _csv(rows: list[list[object]]) -> str:
    written = io.StringIO()
    csv.writer(written).writerows([[_harmless(value) for value in row] for row in rows])
    return written.getvalue()


def _harmless(value: object) -> object:
    """A name that begins like a formula must not become one in a spreadsheet."""
    return f"'{value}" if isinstance(value, str) and re.match(r"[=+@\t\r-]", value) else value


def write(folder: Path, files: Mapping[str, str], throws: Iterable[Path] = ()) -> None:
    """Put the texts into the folder, made if need be, and the pictures of throws into one in it. Raises Fault."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            part = folder / f".{name}.part"
            part.write_text(content, encoding="utf-8", newline="")
            part.replace(folder / name)
        for picture in throws:
            (folder / THROWS).mkdir(exist_ok=True)
            # One that is dropped for the budget just now is none to be kept.
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(picture, folder / THROWS / picture.name)
    except OSError as error:
        raise Fault(f"{folder} cannot be written: {_why(error)}; choose another place, or free some space.") from error


def copy(folder: Path, to: Path) -> Path:
    """The whole folder onto a stick, under another name until it is whole. Its place there. Raises Fault."""
    place = to / folder.name
    part = to / f"{folder.name}.part"
    try:
        shutil.rmtree(part, ignore_errors=True)
        shutil.copytree(folder, part, copy_function=shutil.copyfile)
        shutil.rmtree(place, ignore_errors=True)
        part.rename(place)
        os.sync()
    except (OSError, shutil.Error) as error:
        shutil.rmtree(part, ignore_errors=True)
        why = _why(error) if error.strerror else "not every file could be copied"
        raise Fault(f"Nothing was saved on {to}: {why}; look whether it is full or locked.") from error
    return place


def sticks(mounts: tuple[str, ...] = MOUNTS) -> list[Path]:
    """Sticks that a desktop has mounted and that can be written."""
    found: list[Path] = []
    for mount in mounts:
        for place in (*Path(mount).glob("*"), *Path(mount).glob("*/*")):
            try:
                if place.is_mount() and os.access(place, os.W_OK):
                    found.append(place)
            except OSError:
                continue  # a stick that was just pulled out
    return sorted(found)


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
