"""What each field of the board looks like, and where it is seen from. Pure: no Kivy."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.cosmic_empires.catalog import COLOURS, KIND_OF, KINDS, board_of
from companion.rules.cosmic_empires.catalog.outlines import SIDES, place_of, start_side
from companion.rules.cosmic_empires.state import HOME, Ship, Space, State

SIGNS: Final = {
    "equipment_planet": "EQ",
    "event_planet": "EV",
    "shipyard_planet": "YD",
    "population_planet": "PO",
    "diplomacy_planet": "DI",
    "shipyard_station": "YD",
    "research_centre": "RC",
    "outpost": "OP",
    "smugglers_hiding_place": "SM",
    "colony_station": "CO",
    "asteroid_field": "AS",
    "free_space": "FS",
    "neutral_pirates": "PI",
    "wormhole": "WH",
}
"""Two letters for each kind of field; a planet has a ring of stones round them."""
MOST_ROWS: Final = 6
"""Rows of thumbs that fit below the header."""


@dataclass(frozen=True, slots=True)
class FieldLook:
    """One field as it lies on the table: nothing here that not everybody sees."""

    space: str
    sign: str = ""
    """"" while it is concealed."""
    shape: str = ""
    """planet, station, pirates, wormhole, open (asteroids, free space), or "" while concealed."""
    owner: str = ""
    ring: tuple[str, ...] = ()
    """Of a planet, the colour of each stone, "" for an empty place."""
    fleets: tuple[tuple[str, int, int], ...] = ()
    """(seat, frigates, cruisers) of whoever has ships there."""
    looked: tuple[str, ...] = ()
    """Seats that examined it while concealed."""
    passage: bool = False
    """The mobile passage marker lies there."""
    strength: str = ""
    """Ships of neutral pirates: "2+1"."""


@dataclass(frozen=True, slots=True)
class Home:
    """A starting field beside the board: whose (or "" while it is free), its slot, and how many ships are there."""

    slot: str
    column: int
    row: int
    side: str
    seat: str = ""
    ships: int = 0


@dataclass(frozen=True, slots=True)
class Laid:
    """A board as it is seen: how many columns and rows, where each space is (column, row from the top left), homes."""

    columns: int
    rows: int
    places: dict[str, tuple[int, int]]
    homes: tuple[Home, ...]


def turned(column: int, row: int, columns: int, rows: int, quarters: int) -> tuple[int, int]:
    """A place on a board of so many columns and rows, seen after `quarters` turns to the right."""
    for _ in range(quarters % 4):
        column, row = rows - 1 - row, column
        columns, rows = rows, columns
    return column, row


def turns(state: State) -> tuple[int, ...]:
    """The quarter turns in which the board fits the panel, those that lie as they do first."""
    columns, rows = _extent(board_of(state.board).spaces)
    return tuple(
        quarters for quarters in range(4) if (rows, columns)[quarters % 2] <= max(MOST_ROWS, min(rows, columns))
    )


def _extent(spaces: Iterable[str]) -> tuple[int, int]:
    places = [place_of(space) for space in spaces]
    return 1 + max(column for column, _ in places), 1 + max(row for _, row in places)


def laid(state: State, quarters: int) -> Laid:
    """The board as it is seen after so many quarter turns."""
    board = board_of(state.board)
    columns, rows = _extent(board.spaces)
    sides = list(SIDES)
    places = {space: turned(*place_of(space), columns, rows, quarters) for space in board.spaces}
    homes = []
    sitting = {player.start: player for player in state.players if player.start}
    for slot, space in board.starts[state.option("start_slots")].items():
        side = sides[(sides.index(start_side(board, slot, space)) + quarters) % 4]
        player = sitting.get(slot)
        ships = sum(ship.at == HOME for ship in player.ships) if player is not None else 0
        homes.append(Home(slot, *places[space], side, player.seat if player is not None else "", ships))
    if quarters % 2:
        columns, rows = rows, columns
    return Laid(columns, rows, places, tuple(homes))


def look(state: State, space: Space) -> FieldLook:
    """How a field looks to everybody."""
    fleets = tuple(
        (player.seat, *classes(ship for ship in player.ships if ship.at == space.name))
        for player in state.players
        if any(ship.at == space.name for ship in player.ships)
    )
    passage = state.mobile == space.name
    if not space.card:
        return FieldLook(space.name, fleets=fleets, looked=space.looked, passage=passage)
    kind = space.kind_key
    ring: list[str] = []
    strength = ""
    if space.planet:
        ring = [colour for colour, count in zip(COLOURS, space.stones, strict=True) for _ in range(count)]
        ring += [""] * (space.size - len(ring))
    elif kind == "neutral_pirates":
        strength = _strength(state.contents[space.card])
    return FieldLook(space.name, SIGNS[kind], shape_of(kind), space.owner, tuple(ring), fleets, (), passage, strength)


CLASSES: Final = ("frigate", "cruiser")


def classes(ships: Iterable[Ship]) -> tuple[int, int]:
    """How many of some ships are frigates, and how many cruisers."""
    kinds = [ship.kind for ship in ships]
    return kinds.count("frigate"), kinds.count("cruiser")


def shape_of(kind: str) -> str:
    """The outline by which a kind of field is told."""
    if kind == "neutral_pirates":
        return "pirates"
    if kind == "wormhole":
        return "wormhole"
    category = KINDS[kind].category
    return category if category in ("planet", "station") else "open"


def _strength(content: Sequence[Any]) -> str:
    frigates, cruisers = (int(word) for word in content[:2])
    return fleet_words(frigates, cruisers)


def fleet_words(frigates: int, cruisers: int) -> str:
    """Ships on a field, in a sign: "2" frigates, "2+1" with a cruiser, "+1" a cruiser alone."""
    return f"{frigates or ''}+{cruisers}" if cruisers else str(frigates)


def field_name(state: State, space: Space) -> str:
    """A field in words: "Event planet Cassiopeia", "concealed"."""
    if not space.card:
        return "concealed"
    title = KINDS[KIND_OF[space.card]].title
    if space.planet:
        name = state.contents[space.card][1:]
        return f"{title} {' '.join(str(word).replace('_', ' ').title() for word in name)}".strip()
    if space.kind_key == "neutral_pirates":
        frigates, cruisers, prizes = state.contents[space.card]
        return f"{title}: {ships_words(int(frigates), int(cruisers))}, {prizes} prize{'s' * (prizes != 1)}"
    return title


def ships_words(frigates: int, cruisers: int) -> str:
    """ "2 frigates, 1 cruiser"."""
    told = [
        f"{count} {kind}{'s' * (count != 1)}"
        for count, kind in zip((frigates, cruisers), CLASSES, strict=True)
        if count
    ]
    return ", ".join(told) or "no ship"


def field_lines(state: State, name: str) -> list[str]:
    """What there is to know of a field, line by line, for everybody's eyes."""
    space = state.places[name]
    found = []
    if space.planet or space.marked:
        found.append(f"controlled by {space.owner.capitalize()}" if space.owner else "controlled by nobody")
    if space.planet:
        stones = [f"{n} {c}" for c, n in zip(COLOURS, space.stones, strict=True) if n]
        found.append(f"stones: {', '.join(stones) or 'none'}")
        found.append(f"icon {state.contents[space.card][0]}" + ("" if space.card in state.told else " (a guess)"))
    for player in state.players:
        here = [ship for ship in player.ships if ship.at == name]
        if here:
            told = ships_words(*classes(here))
            fitted = [f"{n} {word}" for word in ("weapon", "shield") if (n := sum(getattr(s, word) for s in here))]
            found.append(f"{player.seat.capitalize()}: {told}" + (f" ({', '.join(fitted)})" if fitted else ""))
    if not space.card and space.looked:
        found.append(f"examined by {', '.join(seat.capitalize() for seat in space.looked)}")
    if state.mobile == name:
        found.append("the mobile passage marker lies here")
    return found
