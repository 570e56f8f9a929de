"""What the rulebook leaves open, each by its ruling, and its switch where the table may rule otherwise."""

from __future__ import annotations

import pytest

from companion.rules.contract import PUBLIC, Refused, SeatSetup, Setup, Word
from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.arrival import settle_first, take
from companion.rules.cosmic_empires.board import distance, planet_control
from companion.rules.cosmic_empires.capacity import raise_markers
from companion.rules.cosmic_empires.catalog import BOARDS
from companion.rules.cosmic_empires.combat import Combat, retreats
from companion.rules.cosmic_empires.flow import below, push
from companion.rules.cosmic_empires.hands import DrawEvents
from companion.rules.cosmic_empires.public_missions import PlaceFrigate, may_claim
from companion.rules.cosmic_empires.requirements import met
from companion.rules.cosmic_empires.rhythm import move_marker, start_turn
from companion.rules.cosmic_empires.state import Ship, State
from tests.rules.cosmic.playing import asked, begin, codes, deal, fly, lay, play, settled, turn, verbs, word
from tests.rules.cosmic.test_vectors import ATTACK, TWO_ROUNDS, beaten, example, main_move

NATIVE = "yellow=natives red=pirates blue=empire green=corporations"


def anew(state: State) -> State:
    """The turn of the active seat from its beginning."""
    return settled(start_turn(state, state.active))


def with_rule(state: State, rule: str, value: str) -> State:
    """The same position under a house rule."""
    options = {**state.setup.options, rule: value}
    return state.with_(setup=Setup(state.setup.game, state.setup.seats, options))


@pytest.mark.parametrize(("key", "spaces"), [("two_corners", 23), ("same_side", 23), ("row_and_two", 32)])
def test_ca1_ca2_outlines_are_data(key: str, spaces: int) -> None:
    assert len(BOARDS[key].spaces) == spaces
    assert not BOARDS[key].verified
    assert BOARDS["square_5"].verified


def test_ca3_starts_border_on_a_space_and_are_data() -> None:
    for board in BOARDS.values():
        for slots in board.starts.values():
            assert set(slots.values()) <= set(board.spaces)
            assert len(slots) >= max(board.players)
    assert begin(start_slots="corners").option("start_slots") == "corners"


def test_ca4_starting_fields_are_entered_by_nobody() -> None:
    state = main_move(fly(turn(), "yellow", "frigate@c5"))
    assert codes(state, "yellow: fleet home") == {"no_space"}
    assert retreats(state, "yellow", "c5") == ()


def test_ca6_the_way_over_others() -> None:
    for rule, steps in (("off", 2), ("on", 4)):
        state = fly(fly(turn(jump_blocked=rule), "yellow", "frigate@a1"), "red", "frigate@b1")
        assert distance(state, "yellow", state.player("yellow").ships[0], "c1") == steps


def test_ca7_ties() -> None:
    for rule, owner in (("off", ""), ("on", "red")):
        state = lay(turn(tie_incumbent=rule), "c3", "event_planet_1", red=3, blue=2)
        space = state.places["c3"].with_(stones=(3, 3, 0, 0, 0))
        assert planet_control(state, space) == owner


def test_ca8_a_majority_at_the_reveal_controls() -> None:
    state = turn()
    state = state.change_space("c3", card="event_planet_1", size=6)
    state = settle_first(state, "c3", "yellow", 4)
    assert state.places["c3"].owner == "yellow"
    assert raise_markers(state).player("yellow").markers == 2


def test_ca9_ca10_the_order_of_first_stones() -> None:
    state = turn(NATIVE).change_space("c3", card="event_planet_2", size=6)
    state = settle_first(state, "c3", "red", 9)
    # White is nobody's: its stone comes out of the box and is neutral.
    assert state.places["c3"].stones == (4, 0, 0, 1, 1)
    assert state.box[4] == 29
    assert sum(state.places["c3"].stones) == 6


