"""Close-ups have one size whatever the die's, keep its place, and show its colours."""

import numpy as np
import pytest

from vision import closeups, coloured, studio, values
from vision.closeups import SIDE
from vision.finder import Found
from vision.reading import Die

ANY = np.full(7, 1 / 7)


def found(die: Die) -> Found:
    x, y, width, height = die.box
    return Found(x + width / 2, y + height / 2, float(np.sqrt(width * height)), 1.0, ANY)


@pytest.mark.parametrize("size", [12.0, 40.0, 90.0, 300.0])
def test_one_size_whatever_the_die_is(size: int) -> None:
    picture = np.zeros((480, 640, 3), np.uint8)
    x, y, half = 300, 200, round(size / 2)
    picture[y - half : y + half, x - half : x + half] = 255
    near = closeups.closeup(picture, Found(x, y, size, 1.0, ANY))
    assert near.shape == (SIDE, SIDE, 3)
    edge = SIDE / (2 * closeups.REACH)
    lit = near[:, :, 0] > 127
    assert lit.sum() == pytest.approx(edge**2, rel=0.15)
    rows, columns = np.nonzero(lit)
    assert rows.mean() == pytest.approx((SIDE - 1) / 2, abs=1.0)
    assert columns.mean() == pytest.approx((SIDE - 1) / 2, abs=1.0)


def test_beyond_the_edge_of_the_picture() -> None:
    picture = np.full((100, 100, 3), 77, np.uint8)
    for x, y in ((-60.0, 50.0), (0.0, 0.0), (160.0, 160.0)):
        assert closeups.closeup(picture, Found(x, y, 200.0, 1.0, ANY)).shape == (SIDE, SIDE, 3)


def test_every_view_reads_the_same_die() -> None:
    picture, lying = studio.throw(2, [("yellow", 6), ("red", 2), ("orange", 3)])
    dice = [found(die) for die in lying]
    for view in (closeups.PLAIN, *closeups.OTHERS):
        read = closeups.chances(values.load(), closeups.seen(picture, dice, view))
        assert read.sum(axis=1) == pytest.approx(1)
        assert (1 + read[:, 1:7].argmax(axis=1)).tolist() == [6, 2, 3]


def test_coloured_faces_have_a_reader_of_their_own() -> None:
    picture, lying = studio.throw(4, [("white", "red"), ("yellow", "blue"), ("white", "white")], kind="cosmic")
    read = closeups.chances(coloured.load(), closeups.seen(picture, [found(die) for die in lying]))
    assert [coloured.KINDS[n] for n in read[:, 1:-1].argmax(axis=1)] == [(die.colour, die.face) for die in lying]


@pytest.mark.parametrize("value", [1, 6])
def test_the_body_is_what_is_common_on_top_and_the_pips_are_least_like_it(value: int) -> None:
    picture, (die,) = studio.throw(5, [("yellow", value)])
    body, ink = closeups.colours(closeups.closeup(picture, found(die)))
    assert body[2] > 165  # yellow: far along Lab's b
    assert ink[0] < body[0] - 40  # its pips are dark
