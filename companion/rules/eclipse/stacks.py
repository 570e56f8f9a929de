"""The three stacks of sector tiles: what may still lie in them, and their discards (pp. 5, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.eclipse.catalog import PLAYERS
from companion.rules.eclipse.hexes import STACKS, stack_of, tiles_of
from companion.rules.eclipse.state import State, Step


@dataclass(frozen=True, slots=True)
class Stack:
    """`count` tiles are left to be turned, each one of `tiles`. `reshuffled`: they are the discards, shuffled."""

    tiles: tuple[int, ...]
    count: int
    reshuffled: bool = False


def size(state: State, stack: str) -> int:
    """Tiles of a stack at the start: all in the box, of the outer ones as many as the players call for (p. 5)."""
    return PLAYERS[len(state.players)].outer_sectors if stack == "outer" else len(tiles_of(stack))


def in_hand(state: State) -> tuple[int, ...]:
    """Tiles turned and neither placed nor discarded yet."""
    return tuple(number for step in _open_steps(state) for number in getattr(step, "turned", ()))


def stack(state: State, name: str) -> Stack:
    """What may be turned from a stack now; when it has run out its discards are the new stack (p. 9)."""
    held = in_hand(state)
    laid = {each.number for each in state.sectors}
    out = [number for number in tiles_of(name) if number in laid or number in held]
    discards = tuple(number for number in state.discarded if stack_of(number) == name)
    count = size(state, name) - len(out) - len(discards)
    if count < 1:
        return Stack(discards, len(discards), reshuffled=bool(discards))
    gone = {*laid, *held, *discards, *state.boxed}
    return Stack(tuple(number for number in tiles_of(name) if number not in gone), count)


def available(state: State, name: str) -> int:
    """Tiles that can still be turned from a stack: its discards too, but not those another exploration waits for."""
    pile = stack(state, name)
    discards = 0 if pile.reshuffled else sum(stack_of(number) == name for number in state.discarded)
    waiting = sum(bool(getattr(step, "stack", "") == name) for step in (*state.steps, *state.windows))
    return pile.count + discards - waiting


def reshuffle(state: State, name: str) -> State:
    """The state with the stack's discards back in it, where it has run out; the outer tiles never seen are boxed."""
    if name not in STACKS or not stack(state, name).reshuffled:
        return state
    if name == "outer" and not state.boxed:
        seen = {*(each.number for each in state.sectors), *in_hand(state), *state.discarded}
        state = state.with_(boxed=tuple(number for number in tiles_of("outer") if number not in seen))
    return state.with_(discarded=tuple(number for number in state.discarded if stack_of(number) != name))


def discard(state: State, *numbers: int) -> State:
    """The state with tiles laid face up beside their stacks."""
    return state.with_(discarded=tuple(sorted({*state.discarded, *numbers})))


def _open_steps(state: State) -> Iterator[Step]:
    yield from state.steps
    yield from state.windows
    for pending in state.owed:
        yield pending.step