def test_ca11_stones_in_the_bag() -> None:
    two = "yellow=scientists red=pirates"
    found = [begin(two, bag_per_player=rule).bag[0] for rule in ("standard", "ten", "twelve")]
    assert found == [12, 10, 12]
    assert begin().bag[0] == 10
    state = fly(turn(two), "yellow", "frigate@c3").with_(bag=(0,) * 5)
    state = play(main_move(state), "yellow: fleet c4", "yellow: send frigate_1", "yellow: done")
    state = play(state, "table: field event_planet_1")
    assert state.decisions[0].context["from_box"]
    assert set(state.decisions[0].context["bag"]) == {"blue", "green", "white"}


def test_ca12_an_empty_reserve() -> None:
    state = main_move(turn()).change("yellow", reserve=0)
    state = lay(state, "c3", "event_planet_1", red=3)
    assert "no_stone" in codes(state, "yellow: diplomacy c3")
    state = take(lay(state, "b3", "free_space"), "yellow", "b3")
    assert (state.places["b3"].owner, sum(state.places["b3"].stones)) == ("yellow", 0)


def test_ca17_a_field_won_this_turn_is_not_activated() -> None:
    state = play(main_move(turn()), "yellow: skip")
    assert not any(decision.seat == "yellow" and "activate" in decision.verbs for decision in state.decisions)


def test_ca18_an_upgrade_without_a_ship() -> None:
    from companion.rules.cosmic_empires.ships import Upgrade

    for rule, banked in (("off", 0), ("on", 1)):
        state = fly(turn(bank_upgrades=rule), "yellow")
        state = settled(push(state, Upgrade("yellow", 1, "test")))
        assert state.player("yellow").banked == banked
    state = main_move(fly(state, "yellow", "frigate@c3"))
    assert "upgrade" in verbs(state)
    state = play(state, "yellow: upgrade weapon frigate_1")
    assert (state.player("yellow").banked, state.player("yellow").ships[0].weapon) == (0, True)


def test_ca19_no_frigate_where_enemies_are() -> None:
    state = lay(turn(), "c3", "shipyard_station", "yellow").change("yellow", markers=5)
    state = fly(state, "red", "frigate@c3")
    assert "not_yours" in codes(state, "yellow: call_frigate c3")
    assert word(anew(state), "yellow: call_frigate home") is Word.LEGAL
    assert "no_shipyard" in codes(main_move(state), "yellow: construct cruiser c3")


def test_ca20_no_main_move() -> None:
    assert word(main_move(turn()), "yellow: skip") is Word.LEGAL


def test_ca21_scientists_use_one_field_twice() -> None:
    state = turn().change("yellow", markers=4)
    state = play(anew(state), "yellow: call_frigate home", "yellow: call_frigate home")
    assert codes(state, "yellow: call_frigate home") >= {"used"}
    assert len(state.player("yellow").ships) == 3
    other = turn("yellow=empire red=pirates blue=scientists green=natives").change("yellow", markers=9)
    assert "used" in codes(play(anew(other), "yellow: call_frigate home"), "yellow: call_frigate home")


def test_ca22_combat_on_a_field_of_ones_own() -> None:
    state = lay(fly(turn(), "yellow", "frigate@c4"), "c3", "free_space", "yellow")
    state = fly(state, "red", "frigate@c3")
    state = play(main_move(state), "yellow: fleet c3", "yellow: send frigate_1", "yellow: done")
    assert below(state, Combat) is not None


def test_ca23_ca25_diplomacy_without_presence_and_with_ships() -> None:
    state = lay(main_move(turn()), "c3", "event_planet_1", red=4, blue=1)
    away = play(state, "yellow: diplomacy c3", "yellow: exchange c3 red")
    assert asked(away) != "diplomacy.stones"
    near = fly(state, "yellow", "frigate@c3")
    near = play(near, "yellow: diplomacy c3", "yellow: exchange c3 red")
    assert near.decisions[0].context["left"] == 1
    planet = lay(fly(turn(), "yellow", "frigate@a1"), "a1", "diplomacy_planet_1", yellow=3, red=2)
    planet = play(anew(planet), "yellow: activate a1", "yellow: exchange a1 red")
    assert asked(planet) != "diplomacy.stones", "one stone only, ships or not"


