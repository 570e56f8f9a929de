"""Games for tests: a setup in a line, lines played one after another, and seeded random play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.contract import (
    TABLE,
    Action,
    Decision,
    Kind,
    SeatSetup,
    Setup,
    Word,
    apply,
    candidates,
    judge,
)
from companion.rules.eclipse import GAME
from companion.rules.eclipse.state import FULL, LIGHT, State
from companion.rules.notation import read

ALIENS = {
    "red": "eridani",
    "blue": "hydran",
    "green": "planta",
    "yellow": "draco",
    "white": "mechanema",
    "black": "orion",
}


def begin(seats: str = "red blue", tracking: frozenset[str] = LIGHT, **options: str) -> State:
    """A game with these seats: `"red blue=hydran"`; nothing drawn yet."""
    chosen = []
    for word in seats.split():
        colour, _, species = word.partition("=")
        chosen.append(SeatSetup(colour, species))
    return GAME.begin(Setup("eclipse", tuple(chosen), options, tracking))


def started(seats: str = "red blue", tracking: frozenset[str] = LIGHT, **options: str) -> State:
    """A game in its first turn, no technology tile named; Eridani's first tiles are two of value 1."""
    state = begin(seats, tracking, **{"technology_tiles": "untold", **options})
    while state.phase == "setup":
        decision = state.decisions[0]
        assert decision.draw is not None
        tile = " 1" if decision.draw.bag == "reputation" else " ?"
        state = play(state, f"{decision.seat}: {decision.verbs[0]}" + tile * decision.draw.count)
    return state


def full(seats: str = "red blue", **options: str) -> State:
    """A game at full tracking in its first turn, but for the names of technology tiles."""
    return started(seats, FULL, **options)


def play(state: State, *lines: str) -> State:
    """The state after these lines, each of which must not be illegal."""
    for line in lines:
        state = apply(state, read(line, GAME.actions))
    return state


def codes(state: State, line: str) -> set[str]:
    """The codes of every reason against a line."""
    return {reason.code for reason in judge(state, read(line, GAME.actions)).reasons}


def missing(state: State, line: str) -> set[str]:
    """The facts missing for a line."""
    return {each.fact for each in judge(state, read(line, GAME.actions)).missing}


def word(state: State, line: str) -> Word:
    return judge(state, read(line, GAME.actions)).word


@dataclass(frozen=True)
class Moment:
    """One step of a random game."""

    before: State
    action: Action[State]
    after: State


def random_setup(chance: random.Random, players: int | None = None, tracking: frozenset[str] = LIGHT) -> Setup:
    """Two to six seats of any species, any option that can be played."""
    count = players or chance.randint(2, 6)
    colours = chance.sample(sorted(ALIENS), count)
    seats = tuple(SeatSetup(colour, chance.choice(("terran", ALIENS[colour]))) for colour in colours)
    options = {option.name: chance.choice(option.values)[0] for option in GAME.options if option.name != "box"}
    return Setup("eclipse", seats, options, tracking)


def draw(state: State, decision: Decision, chance: random.Random) -> Action[State]:
    """A random answer to a draw of technology tiles."""
    bag = [key for key, count in decision.context["bag"].items() for _ in range(max(0, count))]
    chance.shuffle(bag)
    assert decision.draw is not None
    return read(f"{TABLE}: new_technologies {' '.join(bag[: decision.draw.count])}", GAME.actions)


def random_game(
    seed: int, players: int | None = None, most: int = 6000, tracking: frozenset[str] = LIGHT
) -> Iterator[Moment]:
    """Random open actions until the game is over; chance is seeded."""
    chance = random.Random(seed)
    state = GAME.begin(random_setup(chance, players, tracking))
    for _ in range(most):
        if state.phase == "over":
            return
        action = choose(state, chance)
        after = apply(state, action)
        yield Moment(state, action, after)
        state = after
    raise AssertionError(f"the game of seed {seed} is not over after {most} actions, in round {state.round}")


def choose(state: State, chance: random.Random) -> Action[State]:
    """A random action that is not illegal; trades, tellings and windows now and then."""
    main = [decision for decision in state.decisions if not decision.window]
    for decision in main:
        if decision.kind is Kind.DRAW and decision.name == "technologies":
            return draw(state, decision, chance)
    if main and main[0].name == "turn" and GAME.outlook(state, main[0].seat).short_next and chance.random() < 0.9:
        return GAME.actions["pass"](main[0].seat)
    everything = chance.random() < 0.1
    pool = (
        list(candidates(state, GAME.actions))
        if everything
        else [
            action
            for decision in main
            for verb in decision.verbs
            for action in GAME.actions[verb].candidates(state, decision)
        ]
    )
    chance.shuffle(pool)
    pool.sort(key=lambda action: action.verb in ("later", "acted", "pass", "done", "discard") and chance.random() < 0.8)
    for action in pool:
        if judge(state, action).word is not Word.ILLEGAL:
            return action
    for action in candidates(state, GAME.actions):
        if judge(state, action).word is not Word.ILLEGAL:
            return action
    raise AssertionError(f"nothing can be done: {state.decisions}")
