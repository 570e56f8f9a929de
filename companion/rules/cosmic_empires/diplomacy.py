"""Diplomacy: own stones for others on a planet (Diplomacy; C28, C29, C60, CA23-CA25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.cosmic_empires.board import enemy, planet_control, ships_at
from companion.rules.cosmic_empires.catalog import COLOURS
from companion.rules.cosmic_empires.flow import find, finish, push, swap
from companion.rules.cosmic_empires.state import CosmicAction, SeatAction, Space, State, Step, colour_index, name

SECTION = "Diplomacy"


def send_home(state: State, colour: str) -> State:
    """A stone leaves the board for its owner's reserve, or the box where nobody plays the colour (CA13)."""
    if colour in state.seats:
        player = state.player(colour)
        return state.change(colour, reserve=player.reserve + 1).enter(colour, "reserve", 1, "stone returned")
    index = colour_index(colour)
    return state.with_(box=tuple(count + (place == index) for place, count in enumerate(state.box)))


def change_stones(state: State, space: str, **changes: int) -> State:
    """Stones of colours more or fewer on a planet, whose control follows."""
    here = state.places[space]
    stones = tuple(max(0, count + changes.get(colour, 0)) for colour, count in zip(COLOURS, here.stones, strict=True))
    here = here.with_(stones=stones)
    return state.with_space(here.with_(owner=planet_control(state, here)))


def exchange(state: State, seat: str, space: str, removed: str, from_reserve: bool = True) -> State:
    """One stone of the seat for another on a planet."""
    player = state.player(seat)
    if from_reserve:
        state = state.change(seat, reserve=player.reserve - 1).enter(seat, "reserve", -1, "diplomacy")
    else:
        state = state.change(seat, mission_stones=player.mission_stones - 1)
    return change_stones(send_home(state, removed), space, **{removed: -1, seat: 1})


def has_smugglers(state: State, seat: str) -> bool:
    return any(space.kind_key == "smugglers_hiding_place" for space in state.owned(seat))


def closed(state: State, seat: str, space: str) -> bool:
    """Whether enemy ships close a planet to a seat (C29)."""
    return bool(enemy(state, seat, space)) and not has_smugglers(state, seat)


def removable(space: Space, seat: str) -> tuple[str, ...]:
    """Colours of other stones on a planet."""
    return tuple(colour for colour, count in zip(COLOURS, space.stones, strict=True) if count and colour != seat)


def open_planets(state: State, seat: str) -> tuple[str, ...]:
    """Planets where the seat may exchange a stone now."""
    return tuple(
        space.name
        for space in state.spaces
        if space.planet and removable(space, seat) and not closed(state, seat, space.name)
    )


def planet_findings(state: State, seat: str, space: str, blocked: bool = True) -> Iterator[Finding]:
    """Why a seat cannot do diplomacy on a space."""
    here = state.places.get(space)
    if here is None:
        yield Reason("no_space", f"There is no field at {space}.", SECTION)
    elif not here.planet:
        yield Reason("no_planet", f"At {space} lies no open planet; diplomacy is for planets.", SECTION)
    if seat not in state.seats or here is None:
        return
    if blocked and here.planet and closed(state, seat, space):
        text = f"Ships of {name(enemy(state, seat, space))} close the planet at {space} to diplomacy."
        yield Reason("closed", text, SECTION)


def stone_findings(state: State, seat: str, space: str, removed: str) -> Iterator[Finding]:
    """Why that stone cannot be exchanged for one of the seat."""
    here = state.places.get(space)
    if removed not in COLOURS:
        yield Reason("no_colour", f"There is no colour {removed}; colours are {', '.join(COLOURS)}.", SECTION)
    elif here is not None and here.planet and not here.stones[colour_index(removed)]:
        yield Reason("no_stone_there", f"No {removed} stone lies at {space}.", SECTION)
    if removed == seat:
        yield Reason("own_stone", "A stone is exchanged for one of another colour.", SECTION)


@dataclass(frozen=True)
class Stones(Step):
    """Stones that may still be exchanged by diplomacy; `space` is fixed once the first was (C28)."""

    left: int
    space: str = ""

    def go_on(self, state: State) -> State | None:
        player = state.player(self.seat)
        planets = self.planets(state)
        return None if self.left and planets and player.reserve > 0 else finish(state, self)

    def planets(self, state: State) -> tuple[str, ...]:
        planets = open_planets(state, self.seat)
        return tuple(each for each in planets if self.space in ("", each))

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"left": self.left, "planets": self.planets(state)}
        return (Decision(self.seat, "diplomacy.stones", ("exchange", "done"), context=context),)

    def ended(self, state: State) -> State:
        return finish(state, self)