def test_ca24_mission_stones_on_closed_planets() -> None:
    for rule, verdict in (("off", Word.ILLEGAL), ("on", Word.LEGAL)):
        state = turn(mission_stones_ignore_block=rule)
        state = fly(lay(state, "c3", "event_planet_1", red=3), "red", "frigate@c3")
        state = main_move(state.change("yellow", mission_stones=2, reserve=state.player("yellow").reserve - 2))
        assert word(state, "yellow: place_stone c3 red") is verdict
        # Smugglers open it in any case.
        assert word(lay(state, "a1", "smugglers_hiding_place", "yellow"), "yellow: place_stone c3 red") is Word.LEGAL
    state = play(state, "yellow: place_stone c3 red")
    state = lay(state, "d4", "event_planet_2", red=2)
    assert codes(state, "yellow: place_stone d4 red") == {"one_planet"}


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


def test_ca30_the_marker_moves_and_two_players_leave_it() -> None:
    state = turn()
    assert move_marker(state.with_(left="yellow")).left == "green"
    two = turn("yellow=scientists red=pirates")
    assert move_marker(two).left == two.left


def test_ca32_an_empty_pile_takes_the_discarded_fields() -> None:
    from companion.rules.cosmic_empires.arrival import from_pile

    state = turn().with_(pile=0, discards=(None, None, "outpost"))
    state = from_pile(state)
    assert (state.pile, state.discards) == (2, ())


def test_ca33_ca34_exploring_is_mandatory_and_a_new_field_may_be_explored() -> None:
    from companion.rules.cosmic_empires.rhythm import start_common_turn

    state = settled(start_common_turn(turn()))
    first, second = state.decisions[0].seat, state.next_seat(state.decisions[0].seat)
    state = play(state, f"{first}: replace c3")
    assert word(state, f"{second}: replace c3") is Word.LEGAL
    state = play(state, f"{second}: examine c3")
    assert codes(state, f"{state.decisions[0].seat}: replace c3") == {"examined"}
    for space in state.spaces:
        state = lay(state, space.name, "free_space")
    assert asked(settled(state)) in ("activation", "main_move")


def test_ca37_starting_fields_as_fields() -> None:
    for rule, verdict in (("off", False), ("on", True)):
        state = turn(start_field_counts=rule)
        for space, card in zip(("a1", "b1", "c1"), ("event_planet_1", "event_planet_2", "event_planet_3"), strict=True):
            state = lay(state, space, card, blue=3)
        for space in ("a2", "b2", "c2"):
            state = lay(state, space, "shipyard_station", "blue")
        for space in ("a3", "b3"):
            state = lay(state, space, "free_space", "blue")
        assert met(state, "blue", "wide_realm") is verdict


def test_ca40_tactical_assault_and_revolts() -> None:
    state = lay(fly(turn(), "yellow", "frigate@a1"), "e5", "free_space", "red")
    state = main_move(deal(fly(state, "red", "frigate@e5"), "yellow", "tactical_assault", "revolts", "patrol"))
    assert "range" in codes(state, "yellow: fleet e5")
    state = play(state, "yellow: play_card tactical_assault")
    assert state.turn.standard_left == 1
    assert word(state, "yellow: fleet e5") is Word.LEGAL
    state = lay(state, "c3", "event_planet_1", red=1)
    state = play(state, "yellow: play_card revolts", "yellow: revolt c3 red")
    assert state.turn.standard_left == 0
    assert (state.places["c3"].owner, state.places["c3"].size) == ("", 5), "CA56: one stone may go, for good"
    assert "standard_played" in codes(state, "yellow: play_card patrol")
    other = main_move(deal(turn(tactical_category="standard", revolts_category="combat"), "yellow", "revolts"))
    other = lay(other, "c3", "event_planet_1", red=2)
    assert codes(other, "yellow: play_card revolts") == {"no_combat"}


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


def test_ca44_ca45_ca57_cards_are_told_and_asked() -> None:
    state = begin(cards_asked="once", secret_missions="paper")
    state = play(state, "table: first yellow")
    while asked(state) == "setup.start":
        seat = state.decisions[0].seat
        state = play(state, f"{seat}: start {next(iter(state.decisions[0].context['slots']))}")
    assert asked(state) == "card.content"
    assert codes(state, "table: tell_card mission_starter conquest gold planet") == {"no_reward"}
    state = play(state, "table: tell_card mission_starter conquest frigate planet station")
    assert GAME.told(state)["mission_starter"] == ("conquest", "frigate", "planet", "station")
    options = GAME.card_options(GAME.told(state))
    again = begin(**{**options, "cards_asked": "once", "secret_missions": "paper"})
    assert again.contents["mission_starter"] == ("conquest", "frigate", "planet", "station")
    assert "mission_starter" in again.told
    with pytest.raises(Refused, match="no card"):
        begin(card_nonsense="red")


