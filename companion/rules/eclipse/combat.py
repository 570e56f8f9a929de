"""Battles (pp. 18-21). Minimal until the chapter is written: the table says that no battle is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import TABLE, Decision, Finding
from companion.rules.eclipse.flow import find, finish_step
from companion.rules.eclipse.state import EclipseAction, State, Step


@dataclass(frozen=True)
class Combat(Step):
    """The combat phase: which battles there are, then that they are over."""

    def decision(self, state: State) -> Decision:
        return Decision(TABLE, "combat", ("battles_over",))


def open_combat(state: State) -> Step:
    """The step that the combat phase begins with; when it is finished, upkeep follows."""
    return Combat(TABLE)


@dataclass(frozen=True)
class BattlesOver(EclipseAction):
    verb: ClassVar[str] = "battles_over"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        return finish_step(state, find(state, TABLE, Combat))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[BattlesOver]:
        yield cls(TABLE)

    def title(self, state: State) -> str:
        return "All battles are over"


ACTIONS: tuple[type[EclipseAction], ...] = (BattlesOver,)