@dataclass(frozen=True)
class Diplomacy(SeatAction):
    """`diplomacy SPACE`: the planet of this main move; one stone, two with an own ship there."""

    space: str
    verb: ClassVar[str] = "diplomacy"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from planet_findings(state, self.seat, self.space)
        here = state.places.get(self.space)
        if here is not None and here.planet and not removable(here, self.seat):
            yield Reason("all_own", f"No other stone lies at {self.space} to be exchanged.", SECTION)
        if self.seat in state.seats and state.player(self.seat).reserve < 1:
            yield Reason("no_stone", f"{self.who} has no population stone in reserve.", SECTION)

    def effect(self, state: State) -> State:
        from companion.rules.cosmic_empires.turn import end_main_move

        state = end_main_move(state, self.seat)
        if self.space not in state.places:
            return state
        left = 2 if ships_at(state.player(self.seat), self.space) else 1
        return push(state, Stones(self.seat, left, self.space))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Diplomacy]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, space) for space in open_planets(state, decision.seat))

    def title(self, state: State) -> str:
        return f"{self.who} does diplomacy at {self.space}"


@dataclass(frozen=True)
class Exchange(SeatAction):
    """`exchange SPACE COLOUR`: an own stone from reserve for one of that colour."""

    space: str
    colour: str
    verb: ClassVar[str] = "exchange"

    def findings(self, state: State) -> Iterator[Finding]:
        yield from planet_findings(state, self.seat, self.space)
        yield from stone_findings(state, self.seat, self.space, self.colour)
        step = find(state, self.seat, Stones)
        if step is not None and step.space not in ("", self.space):
            yield Reason("other_planet", f"This diplomacy is at {step.space}.", SECTION)
        if self.seat in state.seats and state.player(self.seat).reserve < 1:
            yield Reason("no_stone", f"{self.who} has no population stone in reserve.", SECTION)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Stones)
        if not _possible(state, self.seat, self.space, self.colour) or state.player(self.seat).reserve < 1:
            return state
        state = exchange(state, self.seat, self.space, self.colour)
        if step is None:
            return state
        return swap(state, step, replace(step, left=step.left - 1, space=self.space))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Exchange]:
        if decision is None or decision.seat not in state.seats:
            return
        step = find(state, decision.seat, Stones)
        for space in step.planets(state) if step is not None else ():
            for colour in removable(state.places[space], decision.seat):
                yield cls(decision.seat, space, colour)

    def title(self, state: State) -> str:
        return f"{self.who} puts a stone at {self.space} for a {self.colour} one"


@dataclass(frozen=True)
class PlaceStone(SeatAction):
    """`place_stone SPACE COLOUR`: a stone from a fulfilled population mission, one planet a turn (C60, CA24)."""

    space: str
    colour: str
    verb: ClassVar[str] = "place_stone"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        block = not state.on("mission_stones_ignore_block")
        yield from planet_findings(state, self.seat, self.space, block)
        yield from stone_findings(state, self.seat, self.space, self.colour)
        if self.seat in state.seats and state.player(self.seat).mission_stones < 1:
            yield Reason("no_mission_stone", f"{self.who} has no stone on a fulfilled mission.", "The Public Missions")
        if state.turn.mission_planet not in ("", self.space):
            text = f"In one turn mission stones go to one planet: {state.turn.mission_planet}."
            yield Reason("one_planet", text, "The Public Missions")

    def effect(self, state: State) -> State:
        if not _possible(state, self.seat, self.space, self.colour) or state.player(self.seat).mission_stones < 1:
            return state
        state = exchange(state, self.seat, self.space, self.colour, from_reserve=False)
        return state.change_turn(mission_planet=self.space)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PlaceStone]:
        if decision is not None and decision.seat in state.seats:
            for space in state.spaces:
                if space.planet:
                    yield from (cls(decision.seat, space.name, each) for each in removable(space, decision.seat))

    def title(self, state: State) -> str:
        return f"{self.who} puts a mission's stone at {self.space} for a {self.colour} one"


def _possible(state: State, seat: str, space: str, colour: str) -> bool:
    """Whether the stones are there at all, allowed or not."""
    here = state.places.get(space)
    return here is not None and here.planet and colour in removable(here, seat)


ACTIONS: tuple[type[CosmicAction], ...] = (Diplomacy, Exchange, PlaceStone)
