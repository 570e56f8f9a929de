"""Reputation tiles (pp. 7, 21). Minimal until the chapter is written: Eridani's first two tiles are kept untold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Draw, Finding, Kind
from companion.rules.eclipse.flow import find, finish_step
from companion.rules.eclipse.state import EclipseAction, State, Step


@dataclass(frozen=True)
class StartDraw(Step):
    """Eridani draws tiles in the beginning and keeps them (p. 26)."""

    count: int = 2

    def decision(self, state: State) -> Decision:
        return Decision(
            self.seat, "reputation.draw", ("draw",), Kind.DRAW, draw=Draw("reputation", self.count, self.seat)
        )


def start_draw(seat: str, count: int) -> Step:
    """The step in which a seat draws and keeps `count` tiles before the game (p. 26)."""
    return StartDraw(seat, count)


def reveal_windows(state: State) -> tuple[Step, ...]:
    """Windows in which seats may show, after the game, the tiles whose value was not told (p. 25)."""
    return ()


@dataclass(frozen=True)
class DrawTiles(EclipseAction):
    values: tuple[int | None, ...]
    verb: ClassVar[str] = "draw"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, self.seat, StartDraw)
        player = state.player(self.seat)
        state = state.change(self.seat, reputation=(*player.reputation, *self.values))
        return finish_step(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[DrawTiles]:
        if decision is not None and decision.draw is not None:
            yield cls(decision.seat, (None,) * decision.draw.count)

    def title(self, state: State) -> str:
        return f"{self.who} draws reputation tiles"


ACTIONS: tuple[type[EclipseAction], ...] = (DrawTiles,)
