"""Rulings about combat."""

from __future__ import annotations

from companion.rules.cosmic_empires.combat import Combat
from companion.rules.cosmic_empires.flow import below
from companion.rules.cosmic_empires.rhythm import start_turn
from tests.rules.cosmic.playing import asked, codes, deal, fly, lay, play, settled, turn, verbs
from tests.rules.cosmic.positions import (
    ATTACK,
    TWO_ROUNDS,
    beaten,
    example,
    main_move,
    with_rule,
)


def test_ca22_combat_on_a_field_of_ones_own() -> None:
    state = lay(fly(turn(), "yellow", "frigate@c4"), "c3", "free_space", "yellow")
    state = fly(state, "red", "frigate@c3")
    state = play(main_move(state), "yellow: fleet c3", "yellow: send frigate_1", "yellow: done")
    assert below(state, Combat) is not None


def test_ca27_retreat_in_later_rounds() -> None:
    for rule, then in (("off", "combat.retreat"), ("on", "combat.roll")):
        state = with_rule(lay(example(), "c1", "outpost", "red"), "retreat_first_round_only", rule)
        state = play(main_move(state), *ATTACK, "table: roll white white white white white white")
        state = play(state, "table: roll white white white white")
        assert asked(state) == "combat.retreat", "the first round"
        state = play(state, "red: stay", "table: roll white white white white white white")
        state = play(state, "table: roll white blue white blue")
        assert asked(state) == then


def test_ca28_both_fleets_destroyed() -> None:
    state = lay(turn("blue=scientists red=natives green=empire yellow=pirates"), "c3", "free_space", "red")
    state = fly(fly(state, "blue", "frigate@c4", "frigate@c5"), "red", "frigate@c3", "frigate@c3")
    attack = ("blue: fleet c3", "blue: send frigate_1", "blue: send frigate_2", "blue: done")
    state = play(main_move(state), *attack)
    while asked(state) == "combat.roll":
        dice = state.decisions[0].roll.dice  # type: ignore[union-attr]
        state = play(state, "table: roll " + " ".join(f"{body} red" for body in dice))
    assert not state.player("blue").ships
    assert not state.player("red").ships
    assert not state.player("blue").hand
    assert not state.player("red").hand
    assert state.places["c3"].owner == "red"


def test_ca29_extra_dice_are_white() -> None:
    state = example()  # yellow is the Corporations; here they attack
    state = fly(fly(state, "yellow", "frigate@c4+weapon"), "blue", "cruiser@a1")
    state = main_move(settled(start_turn(state, "yellow")))
    state = play(state, "yellow: fleet c3", "yellow: send frigate_1", "yellow: done")
    assert sorted(state.decisions[0].roll.dice) == ["white", "yellow"]  # type: ignore[union-attr]


def test_ca41_peace_comes_before_the_pirates_card() -> None:
    state = turn("blue=scientists red=pirates green=empire yellow=corporations")
    state = fly(fly(state, "blue", "frigate@c4"), "red", "frigate@c3")
    state = deal(lay(state, "c3", "free_space", "red"), "red", "peace_treaties")
    state = play(main_move(state), "blue: fleet c3", "blue: send frigate_1", "blue: done")
    assert codes(state, "red: play_card bomber_squadron") == {"peace_first"}
    assert len(play(state, "table: fight").player("red").hand) == 2
    assert len(play(state, "red: play_card peace_treaties").player("red").hand) == 0


def test_ca42_a_card_for_beating_pirates() -> None:
    assert len(beaten(1, "cruiser@c4", "frigate@c4").player("yellow").hand) == 0
    state = turn()
    state = state.with_(contents={**state.contents, "neutral_pirates_1": (1, 0, 1)})
    state = fly(lay(state, "c3", "neutral_pirates_1"), "yellow", "cruiser@c4")
    state = play(main_move(state), "yellow: fleet c3", "yellow: send cruiser_1", "yellow: done")
    state = play(state, "table: roll white red white red", "table: roll white white")
    assert len(state.player("yellow").hand) == 1


