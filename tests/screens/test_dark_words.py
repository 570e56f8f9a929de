"""The line below the columns in a turn of The Dark Ages says what may be touched next. Without a window."""

import pytest

from companion.screens.dark_ages import wording
from companion.screens.dark_ages.figures import turn_words
from tests.rules.dark_ages.playing import begin, play, table, turn


def test_the_opener_is_told_what_to_touch() -> None:
    assert turn_words(table(bid=9)) == "Opens with a ship of 9: touch its column, then its value."
    assert turn_words(turn()) == "Touch a column to play a ship there, or to place a base."


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("green: secret_base ?",), "A secret base was deployed."),
        (("green: play felowi_3 felowi",), "reinforces a base of the column; none can be moved."),
        (
            ("green: place_base felowi", "green: play felowi_3 felowi"),
            "reinforces a base of the column: touch the column, then the base.",
        ),
        (
            ("green: place_base felowi", "green: play felowi_4 felowi", "green: damage felowi green 1"),
            "damages a base of the column (done).",
        ),
        (("green: play felowi_5 felowi",), "takes a card of the Governor's hand. Nobody governs Felowi."),
        (("green: play felowi_8 felowi",), "covers nothing, matches nothing: no engagement."),
        (
            ("green: place_base imperials", "green: play imperials_8 imperials"),
            "governs the Imperials: 1 engagement. Touch the column to attack.",
        ),
        (
            ("green: place_base divergence", "green: play divergence_2 divergence"),
            "A second ship may be played on another column.",
        ),
    ],
)
def test_a_ship_says_what_it_may_do(lines: tuple[str, ...], said: str) -> None:
    assert said in turn_words(play(turn(), *lines))


def test_a_drone_on_anothers_world_names_its_target() -> None:
    state = play(turn(), "green: place_base felowi", "green: play felowi_8 felowi", "green: done", "green: draw_card ?")
    assert "touch Raider." in turn_words(play(state, "red: play felowi_5 felowi"))


def test_a_world_that_fell_is_named_until_a_ship_lies_in_the_new_row() -> None:
    state, ships = turn(), iter((10, 9, 8, 7, 6, 5, 4, 3))
    for world, seat in zip(
        ("cylor", "felowi", "myrmidon", "divergence", "ecup_contract", "imperials", "kha_farjimmn", "erithizonian"),
        ("green", "red", "blue", "yellow") * 2,
        strict=True,
    ):
        state = play(state, f"{seat}: play {world}_{next(ships)} {world}", f"{seat}: done")
        if state.decisions[0].name == "draw":
            assert ("surrendered" in wording.note(state, state.decisions[0])) is (world == "erithizonian")
            state = play(state, f"{seat}: draw_card ?")
    assert state.fallen == ("erithizonian",)
    assert turn_words(state).startswith(
        "Erithizonian surrendered: its ships are discarded, its bases out. Touch a column"
    )
    assert "surrendered" not in turn_words(play(state, "green: play cylor_3 cylor"))


def test_a_tie_of_the_dealers_dice_is_said() -> None:
    state = play(begin(2), "green: roll any 3", "red: roll any 3")
    assert wording.note(state, state.decisions[0]) == "Green and Red tie for the highest, and roll again."
    assert wording.note(begin(2), begin(2).decisions[0]).startswith("Each seat rolls one die")
