"""What the table tells beside the rules: private cards, doubts and their answers, corrections."""

from companion.rules.contract import PUBLIC, Word, apply, judge
from companion.rules.dark_ages import GAME
from companion.rules.dark_ages.state import State
from companion.rules.notation import read
from tests.rules.dark_ages.playing import bases, codes, play, turn, word, world


def told() -> State:
    return play(turn(), "red: tell_card felowi_3 hand", "red: tell_card cylor_4 hand")


def test_a_card_told_is_known_to_its_seat_alone() -> None:
    state = told()
    assert state.view("red").player("red").hand.known_to("red") == ("felowi_3", "cylor_4")
    for viewer in ("green", "blue", PUBLIC):
        assert state.view(viewer) == turn().view(viewer)
        assert "felowi_3" not in repr(state.view(viewer))


def test_a_card_that_can_never_lie_there_is_not_told() -> None:
    state = play(turn(), "green: secret_base ?")
    assert codes(state, "green: tell_card ally_3 garrison") == {"no_garrison"}
    assert codes(state, "green: tell_card sensors garrison") == {"no_ship"}
    assert codes(state, "green: tell_card felowi_3 garrison") == set()
    assert codes(state, "green: tell_card felowi_3 face_down") == {"own_column", "empty_place"}
    assert codes(state, "green: tell_card felowi_99 hand") == {"no_card"}


def test_a_telling_never_makes_anothers_play_illegal_nor_changes_what_it_sees() -> None:
    for viewer in ("green", PUBLIC):
        assert judge(told().view(viewer), read("green: play felowi_3 felowi", GAME.actions)).word is Word.LEGAL
    state, plain = (play(each, "green: play felowi_3 felowi") for each in (told(), turn()))
    for viewer in ("green", "blue", PUBLIC):
        assert state.view(viewer) == plain.view(viewer)
    doubts = state.view("red").inbox
    assert [(each.number, each.seat) for each in doubts] == [(2001, "red")]
    assert doubts[0].detail == "whether it was Felowi 3 in Red's hand"
    assert state.player("red").hand.known_to("red") == ("cylor_4",)


def test_the_oldest_fact_is_doubtful_when_every_card_was_told_otherwise() -> None:
    state = turn()
    for value in range(8):
        state = play(state, f"green: tell_card cylor_{value} hand")
    verdict = judge(state, read("green: play felowi_3 felowi", GAME.actions))
    assert (verdict.word, verdict.missing[0].text) == (
        Word.UNKNOWN,
        "Is it Felowi 3? Every card in Green's hand was told otherwise.",
    )
    state = play(state, "green: play felowi_3 felowi")
    assert state.view("green").inbox[0].detail == "whether it was Cylor 0 in Green's hand"
    assert (state.player("green").hand.size, len(state.player("green").hand.facts)) == (7, 7)
    assert state.view(PUBLIC).inbox == ()


def test_a_covered_card_played_again_is_doubtful_not_illegal() -> None:
    state = play(turn(), "green: play felowi_3 felowi", "green: done", "green: draw_card ?")
    assert codes(state, "red: play felowi_3 felowi") == {"lies_elsewhere"}
    state = play(state, "red: play felowi_4 felowi", "red: done", "red: draw_card ?")
    assert word(state, "blue: play felowi_3 felowi") is Word.UNKNOWN
    state = play(state, "blue: play felowi_3 felowi")
    assert [each.detail for each in state.view(PUBLIC).inbox] == ["whether it was Felowi 3 in the Felowi column"]
    assert [laid.card for laid in world(state, "felowi").cell(1)] == [None, "felowi_4", "felowi_3"]
    assert not GAME.laws(state)


def test_a_doubtful_card_that_comes_to_light_is_named() -> None:
    state = play(turn(), "green: play felowi_3 felowi", "green: done", "green: draw_card ?")
    state = play(state, "red: play cylor_3 cylor", "red: done", "red: draw_card ?")
    state = play(state, "blue: play felowi_7 felowi", "blue: done", "blue: draw_card ?")
    state = play(state, "yellow: play felowi_3 felowi", "yellow: done", "yellow: draw_card ?")
    state = play(state, "green: play imperials_3 imperials", "green: done", "green: draw_card ?")
    column = world(state, "felowi")
    from dataclasses import replace

    state = state.with_world(replace(column, rows=(column.rows[0][:1],)))
    state = play(state, "red: tell_card cylor_9 hand")
    assert state.decisions[0].name == "turn_up"
    state = play(state, "table: turn_up felowi_2")
    assert world(state, "felowi").cell(1)[0].card == "felowi_2"


