"""One ship alone moves, to an open field without enemy ships: Outpost and Patrol (C20, C55, CA62)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.cosmic_empires.board import guarded, may_move, opens_passage, reach, reaches
from companion.rules.cosmic_empires.flow import find, finish
from companion.rules.cosmic_empires.ships import change_ship, ship_of
from companion.rules.cosmic_empires.state import CosmicAction, SeatAction, State, Step, name

SECTION = "Outpost"


def landable(state: State, seat: str, space: str) -> bool:
    """An open field without enemy ships or pirates."""
    here = state.places[space]
    return bool(here.card) and not guarded(state, seat, space)


def single_moves(state: State, seat: str) -> Iterator[tuple[str, str]]:
    """(ship, space) of every such move."""
    spaces = [space for space in state.places if landable(state, seat, space)]
    for ship in state.player(seat).ships:
        if may_move(state, seat, ship):
            by_itself, through = reach(state, seat, ship)
            for space in spaces:
                if space != ship.at and (space in by_itself or space in through):
                    yield ship.name, space


@dataclass(frozen=True)
class SingleMove(Step):
    """One ship may move now; `why` is outpost or patrol."""

    why: str

    def go_on(self, state: State) -> State | None:
        return None if any(True for _ in single_moves(state, self.seat)) else finish(state, self)

    def asks(self, state: State) -> tuple[Decision, ...]:
        moves: dict[str, list[str]] = {}
        for ship, space in single_moves(state, self.seat):
            moves.setdefault(ship, []).append(space)
        return (Decision(self.seat, "single_move", ("move_ship", "done"), context={"why": self.why, "moves": moves}),)

    def ended(self, state: State) -> State:
        return finish(state, self)


@dataclass(frozen=True)
class MoveShip(SeatAction):
    """`move_ship SHIP SPACE`: the one ship's movement; an undefended station is taken."""

    ship: str
    space: str
    verb: ClassVar[str] = "move_ship"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        here = state.places.get(self.space)
        if here is None:
            yield Reason("no_space", f"There is no field at {self.space}.", SECTION)
        elif not here.card:
            yield Reason("concealed", f"The field at {self.space} is concealed.", SECTION)
        if self.seat not in state.seats:
            return
        if here is not None and guarded(state, self.seat, self.space):
            yield Reason("guarded", f"Ships of others are at {self.space}; this move starts no combat.", SECTION)
        ship = ship_of(state.player(self.seat), self.ship)
        if ship is None:
            yield Reason("no_ship", f"{self.who} has no {name(self.ship)} in play.", SECTION)
            return
        if not may_move(state, self.seat, ship):
            yield Reason("fresh", f"{name(self.ship)} came into play this turn and does not move.", SECTION)
        if ship.at == self.space:
            yield Reason("same", f"{name(self.ship)} is at {self.space} already.", SECTION)
        elif here is not None and not reaches(state, self.seat, ship, self.space):
            yield Reason("range", f"{self.space} is out of range of {name(self.ship)}.", SECTION)

    def effect(self, state: State) -> State:
        from companion.rules.cosmic_empires.arrival import take

        state = finish(state, find(state, self.seat, SingleMove))
        ship = ship_of(state.player(self.seat), self.ship)
        if ship is None or self.space not in state.places:
            return state
        if opens_passage(state, self.seat, ship, self.space):
            state = state.with_(mobile=self.space)
        state = change_ship(state, self.seat, self.ship, at=self.space)
        return take(state, self.seat, self.space)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[MoveShip]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, ship, space) for ship, space in single_moves(state, decision.seat))

    def title(self, state: State) -> str:
        return f"{self.who} moves {name(self.ship)} to {self.space}"


ACTIONS: tuple[type[CosmicAction], ...] = (MoveShip,)
