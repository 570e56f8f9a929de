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
from companion.rules.eclipse.pieces import CUBES_ON, ORBITAL, Sector, Squadron, name, sector_as_printed, sector_name
from companion.rules.eclipse.pinning import placed
from companion.rules.eclipse.population import squares, tracks_of
from companion.rules.eclipse.presence import count, with_ships
from companion.rules.eclipse.squadrons import mark
from companion.rules.eclipse.state import State

Correctable = correcting.Correctable[State]
NOBODY = "none"
ON = "on_table"
OFF = "off_table"
FAR = 20
"""How far from the centre a sector can be said to lie, along each axis."""


def sector_values(state: State) -> Iterator[Correctable]:
    """Every sector of the box: whether it lies on the table and whose it is, then what lies on it."""
    tracked = state.tracks("sectors")
    title = "sectors on the table that were not told"
    yield Correctable(
        TABLE, "sectors_untold", title, state.sectors_untold, put=lambda s, v: s.with_(sectors_untold=bool(v))
    )
    for number in SECTORS:
        sector = state.sector(number)
        word = f"sector_{number}"
        value = _who(state, sector)
        title, choices = f"who controls {sector_name(number)}", (NOBODY, *state.seats, OFF)
        if not tracked:
            title, choices = f"whether {sector_name(number)} lies on the table", (ON, OFF)
        yield Correctable(TABLE, word, title, value, choices=choices, put=_owner(number))
        if sector is None:
            continue
        if tracked:
            yield from _content_values(sector)
        if state.tracks("map"):
            yield from _place_values(state, sector)
        if state.tracks("ship_places"):
            yield from _ship_values(state, sector)


def _who(state: State, sector: Sector | None) -> Value:
    """Who is believed to control a sector; None: not told."""
    if sector is None:
        return None if state.sectors_untold else OFF
    if not state.tracks("sectors"):
        return ON
    return (sector.owner or NOBODY) if sector.is_told("owner") else None


def _content_values(sector: Sector) -> Iterator[Correctable]:
    """What lies on a sector; None for what was not told."""
    number, word, where = sector.number, f"sector_{sector.number}", sector_name(sector.number)
    for thing in ("orbital", "monolith", "discovery", "gcds"):
        value = getattr(sector, thing) if sector.is_told(thing) else None
        yield Correctable(TABLE, f"{word}_{thing}", f"{thing} in {where}", value, put=_thing(number, thing))
    ancients = sector.ancients if sector.is_told("ancients") else None
    title = f"Ancients in {where}"
    yield Correctable(TABLE, f"{word}_ancients", title, ancients, 0, 4, put=_thing(number, "ancients"))
    for square, most in squares(sector).items():
        title = f"cubes on {square.replace('_', ' ')} in {where}"
        taken = sector.taken(square) if sector.is_told(f"{CUBES_ON}{square}") else None
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
        # Of a sector put on the table by hand nothing is known but what its print says and what is told.
        sector = state.sector(number) or sector_as_printed(number).forgotten
        if value == ON:
            return state.with_sector(sector)
        owner = "" if value == NOBODY else str(value)
        if owner and not sector.is_told("cubes"):
            return state.with_sector(sector.telling(owner=owner))  # its cubes are told one kind of square after another
        return state.with_sector(sector.telling(owner=owner, cubes=sector.cubes if owner == sector.owner else ()))

    return put


def _thing(number: int, thing: str) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        sector = state.sector(number)
        if sector is None:
            return state
        if thing == ORBITAL and not value:  # then no cube lies on it
            sector = sector.with_(untold=tuple(each for each in sector.untold if each != f"{CUBES_ON}{ORBITAL}"))
        return state.with_sector(sector.telling(**{thing: value}))

    return put


def _cubes(number: int, square: str) -> Callable[[State, Value], State]:
    def put(state: State, value: Value) -> State:
        sector = state.sector(number)
        if sector is None or not isinstance(value, int):
            return state
        others = tuple(each for each in sector.cubes if each[0] != square)
        mine = tuple(each for each in sector.cubes if each[0] == square)[:value]
        new = ((square, tracks_of(square)[0]),) * (value - len(mine))
        untold = tuple(each for each in sector.untold if each != f"{CUBES_ON}{square}")
        return state.with_sector(sector.with_(cubes=others + mine + new, untold=untold))

    return put
