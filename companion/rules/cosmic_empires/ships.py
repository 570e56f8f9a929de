"""Ships coming into play, leaving it, and their upgrades (The Ship Upgrades; C21, C43-C45)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.cosmic_empires.catalog import SHIPS, UPGRADES
from companion.rules.cosmic_empires.flow import find, finish
from companion.rules.cosmic_empires.state import CosmicAction, Player, SeatAction, Ship, State, Step, name


def ship_names() -> tuple[str, ...]:
    """Every ship a player can have: its class and pedestal."""
    return tuple(f"{kind}_{n}" for kind, ship in SHIPS.items() for n in range(1, ship.per_player + 1))


def free_pedestal(player: Player, kind: str) -> str:
    """The next ship of a class in reserve, "" when all are in play."""
    taken = {ship.name for ship in player.ships}
    names = (f"{kind}_{number}" for number in range(1, SHIPS[kind].per_player + 1))
    return next((each for each in names if each not in taken), "")


def ship_of(player: Player, ship: str) -> Ship | None:
    for each in player.ships:
        if each.name == ship:
            return each
    return None


def add_ship(state: State, seat: str, kind: str, at: str, why: str) -> State:
    """A ship enters play, if one is in reserve."""
    player = state.player(seat)
    new = free_pedestal(player, kind)
    if not new:
        return state
    ships = tuple(sorted((*player.ships, Ship(new, at, fresh=True)), key=lambda ship: ship.name))
    return state.change(seat, ships=ships).enter(seat, "ships", 1, why)


def change_ship(state: State, seat: str, ship: str, **changes: Any) -> State:
    """The state with some fields of a ship changed."""
    player = state.player(seat)
    return state.change(
        seat, ships=tuple(each.with_(**changes) if each.name == ship else each for each in player.ships)
    )


def remove_ship(state: State, seat: str, ship: str, why: str) -> State:
    """A ship returns to reserve; its upgrades are lost (C44)."""
    player = state.player(seat)
    ships = tuple(each for each in player.ships if each.name != ship)
    return state.change(seat, ships=ships).enter(seat, "ships", len(ships) - len(player.ships), why)


def upgrades_out(state: State, upgrade: str) -> int:
    """Markers of an upgrade that lie under ships."""
    return sum(getattr(ship, upgrade) for player in state.players for ship in player.ships)


def takers(state: State, seat: str, upgrade: str) -> tuple[str, ...]:
    """Own ships that have no such upgrade yet, while the box has a marker left."""
    if upgrades_out(state, upgrade) >= UPGRADES[upgrade]:
        return ()
    return tuple(ship.name for ship in state.player(seat).ships if not getattr(ship, upgrade))


def can_upgrade(state: State, seat: str) -> bool:
    return any(takers(state, seat, upgrade) for upgrade in UPGRADES)


@dataclass(frozen=True)
class Upgrade(Step):
    """Upgrades to be put under own ships; without a ship to take one it is lost (CA18) or, by house rule, kept."""

    left: int
    why: str

    def go_on(self, state: State) -> State | None:
        if self.left and can_upgrade(state, self.seat):
            return None
        if self.left and state.on("bank_upgrades"):
            state = state.change(self.seat, banked=state.player(self.seat).banked + self.left)
        return finish(state, self)

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"left": self.left, "takers": {each: takers(state, self.seat, each) for each in UPGRADES}}
        return (Decision(self.seat, "upgrade", ("upgrade",), context=context),)


@dataclass(frozen=True)
class PutUpgrade(SeatAction):
    """`upgrade weapon|shield SHIP`: an upgrade marker under an own ship (C44)."""

    upgrade: str
    ship: str
    verb: ClassVar[str] = "upgrade"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        section = "The Ship Upgrades"
        if self.upgrade not in UPGRADES:
            yield Reason("no_upgrade", f"There is no upgrade {self.upgrade}; it is weapon or shield.", section)
        if self.seat not in state.seats:
            return
        ship = ship_of(state.player(self.seat), self.ship)
        if ship is None:
            yield Reason("no_ship", f"{self.who} has no {name(self.ship)} in play.", section)
        elif self.upgrade in UPGRADES and getattr(ship, self.upgrade):
            yield Reason("has_it", f"{name(self.ship)} has a {self.upgrade} already; it takes one of each.", section)
        if self.upgrade in UPGRADES and upgrades_out(state, self.upgrade) >= UPGRADES[self.upgrade]:
            yield Reason("none_left", f"No {self.upgrade} marker is left.", section)
        if find(state, self.seat, Upgrade) is None and not state.player(self.seat).banked:
            yield Reason("none_kept", f"{self.who} has no upgrade kept for later.", section)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Upgrade)
        if self.upgrade in UPGRADES:
            state = change_ship(state, self.seat, self.ship, **{self.upgrade: True})
            state = state.enter(self.seat, self.upgrade, 1, name(self.ship))
        if step is not None:
            from companion.rules.cosmic_empires.flow import swap

            return swap(state, step, Upgrade(self.seat, step.left - 1, step.why))
        return state.change(self.seat, banked=max(0, state.player(self.seat).banked - 1))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PutUpgrade]:
        if decision is not None and decision.seat in state.seats:
            for upgrade in UPGRADES:
                yield from (cls(decision.seat, upgrade, ship) for ship in takers(state, decision.seat, upgrade))

    def title(self, state: State) -> str:
        return f"{self.who} puts a {self.upgrade} under {name(self.ship)}"


ACTIONS: tuple[type[CosmicAction], ...] = (PutUpgrade,)
