"""Explore with the map tracked: a space is chosen, a tile turned, and placed with its rotation or discarded (p. 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import TABLE, Decision, Draw, Finding, Kind, Missing, Reason
from companion.rules.eclipse.explore import after_laying
from companion.rules.eclipse.flow import as_it_was, find, finish_step
from companion.rules.eclipse.hexes import (
    STACK_NUMBERS,
    STACKS,
    Place,
    around,
    openings,
    opposite,
    place_words,
    ring,
    stack_of,
)
from companion.rules.eclipse.pieces import Sector, name, sector_name
from companion.rules.eclipse.pinning import free_to_leave, untold_ships
from companion.rules.eclipse.presence import count
from companion.rules.eclipse.sectors import lay, may_be_own, may_own_more, unknown_sector
from companion.rules.eclipse.stacks import available, discard, reshuffle, stack
from companion.rules.eclipse.state import EclipseAction, SeatAction, State, Step
from companion.rules.eclipse.wormholes import has_generator

ROTATIONS = range(6)


@dataclass(frozen=True)
class ExploreSpace(Step):
    """Which space is explored, chosen before the tile is turned. `left` explorations of this action, this one too."""

    left: int = 1
    first: bool = True
    title: ClassVar[str] = "which space was explored"

    @property
    def stops(self) -> bool:
        return True

    def decision(self, state: State) -> Decision:
        spaces = explorable(state, self.seat)
        stops = not self.first or not spaces
        verbs = ("space", "done", "later") if stops else ("space", "later")
        context = {"left": self.left, "first": self.first, "spaces": spaces}
        return Decision(self.seat, "explore.space", verbs, context=context)


@dataclass(frozen=True)
class ExploreTile(Step):
    """The table turns a tile of the stack for the space; `turned`: those turned before (Draco's first)."""

    explorer: str
    place: Place = (0, 0)
    turned: tuple[int, ...] = ()
    left: int = 1

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.explorer,)

    @property
    def stack(self) -> str:
        """The stack that a tile is turned from."""
        return ring(self.place)

    @property
    def stops(self) -> bool:
        return True

    def decision(self, state: State) -> Decision:
        which = self.stack
        pile = stack(state, which)
        context = {
            "space": self.place,
            "explorer": self.explorer,
            "stack": which,
            "left_in_stack": pile.count,
            "reshuffled": pile.reshuffled,
            "turned": self.turned,
        }
        if not pile.count:  # a correction laid the last tile
            return Decision(TABLE, "explore.tile", ("done",), context=context)
        return Decision(TABLE, "explore.tile", ("turn",), Kind.DRAW, draw=Draw(f"sectors_{which}", 1), context=context)


@dataclass(frozen=True)
class ExplorePlace(Step):
    """The tile turned (Draco: one of two) is placed, with its rotation, or discarded (pp. 9, 27)."""

    place: Place = (0, 0)
    turned: tuple[int, ...] = ()
    left: int = 1

    def decision(self, state: State) -> Decision:
        verbs = ["place", "discard"]
        if _may_turn_another(state, self):
            verbs.append("turn_another")
        fitting = {
            number: tuple(
                each for each in ROTATIONS if not _misfits(state, self.seat, self.place, number, each, maybe=True)
            )
            for number in self.turned
        }
        context = {"space": self.place, "turned": self.turned, "rotations": fitting, "left": self.left}
        return Decision(self.seat, "explore.place", tuple(verbs), context=context)


