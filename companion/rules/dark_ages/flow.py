"""How a game goes on: the stack of open steps, and what follows when one is done (see state.py)."""

from __future__ import annotations

from typing import TypeVar

from companion.rules.dark_ages.state import ENDED, OVER, State, Step

P = TypeVar("P", bound=Step)


def push(state: State, *steps: Step) -> State:
    """Open steps on top of what is open; the last is asked first."""
    return state.with_(steps=state.steps + steps)


def find(state: State, seat: str, kind: type[P]) -> P | None:
    """The step of that kind that is asked of the seat now, or None."""
    for step in reversed(state.steps):
        if isinstance(step, kind) and step.seat == seat:
            return step
        if not getattr(step, "together", False):
            break
    return None


def replace_step(state: State, step: Step | None, *new: Step) -> State:
    """The state with other steps where that one was."""
    if step is None:
        return push(state, *new)
    for place in range(len(state.steps) - 1, -1, -1):
        if state.steps[place] is step or state.steps[place] == step:
            return state.with_(steps=state.steps[:place] + new + state.steps[place + 1 :])
    return push(state, *new)


def finish_step(state: State, step: Step | None, *following: Step) -> State:
    """The step is done, `following` take its place; the game goes on by itself as far as it can."""
    return settle(replace_step(state, step, *following))


def settle(state: State) -> State:
    """Let phases and turns follow until somebody is asked something, or the game is over."""
    from companion.rules.dark_ages.surrender import uncovered
    from companion.rules.dark_ages.turns import go_on

    while state.phase != OVER:
        unnamed = uncovered(state) if state.phase != ENDED else None
        if unnamed is not None and (not state.steps or state.steps[-1] != unnamed):
            state = push(state, unnamed)
            break
        following = state.steps[-1].go_on(state) if state.steps else go_on(state)
        if following is None:
            break
        state = following
    return state
