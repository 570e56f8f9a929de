"""Corrections: the table is always right. Any value can be set to what lies on it; no mission is checked meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from companion.rules.contract import TABLE, Decision, Entry, Finding, Reason
from companion.rules.cosmic_empires.catalog import COLOURS, EVENTS, FIELD_COPIES, KIND_OF, KINDS, SHIPS, STONES
from companion.rules.cosmic_empires.hands import arranged
from companion.rules.cosmic_empires.rhythm import start_turn
from companion.rules.cosmic_empires.ships import ship_names, ship_of
from companion.rules.cosmic_empires.state import HOME, NO_STONES, CosmicAction, Player, Ship, Space, State, name

Value = int | bool | str
NONE: Final = "none"
"""Nobody, nothing, nowhere."""
RESERVE: Final = "reserve"
CONCEALED: Final = "concealed"
MOST: Final = 99


@dataclass(frozen=True)
class Correctable:
    """One value that can be put right: whose, under which word, what it is now, and what it may be."""

    seat: str
    field: str
    title: str
    value: Value
    put: Callable[[State, Any], State]
    low: int = 0
    high: int = MOST
    choices: tuple[str, ...] = ()

    def takes(self, value: object) -> bool:
        """Whether a value is of the right kind."""
        if self.choices:
            return isinstance(value, str) and value in self.choices
        if isinstance(self.value, bool):
            return isinstance(value, bool)
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    @property
    def expected(self) -> str:
        """What it takes, in words."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        return "yes or no" if isinstance(self.value, bool) else f"a number from {self.low} to {self.high}"


def correctable(state: State) -> tuple[Correctable, ...]:
    """Everything that can be put right, the table's values first, then seat by seat."""
    found = [*_table_values(state)]
    for space in state.spaces:
        found += _space_values(state, space)
    for player in state.players:
        found += _seat_values(state, player)
    return tuple(found)


def _seat_values(state: State, player: Player) -> Iterator[Correctable]:
    seat = player.seat

    def number(thing: str, title: str, high: int) -> Correctable:
        return Correctable(
            seat, thing, title, getattr(player, thing), lambda s, v: s.change(seat, **{thing: v}), high=high
        )

    yield number("markers", "capacity markers", MOST)
    yield number("reserve", "population stones in reserve", STONES)
    yield number("mission_stones", "stones on fulfilled missions", STONES)
    yield number("banked", "upgrades kept", MOST)
    yield Correctable(seat, "event_cards", "event cards in hand", len(player.hand), _put_hand(seat), high=EVENTS)
    spaces = (RESERVE, HOME, *state.places)
    for ship in ship_names():
        here = ship_of(player, ship)
        at = here.at if here is not None else RESERVE
        yield Correctable(seat, ship, f"where {name(ship)} is", at, _put_ship(seat, ship), choices=spaces)
        if here is not None:
            for thing in ("weapon", "shield", "fresh"):
                value: bool = getattr(here, thing)
                yield Correctable(
                    seat, f"{ship}_{thing}", f"{thing} of {name(ship)}", value, _put_on_ship(seat, ship, thing)
                )
            high = SHIPS[here.kind].resistance
            put = _put_on_ship(seat, ship, "damage")
            yield Correctable(seat, f"{ship}_damage", f"damage on {name(ship)}", here.damage, put, high=high)


def _put_hand(seat: str) -> Callable[[State, Any], State]:
    def put(state: State, value: int) -> State:
        hand = state.player(seat).hand
        return state.change(seat, hand=arranged((*hand, *[None] * (value - len(hand)))[:value]))

    return put


def _put_ship(seat: str, ship: str) -> Callable[[State, Any], State]:
    def put(state: State, value: str) -> State:
        player = state.player(seat)
        here = ship_of(player, ship)
        others = tuple(each for each in player.ships if each.name != ship)
        if value == RESERVE:
            return state.change(seat, ships=others)
        moved = here.with_(at=value) if here is not None else Ship(ship, value)
        return state.change(seat, ships=tuple(sorted((*others, moved), key=lambda each: each.name)))

    return put


def _put_on_ship(seat: str, ship: str, thing: str) -> Callable[[State, Any], State]:
    def put(state: State, value: Value) -> State:
        ships = state.player(seat).ships
        return state.change(
            seat, ships=tuple(each.with_(**{thing: value}) if each.name == ship else each for each in ships)
        )

    return put


def _table_values(state: State) -> Iterator[Correctable]:
    seats = state.seats
    left = "the seat to the left of the exploration marker"
    yield Correctable(TABLE, "left", left, state.left, lambda s, v: s.with_(left=v), choices=seats)
    if state.phase in ("common", "turn"):
        yield Correctable(TABLE, "active", "whose turn it is", state.active, _give_turn, choices=seats)
    for thing, title, high in (("pile", "field cards in the pile", 43), ("deck", "event cards in the deck", EVENTS)):
        yield Correctable(TABLE, thing, title, getattr(state, thing), _plain(thing), high=high)
    out = len(state.events_out)
    yield Correctable(TABLE, "events_out", "event cards discarded", out, _put_out("events_out"), high=EVENTS)
    fields = len(state.discards)
    yield Correctable(TABLE, "discards", "field cards discarded", fields, _put_out("discards"), high=43)
    if state.wormholes:
        choices = (NONE, *state.places)
        value = state.mobile or NONE
        yield Correctable(TABLE, "mobile", "the mobile passage marker", value, _put_mobile, choices=choices)
    cards = (NONE, *sorted({*state.missions_left, *([state.mission] if state.mission else [])}))
    yield Correctable(TABLE, "mission", "the open public mission", state.mission or NONE, _put_mission, choices=cards)
    for place in range(1, len(state.contents[state.mission]) - 1) if state.mission else ():
        holder = next((seat for at, seat, _ in state.claimed if at == place), NONE)
        title = f"whose stone is on place {place} of the public mission"
        yield Correctable(TABLE, f"place_{place}", title, holder, _put_claim(place), choices=(NONE, *seats))
    for index, colour in enumerate(COLOURS):
        put = _put_bag(index)
        yield Correctable(TABLE, f"bag_{colour}", f"{colour} stones in the bag", state.bag[index], put, high=STONES)


