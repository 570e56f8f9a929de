"""How many reputation tiles are drawn, what fits on a track, what untold tiles may be worth."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.contract import HIDDEN
from companion.rules.eclipse import reputation_track as track
from companion.rules.eclipse.reputation_track import Slots, Value

TERRAN = Slots(1, 4, 0)
HYDRAN = Slots(1, 3, 0)
ERIDANI = Slots(0, 4, 0)
ORION = Slots(0, 4, 1)
VALUES = st.one_of(st.none(), st.just(HIDDEN), st.integers(1, 4))


def test_tiles_in_the_box() -> None:
    assert [track.left_at_most(value, ()) for value in (1, 2, 3, 4)] == [12, 9, 7, 4]
    assert track.ALL_TILES == 32


@pytest.mark.parametrize(
    ("ship", "tiles"),
    [("interceptor", 1), ("starbase", 1), ("ancient", 1), ("cruiser", 2), ("dreadnought", 3), ("gcds", 3)],
)
def test_tiles_for_each_ship(ship: str, tiles: int) -> None:
    assert track.tiles_to_draw([ship], took_part=False) == tiles
    assert track.tiles_to_draw([ship], took_part=True) == tiles + 1


def test_p23_reputation() -> None:
    assert track.tiles_to_draw(["interceptor"] * 2, took_part=True) == 3
    assert track.tiles_to_draw(["interceptor"] * 3 + ["cruiser"], took_part=True) == 5


def test_p21_retreat_penalty() -> None:
    assert track.tiles_to_draw([], took_part=False) == 0
    assert track.tiles_to_draw(["cruiser"], took_part=False) == 2


@settings(deadline=None)
@given(st.lists(st.sampled_from(track.DESTROYABLE)), st.booleans())
def test_never_more_than_five(destroyed: list[str], took_part: bool) -> None:
    assert 0 <= track.tiles_to_draw(destroyed, took_part) <= 5


def test_what_fits() -> None:
    assert TERRAN.fit(1, 4)
    assert not TERRAN.fit(0, 5), "the fifth square holds an ambassador only"
    assert not TERRAN.fit(2, 4)
    assert TERRAN.fit(3, 2)
    assert HYDRAN.fit(1, 3)
    assert not HYDRAN.fit(0, 4)
    assert ERIDANI.fit(0, 4)
    assert not ERIDANI.fit(1, 4)
    assert ORION.fit(0, 5)
    assert ORION.fit(3, 2)
    assert not ORION.fit(4, 2)


def test_unknown_tiles_are_worth_what_is_left() -> None:
    assert track.worth((4, 2), (4, 2)) == (6, 6)
    assert track.worth((None,), (None,)) == (1, 4)
    assert track.worth((None, HIDDEN), (None, HIDDEN, 4, 4, 4)) == (2, 7)
    assert track.worth((None,), (None, *([1] * 12), 4, 4, 4, 4)) == (2, 3)


@settings(deadline=None)
@given(st.lists(VALUES, max_size=6), st.lists(VALUES, max_size=20))
def test_worth_is_a_range_that_telling_can_only_narrow(mine: list[Value], others: list[Value]) -> None:
    low, high = track.worth(mine, [*mine, *others])
    assert low <= high
    if track.unknown(mine) == 0:
        assert low == high == sum(value for value in mine if isinstance(value, int))
