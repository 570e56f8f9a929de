"""What an evening looked like when it is over, or so far: points round by round, and the dice that fell.

All of it is read from a session's own lines; nothing is kept beside the journal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.rules.contract import PUBLIC, Kind, State, asked
from companion.table.chain import Node
from companion.table.timeline import EventKind

if TYPE_CHECKING:
    from companion.table.session import Session


@dataclass(frozen=True, slots=True)
class RoundTotals:
    """What each seat had when a round ended (the last one: what it has now)."""

    round: int
    totals: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Dice:
    """What one party threw: a seat, or whoever else fires. `faces` counts each face, `told` who said what fell."""

    party: str
    throws: int
    faces: Mapping[str, int]
    told: Mapping[str, int]

    @property
    def dice(self) -> int:
        return sum(self.faces.values())

    @property
    def average(self) -> float | None:
        """The pips of a die on average; None for painted dice, and where none fell."""
        if not self.faces or not all(face.isdigit() for face in self.faces):
            return None
        return sum(int(face) * many for face, many in self.faces.items()) / self.dice


@dataclass(frozen=True, slots=True)
class Picture:
    """A throw's picture: the event it stands with, what was said of it, and whether that throw was undone."""

    number: int
    evidence: str
    line: str
    undone: bool


@dataclass
class _Count:
    throws: int = 0
    faces: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)


Measure = Callable[[State], Mapping[str, int]]
"""What a seat has in a position, by seat."""


def points(state: State) -> Mapping[str, int]:
    """What is sure of every seat's score."""
    return {each.seat: each.low for each in state.score().seats}


def rounds(session: Session, measure: Measure = points) -> list[RoundTotals]:
    """What every seat had at the end of each round, as all may know it: a game that is over has no secrets."""
    last: dict[int, State] = {}
    for node in session.standing:
        last[getattr(node.state, "round", 0) or 0] = node.state
    seen = [state if session.over else state.view(PUBLIC) for state in last.values()]
    return [RoundTotals(number, measure(state)) for number, state in zip(last, seen, strict=True)]


def dice(session: Session) -> list[Dice]:
    """The dice that count, by who threw them: the seats in their order, then whoever else fired."""
    counted: dict[str, _Count] = {seat: _Count() for seat in session.seats}
    for node in session.standing:
        thrown = _thrown(node)
        if thrown is None or node.line is None:
            continue
        party, faces = thrown
        count = counted.setdefault(party, _Count())
        count.throws += 1
        count.faces.update(faces)
        count.told[session.events[node.line.number - 1].by] += 1
    return [Dice(party, each.throws, dict(each.faces), dict(each.told)) for party, each in counted.items()]


def _thrown(node: Node) -> tuple[str, list[str]] | None:
    """Who threw in the line of a node, and the faces; None where nobody did."""
    if node.line is None or node.parent is None:
        return None
    action: Any = node.line.action
    decision = asked(node.parent.state, action)
    if decision is None or decision.kind is not Kind.ROLL or not hasattr(action, "dice"):
        return None
    return str(decision.context.get("party") or decision.seat), [str(face) for face in action.dice[1::2]]


def pictures(session: Session) -> list[Picture]:
    """Every throw of which a picture was taken, the oldest first, those undone too."""
    stands = {node.line.number for node in session.standing if node.line is not None}
    return [
        Picture(event.number, event.evidence, event.line, event.number not in stands)
        for event in session.events
        if event.evidence and event.kind in (EventKind.ACTION, EventKind.ANYWAY)
    ]
