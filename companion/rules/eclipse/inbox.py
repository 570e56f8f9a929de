"""Details told later: put off, told, put back; and `done`, which ends a step as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse.flow import finish_step, owe, pop, push, put_back_tellings, settle, tops
from companion.rules.eclipse.reputation import HoldsReputation
from companion.rules.eclipse.reputation_facts import private_number
from companion.rules.eclipse.state import EclipseAction, Pending, State, Step


def _waiting(state: State, seat: str) -> Step | None:
    """The step of the seat that may be told later."""
    waits = [each.window for each in state.decisions if each.seat == seat and "later" in each.verbs]
    return next((step for step in tops(state, seat) if step.window in waits), None)


def _stopping(state: State, seat: str) -> Step | None:
    """The step of the seat that may end as it is."""
    return next((step for step in tops(state, seat) if step.stops), None)


@dataclass(frozen=True)
class Later(EclipseAction):
    """`later`: what is asked goes to the inbox, and the game goes on."""

    verb: ClassVar[str] = "later"

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = _waiting(state, self.seat)
        if step is None:
            return state
        state = step.put_off(pop(state, step))
        return settle(owe(state, step, f"{self.who}, round {state.round}"))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Later]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        step = _waiting(state, self.seat)
        return f"{self.who} tells later {step.title}" if step is not None else f"{self.who} tells later"


@dataclass(frozen=True)
class Done(EclipseAction):
    """`done`: nothing more of it."""

    verb: ClassVar[str] = "done"

    def findings(self, state: State) -> Iterator[Finding]:
        step = _stopping(state, self.seat)
        if step is not None:
            yield from step.ending(state)

    def effect(self, state: State) -> State:
        step = _stopping(state, self.seat)
        return state if step is None else finish_step(step.ended(state), step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Done]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} is done"


@dataclass(frozen=True)
class Tell(EclipseAction):
    """`tell NUMBER`: the inbox's item is asked again, as a window of its seat."""

    number: int
    verb: ClassVar[str] = "tell"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        pending = _item(state, self.number)
        if pending is not None and pending.owed.seat != self.seat:
            owner = pending.owed.seat.capitalize()
            yield Reason("not_yours", f"Number {self.number} of the inbox is {owner}'s to tell.", "")
        elif self._doubts(state):
            if not any(each.number == self.number for each in state.inbox):
                yield Missing("not_owed", f"Does number {self.number} wait in {self.who}'s inbox?")
        elif pending is None:
            waiting = ", ".join(str(each.owed.number) for each in state.owed) or "nothing"
            yield Reason("not_owed", f"Number {self.number} does not wait in the inbox; waiting: {waiting}.", "")

    def _doubts(self, state: State) -> bool:
        """Whether that would be the seat's own doubt, of which others do not know."""
        return self.seat in state.seats and self.number == private_number(state, self.seat)

    def effect(self, state: State) -> State:
        pending = _item(state, self.number)
        if self._doubts(state):
            return push(put_back_tellings(state, self.seat), HoldsReputation(self.seat, window=True))
        if pending is None:
            return state
        state = put_back_tellings(state, pending.owed.seat)
        state = state.with_(owed=tuple(each for each in state.owed if each.owed.number != self.number))
        return push(state, replace(pending.step, window=True))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Tell]:
        if decision is None:
            yield from (cls(each.seat, each.number) for each in state.inbox)

    def title(self, state: State) -> str:
        item = next((each for each in state.inbox if each.number == self.number), None)
        return f"{self.who} tells {item.detail}" if item is not None else f"{self.who} tells number {self.number}"


def _item(state: State, number: int) -> Pending | None:
    return next((each for each in state.owed if each.owed.number == number), None)


ACTIONS: tuple[type[EclipseAction], ...] = (Later, Done, Tell)
