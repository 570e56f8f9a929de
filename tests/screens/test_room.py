"""Words over a screen: where nothing is pressed."""

from hypothesis import given
from hypothesis import strategies as st

from companion.screens.room import Rect, room

SIZE = (800.0, 480.0)
RECTS = st.lists(st.tuples(*(st.floats(0, limit, allow_nan=False) for limit in (700, 400, 300, 100))), max_size=6)


def test_beside_what_is_pressed_in_the_title_row() -> None:
    undo: Rect = (600.0, 420.0, 200.0, 60.0)
    assert room(SIZE, [undo], 200, 40, 5) == (5, 435, 590, 40)


def test_below_a_title_row_that_is_full() -> None:
    left, foot, wide, tall = room(SIZE, [(0.0, 400.0, 800.0, 80.0)], 200, 40, 5)
    assert (left, wide) == (5, 790)
    assert foot + tall <= 400


@given(RECTS)
def test_nothing_pressed_is_covered_while_there_is_room(pressed: list[Rect]) -> None:
    left, foot, wide, tall = room(SIZE, pressed, 200, 40, 5)
    assert min(left, foot) >= 0
    assert left + wide <= 800
    assert foot + tall <= 480
    if wide < 790 or not pressed:
        for x, y, w, h in pressed:
            assert x >= left + wide or x + w <= left or y >= foot + tall or y + h <= foot
