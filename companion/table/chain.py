"""The chain of nodes that a session stands on: lines that were accepted, the steps they belong to, the states between.

Pure, and never changed: what undo leaves and what redo brings back are tips of other chains with the same beginning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.contract import PUBLIC, Action, Decision, State


@dataclass(frozen=True, slots=True)
class Line:
    """One accepted action: the number of its event, and whether it was recorded although the rules refuse it."""

    number: int
    action: Action[Any]
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A step of the table, known by the event that opened it; `before` is the state it was opened in."""

    number: int
    action: Action[Any]
    before: State
    aside: bool

    def title(self, viewer: str = PUBLIC) -> str:
        """What `viewer` would call the step."""
        return title(self.action, self.before, viewer)


@dataclass(frozen=True, slots=True)
class Fallen:
    """Dice or pieces that came up in a step since undone: the decision they answered, the verb that had led there."""

    decision: Decision
    action: Action[Any]
    opener: str

    def serves(self, decision: Decision) -> bool:
        """Whether the very same roll or draw is asked."""
        mine = self.decision
        return (mine.seat, mine.name, mine.roll, mine.draw) == (
            decision.seat,
            decision.name,
            decision.roll,
            decision.draw,
        )


Question = tuple[str, str, bool]
"""What tells open decisions apart: seat, name, and whether it is a window."""


@dataclass(frozen=True, slots=True)
class Node:
    """The state after one line. The root has neither line nor step.

    `main` is the step opened last that is no aside; `asked_by` tells of each open decision which step brought it.
    """

    state: State
    parent: Node | None = None
    line: Line | None = None
    step: Mark | None = None
    main: Mark | None = None
    asked_by: Mapping[Question, Mark] = field(default_factory=dict)
    fallen: tuple[Fallen, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """The present, and what redo would bring back (the next last)."""

    tip: Node
    ahead: tuple[Node, ...] = ()

    @property
    def state(self) -> State:
        return self.tip.state

    @classmethod
    def beginning(cls, state: State) -> Position:
        return cls(Node(state))


def title(action: Action[Any], state: State, viewer: str = PUBLIC) -> str:
    """What `viewer` would call `action`, which was done in `state`."""
    return action.seen_by(viewer).title(state.view(viewer))


def chain(tip: Node) -> list[Node]:
    """Every line that stands there, oldest first; the first node is the beginning."""
    nodes = []
    node: Node | None = tip
    while node is not None:
        nodes.append(node)
        node = node.parent
    return nodes[::-1]


def event_of(node: Node) -> int:
    """The number of the event of a node that is not the beginning."""
    assert node.line is not None
    return node.line.number


def events_of(tip: Node) -> set[int]:
    """The numbers of all events that stand there."""
    return {node.line.number for node in chain(tip) if node.line is not None}


def step_of(tip: Node, number: int) -> Mark | None:
    """The step of that number, if it stands there."""
    node: Node | None = tip
    while node is not None:
        if node.step is not None and node.step.number == number:
            return node.step
        node = node.parent
    return None


def told_by(node: Node) -> Mark | None:
    """The step of a node that opens one or goes on with one; what was told by itself stands for itself."""
    line, before = node.line, node.parent
    if line is None or before is None or node.step is None or not line.action.alone:
        return node.step
    return Mark(line.number, line.action, before.state, node.step.aside)
