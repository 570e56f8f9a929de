"""Corrections: the table is always right. Any tracked value can be set to what lies there."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from companion.rules import correcting
from companion.rules.contract import HIDDEN, TABLE, Hidden
from companion.rules.correcting import Correction, Value
from companion.rules.eclipse.blueprints import UNTOLD, not_told, with_tile
from companion.rules.eclipse.catalog import (
    ANCIENT_PARTS,
    DISCS,
    PARTS,
    ROUNDS,
    SHIP_LIMITS,
    SHIPS,
    TECHNOLOGIES,
    TECHNOLOGY_KEYS,
    TECHNOLOGY_TILES,
    TRACK_SQUARES,
    TRACKS,
)
from companion.rules.eclipse.flow import settle
from companion.rules.eclipse.opening import Turn
from companion.rules.eclipse.pieces import ACTION_SPACES, Ambassador, Player, name
from companion.rules.eclipse.pinning import placed
from companion.rules.eclipse.reputation_facts import lay_tiles
from companion.rules.eclipse.sector_corrections import damage_values, sector_values
from companion.rules.eclipse.state import EclipseAction, State

Correctable = correcting.Correctable[State]
NONE = "none"
PRINTED = "printed"
SECRET = "reputation_"
"""How the fields begin whose values only their seat may know."""
MOST = 999
"""The highest number a storage can be set to; the rules know no limit (p. 6)."""


def correctable(state: State) -> tuple[Correctable, ...]:
    """Everything that can be put right, the table's values first, then seat by seat."""
    found = [*_table_values(state), *sector_values(state), *damage_values(state)]
    for player in state.players:
        found += _seat_values(state, player)
    return tuple(found)


def _seat_values(state: State, player: Player) -> Iterator[Correctable]:
    seat = player.seat

    def number(thing: str, title: str, value: int, high: int, put: Callable[[State, int], State]) -> Correctable:
        return Correctable(seat, thing, title, value, 0, high, put=lambda s, v: put(s, v if isinstance(v, int) else 0))

    def plain(thing: str) -> Callable[[State, int], State]:
        return lambda s, v: s.change(seat, **{thing: v})

    def listed(thing: str, index: int) -> Callable[[State, int], State]:
        def put(s: State, v: int) -> State:
            values = list(getattr(s.player(seat), thing))
            values[index] = v
            return s.change(seat, **{thing: tuple(values)})

        return put

    if state.tracks("storage"):
        for index, track in enumerate(TRACKS):
            value = None if track in player.storage_untold else player.storage[index]
            yield Correctable(seat, track, f"{track} in storage", value, 0, MOST, put=_put_storage(seat, index))
    for index, track in enumerate(TRACKS):
        value = player.cubes[index]
        yield number(f"cubes_{track}", f"cubes on the {track} track", value, TRACK_SQUARES, listed("cubes", index))
    for index, track in enumerate(TRACKS):
        value = player.graveyard[index]
        yield number(
            f"graveyard_{track}", f"cubes in the {track} graveyard", value, TRACK_SQUARES, listed("graveyard", index)
        )
    yield number("discs", "discs on the influence track", player.discs, DISCS, plain("discs"))
    yield number("spare_discs", "discs beside the board", player.spare_discs, DISCS, plain("spare_discs"))
    for index, space in enumerate(ACTION_SPACES):
        yield number(f"discs_{space}", f"discs on {space}", player.actions[index], DISCS, listed("actions", index))
    ships = player.species.colony_ships
    yield number("colony_ready", "colony ships face up", player.colony_ready, ships, plain("colony_ready"))
    yield number("colony_used", "colony ships face down", player.colony_used, ships, plain("colony_used"))
    for index, ship in enumerate(SHIPS):
        aboard = number(
            f"ships_{ship}", f"{ship}s on the board", player.ships[index], SHIP_LIMITS[ship], listed("ships", index)
        )
        yield dataclasses.replace(aboard, low=placed(state, seat, ship))
    yield number(
        "discovery_points", "discovery tiles kept for points", player.discovery_points, 21, plain("discovery_points")
    )
    if state.tracks("reputation"):
        for place in range(1, len(player.reputation) + 2):
            yield _reputation(player, place)
        title = "more reputation tiles than were told"
        yield Correctable(
            seat,
            "tiles_untold",
            title,
            player.reputation_untold,
            put=lambda s, v: s.change(seat, reputation_untold=bool(v)),
        )
    for other in state.seats:
        if other != seat:
            yield _ambassador(player, other)
    for key in TECHNOLOGY_KEYS:
        if key not in player.species.technologies:
            yield _member(player, "technologies", f"technology_{key}", TECHNOLOGIES[key].name, key)
    for key in ANCIENT_PARTS:
        yield _member(player, "ancient_parts", f"ancient_part_{key}", name(key), key)
    if state.tracks("blueprints"):
        yield from _square_values(player)
    yield Correctable(seat, "passed", "has passed", seat in state.passed, put=lambda s, v: _passed(s, seat, bool(v)))


def _put_storage(seat: str, index: int) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        player = state.player(seat)
        storage = list(player.storage)
        storage[index] = value if isinstance(value, int) else 0
        untold = tuple(track for track in player.storage_untold if track != TRACKS[index])
        return state.change(seat, storage=tuple(storage), storage_untold=untold)

    return put


def _member(player: Player, thing: str, word: str, title: str, key: str) -> Correctable:
    """A yes or no: whether `key` is in one of the player's tuples."""
    seat = player.seat

    def put(state: State, value: Value) -> State:
        others = tuple(each for each in getattr(state.player(seat), thing) if each != key)
        return state.change(seat, **{thing: (*others, key) if value else others})

    return Correctable(seat, word, title, key in getattr(player, thing), put=put)


