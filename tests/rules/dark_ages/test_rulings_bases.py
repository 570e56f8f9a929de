"""Bases, offices, secret bases and Sensors (GA8 to GA16, GA73, GA74, GA58, GA69)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.contract import PUBLIC, Word
from companion.rules.dark_ages.bases import govern
from companion.rules.dark_ages.state import Fact, Pile, State
from tests.rules.dark_ages.playing import asked, bases, codes, play, turn, word, world
from tests.rules.dark_ages.positions import base, gone, hold


def test_ga8_secret_bases_in_the_first_round() -> None:
    late = gone(turn(), "cylor")
    assert codes(late, "green: secret_base felowi_3") == {"first_round"}
    assert word(turn(), "green: secret_base felowi_3") is Word.LEGAL
    any_round = gone(turn(secret_base_any_round="on"), "cylor")
    assert word(any_round, "green: secret_base felowi_3") is Word.LEGAL
    assert codes(any_round, "green: secret_base cylor_3") == {"surrendered"}


def test_ga9_ga10_several_secret_bases_on_a_world_and_the_garrison_returns() -> None:
    state = play(turn(), "green: secret_base felowi_3", "green: done", "green: draw_card ?")
    state = play(state, "red: secret_base felowi_4")
    state = state.with_(active="green", steps=turn().steps, action="", base_done=False)
    state = play(state, "green: reveal_base felowi_3")
    assert bases(state, "felowi") == {("green", 0): 1}
    assert state.player("green").hand.known_to(PUBLIC) == ("felowi_3",)
    assert word(state, "green: play felowi_3 felowi") is Word.LEGAL


def dead_secret() -> State:
    state = gone(turn(), "felowi")
    return state.change("green", chips=4, secret_used=True, garrison=Fact("felowi_3", ("green",)))


def test_ga11_a_dead_base_is_not_revealed_after_a_ship() -> None:
    state = play(dead_secret(), "green: play cylor_2 cylor")
    assert codes(state, "green: reveal_base felowi_3") == {"one_action"}


def test_ga73_a_dead_base_revealed_is_the_action_of_the_turn() -> None:
    state = play(hold(dead_secret(), "green", "sensors"), "green: reveal_base felowi_3")
    assert (state.action, state.player("green").lost, state.discard[-1].card) == ("discard", 1, "felowi_3")
    assert word(state, "green: done") is Word.LEGAL


def test_ga12_ga69_any_base_in_the_rounds_row_blocks() -> None:
    state = gone(base(turn(), "felowi", ("green", 2)), "cylor")
    assert codes(state, "green: place_base felowi") == {"spot_taken"}
    assert codes(state, "green: place_base myrmidon") == set()


def test_ga13_a_spot_is_free_as_soon_as_its_base_is_pushed_down() -> None:
    state = base(turn(), "felowi", ("red", 1), governor="red")
    state = play(state, "green: play felowi_4 felowi", "green: damage felowi red 1")
    assert word(state, "green: place_base felowi") is Word.LEGAL


def test_ga14_who_caused_a_tie_chooses() -> None:
    state = base(turn(), "felowi", ("red", 1), ("blue", 2), ("yellow", 2), governor="red")
    state = state.with_(round=2)
    state = base(state, "felowi", governor="red").with_world(
        replace(world(state, "felowi"), bases=(("blue", 2), ("red", 2), ("yellow", 2)), governor="red")
    )
    state = play(state, "green: play felowi_4 felowi", "green: damage felowi red 2")
    assert asked(state) == ("green", "governor.choice")
    assert codes(state, "green: appoint red") == {"not_tied"}
    assert world(play(state, "green: appoint yellow"), "felowi").governor == "yellow"


def test_ga14_switch_a_tie_leaves_the_office_vacant() -> None:
    state = turn(tie_means_no_governor="on").with_(round=2)
    bases_ = (("blue", 2), ("red", 3), ("yellow", 2))
    state = state.with_world(replace(world(state, "felowi"), bases=bases_, governor="red"))
    assert world(govern(state, "felowi", "green"), "felowi").governor == ""


def test_ga15_no_influence_gains_no_office() -> None:
    def placed(**options: str) -> State:
        state = turn(**options)
        return govern(state.with_world(replace(world(state, "felowi"), bases=(("red", 5),))), "felowi", "red")

    assert world(placed(), "felowi").governor == ""
    assert world(placed(zero_governs="on"), "felowi").governor == "red"


def sensed(dice: str = "any 1 any 2") -> State:
    state = turn().change("green", technologies=("sensors",)).change("green", hand=Pile(7))
    for seat, card in (("red", "felowi_3"), ("blue", "cylor_1"), ("green", "felowi_1")):
        state = state.change(seat, chips=4, secret_used=True, garrison=Fact(card, (seat,)))
    return play(state, "green: play felowi_6 felowi", "green: sense", f"green: roll {dice}")


def test_ga14_bases_found_together_tie_and_who_used_sensors_chooses() -> None:
    found = sensed()
    found = found.change("blue", garrison=Fact("felowi_4", ("blue",)))
    one = play(found, "red: show_garrison felowi_3")
    assert world(one, "felowi").governor == ""
    assert world(play(one, "blue: not_there"), "felowi").governor == "red"
    both = play(one, "blue: show_garrison felowi_4")
    assert asked(both) == ("green", "governor.choice")
    assert both.decisions[0].context["leaders"] == ("red", "blue")
    chosen = play(both, "green: appoint blue")
    assert (world(chosen, "felowi").governor, asked(chosen)) == ("blue", ("green", "turn"))
    # A Governor with as much influence stays.
    held = base(found, "felowi", ("yellow", 0), governor="yellow")
    held = play(held, "red: show_garrison felowi_3", "blue: show_garrison felowi_4")
    assert (world(held, "felowi").governor, asked(held)) == ("yellow", ("green", "turn"))


def test_ga16_sensors_are_answered_on_trust_and_remembered() -> None:
    state = sensed()
    assert asked(state) == ("red", "sensors.reveal")
    honest = play(state, "red: show_garrison felowi_3", "blue: not_there")
    assert bases(honest, "felowi") == {("red", 0): 1}
    assert asked(honest) == ("green", "turn")
    assert honest.player("green").garrison is not None
    liar = play(state, "red: not_there", "blue: not_there")
    assert liar.player("red").sensed == ("felowi",)
    from companion.rules.dark_ages.ending import reveal_at_end

    caught = reveal_at_end(liar, "red", "felowi_3")
    assert caught.player("red").void
    assert sum(line.high for line in caught.score().seats[1].lines) == 0


def test_ga16_sensors_that_fail_and_their_time() -> None:
    assert asked(sensed("any 4 any 4")) == ("green", "turn")
    assert codes(sensed("any 4 any 4"), "green: sense") == {"sensed"}
    state = turn().change("green", technologies=("sensors",))
    down = base(state, "kha_farjimmn", ("green", 1), governor="green")
    assert codes(play(down, "green: play_face_down kha_farjimmn_3"), "green: sense") == {"no_ship"}


def divergence() -> State:
    state = base(turn(), "divergence", ("green", 1), governor="green")
    return play(state, "green: play divergence_6 divergence")


def test_ga58_the_governor_when_the_ability_is_used() -> None:
    state = base(turn(), "felowi", ("red", 2), governor="red")
    state = play(state, "green: play felowi_5 felowi", "green: place_base felowi")
    assert codes(state, "green: raid") == {"own_governor"}


def test_ga74_sensors_for_each_of_two_ships() -> None:
    state = divergence().change("green", technologies=("sensors",))
    state = play(state, "green: sense", "green: roll any 6 any 6", "green: play felowi_3 felowi")
    assert word(state, "green: sense") is Word.LEGAL
