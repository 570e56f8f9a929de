"""The Common Turn: everybody examines or replaces one concealed field (Exploration; C18, CA31-CA34)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from companion.rules.contract import Decision, Finding, Hidden, Reason
from companion.rules.cosmic_empires.arrival import from_pile
from companion.rules.cosmic_empires.board import concealed, unseen_of_kind
from companion.rules.cosmic_empires.catalog import KINDS
from companion.rules.cosmic_empires.flow import find, finish
from companion.rules.cosmic_empires.state import CosmicAction, SeatAction, State, Step

SECTION = "Exploration"


def replaceable(state: State) -> tuple[str, ...]:
    """Concealed fields that nobody examined in this Common Turn, while there are cards to replace them."""
    if not state.pile + len(state.discards):
        return ()
    return tuple(space for space in concealed(state) if space not in state.examined)


@dataclass(frozen=True)
class Explore(Step):
    """One seat's exploration: mandatory, skipped where no field is concealed any more (CA33)."""

    def go_on(self, state: State) -> State | None:
        return None if concealed(state) else finish(state, self)

    def asks(self, state: State) -> tuple[Decision, ...]:
        verbs = ("examine", "replace") if replaceable(state) else ("examine",)
        context = {"concealed": concealed(state), "replaceable": replaceable(state)}
        return (Decision(self.seat, "common_turn", verbs, context=context),)


def look(state: State, seat: str, space: str) -> State:
    """A seat looks at a concealed field and puts it back."""
    here = state.places[space]
    if here.card or seat in here.looked:
        return state
    return state.with_space(here.with_(looked=(*here.looked, seat)))


def concealed_findings(state: State, space: str) -> Iterator[Finding]:
    here = state.places.get(space)
    if here is None:
        yield Reason("no_space", f"There is no field at {space}.", SECTION)
    elif here.card:
        yield Reason("open", f"The field at {space} lies open already.", SECTION)


@dataclass(frozen=True)
class Examine(SeatAction):
    """`examine SPACE`: a private look at a concealed field."""

    space: str
    verb: ClassVar[str] = "examine"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from concealed_findings(state, self.space)

    def effect(self, state: State) -> State:
        state = finish(state, find(state, self.seat, Explore))
        if self.space not in state.places:
            return state
        return look(state, self.seat, self.space).with_(examined=(*state.examined, self.space))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Examine]:
        if decision is not None:
            yield from (cls(decision.seat, space) for space in concealed(state))

    def title(self, state: State) -> str:
        return f"{self.who} examines the field at {self.space}"


@dataclass(frozen=True)
class Replace(SeatAction):
    """`replace SPACE`: a concealed field is discarded, and a new one comes from the pile, unseen."""

    space: str
    verb: ClassVar[str] = "replace"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from concealed_findings(state, self.space)
        if self.space in state.examined:
            yield Reason("examined", f"The field at {self.space} was examined in this Common Turn.", SECTION)
        if not state.pile + len(state.discards):
            yield Reason("no_pile", "No field card is left to replace it with.", SECTION)

    def effect(self, state: State) -> State:
        state = finish(state, find(state, self.seat, Explore))
        here = state.places.get(self.space)
        if here is None or here.card:
            return state
        # The card of the pile is taken first: what is discarded now must not come back at once.
        state = from_pile(state)
        return state.change_space(self.space, looked=(), notes=()).with_(discards=(*state.discards, None))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Replace]:
        if decision is not None:
            yield from (cls(decision.seat, space) for space in replaceable(state))

    def title(self, state: State) -> str:
        return f"{self.who} replaces the field at {self.space}"


@dataclass(frozen=True)
class NoteField(SeatAction):
    """`note_field SPACE KIND`: what a seat saw there, for itself alone; `none` forgets the note."""

    space: str
    kind: str | Hidden
    verb: ClassVar[str] = "note_field"
    tells: ClassVar[bool] = True
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        if state.phase == "over":
            yield Reason("over", "The game is over: nothing concealed matters any more.", SECTION)
        yield from concealed_findings(state, self.space)
        here = state.places.get(self.space)
        if here is not None and not here.card and self.seat not in here.looked:
            yield Reason("not_looked", f"{self.who} has not examined the field at {self.space}.", SECTION)
        if isinstance(self.kind, str) and self.kind != "none":
            if self.kind not in KINDS:
                yield Reason("no_field", f"There is no field {self.kind}; fields are {', '.join(KINDS)}.", SECTION)
            elif not unseen_of_kind(state, self.kind):
                yield Reason("lies_elsewhere", f"Every {KINDS[self.kind].title} lies open already.", SECTION)

    def effect(self, state: State) -> State:
        here = state.places.get(self.space)
        # A hidden note is no knowledge: who cannot read it keeps nothing of it.
        if here is None or isinstance(self.kind, Hidden):
            return state
        others = tuple(note for note in here.notes if note[0] != self.seat)
        noted = ((self.seat, self.kind),) if self.kind in KINDS and not here.card else ()
        return state.with_space(here.with_(notes=tuple(sorted(others + noted))))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[NoteField]:
        for space in state.spaces if state.phase != "over" else ():
            for seat in space.looked if not space.card else ():
                yield from (cls(seat, space.name, kind) for kind in (*KINDS, "none"))

    def title(self, state: State) -> str:
        return f"{self.who} notes what lies at {self.space}"

    def seen_by(self, viewer: str) -> Self:
        from dataclasses import replace

        from companion.rules.contract import HIDDEN

        return self if viewer == self.seat else replace(self, kind=HIDDEN)


ACTIONS: tuple[type[CosmicAction], ...] = (Examine, Replace, NoteField)
