"""Games for tests: a table game in a line, lines played one after another, and seeded random dealt games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.contract import Action, SeatSetup, Setup, Word, apply, judge
from companion.rules.dark_ages import GAME
from companion.rules.dark_ages.state import State, World
from companion.rules.notation import read
from companion.table import simulation

COLOURS = ("green", "red", "blue", "yellow", "white")


def begin(players: int = 4, **options: str) -> State:
    """A game of so many seats, Green first; nothing rolled yet."""
    return GAME.begin(Setup(GAME.name, tuple(SeatSetup(seat) for seat in COLOURS[:players]), options))


def table(players: int = 4, bid: int = 9, **options: str) -> State:
    """A table game in its opening turn: Green deals, nobody told a card, Green opens with `bid`."""
    state = play(begin(players, **options), "green: deals green")
    while state.decisions[0].name == "deal":
        state = play(state, f"{state.decisions[0].seat}: draw_card ? ? ? ? ? ? ? ?")
    state = play(state, f"green: bid {bid}")
    while state.decisions[0].name == "auction":
        state = play(state, f"{state.decisions[0].seat}: pass_bid")
    return state


def turn(seat: str = "green", players: int = 4, **options: str) -> State:
    """A table game in a turn of `seat` in which nobody owes a bid, hands untold."""
    state = table(players, **options)
    return state.with_(opening=None, active=seat, steps=(type(state.steps[-1])(seat),), turn=2)


def play(state: State, *lines: str) -> State:
    """The state after these lines, each of which must not be illegal."""
    for line in lines:
        state = apply(state, read(line, GAME.actions))
    return state


def codes(state: State, line: str) -> set[str]:
    """The codes of every reason against a line."""
    return {reason.code for reason in judge(state, read(line, GAME.actions)).reasons}


def texts(state: State, line: str) -> list[str]:
    return [reason.text for reason in judge(state, read(line, GAME.actions)).reasons]


def word(state: State, line: str) -> Word:
    return judge(state, read(line, GAME.actions)).word


def world(state: State, key: str) -> World:
    found = state.world(key)
    assert found is not None
    return found


def bases(state: State, key: str) -> dict[tuple[str, int], int]:
    """(owner, level) → how many, of the visible bases on a world."""
    found: dict[tuple[str, int], int] = {}
    for base in world(state, key).bases:
        found[base] = found.get(base, 0) + 1
    return found


def asked(state: State) -> tuple[str, str]:
    """Who is asked what now."""
    decision = state.decisions[0]
    return decision.seat, decision.name


@dataclass(frozen=True)
class Moment:
    """One step of a random game."""

    before: State
    action: Action[State]
    after: State


def random_setup(chance: random.Random, players: int | None = None) -> Setup:
    """Two to five seats, each option at its recommended value three times of four."""
    seats = tuple(SeatSetup(seat) for seat in chance.sample(COLOURS, players or chance.randint(2, 5)))
    options = {
        option.name: option.default if chance.random() < 0.75 else chance.choice(option.values)[0]
        for option in GAME.options
        if option.name != "allow_two_players"
    }
    return Setup(GAME.name, seats, options)


def random_game(seed: int, players: int | None = None, most: int = 4000) -> Iterator[Moment]:
    """A dealt game of random legal actions until it is over."""
    chance = random.Random(seed)
    state = GAME.begin(random_setup(chance, players))
    for _ in range(most):
        if not state.decisions:
            return
        action = simulation.choose(GAME, state, chance)
        assert action is not None, state.decisions
        after = apply(state, action)
        yield Moment(state, action, after)
        state = after
    raise AssertionError(f"the game of seed {seed} is not over after {most} actions, in round {state.round}")
