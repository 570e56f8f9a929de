"""All actions of the game by verb, collected from the chapters' `ACTIONS`."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.dark_ages import (
    abilities,
    action,
    auction,
    bases,
    combat,
    corrections,
    dice,
    drawing,
    ending,
    powers,
    setup,
    surrender,
    technologies,
    tellings,
    turns,
)
from companion.rules.dark_ages.state import DarkAgesAction

CHAPTERS = (
    setup, dice, drawing, auction, action, bases, abilities, technologies, combat, turns, powers, surrender, ending,
    tellings, corrections,
)  # fmt: skip


def _collect() -> dict[str, type[DarkAgesAction]]:
    verbs: dict[str, type[DarkAgesAction]] = {}
    for chapter in CHAPTERS:
        for kind in chapter.ACTIONS:
            if kind.verb in verbs:
                raise ValueError(f"two actions are called {kind.verb}")
            verbs[kind.verb] = kind
    return verbs


ACTIONS: Mapping[str, type[DarkAgesAction]] = _collect()
