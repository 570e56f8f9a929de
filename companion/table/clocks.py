"""How long each seat was waited for: totals by session, in a file beside the journal, by a clock that is handed in.

Rules know no clock, and records hold no turn's length: this is for the table alone, and may be lost without harm.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final

from companion.data import read_file, write_file

FILE: Final = "clocks.json"
KEPT: Final = 60
"""Sessions whose totals are kept."""
LONGEST: Final = 1_000_000
ASLEEP: Final = 30.0
"""Seconds between two looks after which the machine must have slept: that time counts for nobody."""


def at_once(write: Callable[[], None]) -> None:
    """Where somebody waits for the disk anyway."""
    write()


@dataclass
class TurnClock:
    """Looked at every second or so. `turn` is since whom it is waited for last changed, in seconds.

    `write` does what is handed to it, one after another: at once, or elsewhere, where nobody may wait for a disk.
    """

    folder: Path
    now: Callable[[], float] = monotonic
    write: Callable[[Callable[[], None]], object] = at_once
    paused: bool = False
    turn: float = 0.0
    _session: int = 0
    _waited: frozenset[str] = frozenset()
    _at: float | None = None
    _totals: dict[str, float] = field(default_factory=dict)

    def look(self, session: int, waited: Collection[str]) -> None:
        """The table waits for these seats now; the time since the last look is theirs for whom it waited then."""
        now, passed = self.now(), 0.0
        if self._at is not None and not self.paused and session == self._session:
            passed = now - self._at if 0 <= now - self._at < ASLEEP else 0.0
        self._at = now
        if session != self._session:
            self.keep()
            self._session, self._totals, self._waited, self.turn = session, _read(self.folder, session), frozenset(), 0
        for seat in self._waited:
            self._totals[seat] = self._totals.get(seat, 0.0) + passed
        self.turn += passed
        if self._waited != frozenset(waited):
            self._waited, self.turn = frozenset(waited), 0.0
            self.keep()

    def away(self) -> None:
        """Nobody is at the table: what passes from now on counts for nobody."""
        if self._at is not None:
            self.keep()
        self._at = None

    def pause(self, paused: bool) -> None:
        """Stop, or go on."""
        self.look(self._session, self._waited)
        self.paused = paused

    def totals_of(self, session: int) -> Mapping[str, float]:
        """Seconds for which each seat was waited for; as they were kept, of a session that is not looked at."""
        return self._totals if session == self._session else _read(self.folder, session)

    def keep(self) -> None:
        """Write the totals down; where that fails they are not kept."""
        if self._session:
            totals = {seat: round(seconds, 1) for seat, seconds in self._totals.items()}
            self.write(partial(_write, self.folder, self._session, totals))


def _write(folder: Path, session: int, totals: Mapping[str, float]) -> None:
    told: dict[str, Mapping[str, float]] = {**_all(folder)}
    told.pop(str(session), None)
    told[str(session)] = totals
    with contextlib.suppress(OSError):
        write_file(folder / FILE, json.dumps(dict(list(told.items())[-KEPT:])))


def _all(folder: Path) -> dict[str, dict[str, float]]:
    try:
        told = json.loads(read_file(folder / FILE, LONGEST))
        return {
            str(session): {str(seat): float(seconds) for seat, seconds in seats.items()}
            for session, seats in told.items()
        }
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return {}


def _read(folder: Path, session: int) -> dict[str, float]:
    return _all(folder).get(str(session), {})


def spoken(seconds: float) -> str:
    """ "1:40", "1:02:05"."""
    whole = int(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
