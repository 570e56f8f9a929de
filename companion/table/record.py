"""A session as text that people can read and programs can replay: a header, then one line per event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from companion.data import read_file
from companion.faults import Fault
from companion.rules.contract import PUBLIC, TABLE, Action, Game, SeatSetup, Setup
from companion.rules.notation import BrokenLine
from companion.rules.notation import read as read_line
from companion.rules.notation import write as write_line
from companion.table.journal import Event
from companion.table.session import Session, clean_name
from companion.table.timeline import EventKind, read_undo

VERSION: Final = 1
ALL: Final = "all"
"""What a record knows when nothing is hidden in it."""
LARGEST: Final = 4_000_000
"""Bytes; a long evening takes some fifty thousand."""

_FIRST = "table-companion record"
_ONCE: Final = frozenset({"game", "rules", "tracking", "knows", "begun"})
"""What the header says once. Of two that differ nobody could tell which is meant."""
_LATEST: Final = datetime(9999, 1, 1, tzinfo=UTC).timestamp()
_WORDS = {EventKind.UNDO: "undo", EventKind.REDO: "redo", EventKind.NAME: "name", EventKind.END: "end"}


class BrokenRecord(Fault):
    """A text that is no record, or not one we can read; `line` is where (0: nowhere in particular)."""

    def __init__(self, what: str, name: str, line: int = 0) -> None:
        self.line = line
        super().__init__(f"{name}, line {line}: {what}" if line else f"{name}: {what}")


class NotForAll(Fault):
    """The whole of an unfinished game, asked for without everybody's consent."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One event of a record, `place` its line in the text (from 1)."""

    place: int
    kind: EventKind
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read. `knows`: whose knowledge it holds (ALL, PUBLIC or a seat); `begun`: seconds since 1970 or 0."""

    name: str
    game: Game[Any]
    rules: int
    setup: Setup
    names: Mapping[str, str]
    knows: str
    begun: float
    lines: tuple[RecordLine, ...]


def of_session(session: Session, viewer: str = PUBLIC, consent: Iterable[str] = ()) -> str:
    """The record of a session as `viewer` may know it. ALL needs a finished game or the consent of every seat.

    Raises NotForAll.
    """
    if viewer == ALL and not session.over:
        missing = [seat.capitalize() for seat in session.seats if seat not in set(consent)]
        if missing:
            raise NotForAll(
                "The game is not over, so the whole record needs everybody's consent; "
                f"{', '.join(missing)} did not give it."
            )
    return write(session.game, session.setup, session.names, session.events, viewer)


def write(
    game: Game[Any],
    setup: Setup,
    names: Mapping[str, str],
    events: Iterable[Event],
    viewer: str = PUBLIC,
) -> str:
    """The text of a record, with `hidden` where `viewer` may not look (nowhere for ALL)."""
    events = list(events)
    # Of the oldest that had a say: a line of theirs counts as it was played.
    rules = min((event.rules for event in events), default=game.version)
    lines = [f"{_FIRST} {VERSION}", f"game {game.name}", f"rules {rules}"]
    lines += [f"seat {seat.seat} {seat.faction or '-'} {names.get(seat.seat, '')}".rstrip() for seat in setup.seats]
    lines += [f"option {name} {value}" for name, value in sorted(setup.options.items())]
    if setup.tracking:
        lines.append(f"tracking {' '.join(sorted(setup.tracking))}")
    lines.append(f"knows {viewer}")
    if events and events[0].time:
        lines.append(f"begun {datetime.fromtimestamp(events[0].time, UTC):%Y-%m-%dT%H:%M:%SZ}")
    lines.append("")
    lines += [_event_line(event, game, viewer) for event in events]
    return "\n".join(lines) + "\n"


def looks_like_one(path: Path) -> bool:
    """Whether a file begins as a record does. Raises OSError."""
    return read_file(path, 200).decode("utf-8-sig", "replace").lstrip().startswith(_FIRST)


def load(path: Path, games: Mapping[str, Game[Any]]) -> Record:
    """The record in a file. Raises BrokenRecord."""
    name = path.name
    try:
        if path.is_dir():
            raise BrokenRecord("this is a folder, not a record.", str(path))
        raw = read_file(path, LARGEST + 1)
    except OSError as error:
        why = (
            "there is no such file" if isinstance(error, FileNotFoundError) else (error.strerror or str(error)).lower()
        )
        raise BrokenRecord(f"the record cannot be read: {why}; look at its name and place.", str(path)) from error
    return decode(raw, games, name)


def decode(raw: bytes, games: Mapping[str, Game[Any]], name: str = "record") -> Record:
    """The record in some bytes. Raises BrokenRecord."""
    if len(raw) > LARGEST:
        raise BrokenRecord(f"too large for a record (more than {LARGEST // 1_000_000} MB).", name)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BrokenRecord("this is not text, so it is no record.", name) from None
    if "\0" in text:
        raise BrokenRecord("this is not text, so it is no record.", name)
    return read(text, games, name)


def read_action(line: str, game: Game[Any], seats: Iterable[SeatSetup]) -> Action[Any]:
    """The action of a line, by somebody who plays or by the table. Raises BrokenLine."""
    action = read_line(line, game.actions)
    playing = [seat.seat for seat in seats]
    if action.seat not in (TABLE, *playing):
        raise BrokenLine(f"“{action.seat[:40]}” does not play here; expected {', '.join(playing)} or {TABLE}.")
    return action


def read(text: str, games: Mapping[str, Game[Any]], name: str = "record") -> Record:
    """The record in a text; every line is well formed, whether or not it is legal. Raises BrokenRecord."""
    numbered = [
        (place, line.strip())
        for place, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not numbered:
        raise BrokenRecord("the record is empty.", name)
    header = _Header(name)
    rest = header.take(numbered)
    game = header.game(games)
    header.check_knows()
    lines = tuple(_read_event(place, line, game, name, header.seats) for place, line in rest)
    return Record(name, game, header.rules(game), header.setup(game), header.names, header.knows, header.begun, lines)


class _Header:
    """The lines before the first event."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.names: dict[str, str] = {}
        self.seats: list[SeatSetup] = []
        self.options: dict[str, str] = {}
        self.tracking: frozenset[str] = frozenset()
        self.knows = ALL
        self.begun = 0.0
        self._game: tuple[int, str] | None = None
        self._rules: tuple[int, int] | None = None
        self._first: dict[str, int] = {}

    def take(self, numbered: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """Read the header's lines; the others are returned."""
        place, first = numbered[0]
        if not first.startswith(_FIRST):
            raise BrokenRecord(f"the header is missing: a record begins with “{_FIRST} {VERSION}”.", self.name, place)
        version = first.removeprefix(_FIRST).strip()
        if version != str(VERSION):
            raise BrokenRecord(
                f"this is a record of version “{version[:20]}”, and only version {VERSION} is known here; "
                "update the companion.",
                self.name,
                place,
            )
        for at, (place, line) in enumerate(numbered[1:], 1):
            word, _, rest = line.partition(" ")
            if not self._takes(place, word, rest.strip()):
                return numbered[at:]
        return []

    def game(self, games: Mapping[str, Game[Any]]) -> Game[Any]:
        if self._game is None:
            raise BrokenRecord("the header names no game (“game eclipse”).", self.name)
        place, name = self._game
        if name not in games:
            raise BrokenRecord(f"the game “{name[:40]}” is not known here.", self.name, place)
        return games[name]

    def rules(self, game: Game[Any]) -> int:
        if self._rules is None:
            raise BrokenRecord("the header does not say which version of the rules it was played by.", self.name)
        place, version = self._rules
        if version > game.version:
            raise BrokenRecord(
                f"it was played by version {version} of the rules of {game.title}, and this companion knows "
                f"{game.version}; update the companion.",
                self.name,
                place,
            )
        return version

    def check_knows(self) -> None:
        knowing = (ALL, PUBLIC, *(seat.seat for seat in self.seats))
        if self.knows not in knowing:
            raise BrokenRecord(
                f"nobody here is called “{self.knows[:40]}”; a record knows what {', '.join(knowing)} may know.",
                self.name,
                self._first["knows"],
            )

    def setup(self, game: Game[Any]) -> Setup:
        if not self.seats:
            raise BrokenRecord("the header names no seat (“seat blue hydran Ana”).", self.name)
        return Setup(game.name, tuple(self.seats), self.options, self.tracking)

    def _takes(self, place: int, word: str, rest: str) -> bool:
        words = rest.split()
        if word in _ONCE or (word == "option" and words):
            said = word if word in _ONCE else f"option {words[0][:40]}"
            if said in self._first:
                raise BrokenRecord(
                    f"“{said}” was said already in line {self._first[said]}; keep one of the two.", self.name, place
                )
            self._first[said] = place
        match word:
            case "game":
                self._game = (place, rest)
            case "rules" if rest.isascii() and rest.isdigit() and len(rest) < 7:
                self._rules = (place, int(rest))
            case "seat" if words:
                faction = words[1] if len(words) > 1 and words[1] != "-" else ""
                self.seats.append(SeatSetup(words[0], faction))
                self.names[words[0]] = clean_name(" ".join(words[2:]))
            case "option" if len(words) == 2:
                self.options[words[0]] = words[1]
            case "tracking":
                self.tracking = frozenset(words)
            case "knows" if len(words) == 1:
                self.knows = rest
            case "begun":
                try:
                    self.begun = datetime.fromisoformat(rest).timestamp()
                    if not 0 <= self.begun < _LATEST:
                        raise ValueError("no evening of ours")
                except (ValueError, OverflowError, OSError):
                    raise BrokenRecord(
                        f"“{rest[:30]}” is no date; expected one like 2026-11-29T19:30:00Z.", self.name, place
                    ) from None
            case "rules" | "seat" | "option" | "knows":
                raise BrokenRecord(f"“{word} {rest[:40]}” is a broken header line.", self.name, place)
            case _:
                return False
        return True


def _event_line(event: Event, game: Game[Any], viewer: str) -> str:
    if event.kind in _WORDS:
        return f"{_WORDS[event.kind]} {event.line}".strip()
    line = event.line if viewer == ALL else write_line(read_line(event.line, game.actions).seen_by(viewer))
    return f"anyway {line}" if event.kind is EventKind.ANYWAY else line


def _read_event(place: int, line: str, game: Game[Any], name: str, seats: list[SeatSetup]) -> RecordLine:
    word, _, rest = line.partition(" ")
    try:
        match word:
            case "undo":
                read_undo(rest)
                return RecordLine(place, EventKind.UNDO, rest)
            case "redo" | "end" if not rest:
                return RecordLine(place, EventKind(word), "")
            case "name" if rest.split() and rest.split()[0] in {seat.seat for seat in seats}:
                seat, _, given = rest.partition(" ")
                return RecordLine(place, EventKind.NAME, f"{seat} {clean_name(given)}".strip())
            case "anyway":
                return RecordLine(place, EventKind.ANYWAY, write_line(read_action(rest, game, seats)))
        return RecordLine(place, EventKind.ACTION, write_line(read_action(line, game, seats)))
    except BrokenLine as error:
        raise BrokenRecord(str(error), name, place) from None
