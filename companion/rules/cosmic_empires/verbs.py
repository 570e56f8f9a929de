"""All actions of Cosmic Empires by verb, collected from the chapters' `ACTIONS`."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.cosmic_empires import (
    activation,
    arrival,
    cards,
    combat_answers,
    common_turn,
    construction,
    content,
    corrections,
    diplomacy,
    doubts,
    fleet,
    hands,
    public_missions,
    secret_missions,
    setup,
    ships,
    single_moves,
    turn,
)
from companion.rules.cosmic_empires.state import CosmicAction

CHAPTERS = (
    setup, secret_missions, common_turn, activation, ships, single_moves, turn, fleet, arrival, combat_answers,
    diplomacy, construction, public_missions, hands, cards, content, doubts, corrections,
)  # fmt: skip


def _collect() -> dict[str, type[CosmicAction]]:
    verbs: dict[str, type[CosmicAction]] = {}
    for chapter in CHAPTERS:
        for action in chapter.ACTIONS:
            if action.verb in verbs:
                raise ValueError(f"two actions are called {action.verb}")
            verbs[action.verb] = action
    return verbs


ACTIONS: Mapping[str, type[CosmicAction]] = _collect()
