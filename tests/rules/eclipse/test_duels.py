"""Battles at full tracking: who meets whom, initiative, dice and where they go, retreats, stalemates, tiles."""

from __future__ import annotations

from companion.rules.contract import TABLE, Word, apply_anyway, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.duels import who_meets
from companion.rules.eclipse.pieces import Ambassador
from companion.rules.eclipse.presence import count
from companion.rules.eclipse.squadrons import squadron, squadrons
from companion.rules.eclipse.state import State
from companion.rules.notation import read, write
from tests.rules.eclipse.duelling import MISSILES, begun, draws, fleet, miss, name, roll, volley
from tests.rules.eclipse.fleets import arm, fleets, link, stand, to_combat
from tests.rules.playing import codes, missing, play, word


def test_p18_order_three_players() -> None:
    there = "red interceptor 1, green interceptor 1, blue interceptor 1"
    state = begun(fleets("red green blue", 305, there))
    context = state.decisions[0].context
    assert {context["attacker"], context["defender"]} == {"green", "blue"}
    assert context["defender"] == "green"


def test_p18_the_discs_owner_fights_last_and_defends() -> None:
    there = "red interceptor 1, green interceptor 1, blue interceptor 1"
    state = begun(fleets("red green blue", 305, there, owner="blue"))
    context = state.decisions[0].context
    assert (context["attacker"], context["defender"]) == ("green", "red")


def test_p18_initiative_red_rolls_three_yellow() -> None:
    prints = {
        "red interceptor": ("", "tachyon_source", "fusion_drive", "gluon_computer"),
        "blue dreadnought": (
            "", "", "plasma_cannon", "plasma_cannon", "nuclear_drive", "tachyon_source", "", "nuclear_drive",
        ),
    }  # fmt: skip
    state = begun(fleets("red blue", 305, "red interceptor 3, blue dreadnought 1", prints))
    assert state.decisions[0].context["order"] == (("red", "interceptor"), ("blue", "dreadnought"))
    state = play(state, "red: attack_with interceptor")
    assert volley(state) == ("red", (3, 0, 0), 3, (0,))
    state = roll(state, 1, 1, 1)
    state = play(state, "blue: attack_with dreadnought")
    assert volley(state) == ("blue", (2, 2, 0), 0, (0,))


def test_p19_improved_hull() -> None:
    state = begun(fleets("red blue", 305, "red interceptor 1, blue cruiser 1", {
        "red interceptor": ("antimatter_cannon", "tachyon_source"),
        "blue cruiser": ("", "improved_hull", "", "", "", "improved_hull"),
    }))  # fmt: skip
    state = roll(play(state, "red: attack_with interceptor"), 6)
    assert squadron(state, "blue", "cruiser").damage == (4,)  # type: ignore[union-attr]
    state = miss(state)
    state = roll(play(state, "red: attack_with interceptor"), 6)
    assert ("red", "blue", "cruiser") in state.battles[-1].destroyed


def ancients(
    count_there: int, there: str, prints: dict[str, tuple[str, ...]] | None = None, seats: str = "red blue"
) -> State:
    state = fleets(seats, 305, there, prints)
    sector = state.sector(305)
    assert sector is not None
    return state.with_sector(sector.with_(number=305, ancients=count_there))


def test_p19_ancient_targets() -> None:
    state = begun(ancients(1, "blue interceptor 1, blue dreadnought 1"))
    state = miss(state)
    assert volley(state) == ("ancients", (2, 0, 0), 1, (0,))
    assert state.decisions[0].context["roller"] == "red"
    state = roll(state, 5, 6)
    assert state.battles[-1].destroyed == (("ancients", "blue", "interceptor"),)
    assert squadron(state, "blue", "dreadnought").damage == (1,)  # type: ignore[union-attr]