def _plain(thing: str) -> Callable[[State, Any], State]:
    return lambda state, value: state.with_(**{thing: value})


def _put_out(thing: str) -> Callable[[State, Any], State]:
    def put(state: State, value: int) -> State:
        lying = getattr(state, thing)
        return state.with_(**{thing: (*lying, *[None] * (value - len(lying)))[:value]})

    return put


def _put_mobile(state: State, value: str) -> State:
    return state.with_(mobile="" if value == NONE else value)


def _put_mission(state: State, value: str) -> State:
    mission = "" if value == NONE else value
    left = {*state.missions_left, *([state.mission] if state.mission else [])} - {mission}
    return state.with_(mission=mission, missions_left=tuple(sorted(left)), claimed=())


def _put_claim(place: int) -> Callable[[State, Any], State]:
    def put(state: State, value: str) -> State:
        others = tuple(claim for claim in state.claimed if claim[0] != place)
        new = () if value == NONE else ((place, value, HOME),)
        return state.with_(claimed=tuple(sorted(others + new)))

    return put


def _put_bag(index: int) -> Callable[[State, Any], State]:
    return lambda state, value: state.with_(bag=tuple(value if i == index else n for i, n in enumerate(state.bag)))


def _give_turn(state: State, value: str) -> State:
    """The turn is that seat's from its beginning; what was open before is dropped."""
    return start_turn(state, value)


def _space_values(state: State, space: Space) -> Iterator[Correctable]:
    where = space.name
    cards = (CONCEALED, *FIELD_COPIES)
    card = space.card or CONCEALED
    yield Correctable(TABLE, f"{where}_field", f"the field at {where}", card, _put_card(where), choices=cards)
    if space.marked or space.planet:
        owner = space.owner or NONE
        title = f"who controls {where}"
        yield Correctable(TABLE, f"{where}_owner", title, owner, _put_owner(where), choices=(NONE, *state.seats))
    if space.planet:
        yield Correctable(
            TABLE, f"{where}_size", f"places for stones at {where}", space.size, _put_on_space(where, "size"), high=9
        )
    if space.planet or space.marked:
        for index, colour in enumerate(COLOURS):
            title = f"{colour} stones at {where}"
            put = _put_stones(where, index)
            yield Correctable(TABLE, f"{where}_{colour}", title, space.stones[index], put, high=9)


def _put_card(where: str) -> Callable[[State, Any], State]:
    def put(state: State, value: str) -> State:
        card = "" if value == CONCEALED else value
        size = KINDS[KIND_OF[card]].population if card else 0
        return state.change_space(where, card=card, owner="", stones=NO_STONES, size=size, looked=(), notes=())

    return put


def _put_owner(where: str) -> Callable[[State, Any], State]:
    return lambda state, value: state.change_space(where, owner="" if value == NONE else value)


def _put_on_space(where: str, thing: str) -> Callable[[State, Any], State]:
    return lambda state, value: state.change_space(where, **{thing: value})


def _put_stones(where: str, index: int) -> Callable[[State, Any], State]:
    def put(state: State, value: int) -> State:
        from companion.rules.cosmic_empires.board import planet_control

        here = state.places[where]
        here = here.with_(stones=tuple(value if i == index else n for i, n in enumerate(here.stones)))
        return state.with_space(here.with_(owner=planet_control(state, here)) if here.planet else here)

    return put


@dataclass(frozen=True)
class Correct(CosmicAction):
    """`correct FIELD VALUE`: the value is what lies on the table."""

    field: str
    value: int | bool | str
    verb: ClassVar[str] = "correct"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat != TABLE and self.seat not in state.seats:
            yield Reason("no_seat", f"Nobody plays {self.seat}; the seats are {', '.join(state.seats)}.", "")
            return
        value = _find(state, self.seat, self.field)
        if value is None:
            yield Reason("no_field", f"{self.who} has no value {self.field} to put right.", "")
        elif not value.takes(self.value):
            yield Reason("wrong_value", f"{value.title} is {value.expected}, not {_word(self.value)}.", "")

    def effect(self, state: State) -> State:
        value = _find(state, self.seat, self.field)
        if value is None or not value.takes(self.value):
            return state.with_(quiet=True)
        before, after = value.value, self.value
        change = int(after) - int(before) if isinstance(after, int) and isinstance(before, int) else 0
        entry = Entry(self.seat, self.field, change, f"corrected to {_word(self.value)}")
        state = value.put(state, self.value)
        return state.with_(quiet=True, corrected=True, entries=(*state.entries, entry))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Correct]:
        return ()

    def title(self, state: State) -> str:
        value = _find(state, self.seat, self.field)
        what = value.title if value is not None else self.field
        return f"{self.who}: {what} put right to {_word(self.value)}"


def _find(state: State, seat: str, word: str) -> Correctable | None:
    return next((each for each in correctable(state) if each.seat == seat and each.field == word), None)


def _word(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


ACTIONS: tuple[type[CosmicAction], ...] = (Correct,)
