"""Decisions a second in random self-play of every box, against a fixed piece of plain Python timed in the same run."""

import random
import statistics
import time
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.contract import PUBLIC, apply, candidates, judge, nearest
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
    return [
        *(played("eclipse", PLAYERS, tracking) for tracking in ("light", "full")),
        verdicts("eclipse", PLAYERS, "full"),
        replayed("eclipse", PLAYERS, "full"),
        played("dark_ages", 5),
        verdicts("dark_ages", 5),
        verdicts("dark_ages", 5, hidden=True),
        replayed("dark_ages", 5),
    ]


def played(name: str, players: int, tracking: str = "") -> str:
    """Random self-play of so many; `tracking` is a preset of tracked areas, where the game has any."""
    game = GAMES[name]
    setup = simulation.setup(game, players, tracking=tracking)
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
        f"self-play, {tracking or name}: {rate:.0f} decisions a second, catanatron {peer:.0f}: "
        f"{rate / peer:.2f} times (at least 0.50); {players} play a game in {own:.2f} s "
        f"({statistics.median(checked):.2f} s with every law checked), "
        f"{own / unit:.2f} times 200,000 record changes ({unit:.2f} s)"
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


def verdicts(name: str, players: int, tracking: str = "", hidden: bool = False) -> str:
    """One verdict, and the nearest legal actions, in the last third of games; `hidden`: by what everybody knows."""
    game = GAMES[name]
    chance = random.Random(1)
    judged, near = [], []
    for seed in SEEDS:
        states = _states(name, players, tracking, seed)
        if hidden:
            states = [state.view(PUBLIC) for state in states]
        for state in chance.sample(states[len(states) * 2 // 3 :], 40):
            offered = list(candidates(state, game.actions))
            if not offered:
                continue
            for action in chance.sample(offered, min(20, len(offered))):
                began = time.perf_counter()
                judge(state, action)
                judged.append(time.perf_counter() - began)
            began = time.perf_counter()
            nearest(state, chance.choice(offered), game.actions)
            near.append(time.perf_counter() - began)
    return (
        f"verdicts, {tracking or name}{', hands hidden' if hidden else ''}: {percentile(judged, 50):.3f} ms in the "
        f"middle, {percentile(judged, 99):.3f} ms at the 99th "
        f"percentile of {len(judged)}; nearest {percentile(near, 50):.1f} ms, {max(near) * 1000:.1f} ms at most"
    )


def replayed(name: str, players: int, tracking: str = "") -> str:
    """A whole game from its record, judged line by line."""
    game = GAMES[name]
    times = []
    for seed in SEEDS:
        one = simulation.play(game, simulation.setup(game, players, tracking=tracking), seed)
        text = record.read(simulation.text(game, one), GAMES)
        began = time.perf_counter()
        replay.last(text)
        times.append(time.perf_counter() - began)
    return f"replay, {tracking or name}: a game of {players} from its record in {statistics.median(times):.2f} s"


def percentile(seconds: list[float], which: int) -> float:
    """Milliseconds that so many of a hundred stay under."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, len(ordered) * which // 100)] * 1000


def _states(name: str, players: int, tracking: str, seed: int) -> list[Any]:
    game = GAMES[name]
    setup = simulation.setup(game, players, tracking=tracking)
    one = simulation.play(game, setup, seed)
    state = game.begin(setup)
    states = [state]
    for line in one.lines:
        state = apply(state, read(line, game.actions))
        states.append(state)
    return states[:-1]
