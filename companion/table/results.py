"""How past games came out, and what that makes of each player. Games are played again for it once, and then remembered.

What is remembered is a file beside the journal that may be deleted at any time: it is made anew.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from companion.data import read_file, write_file
from companion.rules.contract import PUBLIC, Game
from companion.table.chain import Position
from companion.table.journal import Journal, SessionRow
from companion.table.session import over
from companion.table.timeline import EventKind, advance

FILE: Final = "results.json"
LARGEST: Final = 8_000_000
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat at the end, or when the table stopped: its place, and its points from `low` to `high`."""

    seat: str
    name: str
    place: int
    low: int
    high: int

    @property
    def won(self) -> bool:
        """Whether that is a victory: where nobody has anything, a draw was agreed."""
        return self.place == 1 and self.high > 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a session stands after so many events; `over` if the game was played to its end."""

    session: int
    game: str
    events: int
    rules: int
    over: bool
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A player in one box: games played to their end, those won (shared too), points on average."""

    name: str
    game: str
    played: int
    won: int
    average: float


def result(journal: Journal, row: SessionRow, game: Game[Any]) -> Result:
    """Play a session again, as it was recorded. Raises what its lines may raise: JournalFault, or anything at all."""
    position, names = Position.beginning(game.begin(row.setup)), dict(row.names)
    for event in journal.events(row.id):
        if event.kind is EventKind.NAME:
            seat, _, name = event.line.partition(" ")
            names[seat] = name
        position = advance(position, event.kind, event.line, event.number, game.actions, judged=False)
    ended = over(position.state)
    sheet = (position.state if ended else position.state.view(PUBLIC)).score()
    standings = tuple(
        Standing(each.seat, names.get(each.seat, ""), each.place, each.low, each.high)
        for each in sorted(sheet.seats, key=lambda each: each.place)
    )
    return Result(row.id, row.game, row.events, game.version, ended, standings)


def fresh(found: Result | None, row: SessionRow, game: Game[Any]) -> bool:
    """Whether a result is that of the session as it is now."""
    return found is not None and (found.game, found.events, found.rules) == (row.game, row.events, game.version)


def remembered(folder: Path) -> dict[int, Result]:
    """The results that were remembered; {} where there are none, or none that can be read."""
    try:
        told = json.loads(read_file(folder / FILE, LARGEST))
        if told["version"] != VERSION:
            return {}
        return {each["session"]: _from_json(each) for each in told["results"]}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}


def _from_json(told: Mapping[str, Any]) -> Result:
    standings = tuple(
        Standing(str(each["seat"]), str(each["name"]), int(each["place"]), int(each["low"]), int(each["high"]))
        for each in told["standings"]
    )
    numbers = (int(told["session"]), str(told["game"]), int(told["events"]), int(told["rules"]))
    return Result(*numbers, bool(told["over"]), standings)


def remember(folder: Path, results: Iterable[Result]) -> None:
    """Keep them for the next time; where they cannot be kept, they are made anew then."""
    told = {"version": VERSION, "results": [asdict(each) for each in results]}
    with contextlib.suppress(OSError):
        write_file(folder / FILE, json.dumps(told, ensure_ascii=False))


def records(results: Iterable[Result]) -> list[Record]:
    """Every named player in every box, by games that were played to their end; who played most comes first."""
    games: dict[tuple[str, str], list[Standing]] = {}
    for each in results:
        if each.over:
            for standing in each.standings:
                if standing.name:
                    games.setdefault((standing.name, each.game), []).append(standing)
    found = [
        Record(
            name,
            game,
            len(stood),
            sum(each.won for each in stood),
            sum(each.low + each.high for each in stood) / 2 / len(stood),
        )
        for (name, game), stood in games.items()
    ]
    total = {name: sum(each.played for each in found if each.name == name) for name, _ in games}
    return sorted(found, key=lambda each: (-total[each.name], each.name, each.game))
