"""Public missions: one card lies open, places are claimed, rewards paid when all are filled (C31, C59-C61)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import TABLE, Decision, Draw, Finding, Kind, Reason
from companion.rules.cosmic_empires.board import own_landings
from companion.rules.cosmic_empires.capacity import reward_marker
from companion.rules.cosmic_empires.catalog import BATTLE, Content
from companion.rules.cosmic_empires.content import CardContent
from companion.rules.cosmic_empires.flow import find, finish, push
from companion.rules.cosmic_empires.hands import DrawEvents
from companion.rules.cosmic_empires.rhythm import move_marker
from companion.rules.cosmic_empires.ships import add_ship, free_pedestal
from companion.rules.cosmic_empires.state import CosmicAction, SeatAction, Space, State, Step, name

SECTION = "The Public Missions"


def content(state: State) -> Content:
    """What the open mission card says, () when none lies open."""
    return state.contents[state.mission] if state.mission else ()


def places(state: State) -> tuple[str, ...]:
    """What each place of the open mission asks for, from place 1."""
    return tuple(str(word) for word in content(state)[2:])


def fits(space: Space, place: str) -> bool:
    """Whether a field is what a place of a conquest asks for."""
    kind = space.kind
    if kind is None:
        return False
    return place in (kind.key, kind.category) or (place == "shipyard" and kind.shipyard)


def open_places(state: State) -> tuple[int, ...]:
    """Places without a stone; of assaults only the first of them (their order is fixed)."""
    taken = {place for place, _, _ in state.claimed}
    free = tuple(place for place in range(1, len(places(state)) + 1) if place not in taken)
    return free[:1] if content(state)[:1] == ("assaults",) else free


def full(state: State) -> bool:
    """Whether every place of the open mission has a stone."""
    asked = places(state)
    return bool(asked) and {place for place, _, _ in state.claimed} >= set(range(1, len(asked) + 1))


def claims(state: State, seat: str) -> Iterator[tuple[int, str]]:
    """(place, space) of every claim the active seat can make now."""
    asked = places(state)
    used = {space for _, who, space in state.claimed if who == seat}
    for place in open_places(state):
        if asked[place - 1] == BATTLE:
            yield from ((place, space) for space, _ in state.turn.victories)
        else:
            for space in state.spaces:
                if space.owner == seat and space.name not in used and fits(space, asked[place - 1]):
                    yield place, space.name


def may_claim(state: State, seat: str) -> bool:
    """Whether the seat could claim a place now: open to everybody's eyes."""
    limit = state.option("claims_per_turn") == "one" and state.turn.claims > 0
    return not limit and state.player(seat).reserve > 0 and any(True for _ in claims(state, seat))


@dataclass(frozen=True)
class Claim(SeatAction):
    """`claim PLACE SPACE`: a stone on a place of the open mission, for a field controlled or a battle won there."""

    place: int
    space: str
    verb: ClassVar[str] = "claim"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat not in state.seats:
            return
        asked = places(state)
        if not state.mission:
            yield Reason("no_mission", "No public mission lies open.", SECTION)
        elif not 1 <= self.place <= len(asked):
            yield Reason("no_place", f"The mission has places 1 to {len(asked)}, not {self.place}.", SECTION)
        if any(place == self.place for place, _, _ in state.claimed):
            yield Reason("taken", f"A stone lies on place {self.place} already.", SECTION)
        if state.option("claims_per_turn") == "one" and state.turn.claims:
            yield Reason("one_claim", "One place is claimed in a turn.", "Shipconstruction")
        if state.player(self.seat).reserve < 1:
            yield Reason("no_stone", f"{self.who} has no population stone in reserve.", SECTION)
        if self.space not in state.places:
            yield Reason("no_space", f"There is no field at {self.space}.", SECTION)
        elif 1 <= self.place <= len(asked):
            yield from self._unfit(state, asked[self.place - 1])

    def _unfit(self, state: State, wanted: str) -> Iterator[Finding]:
        space = state.places[self.space]
        if wanted == BATTLE:
            if self.place not in open_places(state):
                yield Reason("order", "The places of assaults are filled in their order.", SECTION)
            if not any(won == self.space for won, _ in state.turn.victories):
                yield Reason("no_victory", f"{self.who} has won no attack at {self.space} to claim for.", SECTION)
            return
        if space.owner != self.seat:
            yield Reason("not_yours", f"{self.who} does not control the field at {self.space}.", SECTION)
        if not fits(space, wanted):
            yield Reason("unfit", f"Place {self.place} asks for {wanted.replace('_', ' ')}.", SECTION)
        if any(who == self.seat and where == self.space for _, who, where in state.claimed):
            yield Reason("field_used", f"{self.who} has claimed a place for {self.space} already.", SECTION)

    def effect(self, state: State) -> State:
        if self.space not in state.places or not state.mission:
            return state
        if any(place == self.place for place, _, _ in state.claimed) or not 1 <= self.place <= len(places(state)):
            return state
        player = state.player(self.seat)
        if player.reserve < 1:
            return state
        state = state.change(self.seat, reserve=player.reserve - 1).enter(self.seat, "reserve", -1, "mission claimed")
        claimed = tuple(sorted((*state.claimed, (self.place, self.seat, self.space))))
        won = next((each for each in state.turn.victories if each[0] == self.space), None)
        battle = places(state)[self.place - 1] == BATTLE
        state = state.with_(claimed=claimed).change_turn(claims=state.turn.claims + 1)
        if battle and won is not None:
            state = state.change_turn(victories=tuple(each for each in state.turn.victories if each is not won))
            if won[1]:
                state = reward_marker(state, self.seat, "neutral pirates beaten for a mission")
        return complete(state) if full(state) else state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Claim]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, place, space) for place, space in claims(state, decision.seat))

    def title(self, state: State) -> str:
        return f"{self.who} claims place {self.place} of the public mission"