def _passed(state: State, seat: str, value: bool) -> State:
    others = tuple(each for each in state.passed if each != seat)
    return state.with_(passed=(*others, seat) if value else others)


def _reputation(player: Player, place: int) -> Correctable:
    """The tile on that place of the reputation track; 0 is no tile, `?` (None) one whose value is not told."""
    seat = player.seat
    here = player.reputation[place - 1] if place <= len(player.reputation) else 0
    value: Value = None if isinstance(here, Hidden) else here

    def put(state: State, new: Value) -> State:
        tiles = list(state.player(seat).reputation)
        if place > len(tiles):
            tiles.append(0)
        tiles[place - 1] = new if new is None or isinstance(new, int | Hidden) else 0
        return lay_tiles(state, seat, (tile for tile in tiles if tile != 0))

    return Correctable(seat, f"reputation_{place}", f"reputation tile {place}", value, 0, 4, secret=True, put=put)


def _ambassador(player: Player, other: str) -> Correctable:
    """Whether the other's ambassador lies on this player's reputation track."""
    seat = player.seat

    def put(state: State, value: Value) -> State:
        kept = tuple(each for each in state.player(seat).ambassadors if each.partner != other)
        return state.change(seat, ambassadors=(*kept, Ambassador(other, TRACKS[0])) if value else kept)

    has = any(each.partner == other for each in player.ambassadors)
    return Correctable(seat, f"ambassador_{other}", f"ambassador of {name(other)}", has, put=put)


def _table_values(state: State) -> Iterator[Correctable]:
    seats = state.seats
    yield Correctable(TABLE, "round", "round", state.round, 1, ROUNDS, put=lambda s, v: s.with_(round=v))
    yield Correctable(
        TABLE, "start", "starting player marker", state.start, choices=seats, put=lambda s, v: s.with_(start=v)
    )
    holder = state.traitor or NONE
    yield Correctable(TABLE, "traitor", "traitor card", holder, choices=(NONE, *seats), put=_give_traitor)
    if state.phase == "action":
        yield Correctable(TABLE, "active", "whose turn it is", state.active, choices=state.playing(), put=_give_turn)
    for index, key in enumerate(TECHNOLOGY_KEYS):
        title = f"{TECHNOLOGIES[key].name} tiles lying out"
        yield Correctable(
            TABLE, f"supply_{key}", title, state.supply[index], 0, TECHNOLOGIES[key].copies, put=_supply(index)
        )
    title, untold = "tiles lying out not named", state.supply_untold
    yield Correctable(
        TABLE, "supply_untold", title, untold, 0, TECHNOLOGY_TILES, put=lambda s, v: s.with_(supply_untold=v)
    )


def _give_traitor(state: State, value: Value) -> State:
    return state.with_(traitor="" if value == NONE else value)


def _give_turn(state: State, value: Value) -> State:
    """The turn is that seat's; what was open of the turn before is dropped."""
    seat = str(value)
    passed = tuple(each for each in state.passed if each != seat)
    return state.with_(active=seat, passed=passed, skipped=(), steps=(Turn(seat),))


def _supply(index: int) -> Callable[[State, Value], State]:
    return lambda s, v: s.with_(supply=tuple(v if i == index else n for i, n in enumerate(s.supply)))


def _square_values(player: Player) -> Iterator[Correctable]:
    """The part tile on each square of the blueprints; `printed` where the printed square shows."""
    tiles = player.blueprints or not_told(player.species.blueprint)
    for ship, row in zip(SHIPS, tiles, strict=True):
        for square, tile in enumerate(row, 1):
            title = f"part on square {square} of the {ship}"
            value = (tile or PRINTED) if tile != UNTOLD else None
            yield Correctable(
                player.seat,
                f"{ship}_{square}",
                title,
                value,
                choices=(PRINTED, *PARTS),
                put=_put_tile(player.seat, ship, square),
            )


def _put_tile(seat: str, ship: str, square: int) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        part = "" if value == PRINTED else str(value)
        return state.with_player(with_tile(state.player(seat), ship, square, part))

    return put


@dataclass(frozen=True)
class Correct(Correction[State], EclipseAction):
    """`correct FIELD VALUE`: the value is what lies on the table; what was owed on it is settled."""

    @classmethod
    def values(cls, state: State) -> tuple[Correctable, ...]:
        return correctable(state)

    def effect(self, state: State) -> State:
        done = self.put(state)
        if done is None:
            return state
        state, entry = done
        state = _settle_owed(state, self.seat, self.field)
        return settle(state.with_(corrected=True, entries=(*state.entries, entry)))

    def seen_by(self, viewer: str) -> Self:
        if viewer == self.seat or not self.field.startswith(SECRET) or not self.value:
            return self
        return replace(self, value=HIDDEN)


def _settle_owed(state: State, seat: str, thing: str) -> State:
    """Telling what is owed must not change a value again that was put right meanwhile."""
    owed = tuple(
        replace(each, step=replace(each.step, settled=(*each.step.settled, thing))) if each.owed.seat == seat else each
        for each in state.owed
    )
    windows = tuple(
        replace(step, settled=(*step.settled, thing)) if step.seat == seat and step.number else step
        for step in state.windows
    )
    return state.with_(owed=owed, windows=windows)


ACTIONS: tuple[type[EclipseAction], ...] = (Correct,)
