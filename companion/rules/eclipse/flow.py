"""How a game goes on: the stack of open steps, and what follows when nothing is open (see state.py)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from companion.rules.contract import Finding, Missing, Owed, Reason
from companion.rules.eclipse.state import ALL_AT_ONCE, Pending, State, Step

P = TypeVar("P", bound=Step)


def push(state: State, *steps: Step) -> State:
    """Open steps on top of what is open; the last is asked first."""
    main = tuple(step for step in steps if not step.window)
    windows = tuple(step for step in steps if step.window)
    return state.with_(steps=state.steps + main, windows=state.windows + windows)


def tops(state: State, seat: str) -> Iterator[Step]:
    """The steps asked of the seat now: a window first (it was opened on purpose), then the main one."""
    for step in reversed(state.windows):
        if step.seat == seat:
            yield step
            break
    if state.phase in ALL_AT_ONCE:
        for step in reversed(state.steps):
            if step.seat == seat:
                yield step
                break
    elif state.steps and state.steps[-1].seat == seat:
        yield state.steps[-1]


def find(state: State, seat: str, *kinds: type[P]) -> P | None:
    """The step of these kinds that is asked of the seat now, or None."""
    for step in tops(state, seat):
        if isinstance(step, kinds):
            return step
    return None


def pop(state: State, step: Step | None) -> State:
    """The state without that step (unchanged when it is not open)."""
    if step is None:
        return state
    return _put(state, step, ())


def replace_step(state: State, step: Step | None, *new: Step) -> State:
    """The state with other steps where that one was, on the same stack."""
    if step is None:
        return push(state, *new)
    return _put(state, step, tuple(each.like(step) for each in new))


def finish_step(state: State, step: Step | None, *following: Step) -> State:
    """The step is done, `following` take its place; when nothing is open any more the phase goes on by itself."""
    return settle(replace_step(state, step, *following))


def settle(state: State) -> State:
    """Let turns and phases follow until somebody is asked something, or the game is over."""
    from companion.rules.eclipse import phases

    while state.phase != "over":
        following = state.steps[-1].go_on(state) if state.steps else phases.go_on(state)
        if following is None:
            break
        state = following
    return state


def owe(state: State, step: Step, about: str) -> State:
    """Put a step into the inbox, under its old number if it has one; the caller has taken it off the stack."""
    number = step.number or state.last_number + 1
    item = Owed(number, step.seat, step.title, about, state.round)
    pending = Pending(item, replace(step, window=False, number=number))
    owed = tuple(sorted((*state.owed, pending), key=lambda each: each.owed.number))
    return state.with_(last_number=max(number, state.last_number), owed=owed)


def as_it_was(step: Step | None, findings: Iterable[Finding], codes: Container[str]) -> Iterator[Finding]:
    """Findings on something told later: what the pieces' places say now need not have been so then.

    Reasons of these codes become Missing when the step is a telling; all else passes unchanged.
    """
    for finding in findings:
        if step is not None and step.window and isinstance(finding, Reason) and finding.code in codes:
            yield Missing("then", f"Was it so at that time? Now it is not: {finding.text}")
        else:
            yield finding


def put_back_tellings(state: State, seat: str) -> State:
    """A telling that was opened and not finished goes back to the inbox when its seat does something new."""
    for step in state.windows:
        if step.seat == seat and state.phase != "over":
            state = pop(state, step)
            if step.title:
                state = owe(state, step, "told later")
    return state


def without_seat(state: State, seat: str) -> State:
    """The state with nothing open any more for a seat that left the game."""
    return state.with_(
        steps=tuple(step for step in state.steps if seat not in step.concerns),
        windows=tuple(step for step in state.windows if seat not in step.concerns),
        owed=tuple(each for each in state.owed if each.owed.seat != seat),
        skipped=tuple(each for each in state.skipped if each != seat),
    )


def _put(state: State, step: Step, new: tuple[Step, ...]) -> State:
    stack = state.windows if step.window else state.steps
    for place in range(len(stack) - 1, -1, -1):
        if stack[place] is step or stack[place] == step:
            changed = stack[:place] + new + stack[place + 1 :]
            return state.with_(windows=changed) if step.window else state.with_(steps=changed)
    return push(state, *new) if new else state
