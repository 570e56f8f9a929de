"""Sets of generated throws with fresh seeds: a slice on every run, the whole in `make soak` (`python -m
tests.vision.sets` prints the figures)."""

import pytest

from tests.vision import sets
from tests.vision.sets import Tally

FIRST = 3_000_000


@pytest.mark.parametrize("light", sets.LIGHTS)
def test_a_few_eclipse_throws(light: str) -> None:
    few = sets.measured("eclipse", range(FIRST, FIRST + 8), light)
    assert few.right >= 7
    assert few.silent == 0
    assert few.coloured >= 0.97 * few.dice


@pytest.mark.parametrize("light", sets.LIGHTS)
def test_a_few_coloured_throws(light: str) -> None:
    few = sets.measured("cosmic", range(FIRST, FIRST + 8), light)
    assert few.right >= 7
    assert few.silent == 0


def test_a_few_leaning_dice_are_asked_about() -> None:
    assert sets.measured("leaning", range(FIRST, FIRST + 12), "usual").silent <= 3


def test_a_few_scenes_without_dice_show_none() -> None:
    few = sets.measured("nothing", range(FIRST, FIRST + 12), "usual")
    assert few.silent == 0
    assert few.right >= 11


def test_a_few_animated_throws_are_read_once_and_in_time() -> None:
    few = sets.measured("animated", range(FIRST, FIRST + 4), "usual")
    assert (few.right, few.silent) == (few.n, 0)


@pytest.mark.soak
@pytest.mark.parametrize("light", sets.LIGHTS)
@pytest.mark.parametrize("part", range(4))
def test_eclipse_throws(light: str, part: int) -> None:
    check(sets.measured("eclipse", piece(part, 250), light), 0.975)


@pytest.mark.soak
@pytest.mark.parametrize("light", sets.LIGHTS)
@pytest.mark.parametrize("part", range(4))
def test_coloured_throws(light: str, part: int) -> None:
    check(sets.measured("cosmic", piece(part, 250), light), 0.975)


@pytest.mark.soak
@pytest.mark.parametrize("light", sets.LIGHTS)
def test_leaning_dice(light: str) -> None:
    found = sets.measured("leaning", piece(0, 300), light)
    assert found.silent <= 0.2 * found.n, found


@pytest.mark.soak
@pytest.mark.parametrize("light", sets.LIGHTS)
def test_scenes_without_dice(light: str) -> None:
    found = sets.measured("nothing", piece(0, 300), light)
    assert found.silent <= 0.02 * found.n, found
    assert found.right >= 0.85 * found.n, found


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_animated_throws(part: int) -> None:
    found = sets.measured("animated", piece(part, 100), "usual")
    assert (found.right, found.silent) == (found.n, 0), found


def piece(number: int, long: int) -> range:
    return range(FIRST + 1000 + number * long, FIRST + 1000 + (number + 1) * long)


def check(found: Tally, right: float) -> None:
    assert found.right >= right * found.n, found
    assert found.silent <= 0.004 * found.n, found
    assert found.coloured >= 0.99 * found.dice, found
