"""`python -m tests.rules.golden`: play the golden games anew and write their records and results beside this file.

To be run when a rule was changed on purpose; what changes in the records then belongs to that change.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from companion.rules.contract import SeatSetup, Setup
from companion.rules.eclipse import GAME
from companion.rules.eclipse.catalog import ALIEN_OF_COLOUR, COLOURS
from companion.table import simulation
from tests.rules.golden import dark_ages

FOLDER = Path(__file__).parent
SEEDS = {players: 100 + players for players in GAME.players}


def setup(players: int) -> Setup:
    """Seats and species of the golden game of so many players, all of it tracked."""
    chance = random.Random(SEEDS[players])
    colours = chance.sample(COLOURS, players)
    seats = tuple(SeatSetup(colour, chance.choice(("terran", ALIEN_OF_COLOUR[colour]))) for colour in colours)
    return Setup(GAME.name, seats, {}, GAME.presets["full"])


def record_file(players: int) -> Path:
    return FOLDER / f"eclipse-full-{players}.txt"


RESULTS = FOLDER / "eclipse-full.json"
"""Decisions, points by seat and final sectors of every golden game."""


def main() -> None:
    results: dict[str, object] = {}
    for players in GAME.players:
        played = simulation.play(GAME, setup(players), SEEDS[players])
        record_file(players).write_text(simulation.text(GAME, played), encoding="utf-8")
        results[str(players)] = {"decisions": played.decisions, "scores": played.scores}
        print(f"{record_file(players).name}: {played.decisions} decisions")
    RESULTS.write_text(json.dumps(results, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
    dark_ages.write()
