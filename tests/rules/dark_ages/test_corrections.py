"""Corrections that contradict each other: the table is right, the game goes on, and nobody learns a secret by them."""

import random

import pytest

from companion.rules.contract import PUBLIC, Action, Word, apply, judge
from companion.rules.dark_ages import GAME
from companion.rules.dark_ages.catalog import WORLDS
from companion.rules.dark_ages.laws import _once
from companion.rules.dark_ages.state import State
from companion.rules.notation import write
from companion.table import simulation
from tests.rules.dark_ages.playing import asked, codes, play, random_setup, turn, word


@pytest.mark.parametrize("many", [4, 5, 7, 8])
def test_worlds_put_right_to_have_surrendered(many: int) -> None:
    state = play(turn(), *(f"table: correct {key} surrendered" for key in WORLDS[:many]), "green: done")
    assert asked(state) == ("green", "draw")
    state = play(state, "green: draw_card ?")
    assert (state.phase == "turns") is (many == 4)
    assert len(state.score().seats) == 4


def test_a_world_that_falls_in_the_midst_of_a_fight_on_it() -> None:
    state = play(
        turn(), "green: place_base felowi", "green: play felowi_8 felowi", "green: done", "green: draw_card ?",
        "red: play cylor_8 cylor", "red: attack_ship felowi", "table: correct felowi surrendered",
        "red: roll any 6 any 6",
    )  # fmt: skip
    seat = state.decisions[0].seat
    assert asked(play(state, f"{seat}: roll any 1 any 1")) == ("red", "turn")


def test_a_technology_lies_before_one_player() -> None:
    state = play(turn(), "green: correct sensors yes", "red: correct sensors yes")
    assert [player.technologies for player in state.players] == [(), ("sensors",), (), ()]
    state = play(state, "red: correct sensors no")
    assert not any(player.technologies for player in state.players)


def test_only_kha_farjimmns_ship_of_this_round_is_put_right_to_lie_face_down() -> None:
    state = turn()
    assert word(state, "table: correct kha_farjimmn_row_1 face_down") is Word.LEGAL
    assert codes(state, "table: correct cylor_row_1 face_down") == {"wrong_value"}


def test_a_hand_put_right_does_not_show_how_much_its_owner_told() -> None:
    """Green drew Red's Felowi 3 once and gave it back; Red may have told seven cards more, or none."""
    state = play(turn(), "green: place_base ecup_contract", "green: play ecup_contract_9 ecup_contract", "green: done",
                 "green: exchange red", "green: draw_from red felowi_3", "green: give_back")  # fmt: skip
    told = state
    for card in ("ally_1", "ally_2", "ally_3", "ally_4", "cylor_1", "cylor_2", "cylor_3"):
        told = play(told, f"red: tell_card {card} hand")
    few, many = (play(each, "red: correct hand 2") for each in (state, told))
    for viewer in ("green", "blue", PUBLIC):
        assert few.view(viewer) == many.view(viewer)
    assert few.player("red").hand.known_to("green") == ("felowi_3",)
    assert many.player("red").hand.known_to("red") == ()
    assert many.player("red").hand.size == 2


def test_a_card_known_twice_breaks_a_law() -> None:
    state = play(turn(), "green: tell_card ally_3 hand")
    assert not GAME.laws(state)
    green = state.player("green")
    twice = state.change("green", reserve=green.hand)
    assert list(_once(twice)) == ["green knows ally_3 twice"]
    assert any("twice" in law for law in GAME.laws(twice))


def put_right(state: State, chance: random.Random) -> Action[State]:
    """Some value set to something it takes."""
    row = chance.choice(GAME.correctable(state.view(PUBLIC)))
    if row.choices:
        return GAME.actions["correct"](row.seat, row.field, chance.choice(row.choices))
    if row.low is None or row.high is None:
        return GAME.actions["correct"](row.seat, row.field, chance.random() < 0.5)
    return GAME.actions["correct"](row.seat, row.field, chance.randint(row.low, min(row.high, 12)))


def contradicted(seed: int, most: int) -> None:
    """A game in which one value in seven is put right to nonsense: it goes on, and no view learns from another."""
    chance = random.Random(seed)
    state = GAME.begin(random_setup(chance))
    for _ in range(most):
        action = put_right(state, chance) if chance.random() < 0.15 else simulation.choose(GAME, state, chance)
        if action is None or not state.decisions:
            assert not state.decisions, state.decisions
            return
        if judge(state, action).reasons:
            continue
        after = apply(state, action)
        for viewer in (PUBLIC, chance.choice(state.seats)):
            went = apply(state.view(viewer), action.seen_by(viewer)).view(viewer)
            assert went == after.view(viewer), (viewer, write(action))
        assert after.score().seats
        state = after


@pytest.mark.parametrize("seed", range(3))
def test_a_game_put_right_to_nonsense_goes_on(seed: int) -> None:
    contradicted(seed, 120)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5000, 5060))
def test_many_games_put_right_to_nonsense_go_on(seed: int) -> None:
    contradicted(seed, 600)
