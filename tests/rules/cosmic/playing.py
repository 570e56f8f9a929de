"""Games of Cosmic Empires for tests: a setup in a line, boards laid as wanted, lines played, and seeded random play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.rules.contract import Action, SeatSetup, Setup, Word, apply, judge
from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.catalog import COLOURS, FACTIONS, FIELD_KINDS
from companion.rules.cosmic_empires.rhythm import start_turn
from companion.rules.cosmic_empires.state import Ship, State
from companion.rules.notation import read
from companion.table import simulation
from companion.table.session import over

FOUR = "yellow=scientists red=pirates blue=empire green=corporations"


def begin(seats: str = FOUR, **options: str) -> State:
    """The first position; `"red=empire"` for each seat."""
    chosen = tuple(SeatSetup(*word.split("=")) for word in seats.split())
    return GAME.begin(Setup("cosmic_empires", chosen, {"cards_asked": "never", **options}))


def started(seats: str = FOUR, **options: str) -> State:
    """A game with the first seat's Player's Turn to come after the first Common Turn; missions on paper."""
    state = begin(seats, **{"secret_missions": "paper", **options})
    while state.phase == "setup":
        decision = state.decisions[0]
        action = next(iter(GAME.actions[decision.verbs[0]].candidates(state, decision)))
        state = apply(state, action)
    return state


def turn(seats: str = FOUR, **options: str) -> State:
    """The first seat's Player's Turn, nothing explored."""
    state = started(seats, **options)
    return settled(start_turn(state, state.seats[0]))


def settled(state: State) -> State:
    """Whatever happens by itself has happened."""
    from companion.rules.cosmic_empires.flow import settle

    return settle(state)


def lay(state: State, space: str, card: str, owner: str = "", **stones: int) -> State:
    """A field lies open there; a planet with these stones, taken out of reserves."""
    kind = FIELD_KINDS[card]
    for colour, count in stones.items():
        if colour in state.seats:
            state = state.change(colour, reserve=state.player(colour).reserve - count)
        else:
            state = state.with_(box=tuple(n - count * (c == colour) for n, c in zip(state.box, COLOURS, strict=True)))
    lying = tuple(stones.get(colour, 0) for colour in COLOURS)
    state = state.change_space(space, card=card, size=kind.population, stones=lying, owner=owner)
    if kind.category == "planet":
        from companion.rules.cosmic_empires.board import planet_control

        state = state.change_space(space, owner=planet_control(state, state.places[space]))
    elif owner:
        marker = tuple(int(colour == owner) for colour in COLOURS)
        state = state.change_space(space, stones=marker).change(owner, reserve=state.player(owner).reserve - 1)
    return state


def fly(state: State, seat: str, *ships: str) -> State:
    """The seat's whole fleet: `"cruiser@c3+weapon"`; markers enough for it."""
    made: list[Ship] = []
    for word in ships:
        kind, _, rest = word.partition("@")
        at, *fitted = rest.split("+")
        number = 1 + sum(ship.kind == kind for ship in made)
        made.append(Ship(f"{kind}_{number}", at, weapon="weapon" in fitted, shield="shield" in fitted))
    player = state.player(seat)
    fleet = tuple(sorted(made, key=lambda ship: ship.name))
    return state.change(seat, ships=fleet, markers=max(player.markers, len(made)))


def deal(state: State, seat: str, *cards: str) -> State:
    """Event cards into a hand."""
    from companion.rules.cosmic_empires.hands import take_cards

    return take_cards(state, seat, cards, "test").with_(entries=())


def play(state: State, *lines: str) -> State:
    """The state after these lines, each of which must not be illegal."""
    for line in lines:
        state = apply(state, read(line, GAME.actions))
    return state


def codes(state: State, line: str) -> set[str]:
    """The codes of every reason against a line."""
    return {reason.code for reason in judge(state, read(line, GAME.actions)).reasons}


def word(state: State, line: str) -> Word:
    return judge(state, read(line, GAME.actions)).word


def asked(state: State) -> str:
    """The name of the main decision."""
    return state.decisions[0].name


def verbs(state: State) -> tuple[str, ...]:
    return state.decisions[0].verbs


@dataclass(frozen=True)
class Moment:
    """One step of a random game."""

    before: State
    action: Action[Any]
    after: State


def random_setup(seed: int, players: int, **options: str) -> Setup:
    """Seats of any faction, and any house rules where none are given."""
    chance = random.Random(seed)
    seats = chance.sample(COLOURS, players)
    factions = chance.sample(sorted(FACTIONS), players)
    if not options:
        options = {each.name: chance.choice(each.values)[0] for each in GAME.options}
    return Setup("cosmic_empires", tuple(map(SeatSetup, seats, factions)), options)


def random_game(seed: int, players: int, most: int = 20_000, **options: str) -> Iterator[Moment]:
    """Random play until the game is over; chance is seeded."""
    chance = random.Random(seed)
    state = GAME.begin(random_setup(seed, players, **options))
    for _ in range(most):
        if over(state):
            return
        action = simulation.choose(GAME, state, chance)
        assert action is not None, state.decisions
        after = apply(state, action)
        yield Moment(state, action, after)
        state = after
    raise AssertionError(f"the game of seed {seed} is not over after {most} actions")
