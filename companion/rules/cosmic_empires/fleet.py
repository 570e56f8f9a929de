"""Fleet movement: one target, and the own ships within range that go there (Fleet Movement; C23-C27, C41, C57)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.cosmic_empires.arrival import Flown, arrive
from companion.rules.cosmic_empires.board import (
    FAR,
    distance,
    distance_through,
    enemy,
    guarded,
    may_move,
    reach,
    reaches,
    ship_range,
)
from companion.rules.cosmic_empires.flow import find, finish, push, swap
from companion.rules.cosmic_empires.ships import change_ship, ship_of
from companion.rules.cosmic_empires.state import CosmicAction, SeatAction, Ship, State, Step, name

SECTION = "Fleet Movement"


def unlimited(state: State, seat: str, target: str) -> bool:
    """Whether Tactical Assault lets ships ignore range: for an attack (C57)."""
    return state.turn.assault and guarded(state, seat, target)


def steps_there(state: State, seat: str, ship: Ship, target: str) -> int:
    """The steps of a ship that moves normally; FAR if it may not or cannot."""
    if ship.at == target or not may_move(state, seat, ship):
        return FAR
    steps = distance(state, seat, ship, target)
    limit = ship_range(state, seat)
    if steps > limit and unlimited(state, seat, target):
        return limit
    return steps if steps <= limit else FAR


def steps_through(state: State, seat: str, ship: Ship, target: str) -> int:
    """The steps of a ship through a wormhole, which moves the mobile marker; FAR if it may not or cannot."""
    if ship.at == target or not may_move(state, seat, ship):
        return FAR
    steps = distance_through(state, seat, ship, target)
    return steps if steps <= ship_range(state, seat) else FAR


def in_range(state: State, seat: str, target: str) -> tuple[str, ...]:
    """Own ships that get to the target one way or the other."""
    anyhow = unlimited(state, seat, target)
    return tuple(
        ship.name
        for ship in state.player(seat).ships
        if ship.at != target
        and may_move(state, seat, ship)
        and (reaches(state, seat, ship, target) or (anyhow and distance(state, seat, ship, target) < FAR))
    )


def targets(state: State, seat: str) -> tuple[str, ...]:
    """Fields that a fleet movement may go to now."""
    found: set[str] = set()
    for ship in state.player(seat).ships:
        if may_move(state, seat, ship):
            found.update(space for those in reach(state, seat, ship) for space in those if space != ship.at)
    if state.turn.assault:
        found.update(space for space in state.places if guarded(state, seat, space) and in_range(state, seat, space))
    peace = state.turn.peace
    return tuple(
        space for space in state.places if space in found and not (peace and enemy(state, seat, space) in peace)
    )


@dataclass(frozen=True)
class FleetShips(Step):
    """Which ships go to the target; `sent` names each and whether it goes through a wormhole."""

    target: str
    sent: tuple[tuple[str, bool], ...] = ()

    def asks(self, state: State) -> tuple[Decision, ...]:
        ships = state.player(self.seat).ships
        left = [ship for ship in ships if ship.name not in dict(self.sent)]
        normal = {s.name: n for s in left if (n := steps_there(state, self.seat, s, self.target)) < FAR}
        through = {s.name: n for s in left if (n := steps_through(state, self.seat, s, self.target)) < FAR}
        verbs: tuple[str, ...] = ("send",) if normal else ()
        verbs += ("send_through",) if through else ()
        verbs += ("done",) if self.sent else ()
        verbs += ("play_card",) if state.player(self.seat).hand else ()
        context = {"target": self.target, "sent": self.sent, "ships": normal, "through": through}
        return (Decision(self.seat, "fleet.ships", verbs, context=context),)

    def ended(self, state: State) -> State:
        """The ships fly."""
        player = state.player(self.seat)
        fleet: list[Flown] = []
        old = state.mobile
        for name_, through in self.sent:
            ship = ship_of(player, name_)
            if ship is None:
                continue
            way = steps_through if through else steps_there
            fleet.append(Flown(name_, ship.at, way(state, self.seat, ship, self.target)))
        state = finish(state, self)
        if any(through for _, through in self.sent):
            state = state.with_(mobile=self.target)
        for each in fleet:
            state = change_ship(state, self.seat, each.ship, at=self.target)
        return arrive(state, self.seat, self.target, tuple(fleet), old) if fleet else state


@dataclass(frozen=True)
class FleetMove(SeatAction):
    """`fleet SPACE`: the one field that this turn's fleet movement goes to."""

    space: str
    verb: ClassVar[str] = "fleet"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.space not in state.places:
            yield Reason("no_space", f"There is no field at {self.space}; ships never go to starting fields.", SECTION)
            return
        if self.seat not in state.seats:
            return
        if not in_range(state, self.seat, self.space):
            yield Reason("range", f"{self.who} has no ship that may move within range of {self.space}.", SECTION)
        if (other := enemy(state, self.seat, self.space)) and other in state.turn.peace:
            yield Reason("peace", f"{name(other)} has peace with {self.who} this turn.", "Peace Treaties")

    def effect(self, state: State) -> State:
        from companion.rules.cosmic_empires.turn import end_main_move

        state = end_main_move(state, self.seat)
        return push(state, FleetShips(self.seat, self.space)) if self.space in state.places else state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[FleetMove]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, space) for space in targets(state, decision.seat))

    def title(self, state: State) -> str:
        return f"{self.who} moves ships to {self.space}"


@dataclass(frozen=True)
class Send(SeatAction):
    """`send SHIP`: it goes to the target by itself."""

    ship: str
    verb: ClassVar[str] = "send"
    through: ClassVar[bool] = False

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, FleetShips)
        if self.seat not in state.seats:
            return
        ship = ship_of(state.player(self.seat), self.ship)
        if ship is None:
            yield Reason("no_ship", f"{self.who} has no {name(self.ship)} in play.", SECTION)
            return
        if step is not None and self.ship in dict(step.sent):
            yield Reason("sent", f"{name(self.ship)} goes there already.", SECTION)
        if not may_move(state, self.seat, ship):
            yield Reason("fresh", f"{name(self.ship)} came into play this turn and does not move.", SECTION)
        if step is None:
            return
        if ship.at == step.target:
            yield Reason("same", f"{name(self.ship)} is at {step.target} already.", SECTION)
        elif may_move(state, self.seat, ship):
            way = steps_through if self.through else steps_there
            if way(state, self.seat, ship, step.target) >= FAR:
                how = " through a wormhole" if self.through else ""
                yield Reason("range", f"{step.target} is out of range of {name(self.ship)}{how}.", SECTION)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, FleetShips)
        if step is None or self.ship in dict(step.sent):
            return state
        return swap(state, step, replace(step, sent=(*step.sent, (self.ship, self.through))))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Send]:
        if decision is not None:
            ships = decision.context["through" if cls.through else "ships"]
            yield from (cls(decision.seat, ship) for ship in ships)

    def title(self, state: State) -> str:
        return f"{self.who} sends {name(self.ship)}{' through the wormhole' if self.through else ''}"


@dataclass(frozen=True)
class SendThrough(Send):
    """`send_through SHIP`: it goes through a wormhole; the mobile passage marker comes to the target (C41)."""

    verb: ClassVar[str] = "send_through"
    through: ClassVar[bool] = True


ACTIONS: tuple[type[CosmicAction], ...] = (FleetMove, Send, SendThrough)
