"""When a throw lies still."""

import cv2
import numpy as np

from hardware.cameras import Frame, Image, Settling

RATE = 15


def tray(dice: list[tuple[int, int, int]], light: int = 0, seed: int = 0) -> Image:
    """A tray with white dice (x, y, pips) and the noise of a dim room."""
    image = np.full((720, 1280, 3), 60 + light, np.uint8)
    for x, y, pips in dice:
        cv2.rectangle(image, (x, y), (x + 68, y + 68), (225, 225, 225), -1)
        for pip in range(pips):
            cv2.circle(image, (x + 16 + 18 * (pip % 3), y + 20 + 28 * (pip // 3)), 7, (20, 20, 20), -1)
    noise = np.random.default_rng(seed).normal(0, 4, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def told(*scenes: tuple[list[Image], float]) -> list[float]:
    """When Settling says that a throw rests; each scene shows its pictures in turn for some seconds."""
    settling, now, said = Settling(), 0.0, []
    for pictures, seconds in scenes:
        for step in range(round(seconds * RATE)):
            if settling.feed(Frame(pictures[step % len(pictures)], now)):
                said.append(round(now, 1))
            now += 1 / RATE
    return said


def still(dice: list[tuple[int, int, int]], light: int = 0) -> list[Image]:
    return [tray(dice, light, seed) for seed in range(3)]


FIRST = still([(300, 300, 3), (700, 200, 5)])
ROLLING = [tray([(300 + 90 * step, 300, 3), (700, 200 + 60 * step, 6)], seed=step) for step in range(6)]
HAND = [tray([(300, 300, 3), (100 + 150 * step, 100, 0), (200 + 150 * step, 200, 0)], seed=step) for step in range(5)]


def test_a_throw_is_told_once() -> None:
    assert told((ROLLING, 1.0), (FIRST, 3.0)) == [1.6]


def test_each_throw_is_told() -> None:
    assert len(told((FIRST, 2.0), (ROLLING, 1.0), (still([(500, 400, 3), (600, 100, 5)]), 2.0))) == 2


def test_one_die_turned_over_in_its_place_is_a_throw() -> None:
    assert len(told((FIRST, 2.0), (HAND, 1.0), (still([(300, 300, 4), (700, 200, 5)]), 2.0))) == 2


def test_a_hand_that_changes_nothing_is_no_throw() -> None:
    assert len(told((FIRST, 2.0), (HAND, 1.0), (FIRST, 2.0))) == 1


def test_a_lamp_is_no_throw() -> None:
    assert len(told((FIRST, 2.0), (still([(300, 300, 3), (700, 200, 5)], light=12), 2.0))) == 1


def test_nothing_is_told_while_dice_roll() -> None:
    assert told((ROLLING, 5.0)) == []
