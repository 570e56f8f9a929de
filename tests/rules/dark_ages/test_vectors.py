"""The rulebook's examples as exact tests, by their numbers in the list of vectors (VG1 to VG63)."""

import re
from functools import cache
from pathlib import Path

import pytest

from companion.rules.contract import Word, apply, apply_anyway
from companion.rules.dark_ages import GAME
from companion.rules.dark_ages.catalog import CARDS, DECK, WORLDS, value_at
from companion.rules.dark_ages.state import State
from companion.rules.games import GAMES
from companion.rules.notation import read
from companion.table import record, replay
from tests.rules.dark_ages.playing import asked, bases, begin, play, table, turn, word, world

EXAMPLE = Path(__file__).parent / "three-rounds.txt"


@cache
def example() -> dict[int, State]:
    """The position after each turn of the example; 0 before the first, turns 5 to 8 under 8."""
    body = EXAMPLE.read_text(encoding="utf-8").split("\n\n", 1)[1]
    state, number, found = begin(4), 0, {}
    for line in body.splitlines():
        mark = re.match(r"# (\d+)(?: to (\d+))?", line)
        if mark:
            found[number] = state
            number = int(mark[2] or mark[1])
        elif line and not line.startswith("#"):
            anyway = line.startswith("anyway ")
            action = read(line.removeprefix("anyway "), GAME.actions)
            state = (apply_anyway if anyway else apply)(state, action)
    found[number] = state
    return found


def influence(state: State, key: str) -> dict[str, int]:
    return {seat: points for seat in state.seats if (points := world(state, key).influence(seat))}


def governor(state: State, key: str) -> str:
    return world(state, key).governor


def hand(state: State, seat: str) -> int:
    return state.player(seat).hand.size


def test_the_example_is_a_record_that_replays() -> None:
    position = replay.last(record.load(EXAMPLE, GAMES))
    assert position.state == example()[28]
    assert not GAME.laws(position.state)


def test_vg1_cards_and_piles() -> None:
    assert (len(CARDS), DECK, 2 * len(WORLDS)) == (104, 104, 16)
    assert sum(card.is_ship and not card.is_ally for card in CARDS.values()) == 88
    assert sum(card.is_ally for card in CARDS.values()) == 11
    for players, left in ((2, 88), (3, 80), (4, 72), (5, 64)):
        assert table(players).deck == left


def test_vg2_values_by_level() -> None:
    assert [value_at(level) for level in range(7)] == [5, 4, 3, 2, 1, 0, 0]


def test_vg3_the_final_count_of_figure_1() -> None:
    """The layout is not printed; this one is consistent with the example's chips."""
    state = turn()
    laid = {
        "kha_farjimmn": (("blue", 1), ("green", 0), ("green", 2), ("green", 3)),
        "divergence": (("green", 1), ("yellow", 0), ("yellow", 1), ("yellow", 1)),
        "imperials": (("blue", 2), ("red", 0)),
    }
    from dataclasses import replace

    for key in WORLDS:
        state = state.with_world(replace(world(state, key), alive=key in laid, bases=laid.get(key, ())))
    sheet = state.score()
    assert {seat.seat: seat.low for seat in sheet.seats} == {"green": 14, "yellow": 13, "blue": 7, "red": 5}
    assert [seat.seat for seat in sheet.seats if seat.place == 1] == ["green"]


def figure_3() -> State:
    """Ally 7 on Ecup Contract, 6 on Imperials and Divergence, a 9 on Myrmidon; nobody governs."""
    state = turn("green")
    for seat, card, key in (
        ("green", "ally_7", "ecup_contract"),
        ("red", "imperials_6", "imperials"),
        ("blue", "divergence_6", "divergence"),
        ("yellow", "myrmidon_9", "myrmidon"),
    ):
        state = play(state, f"{seat}: play {card} {key}", f"{seat}: done", f"{seat}: draw_card ?")
    return state


