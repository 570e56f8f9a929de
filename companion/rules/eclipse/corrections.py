"""Corrections: the table is always right. Any tracked value can be set to what lies there."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from companion.rules import correcting
from companion.rules.contract import HIDDEN, TABLE, Hidden
from companion.rules.correcting import Correction, Value
from companion.rules.eclipse.blueprints import blank, party_figures, with_tile
from companion.rules.eclipse.catalog import (
    ANCIENT_PARTS,
    DISCS,
    PARTS,
    ROUNDS,
    SECTORS,
    SHIP_LIMITS,
    SHIPS,
    TECHNOLOGIES,
    TECHNOLOGY_KEYS,
    TECHNOLOGY_TILES,
    TRACK_SQUARES,
    TRACKS,
)
from companion.rules.eclipse.combat import fighting
from companion.rules.eclipse.flow import settle
from companion.rules.eclipse.opening import Turn
from companion.rules.eclipse.parties import party_name
from companion.rules.eclipse.presence import count, with_ships
from companion.rules.eclipse.reputation_track import arranged
from companion.rules.eclipse.sectors import squares, tracks_of
from companion.rules.eclipse.squadrons import mark
from companion.rules.eclipse.state import (
    ACTION_SPACES,
    Ambassador,
    EclipseAction,
    Player,
    Sector,
    Squadron,
    State,
    name,
    sector_name,
)

Correctable = correcting.Correctable[State]
NONE = "none"
PRINTED = "printed"
FAR = 20
"""How far from the centre a sector can be said to lie, along each axis."""
OFF = "off_table"
SECRET = "reputation_"
"""How the fields begin whose values only their seat may know."""
MOST = 999
"""The highest number a storage can be set to; the rules know no limit (p. 6)."""


def correctable(state: State) -> tuple[Correctable, ...]:
    """Everything that can be put right, the table's values first, then seat by seat."""
    found = [*_table_values(state), *_sector_values(state), *_damage_values(state)]
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
        yield dataclasses.replace(aboard, low=_placed(state, seat, ship))
    yield number(
        "discovery_points", "discovery tiles kept for points", player.discovery_points, 21, plain("discovery_points")
    )
    if state.tracks("reputation"):
        for place in range(1, len(player.reputation) + 2):
            yield _reputation(player, place)
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
        return state.change(seat, reputation=arranged(tile for tile in tiles if tile != 0))

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


def _sector_values(state: State) -> Iterator[Correctable]:
    for number in SECTORS:
        sector = state.sector(number)
        word = f"sector_{number}"
        owner = OFF if sector is None else sector.owner or NONE
        title = f"who controls {sector_name(number)}"
        yield Correctable(TABLE, word, title, owner, choices=(NONE, *state.seats, OFF), put=_owner(number))
        if sector is None:
            continue
        for thing in ("orbital", "monolith", "discovery", "gcds"):
            value = getattr(sector, thing)
            yield Correctable(
                TABLE, f"{word}_{thing}", f"{thing} in {sector_name(number)}", value, put=_thing(number, thing)
            )
        if state.tracks("map"):
            yield from _place_values(state, sector)
        if state.tracks("ship_places"):
            yield from _ship_values(state, sector)
        title = f"Ancients in {sector_name(number)}"
        yield Correctable(TABLE, f"{word}_ancients", title, sector.ancients, 0, 4, put=_thing(number, "ancients"))
        for square, most in squares(sector).items():
            title = f"cubes on {square.replace('_', ' ')} in {sector_name(number)}"
            taken = sector.taken(square)
            yield Correctable(TABLE, f"{word}_cubes_{square}", title, taken, 0, most, put=_cubes(number, square))


def _place_values(state: State, sector: Sector) -> Iterator[Correctable]:
    """Where the sector lies, and how it is turned; "not told" takes it off the map again."""
    number, word, where = sector.number, f"sector_{sector.number}", sector_name(sector.number)
    for index, axis in enumerate(("q", "r")):
        value = sector.at[index] if sector.at is not None else None
        title = f"place of {where}: {axis}"
        yield Correctable(TABLE, f"{word}_{axis}", title, value, -FAR, FAR, put=_put_place(number, index), untold=True)
    yield Correctable(
        TABLE, f"{word}_rotation", f"rotation of {where}", sector.rotation, 0, 5, put=_thing(number, "rotation")
    )


