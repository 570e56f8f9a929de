"""Ship abilities, combat and what protects in it (GA18 to GA31, GA72)."""

from __future__ import annotations

from companion.rules.contract import Word
from companion.rules.dark_ages.state import Pile, State
from tests.rules.dark_ages.playing import asked, bases, codes, play, turn, word
from tests.rules.dark_ages.positions import base, put


def test_ga18_raids_without_a_governor() -> None:
    state = play(turn(), "green: play felowi_5 felowi")
    assert codes(state, "green: raid") == {"no_governor"}
    own = play(base(turn(), "felowi", ("green", 1), governor="green"), "green: play felowi_1 felowi")
    assert codes(own, "green: raid") == {"own_governor"}
    empty = base(turn(), "felowi", ("red", 1), governor="red").change("red", hand=Pile())
    assert codes(play(empty, "green: play felowi_5 felowi"), "green: raid") == {"empty_hand"}


def test_drone_and_raider_take_a_card() -> None:
    state = base(turn(), "felowi", ("red", 1), governor="red")
    raider = play(state, "green: play felowi_5 felowi", "green: raid", "green: draw_from red sensors")
    assert raider.player("green").hand.known_to("red") == ("sensors",)
    assert raider.view("blue").player("green").hand.facts == ()
    drone = play(state, "green: play felowi_1 felowi", "green: raid", "green: draw_from red sensors")
    assert drone.player("red").reserve.known_to("green") == ("sensors",)
    assert (drone.player("red").hand.size, drone.player("red").reserve.size) == (7, 1)


def test_ga19_shuttle_with_a_short_pile() -> None:
    state = play(turn().with_(deck=1), "green: play felowi_2 felowi", "green: done", "green: draw_card cylor_3")
    assert asked(state) == ("green", "draw.shuttle")
    state = play(state, "green: put_under")
    assert (state.deck, asked(state)) == (1, ("green", "draw"))
    assert codes(state, "green: done") == {"must_keep"}
    after = play(state, "green: draw_card cylor_3")
    assert (after.deck, after.player("green").hand.known_to("green")) == (0, ("cylor_3",))
    none = play(turn().with_(deck=0), "green: play felowi_2 felowi", "green: done")
    assert asked(none) == ("red", "turn")


def test_ga20_transports_in_their_own_column() -> None:
    def played(**options: str) -> State:
        state = base(turn(**options), "felowi", ("red", 1), governor="red")
        return play(base(state, "cylor", ("blue", 1)), "green: play felowi_3 felowi")

    assert word(played(), "green: reinforce felowi red 1") is Word.LEGAL
    assert codes(played(), "green: reinforce cylor blue 1") == {"other_column"}
    assert word(played(transports_any_column="on"), "green: reinforce cylor blue 1") is Word.LEGAL


def test_ga21_ga22_own_bases_and_the_lowest_level() -> None:
    state = play(base(turn(), "felowi", ("green", 1), ("red", 2)), "green: play felowi_4 felowi")
    assert word(state, "green: damage felowi green 1") is Word.LEGAL
    assert codes(state, "green: damage felowi red 2") == {"bottom"}
    ship = put(base(turn(), "felowi", ("red", 2)), "cylor", "cylor_7")
    assert "bottom" in codes(play(ship, "green: play imperials_7 imperials"), "green: attack_base felowi red 2")


def test_ga23_a_hidden_ship_is_covered_but_not_matched() -> None:
    state = put(turn(), "kha_farjimmn", "kha_farjimmn_7", down=True)
    assert play(state, "green: play kha_farjimmn_8 kha_farjimmn").plays[-1].opportunities == 1
    assert play(state, "green: play felowi_7 felowi").plays[-1].opportunities == 0


def test_ga24_ga31_what_may_be_attacked() -> None:
    state = put(put(turn(), "felowi", "felowi_4"), "cylor", "cylor_0")
    state = put(put(state, "imperials", "imperials_2"), "kha_farjimmn", "kha_farjimmn_7", down=True)
    state = play(state, "green: play imperials_8 imperials")
    assert word(state, "green: attack_ship felowi") is Word.LEGAL
    assert codes(state, "green: attack_ship cylor") == {"nova"}
    assert codes(state, "green: attack_ship kha_farjimmn") == {"face_down"}
    assert codes(state, "green: attack_ship imperials") == {"itself"}
    assert codes(state, "green: attack_ship myrmidon") == {"no_target"}


def own_world(**options: str) -> State:
    state = base(turn(**options), "felowi", ("green", 1), governor="green")
    state = put(put(state, "felowi", "felowi_4"), "imperials", "imperials_2")
    return play(state, "green: play imperials_8 imperials", "green: attack_ship felowi", "green: roll any 1 any 1")


