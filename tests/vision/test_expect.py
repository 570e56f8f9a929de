import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import expect
from vision.reading import COLOURS


def test_words() -> None:
    assert expect.parse("3 yellow 2 orange") == {"yellow": 3, "orange": 2}
    assert expect.parse("1 Red, 2 red") == {"red": 3}


@pytest.mark.parametrize(
    "text", ["", "yellow", "3", "3 yellow 2", "0 red", "-1 red", "99 red", "two red", "2 ultramarine", "² red"]
)
def test_one_sentence_for_what_is_no_list_of_dice(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as caught:
        expect.parse(text)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@given(st.dictionaries(st.sampled_from(COLOURS), st.integers(1, 40), min_size=1))
def test_what_is_spelled_is_parsed(dice: dict[str, int]) -> None:
    assert expect.parse(expect.spelled(dice)) == dice


@given(st.text(max_size=30))
def test_any_text_gives_dice_or_a_value_error(text: str) -> None:
    dice = {}
    with contextlib.suppress(ValueError):
        dice = expect.parse(text)
    assert all(count > 0 for count in dice.values())