def test_case_34_equal_initiative_favours_the_defender_with_missiles_too() -> None:
    prints = {"red interceptor": MISSILES, "blue interceptor": MISSILES}
    state = begun(fleets("red blue", 305, "blue interceptor 1, red interceptor 1", prints))
    assert volley(state)[0] == "blue"
    state = begun(fleets("red blue", 305, "blue interceptor 1, red interceptor 1", prints, owner="red"))
    assert volley(state)[0] == "red"
    state = begun(ancients(1, "red interceptor 1", {"red interceptor": ("", "", "", "hull")}))
    assert state.decisions[0].context["defender"] == "ancients"


def test_case_35_equal_types_of_one_owner_roll_separately_in_any_order() -> None:
    prints = {"red cruiser": ("", "", "", "", "fusion_drive")}
    state = begun(fleets("red blue", 305, "red interceptor 1, red cruiser 1, blue dreadnought 1", prints))
    assert state.decisions[0].context["ships"] == ("cruiser", "interceptor")
    state = play(state, "red: attack_with interceptor")
    assert volley(state) == ("red", (1, 0, 0), 0, (0,))
    state = roll(state, 1)
    assert state.decisions[0].context["ships"] == ("cruiser",)
    assert codes(state, "red: attack_with interceptor") == {"not_its_turn"}


def test_case_37_missiles_alone_do_not_attack_in_rounds_and_a_stalemate_ends() -> None:
    only = ("plasma_missile", "", "", "")
    state = begun(fleets("red blue", 305, "red interceptor 2, blue interceptor 1", {
        "red interceptor": only, "blue interceptor": only,
    }))  # fmt: skip
    assert volley(state) == ("red", (0, 4, 0), 0, (0,))
    state = roll(state, 1, 1, 1, 1)
    state = roll(state, 1, 1)
    assert state.battles[-1].destroyed == (("red", "blue", "interceptor"),)
    assert draws(state) == [("red", 2), ("blue", 1)]


def test_case_37_the_attacker_retreats_from_a_stalemate_at_once() -> None:
    only = ("hull", "", "", "")
    state = fleets("red blue", 305, "red interceptor 1, blue interceptor 1, blue cruiser 1", {
        "red interceptor": only, "blue interceptor": only, "blue cruiser": only,
    })  # fmt: skip
    state = begun(link(stand(state, 302, (0, 6), "blue"), 305, 302))
    assert name(state) == ("blue", "battle.stalemate")
    away = play(state, "blue: retreat interceptor 302", "blue: retreat cruiser 302")
    assert away.battles[-1].retreated == ("blue",)
    assert draws(away) == [("red", 1)]
    lost = play(state, "blue: retreat interceptor 302", "blue: done")
    assert lost.battles[-1].destroyed == (("red", "blue", "cruiser"),)
    assert draws(lost) == [("red", 3), ("blue", 1)]


def shelter(there: str, prints: dict[str, tuple[str, ...]] | None = None, full_wormhole: bool = True) -> State:
    """A battle in 305 with blue's disc in 302 beside it."""
    state = fleets("red blue green", 305, there, prints)
    return link(stand(state, 302, (0, 6), "blue"), 305, 302, full_wormhole)


def test_case_38_a_retreat_takes_two_turns_and_can_be_shot_at() -> None:
    state = begun(
        shelter("red interceptor 1, blue interceptor 2, blue cruiser 1", {"blue interceptor": ("", "", "fusion_drive")})
    )
    assert name(state) == ("blue", "battle.turn")
    state = play(state, "blue: retreat interceptor 302")
    assert count(state.sector(305), "blue") == 3  # type: ignore[arg-type]
    state = play(roll(play(state, "red: attack_with interceptor"), 6), "red: assign yellow 6 interceptor 1")
    assert squadron(state, "blue", "interceptor").damage == (0,)  # type: ignore[union-attr]
    state = miss(state)
    assert squadron(state, "blue", "interceptor") is None
    assert count(state.sector(302), "blue") == 1  # type: ignore[arg-type]
    assert name(state) == ("red", "battle.turn")


