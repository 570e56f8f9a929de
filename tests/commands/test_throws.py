"""Whole throws through the tray, settling and reader: what was nudged, forgotten, added or swapped is noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.table.tray import Throw, Tray
from hardware.cameras import Frame
from vision import reader
from vision.pixels import Image
from vision.settling import Settling
from vision.studio import scene
from vision.studio.scene import Scene

RATE = 20  # pictures a second
ASKED = [("yellow", 5), ("orange", 2), ("red", 3)]
SEED = 12


class Table:
    """A tray that a live camera sees: `show` what lies there, and what is read of it is in `throws`."""

    def __init__(self, expected: Mapping[str, int] | None = None) -> None:
        self.throws: list[Throw] = []
        self._settling = Settling()
        self._number = 0
        self._tray = Tray(None, self._rested, self._read, self.throws.append)  # type: ignore[arg-type]
        self._tray.expect(expected)
        self.show(drawn([]), 8)
        self.throws.clear()  # the first look, at what lies there before anybody throws

    def show(self, picture: Image, pictures: int = 8) -> None:
        """So many pictures of it, each with its own grain."""
        for _ in range(pictures):
            grain = np.random.default_rng(self._number).normal(0, 2, picture.shape)
            seen = np.clip(picture + grain, 0, 255).astype(np.uint8)
            self._tray._look(Frame(seen, self._number / RATE), False)
            self._number += 1

    def reach_in(self, picture: Image, *, still: int = 0) -> None:
        """A hand comes in from the left, stays, trembling, and goes again."""
        there = [40, 120, 220, 300]
        for reach in [*there, *(300 + n % 3 for n in range(still)), 220, 130, 50]:
            self.show(hand(picture, reach), 1)

    def _rested(self, frame: Any) -> bool:
        self._settling.feed(frame.image, frame.at)
        return self._settling.rested

    @staticmethod
    def _read(image: Any, *, expected: Mapping[str, int] | None, faces: tuple[str, ...]) -> Any:
        return reader.read(image, expected=expected)

    @property
    def last(self) -> list[tuple[str, int | None]]:
        return sorted((die.colour, die.value) for die in self.throws[-1].reading.dice)


def thrown(dice: list[tuple[str, int]]) -> Scene:
    return scene.scene(SEED, dice)


def drawn(dice: list[tuple[str, int]]) -> Image:
    """Dice in one and the same tray, each in a place of its own."""
    full = thrown(ASKED)
    return (
        scene.draw(replace(full, poses=full.poses[: len(dice)], makes=full.makes[: len(dice)]))[0]
        if dice
        else scene.draw(replace(full, poses=(), makes=()))[0]
    )


def hand(picture: Image, reach: int) -> Image:
    """An arm and a fist, `reach` pixels from the left edge."""
    covered = picture.copy()
    cv2.rectangle(covered, (0, 190), (reach, 290), (60, 70, 50), -1)
    cv2.circle(covered, (reach, 240), 62, (120, 150, 200), -1, cv2.LINE_AA)
    return covered


@pytest.fixture(scope="module")
def lying() -> Image:
    return drawn(ASKED)


def test_one_reading_of_a_throw_and_none_for_a_hand_that_passes(lying: Image) -> None:
    table = Table()
    table.reach_in(lying)
    table.show(lying, 20)
    assert len(table.throws) == 1
    assert table.last == sorted(ASKED)
    table.reach_in(lying, still=20)
    table.show(lying, 20)
    assert len(table.throws) == 1


def test_a_die_that_is_nudged_or_turned_where_it_lies_is_read_again(lying: Image) -> None:
    table = Table()
    table.show(lying)
    assert table.last == sorted(ASKED)
    other = thrown([("yellow", 4), *ASKED[1:]])
    turned = scene.draw(
        replace(other, poses=(replace(thrown(ASKED).poses[0], turn=other.poses[0].turn), *other.poses[1:]))
    )[0]
    table.reach_in(turned)
    table.show(turned)
    assert len(table.throws) == 2
    assert table.last == sorted([("yellow", 4), *ASKED[1:]])
    nudged = replace(
        other,
        poses=(replace(other.poses[0], middle=other.poses[0].middle + np.array([0.3, 0.1, 0.0])), *other.poses[1:]),
    )
    table.show(scene.draw(nudged)[0])
    assert len(table.throws) == 3


def test_a_die_that_creeps_is_not_read_before_it_stops() -> None:
    table = Table()
    still = thrown(ASKED)
    for step in range(14):
        at = still.poses[0].middle + np.array([0.02 * (13 - step), 0.0, 0.0])
        table.show(scene.draw(replace(still, poses=(replace(still.poses[0], middle=at), *still.poses[1:])))[0], 1)
        assert not table.throws
    table.show(drawn(ASKED))
    assert len(table.throws) == 1


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ({"yellow": 1, "orange": 1, "red": 1}, ""),
        ({"yellow": 2, "orange": 1, "red": 1}, "2 yellow 1 orange 1 red should lie there"),
        ({"yellow": 1, "red": 1}, "1 yellow 1 red should lie there"),
        ({"yellow": 1, "orange": 2}, "1 yellow 2 orange should lie there"),
    ],
)
def test_fewer_more_and_wrong_dice_are_said(lying: Image, expected: dict[str, int], said: str) -> None:
    table = Table(expected)
    table.show(lying)
    reading = table.throws[-1].reading
    assert table.last == sorted(ASKED)
    assert reading.reason.startswith(said) if said else reading.certain
    assert reading.certain is not bool(said)


def test_a_sleeve_over_a_die_leaves_it_out_until_it_is_gone(lying: Image) -> None:
    table = Table({"yellow": 1, "orange": 1, "red": 1})
    x, y, width, height = scene.draw(thrown(ASKED))[1][0].box
    covered = lying.copy()
    covered[max(0, y - 20) : y + height + 20, : x + width + 20] = (60, 70, 50)
    table.show(covered, 12)
    assert not any(throw.reading.certain for throw in table.throws)
    table.show(lying)
    assert table.throws[-1].reading.certain
    assert Counter(table.last) == Counter(ASKED)