def test_ga25_attacking_a_world_that_one_governs() -> None:
    assert asked(own_world()) == ("green", "attack.roll")
    assert asked(play(own_world(), "green: roll any 6 any 6")) == ("green", "counterattack")
    assert asked(own_world(self_attack_left_rolls="on")) == ("red", "attack.roll")


def test_ga26_without_a_governor_the_left_neighbour_rolls_and_must_counterattack() -> None:
    state = put(put(turn(players=2), "felowi", "felowi_4"), "imperials", "imperials_2")
    state = play(state, "green: play imperials_8 imperials", "green: attack_ship felowi", "green: roll any 1 any 1")
    assert asked(state) == ("red", "attack.roll")
    state = play(state, "red: roll any 6 any 6")
    assert (asked(state), state.decisions[0].context["counterattack"]) == (("red", "attack.roll"), True)
    state = play(state, "red: roll any 6 any 6", "green: roll any 1 any 1")
    assert state.discard[-1].card == "imperials_8"
    assert codes(state, "green: attack_ship felowi") == {"no_warship"}


def test_ga27_phaser_banks_and_bases() -> None:
    state = put(base(turn(), "felowi", ("red", 1), governor="red"), "imperials", "imperials_2")
    state = state.change("red", technologies=("phaser_banks",)).change("green", technologies=())
    state = play(state, "green: play imperials_9 imperials", "green: attack_base felowi red 1")
    assert state.decisions[0].context["banks"] == 2
    assert bases(play(state, "red: roll any 4 any 4"), "felowi") == {("red", 1): 1}
    assert bases(play(state, "red: roll any 3 any 4"), "felowi") == {("red", 2): 1}


def test_ga30_phaser_banks_follow_control() -> None:
    state = put(base(turn(), "felowi", ("red", 1), governor="red"), "felowi", "felowi_4", by="blue")
    state = put(state.change("red", technologies=("phaser_banks",)), "imperials", "imperials_2")
    state = play(state, "green: play imperials_9 imperials", "green: attack_ship felowi")
    assert state.decisions[0].context == {
        "world": "felowi", "side": "attacker", "counterattack": False, "value": 9, "banks": 0, "first": None,
        "needs": None,
    }  # fmt: skip
    state = play(state, "green: roll any 3 any 3")
    assert asked(state) == ("red", "attack.roll")
    assert (state.decisions[0].context["banks"], state.decisions[0].context["needs"]) == (2, 9)


def screened(**options: str) -> State:
    state = put(base(turn(**options), "felowi", ("red", 1), governor="red"), "felowi", "felowi_4", "felowi_6")
    state = put(put(state, "imperials", "imperials_2"), "cylor", "cylor_9")
    return state.change("red", technologies=("screens",))


def test_ga28_screens_ask_their_owner() -> None:
    state = play(screened(), "green: play imperials_9 imperials", "green: attack_ship felowi")
    assert asked(state) == ("red", "screens")
    held = play(state, "red: forbid")
    assert (asked(held), held.plays[-1].left) == (("green", "turn"), 2)
    assert codes(held, "green: attack_ship felowi") == {"screens"}
    assert asked(play(state, "red: permit")) == ("green", "attack.roll")


def test_ga28_screens_block_a_counterattack() -> None:
    def fought(**options: str) -> State:
        state = screened(**options).change("red", technologies=()).change("green", technologies=("screens",))
        state = play(state, "green: play imperials_9 imperials", "green: attack_ship felowi")
        return play(state, "green: roll any 1 any 1", "red: roll any 6 any 6", "red: counterattack")

    assert asked(fought()) == ("green", "screens")
    assert asked(play(fought(), "green: forbid")) == ("green", "turn")
    assert asked(play(fought(), "green: permit")) == ("red", "attack.roll")
    assert asked(fought(screens_block_counter="off")) == ("red", "attack.roll")


def test_ga29_screens_protect_in_combat_only() -> None:
    state = base(screened(), "felowi", ("green", 0), governor="red").with_(round=1)
    assert word(play(state, "green: play felowi_3 felowi"), "green: reinforce felowi red 1") is Word.LEGAL


def divergence() -> State:
    state = base(turn(), "divergence", ("green", 1), governor="green")
    return play(state, "green: play divergence_6 divergence")


def test_ga72_attacking_the_own_ship_of_the_turn() -> None:
    state = put(divergence(), "felowi", "felowi_2")
    state = base(state, "divergence", governor="red").change("green", technologies=("screens", "phaser_banks"))
    state = play(state, "green: play felowi_6 felowi", "green: attack_ship divergence")
    assert asked(state) == ("green", "attack.roll")
    state = play(state, "green: roll any 1 any 1")
    assert (asked(state), state.decisions[0].context["banks"]) == (("red", "attack.roll"), 2)