def test_ca46_one_claim_for_a_field_and_a_turn() -> None:
    for rule, more in (("one", False), ("all", True)):
        state = turn(claims_per_turn=rule)
        content = ("conquest", "capacity", "free_space", "free_space", "free_space")
        state = state.with_(mission="mission_1", contents={**state.contents, "mission_1": content})
        for space in ("a1", "b1"):
            state = lay(state, space, "free_space", "yellow")
        state = play(main_move(state), "yellow: skip", "yellow: claim 1 a1")
        assert (asked(state) == "turn.end" and may_claim(state, "yellow")) is more
        if more:
            assert codes(state, "yellow: claim 2 a1") == {"field_used"}
            assert word(state, "yellow: claim 2 b1") is Word.LEGAL


def test_ca47_ca48_a_missions_frigate() -> None:
    state = lay(fly(turn(), "yellow", "frigate@home"), "a1", "free_space", "yellow")
    state = settled(push(state, PlaceFrigate("yellow")))
    assert codes(state, "yellow: place_frigate b1") == {"not_yours"}
    state = play(state, "yellow: place_frigate a1")
    assert len(state.player("yellow").ships) == 2 > state.player("yellow").markers
    without = settled(push(turn(), PlaceFrigate("yellow")))
    assert asked(without) != "mission.frigate"


def test_ca49_an_empty_deck_takes_the_discarded_cards() -> None:
    state = turn().with_(deck=1, events_out=("spy",) * 5)
    state = settled(push(state, DrawEvents("yellow", 2, "test")))
    assert (len(state.player("yellow").hand), state.deck, state.events_out) == (2, 4, ())


def test_ca50_hands_are_trimmed_at_the_end_of_the_own_move() -> None:
    state = deal(main_move(turn()), "yellow", *["patrol"] * 5, "spy", "spy")
    state = play(state, "yellow: skip", "yellow: done")
    assert (asked(state), state.decisions[0].context["surplus"]) == ("hand.trim", 2)
    state = play(state, "yellow: give_up_card spy", "yellow: give_up_card ?")
    assert asked(state) != "hand.trim"
    assert len(state.player("yellow").hand) == 5
    pirates = turn("red=pirates yellow=scientists blue=empire green=natives")
    pirates = deal(main_move(pirates), "red", *["scouts"] * 5, "sabotage")
    pirates = play(pirates, "red: skip", "red: done")
    assert (pirates.active, len(pirates.player("red").hand)) == ("yellow", 6)


def test_ca51_no_spy_on_empty_hands() -> None:
    state = main_move(deal(turn(), "yellow", "spy"))
    assert codes(state, "yellow: play_card spy") == {"no_target"}
    state = play(deal(deal(state, "red", "patrol"), "blue", "scouts"), "yellow: play_card spy")
    assert codes(state, "yellow: spy_on green") == {"no_cards"}


def test_ca52_ca53_wormholes() -> None:
    state = lay(lay(turn(), "a1", "wormhole"), "e1", "wormhole").with_(mobile="c5")
    assert set(state.linked) == {"a1", "e1", "c5"}
    for start in ("a1", "e1", "c5"):
        for goal in ("a1", "e1", "c5"):
            assert distance(state, "yellow", Ship("frigate_1", start), goal) == int(start != goal)
    concealed = main_move(fly(state, "yellow", "frigate@a1"))
    concealed = play(concealed, "yellow: fleet c3", "yellow: send_through frigate_1", "yellow: done")
    assert concealed.mobile == "c3"
    assert asked(concealed) == "field.revealed"


def test_ca54_two_players_without_wormholes() -> None:
    state = begin("yellow=scientists red=pirates")
    assert state.removed_fields == ("wormhole", "wormhole")


