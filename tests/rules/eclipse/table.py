"""Games for tests: set up in a word, played line by line."""

from __future__ import annotations

from companion.rules.contract import SeatSetup, Setup, apply, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.state import State
from companion.rules.notation import read


def begin(seats: str = "red blue", **options: str) -> State:
    chosen = []
    for word in seats.split():
        colour, _, species = word.partition("=")
        chosen.append(SeatSetup(colour, species))
    return GAME.begin(Setup("eclipse", tuple(chosen), options))


def started(seats: str = "red blue", **options: str) -> State:
    state = begin(seats, **{"technology_tiles": "untold", **options})
    while state.phase == "setup":
        decision = state.decisions[0]
        assert decision.draw is not None
        state = play(state, f"{decision.seat}: {decision.verbs[0]}" + " ?" * decision.draw.count)
    return state


def play(state: State, *lines: str) -> State:
    for line in lines:
        state = apply(state, read(line, GAME.actions))
    return state


def codes(state: State, line: str) -> set[str]:
    return {reason.code for reason in judge(state, read(line, GAME.actions)).reasons}


def missing(state: State, line: str) -> set[str]:
    return {each.fact for each in judge(state, read(line, GAME.actions)).missing}
