"""An action begins: the rightmost disc of the influence track goes to its space (p. 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Self

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.eclipse.economy import disc_between_actions, disc_to_action
from companion.rules.eclipse.flow import find, finish_step, put_back_tellings
from companion.rules.eclipse.pieces import ACTION_SPACES
from companion.rules.eclipse.state import SeatAction, State, Step

ACTION_VERBS = ("explore", "influence", "research", "upgrade", "build", "move")


@dataclass(frozen=True)
class Turn(Step):
    """A seat takes one action or passes (p. 8)."""

    def decision(self, state: State) -> Decision:
        return _turn(self.seat)


@cache
def _turn(seat: str) -> Decision:
    return Decision(seat, "turn", (*ACTION_VERBS, "pass", "acted"))


@dataclass(frozen=True)
class Untold(Step):
    """An action was taken in that round and not named; telling it in time lays its disc on the right space."""

    round: int = 0
    title: ClassVar[str] = "which action"

    def decision(self, state: State) -> Decision:
        return Decision(self.seat, "tell.action", (*ACTION_VERBS, "later"))


def no_disc(state: State, seat: str, who: str) -> Iterator[Finding]:
    """No disc on the influence track: no action (p. 8)."""
    if seat in state.seats and state.player(seat).discs < 1:
        yield Reason("no_disc", f"{who} has no influence disc left on the track: passing is all that is left.", "8")


@dataclass(frozen=True)
class Opening(SeatAction):
    """The first tap of one of the six actions: the disc is moved, its steps open."""

    opens: ClassVar[bool] = True
    doing: ClassVar[str]

    def findings(self, state: State) -> Iterator[Finding]:
        if find(state, self.seat, Untold) is None:
            yield from no_disc(state, self.seat, self.who)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Turn, Untold)
        if isinstance(step, Untold):
            if step.round == state.round and state.player(self.seat).actions[ACTION_SPACES.index("untold")]:
                state = disc_between_actions(state, self.seat, "untold", self.verb)
        else:
            state = put_back_tellings(state, self.seat).with_(skipped=())
            state = disc_to_action(state, self.seat, self.verb, self.verb)
        state = self.ready(state)
        return finish_step(state, step, *self.following(state))

    def ready(self, state: State) -> State:
        """What happens at once."""
        return state

    def following(self, state: State) -> tuple[Step, ...]:
        """The steps the action asks for; none when it is complete with the disc."""
        return ()

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Self]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} {self.doing}"
