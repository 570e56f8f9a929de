"""A seat's button, the app's own answers, and corrections."""

from __future__ import annotations

from companion.rules.cosmic_empires import GAME
from companion.rules.notation import read
from companion.table import chance
from tests.rules.cosmic.playing import asked, codes, fly, lay, play, turn
from tests.rules.cosmic.positions import ATTACK, example, main_move, near_victory


def test_the_button_says_done_and_held_it_skips() -> None:
    state = main_move(turn())
    assert GAME.default_answer(state, "yellow") is None
    assert GAME.held_answer(state, "yellow") == read("yellow: skip", GAME.actions)
    assert GAME.held_answer(state, "red") is None
    flying = fly(state, "yellow", "frigate@c4")
    flying = play(flying, "yellow: fleet c3")
    assert GAME.default_answer(flying, "yellow") is None, "no ship is sent yet"
    flying = play(flying, "yellow: send frigate_1")
    assert GAME.default_answer(flying, "yellow") == read("yellow: done", GAME.actions)


def test_the_app_answers_only_for_sealed_missions() -> None:
    import random

    state = near_victory().change("blue", markers=8)
    for line in ("table: check_the_table", "table: wins blue eight_markers"):
        decision = state.decisions[0]
        assert GAME.by_app(state, decision)
        assert chance.answer(GAME, state, decision, random.Random(1)) == read(line, GAME.actions)
        state = play(state, line)
        if not state.winners:
            assert asked(state) == "check_the_table"
            assert not GAME.by_app(state, state.decisions[0]), "only people look at the table"
            state = play(state, "table: confirmed")
    assert state.winners == ("blue",)
    assert state.phase == "over"


def test_dice_are_thrown_with_coloured_sides() -> None:
    import random

    state = play(main_move(example()), *ATTACK)
    action = chance.answer(GAME, state, state.decisions[0], random.Random(1))
    assert action is not None
    assert set(action.dice[1::2]) <= {"red", "green", "blue", "white"}  # type: ignore[attr-defined]
    assert codes(state, "table: roll white red white red white red white red") == {"wrong_dice"}
    assert codes(state, "table: roll white red white red pink seven") == {"wrong_dice", "no_body", "no_face"}


def test_every_value_can_be_put_right_to_what_it_is() -> None:
    state = lay(fly(turn(), "yellow", "frigate@c3"), "c3", "event_planet_1", red=2)
    for value in GAME.correctable(state):
        word = ("no", "yes")[value.value] if isinstance(value.value, bool) else value.value
        state = play(state, f"{value.seat}: correct {value.field} {word}")
    assert state.corrected
    state = play(state, "table: correct c3_owner red", "yellow: correct frigate_2 a1", "table: correct left blue")
    assert (state.places["c3"].owner, len(state.player("yellow").ships), state.left) == ("red", 2, "blue")
    assert codes(state, "yellow: correct markers 500") == {"wrong_value"}
    assert codes(state, "yellow: correct luck 3") == {"no_field"}
