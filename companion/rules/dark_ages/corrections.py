"""Corrections: the table is always right. Any tracked value can be set to what lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from companion.rules import correcting
from companion.rules.contract import PUBLIC, TABLE
from companion.rules.correcting import Correction, Value
from companion.rules.dark_ages.action import KF
from companion.rules.dark_ages.bases import govern
from companion.rules.dark_ages.catalog import CARDS, CHIPS, DECK, TECHNOLOGIES, card_name, world_name
from companion.rules.dark_ages.flow import settle
from companion.rules.dark_ages.knowledge import HAND, RESERVE, claim, open_fact, pile
from companion.rules.dark_ages.state import TURNS, UNTOLD, DarkAgesAction, Laid, Pile, Player, State, World, name

Correctable = correcting.Correctable[State]
NONE: Final = "none"
SURRENDERED: Final = "surrendered"
LAST_ROUND: Final = 5


def correctable(state: State) -> tuple[Correctable, ...]:
    """Everything that can be put right: the table's values, the worlds', then seat by seat."""
    found = [*_table_values(state)]
    for world in state.worlds:
        found += _world_values(state, world)
    for player in state.players:
        found += _seat_values(player)
    return tuple(found)


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _table_values(state: State) -> Iterator[Correctable]:
    yield Correctable(TABLE, "round", "round", state.round, 1, LAST_ROUND, put=lambda s, v: s.with_(round=_number(v)))
    if state.phase == TURNS:
        yield Correctable(TABLE, "active", "whose turn it is", state.active, choices=state.seats, put=_give_turn)
    yield Correctable(
        TABLE, "deck", "cards in the draw pile", state.deck, 0, DECK, put=lambda s, v: _deck(s, _number(v))
    )
    top = state.discard[-1].card if state.discard else None
    yield Correctable(
        TABLE, "discard", "top of the discard pile", top or NONE, choices=(NONE, *CARDS), put=_put_discard
    )


def _deck(state: State, size: int) -> State:
    return state.with_(deck=size, under=state.under[max(0, len(state.under) - size) :])


def _give_turn(state: State, value: Value) -> State:
    """The turn is that seat's from its beginning; what was open of the turn before is dropped."""
    return state.with_(
        active=str(value),
        turn=state.turn + 1,
        steps=(),
        part="action",
        action="",
        base_done=False,
        technologies_played=0,
        plays=(),
        opening=None,
    )


def _put_discard(state: State, value: Value) -> State:
    if value == NONE:
        return state.with_(discard=())
    card = str(value)
    state = claim(state, card, state.everyone, "then it was put right to lie on the discard pile")
    return state.with_(discard=(*state.discard, open_fact(state, card)))


def _world_values(state: State, world: World) -> Iterator[Correctable]:
    key, where = world.key, world_name(world.key)
    governor = (world.governor or NONE) if world.alive else SURRENDERED
    choices = (NONE, *state.seats, SURRENDERED)
    yield Correctable(TABLE, key, f"who governs {where}", governor, choices=choices, put=_put_governor(key))
    if not world.alive:
        return
    for seat in state.seats:
        for level in range(state.round + 2):
            count = world.bases.count((seat, level))
            title = f"{name(seat)}'s bases on {where}, level {level}"
            put = _put_bases(key, seat, level)
            yield Correctable(TABLE, f"{key}_{seat}_{level}", title, count, 0, CHIPS, put=put)
    cards = tuple(card.key for card in CARDS.values() if card.is_ally or card.world == key)
    for row in range(1, state.round + 1):
        top = world.top(row)
        value = NONE if top is None else top.card or "face_down"
        title = f"top ship on {where}, row {row}"
        put = _put_top(key, row)
        # Only Kha'Farjimmn's ship of this round lies face down.
        hidden = ("face_down",) if key == KF and row == state.round else ()
        yield Correctable(TABLE, f"{key}_row_{row}", title, value, choices=(NONE, *hidden, *cards), put=put)