def test_ca43_pirates_lose_frigates_first() -> None:
    state = turn()
    state = state.with_(contents={**state.contents, "neutral_pirates_1": (1, 1, 1)})
    state = fly(lay(state, "c3", "neutral_pirates_1"), "yellow", "cruiser@c4")
    state = play(main_move(state), "yellow: fleet c3", "yellow: send cruiser_1", "yellow: done")
    state = play(state, "table: roll white red white red", "table: roll white white white white white white")
    combat = below(state, Combat)
    assert combat is not None
    assert [ship.kind for ship in combat.pirates] == ["cruiser"]
    assert state.decisions[0].context["roller"] == "yellow"


def test_ca60_a_ship_hit_before_the_roll_does_not_roll() -> None:
    state = deal(example(), "blue", "direct_hit", "direct_hit")
    state = play(main_move(state), *ATTACK, TWO_ROUNDS)
    state = play(state, "blue: play_card direct_hit", "blue: play_card direct_hit")
    assert state.decisions[0].roll.dice == ("white",)  # type: ignore[union-attr]


def test_ca61_more_dice_than_the_box_has() -> None:
    state = lay(turn("blue=scientists red=natives green=empire yellow=corporations"), "c3", "free_space", "red")
    state = fly(fly(state, "blue", "cruiser@c4", "cruiser@c4", "frigate@c4+weapon"), "red", "frigate@c3")
    sends = (f"blue: send {ship}" for ship in ("cruiser_1", "cruiser_2", "frigate_1"))
    state = play(main_move(state), "blue: fleet c3", *sends, "blue: done")
    assert state.decisions[0].roll.dice == ("white", "white", "white", "yellow")  # type: ignore[union-attr]
    state = play(state, "table: roll white blue white white white green yellow white")
    assert state.decisions[0].roll.dice == ("white",)  # type: ignore[union-attr]


def test_ca64_when_damage_is_repaired() -> None:
    for rule, damage in (("off", 1), ("on", 0)):
        state = with_rule(example(), "repair_next_round", rule)
        state = play(main_move(state), *ATTACK, TWO_ROUNDS, "table: roll white red white white", "blue: hit cruiser_1")
        cruiser = next(ship for ship in state.player("blue").ships if ship.kind == "cruiser")
        assert cruiser.damage == damage


def test_ca67_leaving_the_second_pirates() -> None:
    state = lay(beaten(1, "cruiser@c4", "frigate@c4"), "c1", "free_space", "yellow")
    state = play(state, "yellow: prize card", "table: field neutral_pirates_2")
    assert (asked(state), verbs(state)) == ("pirates.again", ("fight_on", "retreat"))
    left = play(state, "yellow: retreat c1")
    assert {ship.at for ship in left.player("yellow").ships} == {"c1"}
    state = play(beaten(1, "cruiser@c4", "frigate@c4"), "yellow: prize card", "table: field neutral_pirates_2")
    assert asked(state) == "combat.roll", "nowhere to go: they must fight"


def test_a_direct_hit_after_the_roll_may_end_the_combat() -> None:
    """C52: nobody retreats from ships that are gone; who remains has won."""
    state = lay(deal(example(), "blue", "direct_hit", "direct_hit"), "c1", "outpost", "red")
    state = fly(lay(state, "a3", "outpost", "blue"), "red", "frigate@c3")
    state = play(
        main_move(state), *ATTACK, "table: roll white white white white white white", "table: roll white white"
    )
    assert asked(state) == "combat.retreat"
    state = play(state, "blue: play_card direct_hit", "blue: play_card direct_hit")
    assert below(state, Combat) is None
    assert not state.player("red").ships
    assert (state.places["c3"].owner, len(state.player("blue").hand)) == ("blue", 1)


def test_ca26_a_retreat_may_lead_through_a_wormhole() -> None:
    """C41, C50: a free fleet movement; the mobile marker comes along."""
    state = lay(lay(lay(example(), "c2", "wormhole"), "a5", "outpost", "red"), "c1", "free_space", "red")
    state = play(main_move(state), *ATTACK, "table: roll white white white white white white")
    state = play(state, "table: roll white white white white")
    assert set(state.decisions[0].context["retreats"]) == {"a5", "c1"}
    far = play(state, "red: retreat a5")
    assert ({ship.at for ship in far.player("red").ships}, far.mobile) == ({"a5"}, "a5")
    assert play(state, "red: retreat c1").mobile == "", "in range without it"
