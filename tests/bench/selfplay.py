"""Decisions per second in random self-play of every box, against a fixed piece of plain Python timed in the same run.

Self-play is measured in seconds of the processor, so that what else runs on the machine does not count; every game is
another one, and games of the peer are played in between.
"""

import random
import statistics
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.rules.contract import PUBLIC, apply, candidates, judge, nearest
from companion.rules.games import GAMES
from companion.rules.notation import read
from companion.table import record, replay, simulation
from companion.table.journal import Journal
from companion.table.session import Session

PLAYERS, SEEDS, GAMES_PLAYED = 6, range(5), range(15)


@dataclass(frozen=True)
class Counter:
    """What the reference changes: a frozen record, as positions are."""

    value: int
    others: tuple[int, ...] = tuple(range(12))


def reference() -> float:
    """Seconds of the processor for 200,000 changes of a small frozen record."""
    began = time.process_time()
    counter = Counter(0)
    for step in range(200_000):
        counter = replace(counter, value=(counter.value + sum(counter.others) + step) % 9973)
    return time.process_time() - began


def rows() -> list[str]:
    return [
        *(played("eclipse", PLAYERS, tracking) for tracking in ("light", "full")),
        verdicts("eclipse", PLAYERS, "full"),
        replayed("eclipse", PLAYERS, "full"),
        undone(),
        played("dark_ages", 5),
        verdicts("dark_ages", 5),
        verdicts("dark_ages", 5, hidden=True),
        replayed("dark_ages", 5),
        played("cosmic_empires", 5),
        verdicts("cosmic_empires", 5),
        replayed("cosmic_empires", 5),
    ]


def played(name: str, players: int, tracking: str = "") -> str:
    """Random self-play of so many; `tracking` is a preset of tracked areas, where the game has any."""
    game = GAMES[name]
    setup = simulation.setup(game, players, tracking=tracking)
    yard, peers, rates, games, checked = [], [], [], [], []
    for seed in GAMES_PLAYED:
        yard.append(reference())
        peers.append(catan(seed))
        began = time.process_time()
        one = simulation.play(game, setup, seed, check=False)
        games.append(time.process_time() - began)
        rates.append(one.decisions / games[-1])
        began = time.process_time()
        simulation.play(game, setup, seed)
        checked.append(time.process_time() - began)
    own, laws, unit, rate, peer = (statistics.median(figures) for figures in (games, checked, yard, rates, peers))
    return (
        f"self-play, {tracking or name}: {rate:.0f} decisions a second, catanatron {peer:.0f}: "
        f"{rate / peer:.2f} times; {players} play a game in {own:.2f} s "
        f"({laws:.2f} s with every law checked), "
        f"{own / unit:.2f} times 200,000 record changes ({unit:.2f} s)"
    )


def catan(seed: int) -> float:
    """Decisions a second of catanatron: four random players, games for about as long as one of ours takes."""
    from catanatron import Color, Game, RandomPlayer  # of the bench's own environment

    random.seed(seed)
    began, decisions = time.process_time(), 0
    for number in range(4):
        game = Game([RandomPlayer(colour) for colour in Color], seed=4 * seed + number)
        game.play()
        decisions += len(game.state.actions)
    return decisions / (time.process_time() - began)


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


def undone() -> str:
    """From the end of six-player games at full tracking, on the disk: the last step, and all but the first round."""
    game = GAMES["eclipse"]
    last, far = [], []
    for seed in SEEDS:
        setup = simulation.setup(game, PLAYERS, tracking="full")
        one = simulation.play(game, setup, seed)
        with tempfile.TemporaryDirectory() as folder, Journal(Path(folder)) as journal:
            session = Session.begin(journal, "eclipse", setup)
            for line in one.lines:
                session.submit(read(line, game.actions))
            began = time.perf_counter()
            session.undo()
            last.append(time.perf_counter() - began)
            session.redo()
            early = [step.number for step in session.steps() if not step.undone and not step.aside][PLAYERS]
            began = time.perf_counter()
            session.undo(to=early)
            far.append(time.perf_counter() - began)
    return (
        f"undo, full: from the end of a game of {PLAYERS} {percentile(last, 50):.1f} ms, {max(last) * 1000:.1f} ms at "
        f"most; back to the first round, tellings kept, {percentile(far, 50):.1f} ms, {max(far) * 1000:.1f} ms at most "
        f"(under 100 ms)"
    )


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
