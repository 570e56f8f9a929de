"""What ships find where they arrive: fields revealed, taken, peopled; wormholes gone through (C25-C27, C33-C41)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.contract import TABLE, Decision, Draw, Finding, Kind, Reason
from companion.rules.cosmic_empires.board import (
    enemy,
    may_move,
    ship_range,
    ships_at,
    unseen_fields,
    unseen_of_kind,
    visible_fields,
)
from companion.rules.cosmic_empires.catalog import BUILT, COLOURS, FIELD_COPIES, KIND_OF, KINDS
from companion.rules.cosmic_empires.content import CardContent
from companion.rules.cosmic_empires.diplomacy import change_stones, send_home
from companion.rules.cosmic_empires.flow import find, finish, push, swap
from companion.rules.cosmic_empires.ships import change_ship, ship_of
from companion.rules.cosmic_empires.state import (
    NO_STONES,
    CosmicAction,
    SeatAction,
    State,
    Step,
    colour_index,
    name,
)

SECTION = "Fleet Movement"


@dataclass(frozen=True, slots=True)
class Flown:
    """A ship of a fleet movement: where it came from, and the steps it used."""

    ship: str
    origin: str
    spent: int


Fleet = tuple[Flown, ...]


def arrive(state: State, seat: str, space: str, fleet: Fleet, old_mobile: str) -> State:
    """Ships have come to a space in a fleet movement: what lies there decides (C25-C27)."""
    from companion.rules.cosmic_empires.combat import Combat

    here = state.places[space]
    if not here.card:
        return push(state, Reveal(TABLE, space, seat, fleet))
    if here.kind_key == "neutral_pirates" or (enemy(state, seat, space)):
        return push(state, Combat(seat, space=space, fleet=fleet, old_mobile=old_mobile))
    return take(state, seat, space)


def take(state: State, seat: str, space: str) -> State:
    """A station, asteroid field or free space without enemy ships becomes the mover's (C26, C36, CA12, CA66)."""
    here = state.places[space]
    if not here.marked or here.owner == seat:
        return state
    for colour, count in zip(COLOURS, here.stones, strict=True):
        if count:
            state = send_home(state, colour)
    stones = NO_STONES
    player = state.player(seat)
    if player.reserve > 0:
        state = state.change(seat, reserve=player.reserve - 1).enter(seat, "reserve", -1, f"field {space}")
        stones = tuple(int(colour == seat) for colour in COLOURS)
    return state.with_space(here.with_(owner=seat, stones=stones))


def from_pile(state: State) -> State:
    """One field card less in the pile; the discarded ones are shuffled in when it runs out (CA32)."""
    if state.pile < 1:
        state = state.with_(pile=len(state.discards), discards=())
    return state.with_(pile=max(0, state.pile - 1))


@dataclass(frozen=True)
class Reveal(Step):
    """A field is turned over under the ships that came (C25), or replaces beaten pirates (C40)."""

    space: str
    mover: str
    fleet: Fleet
    replacing: bool = False

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"space": self.space, "mover": self.mover, "replacing": self.replacing, "cards": unseen_fields(state)}
        return (Decision(TABLE, "field.revealed", ("field",), Kind.DRAW, draw=Draw("fields", 1), context=context),)


@dataclass(frozen=True)
class Field(CosmicAction):
    """`field CARD`: what was turned over."""

    card: str
    verb: ClassVar[str] = "field"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        copies = FIELD_COPIES.get(self.card)
        if copies is None:
            cards = ", ".join(FIELD_COPIES)
            yield Reason("no_field", f"There is no field card {self.card}; cards are {cards}.", SECTION)
        elif visible_fields(state).get(self.card, 0) >= copies:
            where = [space.name for space in state.spaces if space.card == self.card]
            place = f"at {', '.join(where)}" if where else "among the discarded fields or out of the game"
            yield Reason("lies_elsewhere", f"{name(self.card)} lies {place} already.", SECTION)

    def effect(self, state: State) -> State:
        step = find(state, TABLE, Reveal)
        if step is None or self.card not in FIELD_COPIES:
            return state
        kind = KINDS[KIND_OF[self.card]]
        here = state.places[step.space].with_(
            card=self.card, owner="", stones=NO_STONES, size=kind.population, looked=(), notes=()
        )
        from companion.rules.cosmic_empires.doubts import note_contradicted

        state = note_contradicted(finish(state, step), step.space, kind.key).with_space(here)
        return revealed(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Field]:
        yield from (cls(TABLE, card) for card in unseen_fields(state))

    def title(self, state: State) -> str:
        step = find(state, TABLE, Reveal)
        return f"{name(self.card)} lies at {step.space}" if step is not None else f"{name(self.card)} is turned over"


