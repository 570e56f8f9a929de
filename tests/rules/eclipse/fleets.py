"""Positions for tests of the combat phase: everybody has passed, ships and sectors as wanted."""

from __future__ import annotations

from companion.rules.eclipse.blueprints import with_tile
from companion.rules.eclipse.catalog import SHIPS, TRACKS
from companion.rules.eclipse.hexes import neighbours
from companion.rules.eclipse.presence import put_ships
from companion.rules.eclipse.sectors import lay
from companion.rules.eclipse.state import State
from companion.rules.eclipse.wormholes import connected
from tests.rules.playing import full, play, started

FLEET = (8, 4, 2, 4)


def in_combat(seats: str = "blue red", **options: str) -> State:
    """The combat phase; every seat has all its ships."""
    state = started(seats, **options)
    state = play(state, *(f"{seat}: pass" for seat in state.seats))
    assert state.phase == "combat"
    for seat in state.seats:
        state = state.change(seat, ships=FLEET)
    return state


def settle(state: State, number: int, seat: str, *cubes: tuple[str, str]) -> State:
    """The sector laid, with the seat's disc and these cubes (square, track), taken from its board."""
    state = lay(state, number)
    sector = state.sector(number)
    assert sector is not None
    player = state.player(seat)
    left = list(player.cubes)
    for _, track in cubes:
        left[TRACKS.index(track)] -= 1
    state = state.change(seat, cubes=tuple(left), discs=player.discs - 1)
    return state.with_sector(sector.with_(owner=seat, cubes=cubes, ancients=0, discovery=False))


def fleets(
    seats: str = "red blue",
    number: int = 305,
    there: str = "red interceptor 1, blue interceptor 1",
    prints: dict[str, tuple[str, ...]] | None = None,
    owner: str = "",
    cubes: tuple[tuple[str, str], ...] = (),
) -> State:
    """The end of an action phase at full tracking, one pass short of combat, with these ships in a sector.

    `there` in order of entry: "SEAT TYPE HOW_MANY", with commas between; `prints`: "SEAT TYPE" → tiles by square. The
    sector lies far out to the south, without Ancients unless its tile is not changed by the test.
    """
    state = full(seats)
    state = stand(state, number, (0, 5), owner, cubes)
    return arm(state, number, there, prints or {})


def stand(
    state: State, number: int, at: tuple[int, int], owner: str = "", cubes: tuple[tuple[str, str], ...] = ()
) -> State:
    """A sector laid at that place without Ancients and discovery, with an owner and population, if any."""
    state = settle(state, number, owner, *cubes) if owner else lay(state, number)
    sector = state.sector(number)
    assert sector is not None
    return state.with_sector(sector.with_(at=at, rotation=0, ancients=0, discovery=False))


def arm(state: State, number: int, there: str, prints: dict[str, tuple[str, ...]]) -> State:
    """Ships put into a sector, and tiles on blueprints."""
    for words in filter(None, there.split(", ")):
        seat, ship, many = words.split()
        player = state.player(seat)
        ships = list(player.ships)
        ships[SHIPS.index(ship)] += int(many)  # type: ignore[arg-type]
        state = put_ships(state.change(seat, ships=tuple(ships)), number, seat, ship, int(many))
    for words, tiles in prints.items():
        seat, ship = words.split()
        for square, part in enumerate(tiles, 1):
            if part:
                state = state.with_player(with_tile(state.player(seat), ship, square, part))
    return state


def to_combat(state: State) -> State:
    """Everybody passes."""
    while state.phase == "action":
        state = play(state, f"{state.active}: pass")
    return state


def link(state: State, number: int, other: int, full_wormhole: bool = True) -> State:
    """`other`, which lies on the table, moved beside `number`: a wormhole connects them on both sides, or on one."""
    sector, moved = state.sector(number), state.sector(other)
    assert sector is not None
    assert moved is not None
    assert sector.at is not None
    for place in neighbours(sector.at):
        if any(each.at == place for each in state.sectors if each.number != other):
            continue
        for rotation in range(6):
            new = state.with_sector(moved.with_(at=place, rotation=rotation))
            both = connected(new, number, other, generator=False) == "yes"
            one = connected(new, number, other, generator=True) == "yes"
            if both if full_wormhole else one and not both:
                return new
    raise AssertionError(f"{other} cannot be linked to {number}")
