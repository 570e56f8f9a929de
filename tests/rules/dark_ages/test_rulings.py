"""Every ruling on what the rulebook leaves open (GA1 to GA74), each with its switch where it has one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.contract import PUBLIC, Refused, SeatSetup, Setup, Word, apply, judge
from companion.rules.dark_ages import GAME
from companion.rules.dark_ages.bases import govern
from companion.rules.dark_ages.state import Fact, Laid, Pile, State
from companion.rules.notation import read
from tests.rules.dark_ages.playing import asked, bases, begin, codes, play, random_game, table, texts, turn, word, world


def put(state: State, key: str, *cards: str, row: int | None = None, by: str = "red", down: bool = False) -> State:
    """Ships laid in an earlier turn, the last on top."""
    place = row or state.round
    column = world(state, key)
    rows = list(column.rows) + [()] * (place - len(column.rows))
    for card in cards:
        fact = Fact(card, (by,) if down else state.everyone)
        rows[place - 1] = (*rows[place - 1], Laid(fact, by, 0, down))
    state = state.with_world(replace(column, rows=tuple(rows)))
    return state.with_(deck=state.deck - len(cards))


def base(state: State, key: str, *placed: tuple[str, int], governor: str = "") -> State:
    for owner, _ in placed:
        state = state.change(owner, chips=state.player(owner).chips - 1)
    column = world(state, key)
    return state.with_world(
        replace(column, bases=tuple(sorted((*column.bases, *placed))), governor=governor or column.governor)
    )


def gone(state: State, *keys: str) -> State:
    for key in keys:
        state = state.with_world(replace(world(state, key), alive=False, rows=(), bases=(), governor=""))
    return state.with_(fallen=(*state.fallen, *keys), round=len(keys) + 1)


def hold(state: State, seat: str, *cards: str) -> State:
    """The seat's hand is these cards, told by it."""
    return state.change(seat, hand=Pile(len(cards), tuple(Fact(card, (seat,)) for card in cards)))


def fill(state: State, values: dict[str, int], but: str = "") -> State:
    """A ship of its own on every surviving world but one."""
    for each in state.alive:
        if each.key != but:
            state = put(state, each.key, f"{each.key}_{values[each.key]}")
    return state


VALUES = {
    "cylor": 9, "felowi": 4, "myrmidon": 5, "divergence": 6, "ecup_contract": 3, "imperials": 7, "kha_farjimmn": 8,
    "erithizonian": 2,
}  # fmt: skip


def test_ga1_two_players() -> None:
    setup = Setup("dark_ages", (SeatSetup("green"), SeatSetup("red")))
    assert GAME.begin(setup).seats == ("green", "red")
    with pytest.raises(Refused, match="3 to 5"):
        GAME.begin(Setup("dark_ages", setup.seats, {"allow_two_players": "off"}))
    with pytest.raises(Refused):
        GAME.begin(Setup("dark_ages", setup.seats[:1]))


def test_ga2_tied_dealers_roll_again() -> None:
    state = play(begin(3), "green: roll any 5", "red: roll any 2", "blue: roll any 5")
    assert asked(state) == ("green", "dealer")
    state = play(state, "green: roll any 1", "blue: roll any 6")
    assert state.dealer == "blue"


def test_ga3_bids_rise_and_may_bluff() -> None:
    state = play(begin(2), "green: deals green")
    state = play(state, "green: draw_card " + "? " * 8, "red: draw_card " + "? " * 8, "green: bid 4")
    assert codes(state, "red: bid 4") == {"bid_low"}
    assert codes(state, "red: bid 11") == {"bid_range"}
    assert word(state, "red: bid 5") is Word.LEGAL
    honest = begin(2, bluff_bids="off")
    honest = play(honest, "green: deals green", "red: draw_card " + "? " * 8)
    honest = play(honest, "green: draw_card " + " ".join(f"cylor_{value}" for value in range(8)))
    assert word(honest, "green: bid 3") is Word.LEGAL
    assert word(honest, "green: bid 9") is Word.UNKNOWN
    assert word(play(begin(2), "green: deals green"), "green: pass_bid") is Word.ILLEGAL