def test_case_38_where_a_retreat_may_go() -> None:
    there = "red interceptor 1, blue interceptor 1"
    quick = {"blue interceptor": ("", "", "fusion_drive")}
    state = begun(shelter(there, quick))
    assert word(state, "blue: retreat interceptor 302") is Word.LEGAL
    assert codes(state, "blue: retreat interceptor 999") == {"no_sector"}
    assert codes(state, "blue: retreat interceptor 311") == {"not_laid"}
    assert codes(state, "blue: retreat interceptor 1") == {"no_disc", "enemy_there", "no_wormhole"}
    assert codes(state, "blue: retreat cruiser 302") == {"not_its_turn"}
    enemy = begun(arm(shelter(there, quick), 302, "green interceptor 1", {}))
    assert "next" in to_combat(arm(shelter(there, quick), 302, "green interceptor 1", {})).decisions[0].context
    assert codes(enemy, "blue: retreat interceptor 302") == {"enemy_there"}
    half = begun(shelter(there, quick, full_wormhole=False))
    assert codes(half, "blue: retreat interceptor 302") == {"no_wormhole"}
    player = half.player("blue")
    generator = half.change("blue", technologies=(*player.technologies, "wormhole_generator"))
    assert codes(generator, "blue: retreat interceptor 302") == set()


def test_a_retreat_is_unknown_where_the_map_is_not_tracked() -> None:
    state = begun(shelter("red interceptor 1, blue interceptor 1", {"blue interceptor": ("", "", "fusion_drive")}))
    state = state.with_(tracking=state.tracking - {"map"})
    assert codes(state, "blue: retreat interceptor 302") == set()
    assert missing(state, "blue: retreat interceptor 302") == {"connected"}


def test_case_39_no_retreat_among_the_missiles() -> None:
    equal = {"blue interceptor": MISSILES, "blue cruiser": ("plasma_missile", "", "", "", "fusion_drive", "")}
    state = begun(shelter("red interceptor 1, blue interceptor 1, blue cruiser 1", equal))
    assert state.decisions[0].verbs == ("attack_with",)
    assert codes(state, "blue: retreat interceptor 302") == {"not_now"}


def test_case_41_the_first_to_leave_ends_the_battle_the_other_stays_and_meets_the_third() -> None:
    there = "green interceptor 1, red interceptor 1, blue interceptor 1"
    state = shelter(there, {"blue interceptor": ("", "", "fusion_drive")})
    state = link(stand(state, 303, (1, 6), "red"), 305, 303)
    state = play(begun(state), "blue: retreat interceptor 302", "red: retreat interceptor 303")
    context = state.decisions[0].context
    assert (context["attacker"], context["defender"], context["retreated"]) == ("red", "green", ("blue",))
    assert squadron(state, "red", "interceptor").retreating_to == 0  # type: ignore[union-attr]


def test_p21_retreat_penalty_also_when_shot_while_retreating() -> None:
    state = begun(shelter("red interceptor 1, blue interceptor 1", {"blue interceptor": ("", "", "fusion_drive")}))
    state = play(state, "blue: retreat interceptor 302")
    state = roll(play(state, "red: attack_with interceptor"), 6)
    assert state.battles[-1].retreated == ("blue",)
    assert draws(state) == [("red", 2)]


def test_case_43_highest_number_first_the_centre_last() -> None:
    state = fleets("red blue", 305, "red interceptor 1, blue interceptor 1")
    state = arm(state, 1, "red cruiser 1", {})
    state = to_combat(state)
    assert state.decisions[0].context["next"] == 305
    assert codes(state, "table: battle 1 gcds red") == {"not_next"}
    assert codes(state, "table: battle 305 blue red") == {"other_parties"}
    state = play(state, "table: battle 305 red blue")
    state = roll(play(state, "red: attack_with interceptor"), 6)
    assert draws(state) == [("red", 2), ("blue", 1)]
    for seat, tiles in (("red", 2), ("blue", 1)):
        state = play(state, f"{seat}: draw" + " 1" * tiles, f"{seat}: keep 1")
    assert state.decisions[0].context["next"] == 1
    assert codes(state, "table: battle 1 gcds red") == set()


