"""How a game goes on: the stack of open steps, and what follows when nothing is open (see state.py)."""

from __future__ import annotations

from typing import TypeVar

from companion.rules.contract import Decision
from companion.rules.cosmic_empires.state import State, Step

P = TypeVar("P", bound=Step)


def decisions(state: State) -> tuple[Decision, ...]:
    """What is open. A sealed mission that is met goes before everything else (secret_missions.py)."""
    from companion.rules.cosmic_empires import secret_missions

    if met := secret_missions.check_due(state):
        return met
    if not state.steps or state.phase == "over":
        return ()
    top = state.steps[-1]
    if not top.together:
        return top.asks(state)
    seats = {step.seat: step for step in state.steps if type(step) is type(top)}
    return tuple(decision for seat in state.seats if seat in seats for decision in seats[seat].asks(state))


def find(state: State, seat: str, *kinds: type[P]) -> P | None:
    """The step of these kinds that is asked of the seat now, or None; `seat` "" is whoever is asked."""
    if not state.steps:
        return None
    top = state.steps[-1]
    if top.together:
        for step in state.steps:
            if isinstance(step, kinds) and type(step) is type(top) and step.seat == seat:
                return step
        return None
    return top if isinstance(top, kinds) and seat in ("", top.seat) else None


def below(state: State, kind: type[P]) -> P | None:
    """The step of that kind nearest to the top of the stack, or None."""
    for step in reversed(state.steps):
        if isinstance(step, kind):
            return step
    return None


def push(state: State, *steps: Step) -> State:
    """Open steps on top of what is open; the last is asked first."""
    return state.with_(steps=state.steps + steps) if steps else state


def swap(state: State, step: Step | None, *new: Step) -> State:
    """The state with other steps in the place of that one; it is pushed where that one is not open."""
    if step is not None:
        for place in range(len(state.steps) - 1, -1, -1):
            if state.steps[place] is step or state.steps[place] == step:
                return state.with_(steps=state.steps[:place] + new + state.steps[place + 1 :])
    return push(state, *new)


def finish(state: State, step: Step | None) -> State:
    """The step is done."""
    return swap(state, step)


def settle(state: State) -> State:
    """Markers follow symbols, and whatever has no choice happens, until somebody is asked or the game is over."""
    from companion.rules.cosmic_empires import rhythm
    from companion.rules.cosmic_empires.capacity import raise_markers

    state = raise_markers(state)
    while state.phase != "over":
        following = state.steps[-1].go_on(state) if state.steps else rhythm.go_on(state)
        if following is None:
            break
        state = raise_markers(following)
    return state