def revealed(state: State, step: Reveal) -> State:
    """What follows when a field was turned over."""
    from companion.rules.cosmic_empires.combat import Combat, FightOrLeave

    seat, space = step.mover, step.space
    here = state.places[space]
    match here.kind_key:
        case "neutral_pirates":
            fight = Combat(seat, space=space, fleet=step.fleet, old_mobile=state.mobile)
            following: Step = FightOrLeave(seat, space, step.fleet) if step.replacing else fight
            return push(state, following, CardContent(TABLE, here.card))
        case "colony_station":
            return push(state, Colony(seat, space))
        case "wormhole":
            return push(state, Onward(seat, space, step.fleet))
    if here.planet:
        ships = len([ship for ship in state.player(seat).ships if ship.at == space])
        return push(state, People(TABLE, space, seat, ships), CardContent(TABLE, here.card))
    return take(state, seat, space)


@dataclass(frozen=True)
class People(Step):
    """A new planet's stones: the icon's, the Natives', one for each ship, the rest from the bag (C33, CA9-CA11)."""

    space: str
    mover: str
    ships: int
    begun: bool = False

    def go_on(self, state: State) -> State | None:
        if not self.begun:
            return swap(settle_first(state, self.space, self.mover, self.ships), self, replace(self, begun=True))
        return None if self._left(state) and any(self._bag(state)) else finish(state, self)

    def _left(self, state: State) -> int:
        here = state.places[self.space]
        return max(0, here.size - sum(here.stones))

    def _bag(self, state: State) -> tuple[int, ...]:
        return state.bag if any(state.bag) else state.box

    def asks(self, state: State) -> tuple[Decision, ...]:
        bag = self._bag(state)
        draw = Draw("population", min(self._left(state), sum(bag)))
        counts = {colour: count for colour, count in zip(COLOURS, bag, strict=True) if count}
        context = {"space": self.space, "bag": counts, "from_box": not any(state.bag)}
        return (Decision(TABLE, "planet.stones", ("stones",), Kind.DRAW, draw=draw, context=context),)


def settle_first(state: State, space: str, mover: str, ships: int) -> State:
    """The stones of a new planet that are not drawn, in the rulebook's order, as far as there is room (CA9)."""
    here = state.places[space]
    wanted = [str(state.contents[here.card][0])]
    natives = state.of_faction("natives")
    if natives is not None:
        wanted.append(natives.seat)
    wanted += [mover] * ships
    stones = list(NO_STONES)
    for colour in wanted:
        if sum(stones) >= here.size:
            break
        state, got = _stone_of(state, colour)
        stones[colour_index(colour)] += got
    return change_stones(state, space, **{c: n for c, n in zip(COLOURS, stones, strict=True) if n})


def _stone_of(state: State, colour: str) -> tuple[State, int]:
    """One stone out of a colour's reserve, or out of the box where nobody plays it (CA10, CA12)."""
    if colour in state.seats:
        player = state.player(colour)
        if player.reserve < 1:
            return state, 0
        return state.change(colour, reserve=player.reserve - 1).enter(colour, "reserve", -1, "new planet"), 1
    index = colour_index(colour)
    if state.box[index] < 1:
        return state, 0
    return state.with_(box=tuple(n - (place == index) for place, n in enumerate(state.box))), 1


@dataclass(frozen=True)
class DrawStones(CosmicAction):
    """`stones COLOUR…`: what was drawn from the bag for a new planet."""

    colours: tuple[str, ...]
    verb: ClassVar[str] = "stones"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        for colour in dict.fromkeys(self.colours):
            if colour not in COLOURS:
                yield Reason("no_colour", f"There is no colour {colour}; colours are {', '.join(COLOURS)}.", SECTION)
        step = find(state, TABLE, People)
        if step is None:
            return
        decision = step.asks(state)[0]
        due = decision.draw.count if decision.draw is not None else 0
        if len(self.colours) != due:
            yield Reason("count", f"{due} stones are drawn, not {len(self.colours)}.", SECTION)
        bag = decision.context["bag"]
        for colour in COLOURS:
            if self.colours.count(colour) > bag.get(colour, 0):
                text = f"The bag holds {bag.get(colour, 0)} {colour} stones, not {self.colours.count(colour)}."
                yield Reason("not_in_bag", text, SECTION)

    def effect(self, state: State) -> State:
        step = find(state, TABLE, People)
        if step is None:
            return state
        source = "bag" if any(state.bag) else "box"
        bag = list(getattr(state, source))
        room = state.places[step.space].size - sum(state.places[step.space].stones)
        drawn: dict[str, int] = {}
        for colour in self.colours[: max(0, room)]:
            if colour in COLOURS and bag[colour_index(colour)] > 0:
                bag[colour_index(colour)] -= 1
                drawn[colour] = drawn.get(colour, 0) + 1
        state = state.with_(**{source: tuple(bag)})
        return change_stones(state, step.space, **drawn)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[DrawStones]:
        if decision is None or decision.draw is None:
            return
        pieces = [colour for colour, count in decision.context["bag"].items() for _ in range(count)]
        yield cls(TABLE, tuple(pieces[: decision.draw.count]))

    def title(self, state: State) -> str:
        return f"Drawn for the planet: {', '.join(self.colours)}"