@pytest.mark.parametrize(
    ("card", "key", "opportunities"),
    [("felowi_8", "felowi", 0), ("felowi_7", "felowi", 1), ("felowi_6", "felowi", 2), ("myrmidon_6", "myrmidon", 3)],
)
def test_vg4_to_vg7_engagement_opportunities(card: str, key: str, opportunities: int) -> None:
    state = play(figure_3(), f"green: play {card} {key}")
    assert state.plays[-1].opportunities == opportunities
    assert state.decisions[0].context["opportunities"] == opportunities


@pytest.mark.parametrize(("dice", "level"), [("any 2 any 4", 2), ("any 4 any 5", 2), ("any 4 any 6", 1)])
def test_vg9_a_nine_attacks_an_undefended_base(dice: str, level: int) -> None:
    state = play(example()[8], "green: place_base divergence", "green: play felowi_9 felowi")
    state = play(state, "green: attack_base myrmidon yellow 1", f"yellow: roll {dice}")
    assert bases(state, "myrmidon") == {("yellow", level): 1}


def duel(attack: str, defence: str) -> State:
    """Red's Imperials 10 attacked the Ally 8 on Cylor, which Yellow governs."""
    state = play(example()[17], "red: play imperials_10 imperials", "red: attack_ship cylor")
    return play(state, f"red: roll {attack}", f"yellow: roll {defence}")


def test_vg10_totals_10_to_12_and_11_to_12() -> None:
    state = example()[12]
    assert world(state, "kha_farjimmn").top(1) is not None
    assert world(state, "imperials").top(1) is not None
    assert state.discard == ()


def test_vg11_19_to_15_destroys() -> None:
    state = duel("any 4 any 5", "any 3 any 4")
    assert state.discard[-1].card == "ally_8"
    assert world(state, "cylor").top(2) is None
    assert state.fight is not None
    assert [throw.total for throw in state.fight.throws] == [19, 15]
    assert state.fight.outcome == "Imperials 10: 9 + 10 = 19; Ally 8: 7 + 8 = 15. Ally 8 is destroyed."


def test_vg12_equal_totals_change_nothing() -> None:
    state = duel("any 2 any 3", "any 3 any 4")
    assert world(state, "cylor").top(2) is not None
    assert asked(state) == ("yellow", "counterattack")
    state = play(state, "yellow: counterattack", "yellow: roll any 4 any 4", "red: roll any 3 any 3")
    assert world(state, "imperials").top(2) is not None
    assert asked(state) == ("red", "turn")


def test_vg14_sensors() -> None:
    assert "kha_farjimmn" not in example()[17].player("yellow").sensed
    assert "cylor" in example()[21].player("yellow").sensed


def test_vg16_the_auction_of_the_example() -> None:
    state = example()[0]
    assert (state.active, state.opening) == ("green", 9)
    assert word(state, "green: play cylor_9 cylor") is Word.LEGAL
    assert word(state, "green: play ally_9 cylor") is Word.LEGAL
    assert word(state, "green: play cylor_8 cylor") is Word.ILLEGAL
    assert word(state, "green: secret_base cylor_9") is Word.ILLEGAL


def test_vg18_a_bid_of_10_ends_the_auction() -> None:
    state = play(begin(3), "green: deals red")
    for seat in ("red", "blue", "green"):
        state = play(state, f"{seat}: draw_card ? ? ? ? ? ? ? ?")
    state = play(state, "red: bid 4", "blue: bid 10")
    assert (state.active, state.opening, asked(state)) == ("blue", 10, ("blue", "turn"))


def test_vg20_the_active_player_takes_spoils_first() -> None:
    state = play(example()[20], "green: play cylor_10 cylor", "green: done")
    assert asked(state) == ("green", "spoils")
    assert asked(play(state, "green: waive")) == ("red", "spoils")


def test_vg31_to_vg34() -> None:
    first, second, third, fourth = (example()[number] for number in (1, 2, 3, 4))
    assert influence(first, "kha_farjimmn") == {"green": 4}
    assert (governor(first, "kha_farjimmn"), hand(first, "green")) == ("green", 8)
    assert governor(second, "erithizonian") == "red"
    raid = play(example()[1], "red: place_base erithizonian", "red: play felowi_5 felowi")
    assert word(raid, "red: raid") is Word.ILLEGAL
    assert influence(third, "kha_farjimmn") == {"green": 3, "blue": 4}
    assert governor(third, "kha_farjimmn") == "blue"
    assert governor(fourth, "myrmidon") == "yellow"


