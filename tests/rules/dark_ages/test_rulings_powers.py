"""Governor powers, hidden ships and technologies (GA32 to GA47, GA57, GA71)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.contract import PUBLIC, Word
from companion.rules.dark_ages.state import State
from tests.rules.dark_ages.playing import asked, codes, play, turn, word, world
from tests.rules.dark_ages.positions import VALUES, base, fill, gone, hold, put


def erith(**options: str) -> State:
    state = base(turn(**options), "erithizonian", ("green", 1), governor="green")
    state = put(put(state, "felowi", "felowi_3", "ally_0"), "cylor", "ally_4")
    return play(state, "green: play erithizonian_3 erithizonian", "green: done")


def test_ga32_ga33_ga34_allies_moved() -> None:
    assert codes(erith(), "green: move_ally felowi myrmidon") == {"nova"}
    assert word(erith(erith_moves_nova="on"), "green: move_ally felowi myrmidon") is Word.LEGAL
    state = play(erith(), "green: move_ally cylor felowi")
    assert world(state, "cylor").top(1) is None
    top = world(state, "felowi").top(1)
    assert top is not None
    assert top.card == "ally_4"
    assert codes(erith(), "green: move_ally myrmidon felowi") == {"no_ally"}


def test_ga33_the_ally_just_played_may_move_and_stays_its_players_this_turn() -> None:
    state = base(turn(), "erithizonian", ("green", 1), governor="green")
    state = play(state, "green: play ally_9 erithizonian", "green: done", "green: move_ally erithizonian felowi")
    top = world(state, "felowi").top(1)
    assert top is not None
    assert (top.card, top.by) == ("ally_9", "green")


def test_ga35_ga37_hidden_ships_under_others() -> None:
    state = put(turn(), "kha_farjimmn", "kha_farjimmn_7", down=True)
    state = put(state, "kha_farjimmn", "kha_farjimmn_9", down=True)
    state = fill(state, VALUES, but="kha_farjimmn").with_world(
        replace(world(fill(state, VALUES, but="kha_farjimmn"), "erithizonian"), rows=())
    )
    state = play(state, "green: play erithizonian_1 erithizonian", "green: done", "table: turn_up kha_farjimmn_9")
    cell = world(state, "kha_farjimmn").cell(1)
    assert [laid.down for laid in cell] == [True, False]
    past = state.with_(steps=(), part="action", plays=(), action="", round=2, active="green")
    past = past.change("green", technologies=("warp_drive",)).with_(steps=turn().steps)
    past = play(past, "green: play kha_farjimmn_2 kha_farjimmn", "green: warp kha_farjimmn")
    assert asked(past) == ("table", "turn_up")
    assert world(play(past, "table: turn_up kha_farjimmn_7"), "kha_farjimmn").top(1) is not None


def test_ga36_hidden_allies() -> None:
    def hidden(**options: str) -> State:
        return base(turn(**options), "kha_farjimmn", ("green", 1), governor="green")

    assert word(hidden(), "green: play_face_down ally_3") is Word.LEGAL
    assert codes(hidden(kf_hidden_ally="off"), "green: play_face_down ally_3") == {"no_hidden_ally"}
    assert codes(turn(), "green: play_face_down kha_farjimmn_3") == {"not_governor"}


def test_ga38_the_hidden_ship_is_known_to_who_laid_it() -> None:
    state = base(turn(), "kha_farjimmn", ("green", 1), governor="green")
    state = play(state, "green: play_face_down kha_farjimmn_3")
    tops = {viewer: world(state.view(viewer), "kha_farjimmn").cell(1)[0].card for viewer in ("green", "red", PUBLIC)}
    assert tops == {"green": "kha_farjimmn_3", "red": None, PUBLIC: None}


def test_ga38_a_later_governor_looks_in_the_own_turn_and_each_believes_what_it_saw() -> None:
    state = base(turn(), "kha_farjimmn", ("green", 1), governor="green")
    state = play(state, "green: play_face_down kha_farjimmn_3", "green: done", "green: draw_card ?")
    state = base(state, "kha_farjimmn", ("red", 0), governor="red")
    assert codes(state, "blue: tell_card kha_farjimmn_3 face_down") == {"not_laid"}
    assert codes(state.with_(active="blue"), "red: tell_card kha_farjimmn_3 face_down") == {"not_laid"}

    def tops(state: State) -> dict[str, str | None]:
        seen = {viewer: world(state.view(viewer), "kha_farjimmn").cell(1)[0] for viewer in (*state.seats, PUBLIC)}
        return {viewer: laid.card for viewer, laid in seen.items() if laid.card is not None}

    told = play(state, "red: tell_card kha_farjimmn_3 face_down")
    assert tops(told) == {"green": "kha_farjimmn_3", "red": "kha_farjimmn_3"}
    other = play(state, "red: tell_card ally_2 face_down")
    assert tops(other) == {"green": "kha_farjimmn_3", "red": "ally_2"}
    assert other.view("green") == state.view("green").with_(entries=())
    again = play(other, "green: tell_card kha_farjimmn_7 face_down")
    assert tops(again) == {"green": "kha_farjimmn_7", "red": "ally_2"}
    assert again.view("red") == other.view("red")
    assert [each.viewer for each in again.doubts] == ["green"]


def test_ga39_warp_drive_in_the_first_round() -> None:
    state = turn().change("green", technologies=("warp_drive",))
    assert codes(play(state, "green: play felowi_3 felowi"), "green: warp felowi") == {"no_card"}
    assert codes(play(state, "green: play felowi_3 felowi"), "green: warp cylor") == {"no_card", "not_played"}


def test_ga40_technologies_in_a_turn() -> None:
    state = play(turn(), "green: technology sensors")
    assert codes(state, "green: technology screens") == {"one_technology"}
    assert (
        word(play(turn(techs_per_turn="any"), "green: technology sensors"), "green: technology screens") is Word.LEGAL
    )


def test_ga41_advanced_processing_with_a_short_pile() -> None:
    state = play(turn().with_(deck=2), "green: technology advanced_processing")
    assert state.decisions[0].draw is not None
    assert state.decisions[0].draw.count == 2
    state = play(state, "green: draw_card ? ?")
    assert (state.deck, asked(state)) == (0, ("green", "turn"))
    assert asked(play(turn().with_(deck=0), "green: technology advanced_processing")) == ("green", "turn")


def test_ga42_technologies_stay_while_the_round_lasts_and_go_with_it() -> None:
    state = fill(turn(), VALUES, but="erithizonian").change("red", technologies=("screens",))
    state = play(state, "green: play erithizonian_3 erithizonian", "green: done")
    assert state.player("red").technologies == ("screens",)
    lower = fill(turn(), VALUES, but="erithizonian").change("red", technologies=("screens",))
    lower = play(lower, "green: play erithizonian_1 erithizonian", "green: done")
    assert (lower.player("red").technologies, lower.discard[-1].card) == ((), "screens")


def test_ga43_cylors_power_lapses_when_cylor_surrenders() -> None:
    state = gone(turn(), "felowi")
    state = base(state, "cylor", ("green", 2), governor="green")
    state = fill(state, {**VALUES, "erithizonian": 5}, but="cylor")
    state = play(state, "green: play cylor_1 cylor", "green: done")
    assert (state.fallen, asked(state)) == (("felowi", "cylor"), ("green", "draw"))


def test_ga44_ecup_contract_with_an_empty_hand_gives_back() -> None:
    state = base(hold(turn(), "green", "ecup_contract_3"), "ecup_contract", ("green", 1), governor="green")
    state = play(state, "green: play ecup_contract_3 ecup_contract", "green: done", "green: exchange red")
    state = play(state, "green: draw_from red sensors")
    assert codes(state, "green: give red felowi_3") == {"no_card_left"}
    back = play(state, "green: give_back")
    assert (back.player("red").hand.size, back.player("red").hand.known_to("green")) == (8, ("sensors",))


def test_ecup_contract_exchanges_a_card() -> None:
    state = base(turn(), "ecup_contract", ("green", 1), governor="green")
    state = play(state, "green: play ecup_contract_3 ecup_contract", "green: done", "green: exchange red")
    state = play(state, "green: draw_from red sensors", "green: give red cylor_2")
    assert state.player("red").hand.known_to("green") == ("cylor_2",)
    assert state.player("green").hand.known_to("red") == ("sensors",)


def test_ga45_the_imperials_power_counts_while_playing() -> None:
    state = base(turn(), "imperials", ("green", 1), governor="green")
    assert play(state, "green: play imperials_6 imperials").plays[-1].opportunities == 1
    assert play(turn(), "green: play imperials_6 imperials").plays[-1].opportunities == 0
    assert play(state, "green: play ally_5 imperials").plays[-1].opportunities == 0


def divergence() -> State:
    state = base(turn(), "divergence", ("green", 1), governor="green")
    return play(state, "green: play divergence_6 divergence")


def test_ga46_the_second_ship() -> None:
    assert codes(divergence(), "green: play ally_3 divergence") == {"divergence"}
    assert codes(divergence(), "green: discard felowi_3") >= {"one_action"}
    state = play(divergence(), "green: place_base felowi", "green: play felowi_3 felowi")
    assert word(state, "green: reinforce felowi green 1") is Word.LEGAL
    assert codes(state, "green: play cylor_3 cylor") == {"one_action"}
    without = play(turn(), "green: play divergence_6 divergence")
    assert codes(without, "green: play felowi_3 felowi") == {"one_action"}


def test_ga46_the_second_ship_may_have_its_own_power_ga47_in_any_order() -> None:
    state = base(divergence(), "myrmidon", ("green", 1), governor="green")
    state = play(state, "green: play myrmidon_3 myrmidon", "green: done")
    assert asked(state) == ("green", "power")
    state = play(state, "green: confiscate red")
    assert state.decisions[0].draw is not None
    assert (asked(state), state.decisions[0].draw.count) == (("red", "draw.reserve"), 4)
    state = play(state, "red: to_reserve felowi_1 ? ? ?")
    assert (state.player("red").hand.size, state.player("red").reserve.size) == (4, 4)


def test_ga57_office_lost_after_playing_keeps_the_power() -> None:
    state = base(gone(turn(), "cylor"), "felowi", ("green", 2), governor="green")
    state = put(state, "felowi", "felowi_8", row=1)
    state = play(state, "green: play felowi_3 felowi")
    state = state.with_world(replace(world(state, "felowi"), governor="red"))
    assert word(play(state, "green: done"), "green: claim 1") is Word.LEGAL
    late = put(gone(turn(), "cylor"), "felowi", "felowi_8", row=1)
    late = play(late, "green: play felowi_3 felowi", "green: place_base felowi", "green: done")
    assert asked(late) == ("green", "draw")


def test_ga64_a_hidden_ship_may_be_covered() -> None:
    state = put(turn(), "kha_farjimmn", "kha_farjimmn_7", down=True)
    assert word(state, "green: play ally_2 kha_farjimmn") is Word.LEGAL


def test_ga71_cylors_power_needs_a_ship_on_cylor() -> None:
    def at_draw(card: str, key: str, **options: str) -> tuple[str, str]:
        state = base(gone(turn(**options), "felowi"), "cylor", ("green", 2), governor="green")
        return asked(play(state, f"green: play {card} {key}", "green: done"))

    assert at_draw("cylor_3", "cylor") == ("green", "power.cylor")
    assert at_draw("ally_3", "myrmidon") == ("green", "draw")
    assert at_draw("ally_3", "myrmidon", cylor_every_turn="on") == ("green", "power.cylor")
    state = base(gone(turn(), "felowi"), "cylor", ("green", 2), governor="green").with_(deck=1)
    state = play(state, "green: play cylor_3 cylor", "green: done", "green: renew felowi_1 felowi_2")
    assert state.decisions[0].draw is not None
    assert state.decisions[0].draw.count == 1
    assert asked(play(state, "green: draw_card ?")) == ("red", "turn")
