"""Sets of generated throws with fresh seeds: a slice on every run, the whole in `make soak` (`python -m
tests.vision.sets` prints the figures)."""

import json
from dataclasses import astuple
from pathlib import Path

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
    assert few.asked <= 4
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


@pytest.mark.parametrize("light", ["dim", "warm"])
@pytest.mark.parametrize("name", ["colours", "colours on the card"])
def test_a_few_colours_are_told_apart(name: str, light: str) -> None:
    few = sets.measured(name, range(FIRST, FIRST + 3), light)
    assert few.dice >= 5
    assert few.coloured >= 0.95 * few.dice


def test_parts_are_the_whole_and_each_holds_of_every_set() -> None:
    whole = sets.pieces(3000)
    parts = [whole[part::4] for part in range(4)]
    assert sum(piece.count for piece in whole if piece.name == "eclipse") == 3000
    assert sum(piece.count for piece in whole if piece.name == "animated") == 1000
    assert len(set(whole)) == len(whole) == sum(len(part) for part in parts)
    for part in parts:
        assert {piece.name for piece in part} == set(sets.SETS)


def test_what_is_kept_is_added_up_but_not_of_another_reader(tmp_path: Path) -> None:
    piece, other = sets.pieces(30)[:2]
    lines = [
        {"reader": sets.mark(), "piece": astuple(piece), "tally": [10, 9, 0, 1, 0, 0]},
        {"reader": "of yesterday", "piece": astuple(other), "tally": [10, 0, 10, 0, 0, 0]},
    ]
    file = tmp_path / "sets.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = sets.kept(file)
    assert done == {piece: Tally(10, 9, 0, 1)}
    assert list(sets.figures(done))[-1] == f"{piece.name}: 10 throws: 90.00% right, 0.00% silently wrong, 10.0% asked"
    assert sets.kept(tmp_path / "none") == {}


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