def _put_place(number: int, index: int) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        sector = state.sector(number)
        if sector is None:
            return state
        if not isinstance(value, int):
            return state.with_sector(sector.with_(at=None))
        place = list(sector.at or (0, 0))
        place[index] = value
        return state.with_sector(sector.with_(at=(place[0], place[1])))

    return put


def _ship_values(state: State, sector: Sector) -> Iterator[Correctable]:
    """How many ships of each type each seat has there, and who came first."""
    number, where = sector.number, sector_name(sector.number)
    for player in state.players:
        if player.gone:
            continue  # its ships went back into the box
        for ship in SHIPS:
            value = count(sector, player.seat, ship)
            title = f"{ship}s of {name(player.seat)} in {where}"
            word = f"sector_{number}_{player.seat}_{ship}"
            yield Correctable(
                TABLE, word, title, value, 0, SHIP_LIMITS[ship], put=_put_fleet(number, player.seat, ship)
            )
    if len(sector.entered) > 1:
        title, first = f"who came to {where} first", sector.entered[0]
        word = f"sector_{number}_first"
        yield Correctable(TABLE, word, title, first, choices=sector.entered, put=_put_first(number))


def _put_fleet(number: int, seat: str, ship: str) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        sector = state.sector(number)
        if sector is None or not isinstance(value, int):
            return state
        state = state.with_sector(with_ships(sector, seat, ship, value - count(sector, seat, ship)))
        # Ships that were told nowhere are these; those beyond them come onto the board.
        ships = tuple(
            max(had, _placed(state, seat, kind)) for kind, had in zip(SHIPS, state.player(seat).ships, strict=True)
        )
        return state.change(seat, ships=ships)

    return put


def _placed(state: State, seat: str, ship: str) -> int:
    """How many ships of a type lie in sectors that are told."""
    return sum(count(sector, seat, ship) for sector in state.sectors)


def _put_first(number: int) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        sector = state.sector(number)
        if sector is None:
            return state
        others = tuple(seat for seat in sector.entered if seat != value)
        return state.with_sector(sector.with_(entered=(str(value), *others)))

    return put


def _damage_values(state: State) -> Iterator[Correctable]:
    """The damage cubes beside each ship of the battle being fought."""
    battle = fighting(state)
    for each in battle.squadrons if battle is not None else ():
        hull = party_figures(state, each.party, each.ship).hull
        for place, damage in enumerate(each.damage, 1):
            title = f"damage on {name(each.ship)} {place} of {party_name(each.party)}"
            word = f"damage_{each.party}_{each.ship}_{place}"
            yield Correctable(TABLE, word, title, damage, 0, max(hull, damage), put=_put_damage(each, place))


def _put_damage(which: Squadron, place: int) -> Callable[[State, Value], State]:
    return lambda s, v: mark(s, which.party, which.ship, place, v if isinstance(v, int) else 0)


def _square_values(player: Player) -> Iterator[Correctable]:
    """The part tile on each square of the blueprints; `printed` where the printed square shows."""
    tiles = player.blueprints or blank(player.species.blueprint)
    for ship, row in zip(SHIPS, tiles, strict=True):
        for square, tile in enumerate(row, 1):
            title = f"part on square {square} of the {ship}"
            value = (tile or PRINTED) if player.blueprints else None
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


def _owner(number: int) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        if value == OFF:
            return state.with_(sectors=tuple(each for each in state.sectors if each.number != number))
        sector = state.sector(number) or Sector(number=number)
        owner = "" if value == NONE else str(value)
        return state.with_sector(sector.with_(owner=owner, cubes=sector.cubes if owner == sector.owner else ()))

    return put


def _thing(number: int, thing: str) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        sector = state.sector(number)
        return state if sector is None else state.with_sector(sector.with_(**{thing: value}))

    return put


def _cubes(number: int, square: str) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        sector = state.sector(number)
        if sector is None or not isinstance(value, int):
            return state
        others = tuple(each for each in sector.cubes if each[0] != square)
        mine = tuple(each for each in sector.cubes if each[0] == square)[:value]
        new = ((square, tracks_of(square)[0]),) * (value - len(mine))
        return state.with_sector(sector.with_(cubes=others + mine + new))

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
