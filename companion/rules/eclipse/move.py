"""Move: ships go through wormholes as far as their drives carry them, and are pinned by opponents (p. 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse.blueprints import is_told, ship_figures, showing, tiles_on
from companion.rules.eclipse.catalog import PARTS, SECTORS, SHIPS
from companion.rules.eclipse.diplomacy import break_relations, partners
from companion.rules.eclipse.flow import as_it_was, find, finish_step
from companion.rules.eclipse.opening import Opening
from companion.rules.eclipse.pieces import Player, Sector, name, sector_name
from companion.rules.eclipse.pinning import (
    being_fought,
    free_to_leave,
    may_pass,
    opponents,
    opposing,
    others_untold,
    placed,
    untold_ships,
)
from companion.rules.eclipse.presence import count, put_ships
from companion.rules.eclipse.sectors import laying_untold, may_be_own, not_laid, unknown_sector
from companion.rules.eclipse.state import EclipseAction, SeatAction, State, Step
from companion.rules.eclipse.wormholes import has_generator, hops

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
FAR = 99
_PLACES = ("pinned", "pinned_on_the_way", "too_far", "no_way")
"""Reasons that hang on where everything lies now, and on today's drives."""


@dataclass(frozen=True)
class MoveShips(Step):
    """One more ship may be moved as far as its movement value allows, `left` such moves (p. 14)."""

    left: int = 3
    reaction: bool = False
    title: ClassVar[str] = "which ships moved"

    @property
    def stops(self) -> bool:
        return True

    def decision(self, state: State) -> Decision:
        context = {"left": self.left, "reaction": self.reaction}
        return Decision(self.seat, "move.ship", ("move_ship", "done", "later"), context=context)


@dataclass(frozen=True)
class Move(Opening):
    """`move`: up to three ship moves, aliens two (pp. 14, 26). Without the ships' places the disc is all of it."""

    verb: ClassVar[str] = "move"
    doing: ClassVar[str] = "moves ships"

    def following(self, state: State) -> tuple[Step, ...]:
        if not state.tracks("ship_places"):
            return ()
        return (MoveShips(self.seat, state.player(self.seat).species.activations["move"]),)


def movement(player: Player, ship: str) -> int:
    """The movement value of a seat's ship type: its drives added up; starbases have none (p. 14)."""
    return ship_figures(player, ship).move


def drives(player: Player, ship: str) -> str:
    """The drives of a ship type in words: "one Nuclear Drive and two Fusion Drives"."""
    parts = [PARTS[key] for key in showing(player.species.blueprint, ship, tiles_on(player, ship)) if key in PARTS]
    fitted = Counter(part.name for part in parts if part.kind == "drive")
    said = [f"{NUMBERS[min(number, 8)]} {each}{'s' if number > 1 else ''}" for each, number in fitted.items()]
    return " and ".join(said) or "no drive"


def reach(
    state: State, seat: str, source: int, most: int = FAR, partners_too: bool = False, surely: bool = False
) -> dict[int, int]:
    """Sectors a ship of the seat may reach from `source`, in how many steps; `partners_too`: through partners' ones.

    Whoever goes through a partner's sector attacks him, so that his ships then pin (pp. 11, 14). `surely`: only what is
    surely there pins.
    """
    friends = partners(state, seat)

    def passable(number: int) -> bool:
        sector = state.sector(number)
        if sector is None or not may_pass(state, sector.surely if surely else sector, seat):
            return False
        return partners_too or not _of_partner(sector, friends)

    return hops(state.chart.links(has_generator(state, seat)), source, passable, most)


def _of_partner(sector: Sector, friends: tuple[str, ...]) -> bool:
    return bool(friends) and (sector.owner in friends or any(count(sector, friend) for friend in friends))


