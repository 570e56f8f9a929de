"""The activation phase: own fields with the activation symbol (Activation, Field Description; C20-C22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.cosmic_empires.board import own_landings
from companion.rules.cosmic_empires.capacity import free_capacity
from companion.rules.cosmic_empires.diplomacy import Stones, open_planets
from companion.rules.cosmic_empires.flow import find, finish, push, swap
from companion.rules.cosmic_empires.hands import DrawEvents, available
from companion.rules.cosmic_empires.ships import Upgrade, add_ship, can_upgrade, free_pedestal
from companion.rules.cosmic_empires.single_moves import SingleMove, single_moves
from companion.rules.cosmic_empires.state import HOME, CosmicAction, SeatAction, State, Step

SECTION = "Activation"


def times_left(state: State, seat: str, field: str) -> bool:
    """Whether a field may be activated once more this turn: the Scientists use one of theirs twice (C62)."""
    used = state.turn.used
    if field not in used:
        return True
    twice = len(used) != len(set(used))
    return state.player(seat).faction == "scientists" and not twice


def _useful(state: State, seat: str, kind: str) -> bool:
    """Whether activating a field of that kind would bring anything."""
    upgrade = can_upgrade(state, seat) or state.on("bank_upgrades")
    match kind:
        case "equipment_planet":
            return upgrade
        case "event_planet":
            return available(state) > 0
        case "research_centre":
            return upgrade or available(state) > 0
        case "diplomacy_planet":
            return bool(open_planets(state, seat)) and state.player(seat).reserve > 0
        case "outpost":
            return any(True for _ in single_moves(state, seat))
    return False


def usable(state: State, seat: str) -> tuple[str, ...]:
    """Own fields that may be activated now; HOME is the starting field."""
    player = state.player(seat)
    fields: list[str] = []
    if free_capacity(player) > 0 and free_pedestal(player, "frigate") and times_left(state, seat, HOME):
        fields.append(HOME)
    for space in state.owned(seat):
        kind = space.kind
        if kind is None or not kind.activation or not times_left(state, seat, space.name):
            continue
        if _useful(state, seat, kind.key):
            fields.append(space.name)
    return tuple(fields)


@dataclass(frozen=True)
class CallFrigate(SeatAction):
    """`call_frigate SPACE`: the starting field sends a frigate to an own field, or keeps it (`home`) (C21)."""

    space: str
    verb: ClassVar[str] = "call_frigate"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat not in state.seats:
            return
        player = state.player(self.seat)
        if not times_left(state, self.seat, HOME):
            yield Reason("used", "The starting field has been activated this turn.", SECTION)
        if free_capacity(player) < 1:
            text = f"{self.who} has {len(player.ships)} ships for {player.markers} capacity markers."
            yield Reason("no_capacity", text, "The Capacity")
        if not free_pedestal(player, "frigate"):
            yield Reason("none_left", f"{self.who} has no frigate in reserve.", "Starting Field")
        if self.space != HOME and self.space not in own_landings(state, self.seat):
            text = f"A frigate is called to the starting field or an own field without enemy ships, not {self.space}."
            yield Reason("not_yours", text, "Starting Field")

    def effect(self, state: State) -> State:
        state = state.change_turn(used=(*state.turn.used, HOME))
        if self.space != HOME and self.space not in state.places:
            return state
        return add_ship(state, self.seat, "frigate", self.space, "called from home")

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[CallFrigate]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, space) for space in (HOME, *own_landings(state, decision.seat)))

    def title(self, state: State) -> str:
        return f"{self.who} calls a frigate to {self.space}"


@dataclass(frozen=True)
class Activate(SeatAction):
    """`activate SPACE`: the ability of an own field."""

    space: str
    verb: ClassVar[str] = "activate"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        here = state.places.get(self.space)
        if here is None:
            yield Reason("no_space", f"There is no field at {self.space}.", SECTION)
            return
        if here.owner != self.seat:
            yield Reason("not_yours", f"{self.who} does not control the field at {self.space}.", SECTION)
        kind = here.kind
        if kind is None or not kind.activation:
            yield Reason("no_ability", f"The field at {self.space} has no ability to activate.", SECTION)
        elif self.seat in state.seats and not _useful(state, self.seat, kind.key):
            yield Reason("no_use", f"The {kind.title} at {self.space} could bring nothing now.", SECTION)
        if self.seat in state.seats and not times_left(state, self.seat, self.space):
            yield Reason("used", f"The field at {self.space} has been activated this turn.", SECTION)

    def effect(self, state: State) -> State:
        here = state.places.get(self.space)
        if here is None:
            return state
        state = state.change_turn(used=(*state.turn.used, self.space))
        match here.kind_key:
            case "equipment_planet":
                return push(state, Upgrade(self.seat, 1, "Equipment planet"))
            case "event_planet":
                return push(state, DrawEvents(self.seat, 1, "Event planet"))
            case "research_centre":
                return push(state, Prize(self.seat, 1, "Research Centre"))
            case "diplomacy_planet":
                return push(state, Stones(self.seat, 1))
            case "outpost":
                return push(state, SingleMove(self.seat, "outpost"))
        return state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Activate]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, field) for field in usable(state, decision.seat) if field != HOME)

    def title(self, state: State) -> str:
        here = state.places.get(self.space)
        kind = here.kind if here is not None else None
        return f"{self.who} activates {kind.title + ' ' if kind else ''}{self.space}"


@dataclass(frozen=True)
class Prize(Step):
    """Prizes to choose: each an event card or an upgrade (C37, C40)."""

    left: int
    why: str

    def go_on(self, state: State) -> State | None:
        if not self.left:
            return finish(state, self)
        if not available(state) and not can_upgrade(state, self.seat) and not state.on("bank_upgrades"):
            return finish(state, self)
        return None

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"left": self.left, "why": self.why, "upgrade": can_upgrade(state, self.seat)}
        return (Decision(self.seat, "prize", ("prize",), context=context),)


@dataclass(frozen=True)
class TakePrize(SeatAction):
    """`prize card|upgrade`: which of both."""

    what: str
    verb: ClassVar[str] = "prize"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.what not in ("card", "upgrade"):
            yield Reason("no_prize", "A prize is a card or an upgrade.", "Prize")
        if self.what == "card" and not available(state):
            yield Reason("no_cards", "No event card is left to draw.", "The Event Cards")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Prize)
        if step is None or self.what not in ("card", "upgrade"):
            return state
        state = swap(state, step, replace(step, left=step.left - 1))
        new: Step = DrawEvents(self.seat, 1, step.why) if self.what == "card" else Upgrade(self.seat, 1, step.why)
        return push(state, new)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[TakePrize]:
        if decision is not None:
            yield from (cls(decision.seat, what) for what in ("card", "upgrade"))

    def title(self, state: State) -> str:
        return f"{self.who} takes {'an event card' if self.what == 'card' else 'an upgrade'}"


ACTIONS: tuple[type[CosmicAction], ...] = (CallFrigate, Activate, TakePrize)
