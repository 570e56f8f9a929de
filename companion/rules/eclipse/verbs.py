"""All actions of Eclipse by verb, collected from the chapters' `ACTIONS`."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.eclipse import (
    aftermath,
    attacks,
    build,
    cleanup,
    conquest,
    corrections,
    diplomacy,
    discovery,
    explore,
    exploring,
    inbox,
    influence,
    move,
    population,
    reputation,
    research,
    setup,
    technologies,
    told_battles,
    tracking,
    trade,
    turn,
    upgrade,
    upkeep,
    volleys,
)
from companion.rules.eclipse.state import EclipseAction

CHAPTERS = (
    setup,
    turn,
    explore,
    exploring,
    discovery,
    population,
    influence,
    research,
    upgrade,
    build,
    move,
    diplomacy,
    told_battles,
    volleys,
    conquest,
    attacks,
    aftermath,
    reputation,
    upkeep,
    technologies,
    cleanup,
    trade,
    inbox,
    corrections,
    tracking,
)


def _collect() -> dict[str, type[EclipseAction]]:
    verbs: dict[str, type[EclipseAction]] = {}
    for chapter in CHAPTERS:
        for action in chapter.ACTIONS:
            if action.verb in verbs:
                raise ValueError(f"two actions are called {action.verb}")
            verbs[action.verb] = action
    return verbs


ACTIONS: Mapping[str, type[EclipseAction]] = _collect()
