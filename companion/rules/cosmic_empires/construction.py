"""Ship construction on a controlled shipyard (Shipconstruction; C30)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.cosmic_empires.board import own_landings
from companion.rules.cosmic_empires.capacity import free_capacity
from companion.rules.cosmic_empires.catalog import SHIPS
from companion.rules.cosmic_empires.ships import add_ship, free_pedestal
from companion.rules.cosmic_empires.state import CosmicAction, SeatAction, State, name

SECTION = "Shipconstruction"


def shipyards(state: State, seat: str) -> tuple[str, ...]:
    """Controlled fields with a shipyard, without enemy ships (CA19)."""
    return tuple(
        space for space in own_landings(state, seat) if (kind := state.places[space].kind) is not None and kind.shipyard
    )


@dataclass(frozen=True)
class Construct(SeatAction):
    """`construct frigate|cruiser SPACE`: a ship on a shipyard, with a free capacity."""

    ship: str
    space: str
    verb: ClassVar[str] = "construct"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat not in state.seats:
            return
        player = state.player(self.seat)
        if self.ship not in SHIPS:
            yield Reason("no_ship", f"There is no ship {self.ship}; ships are {', '.join(SHIPS)}.", SECTION)
        elif not free_pedestal(player, self.ship):
            yield Reason("none_left", f"{self.who} has no {self.ship} in reserve.", SECTION)
        if free_capacity(player) < 1:
            text = f"{self.who} has {len(player.ships)} ships for {player.markers} capacity markers."
            yield Reason("no_capacity", text, "The Capacity")
        if self.space not in shipyards(state, self.seat):
            where = ", ".join(shipyards(state, self.seat)) or "none"
            text = f"{self.who} builds on an own shipyard without enemy ships: {where}."
            yield Reason("no_shipyard", text, SECTION)

    def effect(self, state: State) -> State:
        from companion.rules.cosmic_empires.turn import end_main_move

        state = end_main_move(state, self.seat)
        if self.ship not in SHIPS or self.space not in state.places:
            return state
        return add_ship(state, self.seat, self.ship, self.space, "built")

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Construct]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, ship, at) for at in shipyards(state, decision.seat) for ship in SHIPS)

    def title(self, state: State) -> str:
        return f"{self.who} builds a {name(self.ship).lower()} at {self.space}"


ACTIONS: tuple[type[CosmicAction], ...] = (Construct,)
