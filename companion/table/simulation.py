"""Random legal self-play of any game: for testing the rules, for the demonstration, and for measuring.

Everything comes from one seeded generator, so a seed is a game. The choices are weighed so that games end: trades and
untold actions are rare, corrections are never made.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from companion.faults import Fault
from companion.rules.contract import (
    Action,
    Decision,
    Game,
    Kind,
    ScoreSheet,
    SeatSetup,
    Setup,
    State,
    forbidden,
)
from companion.rules.notation import write
from companion.table import chance, record
from companion.table.journal import Event
from companion.table.session import over
from companion.table.timeline import CORRECTIONS, EventKind

LONGEST: Final = 20_000
"""Decisions after which a game is given up as one that does not end."""

_WEIGHTS: Final = {
    "later": 0.15, "acted": 0.15, "trade": 0.1, "leave": 0.002, "pass": 0.25, "skip": 0.1, "on_paper": 0.1
}  # fmt: skip
_RARE: Final = {"agree_draw": 0.01, "note_field": 0.1}
"""Actions that nothing asks for, and how often they are thought of at all when anything of the kind is."""
_PRUDENT: Final = {**_WEIGHTS, "pass": 40.0}
"""For a seat that could not pay for one more action, where the game tells by `outlook`."""
_CHANCE: Final = (Kind.ROLL, Kind.DRAW)
_BESIDE: Final = 0.08
"""How often something is done that no main decision asks for: a telling, a window, a trade."""


class WentWrong(Fault):
    """A law of the game that does not hold, or a game that is stuck or does not end; names seed and line."""


@dataclass(frozen=True)
class Played:
    """One finished game. `decisions` counts every action, chance too."""

    setup: Setup
    seed: int
    decisions: int
    sheet: ScoreSheet
    lines: tuple[str, ...] = field(repr=False)

    @property
    def winner(self) -> str | None:
        """The seat that won, or None when a place is shared at the top."""
        first = [seat.seat for seat in self.sheet.seats if seat.place == 1]
        return first[0] if len(first) == 1 else None

    @property
    def scores(self) -> dict[str, int | list[int]]:
        """Points by seat; a range [low, high] where a value was never told."""
        return {seat.seat: seat.low if seat.low == seat.high else [seat.low, seat.high] for seat in self.sheet.seats}


def setup(
    game: Game[Any],
    players: int,
    factions: Sequence[str] = (),
    options: dict[str, str] | None = None,
    tracking: str = "",
) -> Setup:
    """A setup for so many players; `factions` by seat, the rest as the game has them first. Raises Fault.

    The game tells its seats by `seating`, {seat: its possible factions, the plainest first}. `tracking` names one of
    the game's `presets` of tracked areas; "" leaves it to the game.
    """
    seating: dict[str, Sequence[str]] = {seat: tuple(those) for seat, those in game.seating().items()}  # type: ignore[attr-defined]
    if players not in game.players:
        raise Fault(f"{game.title} is for {game.players[0]} to {game.players[-1]} players, not {players}.")
    if len(factions) > players:
        raise Fault(f"{len(factions)} species are named for {players} players.")
    seats: list[SeatSetup] = []
    for faction in factions:
        free = [seat for seat, those in seating.items() if faction in those and seat not in {s.seat for s in seats}]
        # A faction that only one colour can play must not lose its seat to one that all can.
        wanted = list(factions[len(seats) + 1 :])
        spare = [seat for seat in free if not any(_only(seating, other) == seat for other in wanted)]
        if not free:
            known = sorted({each for those in seating.values() for each in those})
            raise Fault(f"No seat is free for “{faction}”; species are {', '.join(known)}.")
        seats.append(SeatSetup((spare or free)[0], faction))
    taken = {seat.seat for seat in seats}
    rest: list[SeatSetup] = []
    used = {seat.faction for seat in seats} if getattr(game, "unique_factions", False) else set()
    for seat, those in seating.items():
        if seat not in taken:
            faction = next((each for each in those if each not in used), those[0])
            rest.append(SeatSetup(seat, faction))
            used |= {faction} if getattr(game, "unique_factions", False) else set()
    return Setup(game.name, tuple(seats + rest[: players - len(seats)]), options or {}, _areas(game, tracking))


def _areas(game: Game[Any], tracking: str) -> frozenset[str]:
    presets: Mapping[str, frozenset[str]] = getattr(game, "presets", {})
    if tracking and tracking not in presets:
        known = " or ".join(presets) or "not to be chosen"
        raise Fault(f"{game.title} is not tracked as “{tracking}”; tracking is {known}.")
    return presets[tracking] if tracking else frozenset()


def play(game: Game[Any], of: Setup, seed: int, *, check: bool = True) -> Played:
    """One random game to its end, every conservation law checked after each action unless the clock is being measured.

    Raises WentWrong; contract.Refused for a setup that cannot be played.
    """
    generator = random.Random(seed)
    state = game.begin(of)
    lines: list[str] = []
    while not over(state):
        action = choose(game, state, generator)
        if action is None:
            names = ", ".join(decision.name for decision in state.decisions)
            raise WentWrong(f"Seed {seed} is stuck after line {len(lines)}: nothing answers {names}.")
        lines.append(write(action))
        state = action.apply(state)  # `choose` has just judged it against this very state
        if check and (broken := _broken(game, state)):
            raise WentWrong(f"Seed {seed} breaks a law at line {len(lines)} (“{lines[-1]}”): {'; '.join(broken)}.")
        if len(lines) > LONGEST:
            raise WentWrong(f"Seed {seed} does not end: it was given up after {LONGEST} decisions.")
    return Played(of, seed, len(lines), state.score(), tuple(lines))


def text(game: Game[Any], played: Played) -> str:
    """The whole record of a game played by itself."""
    events = [
        Event(number, EventKind.ACTION, line, "app", game.version, 0.0) for number, line in enumerate(played.lines, 1)
    ]
    return record.write(game, played.setup, {}, events, record.ALL)


def choose(game: Game[Any], state: State, generator: random.Random) -> Action[Any] | None:
    """Something that may be done now, weighed so that games end; None when nothing may."""
    main = [decision for decision in state.decisions if not decision.window]
    if not main:
        return _window(game, state, generator)
    if generator.random() < _BESIDE and (aside := _beside(game, state, generator)) is not None:
        return aside
    _shuffle(main, generator.getrandbits)
    for decision in main:
        if decision.kind in _CHANCE:
            answer = chance.answer(game, state, decision, generator)
            if answer is not None and not forbidden(state, answer):
                return answer
        if (action := _answer(game, state, decision, decision.verbs, generator)) is not None:
            return action
    return _beside(game, state, generator)


def _beside(game: Game[Any], state: State, generator: random.Random) -> Action[Any] | None:
    """An answer to a window, or an action that answers nothing; corrections aside."""
    if generator.random() < 0.7 and (answer := _window(game, state, generator)) is not None:
        return answer
    anytime = [verb for verb, kind in game.actions.items() if kind.anytime and verb not in CORRECTIONS]
    anytime = [verb for verb in anytime if verb not in _RARE or generator.random() < _RARE[verb]]
    return _answer(game, state, None, anytime, generator)


def _window(game: Game[Any], state: State, generator: random.Random) -> Action[Any] | None:
    windows = [decision for decision in state.decisions if decision.window]
    if not windows:
        return None
    window = generator.choice(windows)
    return _answer(game, state, window, window.verbs, generator)


def _answer(
    game: Game[Any], state: State, decision: Decision | None, verbs: Sequence[str], generator: random.Random
) -> Action[Any] | None:
    """The verb first, so that a kind of action with many candidates does not drown the others.

    What is given back has been judged: it is not forbidden in this state.
    """
    prudent = decision is not None and _short(game, state, decision.seat)
    for verb in _shuffled(verbs, prudent, generator):
        offered = list(game.actions[verb].candidates(state, decision))
        _shuffle(offered, generator.getrandbits)
        for action in offered:
            if not forbidden(state, action):
                return action
    return None


def _shuffle(offered: list[Any], bits: Callable[[int], int]) -> None:
    """What `random.shuffle` does with the same bits, without a call for each: thousands are shuffled in a game."""
    for last in range(len(offered) - 1, 0, -1):
        wide = (last + 1).bit_length()
        place = bits(wide)
        while place > last:
            place = bits(wide)
        offered[last], offered[place] = offered[place], offered[last]


def _short(game: Game[Any], state: State, seat: str) -> bool:
    outlook = getattr(game, "outlook", None)
    return outlook is not None and seat in state.seats and bool(outlook(state, seat).short_next)


def _shuffled(verbs: Sequence[str], prudent: bool, generator: random.Random) -> Iterator[str]:
    """The verbs in a random order, each drawn from those left by its weight."""
    left = tuple(verbs)
    while left:
        sums = _sums(left, prudent)
        place = bisect(sums, generator.random() * sums[-1], 0, len(left) - 1)
        yield left[place]
        left = left[:place] + left[place + 1 :]


@lru_cache(maxsize=4096)
def _sums(verbs: tuple[str, ...], prudent: bool) -> tuple[float, ...]:
    """The verbs' weights, added up from the first."""
    weights = _PRUDENT if prudent else _WEIGHTS
    return tuple(accumulate(weights.get(each, 1.0) for each in verbs))


def _broken(game: Game[Any], state: State) -> list[str]:
    laws = getattr(game, "laws", None)
    return list(laws(state)) if laws is not None else []


def _only(seating: dict[str, Sequence[str]], faction: str) -> str | None:
    those = [seat for seat, factions in seating.items() if faction in factions]
    return those[0] if len(those) == 1 else None