def test_ca55_a_colony_without_a_station_in_the_pile() -> None:
    state = main_move(fly(turn(), "yellow", "frigate@c4"))
    state = play(state, "yellow: fleet c3", "yellow: send frigate_1", "yellow: done", "table: field colony_station")
    pile = state.pile
    stays = play(state, "yellow: colony_stays")
    assert (stays.places["c3"].card, stays.places["c3"].owner) == ("colony_station", "yellow")
    becomes = play(state, "yellow: colony outpost")
    assert (becomes.places["c3"].card, becomes.pile) == ("outpost", pile - 1)


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


def test_ca62_enhanced_movement_for_a_patrol() -> None:
    state = lay(fly(turn(), "yellow", "frigate@a1"), "d1", "free_space")
    state = main_move(deal(state, "yellow", "enhanced_movement")).change_turn(standard_left=2)
    state = play(state, "yellow: play_card enhanced_movement")
    state = play(deal(state, "yellow", "patrol"), "yellow: play_card patrol", "yellow: move_ship frigate_1 d1")
    assert state.places["d1"].owner == "yellow"


def test_ca63_a_target_without_a_ship_in_range() -> None:
    state = main_move(fly(turn(), "yellow", "frigate@a1"))
    assert codes(state, "yellow: fleet e5") == {"range"}
    state = play(state, "yellow: fleet b1")
    assert codes(state, "yellow: done") >= {"no_ship"}


def test_ca64_when_damage_is_repaired() -> None:
    for rule, damage in (("off", 1), ("on", 0)):
        state = with_rule(example(), "repair_next_round", rule)
        state = play(main_move(state), *ATTACK, TWO_ROUNDS, "table: roll white red white white", "blue: hit cruiser_1")
        cruiser = next(ship for ship in state.player("blue").ships if ship.kind == "cruiser")
        assert cruiser.damage == damage


def test_ca65_scouts() -> None:
    for rule, left in (("off", 0), ("on", 1)):
        state = main_move(deal(turn(scouts_look_extra=rule), "yellow", "scouts"))
        state = play(state, "yellow: play_card scouts", "yellow: look a1", "yellow: look b1")
        assert state.turn.standard_left == left
        assert state.places["a1"].looked == ("yellow",)
    state = main_move(deal(turn(), "yellow", "scouts"))
    state = play(state, "yellow: play_card scouts", "yellow: swap_card")
    assert (state.turn.standard_left, len(state.player("yellow").hand)) == (1, 1)


def test_ca66_a_free_field_is_taken() -> None:
    state = main_move(fly(lay(turn(), "c3", "asteroid_field"), "yellow", "frigate@c4"))
    state = play(state, "yellow: fleet c3", "yellow: send frigate_1", "yellow: done")
    assert state.places["c3"].owner == "yellow"


def test_ca67_leaving_the_second_pirates() -> None:
    state = lay(beaten(1, "cruiser@c4", "frigate@c4"), "c1", "free_space", "yellow")
    state = play(state, "yellow: prize card", "table: field neutral_pirates_2")
    assert (asked(state), verbs(state)) == ("pirates.again", ("fight_on", "retreat"))
    left = play(state, "yellow: retreat c1")
    assert {ship.at for ship in left.player("yellow").ships} == {"c1"}
    state = play(beaten(1, "cruiser@c4", "frigate@c4"), "yellow: prize card", "table: field neutral_pirates_2")
    assert asked(state) == "combat.roll", "nowhere to go: they must fight"


def near_victory(**options: str) -> State:
    """Blue, the Empire, has sealed eight_markers and has seven."""
    state = begin("yellow=scientists red=natives blue=empire green=corporations", **options)
    state = play(state, "table: first yellow")
    while asked(state) == "setup.start":
        seat = state.decisions[0].seat
        state = play(state, f"{seat}: start {next(iter(state.decisions[0].context['slots']))}")
    sealed = {"yellow": "network", "red": "seven_markers", "blue": "eight_markers", "green": "wide_realm"}
    state = play(state, *(f"{seat}: seal_mission {mission}" for seat, mission in sealed.items()))
    return state.change("blue", markers=7)


