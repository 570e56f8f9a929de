"""Corrections: the table is always right. Any value can be set to what lies on it; no mission is checked meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from companion.rules import correcting
from companion.rules.contract import TABLE
from companion.rules.correcting import Correction, Value
from companion.rules.cosmic_empires.catalog import (
    COLOURS,
    EVENTS,
    FIELD_COPIES,
    KIND_OF,
    KINDS,
    PLANET_CARDS,
    SHIPS,
    STONES,
)
from companion.rules.cosmic_empires.hands import arranged
from companion.rules.cosmic_empires.rhythm import start_turn
from companion.rules.cosmic_empires.ships import ship_names, ship_of
from companion.rules.cosmic_empires.state import HOME, NO_STONES, CosmicAction, Player, Ship, Space, State, name

Correctable = correcting.Correctable[State]
NONE: Final = "none"
"""Nobody, nothing, nowhere."""
RESERVE: Final = "reserve"
CONCEALED: Final = "concealed"
MOST: Final = 99


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
            seat, thing, title, getattr(player, thing), 0, high, put=lambda s, v: s.change(seat, **{thing: v})
        )

    yield number("markers", "capacity markers", MOST)
    yield number("reserve", "population stones in reserve", STONES)
    yield number("mission_stones", "stones on fulfilled missions", STONES)
    yield number("banked", "upgrades kept", MOST)
    yield Correctable(seat, "event_cards", "event cards in hand", len(player.hand), 0, EVENTS, put=_put_hand(seat))
    spaces = (RESERVE, HOME, *state.places)
    for ship in ship_names():
        here = ship_of(player, ship)
        at = here.at if here is not None else RESERVE
        yield Correctable(seat, ship, f"where {name(ship)} is", at, put=_put_ship(seat, ship), choices=spaces)
        if here is not None:
            for thing in ("weapon", "shield", "fresh"):
                value: bool = getattr(here, thing)
                yield Correctable(
                    seat, f"{ship}_{thing}", f"{thing} of {name(ship)}", value, put=_put_on_ship(seat, ship, thing)
                )
            high = SHIPS[here.kind].resistance
            put = _put_on_ship(seat, ship, "damage")
            yield Correctable(seat, f"{ship}_damage", f"damage on {name(ship)}", here.damage, 0, high, put=put)


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
    yield Correctable(TABLE, "left", left, state.left, put=lambda s, v: s.with_(left=v), choices=seats)
    if state.phase in ("common", "turn"):
        yield Correctable(TABLE, "active", "whose turn it is", state.active, put=_give_turn, choices=seats)
    for thing, title, high in (("pile", "field cards in the pile", 43), ("deck", "event cards in the deck", EVENTS)):
        yield Correctable(TABLE, thing, title, getattr(state, thing), 0, high, put=_plain(thing))
    out = len(state.events_out)
    yield Correctable(TABLE, "events_out", "event cards discarded", out, 0, EVENTS, put=_put_out("events_out"))
    fields = len(state.discards)
    yield Correctable(TABLE, "discards", "field cards discarded", fields, 0, 43, put=_put_out("discards"))
    if state.wormholes:
        choices = (NONE, *state.places)
        value = state.mobile or NONE
        yield Correctable(TABLE, "mobile", "the mobile passage marker", value, put=_put_mobile, choices=choices)
    cards = (NONE, *sorted({*state.missions_left, *([state.mission] if state.mission else [])}))
    yield Correctable(
        TABLE, "mission", "the open public mission", state.mission or NONE, put=_put_mission, choices=cards
    )
    for place in range(1, len(state.contents[state.mission]) - 1) if state.mission else ():
        holder = next((seat for at, seat, _ in state.claimed if at == place), NONE)
        title = f"whose stone is on place {place} of the public mission"
        yield Correctable(TABLE, f"place_{place}", title, holder, put=_put_claim(place), choices=(NONE, *seats))
    for index, colour in enumerate(COLOURS):
        for thing, title in (("bag", "in the bag"), ("box", "in the box")):
            if thing == "bag" or colour not in seats:
                stones: int = getattr(state, thing)[index]
                put = _put_among(thing, index)
                yield Correctable(TABLE, f"{thing}_{colour}", f"{colour} stones {title}", stones, 0, STONES, put=put)


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


def _put_among(thing: str, index: int) -> Callable[[State, Any], State]:
    def put(state: State, value: int) -> State:
        return state.with_(**{thing: tuple(value if i == index else n for i, n in enumerate(getattr(state, thing)))})

    return put


def _give_turn(state: State, value: str) -> State:
    """The turn is that seat's from its beginning; what was open before is dropped."""
    return start_turn(state, value)


def _space_values(state: State, space: Space) -> Iterator[Correctable]:
    where = space.name
    cards = (CONCEALED, *FIELD_COPIES)
    card = space.card or CONCEALED
    yield Correctable(TABLE, f"{where}_field", f"the field at {where}", card, put=_put_card(where), choices=cards)
    if space.marked or space.planet:
        owner = space.owner or NONE
        title = f"who controls {where}"
        yield Correctable(TABLE, f"{where}_owner", title, owner, put=_put_owner(where), choices=(NONE, *state.seats))
    if space.planet:
        yield Correctable(
            TABLE, f"{where}_size", f"places for stones at {where}", space.size, 0, 9, put=_put_on_space(where, "size")
        )
    if space.planet or space.marked:
        for index, colour in enumerate(COLOURS):
            title = f"{colour} stones at {where}"
            put = _put_stones(where, index)
            yield Correctable(TABLE, f"{where}_{colour}", title, space.stones[index], 0, 9, put=put)


def _put_card(where: str) -> Callable[[State, Any], State]:
    def put(state: State, value: str) -> State:
        card = "" if value == CONCEALED else value
        size = KINDS[KIND_OF[card]].population if card else 0
        here = state.places[where]
        if here.planet and card in PLANET_CARDS:
            # Another planet than was thought: its stones lie there as they did.
            return state.with_space(here.with_(card=card, size=max(size, sum(here.stones))))
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
class Correct(Correction[State], CosmicAction):
    """`correct FIELD VALUE`: the value is what lies on the table."""

    quiets: ClassVar[bool] = True

    @classmethod
    def values(cls, state: State) -> tuple[Correctable, ...]:
        return correctable(state)

    def effect(self, state: State) -> State:
        done = self.put(state)
        if done is None:
            return state
        state, entry = done
        return state.with_(corrected=True, entries=(*state.entries, entry))


ACTIONS: tuple[type[CosmicAction], ...] = (Correct,)