@dataclass(frozen=True)
class Colony(Step):
    """A Colony Station: the revealer takes another station from the pile (C38, CA55)."""

    space: str

    def asks(self, state: State) -> tuple[Decision, ...]:
        kinds = tuple(kind for kind in BUILT if unseen_of_kind(state, kind)) if state.pile else ()
        verbs = (*(("colony",) if kinds else ()), "colony_stays")
        return (Decision(self.seat, "colony.choice", verbs, context={"space": self.space, "stations": kinds}),)


@dataclass(frozen=True)
class ColonyBecomes(SeatAction):
    """`colony KIND`: the station taken from the pile; the pile is shuffled, the Colony Station discarded."""

    station: str
    verb: ClassVar[str] = "colony"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        section = "Stations"
        if self.station not in BUILT:
            yield Reason("no_station", f"A Colony Station becomes one of {', '.join(BUILT)}.", section)
        elif not unseen_of_kind(state, self.station):
            yield Reason("lies_elsewhere", f"Every {KINDS[self.station].title} lies open already.", section)
        if not state.pile:
            yield Reason("no_pile", "The pile is empty, so the Colony Station stays as it is.", section)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Colony)
        if step is None or self.station not in BUILT or not state.pile:
            return state
        state = finish(state, step).change_space(step.space, card=self.station)
        state = state.with_(pile=state.pile - 1, discards=(*state.discards, "colony_station"))
        return take(state, self.seat, step.space)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ColonyBecomes]:
        if decision is not None:
            yield from (cls(decision.seat, kind) for kind in BUILT)

    def title(self, state: State) -> str:
        return f"{self.who} makes the Colony Station a {KINDS[self.station].title if self.station in KINDS else '?'}"


@dataclass(frozen=True)
class ColonyStays(SeatAction):
    """`colony_stays`: no station is in the pile; it stays, without an ability (CA55)."""

    verb: ClassVar[str] = "colony_stays"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Colony)
        return take(finish(state, step), self.seat, step.space) if step is not None else state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ColonyStays]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} finds no station in the pile"


@dataclass(frozen=True)
class Onward(Step):
    """A wormhole just revealed may be gone through at once, if every ship has a step left (C41)."""

    space: str
    fleet: Fleet

    def go_on(self, state: State) -> State | None:
        limit = ship_range(state, self.seat)
        # Ships that fell to pirates whose place the wormhole took have no steps to count.
        there = {ship.name for ship in ships_at(state.player(self.seat), self.space)}
        spent = [each.spent for each in self.fleet if each.ship in there]
        return None if spent and max(spent) < limit else finish(state, self)

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"space": self.space, "targets": onward_targets(state, self.seat, self.space)}
        return (Decision(self.seat, "wormhole.onward", ("pass_through", "done"), context=context),)

    def ended(self, state: State) -> State:
        return finish(state, self)


def onward_targets(state: State, seat: str, space: str) -> tuple[str, ...]:
    """Every field but the wormhole itself; none whose ships may not be attacked (CA52)."""
    return tuple(
        each.name
        for each in state.spaces
        if each.name != space and enemy(state, seat, each.name) not in state.turn.peace
    )


@dataclass(frozen=True)
class PassThrough(SeatAction):
    """`pass_through SPACE`: the whole fleet goes on through the wormhole; the mobile marker follows (C41)."""

    space: str
    verb: ClassVar[str] = "pass_through"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        section = "Wormhole"
        step = find(state, self.seat, Onward)
        if self.space not in state.places:
            yield Reason("no_space", f"There is no field at {self.space}.", section)
        elif step is not None and step.space == self.space:
            yield Reason("same", "The ships are there already.", section)
        elif enemy(state, self.seat, self.space) in state.turn.peace:
            yield Reason("peace", f"{name(enemy(state, self.seat, self.space))} has peace this turn.", section)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Onward)
        if step is None or self.space not in state.places or self.space == step.space:
            return state
        old = state.mobile
        state = finish(state, step).with_(mobile=self.space)
        fleet = []
        for each in step.fleet:
            ship = ship_of(state.player(self.seat), each.ship)
            if ship is not None and ship.at == step.space and may_move(state, self.seat, ship):
                state = change_ship(state, self.seat, each.ship, at=self.space)
                fleet.append(Flown(each.ship, each.origin, each.spent + 1))
        return arrive(state, self.seat, self.space, tuple(fleet), old)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PassThrough]:
        if decision is not None:
            yield from (cls(decision.seat, space) for space in decision.context["targets"])

    def title(self, state: State) -> str:
        return f"{self.who} goes through the wormhole to {self.space}"


ACTIONS: tuple[type[CosmicAction], ...] = (Field, DrawStones, ColonyBecomes, ColonyStays, PassThrough)