@dataclass(frozen=True)
class MoveShip(SeatAction):
    """`move_ship TYPE FROM TO`: one move of one ship, up to its movement value (p. 14)."""

    ship: str
    source: int
    target: int
    verb: ClassVar[str] = "move_ship"

    def findings(self, state: State) -> Iterator[Finding]:
        known = self.ship in SHIPS
        if not known:
            yield Reason("no_ship", f"There is no ship {self.ship}; ships are {', '.join(SHIPS)}.", "14")
        if self.ship == "starbase":
            yield Reason("starbase", "Starbases have no drive and never move.", "14")
        on_table = yield from self._on_table(state)
        if self.seat not in state.seats or not known:
            return
        yield from being_fought(state, self.source, self.target)
        source = state.sector(self.source)
        step = find(state, self.seat, MoveShips)
        if source is not None:
            yield from as_it_was(step, self._leaving(state, source), _PLACES)
        target = state.sector(self.target)
        for partner in partners(state, self.seat) if target is not None else ():
            if target is not None and target.owner != partner and may_be_own(state, partner, target):
                text = f"Does {name(partner)} control {sector_name(self.target)}? Then moving there is an attack."
                yield Missing("sectors", text)
        if self.source == self.target:
            yield Reason("same_place", "The ship would not move.", "14")
        elif on_table and self.ship != "starbase":
            yield from as_it_was(step, self._distance(state), _PLACES)

    def _on_table(self, state: State) -> Generator[Finding, None, bool]:
        """Why an end of the move is no sector on the table. Returns whether both are."""
        there = True
        for number in dict.fromkeys((self.source, self.target)):
            wrong = unknown_sector(number)
            if wrong is not None:
                there = False
                yield wrong
            elif state.sector(number) is None:
                there = False
                if laying_untold(state):
                    yield Missing("laid", f"Is sector {sector_name(number)} on the table? An action is not told yet.")
                else:
                    text = f"Sector {sector_name(number)} is not on the table; ships move to explored sectors only."
                    yield not_laid(state, number, text, "14")
        return there

    def _leaving(self, state: State, source: Sector) -> Iterator[Finding]:
        """No such ship there, or all of them are pinned."""
        where = sector_name(self.source)
        if not count(source, self.seat, self.ship):
            if untold_ships(state, self.seat, self.ship):
                yield Missing("ships", f"Is a {name(self.ship)} of {self.who} in {where}? Its place was not told.")
            else:
                yield Reason("not_there", f"{self.who} has no {name(self.ship)} in sector {where}.", "14")
        elif not free_to_leave(state, source, self.seat):
            if untold_ships(state, self.seat):
                yield Missing(
                    "ships", f"How many ships has {self.who} in {where}? Then it is known if they are pinned."
                )
                return
            if free_to_leave(state, source.surely, self.seat):
                yield Missing(
                    "sectors", f"Are Ancients left in {where}, or the Defense System? They may pin this ship."
                )
                return
            mine = count(source, self.seat)
            ships = "ship is" if mine == 1 else "ships are"
            text = f"{self.who}'s {mine} {ships} pinned in {where} by {opponents(state, source, self.seat)}."
            yield Reason("pinned", text, "14")
        elif others_untold(state, self.seat):
            yield Missing("opponents", f"Which ships of others are in {where}, or on the way? They may pin this one.")

    def _distance(self, state: State) -> Iterator[Finding]:
        """Too far, no way through wormholes, or pinned on the way."""
        if not state.tracks("map"):
            text = f"Do wormholes lead from {sector_name(self.source)} to {sector_name(self.target)}, near enough?"
            yield Missing("connected", text)
            return
        needed = reach(state, self.seat, self.source, partners_too=True).get(self.target)
        told = is_told(state.player(self.seat), self.ship)
        value = movement(state.player(self.seat), self.ship) if told else None
        if needed is not None and (needed <= 1 or (value is not None and needed <= value)):
            return
        reasons = tuple(self._why_not(state, needed, value))
        untold = state.chart.untold
        sure = reach(state, self.seat, self.source, partners_too=True, surely=True).get(self.target)
        if untold:
            numbers = ", ".join(sector_name(number) for number in sorted(untold))
            yield Missing("place", f"Where on the map is {numbers}? A shorter way may lead through there.")
        elif sure is not None and sure != needed and (value is None or sure <= value):
            text = f"Are Ancients left between {sector_name(self.source)} and {sector_name(self.target)}?"
            yield Missing("sectors", f"{text} They may pin the ship on its way.")
        elif reasons:
            yield from reasons
        else:
            yield Missing("movement", f"Does the {name(self.ship)} of {self.who} move {needed} sectors?")

    def _why_not(self, state: State, needed: int | None, value: int | None) -> Iterator[Reason]:
        """No way at all; else farther than its drives carry it, and pinned on every way that they would allow."""
        source, target = sector_name(self.source), sector_name(self.target)
        links = state.chart.links(has_generator(state, self.seat))
        free = hops(links, self.source, lambda number: True)
        shortest = free.get(self.target)
        if shortest is None:
            yield Reason("no_way", self._no_way(state, source, target), "14")
            return
        player = state.player(self.seat)
        if value is not None and shortest > value:
            text = f"Move {shortest} is too far: your {self.ship} moves {value} with {drives(player, self.ship)}."
            yield Reason("too_far", text, "14")
        if needed is None or (value is not None and shortest <= value < needed):
            yield self._pinned_on_the_way(state, links, free, source, target)

    def _no_way(self, state: State, source: str, target: str) -> str:
        if self.target in state.chart.half.get(self.source, ()):
            return f"The edge between {source} and {target} has a wormhole on one side only."
        if self.target in state.chart.touching.get(self.source, ()):
            return f"The edge between {source} and {target} has no wormhole."
        return f"No wormholes lead from {source} to {target}."

    def _pinned_on_the_way(self, state: State, links: object, free: dict[int, int], source: str, target: str) -> Reason:
        """Every way that is short enough leads through a sector where the ship would have to stay."""
        blocking = [
            sector
            for sector in state.sectors
            if sector.number in free
            and sector.number not in (self.source, self.target)
            and free[sector.number] < free[self.target]
            and not may_pass(state, sector, self.seat)
        ]
        nearest = min(blocking, key=lambda sector: free[sector.number], default=None)
        if nearest is None:
            return Reason("pinned_on_the_way", f"Opponents stop the ship on its way from {source} to {target}.", "14")
        where = sector_name(nearest.number)
        if nearest.gcds:
            text = f"Nobody passes through {where} before the Galactic Center Defense System is destroyed."
        else:
            who = opponents(state, nearest, self.seat) or f"{opposing(state, nearest, self.seat, True)} ships there"
            text = f"On its way from {source} to {target} the {self.ship} would be pinned in {where} by {who}."
        return Reason("pinned_on_the_way", text, "14")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, MoveShips)
        source = state.sector(self.source)
        steps: tuple[Step, ...] = ()
        known = state.sector(self.target) is not None or (state.sectors_untold and self.target in SECTORS)
        if self.seat in state.seats and self.ship in SHIPS and known:
            attacked = self._attacked(state)
            there = source is not None and count(source, self.seat, self.ship) > 0
            player = state.player(self.seat)
            if there or placed(state, self.seat, self.ship) < player.ships[_index(self.ship)]:
                state = put_ships(state, self.source, self.seat, self.ship, -1)
                state = put_ships(state, self.target, self.seat, self.ship, 1)
            for partner in attacked:
                state, more = break_relations(state, self.seat, partner)
                steps = (*steps, *more)
        following: tuple[Step, ...] = ()
        if step is not None and step.left > 1:
            following = (MoveShips(self.seat, step.left - 1, step.reaction),)
        return finish_step(state, step, *following, *steps)

    def _attacked(self, state: State) -> tuple[str, ...]:
        """The partners in whose sectors the ship comes: there, and on its way when there is no other (p. 11)."""
        friends = partners(state, self.seat)
        if not friends:
            return ()
        entered = [state.sector(self.target)]
        player = state.player(self.seat)
        value = movement(player, self.ship) if is_told(player, self.ship) else FAR
        around = reach(state, self.seat, self.source)
        if around.get(self.target, FAR + 1) > max(value, 1):
            entered += [state.sector(number) for number in self._way(state)]
        return tuple(
            friend for friend in friends if any(each is not None and _of_partner(each, (friend,)) for each in entered)
        )

    def _way(self, state: State) -> tuple[int, ...]:
        """The sectors of a shortest way, its ends left out."""
        found = reach(state, self.seat, self.source, partners_too=True)
        links = state.chart.links(has_generator(state, self.seat))
        way: list[int] = []
        here = self.target
        while found.get(here, 0) > 1:
            here = next(
                number for number in links[here] if found.get(number) == found[here] - 1 and self._goes(state, number)
            )
            way.append(here)
        return tuple(way)

    def _goes(self, state: State, number: int) -> bool:
        sector = state.sector(number)
        return sector is not None and may_pass(state, sector, self.seat)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[MoveShip]:
        if decision is None:
            return
        player = state.player(decision.seat)
        values: dict[str, int] = {ship: movement(player, ship) if is_told(player, ship) else 1 for ship in SHIPS}
        values["starbase"] = 0
        for sector in state.sectors:
            if not free_to_leave(state, sector.surely, player.seat):
                continue
            types = [kind for seat, kind, _ in sector.ships if seat == player.seat and values[kind] > 0]
            if not types:
                continue
            most = max(values[kind] for kind in types)
            within = reach(state, player.seat, sector.number, most, partners_too=True, surely=True)
            for kind in types:
                for target, steps in within.items():
                    if 0 < steps <= values[kind]:
                        yield cls(player.seat, kind, sector.number, target)

    def title(self, state: State) -> str:
        which = f"{'an' if self.ship == 'interceptor' else 'a'} {name(self.ship)}"
        return f"{self.who} moves {which} from {sector_name(self.source)} to {sector_name(self.target)}"


def _index(ship: str) -> int:
    return next((place for place, each in enumerate(SHIPS) if each == ship), 0)


ACTIONS: tuple[type[EclipseAction], ...] = (Move, MoveShip)
