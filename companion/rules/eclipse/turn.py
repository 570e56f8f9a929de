"""The turn: one action with its disc, passing, reactions, and actions told later (pp. 8, 14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.eclipse.build import BuildWhat
from companion.rules.eclipse.catalog import REACTION
from companion.rules.eclipse.economy import disc_to_action
from companion.rules.eclipse.flow import find, finish_step, owe, push, put_back_tellings
from companion.rules.eclipse.move import MoveShips
from companion.rules.eclipse.opening import Turn, Untold, no_disc
from companion.rules.eclipse.state import EclipseAction, SeatAction, State
from companion.rules.eclipse.upgrade import upgrade_steps


@dataclass(frozen=True)
class Acted(SeatAction):
    """`acted`: one disc, the action itself told later. The seat's button."""

    verb: ClassVar[str] = "acted"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from no_disc(state, self.seat, self.who)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Turn)
        state = put_back_tellings(state, self.seat).with_(skipped=())
        state = disc_to_action(state, self.seat, "untold", "an action")
        state = owe(state, Untold(self.seat, state.round), f"{self.who} acted in round {state.round}")
        return finish_step(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Acted]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} acts, details later"


@dataclass(frozen=True)
class Pass(SeatAction):
    """`pass`: no more actions this round but reactions; the first to pass takes the starting player marker (p. 8)."""

    verb: ClassVar[str] = "pass"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Turn)
        state = put_back_tellings(state, self.seat)
        if not state.passed:
            state = state.with_(start=self.seat)
        if self.seat not in state.passed:
            state = state.with_(passed=(*state.passed, self.seat))
        return finish_step(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Pass]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        first = " first and takes the starting player marker" if not state.passed else ""
        return f"{self.who} passes{first}"


@dataclass(frozen=True)
class React(SeatAction):
    """`react upgrade|build|move`: a passed seat, on its turn gone over, does the weaker form of an action (p. 14)."""

    reaction: str
    verb: ClassVar[str] = "react"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.reaction not in REACTION:
            yield Reason(
                "no_reaction", f"There is no reaction {self.reaction}; reactions are upgrade, build and move.", "14"
            )
        if self.seat in state.seats and state.player(self.seat).discs < 1:
            yield Reason("no_disc", f"{self.who} has no influence disc left on the track for a reaction.", "14")

    def effect(self, state: State) -> State:
        state = put_back_tellings(state, self.seat)
        state = state.with_(skipped=tuple(seat for seat in state.skipped if seat != self.seat))
        state = disc_to_action(state, self.seat, "reaction", f"reaction: {self.reaction}")
        if self.reaction == "build":
            return push(state, BuildWhat(self.seat, REACTION["build"], reaction=True))
        if self.reaction == "upgrade":
            return push(state, *upgrade_steps(state, self.seat, REACTION["upgrade"], reaction=True))
        if self.reaction == "move" and state.tracks("ship_places"):
            return push(state, MoveShips(self.seat, REACTION["move"], reaction=True))
        return state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[React]:
        if decision is not None:
            yield from (cls(decision.seat, reaction) for reaction in REACTION)

    def title(self, state: State) -> str:
        return f"{self.who} reacts: {self.reaction}"


ACTIONS: tuple[type[EclipseAction], ...] = (Acted, Pass, React)