def _put_governor(key: str) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        world = state.world(key)
        if world is None:
            return state
        if value == SURRENDERED:
            fallen = state.fallen if key in state.fallen else (*state.fallen, key)
            return state.with_world(World(key, alive=False)).with_(fallen=fallen)
        fallen = tuple(each for each in state.fallen if each != key)
        governor = "" if value == NONE else str(value)
        return state.with_world(replace(world, alive=True, governor=governor)).with_(fallen=fallen)

    return put


def _put_bases(key: str, seat: str, level: int) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        world = state.world(key)
        if world is None:
            return state
        others = [base for base in world.bases if base != (seat, level)]
        bases = tuple(sorted([*others, *((seat, level),) * _number(value)]))
        return govern(state.with_world(replace(world, bases=bases)), key, state.active or seat)

    return put


def _put_top(key: str, row: int) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        down = value == "face_down"
        if value != NONE and not down:
            state = claim(state, str(value), state.everyone, f"then it was put right to lie on {world_name(key)}")
        world = state.world(key)
        if world is None:
            return state
        rows = list(world.rows) + [()] * (row - len(world.rows))
        fact = UNTOLD if down else open_fact(state, str(value))
        laid = () if value == NONE else (Laid(fact, state.active, 0, down),)
        rows[row - 1] = (*rows[row - 1][:-1], *laid)
        return state.with_world(replace(world, rows=tuple(rows)))

    return put


def _seat_values(player: Player) -> Iterator[Correctable]:
    seat = player.seat

    def plain(thing: str) -> Callable[[State, Value], State]:
        return lambda s, v: s.change(seat, **{thing: _number(v)})

    yield Correctable(seat, "bases", "bases not placed", player.chips, 0, CHIPS, put=plain("chips"))
    yield Correctable(seat, "lost", "bases out of the game", player.lost, 0, CHIPS, put=plain("lost"))
    for which in (HAND, RESERVE):
        size = player.hand.size if which == HAND else player.reserve.size
        title = "cards in hand" if which == HAND else "cards in Reserve"
        yield Correctable(seat, which, title, size, 0, DECK, put=_put_size(seat, which))
    secret = player.garrison is not None
    yield Correctable(seat, "secret_base", "has a secret base", secret, put=_put_secret(seat))
    for key in TECHNOLOGIES:
        value = key in player.technologies
        yield Correctable(seat, key, f"{card_name(key)} in play", value, put=_put_technology(seat, key))


def _put_size(seat: str, which: str) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        there, size = pile(state, seat, which), _number(value)
        if len(there.known_to(PUBLIC)) > size:
            return state.change(seat, **{which: Pile(size)})
        # Who knew more cards than there are forgets what it alone knew; others' knowledge does not hang on that.
        wrong = tuple(viewer for viewer in state.seats if len(there.known_to(viewer)) > size)
        facts = (fact if PUBLIC in fact.knows else fact.without(wrong) for fact in there.facts)
        return state.change(seat, **{which: Pile(size, tuple(fact for fact in facts if fact.card is not None))})

    return put


def _put_secret(seat: str) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        if not value:
            return state.change(seat, garrison=None)
        garrison = state.player(seat).garrison or UNTOLD
        return state.change(seat, garrison=garrison, secret_used=True)

    return put


def _put_technology(seat: str, key: str) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        if value:
            state = claim(state, key, state.everyone, f"then it was put right to lie before {name(seat)}")
        for each in state.seats if value else (seat,):
            kept = tuple(other for other in state.player(each).technologies if other != key)
            state = state.change(each, technologies=(*kept, key) if value and each == seat else kept)
        return state

    return put


@dataclass(frozen=True)
class Correct(Correction[State], DarkAgesAction):
    """`correct FIELD VALUE`: the value is what lies on the table."""

    by_table: ClassVar[bool] = True

    @classmethod
    def values(cls, state: State) -> tuple[Correctable, ...]:
        return correctable(state)

    def effect(self, state: State) -> State:
        done = self.put(state)
        if done is None:
            return state
        state, entry = done
        return settle(state.with_(corrected=True, entries=(*state.entries, entry)))


ACTIONS: tuple[type[DarkAgesAction], ...] = (Correct,)
