"""The score (p. 25). Minimal until the chapter is written."""

from __future__ import annotations

from companion.rules.contract import ScoreLine, ScoreSheet, SeatScore
from companion.rules.eclipse.state import State


def lines(state: State, seat: str) -> tuple[ScoreLine, ...]:
    """A seat's points now, source by source."""
    return ()


def score(state: State) -> ScoreSheet:
    """The score now; final when the game is over and nothing is hidden."""
    return ScoreSheet(tuple(SeatScore(seat, lines(state, seat), 0, "", 1) for seat in state.seats), False)