def test_case_44_gcds_dice_go_by_the_printed_rule() -> None:
    state = fleets("red blue", 305, "")
    state = begun(arm(state, 1, "red cruiser 1, red interceptor 2", {}))
    state = miss(miss(state))
    assert volley(state) == ("gcds", (4, 0, 0), 1, (0,))
    state = roll(state, 6, 5, 5, 1)
    assert state.battles[-1].destroyed == (("gcds", "red", "cruiser"), ("gcds", "red", "interceptor"))


def test_case_45_a_1_misses_and_a_6_hits_whatever_the_parts() -> None:
    gluon = {
        "red interceptor": ("", "tachyon_source", "", "gluon_computer"),
        "blue interceptor": ("", "", "", "gauss_shield"),
    }
    state = begun(fleets("red blue", 305, "red interceptor 1, blue interceptor 1", gluon))
    assert roll(play(state, "red: attack_with interceptor"), 1).battles[-1].destroyed == ()
    shields = {"blue interceptor": ("", "tachyon_source", "", "flux_shield")}
    state = begun(fleets("red blue", 305, "red interceptor 1, blue interceptor 1", shields))
    assert len(roll(play(state, "red: attack_with interceptor"), 6).battles[-1].destroyed) == 1


def test_damage_of_one_die_is_not_split_and_stays_through_the_phase() -> None:
    there = "red interceptor 1, green cruiser 1, blue interceptor 2"
    state = begun(fleets("red green blue", 305, there, {"blue interceptor": ("", "", "fusion_drive")}))
    state = roll(play(state, "blue: attack_with interceptor"), 6, 1)
    assert squadron(state, "green", "cruiser").damage == (1,)  # type: ignore[union-attr]
    state = roll(play(state, "green: attack_with cruiser"), 6)
    state = play(state, "green: assign yellow 6 interceptor 2")
    state = roll(play(state, "blue: attack_with interceptor"), 1)
    state = roll(play(state, "green: attack_with cruiser"), 6)
    context = state.decisions[0].context
    assert (context["attacker"], context["defender"]) == ("green", "red")
    assert squadron(state, "green", "cruiser").damage == (1,)  # type: ignore[union-attr]


def test_a_large_fleet_rolls_in_several_throws() -> None:
    state = begun(fleets("red blue", 305, "red interceptor 7, blue dreadnought 1", {
        "red interceptor": ("ion_cannon", "tachyon_source", "", "ion_cannon"),
    }))  # fmt: skip
    state = play(state, "red: attack_with interceptor")
    assert volley(state)[1] == (14, 0, 0)
    assert state.decisions[0].context["throws_left"] == 2
    state = roll(state, *(6,) * 8)
    state = roll(state, *(1,) * 6)
    assert state.battles[-1].destroyed == (("red", "blue", "dreadnought"),)


def test_case_48_destroying_population_gives_no_tiles() -> None:
    state = fleets("red blue", 305, "blue interceptor 1", owner="red", cubes=(("money", "money"),))
    state = roll(play(to_combat(state), "blue: attack_population"), 6)
    assert state.player("red").graveyard == (1, 0, 0)
    assert name(state) == ("blue", "combat.influence")


def test_case_47_the_first_entrant_draws_completely_first() -> None:
    state = begun(fleets("red blue", 305, "blue interceptor 1, red interceptor 1"))
    state = roll(play(state, "blue: attack_with interceptor"), 6)
    assert draws(state) == [("blue", 2), ("red", 1)]


def test_case_54_draco_never_fights_ancients_but_the_gcds() -> None:
    state = ancients(2, "yellow interceptor 1", seats="yellow=draco red")
    assert to_combat(state).phase == "combat"
    assert name(to_combat(state)) == ("yellow", "combat.influence")
    both = to_combat(ancients(2, "yellow interceptor 1, red interceptor 1", seats="yellow=draco red"))
    assert both.decisions[0].context["parties"] == ("ancients", "yellow", "red")
    state = to_combat(arm(fleets("yellow=draco red", 305, ""), 1, "yellow cruiser 1", {}))
    assert state.decisions[0].context["parties"] == ("gcds", "yellow")


