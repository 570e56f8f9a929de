"""A throw is read once, when it has come to rest; a hand is no throw."""

import numpy as np
import pytest

from vision import studio
from vision.settling import QUIET, Settling


def rests(frames: list[tuple[np.ndarray, float]]) -> list[float]:
    """When throws rested, after a first look of half a second at what the first frame shows."""
    picture, began = frames[0]
    watch = Settling()
    looked = [watch.feed(picture, began - 0.6 + n / 15) == "resting" for n in range(8)]
    assert any(looked)
    found = []
    for picture, seconds in frames:
        state = watch.feed(picture, seconds)
        if watch.rested:
            assert state == "resting"
            found.append(seconds)
    return found


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_one_rest_per_throw_and_none_too_early(seed: int) -> None:
    frames = list(studio.frames(seed, size=(320, 240)))
    found = rests([(frame.image, frame.seconds) for frame in frames])
    stopped = next(frame.seconds for frame in frames if frame.state == "resting")
    assert len(found) == 1
    assert stopped <= found[0] <= stopped + QUIET + 0.1


def test_the_empty_tray_is_no_throw() -> None:
    empty = next(studio.frames(1, size=(320, 240))).image
    rng = np.random.default_rng(0)
    noisy = [(np.clip(empty + rng.normal(0, 3, empty.shape), 0, 255).astype(np.uint8), n / 15) for n in range(40)]
    watch = Settling()
    states = [watch.feed(picture, seconds) for picture, seconds in noisy]
    first = states.index("resting")
    assert set(states[:first]) == {"moving"}
    assert set(states[first + 1 :]) == {"empty"}


def test_dice_that_lie_there_already_are_a_throw() -> None:
    lying = list(studio.frames(1, size=(320, 240)))[-1].image
    watch = Settling()
    rested = []
    for n in range(20):
        watch.feed(lying, n / 15)
        rested.append(watch.rested)
    assert sum(rested) == 1


def hand(picture: np.ndarray, reach: int, sway: int = 0) -> np.ndarray:
    with_hand = picture.copy()
    with_hand[90 + sway : 150 + sway, : max(0, reach)] = (120, 150, 200)
    return with_hand


def test_a_hand_passing_through_the_empty_tray_is_no_throw() -> None:
    empty = next(studio.frames(1, size=(320, 240))).image
    path = [*range(0, 200, 20), *range(200, -1, -20)]
    frames = [(empty, 0.0)] + [(hand(empty, reach), (n + 1) / 15) for n, reach in enumerate(path)]
    frames += [(empty, frames[-1][1] + (n + 1) / 15) for n in range(20)]
    assert rests(frames) == []


def test_a_swaying_hand_over_resting_dice_holds_the_reading_back() -> None:
    thrown = [(frame.image, frame.seconds) for frame in studio.frames(2, size=(320, 240), rest=0.1)]
    picture, last = thrown[-1]
    rng = np.random.default_rng(3)
    swaying = [
        (hand(picture, 110 + int(rng.integers(0, 6)), int(rng.integers(0, 6))), last + (n + 1) / 15) for n in range(20)
    ]
    gone = [(picture, swaying[-1][1] + (n + 1) / 15) for n in range(12)]
    found = rests(thrown + swaying + gone)
    assert len(found) == 1
    assert found[0] > swaying[-1][1]


def test_a_second_throw_is_read_again() -> None:
    first = [(frame.image, frame.seconds) for frame in studio.frames(5, size=(320, 240))]
    second = [(picture, first[-1][1] + 0.1 + seconds) for picture, seconds in first]
    assert len(rests(first + second)) == 2


def test_a_nudged_die_is_read_again() -> None:
    frames = list(studio.frames(5, size=(320, 240)))
    last = frames[-1]
    x, y, width, height = last.dice[0].box
    nudged = last.image.copy()
    nudged[y : y + height, x : x + width] = last.image[2:12, 2:12].mean(axis=(0, 1))
    thrown = [(frame.image, frame.seconds) for frame in frames]
    assert len(rests(thrown + [(nudged, last.seconds + n / 15) for n in range(1, 12)])) == 2


def test_a_camera_that_comes_back_with_another_size_begins_anew() -> None:
    watch = Settling()
    for n in range(8):
        watch.feed(np.zeros((240, 320, 3), np.uint8), n / 15)
    assert watch.feed(np.zeros((240, 240, 3), np.uint8), 1.0) == "moving"
    rested = []
    for n in range(8):
        watch.feed(np.zeros((240, 240, 3), np.uint8), 1.0 + n / 15)
        rested.append(watch.rested)
    assert sum(rested) == 1
