"""Build: ships and structures for materials (p. 13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse.catalog import NANOROBOTS_BUILDS, SHIP_LIMITS, SHIPS, STRUCTURES, TRACKS
from companion.rules.eclipse.economy import by_trade, gain
from companion.rules.eclipse.flow import find, finish_step
from companion.rules.eclipse.opening import Opening
from companion.rules.eclipse.pieces import Player, name, sector_name
from companion.rules.eclipse.pinning import being_fought
from companion.rules.eclipse.presence import put_ships
from companion.rules.eclipse.sectors import called, known_to_be, may_be_owned, may_own_more, own_sector, unnamed
from companion.rules.eclipse.state import EclipseAction, SeatAction, State, Step

NEEDS = {"starbase": "starbase", "orbital": "orbital", "monolith": "monolith"}
"""The technology that building needs (p. 13)."""


def builds(player: Player) -> int:
    """Ships or structures one build action gives: 2, Mechanema 3, one more with Nanorobots (pp. 12, 13, 27)."""
    extra = NANOROBOTS_BUILDS if player.owns("nanorobots") else 0
    return player.species.activations["build"] + extra


def short_of(player: Player, resource: str, cost: int, what: str) -> Iterator[Finding]:
    """The reason when a resource does not cover a cost, with figures and what trading could add (pp. 7, 12, 13)."""
    if resource in player.storage_untold:
        yield Missing("storage", f"Has {name(player.seat)} {cost} {resource} in storage, for {what}?")
        return
    has = player.storage[TRACKS.index(resource)]
    if has >= cost:
        return
    page = "12" if resource == "science" else "13"
    could = by_trade(player, resource)
    rate = player.species.trade_rate
    if has + could >= cost:
        hint = f"trading {rate} to 1 could give the {cost - has} missing"
    elif could:
        hint = f"trading {rate} to 1 could add {could}, still {cost - has - could} short"
    else:
        hint = f"{cost - has} short, with nothing to trade {rate} to 1"
    yield Reason("short", f"{what} costs {cost} {resource}, {name(player.seat)} has {has} ({hint}).", page)


@dataclass(frozen=True)
class BuildWhat(Step):
    """One more ship or structure, `left` of them."""

    left: int = 1
    reaction: bool = False
    title: ClassVar[str] = "what was built"

    @property
    def stops(self) -> bool:
        return True

    def decision(self, state: State) -> Decision:
        player = state.player(self.seat)
        context = {"left": self.left, "costs": player.species.costs, "reaction": self.reaction}
        return Decision(self.seat, "build.what", ("build_ship", "build_structure", "done", "later"), context=context)


@dataclass(frozen=True)
class Build(Opening):
    """`build`: up to two ships or structures, one step each (p. 13)."""

    verb: ClassVar[str] = "build"
    doing: ClassVar[str] = "builds"

    def following(self, state: State) -> tuple[Step, ...]:
        return (BuildWhat(self.seat, builds(state.player(self.seat))),)


def _built(state: State, seat: str, cost: int, what: str) -> State:
    """The cost is paid and the step goes on with one less."""
    step = find(state, seat, BuildWhat)
    if step is None or "materials" not in step.settled:
        state = gain(state, seat, "materials", -cost, what)
    if step is None:
        return state
    if step.left > 1:
        return finish_step(state, step, BuildWhat(seat, step.left - 1, step.reaction))
    return finish_step(state, step)


def _unpaid(state: State, seat: str) -> bool:
    step = find(state, seat, BuildWhat)
    return step is None or "materials" not in step.settled


@dataclass(frozen=True)
class BuildShip(SeatAction):
    """`build_ship TYPE [SECTOR]`: a ship in an own sector; it is named where ships are tracked (p. 13)."""

    ship: str
    where: tuple[int, ...] = ()
    """The sector, or nothing."""
    verb: ClassVar[str] = "build_ship"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.ship not in SHIPS:
            yield Reason("no_ship", f"There is no ship {self.ship}; ships are {', '.join(SHIPS)}.", "13")
            return
        if self.seat not in state.seats:
            return
        player = state.player(self.seat)
        limit = SHIP_LIMITS[self.ship]
        if player.ships[SHIPS.index(self.ship)] >= limit:
            yield Reason("no_miniature", f"All {limit} {self.ship}s of {self.who} are on the board.", "13")
        yield from _needs(player, self.ship)
        if not state.owned(self.seat):
            if not may_own_more(state, self.seat):
                yield Reason("no_sector", f"{self.who} has no influence disc in any sector to build in.", "13")
            elif not self.where:
                yield Missing("sectors", f"Has {self.who} an influence disc in a sector, to build in?")
        if _unpaid(state, self.seat):
            yield from short_of(player, "materials", player.species.costs[self.ship], name(self.ship))
        if len(self.where) > 1:
            yield Reason("one_sector", "A ship is built in one sector; more are named.", "13")
        elif self.where:
            yield from own_sector(state, self.seat, self.where[0])
            yield from being_fought(state, self.where[0])
        elif state.tracks("ship_places"):
            owned = ", ".join(sector_name(sector.number) for sector in state.owned(self.seat))
            controls = f"; {self.who} controls {owned or 'none'}" if state.tracks("sectors") else ""
            yield Reason("where", f"Say in which sector it is built{controls}.", "13")

    def effect(self, state: State) -> State:
        if self.ship not in SHIPS:
            return state
        number = self.where[0] if self.where else 0
        state = add_ship(known_to_be(state, self.seat, number), self.seat, self.ship, 1, "built", number)
        cost = state.player(self.seat).species.costs[self.ship]
        return _built(state, self.seat, cost, name(self.ship))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[BuildShip]:
        if decision is not None:
            owned = tuple((each.number,) for each in may_be_owned(state, decision.seat))
            places = owned if state.tracks("ship_places") else ((),)
            yield from (cls(decision.seat, ship, where) for ship in SHIPS for where in places)

    def title(self, state: State) -> str:
        where = f" in {sector_name(self.where[0])}" if self.where else ""
        return f"{self.who} builds {'an' if self.ship == 'interceptor' else 'a'} {name(self.ship)}{where}"


@dataclass(frozen=True)
class BuildStructure(SeatAction):
    """`build_structure orbital|monolith SECTOR`: one of each in a sector with one's own disc (p. 13).

    Where sectors are not tracked the sector may be `?`.
    """

    structure: str
    sector: int | None
    verb: ClassVar[str] = "build_structure"

    def findings(self, state: State) -> Iterator[Finding]:
        known = self.structure in STRUCTURES
        if not known:
            yield Reason(
                "no_structure", f"There is no structure {self.structure}; structures are orbital and monolith.", "13"
            )
        yield from own_sector(state, self.seat, self.sector)
        if self.seat not in state.seats or not known:
            return
        player = state.player(self.seat)
        sector = state.sector(self.sector or 0)
        if sector is not None and getattr(sector, self.structure):
            yield Reason("has_one", f"Sector {called(self.sector)} has {_a(self.structure)} already.", "13")
        elif not sector.is_told(self.structure) if sector is not None else unnamed(state):
            yield Missing("sectors", f"Has {called(self.sector)} {_a(self.structure)} already?")
        yield from _needs(player, self.structure)
        if _unpaid(state, self.seat):
            yield from short_of(player, "materials", player.species.costs[self.structure], name(self.structure))

    def effect(self, state: State) -> State:
        sector = state.sector(self.sector or 0)
        if (sector is None and not unnamed(state)) or self.structure not in STRUCTURES:
            return state
        state = known_to_be(state, self.seat, self.sector or 0)
        sector = state.sector(self.sector or 0)
        if sector is not None:
            state = state.with_sector(sector.telling(**{self.structure: True}))
        state = state.enter(self.seat, self.structure, 1, called(self.sector))
        cost = state.player(self.seat).species.costs[self.structure]
        return _built(state, self.seat, cost, f"{name(self.structure)} in {called(self.sector)}")

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[BuildStructure]:
        if decision is None:
            return
        player = state.player(decision.seat)
        for structure in STRUCTURES:
            if player.owns(NEEDS[structure]):
                if unnamed(state) and may_own_more(state, decision.seat):
                    yield cls(decision.seat, structure, None)
                for sector in may_be_owned(state, decision.seat):
                    if not getattr(sector, structure):
                        yield cls(decision.seat, structure, sector.number)

    def title(self, state: State) -> str:
        return f"{self.who} builds {_a(name(self.structure))} in {called(self.sector)}"


def add_ship(state: State, seat: str, ship: str, amount: int, why: str, sector: int = 0) -> State:
    """The state with ships of a type put on the board, or taken off it: in that sector, where places are tracked."""
    player = state.player(seat)
    ships = tuple(count + amount * (kind == ship) for kind, count in zip(SHIPS, player.ships, strict=True))
    state = put_ships(state.change(seat, ships=ships), sector, seat, ship, amount)
    return state.enter(seat, f"ships_{ship}", amount, why)


def _needs(player: Player, what: str) -> Iterator[Finding]:
    technology = NEEDS.get(what)
    if technology is not None and not player.owns(technology):
        yield Reason("needs_technology", f"Building {_a(name(what))} needs the {name(technology)} technology.", "13")


def _a(word: str) -> str:
    return f"{'an' if word[0].lower() in 'aeiou' else 'a'} {word}"


ACTIONS: tuple[type[EclipseAction], ...] = (Build, BuildShip, BuildStructure)
