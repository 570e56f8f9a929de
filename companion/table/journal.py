"""Every session's events in one SQLite file: one commit per event, on the disk before anybody is told.

Write-ahead log with synchronous=FULL: a power cut loses nothing that was acknowledged. A file that cannot be trusted is
left exactly as it is; it is set aside, never deleted, when somebody asks for that.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from companion.data import read_file
from companion.faults import Fault
from companion.rules.contract import SeatSetup, Setup
from companion.table.timeline import EventKind

FILE: Final = "table.sqlite"
LOCK: Final = "table.lock"
SCHEMA: Final = 1
MARK: Final = 0x54424C43
"""SQLite's application_id of a journal, "TBLC": tells ours from any other database."""

_EVENT_TYPES: Final = {(int, str, str, str, int, float, str)}
"""What a row of events holds, as SQLite gives it back."""

_NEXT = "(SELECT coalesce(max(latest), 0) + 1 FROM sessions)"
_MAGIC = b"SQLite format 3\0"
_TABLES = """
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    setup TEXT NOT NULL,
    begun REAL NOT NULL,
    latest INTEGER NOT NULL,
    ended INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE events (
    session INTEGER NOT NULL REFERENCES sessions (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    line TEXT NOT NULL,
    by TEXT NOT NULL,
    rules INTEGER NOT NULL,
    time REAL NOT NULL,
    evidence TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (session, number)
) WITHOUT ROWID;
"""


class JournalFault(Fault):
    """The journal cannot be read or written; nothing was changed. One sentence."""


class NoJournal(JournalFault):
    """There is no journal to read: nothing was ever played with this data folder."""