def explorable(state: State, seat: str) -> tuple[Place, ...]:
    """Spaces the seat may explore as far as is known, whose stack is not gone."""
    chart = state.chart
    beside: set[Place] = set()
    opened: set[Place] = set()
    for sector in state.sectors:
        if sector.number in chart.place and _may_be_present(state, seat, sector):
            spaces = [each for each in around(chart.place[sector.number]) if each[1] not in chart.at]
            if may_be_own(state, seat, sector) or free_to_leave(state, sector.surely, seat) > 0:
                beside.update(space for _, space in spaces)
            wormholes = openings(sector.number, sector.rotation)
            opened.update(space for direction, space in spaces if direction in wormholes)
    found = beside if has_generator(state, seat) else beside & opened
    left = {which: available(state, which) > 0 for which in {ring(place) for place in found}}
    return tuple(sorted(place for place in found if left[ring(place)]))


def _explores_from(state: State, seat: str, sector: Sector) -> bool:
    """With its disc there, or with a ship that is not pinned (p. 9)."""
    return sector.owner == seat or free_to_leave(state, sector, seat) > 0


def _present(state: State, seat: str, sector: Sector) -> bool:
    return sector.owner == seat or count(sector, seat) > 0


def _may_be_present(state: State, seat: str, sector: Sector) -> bool:
    return count(sector, seat) > 0 or may_be_own(state, seat, sector)


def _beside(state: State, place: Place) -> Iterator[tuple[int, Sector]]:
    """(direction, sector) of the sectors that lie around a place."""
    at, sectors = state.chart.at, state.by_number
    for direction, beside in around(place):
        if beside in at:
            yield direction, sectors[at[beside]]


def _opens(state: State, seat: str, place: Place) -> bool:
    """Whether a sector of the seat has a wormhole towards the place, or it has the Wormhole Generator (pp. 7, 9)."""
    if has_generator(state, seat):
        return True
    for direction, sector in _beside(state, place):
        if opposite(direction) in openings(sector.number, sector.rotation) and _present(state, seat, sector):
            return True
    return False


def _misfits(state: State, seat: str, place: Place, number: int, rotation: int, maybe: bool = False) -> bool:
    """Whether a tile turned like that has no wormhole to a sector of the seat, not even a half one that would do.

    `maybe`: sectors of which nobody told whose they are count as the seat's.
    """
    mine = openings(number, rotation)
    own = _may_be_present if maybe else _present
    half = has_generator(state, seat)
    for direction, sector in _beside(state, place):
        here = direction in mine
        there = opposite(direction) in openings(sector.number, sector.rotation)
        if here and there and own(state, seat, sector):
            return False
        near = half and (here or there)
        if near and (_explores_from(state, seat, sector) or (maybe and may_be_own(state, seat, sector))):
            return False
    return True


def unsure(state: State, seat: str, what: str) -> Missing | None:
    """What nobody told that could change an answer about where the seat's discs and ships are, or None."""
    untold = [each for each in state.sectors if each.number in state.chart.untold]
    if untold:
        numbers = ", ".join(sector_name(each.number) for each in untold)
        return Missing("place", f"Where on the map is {numbers}? Then it is known whether {what}.")
    if seat in state.seats and untold_ships(state, seat):
        return Missing("ships", f"Where are the ships of {name(seat)}? Then it is known whether {what}.")
    if may_own_more(state, seat) or any(not each.is_told("ancients", "gcds") for each in state.sectors):
        return Missing("sectors", f"What lies in the sectors of {name(seat)}? Then it is known whether {what}.")
    return None