def test_ga4_the_penalty_goes_down_the_bids() -> None:
    state = play(begin(3), "green: deals red")
    for seat in ("red", "blue", "green"):
        state = play(state, f"{seat}: draw_card " + "? " * 8)
    state = play(state, "red: bid 3", "blue: bid 6", "green: bid 7", "red: bid 9", "blue: pass_bid", "green: pass_bid")
    state = play(state, "red: no_such_ship")
    assert (state.player("red").chips, state.active, state.opening) == (4, "green", 7)
    state = play(state, "green: no_such_ship", "blue: no_such_ship")
    assert (state.player("blue").chips, state.active, state.opening) == (4, "blue", None)
    assert not GAME.laws(state)


def test_ga5_never_above_the_bid_in_the_opening_turn() -> None:
    state = base(table(bid=5), "divergence", ("green", 0), governor="green")
    state = play(state, "green: play divergence_5 divergence")
    assert codes(state, "green: play felowi_6 felowi") == {"opening"}
    assert word(state, "green: play felowi_2 felowi") is Word.LEGAL
    assert codes(table(bid=5), "green: play ally_5 felowi") == set()
    assert codes(table(bid=5), "green: play felowi_4 felowi") == {"opening"}
    assert codes(table(bid=5), "green: done") == {"opening"}


def test_ga6_a_hand_of_technologies_makes_no_action_a() -> None:
    state = hold(turn(), "green", "sensors", "warp_drive")
    assert word(state, "green: done") is Word.LEGAL
    assert word(hold(turn(), "green", "sensors", "felowi_3"), "green: done") is Word.UNKNOWN
    public = hold(turn(), "green", "felowi_3").change("green", hand=Pile(1, (Fact("felowi_3", turn().everyone),)))
    assert codes(public, "green: done") == {"must_act"}


def test_ga7_who_holds_a_ship_can_always_act() -> None:
    from companion.rules.dark_ages.catalog import CARDS

    for seed in range(3):
        for moment in random_game(seed):
            state = moment.after
            if not state.decisions or state.decisions[0].name != "turn" or state.action or state.opening is not None:
                continue
            seat = state.active
            if not any(CARDS[card].is_ship for card in state.player(seat).hand.known_to(seat)):
                continue
            decision = state.decisions[0]
            assert any(
                judge(state, action).word is Word.LEGAL
                for verb in ("play", "discard", "play_face_down", "secret_base")
                for action in GAME.actions[verb].candidates(state, decision)
            )


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


def test_ga17_ga59_the_hand_in_a_tie() -> None:
    from companion.rules.dark_ages.ending import hand_value

    assert hand_value(("felowi_4", "cylor_3", "ally_5", "sensors"), ("cylor",)) == 8 + 3 + 10


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


def test_ga57_office_lost_after_playing_keeps_the_power() -> None:
    state = base(gone(turn(), "cylor"), "felowi", ("green", 2), governor="green")
    state = put(state, "felowi", "felowi_8", row=1)
    state = play(state, "green: play felowi_3 felowi")
    state = state.with_world(replace(world(state, "felowi"), governor="red"))
    assert word(play(state, "green: done"), "green: claim 1") is Word.LEGAL
    late = put(gone(turn(), "cylor"), "felowi", "felowi_8", row=1)
    late = play(late, "green: play felowi_3 felowi", "green: place_base felowi", "green: done")
    assert asked(late) == ("green", "draw")


def test_ga58_the_governor_when_the_ability_is_used() -> None:
    state = base(turn(), "felowi", ("red", 2), governor="red")
    state = play(state, "green: play felowi_5 felowi", "green: place_base felowi")
    assert codes(state, "green: raid") == {"own_governor"}


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


