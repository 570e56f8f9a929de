"""Positions of random games in which a decision is open, as sessions on the disk: rare screens without a long way."""

import random
from collections.abc import Mapping
from pathlib import Path

from companion.rules.contract import Action, SeatSetup, Setup, State
from companion.rules.games import GAMES
from companion.table import simulation
from companion.table.journal import Journal
from companion.table.session import Session

Path_ = tuple[Action[State], ...]


def found(
    box: str, names: tuple[str, ...], seats: tuple[str, ...], options: Mapping[str, str], never: tuple[str, ...] = ()
) -> dict[str, Path_]:
    """For each decision the actions of a random game that lead to it, for as many as come up in a hundred games.

    Verbs in `never` are not used: what they would settle is left for the end.
    """
    game = GAMES[box]
    setup = Setup(box, tuple(SeatSetup(seat) for seat in seats), options)
    paths: dict[str, Path_] = {}
    for seed in range(100):
        chance, state, done = random.Random(seed), game.begin(setup), list[Action[State]]()
        while state.decisions:
            for decision in state.decisions:
                if decision.name in names and decision.name not in paths:
                    paths[decision.name] = tuple(done)
            action = _choose(box, state, chance, never)
            if action is None:
                break
            done.append(action)
            state = action.apply(state)
        if len(paths) == len(names):
            break
    return paths


def _choose(box: str, state: State, chance: random.Random, never: tuple[str, ...]) -> Action[State] | None:
    for _ in range(20):
        action = simulation.choose(GAMES[box], state, chance)
        if action is None or action.verb not in never:
            return action
    return None


def laid_out(
    data: Path,
    box: str,
    names: tuple[str, ...],
    seats: tuple[str, ...],
    options: Mapping[str, str],
    never: tuple[str, ...] = (),
) -> dict[str, int]:
    """A session for each decision, by the decision's name."""
    sessions: dict[str, int] = {}
    setup = Setup(box, tuple(SeatSetup(seat) for seat in seats), options)
    with Journal(data) as journal:
        for name, actions in found(box, names, seats, options, never).items():
            session = Session.begin(journal, box, setup)
            for action in actions:
                session.submit(action)
            sessions[name] = session.id
            session.close()
    return sessions