def test_ca35_a_sealed_mission_that_is_met() -> None:
    state = near_victory().change("blue", markers=8)
    assert asked(state) == "mission.met"
    assert asked(state.view(PUBLIC)) == "common_turn", "a view does not say why the app speaks"
    state = play(state, "table: check_the_table")
    assert (asked(state), state.decisions[0].context) == ("check_the_table", {})
    assert "blue" not in repr(state.decisions).lower()
    won = play(state, "table: confirmed", "table: wins blue eight_markers")
    assert (won.phase, won.winners) == ("over", ("blue",))
    assert won.view(PUBLIC).player("blue").mission == "eight_markers"
    assert won.score().final
    not_so = play(state, "table: not_so")
    assert asked(not_so) == "common_turn"
    mended = play(not_so, "blue: correct markers 6")
    assert asked(mended) == "common_turn"
    assert asked(play(not_so, "yellow: examine c3")) == "mission.met", "it still holds: it is asked again"


def test_ca35_two_at_the_same_instant_share() -> None:
    state = near_victory().change("blue", markers=8).change("red", markers=7)
    state = play(state, "table: check_the_table", "table: confirmed")
    assert codes(state, "table: wins blue eight_markers") == {"not_met"}
    state = play(state, "table: wins red seven_markers blue eight_markers")
    assert set(state.winners) == {"red", "blue"}
    assert [seat.place for seat in state.score().seats] == [3, 1, 1, 3]


def test_ca35_finishing_the_round() -> None:
    state = near_victory(finish_round_for_shared_win="on").change("blue", markers=8)
    state = play(state, "table: check_the_table", "table: confirmed", "table: wins blue eight_markers")
    assert state.phase == "common"
    for _ in range(40):
        if state.phase == "over":
            break
        seat = state.decisions[0].seat
        line = next(each for each in ("examine c3", "skip", "done") if each.split()[0] in verbs(state))
        state = play(state, f"{seat}: {line}")
    assert state.winners == ("blue",)
    assert state.phase == "over"


def test_ca36_in_anybodys_turn_but_never_inside_corrections() -> None:
    state = play(near_victory(), "blue: correct markers 8")
    assert asked(state) == "common_turn"
    assert asked(play(state, "yellow: examine a1")) == "mission.met"


def test_missions_on_paper_are_declared() -> None:
    state = turn().change("blue", markers=8)
    assert codes(state, "blue: declare wide_realm") == {"not_met"}
    state = play(state, "blue: declare eight_markers", "table: wins")
    assert state.winners == ("blue",)


def test_ca59_a_draw_needs_everybody() -> None:
    state = turn()
    for seat in state.seats[:-1]:
        state = play(state, f"{seat}: agree_draw")
    assert state.phase != "over"
    state = play(state, f"{state.seats[-1]}: agree_draw")
    assert (state.phase, state.winners, state.score().note != "") == ("over", (), True)
    assert "no_redraw" in codes(main_move(turn()), "yellow: reseal_mission network")
    again = near_victory(mission_redraw="on")
    again = main_move(settled(start_turn(again, "yellow")))
    assert play(again, "yellow: reseal_mission guarded_belt").player("yellow").mission == "guarded_belt"


def test_two_players_take_out_a_mission_of_the_other() -> None:
    state = begin("yellow=scientists red=pirates")
    state = play(state, "table: first yellow", "yellow: start north", "red: start south")
    small = [card for card in state.missions_left if len(state.contents[card]) - 2 >= 5]
    assert not small, "C14: cards with five or six places are sorted out"
    state = play(state, f"table: mission {state.missions_left[0]}")
    assert {decision.name for decision in state.decisions} == {"setup.remove"}
    state = play(state, "yellow: remove_mission station_realm", "red: remove_mission network")
    assert codes(state, "yellow: seal_mission network") == {"removed"}
    assert word(state, "yellow: seal_mission guarded_belt") is Word.LEGAL


def test_setups_that_cannot_be_played() -> None:
    for seats, code in (
        ((("red", "empire"), ("red", "pirates")), "same_colour"),
        ((("red", "empire"), ("blue", "empire")), "same_faction"),
        ((("red", "empire"), ("blue", "")), "no_faction"),
        ((("red", "empire"),), "players"),
        ((("mauve", "empire"), ("blue", "pirates")), "no_colour"),
    ):
        with pytest.raises(Refused) as refused:
            GAME.begin(Setup("cosmic_empires", tuple(SeatSetup(*seat) for seat in seats), {}))
        assert code in {reason.code for reason in refused.value.reasons}