def test_ga62_the_penalty_for_a_shown_card() -> None:
    state = play(turn(), "table: shown_card red felowi_3")
    assert (state.player("red").hand.size, state.discard[-1].card) == (7, "felowi_3")
    assert codes(turn(), "red: shown_card red felowi_3") == {"table"}


def test_ga63_the_discard_clog() -> None:
    state = play(gone(turn(), "felowi"), "green: play cylor_3 cylor", "green: done", "green: draw_card felowi_3")
    assert asked(state) == ("red", "turn")
    relief = gone(turn(discard_relief="on"), "felowi")
    relief = play(relief, "green: play cylor_3 cylor", "green: done", "green: draw_card felowi_3")
    assert asked(relief) == ("green", "draw.relief")
    relief = play(relief, "green: show_dead felowi_3", "green: draw_card felowi_4", "green: show_dead felowi_4")
    assert asked(play(relief, "green: draw_card felowi_5")) == ("red", "turn")


def test_ga64_a_hidden_ship_may_be_covered() -> None:
    state = put(turn(), "kha_farjimmn", "kha_farjimmn_7", down=True)
    assert word(state, "green: play ally_2 kha_farjimmn") is Word.LEGAL


def test_ga65_base_and_technology_between_attacks() -> None:
    state = put(put(turn(), "imperials", "imperials_2"), "cylor", "cylor_8")
    state = play(state, "green: play imperials_8 imperials", "green: attack_ship cylor")
    assert codes(state, "green: place_base felowi") == {"not_now"}
    state = play(state, "green: roll any 6 any 6", "red: roll any 1 any 1", "green: place_base felowi")
    assert word(state, "green: technology sensors") is Word.LEGAL


def test_ga66_no_spot_no_base() -> None:
    state = turn()
    for each in state.alive:
        state = state.with_world(replace(each, bases=(("red", 1),)))
    assert not list(GAME.actions["place_base"].candidates(state, state.decisions[0]))


def test_ga67_allies_are_not_discarded() -> None:
    state = gone(turn(), "felowi")
    assert codes(state, "green: discard ally_3") == {"no_dead_ship"}
    assert codes(state, "green: discard cylor_3") == {"not_surrendered"}
    assert word(state, "green: discard felowi_3") is Word.LEGAL


def test_ga68_ships_gained_in_the_turn_are_owed() -> None:
    state = hold(turn(), "green", "advanced_processing")
    state = play(state, "green: technology advanced_processing", "green: draw_card felowi_3 sensors screens")
    assert word(state, "green: done") is Word.UNKNOWN
    assert not list(GAME.actions["done"].candidates(state, state.decisions[0]))
    assert word(state, "green: play felowi_3 felowi") is Word.LEGAL


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


def test_ga72_attacking_the_own_ship_of_the_turn() -> None:
    state = put(divergence(), "felowi", "felowi_2")
    state = base(state, "divergence", governor="red").change("green", technologies=("screens", "phaser_banks"))
    state = play(state, "green: play felowi_6 felowi", "green: attack_ship divergence")
    assert asked(state) == ("green", "attack.roll")
    state = play(state, "green: roll any 1 any 1")
    assert (asked(state), state.decisions[0].context["banks"]) == (("red", "attack.roll"), 2)


def test_ga74_sensors_for_each_of_two_ships() -> None:
    state = divergence().change("green", technologies=("sensors",))
    state = play(state, "green: sense", "green: roll any 6 any 6", "green: play felowi_3 felowi")
    assert word(state, "green: sense") is Word.LEGAL


def test_illegal_plays_name_the_place() -> None:
    state = put(turn(), "felowi", "felowi_3")
    assert texts(state, "green: play felowi_3 felowi") == ["Felowi 3 lies on Felowi in row 1."]
    assert texts(state, "green: play cylor_3 felowi") == ["Cylor 3 belongs to the Cylor column."]
    action = read("green: play felowi_3 felowi", GAME.actions)
    assert judge(state, action).reasons[0].page == "Playing a Ship Card (Action A1)"
    with pytest.raises(Exception, match="lies on Felowi"):
        apply(state, action)
