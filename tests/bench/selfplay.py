"""Decisions per second in random self-play of Eclipse, against a fixed piece of plain Python timed in the same run."""

import statistics
import time
from dataclasses import dataclass, replace

from companion.rules.games import GAMES
from companion.table import simulation

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
    game = GAMES["eclipse"]
    setup = simulation.setup(game, PLAYERS)
    yard, rates, games = [], [], []
    for seed in SEEDS:
        yard.append(reference())
        began = time.perf_counter()
        played = simulation.play(game, setup, seed)
        games.append(time.perf_counter() - began)
        rates.append(played.decisions / games[-1])
    own, unit = statistics.median(games), statistics.median(yard)
    return [
        f"self-play: {statistics.median(rates):.0f} decisions a second, a game of {PLAYERS} in {own:.2f} s, all laws "
        f"checked; 200,000 record changes take {unit:.2f} s: a game costs {own / unit:.2f} times that"
    ]