def test_vg35_secret_bases() -> None:
    state = example()[8]
    assert [player.chips for player in state.players] == [3, 3, 3, 3]
    assert [player.hand.size for player in state.players] == [8, 8, 8, 8]
    assert all(player.garrison is not None for player in state.players)


def test_vg36_to_vg39() -> None:
    state = play(example()[8], "green: place_base divergence", "green: play felowi_9 felowi")
    assert state.plays[-1].opportunities == 2
    ninth = example()[9]
    assert (bases(ninth, "myrmidon"), bases(ninth, "erithizonian")) == ({("yellow", 2): 1}, {("red", 1): 1})
    red = play(ninth, "red: place_base imperials", "red: play erithizonian_8 erithizonian")
    assert red.plays[-1].opportunities == 1
    assert (governor(example()[10], "imperials"), bases(example()[10], "divergence")) == ("red", {("green", 1): 1})
    blue = play(example()[10], "blue: place_base felowi", "blue: play myrmidon_10 myrmidon")
    assert (blue.plays[-1].opportunities, governor(blue, "felowi")) == (0, "blue")


def test_vg40_and_vg41_the_fight_of_turn_12_read_by_the_rules() -> None:
    """BAD in the text: there is no opportunity, and the Governor who rolls is Blue."""
    state = play(example()[11], "yellow: place_base cylor", "yellow: play imperials_6 imperials")
    assert state.plays[-1].opportunities == 0
    assert word(state, "yellow: attack_ship kha_farjimmn") is Word.ILLEGAL
    state = apply_anyway(state, read("yellow: attack_ship kha_farjimmn", GAME.actions))
    state = play(state, "yellow: roll any 2 any 2")
    assert asked(state) == ("blue", "attack.roll")


def test_vg42_to_vg44() -> None:
    state = play(example()[12], "green: place_base myrmidon")
    assert (governor(state, "myrmidon"), influence(state, "myrmidon")) == ("green", {"green": 4, "yellow": 3})
    state = play(state, "green: play divergence_6 divergence")
    assert state.plays[-1].opportunities == 1
    state = play(state, "green: play ecup_contract_3 ecup_contract")
    assert state.plays[-1].opportunities == 0
    state = play(state, "green: done")
    assert (state.fallen, asked(state)) == (("ecup_contract",), ("green", "spoils"))
    assert state.decisions[0].context["worlds"] == ("myrmidon",)
    after = example()[13]
    assert (bases(after, "myrmidon"), hand(after, "green")) == ({("green", 0): 1, ("yellow", 2): 1}, 7)


def test_vg45_after_the_first_round() -> None:
    state = example()[13]
    found = {
        "kha_farjimmn": {("green", 2): 1, ("blue", 1): 1},
        "erithizonian": {("red", 1): 1},
        "myrmidon": {("yellow", 2): 1, ("green", 0): 1},
        "divergence": {("green", 1): 1},
        "imperials": {("red", 1): 1},
        "felowi": {("blue", 1): 1},
        "cylor": {("yellow", 1): 1},
    }
    assert {key: bases(state, key) for key in found} == found
    assert [player.chips for player in state.players] == [1, 2, 2, 2]
    assert state.round == 2


def test_vg46() -> None:
    assert influence(example()[14], "felowi") == {"blue": 4, "red": 3}
    assert governor(example()[14], "felowi") == "blue"


def test_vg47_the_hand_counted_by_the_rules_is_11() -> None:
    """BAD in the text, which says nine: 8 − 1 + 3 − 1 + 1 + 1."""
    assert hand(example()[15], "blue") == 11


def test_vg48_and_vg49() -> None:
    state = play(example()[15], "yellow: place_base divergence", "yellow: play ally_8 cylor")
    assert state.plays[-1].opportunities == 1
    after = example()[16]
    assert bases(after, "kha_farjimmn") == {("green", 3): 1, ("blue", 1): 1}
    assert (governor(after, "divergence"), influence(after, "divergence")) == ("green", {"green": 4, "yellow": 3})
    assert hand(after, "yellow") == 8


