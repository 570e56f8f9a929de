"""What can be put right in sectors: who controls them, what lies on them, where they lie, ships and their damage."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.rules import correcting
from companion.rules.contract import TABLE
from companion.rules.correcting import Value
from companion.rules.eclipse.blueprints import party_figures
from companion.rules.eclipse.catalog import SECTORS, SHIP_LIMITS, SHIPS
from companion.rules.eclipse.combat import fighting
from companion.rules.eclipse.parties import party_name
from companion.rules.eclipse.pieces import Sector, Squadron, name, sector_name
from companion.rules.eclipse.pinning import placed
from companion.rules.eclipse.population import squares, tracks_of
from companion.rules.eclipse.presence import count, with_ships
from companion.rules.eclipse.squadrons import mark
from companion.rules.eclipse.state import State

Correctable = correcting.Correctable[State]
NOBODY = "none"
OFF = "off_table"
FAR = 20
"""How far from the centre a sector can be said to lie, along each axis."""


def sector_values(state: State) -> Iterator[Correctable]:
    for number in SECTORS:
        sector = state.sector(number)
        word = f"sector_{number}"
        owner = OFF if sector is None else sector.owner or NOBODY
        title = f"who controls {sector_name(number)}"
        yield Correctable(TABLE, word, title, owner, choices=(NOBODY, *state.seats, OFF), put=_owner(number))
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
            max(had, placed(state, seat, kind)) for kind, had in zip(SHIPS, state.player(seat).ships, strict=True)
        )
        return state.change(seat, ships=ships)

    return put


def _put_first(number: int) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        sector = state.sector(number)
        if sector is None:
            return state
        others = tuple(seat for seat in sector.entered if seat != value)
        return state.with_sector(sector.with_(entered=(str(value), *others)))

    return put


def damage_values(state: State) -> Iterator[Correctable]:
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


def _owner(number: int) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        if value == OFF:
            return state.with_(sectors=tuple(each for each in state.sectors if each.number != number))
        sector = state.sector(number) or Sector(number=number)
        owner = "" if value == NOBODY else str(value)
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
