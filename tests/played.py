"""Whole games in a journal, played at random, for what is looked at when they are over."""

from collections.abc import Mapping
from pathlib import Path

from companion.rules.games import GAMES
from companion.table import record, replay, simulation
from companion.table.journal import Journal


def played(
    data: Path, box: str = "eclipse", players: int = 3, seed: int = 1, names: Mapping[str, str] | None = None
) -> int:
    """A game played to its end, in the journal of `data`; its session's number. `names` by seat."""
    game = GAMES[box]
    text = simulation.text(game, simulation.play(game, simulation.setup(game, players), seed, check=False))
    lines = text.splitlines()
    for place, line in enumerate(lines):
        if line.startswith("seat "):
            lines[place] = f"{line} {(names or {}).get(line.split()[1], '')}".rstrip()
    text = "\n".join(lines)
    with Journal(data) as journal:
        return replay.take_in(journal, record.read(text, GAMES))
