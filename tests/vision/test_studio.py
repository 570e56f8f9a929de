import numpy as np
import pytest

from vision import studio


def test_a_seed_is_a_throw() -> None:
    first, dice = studio.throw(8)
    again, same = studio.throw(8)
    assert (first == again).all()
    assert dice == same
    assert first.shape == (480, 640, 3)
    assert first.dtype == np.uint8
    other, _ = studio.throw(9)
    assert (first != other).any()


def test_what_is_asked_for_lies_there() -> None:
    asked = [("yellow", 6), ("red", 1), ("blue", 3)]
    _, dice = studio.throw(1, asked)
    assert [(die.colour, die.value) for die in dice] == asked
    assert all(die.box[2] > 15 and die.box[3] > 15 for die in dice)


def test_eighteen_dice_fit() -> None:
    _, dice = studio.throw(1, [("yellow", 1 + n % 6) for n in range(18)])
    assert len(dice) == 18


@pytest.mark.parametrize(
    ("dice", "word"), [([("mauve", 1)], "mauve"), ([("red", 7)], "7"), ([("red", 1)] * 400, "400")]
)
def test_what_cannot_be_drawn_is_said(dice: list[tuple[str, int]], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        studio.throw(1, dice, size=(160, 120))


def test_frames_run_from_empty_to_rest() -> None:
    states = [frame.state for frame in studio.frames(4, size=(160, 120))]
    order = [state for n, state in enumerate(states) if n == 0 or states[n - 1] != state]
    assert order == ["empty", "moving", "resting"]
