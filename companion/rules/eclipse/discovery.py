"""Discovery tiles: two points, or what the face gives (p. 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse.build import add_ship
from companion.rules.eclipse.catalog import (
    ANCIENT_PARTS,
    DISCOVERIES,
    DISCOVERY_GAIN,
    DISCOVERY_KINDS,
    SHIP_LIMITS,
    TECHNOLOGIES,
    TECHNOLOGY_KEYS,
    TRACKS,
)
from companion.rules.eclipse.economy import gain
from companion.rules.eclipse.flow import find, finish_step
from companion.rules.eclipse.pieces import Player, name, sector_name
from companion.rules.eclipse.state import EclipseAction, SeatAction, State, Step
from companion.rules.eclipse.technologies import has_room, learn, obtainable, unknown_technology
from companion.rules.eclipse.upgrade import FitAncient

DISCOVERY_TILES: Final = sum(DISCOVERIES.values())


@dataclass(frozen=True)
class Discovery(Step):
    """The tile of a sector was taken with the disc: which side is used is decided at once (p. 7)."""

    sector: int = 0
    sure: bool = True
    """Whether a tile lies there for certain."""
    title: ClassVar[str] = "what the discovery tile was"

    @property
    def stops(self) -> bool:
        return not self.sure

    def put_off(self, state: State) -> State:
        return _taken(state, self.sector)

    def decision(self, state: State) -> Decision:
        kinds = tuple(kind for kind in DISCOVERY_KINDS if _left(state, kind))
        context = {"sector": self.sector, "kinds": kinds}
        verbs = ("discovery", "later") if self.sure else ("discovery", "done", "later")
        return Decision(self.seat, "explore.discovery", verbs, context=context)


@dataclass(frozen=True)
class DiscoveryTechnology(Step):
    """Ancient Technology: the cheapest tile not owned (p. 7)."""

    title: ClassVar[str] = "which technology the Ancients gave"

    @property
    def stops(self) -> bool:
        return True

    def decision(self, state: State) -> Decision:
        context = {"technologies": cheapest(state, state.player(self.seat))}
        return Decision(self.seat, "discovery.technology", ("ancient_technology", "done", "later"), context=context)


def cheapest(state: State, player: Player) -> tuple[str, ...]:
    """Of the tiles known to lie out and not owned, the cheapest by printed cost; discounts do not count (p. 7)."""
    choice = [
        key
        for index, key in enumerate(TECHNOLOGY_KEYS)
        if state.supply[index] > 0 and not player.owns(key) and has_room(player, key)
    ]
    least = min((TECHNOLOGIES[key].cost for key in choice), default=0)
    return tuple(key for key in choice if TECHNOLOGIES[key].cost == least)


@dataclass(frozen=True)
class TakeDiscovery(SeatAction):
    """`discovery KIND`: `points` keeps the tile for two points, any other word uses its face (p. 7)."""

    kind: str
    verb: ClassVar[str] = "discovery"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.kind not in DISCOVERY_KINDS:
            yield Reason(
                "no_discovery", f"There is no discovery {self.kind}; tiles are {', '.join(DISCOVERY_KINDS)}.", "7"
            )
            return
        step = find(state, self.seat, Discovery)
        if (step is None or not step.sure) and not tiles_left(state):
            yield Reason("none_left", f"All {DISCOVERY_TILES} discovery tiles are used or wait in sectors.", "7")
        if not _left(state, self.kind):
            copies = 1 if self.kind in ANCIENT_PARTS else DISCOVERIES[self.kind]
            tiles = "tile is" if copies == 1 else "tiles are"
            yield Reason(
                "none_left", f"The box has {copies} {name(self.kind)} discovery; the {tiles} used already.", "7"
            )
        if self.kind == "ancient_cruiser" and self.seat in state.seats:
            limit = SHIP_LIMITS["cruiser"]
            if state.player(self.seat).ships[1] >= limit:
                yield Reason(
                    "no_miniature", f"All {limit} cruisers of {self.who} are on the board: take the 2 points.", "7"
                )

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Discovery)
        if self.kind not in DISCOVERY_KINDS:
            return state
        if step is not None:
            state = _taken(state, step.sector)
        if self.kind == "points":
            player = state.player(self.seat)
            state = state.change(self.seat, discovery_points=player.discovery_points + 1)
            return finish_step(state.enter(self.seat, "discovery_points", 1, "discovery tile"), step)
        state = state.with_(discoveries=(*state.discoveries, self.kind))
        if self.kind in TRACKS:
            if step is None or self.kind not in step.settled:
                state = gain(state, self.seat, self.kind, DISCOVERY_GAIN[self.kind], "discovery tile")
            return finish_step(state, step)
        if self.kind == "ancient_technology":
            return finish_step(state, step, DiscoveryTechnology(self.seat))
        if self.kind == "ancient_cruiser":
            return finish_step(
                add_ship(state, self.seat, "cruiser", 1, "discovery tile", step.sector if step else 0), step
            )
        player = state.player(self.seat)
        state = state.change(self.seat, ancient_parts=(*player.ancient_parts, self.kind))
        state = state.enter(self.seat, self.kind, 1, "discovery tile")
        at_once = (FitAncient(self.seat, self.kind),) if state.tracks("blueprints") else ()
        return finish_step(state, step, *at_once)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[TakeDiscovery]:
        if decision is not None:
            yield from (cls(decision.seat, kind) for kind in decision.context["kinds"])

    def title(self, state: State) -> str:
        step = find(state, self.seat, Discovery)
        where = f" of {sector_name(step.sector)}" if step is not None and step.sector else ""
        if self.kind == "points":
            return f"{self.who} keeps the discovery tile{where} for 2 points"
        return f"{self.who} uses the discovery tile{where}: {name(self.kind)}"


@dataclass(frozen=True)
class AncientTechnology(SeatAction):
    """`ancient_technology NAME`: the cheapest tile of the supply not owned, for free (p. 7)."""

    technology: str
    verb: ClassVar[str] = "ancient_technology"

    def findings(self, state: State) -> Iterator[Finding]:
        wrong = unknown_technology(self.technology)
        if wrong is not None:
            yield wrong
            return
        if self.seat not in state.seats:
            return
        player = state.player(self.seat)
        yield from obtainable(state, self.seat, self.technology)
        choice = cheapest(state, player)
        cost = TECHNOLOGIES[self.technology].cost
        if choice and cost > TECHNOLOGIES[choice[0]].cost:
            least = TECHNOLOGIES[choice[0]].cost
            yield Reason(
                "not_cheapest",
                f"{name(self.technology)} is printed with {cost}; the cheapest {self.who} lacks is "
                f"{name(choice[0])} with {least}.",
                "7",
            )
        elif state.supply_untold:
            yield Missing(
                "supply", f"Is {name(self.technology)} the cheapest tile lying out that {self.who} has not got?"
            )

    def effect(self, state: State) -> State:
        step = find(state, self.seat, DiscoveryTechnology)
        if self.technology not in TECHNOLOGIES:
            return state
        state, steps = learn(state, self.seat, self.technology, "discovery tile")
        return finish_step(state, step, *steps)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[AncientTechnology]:
        if decision is not None:
            known = decision.context["technologies"]
            keys = known if known and not state.supply_untold else TECHNOLOGY_KEYS
            yield from (cls(decision.seat, key) for key in keys)

    def title(self, state: State) -> str:
        return f"{self.who} takes {name(self.technology)} from the Ancients"


def tiles_left(state: State) -> int:
    """Discovery tiles that are neither used nor known to lie in sectors."""
    used = len(state.discoveries) + sum(player.discovery_points for player in state.players)
    waiting = sum(each.discovery for each in state.sectors if each.is_told("discovery"))
    return DISCOVERY_TILES - used - waiting


def _taken(state: State, number: int) -> State:
    """The discovery tile no longer lies in the sector."""
    sector = state.sector(number)
    return state if sector is None else state.with_sector(sector.telling(discovery=False))


def _left(state: State, kind: str) -> bool:
    """Whether a tile of that kind can still be there."""
    if kind == "points":
        return True
    copies = 1 if kind in ANCIENT_PARTS else DISCOVERIES[kind]
    return state.discoveries.count(kind) < copies


ACTIONS: tuple[type[EclipseAction], ...] = (TakeDiscovery, AncientTechnology)