@dataclass(frozen=True)
class Space(SeatAction):
    """`space Q R`: the empty space to be explored, next to an own disc or a ship that is not pinned (p. 9)."""

    q: int
    r: int
    verb: ClassVar[str] = "space"

    @property
    def place(self) -> Place:
        return (self.q, self.r)

    def findings(self, state: State) -> Iterator[Finding]:
        there = state.chart.at.get(self.place)
        words = place_words(self.place)
        if there is not None:
            yield Reason("laid", f"Sector {sector_name(there)} lies at {self.q}, {self.r} already.", "9")
            return
        which = ring(self.place)
        if which not in STACKS:
            yield Reason("laid", "The Galactic Center lies in the middle of the map.", "9")
            return
        if available(state, which) < 1:
            text = f"Stack {STACK_NUMBERS[which]} is used up, and so are its discards: {words} cannot be explored."
            yield Reason("stack_empty", text, "9")
        if self.seat not in state.seats:
            return
        step = find(state, self.seat, ExploreSpace)
        found = [unsure(state, self.seat, f"{words} may be explored") or each for each in self._sources(state, words)]
        yield from as_it_was(step, found, ("not_adjacent", "pinned", "no_wormhole"))

    def _sources(self, state: State, words: str) -> Iterator[Reason]:
        own = [sector for _, sector in _beside(state, self.place) if _present(state, self.seat, sector)]
        if not own:
            text = f"{self.who} has neither disc nor ship in a sector next to {words}."
            yield Reason("not_adjacent", text, "9")
            return
        if not any(_explores_from(state, self.seat, each) for each in own):
            where = " and ".join(sector_name(each.number) for each in own)
            text = f"{self.who} has no disc in {where}, and every ship there is pinned: it cannot explore."
            yield Reason("pinned", text, "9")
        if not _opens(state, self.seat, self.place):
            where = " or ".join(sector_name(each.number) for each in own)
            text = f"No wormhole of {where} leads to {words}; only the Wormhole Generator could connect it."
            yield Reason("no_wormhole", text, "9")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, ExploreSpace)
        if self.place in state.chart.at or ring(self.place) not in STACKS:
            return state
        left = step.left if step is not None else 1
        return finish_step(state, step, ExploreTile(TABLE, self.seat, self.place, (), left))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Space]:
        if decision is not None:
            yield from (cls(decision.seat, q, r) for q, r in decision.context["spaces"])

    def title(self, state: State) -> str:
        return f"{self.who} explores {place_words(self.place)}"


@dataclass(frozen=True)
class TurnTile(EclipseAction):
    """`turn N`: that tile was turned from the stack (p. 9)."""

    sector: int
    verb: ClassVar[str] = "turn"

    def findings(self, state: State) -> Iterator[Finding]:
        wrong = unknown_sector(self.sector)
        if wrong is not None:
            yield wrong
            return
        step = find(state, TABLE, ExploreTile)
        which = ring(step.place) if step is not None else ""
        number = sector_name(self.sector)
        if step is not None and stack_of(self.sector) != which:
            belongs = stack_of(self.sector)
            what = f"belongs to stack {STACK_NUMBERS[belongs]}" if belongs else "is in no stack"
            text = f"Sector {number} {what}; {place_words(step.place)} takes a tile of stack {STACK_NUMBERS[which]}."
            yield Reason("wrong_stack", text, "9")
            return
        laid = state.sector(self.sector)
        if laid is not None:
            by = f", controlled by {name(laid.owner)}" if laid.owner else ""
            yield Reason("laid", f"Sector {number} lies on the table already{by}.", "9")
            return
        if step is not None and self.sector in step.turned:
            yield Reason("turned", f"Sector {number} is the tile turned first.", "9")
        elif step is not None and self.sector not in stack(state, which).tiles:
            if self.sector in state.discarded:
                text = f"Sector {number} was discarded, and stack {STACK_NUMBERS[which]} is not used up yet."
                yield Reason("discarded", text, "9")
            else:
                text = f"Sector {number} is not in stack {STACK_NUMBERS[which]}: the whole stack has been seen."
                yield Reason("not_in_stack", text, "5")

    def effect(self, state: State) -> State:
        step = find(state, TABLE, ExploreTile)
        if step is None or stack_of(self.sector) == "" or self.sector in step.turned:
            return state
        state = reshuffle(state, ring(step.place))
        state = state.with_(discarded=tuple(each for each in state.discarded if each != self.sector))
        turned = (*step.turned, self.sector)
        return finish_step(state, step, ExplorePlace(step.explorer, step.place, turned, step.left))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[TurnTile]:
        step = find(state, TABLE, ExploreTile)
        if step is not None:
            yield from (cls(TABLE, number) for number in stack(state, ring(step.place)).tiles)

    def title(self, state: State) -> str:
        return f"Sector {sector_name(self.sector)} is turned"