def test_vg50_and_vg51() -> None:
    state = play(example()[16], "green: technology sensors", "green: place_base kha_farjimmn")
    assert (governor(state, "kha_farjimmn"), influence(state, "kha_farjimmn")) == (
        "green",
        {"green": 5, "blue": 4},
    )
    assert bases(example()[17], "kha_farjimmn") == {("green", 2): 2, ("blue", 1): 1}
    assert world(example()[18], "cylor").top(2) is None


def test_vg52_to_vg54() -> None:
    after = example()[19]
    assert (governor(after, "imperials"), influence(after, "imperials")) == ("red", {"red": 4, "blue": 3})
    assert len(after.under) == 1
    assert play(example()[19], "yellow: play ally_7 divergence").plays[-1].opportunities == 0
    green = play(example()[20], "green: play cylor_10 cylor")
    assert green.plays[-1].opportunities == 1


def test_vg55() -> None:
    after = example()[21]
    assert after.fallen == ("ecup_contract", "erithizonian")
    assert bases(after, "imperials") == {("red", 0): 1, ("blue", 2): 1}
    assert bases(after, "cylor") == {("yellow", 2): 1, ("blue", 2): 1}


def test_vg56_and_vg57() -> None:
    assert (governor(example()[22], "felowi"), influence(example()[22], "felowi")) == ("red", {"red": 5, "blue": 4})
    assert bases(example()[23], "imperials")[("red", 1)] == 1
    after = example()[24]
    assert (governor(after, "divergence"), influence(after, "divergence")) == ("yellow", {"yellow": 5, "green": 4})


def test_vg58_the_hidden_ship_is_turned_up_and_a_tie_goes_on() -> None:
    top = world(example()[25], "kha_farjimmn").top(3)
    assert top is not None
    assert top.down
    state = play(example()[26], "blue: play cylor_3 cylor", "blue: done")
    assert asked(state) == ("table", "turn_up")
    assert (example()[27].round, example()[27].fallen) == (3, ("ecup_contract", "erithizonian"))


def test_vg59_blue_takes_cylor() -> None:
    """BAD in the text, where Yellow remains Governor."""
    assert influence(example()[27], "cylor") == {"blue": 4, "yellow": 3}
    assert governor(example()[27], "cylor") == "blue"


def test_vg60() -> None:
    state = play(example()[27], "yellow: play myrmidon_5 myrmidon", "yellow: raid")
    assert state.decisions[0].context["victim"] == "green"
    assert example()[28].fallen[-1] == "felowi"


def test_vg61_reds_secret_base_was_lost_in_the_first_round() -> None:
    """BAD in the text, which names Erithizonian: the garrison was an Ecup Contract."""
    garrison = example()[28].player("red").garrison
    assert garrison is not None
    assert garrison.card == "ecup_contract_5"
    secret = next(line for line in example()[28].view("red").score().seats[1].lines if line.source == "secret_base")
    assert (secret.low, secret.high) == (0, 0)


def test_vg62_after_the_third_round() -> None:
    state = example()[28]
    found = {
        "divergence": {("green", 1): 1, ("yellow", 2): 2},
        "kha_farjimmn": {("green", 2): 2, ("blue", 2): 1},
        "imperials": {("red", 1): 1, ("blue", 2): 1},
        "myrmidon": {("green", 0): 1, ("yellow", 2): 1},
        "cylor": {("blue", 1): 1, ("yellow", 2): 1},
    }
    assert {key: bases(state, key) for key in found} == found
    secret = {"green": "kha_farjimmn", "yellow": "divergence"}
    last = {
        seat: sum(influence(state, key).get(seat, 0) for key in ("divergence", "kha_farjimmn", "imperials"))
        + (5 if seat in secret else 0)
        for seat in state.seats
    }
    assert last == {"green": 15, "yellow": 11, "blue": 6, "red": 4}


def test_vg63_the_draw_pile() -> None:
    assert example()[28].deck == 40
