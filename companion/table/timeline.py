"""Where a session stands in its own history: lines that were accepted, steps of the table, undo and redo.

Pure: no clock, no file. A position is the tip of a chain of nodes, each the state after one line; undo walks back along
the chain, so that nothing is computed twice and nothing is lost. A live session and a record's replay share this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from companion.faults import Fault
from companion.rules.contract import PUBLIC, Action, Decision, Illegal, Kind, State, apply, apply_anyway, asked
from companion.rules.notation import BrokenLine, read, write

_UNDO = re.compile(r"(?P<steps>[1-9]\d{0,5})?(?: ?lost(?P<lost>( [1-9]\d{0,5})+))?")

Actions = Mapping[str, type[Action[Any]]]

TELL: Final = "tell"
ASIDES: Final = frozenset({TELL, "correct", "track"})
"""Tellings and corrections, the same verbs in every game: undo of an earlier step keeps them where they apply."""


class EventKind(StrEnum):
    """What an event of a session is. An action recorded `anyway` is one that the rules refuse and the table did."""

    ACTION = "action"
    ANYWAY = "anyway"
    UNDO = "undo"
    REDO = "redo"
    NAME = "name"
    END = "end"


class NothingToTakeBack(Fault):
    """Undo at the very beginning, or redo with nothing undone."""


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


_Question = tuple[str, str, bool]
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
    asked_by: Mapping[_Question, Mark] = field(default_factory=dict)
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


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the table as `viewer` may know it; `undone` ones are those that redo would bring back.

    An `aside` is a telling, a correction, or something done in the midst of another seat's step.
    """

    number: int
    title: str
    seat: str
    undone: bool
    aside: bool
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What an undo did: the step it named, and which of the lines since, that might have stayed, no longer apply."""

    mark: Mark
    lost: tuple[int, ...]
    lost_lines: tuple[Line, ...]


def advance(position: Position, kind: EventKind, text: str, number: int, actions: Actions, judged: bool) -> Position:
    """The position after an event as it was recorded, `text` in the words of a record.

    Raises Illegal (only if `judged`), BrokenLine, NothingToTakeBack.
    """
    if kind in (EventKind.ACTION, EventKind.ANYWAY):
        line = Line(number, read(text, actions), kind is EventKind.ANYWAY)
        return act(position, line, actions, judged)
    if kind is EventKind.UNDO:
        return undo(position, actions, *read_undo(text))[0]
    return redo(position) if kind is EventKind.REDO else position


def write_undo(steps: int | None, lost: tuple[int, ...]) -> str:
    """What a record says after `undo`: how many steps (nothing: the last of any kind), which asides were lost."""
    words = [str(steps)] if steps is not None else []
    return " ".join(words + (["lost", *(str(place + 1) for place in lost)] if lost else []))


def read_undo(text: str) -> tuple[int | None, tuple[int, ...]]:
    """The steps and the lost ones of a recorded undo. Raises BrokenLine."""
    match = _UNDO.fullmatch(text)
    if match is None:
        raise BrokenLine(f"“undo {text[:40]}” is no undo: expected “undo”, “undo 2” or “undo 2 lost 1”.")
    steps = int(match["steps"]) if match["steps"] else None
    return steps, tuple(int(word) - 1 for word in (match["lost"] or "").split())


def title(action: Action[Any], state: State, viewer: str = PUBLIC) -> str:
    """What `viewer` would call `action`, which was done in `state`."""
    return action.seen_by(viewer).title(state.view(viewer))


def act(position: Position, line: Line, actions: Actions, judged: bool = True) -> Position:
    """The position after `line`. Raises Illegal if it is judged and not marked as recorded anyway."""
    return Position(_follow(position.tip, line, actions, judged=judged))


def undo(
    position: Position, actions: Actions, steps: int | None = None, lost: tuple[int, ...] | None = None
) -> tuple[Position, TakenBack]:
    """Take back the step of the last line (None), or the last `steps` main ones.

    What else was done since the step was opened is kept where it still applies: tellings and corrections, and in the
    first case other seats' steps where all act at once. `lost` fixes what is left out (a recorded undo); None judges
    it anew. Raises NothingToTakeBack.
    """
    mark = _target(position.tip, steps)
    base, gone, since = _split(position.tip, mark, steps is not None)
    tip = base
    left_out: list[int] = []
    left_out_lines: list[Line] = []
    dropped: set[int] = set()
    for place, node in enumerate(since):
        line, step = node.line, node.step
        assert line is not None
        assert step is not None
        kept = step.number not in dropped and (lost is None or place not in lost)
        if kept:
            try:
                tip = _follow(tip, line, actions, of=step, judged=lost is None)
            except Illegal:
                kept = False
        if not kept:
            dropped.add(step.number)
            left_out.append(place)
            left_out_lines.append(line)
    fallen = (*_chance(gone), *position.tip.fallen)
    tip = replace(tip, fallen=fallen)
    return Position(tip, (*position.ahead, position.tip)), TakenBack(mark, tuple(left_out), tuple(left_out_lines))


def redo(position: Position) -> Position:
    """Bring back what the last undo took. Raises NothingToTakeBack."""
    if not position.ahead:
        raise NothingToTakeBack("There is nothing to bring back: nothing was undone since the last action.")
    return Position(position.ahead[-1], position.ahead[:-1])


def next_undo(position: Position) -> Mark | None:
    """The step that a plain undo would take back."""
    return position.tip.step


def next_redo(position: Position) -> Mark | None:
    """The first step that a redo would bring back."""
    if not position.ahead:
        return None
    present = _numbers(position.tip)
    for node in _chain(position.ahead[-1]):
        if node.line is not None and node.line.number not in present:
            return node.step
    return position.ahead[-1].step


def steps(position: Position, viewer: str = PUBLIC) -> list[Step]:
    """All steps back to the beginning, oldest first, then those that redo would bring back, in that order."""
    found = _steps(_chain(position.tip), viewer, undone=False)
    known = {step.number for step in found}
    if position.ahead:
        # The first one undone was the longest: all that came after it is in it.
        undone = _steps(_chain(position.ahead[0]), viewer, undone=True)
        found += [step for step in undone if step.number not in known]
    return found


def served(node: Node) -> Fallen | None:
    """The dice or pieces that already fell for the roll or draw that is asked now, if they may serve again."""
    if not node.fallen:
        return None
    first = node.fallen[0]
    return first if any(first.serves(decision) for decision in node.state.decisions) else None


def _follow(node: Node, line: Line, actions: Actions, of: Mark | None = None, judged: bool = True) -> Node:
    """The node after `line`; `of` is the step it belongs to when it is kept through an undo."""
    action, before = line.action, node.state
    state = apply(before, action) if judged and not line.anyway else apply_anyway(before, action)
    if of is None:
        step, aside = _step(node, action, actions)
    else:
        step, aside = (None if of.number == line.number else _mark_of(node, of.number)), of.aside
    opened = step is None
    if step is None:
        step = Mark(line.number, action, before, aside)
    main = node.main
    if not step.aside and (main is None or step.number > main.number):
        main = step
    asked_before = {_question(decision) for decision in before.decisions}
    asked_by = {
        question: mark
        for question in map(_question, state.decisions)
        if (mark := node.asked_by.get(question) if question in asked_before else step) is not None
    }
    return Node(state, node, line, step, main, asked_by, _still_fallen(node, line, step, opened))


def _step(node: Node, action: Action[Any], actions: Actions) -> tuple[Mark | None, bool]:
    """The step that `action` goes on with; or None when it opens one, and whether that is an aside."""
    if action.verb in ASIDES:
        return None, True
    decision = _answered(node, action)
    source = node.asked_by.get(_question(decision)) if decision is not None else None
    if source is not None and source.aside:
        return source, True
    kind, between = type(action), _between(node.state, actions)
    if kind.anytime and decision is None and not between and node.main is not None:
        # In the midst of a step, a trade of the seat itself belongs to it; one of another seat stands beside it.
        return (node.main, False) if node.main.action.seat == action.seat else (None, True)
    if kind.opens and not (kind.anytime and not between):
        return None, False
    if kind.anytime and between:
        return None, False
    return source or node.main, False


def _answered(node: Node, action: Action[Any]) -> Decision | None:
    """The decision that `action` answers: that of an open telling first, for it was opened on purpose."""
    for decision in node.state.decisions:
        if decision.seat == action.seat and action.verb in decision.verbs:
            source = node.asked_by.get(_question(decision))
            if source is not None and source.aside:
                return decision
    return asked(node.state, action)


def _question(decision: Decision) -> _Question:
    return (decision.seat, decision.name, decision.window)


def _between(state: State, actions: Actions) -> bool:
    """Whether the table is between two steps: some main decision is answered by an action that opens one."""
    main = [decision for decision in state.decisions if not decision.window]
    return not main or any(actions[verb].opens for decision in main for verb in decision.verbs if verb in actions)


def _still_fallen(node: Node, line: Line, step: Mark, opened: bool) -> tuple[Fallen, ...]:
    """Old dice serve while the same step is done again, in the same order, and nothing else is thrown."""
    if not node.fallen:
        return ()
    first = node.fallen[0]
    decision = asked(node.state, line.action)
    if decision is not None and decision.kind is not Kind.CHOOSE:
        same = first.serves(decision) and first.action == line.action
        return node.fallen[1:] if same else ()
    if opened and not step.aside and first.opener != _opener(step):
        return ()
    return node.fallen


def _opener(mark: Mark) -> str:
    return f"{mark.action.seat} {mark.action.verb}"


def _chance(gone: list[Node]) -> Iterator[Fallen]:
    for node in gone:
        assert node.line is not None
        assert node.parent is not None
        assert node.step is not None
        decision = asked(node.parent.state, node.line.action)
        if decision is not None and decision.kind is not Kind.CHOOSE:
            yield Fallen(decision, node.line.action, _opener(node.step))


def _target(tip: Node, count: int | None) -> Mark:
    if tip.step is None:
        raise NothingToTakeBack("There is nothing to take back: this is the beginning.")
    if count is None:
        return tip.step
    mains: list[Mark] = []
    node: Node | None = tip
    while node is not None and len(mains) < count:
        if node.main is not None and (not mains or mains[-1].number != node.main.number):
            mains.append(node.main)
        node = node.parent
    if not 0 < count == len(mains):
        raise NothingToTakeBack(f"There are only {len(mains)} steps to take back, not {count}.")
    return mains[-1]


def _split(tip: Node, mark: Mark, all_main: bool) -> tuple[Node, list[Node], list[Node]]:
    """The node before the step of `mark`, and those from there on: the ones that go and the ones that stay.

    With it go all main steps opened since, if `all_main`.
    """
    gone: list[Node] = []
    stay: list[Node] = []
    node = tip
    while True:
        assert node.line is not None
        assert node.step is not None
        assert node.parent is not None
        of_mark = node.step.number == mark.number
        (gone if of_mark or (all_main and not node.step.aside) else stay).append(node)
        if node.line.number == mark.number:
            return node.parent, gone[::-1], stay[::-1]
        node = node.parent


def _mark_of(tip: Node, number: int) -> Mark | None:
    node: Node | None = tip
    while node is not None:
        if node.step is not None and node.step.number == number:
            return node.step
        node = node.parent
    return None


def _numbers(tip: Node) -> set[int]:
    return {node.line.number for node in _chain(tip) if node.line is not None}


def _chain(tip: Node) -> list[Node]:
    chain = []
    node: Node | None = tip
    while node is not None:
        chain.append(node)
        node = node.parent
    chain.reverse()
    return chain


def _steps(chain: list[Node], viewer: str, undone: bool) -> list[Step]:
    marks: dict[int, Mark] = {}
    texts: dict[int, list[str]] = {}
    for node in chain:
        if node.line is not None and node.step is not None:
            marks.setdefault(node.step.number, node.step)
            text = write(node.line.action.seen_by(viewer))
            texts.setdefault(node.step.number, []).append(f"anyway {text}" if node.line.anyway else text)
    return [
        Step(number, mark.title(viewer), mark.action.seat, undone, mark.aside, tuple(texts[number]))
        for number, mark in marks.items()
    ]
