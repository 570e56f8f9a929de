"""Where a session stands in its own history: lines that were accepted, steps of the table, undo and redo.

Pure: no clock, no file. A position is the tip of a chain of nodes, each the state after one line; undo walks back along
the chain, so that nothing is computed twice and nothing is lost. A live session and a record's replay share this.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from companion.faults import Fault
from companion.rules.contract import (
    PUBLIC,
    Action,
    Decision,
    State,
    apply,
    apply_anyway,
    asked,
    by_chance,
    forbidden,
)
from companion.rules.notation import read, write
from companion.table.chain import (
    Fallen,
    Line,
    Mark,
    Node,
    Position,
    Question,
    chain,
    event_of,
    events_of,
    step_of,
    title,
    told_by,
)
from companion.table.undone import RecordedUndo, read_undo

Actions = Mapping[str, type[Action[Any]]]
ByItself = Callable[[State, Decision], bool]
"""Whether the app answers a decision without being asked."""

CORRECTIONS: Final = frozenset({"correct", "track"})
ASIDES: Final = CORRECTIONS | {"tell", "tell_card", "note_field"}
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
    """What an undo did: the events it took, and the titles of those that might have stayed but no longer apply."""

    took: tuple[int, ...]
    lost: tuple[str, ...]


def advance(position: Position, kind: EventKind, text: str, number: int, actions: Actions, judged: bool) -> Position:
    """The position after an event as it was recorded, `text` in the words of a record.

    Raises Illegal (only if `judged`), BrokenLine, NothingToTakeBack.
    """
    if kind in (EventKind.ACTION, EventKind.ANYWAY):
        line = Line(number, read(text, actions), kind is EventKind.ANYWAY)
        return act(position, line, actions, judged)
    if kind is EventKind.UNDO:
        return _undo_as_recorded(position, actions, read_undo(text))
    return redo(position) if kind is EventKind.REDO else position


def act(position: Position, line: Line, actions: Actions, judged: bool = True) -> Position:
    """The position after `line`. Raises Illegal if it is judged and not marked as recorded anyway."""
    return Position(_follow(position.tip, line, actions, judged=judged))


def undo(
    position: Position, actions: Actions, steps: int | None = None, by_itself: ByItself | None = None
) -> tuple[Position, TakenBack]:
    """Take back the last told thing (None), or the last `steps` main steps.

    The last told thing is the step of the last line; in the midst of a step that is told bit by bit it is the last bit
    (Action.alone), with what followed from it: what the app drew `by_itself` comes with what had led there. What else
    was done since is kept where it still applies: tellings and corrections, and in the first case other seats' steps
    where all act at once. Raises NothingToTakeBack.
    """
    mark = _target(position.tip, steps)
    first = mark.number if steps is not None else _bit(position.tip, mark, by_itself).number
    tip, gone, since = _split(position.tip, mark, first, steps is not None)
    took = [event_of(node) for node in gone]
    lost: list[str] = []
    dropped: set[int] = set()
    for node in since:
        line, step, before = node.line, node.step, node.parent
        assert line is not None
        assert step is not None
        assert before is not None
        if step.number not in dropped:
            if line.anyway or not _gone(tip.state, line.action):
                tip = _follow(tip, line, actions, of=step, judged=False)
                continue
            dropped.add(step.number)
        took.append(line.number)
        lost.append(title(line.action, before.state))
    events = tuple(sorted(took))
    return _without(position, actions, events), TakenBack(events, tuple(lost))


def _gone(state: State, action: Action[Any]) -> bool:
    """Whether an action no longer applies, as far as everybody can see: what a secret in it would make of that must
    not show in what an undo leaves out."""
    return forbidden(state.view(PUBLIC), action.seen_by(PUBLIC))


def _without(position: Position, actions: Actions, took: tuple[int, ...]) -> Position:
    """The position without the lines of these events; all others since count as they did."""
    taken = set(took)
    if not taken or not taken <= events_of(position.tip):
        raise NothingToTakeBack("This undo takes back what is not there (any more); look at the numbers after “took”.")
    gone: list[Node] = []
    stay: list[Node] = []
    node = position.tip
    while taken:
        assert node.parent is not None
        number = event_of(node)
        (gone if number in taken else stay).append(node)
        taken.discard(number)
        node = node.parent
    for kept in reversed(stay):
        assert kept.line is not None
        assert kept.step is not None
        node = _follow(node, kept.line, actions, of=kept.step, judged=False)
    node = replace(node, fallen=(*_chance(gone[::-1]), *position.tip.fallen))
    return Position(node, (*position.ahead, position.tip))


def _undo_as_recorded(position: Position, actions: Actions, recorded: RecordedUndo) -> Position:
    """The position after an undo as a record tells it, the old way or the new. Raises NothingToTakeBack."""
    took = recorded.took
    if not took:
        mark = _target(position.tip, recorded.steps)
        _, gone, since = _split(position.tip, mark, mark.number, recorded.steps is not None)
        dropped: set[int] = set()
        for place, node in enumerate(since):
            if node.step is not None and (place in recorded.lost or _in(node, dropped)):
                dropped.add(node.step.number)
                gone.append(node)
        took = tuple(sorted(map(event_of, gone)))
    return _without(position, actions, took)


def _bit(tip: Node, mark: Mark, by_itself: ByItself | None) -> Mark:
    """The last thing told by itself in the step of `mark`: the step itself, where nothing was."""
    node = tip
    while True:
        line, step, before = node.line, node.step, node.parent
        assert line is not None
        assert step is not None
        assert before is not None
        if step.number == mark.number:
            if line.number == mark.number:
                return mark
            if line.action.alone:
                decision = asked(before.state, line.action)
                if decision is None or by_itself is None or not by_itself(before.state, decision):
                    return Mark(line.number, line.action, before.state, mark.aside)
        node = before


def redo(position: Position) -> Position:
    """Bring back what the last undo took. Raises NothingToTakeBack."""
    if not position.ahead:
        raise NothingToTakeBack("There is nothing to bring back: nothing was undone since the last action.")
    return Position(position.ahead[-1], position.ahead[:-1])


def next_undo(position: Position, by_itself: ByItself | None = None) -> Mark | None:
    """What a plain undo would take back."""
    mark = position.tip.step
    return _bit(position.tip, mark, by_itself) if mark is not None else None


def next_redo(position: Position) -> Mark | None:
    """The first that a redo would bring back."""
    if not position.ahead:
        return None
    present = events_of(position.tip)
    for node in chain(position.ahead[-1]):
        if node.line is not None and node.line.number not in present:
            return told_by(node)
    return position.ahead[-1].step


def steps(position: Position, viewer: str = PUBLIC) -> list[Step]:
    """All steps back to the beginning, oldest first, then those that redo would bring back, in that order."""
    found = _steps(chain(position.tip), viewer, undone=False)
    known = {step.number for step in found}
    if position.ahead:
        # The first one undone was the longest: all that came after it is in it.
        present = events_of(position.tip)
        undone = [node for node in chain(position.ahead[0]) if node.line is not None and event_of(node) not in present]
        found += _steps(undone, viewer, undone=True, known=known)
    return found


def served(node: Node) -> Fallen | None:
    """The dice or pieces that already fell for the roll or draw that is asked now, if they may serve again."""
    for decision in node.state.decisions:
        first = _next_fallen(node, decision)
        if first is not None and first.serves(decision):
            return first
    return None


def _next_fallen(node: Node, decision: Decision) -> Fallen | None:
    """What fell first of that kind: dice left out when a step is done again must not change what is drawn in it."""
    return next((each for each in node.fallen if each.decision.kind is decision.kind), None)


def _follow(node: Node, line: Line, actions: Actions, of: Mark | None = None, judged: bool = True) -> Node:
    """The node after `line`; `of` is the step it belongs to when it is kept through an undo."""
    action, before = line.action, node.state
    state = apply(before, action) if judged and not line.anyway else apply_anyway(before, action)
    if of is None:
        step, aside = _step(node, action, actions)
    else:
        step, aside = (None if of.number == line.number else step_of(node, of.number)), of.aside
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
    decision = _answered(node, action)
    source = node.asked_by.get(_question(decision)) if decision is not None else None
    if action.verb in ASIDES:
        # What is told because it is asked now belongs to the step that asks.
        return (source, source.aside) if source is not None else (None, True)
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


def _question(decision: Decision) -> Question:
    return (decision.seat, decision.name, decision.window)


def _between(state: State, actions: Actions) -> bool:
    """Whether the table is between two steps: some main decision is answered by an action that opens one."""
    main = [decision for decision in state.decisions if not decision.window]
    return not main or any(actions[verb].opens for decision in main for verb in decision.verbs if verb in actions)


def _still_fallen(node: Node, line: Line, step: Mark, opened: bool) -> tuple[Fallen, ...]:
    """Old dice serve while the same step is done again, in the same order, and nothing else is thrown."""
    if not node.fallen:
        return ()
    decision = asked(node.state, line.action)
    if decision is not None and by_chance(decision, line.action):
        first = _next_fallen(node, decision)
        same = first is not None and first.serves(decision) and first.action == line.action
        kind = decision.kind
        return tuple(each for each in node.fallen if (each is not first if same else each.decision.kind is not kind))
    if opened and not step.aside and node.fallen[0].opener != _opener(step):
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
        if decision is not None and by_chance(decision, node.line.action):
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


def _split(tip: Node, mark: Mark, first: int, all_main: bool) -> tuple[Node, list[Node], list[Node]]:
    """The node before event `first` of the step of `mark`; since then, the nodes that go and those that stay.

    With the step go all main steps opened since, if `all_main`.
    """
    gone: list[Node] = []
    stay: list[Node] = []
    node = tip
    while True:
        assert node.step is not None
        assert node.parent is not None
        (gone if _in(node, {mark.number}) or (all_main and not node.step.aside) else stay).append(node)
        if event_of(node) == first:
            return node.parent, gone[::-1], stay[::-1]
        node = node.parent


def _in(node: Node, steps: set[int]) -> bool:
    return node.step is not None and node.step.number in steps


def _steps(nodes: list[Node], viewer: str, undone: bool, known: Container[int] = ()) -> list[Step]:
    """The steps of these nodes. Of a step that is `known`, and stands, each bit told by itself is named for itself."""
    marks: dict[int, Mark] = {}
    texts: dict[int, list[str]] = {}
    bit: Mark | None = None
    for node in nodes:
        if node.line is not None and node.step is not None:
            mark = node.step
            if mark.number in known:
                bit = told_by(node) if bit is None or node.line.action.alone else bit
                mark = bit or mark
            marks.setdefault(mark.number, mark)
            text = write(node.line.action.seen_by(viewer))
            texts.setdefault(mark.number, []).append(f"anyway {text}" if node.line.anyway else text)
    return [
        Step(number, mark.title(viewer), mark.action.seat, undone, mark.aside, tuple(texts[number]))
        for number, mark in marks.items()
    ]
