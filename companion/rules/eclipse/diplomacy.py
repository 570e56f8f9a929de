"""Ambassadors and the traitor card (p. 11). Empty until the chapter is written."""

from __future__ import annotations

from companion.rules.eclipse.state import EclipseAction, State

ACTIONS: tuple[type[EclipseAction], ...] = ()


def end_relations(state: State, seat: str) -> State:
    """A seat leaves the game: its relations end, every partner gets its cube back (a step asks for the track)."""
    return state