def complete(state: State) -> State:
    """All places are filled: rewards are paid, a new card turned up, the marker moves (C60, C61, C17)."""
    reward = content(state)[1]
    owners = [seat for _, seat, _ in sorted(state.claimed)]
    new: list[Step] = [NewMission(TABLE)]
    for seat in owners:
        player = state.player(seat)
        if reward == "population":
            state = state.change(seat, mission_stones=player.mission_stones + 1)
        else:
            state = state.change(seat, reserve=player.reserve + 1).enter(seat, "reserve", 1, "mission completed")
        if reward == "capacity":
            state = reward_marker(state, seat, "public mission")
    if reward == "event_cards":
        new += [DrawEvents(seat, 2, "public mission") for seat in reversed(owners)]
    if reward == "frigate":
        new += [PlaceFrigate(seat) for seat in reversed(owners)]
    return push(move_marker(state.with_(mission="", claimed=())), *new)


@dataclass(frozen=True)
class NewMission(Step):
    """The next public mission is turned up; when none is left, none lies open."""

    def go_on(self, state: State) -> State | None:
        return None if state.missions_left else finish(state, self)

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"left": len(state.missions_left), "cards": state.missions_left}
        return (Decision(TABLE, "mission.card", ("mission",), Kind.DRAW, draw=Draw("missions", 1), context=context),)


@dataclass(frozen=True)
class TurnMission(CosmicAction):
    """`mission CARD`: the public mission that was turned up."""

    card: str
    verb: ClassVar[str] = "mission"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.card not in state.missions_left:
            cards = ", ".join(state.missions_left) or "none"
            yield Reason("not_there", f"{name(self.card)} is not among the missions left: {cards}.", SECTION)

    def effect(self, state: State) -> State:
        step = find(state, TABLE, NewMission)
        if self.card not in state.missions_left or step is None:
            return state
        left = tuple(each for each in state.missions_left if each != self.card)
        state = finish(state, step).with_(mission=self.card, missions_left=left, claimed=())
        return push(state, CardContent(TABLE, self.card))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[TurnMission]:
        yield from (cls(TABLE, card) for card in state.missions_left)

    def title(self, state: State) -> str:
        return f"The public mission {name(self.card)} is turned up"


@dataclass(frozen=True)
class PlaceFrigate(Step):
    """A mission's reward: one frigate on an own field, capacity ignored (C60, CA47, CA48)."""

    def go_on(self, state: State) -> State | None:
        free = free_pedestal(state.player(self.seat), "frigate")
        return None if free and own_landings(state, self.seat) else finish(state, self)

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"spaces": own_landings(state, self.seat)}
        return (Decision(self.seat, "mission.frigate", ("place_frigate",), context=context),)


@dataclass(frozen=True)
class PlaceReward(SeatAction):
    """`place_frigate SPACE`: where the mission's frigate comes into play."""

    space: str
    verb: ClassVar[str] = "place_frigate"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat in state.seats and self.space not in own_landings(state, self.seat):
            where = ", ".join(own_landings(state, self.seat))
            text = f"The frigate comes to a field that {self.who} controls, without enemy ships: {where or 'none'}."
            yield Reason("not_yours", text, SECTION)

    def effect(self, state: State) -> State:
        if self.space not in state.places:
            return state
        state = finish(state, find(state, self.seat, PlaceFrigate))
        return add_ship(state, self.seat, "frigate", self.space, "public mission")

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PlaceReward]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, space) for space in own_landings(state, decision.seat))

    def title(self, state: State) -> str:
        return f"{self.who} places the mission's frigate at {self.space}"


ACTIONS: tuple[type[CosmicAction], ...] = (Claim, TurnMission, PlaceReward)
