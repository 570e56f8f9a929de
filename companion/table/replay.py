"""A record played again, line by line, by today's rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.faults import Fault
from companion.rules.contract import Illegal, Reason, Refused, State, printed
from companion.table import timeline
from companion.table.chain import Position
from companion.table.journal import Event, Journal
from companion.table.record import BrokenRecord, Record, RecordLine
from companion.table.session import over


class IllegalLine(BrokenRecord):
    """The first line that the rules refuse, with every reason; `state` is the one before it."""

    def __init__(self, record: Record, line: RecordLine, reasons: tuple[Reason, ...], state: State) -> None:
        self.text = line.text
        self.reasons = reasons
        self.state = state
        why = " ".join(f"{reason.text}{f' ({printed(reason.page)})' if reason.page else ''}" for reason in reasons)
        text = line.text if len(line.text) <= 200 else f"{line.text[:200]}…"
        super().__init__(f"“{text}” is not allowed: {why}", record.name, line.place)


@dataclass(frozen=True, slots=True)
class Replayed:
    """The position after one line of a record."""

    line: RecordLine
    position: Position


def beginning(record: Record) -> Position:
    """The position before the first line. Raises BrokenRecord when the setup cannot be played."""
    try:
        return Position.beginning(record.game.begin(record.setup))
    except Refused as refused:
        raise BrokenRecord(f"this setup cannot be played: {refused}", record.name) from refused


def replay(record: Record, judged: bool = True) -> Iterator[Replayed]:
    """The position after each line. Raises IllegalLine at the first that is not allowed, if it is `judged`; lines
    marked `anyway` always are."""
    position = beginning(record)
    for number, line in enumerate(record.lines, 1):
        try:
            position = timeline.advance(position, line.kind, line.text, number, record.game.actions, judged)
        except Illegal as refused:
            raise IllegalLine(record, line, refused.verdict.reasons, position.state) from refused
        except Fault as fault:
            raise BrokenRecord(str(fault), record.name, line.place) from fault
        yield Replayed(line, position)


def last(record: Record, judged: bool = True) -> Position:
    """The position after the whole record. Raises as `replay` does."""
    position = beginning(record)
    for replayed in replay(record, judged):
        position = replayed.position
    return position


def take_in(journal: Journal, record: Record) -> int:
    """Put a whole record into the journal as a session of its own; its number. Raises as `replay`, or JournalFault.

    What the record hides stays unknown in that session. A record of older rules counts as it was played.
    """
    ended = over(last(record, judged=record.rules == record.game.version).state)
    time = record.begun or journal.clock()
    events = [
        Event(number, line.kind, line.text, "import", record.rules, time) for number, line in enumerate(record.lines, 1)
    ]
    return journal.take_in(record.setup, record.names, record.rules, events, ended)
