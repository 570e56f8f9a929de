"""The golden games of Cosmic Empires: one game for each number of players, its event cards told."""

from __future__ import annotations

import json
from pathlib import Path

from companion.rules.cosmic_empires import GAME
from companion.table import simulation

FOLDER = Path(__file__).parent
RESULTS = FOLDER / "cosmic-empires.json"
"""Decisions, winners and the last round of every golden game."""
SEEDS = {2: 410, 3: 413, 4: 406, 5: 415}
"""Games that are won, with battles, and not too long."""


def record_file(players: int) -> Path:
    return FOLDER / f"cosmic-empires-{players}.txt"


def write() -> None:
    """Play the games anew and write their records and results."""
    results: dict[str, object] = {}
    for players in GAME.players:
        setup = simulation.setup(GAME, players, options={"event_cards": "told"})
        played = simulation.play(GAME, setup, SEEDS[players])
        record_file(players).write_text(simulation.text(GAME, played), encoding="utf-8")
        first = [seat.seat for seat in played.sheet.seats if seat.lines[0].low]
        results[str(players)] = {"decisions": played.decisions, "winners": first}
        print(f"{record_file(players).name}: {played.decisions} decisions")
    RESULTS.write_text(json.dumps(results, indent=2, sort_keys=True) + "\n", encoding="utf-8")