def test_case_68_starbases_cannot_retreat() -> None:
    state = begun(shelter("red interceptor 1, blue starbase 1"))
    assert "starbase" in codes(state, "blue: retreat starbase 302")


def test_partners_do_not_fight() -> None:
    state = fleets("red blue green yellow", 305, "red interceptor 1, blue interceptor 1")
    state = state.change("red", ambassadors=(Ambassador("blue", "money"),))
    state = state.change("blue", ambassadors=(Ambassador("red", "money"),))
    assert name(to_combat(state)) == ("red", "combat.influence")


def test_partners_are_passed_over_when_pairs_are_made() -> None:
    """Red and Blue came last and would meet first; as partners both of them fight Green."""
    state = fleets("red blue green", 305, "green interceptor 1, red interceptor 1, blue interceptor 1")
    state = state.change("red", ambassadors=(Ambassador("blue", "money"),))
    state = to_combat(state.change("blue", ambassadors=(Ambassador("red", "money"),)))
    context = state.decisions[0].context
    assert who_meets(state, context["next"], context["parties"], context["parties"]) == ("blue", "green")


def test_nothing_is_asked_in_a_round_without_battles() -> None:
    assert to_combat(fleets("red blue", 305, "")).phase == "upkeep"


def test_verdicts_are_sentences_with_pages() -> None:
    state = begun(shelter("red interceptor 1, blue interceptor 1", {"blue interceptor": ("", "", "fusion_drive")}))
    verdict = judge(state, read("blue: retreat interceptor 1", GAME.actions))
    said = [(r.text, r.page) for r in verdict.reasons]
    assert ("A retreat goes to a sector that the player controls; Blue has no disc in 001.", "20") in said
    verdict = judge(state, read("blue: retreat interceptor 305", GAME.actions))
    assert [r.text for r in verdict.reasons] == ["The battle is in 305: a retreat leaves that sector."]
    assert state.decisions[0].seat != TABLE


def test_a_seat_that_leaves_in_a_battle_is_gone_from_it() -> None:
    there = "red interceptor 1, green interceptor 1, blue interceptor 2"
    state = begun(fleets("red green blue", 305, there))
    rolling = play(state, "green: attack_with interceptor")
    for seat in ("green", "blue"):
        left = play(rolling, f"{seat}: leave")
        assert all(each.party != seat for each in left.battles[-1].squadrons)
        if seat == "green":
            assert {left.decisions[0].context["attacker"], left.decisions[0].context["defender"]} == {"red", "blue"}
    won = roll(play(miss(state), "blue: attack_with interceptor"), 6, 6)
    assert name(won)[1] == "battle.turn"
    assert draws(play(won, "red: leave")) == [("green", 1), ("blue", 2)]


def test_an_upgrade_not_told_yet_makes_a_battle_unknown() -> None:
    state = fleets("red blue", 305, "red interceptor 1, blue interceptor 1")
    state = play(state, f"{state.active}: upgrade", f"{state.active}: later")
    state = to_combat(state)
    assert missing(state, "table: battle 305 red blue") == {"upgrade"}


def test_damage_and_ships_can_be_put_right_during_a_battle() -> None:
    state = begun(fleets("red blue", 305, "red interceptor 1, blue cruiser 1"))
    state = play(state, "table: correct damage_blue_cruiser_1 1")
    assert fleet(state)["blue", "cruiser"] == (1,)
    killed = roll(play(state, "red: attack_with interceptor"), 6)
    assert killed.battles[-1].destroyed == (("red", "blue", "cruiser"),)
    nobody = play(state, "table: correct sector_305_red_interceptor 0", "red: correct ships_interceptor 1")
    assert nobody.battles[-1].over