@dataclass(frozen=True)
class PlaceTile(SeatAction):
    """`place N ROTATION`: the tile lies on the space explored, turned by so many clockwise steps (p. 9)."""

    sector: int
    rotation: int
    verb: ClassVar[str] = "place"

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, ExplorePlace)
        if self.rotation not in ROTATIONS:
            yield Reason("no_rotation", f"A tile is turned by 0 to 5 steps, not by {self.rotation}.", "9")
        if step is None:
            return
        number = sector_name(self.sector)
        if self.sector not in step.turned:
            turned = " and ".join(sector_name(each) for each in step.turned)
            yield Reason("not_turned", f"Sector {number} was not turned; {turned} was.", "9")
            return
        there = state.chart.at.get(step.place)
        if there is not None:
            yield Reason("laid", f"Sector {sector_name(there)} lies on that space already.", "9")
        if self.seat in state.seats and _misfits(state, self.seat, step.place, self.sector, self.rotation):
            doubt = unsure(state, self.seat, f"{number} turned like that is connected")
            yield from as_it_was(step, (doubt or self._misfit(state, number),), ("not_connected",))

    def _misfit(self, state: State, number: str) -> Reason:
        if has_generator(state, self.seat):
            text = f"Turned like that, {number} has not even a half wormhole to a sector {self.who} explores from."
        else:
            text = f"Turned like that, no wormhole of {number} meets a wormhole of a sector of {self.who}."
        return Reason("not_connected", text, "9")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, ExplorePlace)
        if step is None or self.sector not in step.turned or step.place in state.chart.at:
            return state
        rest = tuple(number for number in step.turned if number != self.sector)
        state = discard(state, *rest)
        state = lay(state, self.sector, step.place, self.rotation % 6)
        return after_laying(state, self.seat, self.sector, step, more_spaces(self.seat, step.left))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PlaceTile]:
        if decision is not None:
            for number, rotations in decision.context["rotations"].items():
                yield from (cls(decision.seat, number, each) for each in rotations)

    def title(self, state: State) -> str:
        return f"{self.who} places sector {sector_name(self.sector)}"


@dataclass(frozen=True)
class TurnAnother(SeatAction):
    """`turn_another`: the Descendants of Draco turn a second tile and choose one of the two (pp. 27, 30)."""

    verb: ClassVar[str] = "turn_another"

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, ExplorePlace)
        if step is None or self.seat not in state.seats:
            return
        if state.player(self.seat).species_key != "draco":
            yield Reason("draco", "Only the Descendants of Draco turn two tiles and choose one.", "27")
        if len(step.turned) > 1:
            yield Reason("two_turned", "Two tiles are turned already; one of them is placed, or none.", "27")
        which = ring(step.place)
        if available(state, which) < 1:
            yield Reason("stack_empty", f"Stack {STACK_NUMBERS[which]} has no other tile.", "9")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, ExplorePlace)
        if step is None:
            return state
        return finish_step(state, step, ExploreTile(TABLE, self.seat, step.place, step.turned, step.left))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[TurnAnother]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} turns a second sector"


def _may_turn_another(state: State, step: ExplorePlace) -> bool:
    player = state.player(step.seat)
    return player.species_key == "draco" and len(step.turned) == 1 and available(state, ring(step.place)) > 0


def more_spaces(seat: str, left: int) -> tuple[Step, ...]:
    """The exploration still left of this action (Planta's second, optional)."""
    return (ExploreSpace(seat, left - 1, first=False),) if left > 1 else ()


ACTIONS: tuple[type[EclipseAction], ...] = (Space, TurnTile, PlaceTile, TurnAnother)
