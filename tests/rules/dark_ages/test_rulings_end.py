"""Surrender, Spoils, ties and the end (GA17, GA48 to GA61, GA70)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.contract import PUBLIC, Word
from companion.rules.dark_ages.state import Fact, Pile, State
from tests.rules.dark_ages.playing import asked, bases, codes, play, table, turn, word, world
from tests.rules.dark_ages.positions import VALUES, base, fill, gone, hold, put


def test_ga17_ga59_the_hand_in_a_tie() -> None:
    from companion.rules.dark_ages.ending import hand_value

    assert hand_value(("felowi_4", "cylor_3", "ally_5", "sensors"), ("cylor",)) == 8 + 3 + 10


def spoils(**options: str) -> State:
    state = fill(turn(**options), {**VALUES, "cylor": 8}, but="erithizonian")
    for key in ("cylor", "kha_farjimmn"):
        state = base(state, key, ("red", 1), governor="red")
    return play(state, "green: play erithizonian_1 erithizonian", "green: done")


def test_ga48_one_spoil_for_a_player() -> None:
    state = spoils()
    assert state.decisions[0].context["worlds"] == ("cylor", "kha_farjimmn")
    assert asked(play(state, "red: reinforce cylor red 1")) == ("green", "draw")
    both = play(spoils(spoils_per_ship="on"), "red: reinforce cylor red 1")
    assert asked(both) == ("red", "spoils")


def test_ga49_ga52_spoils_one_step_and_their_cap() -> None:
    state = spoils()
    assert codes(play(state, "red: waive"), "red: reinforce cylor red 1") >= {"not_your_turn"}
    assert codes(state, "red: damage felowi red 1") >= {"no_base", "other_column"}
    assert bases(play(state, "red: damage cylor red 1"), "cylor") == {("red", 2): 1}
    low = state.with_world(replace(world(state, "cylor"), bases=(("red", 2),)))
    assert codes(low, "red: damage cylor red 2") == {"bottom"}


def test_ga50_spoils_forgotten_are_lost() -> None:
    state = play(spoils(), "red: waive", "green: draw_card ?")
    assert word(state, "red: reinforce cylor red 1") is Word.ILLEGAL


def fifth(**options: str) -> State:
    state = gone(turn(**options), "felowi", "myrmidon", "divergence", "ecup_contract")
    state = fill(base(state, "cylor", ("red", 5), governor="red"), VALUES, but="erithizonian")
    return play(state, "green: play erithizonian_1 erithizonian", "green: done")


def test_ga51_ga70_the_fifth_surrender_has_spoils_and_no_draw() -> None:
    assert asked(fifth()) == ("red", "spoils")
    state = play(fifth(), "red: reinforce cylor red 5")
    assert bases(state, "cylor") == {("red", 4): 1}
    assert (state.phase, state.round) == ("over", 5)
    drawn = play(fifth(final_draw="on"), "red: reinforce cylor red 5")
    assert asked(drawn) == ("green", "draw")
    assert play(drawn, "green: draw_card ?").phase == "over"


def test_ga53_bases_of_a_surrendered_world_are_out() -> None:
    state = base(fill(turn(), VALUES, but="erithizonian"), "erithizonian", ("red", 1), governor="red")
    state = play(state, "green: play erithizonian_1 erithizonian", "green: done")
    assert (state.player("red").lost, state.player("red").chips) == (1, 4)


def test_ga54_an_empty_pile_is_not_shuffled_again() -> None:
    state = play(turn().with_(deck=0), "green: play felowi_3 felowi", "green: done")
    assert asked(state) == ("red", "turn")
    new = put(gone(turn(stalemate_reshuffle="on"), "cylor"), "felowi", "felowi_5", "felowi_6", row=1)
    new = put(new, "myrmidon", "myrmidon_5", "myrmidon_2", "myrmidon_3", row=1).with_(deck=0)
    new = play(new, "green: play felowi_3 felowi", "green: done")
    assert (new.deck, asked(new)) == (5, ("red", "draw.card"))
    for seat in ("red", "blue", "yellow", "green"):
        new = play(new, f"{seat}: draw_card ?")
    assert (new.deck, asked(new), new.reshuffled) == (1, ("red", "turn"), True)


def test_ga55_a_lap_of_technologies_ends_the_game() -> None:
    state = turn().with_(deck=0)
    for seat in state.seats:
        state = hold(state, seat, "sensors" if seat == "green" else "screens")
    for seat in ("green", "red", "blue", "yellow"):
        assert state.phase == "turns"
        state = play(state, f"{seat}: done")
    assert state.phase != "turns"


def test_ga56_all_survivors_score_when_the_hands_are_empty() -> None:
    state = turn()
    for seat in state.seats:
        state = state.change(seat, hand=Pile())
    state = base(hold(state.with_(deck=0), "green", "felowi_3"), "cylor", ("red", 1), governor="red")
    state = play(state, "green: play felowi_3 felowi", "green: done")
    assert state.phase == "over"
    assert len(state.alive) == 8
    assert {seat.seat: seat.low for seat in state.score().seats}["red"] == 4


def tied(**options: str) -> State:
    state = fifth(**options)
    state = state.change("green", chips=4, garrison=Fact("cylor_6", ("green",)), secret_used=True)
    column = replace(world(state, "cylor"), bases=(("red", 0),))
    return state.with_world(column)


def test_ga60_the_garrison_in_a_tie() -> None:
    state = play(tied(), "red: waive", "green: show_garrison cylor_6")
    assert asked(state) == ("green", "end.hand")
    assert "cylor_6" in state.player("green").hand.known_to(PUBLIC)
    out = play(tied(garrison_in_tiebreak="off"), "red: waive", "green: show_garrison cylor_6")
    assert (out.player("green").hand.size, out.discard[-1].card) == (7, "cylor_6")


def test_ties_below_the_first_place_are_shared_unless_hands_were_told() -> None:
    state = base(table(4).with_(phase="over", steps=()), "cylor", ("green", 0))
    state = base(state, "felowi", ("red", 1), ("blue", 1)).change("blue", last_turn=9)
    places = {seat.seat: seat.place for seat in state.score().seats}
    assert places == {"green": 1, "red": 2, "blue": 2, "yellow": 4}
    told = state.change("red", shown=12).change("blue", shown=30)
    assert {seat.seat: seat.place for seat in told.score().seats} == {"green": 1, "blue": 2, "red": 3, "yellow": 4}


def test_ga61_the_last_tie_break() -> None:
    state = play(tied(), "red: waive", "green: show_garrison cylor_6", "green: hand_value 40", "red: hand_value 40")
    sheet = state.score()
    assert (sheet.final, [seat.seat for seat in sheet.seats if seat.place == 1]) == (True, ["green"])
    assert "played last" in sheet.note
    last = play(
        base(tied(tiebreak_last_world="on"), "cylor").with_(last_fallen=(0, 4, 0, 0)),
        "red: waive", "green: show_garrison cylor_6", "green: hand_value 40", "red: hand_value 40",
    )  # fmt: skip
    assert [seat.seat for seat in last.score().seats if seat.place == 1] == ["red"]