def test_a_correction_that_ends_all_battles_lets_the_phase_go_on() -> None:
    state = to_combat(fleets("red blue", 305, "red interceptor 1, blue cruiser 1"))
    assert name(state) == (TABLE, "combat")
    state = play(state, "table: correct sector_305_red_interceptor 0")
    assert name(state) == ("blue", "combat.influence")


def test_the_button_attacks_with_the_only_type_whose_turn_it_is() -> None:
    one = begun(fleets("red blue", 305, "red interceptor 1, blue cruiser 1"))
    action = GAME.default_answer(one, "red")
    assert action is not None
    assert write(action) == "red: attack_with interceptor"
    prints = {"red cruiser": ("", "", "", "", "fusion_drive")}
    two = begun(fleets("red blue", 305, "red interceptor 1, red cruiser 1, blue dreadnought 1", prints))
    assert GAME.default_answer(two, "red") is None


def test_the_table_may_break_a_battle_off() -> None:
    state = begun(fleets("red blue", 305, "red interceptor 1, blue cruiser 1"))
    for open_now in (state, play(state, "red: attack_with interceptor")):
        unasked = "not_now" if open_now is not state else "not_your_turn"
        assert codes(open_now, "table: battle_over") == {unasked, "not_over"}
        over = apply_anyway(open_now, read("table: battle_over", GAME.actions))
        assert draws(over) == [("red", 1), ("blue", 1)]


def assigning(there: str, prints: dict[str, tuple[str, ...]], *values: int) -> State:
    """Blue's first type has rolled these values."""
    state = begun(fleets("red blue", 305, there, prints))
    ship = state.decisions[0].context["ships"][0]
    return roll(play(state, f"blue: attack_with {ship}"), *values)


FAST = {"blue interceptor": ("", "", "fusion_drive", "")}


def test_a_die_that_hits_every_ship_cannot_be_wasted() -> None:
    state = assigning("red interceptor 2, blue interceptor 1", FAST, 6)
    assert name(state) == ("blue", "battle.assign")
    assert codes(state, "blue: done") == {"hits_all"}
    assert GAME.default_answer(state, "blue") is None


def test_a_die_may_be_wasted_on_a_ship_it_misses() -> None:
    prints = {
        "red cruiser": ("", "gauss_shield"),
        "blue interceptor": ("electron_computer", "", "fusion_drive", "ion_cannon"),
    }
    state = assigning("red interceptor 1, red cruiser 1, blue interceptor 1", prints, 5)
    assert codes(state, "blue: assign yellow 5 cruiser 1") == {"misses"}
    wasted = play(state, "blue: done")
    assert len(squadrons(wasted, "red")) == 2
    assert name(wasted) != ("blue", "battle.assign")


def test_dice_may_be_wasted_on_a_ship_that_the_volley_destroyed() -> None:
    state = assigning("red interceptor 2, blue interceptor 2", FAST, 6, 6)
    assert codes(state, "blue: done") == {"hits_all"}
    state = play(state, "blue: assign yellow 6 interceptor 1")
    assert name(state) == ("blue", "battle.assign")
    action = GAME.default_answer(state, "blue")
    assert action is not None
    assert write(action) == "blue: assign yellow 6 interceptor 1"
    assert fleet(play(state, "blue: done"))["red", "interceptor"] == (0,)
    assert not squadrons(play(state, write(action)), "red")


def test_a_single_ship_takes_every_die_by_itself() -> None:
    state = assigning("red cruiser 1, blue interceptor 2", {**FAST, "red cruiser": ("", "improved_hull", "")}, 6, 6)
    assert name(state) != ("blue", "battle.assign")
    assert fleet(state)["red", "cruiser"] == (2,)


def test_ancients_waste_nothing() -> None:
    state = fleets("red blue", 305, "red interceptor 2")
    sector = state.sector(305)
    assert sector is not None
    state = begun(state.with_sector(sector.with_(ancients=1)))
    state = roll(play(state, "red: attack_with interceptor"), 1, 1)
    assert not squadrons(roll(state, 6, 6), "red")