@dataclass(frozen=True, slots=True)
class Event:
    """One accepted event of a session, numbered from 1.

    `line` is its notation, `by` who said so (touch, button, camera, key, app, import; asked: the camera, put right by a
    touch), `time` seconds since 1970, `evidence` the name of a picture or "".
    """

    number: int
    kind: EventKind
    line: str
    by: str
    rules: int
    time: float
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as the list of sessions knows it; `ended` once the game is over or was ended by the table."""

    id: int
    game: str
    rules: int
    setup: Setup
    names: Mapping[str, str]
    begun: float
    ended: bool
    events: int


class Journal:
    """The sessions of one data folder. One process writes; `writing=False` reads beside it."""

    def __init__(
        self, folder: Path, *, writing: bool = True, clock: Callable[[], float] = time.time, patience: float = 2.0
    ) -> None:
        """Open the journal in `folder`, made if need be. `patience`: seconds to wait for another program's lock.

        Raises JournalFault.
        """
        self.folder = folder
        self.path = folder / FILE
        self.clock = clock
        self._guard = threading.Lock()
        self._lock: int | None = None
        if writing:
            _make_folder(folder)
            self._lock = _take_lock(folder)
        try:
            self._base = self._open(writing, patience)
            self._files = _identities(self.path) if writing else {}
        except BaseException:
            self._release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let another process have it. Twice does no harm."""
        with self._guard:
            self._base.close()
            self._release()

    def begin(self, setup: Setup, names: Mapping[str, str], rules: int) -> SessionRow:
        """A new session, on the disk."""
        now = self.clock()
        with self._writing("a new session cannot be begun") as base:
            number = _insert_session(base, setup, names, rules, now, False)
        return SessionRow(number, setup.game, rules, setup, dict(names), now, False, 0)

    def append(self, session: int, event: Event, *, ended: bool = False) -> None:
        """Put one event on the disk; returns when it is there. Raises JournalFault, and then it is not."""
        with self._writing("the last tap was not recorded") as base:
            _insert(base, session, (event,))
            base.execute(f"UPDATE sessions SET latest = {_NEXT}, ended = ? WHERE id = ?", (ended, session))

    def take_in(self, setup: Setup, names: Mapping[str, str], rules: int, events: list[Event], ended: bool) -> int:
        """A whole session at once (an import): all of it or nothing. Its number."""
        begun = events[0].time if events else self.clock()
        with self._writing("the record was not taken in") as base:
            number = _insert_session(base, setup, names, rules, begun, ended)
            _insert(base, number, events)
        return number

    def sessions(self) -> list[SessionRow]:
        """All sessions, the one played last first (by order, not by clock: a Pi's may be wrong after a power cut)."""
        with self._reading() as base:
            rows = base.execute(
                "SELECT id, game, rules, setup, begun, ended,"
                " (SELECT count(*) FROM events WHERE session = sessions.id)"
                " FROM sessions ORDER BY latest DESC"
            ).fetchall()
        return [self._row(row) for row in rows]

    def session(self, number: int) -> SessionRow:
        """One session. Raises JournalFault if there is none of that number."""
        for row in self.sessions():
            if row.id == number:
                return row
        raise JournalFault(f"There is no session {number} in {self.path}; “companion sessions” lists those there are.")

    def unfinished(self) -> list[SessionRow]:
        """The sessions that can go on, the one played last first."""
        return [row for row in self.sessions() if not row.ended]

    def events(self, session: int) -> list[Event]:
        """All events of a session in order."""
        with self._reading() as base:
            rows = base.execute(
                "SELECT number, kind, line, by, rules, time, evidence FROM events WHERE session = ? ORDER BY number",
                (session,),
            ).fetchall()
        if any(tuple(map(type, row)) not in _EVENT_TYPES for row in rows):
            raise JournalFault(_damaged(self.path))
        try:
            events = [Event(row[0], EventKind(row[1]), *row[2:]) for row in rows]
        except ValueError as error:
            raise JournalFault(
                f"Session {session} in {self.path} holds an event of an unknown kind ({error})."
            ) from None
        if [event.number for event in events] != list(range(1, len(events) + 1)):
            raise JournalFault(f"Session {session} in {self.path} lacks some of its events and cannot be resumed.")
        return events

    def _row(self, row: tuple[Any, ...]) -> SessionRow:
        number, game, rules, text, begun, ended, events = row
        try:
            if not isinstance(begun, float):
                raise ValueError("no time")
            setup, names = _setup_from_json(json.loads(text))
        except (ValueError, KeyError, TypeError):
            raise JournalFault(f"Session {number} in {self.path} has a setup that cannot be read.") from None
        return SessionRow(number, game, rules, setup, names, begun, bool(ended), events)

    def _open(self, writing: bool, patience: float) -> sqlite3.Connection:
        there = _is_there(self.path)
        if not there and not writing:
            raise NoJournal(f"There is no journal in {self.folder}: no session was ever played with this data folder.")
        try:
            with self._translated("it was not opened"):
                base = sqlite3.connect(
                    f"{self.path.absolute().as_uri()}?mode={'rwc' if not there else 'rw' if writing else 'ro'}",
                    uri=True,
                    timeout=patience,
                    isolation_level=None,
                    check_same_thread=False,
                )
                try:
                    if there:
                        self._check(base)
                    if writing:
                        self._prepare(base, there)
                except BaseException:
                    base.close()
                    raise
        except FileNotFoundError:
            raise JournalFault(f"The data folder {self.folder} is gone; start again.") from None
        return base

    def _check(self, base: sqlite3.Connection) -> None:
        """Refuse anything but a sound journal of a version we know, before a byte of it is changed."""
        mark, schema = (base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        if mark != MARK:
            raise JournalFault(f"{self.path} is a database of another program; move it away or choose another --data.")
        if schema > SCHEMA:
            raise JournalFault(
                f"{self.path} was written by a newer version of the companion (journal {schema}, this one knows "
                f"{SCHEMA}); update the companion."
            )
        found = base.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise JournalFault(_damaged(self.path))

    def _prepare(self, base: sqlite3.Connection, there: bool) -> None:
        if not there:
            base.execute("PRAGMA journal_mode = DELETE")
            base.executescript(
                f"BEGIN EXCLUSIVE; {_TABLES} PRAGMA application_id = {MARK}; PRAGMA user_version = {SCHEMA}; COMMIT;"
            )
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        base.execute("PRAGMA foreign_keys = ON")
        # A database that cannot be written is better known now than at the first tap.
        base.execute("BEGIN IMMEDIATE")
        base.execute(f"PRAGMA user_version = {SCHEMA}")
        base.execute("ROLLBACK")

    @contextlib.contextmanager
    def _writing(self, consequence: str) -> Iterator[sqlite3.Connection]:
        with self._guard, self._translated(consequence):
            if self._files != _identities(self.path):
                # What is written to a file that was taken away is lost with this process.
                raise JournalFault(
                    f"{self.path} was taken away or replaced while the companion ran, so {consequence}; start again."
                )
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
                self._base.execute("COMMIT")
            except BaseException:
                # A full disk may have rolled it back already.
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._guard, self._translated("it was not read"):
            yield self._base

    @contextlib.contextmanager
    def _translated(self, consequence: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise JournalFault(_sentence(error, self.path, consequence)) from error
        except UnicodeDecodeError as error:  # what SQLite itself says of a damaged file may be no text
            raise JournalFault(_damaged(self.path)) from error

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def set_aside(folder: Path) -> Path:
    """Rename a journal that cannot be used, with what belongs to it, so that a new one can be begun. Its new place.

    Raises JournalFault when another process uses it or the folder cannot be written.
    """
    lock = _take_lock(folder)
    try:
        number = 1
        while (aside := folder / f"table.set-aside-{number}.sqlite").exists():
            number += 1
        for ending in ("-wal", "-shm", ""):
            part = folder / f"{FILE}{ending}"
            if part.exists():
                part.rename(f"{aside}{ending}")
    except OSError as error:
        raise JournalFault(f"{folder / FILE} cannot be set aside: {_why(error)}.") from error
    finally:
        os.close(lock)
    return aside


def _insert_session(
    base: sqlite3.Connection, setup: Setup, names: Mapping[str, str], rules: int, begun: float, ended: bool
) -> int:
    text = json.dumps(_setup_as_json(setup, names), ensure_ascii=False)
    row = base.execute(
        f"INSERT INTO sessions (game, rules, setup, begun, ended, latest) VALUES (?, ?, ?, ?, ?, {_NEXT})",
        (setup.game, rules, text, begun, ended),
    ).lastrowid
    assert row is not None
    return row


def _insert(base: sqlite3.Connection, session: int, events: tuple[Event, ...] | list[Event]) -> None:
    base.executemany(
        "INSERT INTO events (session, number, kind, line, by, rules, time, evidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(session, e.number, e.kind, e.line, e.by, e.rules, e.time, e.evidence) for e in events],
    )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise JournalFault(f"The data folder {folder} is a file; choose a folder with --data.") from None
    except OSError as error:
        raise JournalFault(
            f"The data folder {folder} cannot be made: {_why(error)}; choose one with --data."
        ) from error


def _take_lock(folder: Path) -> int:
    """An exclusive lock that ends with this process, however it ends."""
    path = folder / LOCK
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise JournalFault(
            f"The data folder {folder} cannot be written: {_why(error)}; choose one with --data."
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        other = os.read(lock, 20).decode("ascii", "replace").strip()
        os.close(lock)
        raise JournalFault(
            f"Another companion{f' (process {other})' if other else ''} is using {folder}; close that one first."
        ) from None
    os.ftruncate(lock, 0)
    os.write(lock, f"{os.getpid()}\n".encode())
    return lock


def _identities(path: Path) -> dict[str, tuple[int, int] | None]:
    """Which files the journal and its log are now, whatever they are called; None for one that is not there."""
    found: dict[str, tuple[int, int] | None] = {}
    for part in (str(path), f"{path}-wal"):
        try:
            told = os.stat(part)
            found[part] = (told.st_dev, told.st_ino)
        except OSError:
            found[part] = None
    return found


def _is_there(path: Path) -> bool:
    """Whether the file holds something. Raises JournalFault when that is no SQLite database."""
    try:
        start = read_file(path, len(_MAGIC))
        if not path.is_file():
            raise JournalFault(f"{path} is not a file, so no journal; move it away or choose another --data.")
    except FileNotFoundError:
        return False
    except IsADirectoryError:
        raise JournalFault(f"{path} is a folder, not a journal; move it away or choose another --data.") from None
    except OSError as error:
        raise JournalFault(f"{path} cannot be read: {_why(error)}.") from error
    if start and start != _MAGIC:
        raise JournalFault(f"{path} is not a database; move it away or choose another --data.")
    # An empty file is one whose making was cut short before anything was recorded.
    return bool(start)


def _sentence(error: sqlite3.Error, path: Path, consequence: str) -> str:
    """What SQLite says, for people."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"{path} is locked by another program, so {consequence}; close that program and try again."
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN):
        return f"{path} cannot be written, so {consequence}; check the permissions of the file and its folder."
    if code == sqlite3.SQLITE_FULL:
        return f"The disk is full, so {consequence}; free some space in {path.parent} and try again."
    if code == sqlite3.SQLITE_IOERR:
        return f"The disk of {path} does not answer as it should, so {consequence}; check the card or disk."
    if code == sqlite3.SQLITE_NOTADB:
        return f"{path} is not a database; move it away or choose another --data."
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, 0):
        # Ours are the only statements: a table that is missing, or a text that is none, is the file's fault. What it
        # says is not shown: it may be somebody's tile.
        return _damaged(path)
    return f"{path} cannot be used ({error}), so {consequence}."


def _damaged(path: Path) -> str:
    return f"{path} is damaged or cut short; it was left as it is: set it aside to begin a new one, or restore a copy."


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _setup_as_json(setup: Setup, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "game": setup.game,
        "seats": [[seat.seat, seat.faction, names.get(seat.seat, "")] for seat in setup.seats],
        "options": dict(sorted(setup.options.items())),
        "tracking": sorted(setup.tracking),
    }


def _setup_from_json(value: Mapping[str, Any]) -> tuple[Setup, dict[str, str]]:
    seats = tuple(SeatSetup(str(seat), str(faction)) for seat, faction, _ in value["seats"])
    setup = Setup(str(value["game"]), seats, dict(value["options"]), frozenset(value["tracking"]))
    return setup, {str(seat): str(name) for seat, _, name in value["seats"]}
