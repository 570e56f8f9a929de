"""Decisions per second in random self-play of Eclipse, against a fixed piece of plain Python timed in the same run."""

import random
import statistics
import time
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.contract import apply, candidates, judge, nearest
from companion.rules.games import GAMES
from companion.rules.notation import read
from companion.table import record, replay, simulation

PLAYERS, SEEDS = 6, range(5)


@dataclass(frozen=True)
class Counter:
    """What the reference changes: a frozen record, as positions are."""

    value: int
    others: tuple[int, ...] = tuple(range(12))


def reference() -> float:
    """Seconds for 200,000 changes of a small frozen record."""
    began = time.perf_counter()
    counter = Counter(0)
    for step in range(200_000):
        counter = replace(counter, value=(counter.value + sum(counter.others) + step) % 9973)
    return time.perf_counter() - began


def rows() -> list[str]:
    return [*(played(tracking) for tracking in ("light", "full")), verdicts(), replayed()]


def played(tracking: str) -> str:
    """Random self-play of six at one preset of tracked areas."""
    game = GAMES["eclipse"]
    setup = simulation.setup(game, PLAYERS, tracking=tracking)
    yard, peers, rates, games, checked = [], [], [], [], []
    for seed in SEEDS:
        yard.append(reference())
        peers.append(catan(seed))
        began = time.perf_counter()
        one = simulation.play(game, setup, seed, check=False)
        games.append(time.perf_counter() - began)
        rates.append(one.decisions / games[-1])
        began = time.perf_counter()
        simulation.play(game, setup, seed)
        checked.append(time.perf_counter() - began)
    own, unit, rate, peer = (statistics.median(figures) for figures in (games, yard, rates, peers))
    return (
        f"self-play, {tracking}: {rate:.0f} decisions a second, catanatron {peer:.0f}: {rate / peer:.2f} times "
        f"(at least 0.50); {PLAYERS} play a game in {own:.2f} s ({statistics.median(checked):.2f} s with every law "
        f"checked), {own / unit:.2f} times 200,000 record changes ({unit:.2f} s)"
    )


def catan(seed: int) -> float:
    """Decisions a second of catanatron: four random players, games for about as long as one of ours takes."""
    from catanatron import Color, Game, RandomPlayer  # of the bench's own environment

    random.seed(seed)
    began, decisions = time.perf_counter(), 0
    for number in range(4):
        game = Game([RandomPlayer(colour) for colour in Color], seed=4 * seed + number)
        game.play()
        decisions += len(game.state.actions)
    return decisions / (time.perf_counter() - began)


def verdicts() -> str:
    """One verdict, and the nearest legal actions, in the last third of six-player games at full tracking."""
    game = GAMES["eclipse"]
    chance = random.Random(1)
    judged, near = [], []
    for seed in SEEDS:
        states = _states(seed)
        for state in chance.sample(states[len(states) * 2 // 3 :], 40):
            offered = list(candidates(state, game.actions))
            for action in chance.sample(offered, min(20, len(offered))):
                began = time.perf_counter()
                judge(state, action)
                judged.append(time.perf_counter() - began)
            began = time.perf_counter()
            nearest(state, chance.choice(offered), game.actions)
            near.append(time.perf_counter() - began)
    return (
        f"verdicts, full: {percentile(judged, 50):.3f} ms in the middle, {percentile(judged, 99):.3f} ms at the 99th "
        f"percentile of {len(judged)}; nearest {percentile(near, 50):.1f} ms, {max(near) * 1000:.1f} ms at most"
    )


def replayed() -> str:
    """A whole six-player game at full tracking from its record, judged line by line."""
    game = GAMES["eclipse"]
    times = []
    for seed in SEEDS:
        one = simulation.play(game, simulation.setup(game, PLAYERS, tracking="full"), seed)
        text = record.read(simulation.text(game, one), GAMES)
        began = time.perf_counter()
        replay.last(text)
        times.append(time.perf_counter() - began)
    return f"replay, full: a game of {PLAYERS} from its record in {statistics.median(times):.2f} s"


def percentile(seconds: list[float], which: int) -> float:
    """Milliseconds that so many of a hundred stay under."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, len(ordered) * which // 100)] * 1000


def _states(seed: int) -> list[Any]:
    game = GAMES["eclipse"]
    setup = simulation.setup(game, PLAYERS, tracking="full")
    one = simulation.play(game, setup, seed)
    state = game.begin(setup)
    states = [state]
    for line in one.lines:
        state = apply(state, read(line, game.actions))
        states.append(state)
    return states[:-1]
