"""The map: places, directions, rotations, starting spots, and what wormholes connect."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.eclipse import GAME
from companion.rules.eclipse.catalog import PLAYERS, SECTORS
from companion.rules.eclipse.hexes import (
    DIRECTIONS,
    distance,
    neighbours,
    openings,
    opposite,
    ring,
    start_place,
    tiles_of,
)
from companion.rules.eclipse.wormholes import charted, hops
from tests.rules.eclipse.maps import COLUMN, column, laid
from tests.rules.playing import ALIENS, begin, full, play

PLACES = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


def test_wormholes_of_the_box() -> None:
    count = Counter[str]()
    for tile in SECTORS.values():
        assert len(set(tile.wormholes)) == len(tile.wormholes)
        assert set(tile.wormholes) <= set(range(6))
        count[tile.ring] += len(tile.wormholes)
    assert count == {"centre": 6, "inner": 36, "middle": 39, "start": 48, "outer": 47}
    assert {tile.wormholes for tile in SECTORS.values() if tile.ring == "start"} == {(0, 1, 3, 4)}
    assert [len(tiles_of(stack)) for stack in ("inner", "middle", "outer")] == [8, 11, 18]


@given(PLACES)
def test_neighbours_are_mutual_and_one_step_away(place: tuple[int, int]) -> None:
    around = neighbours(place)
    assert len(set(around)) == 6
    for direction, beside in enumerate(around):
        assert neighbours(beside)[opposite(direction)] == place
        assert abs(distance(beside) - distance(place)) <= 1


def test_rings_hold_6_12_and_all_the_rest() -> None:
    every = [(q, r) for q in range(-5, 6) for r in range(-5, 6)]
    rings = Counter(ring(place) for place in every)
    assert (rings["centre"], rings["inner"], rings["middle"]) == (1, 6, 12)
    assert ring((3, -3)) == ring((9, 4)) == "outer"
    # clockwise: each direction lies beside the next one
    for one, other in pairwise((*DIRECTIONS, DIRECTIONS[0])):
        assert other in neighbours(one)


@given(st.sampled_from(sorted(SECTORS)), st.integers(0, 5))
def test_turning_moves_every_wormhole(number: int, rotation: int) -> None:
    printed = SECTORS[number].wormholes
    assert openings(number, rotation) == {(edge + rotation) % 6 for edge in printed}
    assert openings(number, 0) == set(printed)


@pytest.mark.parametrize("players", range(2, 7))
def test_starting_sectors_lie_two_away_and_face_the_centre(players: int) -> None:
    state = full(" ".join(list(ALIENS)[:players]))
    places = []
    for seat, direction in zip(state.seats, PLAYERS[players].start_positions, strict=True):
        (home,) = state.owned(seat)
        assert home.at == start_place(direction)
        assert ring(home.at) == "middle"
        assert opposite(direction) in openings(home.number, home.rotation)
        assert home.ships == ((seat, "interceptor", 1),)
        assert home.entered == (seat,)
        places.append(home.at)
    assert len(set(places)) == players
    centre = state.sector(1)
    assert centre is not None
    assert centre.at == (0, 0)
    assert GAME.laws(state) == []


def test_orion_begins_with_a_cruiser_at_home() -> None:
    home = full("black=orion red").owned("black")[0]
    assert home.ships == (("black", "cruiser", 1),)


def test_starting_sectors_may_be_turned_by_house_rule() -> None:
    state = begin("red blue", GAME.presets["full"], start_rotation="free", technology_tiles="untold")
    assert {d.seat for d in state.decisions if d.name == "setup.rotation"} == {"red", "blue"}
    state = play(state, "blue: turn_home 4", "red: turn_home 0")
    assert state.phase == "action"
    assert [state.owned(seat)[0].rotation for seat in state.seats] == [0, 4]


def test_a_wormhole_needs_both_sides_or_the_generator() -> None:
    chart = charted(((201, (0, 0), 0), (202, (0, 1), 0), (203, (1, 0), 0), (204, (0, -1), 0)))
    # 201 opens NE, S, NW; 202 below it opens NE, S, NW and nothing to the north
    assert chart.touching[201] == (204, 203, 202)
    assert 202 not in chart.full[201]
    assert 202 in chart.half[201]
    # 204 above it opens S but 201 has nothing to the north
    assert 204 not in chart.full[201]
    # 203 to the south-east of 201 opens NW, 201 has nothing there
    assert chart.full[201] == ()
    turned = charted(((201, (0, 0), 1), (203, (1, 0), 0)))  # 201 now opens SE, SW, N
    assert turned.full == {201: (203,), 203: (201,)}


def test_untold_places_are_on_no_chart() -> None:
    chart = charted(((201, None, 0), (202, (0, 1), 0)))
    assert chart.untold == {201}
    assert chart.full == {202: ()}


@given(
    st.lists(st.tuples(st.sampled_from(sorted(SECTORS)), PLACES, st.integers(0, 5)), max_size=20).map(
        lambda rows: tuple({number: (number, place, turn) for number, place, turn in rows}.values())
    )
)
def test_links_are_mutual_and_full_ones_are_half_ones_too(
    rows: tuple[tuple[int, tuple[int, int], int], ...],
) -> None:
    if len({place for _, place, _ in rows}) != len(rows):
        return
    chart = charted(rows)
    for links in (chart.full, chart.half, chart.touching):
        assert all(one in links[other] for one, others in links.items() for other in others)
    for number in chart.place:
        assert set(chart.full[number]) <= set(chart.half[number]) <= set(chart.touching[number])


def test_hops_go_through_what_may_be_passed() -> None:
    state = column(full(), 5)
    links = state.chart.full
    assert hops(links, COLUMN[0], lambda _: True) == {number: steps for steps, number in enumerate(COLUMN[:5])}
    assert hops(links, COLUMN[0], lambda number: number != COLUMN[2]) == dict(zip(COLUMN[:3], range(3), strict=True))
    assert max(hops(links, COLUMN[0], lambda _: True, most=2).values()) == 2


def test_the_chart_follows_the_sectors() -> None:
    state = full()
    assert 201 not in state.chart.place
    state = laid(state, 201, (1, -1))
    assert state.chart.place[201] == (1, -1)
    sector = state.sector(201)
    assert sector is not None
    assert state.with_sector(sector.with_(rotation=2)).chart.turned[201] == 2