def test_a_hand_counted_as_empty() -> None:
    state = play(turn(), "green: correct hand 0")
    assert word(state, "green: play felowi_3 felowi") is Word.UNKNOWN
    state = play(state, "green: play felowi_3 felowi")
    assert state.view(PUBLIC).inbox[0].detail == "how many cards are in Green's hand"
    assert state.player("green").hand.size == 0


def test_answering_a_doubt() -> None:
    state = play(told(), "green: play felowi_3 felowi")
    assert codes(state, "red: tell 7 ?") == {"not_owed"}
    state = play(state, "red: tell 2001 felowi_9")
    assert state.inbox == ()
    assert state.player("red").hand.known_to("red") == ("cylor_4", "felowi_9")
    line = read("red: tell 2001 felowi_9", GAME.actions)
    assert "felowi" not in repr(line.seen_by(PUBLIC))
    assert "2001" not in repr(line.seen_by(PUBLIC))


def test_a_garrison_told_later_scores_for_its_seat_only() -> None:
    state = play(turn(), "green: secret_base ?", "green: tell_card felowi_3 garrison")
    low_high = {viewer: (state.view(viewer).score().seats[0].low, state.view(viewer).score().seats[0].high)
                for viewer in ("green", "red")}  # fmt: skip
    assert low_high == {"green": (5, 5), "red": (0, 5)}
    assert word(state, "green: tell_card felowi_4 garrison") is Word.UNKNOWN
    state = play(state, "green: tell_card felowi_4 garrison")
    assert state.view("green").inbox[0].detail == "whether it was Felowi 3 under Green's secret base"


def test_columns_are_put_in_the_order_in_which_they_lie() -> None:
    state = play(turn(), "table: swap_columns cylor imperials")
    assert (state.order[0], state.order[5]) == ("imperials", "cylor")
    assert state.with_(order=turn().order, entries=turn().entries) == turn()
    assert codes(state, "table: swap_columns cylor cylor") == {"same_world"}
    assert codes(state, "red: swap_columns cylor felowi") == {"table"}
    assert codes(state, "table: swap_columns cylor terra") == {"no_world"}


def test_a_card_drawn_from_a_hand_makes_others_knowledge_uncertain() -> None:
    state = play(turn(), "red: tell_card felowi_9 hand")
    from tests.rules.dark_ages.positions import base

    state = base(state, "felowi", ("red", 1), governor="red")
    state = play(state, "green: play felowi_5 felowi", "green: raid")
    assert play(state, "green: draw_from red ?").player("red").hand.known_to("red") == ()
    assert play(state, "green: draw_from red sensors").player("red").hand.known_to("red") == ("felowi_9",)


def test_every_value_can_be_put_right() -> None:
    state = turn()
    for line, check in (
        ("table: correct round 3", lambda s: s.round == 3),
        ("table: correct deck 10", lambda s: s.deck == 10),
        ("table: correct discard felowi_3", lambda s: s.discard[-1].card == "felowi_3"),
        ("table: correct active blue", lambda s: s.decisions[0].seat == "blue"),
        ("table: correct felowi surrendered", lambda s: s.fallen == ("felowi",)),
        ("table: correct felowi red", lambda s: world(s, "felowi").governor == "red"),
        ("table: correct cylor_blue_1 2", lambda s: bases(s, "cylor") == {("blue", 1): 2}),
        ("table: correct cylor_row_1 cylor_7", lambda s: s.visible["cylor_7"] == "on Cylor in row 1"),
        ("red: correct bases 2", lambda s: s.player("red").chips == 2),
        ("red: correct hand 3", lambda s: s.player("red").hand.size == 3),
        ("red: correct reserve 3", lambda s: s.player("red").reserve.size == 3),
        ("red: correct secret_base yes", lambda s: s.player("red").garrison is not None),
        ("red: correct screens yes", lambda s: s.player("red").technologies == ("screens",)),
    ):
        action = read(line, GAME.actions)
        assert judge(state, action).word is Word.LEGAL, line
        state = apply(state, action)
        assert check(state), line
        assert state.entries[-1].why.startswith("corrected to")
    assert codes(state, "red: correct bases 9") == {"wrong_value"}
    assert codes(state, "red: correct wings 1") == {"no_field"}
    names = [(each.seat, each.field) for each in GAME.correctable(state)]
    assert len(set(names)) == len(names)
