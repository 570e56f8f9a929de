"""The golden games of The Dark Ages: one dealt game for each number of players."""

from __future__ import annotations

import json
from pathlib import Path

from companion.rules.dark_ages import GAME
from companion.table import simulation

FOLDER = Path(__file__).parent
RESULTS = FOLDER / "dark-ages.json"
"""Decisions, points by seat and who is first of every golden game."""


def record_file(players: int) -> Path:
    return FOLDER / f"dark-ages-{players}.txt"


def write() -> None:
    """Play the games anew and write their records and results."""
    results: dict[str, object] = {}
    for players in GAME.players:
        played = simulation.play(GAME, simulation.setup(GAME, players), 300 + players)
        record_file(players).write_text(simulation.text(GAME, played), encoding="utf-8")
        first = [seat.seat for seat in played.sheet.seats if seat.place == 1]
        results[str(players)] = {"decisions": played.decisions, "scores": played.scores, "first": first}
        print(f"{record_file(players).name}: {played.decisions} decisions")
    RESULTS.write_text(json.dumps(results, indent=2, sort_keys=True) + "\n", encoding="utf-8")
