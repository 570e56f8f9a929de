"""Battles at light tracking: parties, losses, retreats, dice, and how many tiles follow."""

from __future__ import annotations

import pytest

from companion.rules.contract import TABLE, Kind, judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.sectors import lay
from companion.rules.eclipse.state import State
from companion.rules.eclipse.told_battles import order_note
from companion.rules.eclipse.volleys import Aim, aims
from companion.rules.notation import read, write
from tests.rules.eclipse.fleets import in_combat, settle
from tests.rules.playing import codes, missing, play, started


def fight(*parties: str, seats: str = "blue red", **options: str) -> State:
    """A battle in 207, which is nobody's, laid without Ancients."""
    state = lay(in_combat(seats, **options), 207)
    sector = state.sector(207)
    assert sector is not None
    state = state.with_sector(sector.with_(ancients=0, discovery=False))
    return play(state, f"table: battle 207 {' '.join(parties)}")


def draws(state: State) -> list[tuple[str, int]]:
    """Who draws how many, in order."""
    found = []
    while state.decisions[0].name == "reputation.draw":
        decision = state.decisions[0]
        assert decision.draw is not None
        assert decision.draw.private_to == decision.seat
        found.append((decision.seat, decision.draw.count))
        state = play(state, f"{decision.seat}: draw" + " 1" * decision.draw.count, f"{decision.seat}: keep 1")
    return found


def test_p23_reputation() -> None:
    state = fight("red", "blue")
    lost = ["blue red interceptor"] * 3 + ["blue red cruiser"] + ["red blue interceptor"] * 2
    state = play(state, *(f"table: destroyed {each}" for each in lost))
    assert state.decisions[0].context["tiles"] == {"red": 3, "blue": 5}
    assert state.player("red").ships == (5, 3, 2, 4)
    assert state.player("blue").ships == (6, 4, 2, 4)
    state = play(state, "table: battle_over")
    assert draws(state) == [("red", 3), ("blue", 5)]


def test_case_47_the_first_entrant_draws_completely_first() -> None:
    state = play(fight("blue", "red"), "table: battle_over")
    assert draws(state) == [("blue", 1), ("red", 1)]


def test_p21_retreat_penalty() -> None:
    state = play(fight("blue", "red"), "table: destroyed red blue cruiser", "table: retreated red")
    state = play(state, "table: battle_over")
    assert draws(state) == [("blue", 1), ("red", 2)]
    state = play(fight("blue", "red"), "table: retreated red", "table: battle_over")
    assert draws(state) == [("blue", 1)]


def test_p18_order_three_players() -> None:
    state = fight("red", "green", "blue", seats="red green blue")
    context = state.decisions[0].context
    assert (context["order"], context["defender"]) == (("blue", "green", "red"), "green")


def test_battles_are_checked_one_reason_beside_the_other() -> None:
    state = in_combat()
    assert codes(state, "table: battle 999 blue") == {"no_sector", "one_party"}
    assert codes(state, "table: battle 305 blue blue green") == {"not_laid", "party_twice", "no_party"}
    assert codes(state, "table: battle 223 blue red") == set()
    assert codes(state, "table: battle 223 blue ancients gcds") == {"no_ancients", "no_gcds"}
    assert codes(state, "table: battle 1 blue red") == {"gcds_there"}
    assert codes(state.change("red", ships=(0, 0, 0, 0)), "table: battle 223 blue red") == {"no_ship"}
    state = play(state, "table: battle 223 blue red", "table: battle_over")
    while state.decisions[0].seat != TABLE:
        state = play(state, f"{state.decisions[0].seat}: draw 1", f"{state.decisions[0].seat}: keep 1")
    assert codes(state, "table: battle 223 blue red") == {"fought"}


def test_a_sector_that_may_be_the_untold_one_is_unknown_not_illegal() -> None:
    state = in_combat()
    assert codes(state, "table: battle 305 blue red") == {"not_laid"}
    later = play(started("blue red"), "blue: explore", "blue: later", "red: pass", "blue: pass")
    assert codes(later, "table: battle 305 blue red") == set()
    assert missing(later, "table: battle 305 blue red") == {"sector"}


def test_ancients_must_be_fought_but_never_by_draco() -> None:
    state = lay(in_combat("yellow=draco red"), 101)
    assert codes(state, "table: battle 101 yellow ancients") == {"draco"}
    assert codes(state, "table: battle 101 yellow red") == set()
    assert codes(lay(in_combat(), 101), "table: battle 101 blue red") == {"ancients_there"}
    state = play(state, "table: battle 101 ancients yellow red")
    assert codes(state, "table: destroyed yellow ancients ancient") == {"draco"}


def test_case_43_the_order_of_sectors_is_said_and_not_enforced() -> None:
    state = play(in_combat(), "table: battle 221 blue red", "table: battle_over")
    for seat in ("blue", "red"):
        state = play(state, f"{seat}: draw 1", f"{seat}: keep 1")
    state = play(state, "table: battle 223 red blue")
    assert "223 comes before 221" in order_note(state)


def test_ancients_destroyed() -> None:
    state = lay(in_combat(), 101)
    state = play(state, "table: battle 101 ancients blue")
    assert codes(state, "table: fire ancients 2 0 0 1 0") == set()
    assert codes(state, "table: fire ancients 3 0 0 1 0") == {"printed"}
    assert codes(state, "table: destroyed blue ancients cruiser") == {"no_type"}
    state = play(state, "table: destroyed blue ancients ancient")
    assert (state.sector(101) or state.sectors[0]).ancients == 0
    assert codes(state, "table: destroyed blue ancients ancient") == {"no_ancients"}
    assert draws(play(state, "table: battle_over")) == [("blue", 2)]


def test_p19_ancient_targets_dice_of_ancients() -> None:
    state = play(lay(in_combat(), 101), "table: battle 101 ancients blue", "table: fire ancients 2 0 0 1 0")
    state = play(state, "table: roll yellow 5 yellow 6")
    volley = state.battles[-1].volley
    assert volley is not None
    assert aims(volley) == (Aim(0, 5, 2, 2),)


def test_gcds_draws_three_more() -> None:
    state = play(in_combat(), "table: battle 1 gcds blue", "table: destroyed blue gcds gcds")
    assert not (state.sector(1) or state.sectors[0]).gcds
    assert codes(state, "table: destroyed blue gcds gcds") == {"no_gcds"}
    assert draws(play(state, "table: battle_over")) == [("blue", 4)]


def test_losses_are_checked() -> None:
    state = fight("blue", "red", seats="blue red green")
    assert codes(state, "table: destroyed blue blue cruiser") == {"own_ship"}
    assert codes(state, "table: destroyed blue green cruiser") == {"not_there"}
    assert codes(state, "table: destroyed blue red frigate") == {"no_type"}
    assert codes(state.change("red", ships=(1, 0, 0, 0)), "table: destroyed blue red cruiser") == {"no_ship"}
    assert codes(state, "table: retreated ancients") == {"stays"}
    assert codes(state, "table: retreated green") == {"not_there"}
    assert codes(play(state, "table: retreated red"), "table: retreated red") == {"retreated"}


def test_p22_to_hit() -> None:
    """Iain's cruiser: two yellow, computer 2, against shields 0 and 1."""
    state = play(fight("red", "blue"), "table: fire red 2 0 0 2 1 0")
    decision = state.decisions[0]
    assert (decision.name, decision.kind) == ("battle.roll", Kind.ROLL)
    assert [(aim.shield, aim.needed) for aim in decision.context["aims"]] == [(0, 4), (1, 5)]
    state = play(state, "table: roll yellow 4 yellow 2")
    volley = state.decisions[0].context["volley"]
    assert aims(volley) == (Aim(0, 4, 1, 1), Aim(1, 5, 0, 0))


def test_p22_1() -> None:
    state = play(fight("red", "blue"), "table: fire blue 0 6 0 0 0")
    state = play(state, "table: roll " + " ".join(f"orange {value}" for value in (6, 6, 5, 4, 3, 2)))
    assert aims(state.decisions[0].context["volley"]) == (Aim(0, 6, 2, 4),)


def test_more_dice_than_the_box_take_several_throws() -> None:
    state = play(fight("red", "blue"), "table: fire red 0 8 1 3 0")
    roll = state.decisions[0].roll
    assert roll is not None
    assert roll.dice == ("orange",) * 6 + ("red",)
    assert state.decisions[0].context["throws_left"] == 2
    state = play(state, "table: roll red 1" + " orange 6" * 6)
    roll = state.decisions[0].roll
    assert roll is not None
    assert roll.dice == ("orange", "orange")
    state = play(state, "table: roll orange 2 orange 3")
    volley = state.decisions[0].context["volley"]
    assert len(volley.rolled) == 9
    assert aims(volley) == (Aim(0, 3, 7, 14),)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("table: roll yellow 6", "wrong_dice"),
        ("table: roll yellow 6 orange 6", "wrong_dice"),
        ("table: roll yellow 6 yellow 7", "value"),
        ("table: roll yellow yellow", "pairs"),
        ("table: roll 6 6", "pairs"),
        ("table: roll", "wrong_dice"),
    ],
)
def test_rolls_are_checked(line: str, code: str) -> None:
    state = play(fight("red", "blue"), "table: fire red 2 0 0 0 0")
    assert code in codes(state, line)


def test_figures_of_a_volley_are_checked() -> None:
    state = fight("red", "blue")
    assert codes(state, "table: fire red 0 0 0 0 0") == {"no_dice"}
    assert codes(state, "table: fire red -1 1000 0 10 -1") == {"dice", "computer", "shield"}
    assert codes(state, "table: fire gcds 4 0 0 1 0") == {"not_there"}


def test_lines_come_back_as_they_were_written() -> None:
    for line in ("table: fire red 2 0 1 3 0 2", "table: roll yellow 6 orange 2", "table: battle 207 red blue ancients"):
        assert write(read(line, GAME.actions)) == line


def test_upkeep_follows_when_the_battles_are_over() -> None:
    assert play(in_combat(), "table: battles_over").phase == "upkeep"


def test_planta_is_asked_about_before_the_battles_are_over() -> None:
    state = settle(in_combat("green=planta red"), 305, "green", ("money", "money"))
    assert missing(state, "table: battles_over") == set()
    state = play(state, "table: battle 305 green red", "table: battle_over")
    for seat in ("green", "red"):
        state = play(state, f"{seat}: draw 1", f"{seat}: keep 1")
    assert missing(state, "table: battles_over") == {"planta_population"}
    assert missing(play(state, "table: bombard 305 red money"), "table: battles_over") == set()


def test_p22_p23_the_combat_example_from_missiles_to_upkeep() -> None:
    """Iain is red and defends, Vernor is blue; only dice that are rolled in the example are told."""
    state = settle(in_combat("red blue"), 305, "red", ("money", "money"))
    volleys = [
        ("blue 0 6 0 0 0", "orange 6 orange 6 orange 5 orange 4 orange 3 orange 2", Aim(0, 6, 2, 4)),
        ("red 0 2 0 0 0 1", "orange 6 orange 6", Aim(0, 6, 2, 4)),
        ("blue 0 2 0 0 0", "orange 3 orange 2", Aim(0, 6, 0, 0)),
        ("red 1 0 0 0 0", "yellow 3", Aim(0, 6, 0, 0)),
        ("red 2 0 0 2 0", "yellow 4 yellow 2", Aim(0, 4, 1, 1)),
        ("blue 0 1 0 0 0", "orange 6", Aim(0, 6, 1, 2)),
        ("red 2 0 0 2 1", "yellow 1 yellow 2", Aim(1, 5, 0, 0)),
        ("blue 0 1 0 0 0", "orange 6", Aim(0, 6, 1, 2)),
    ]
    state = play(state, "table: battle 305 red blue")
    for fired, rolled, aim in volleys:
        state = play(state, f"table: fire {fired}", f"table: roll {rolled}")
        assert aims(state.decisions[0].context["volley"])[0] == aim
    lost = ["blue red interceptor"] * 3 + ["red blue interceptor"] * 2 + ["blue red cruiser"]
    state = play(state, *(f"table: destroyed {each}" for each in lost), "table: battle_over")
    assert draws(state) == [("red", 3), ("blue", 5)]
    state = play(state, "red: draw 1 2 3", "red: keep 3", "blue: draw 1 1 2 2 4", "blue: keep 4")
    state = play(state, "table: fire_population 305 blue 0 1 0 0", "table: roll orange 6")
    state = play(state, "table: bombard 305 blue money", "table: conquer 305 blue", "table: battles_over")
    assert (state.phase, state.player("red").graveyard) == ("upkeep", (1, 0, 0))
    assert (state.player("red").reputation, state.player("blue").reputation) == ((3,), (4,))
    assert GAME.laws(state) == []


def test_a_seat_that_leaves_takes_its_dice_with_it() -> None:
    state = play(started("red blue green"), "red: pass", "blue: pass", "green: pass", "table: battle 223 blue red")
    state = play(state, "table: fire red 1 0 0 0 0", "red: leave")
    assert [(each.seat, each.name) for each in state.decisions] == [("table", "battle")]


def test_a_retreat_to_the_sector_of_the_battle_is_none_even_where_the_map_is_not_tracked() -> None:
    state = settle(in_combat("red blue"), 305, "red", ("money", "money"))
    state = play(state, "table: battle 305 red blue")
    assert codes(state, "table: retreated red cruiser 305") == {"stays"}


def test_sentences_begin_and_agree_with_their_party() -> None:
    state = play(in_combat("red blue"), "table: battle 1 red gcds")
    ancients = read("table: destroyed ancients red cruiser", GAME.actions)
    assert ancients.title(state) == "The Ancients destroy Red's Cruiser"
    verdict = judge(state, ancients)
    assert [each.text for each in verdict.reasons] == ["The battle in sector 001 is fought without the Ancients."]
    fired = read("table: fire gcds 4 0 0 1 0", GAME.actions)
    assert fired.title(state).startswith("The Galactic Center Defense System fires 4 yellow")
    refused = judge(state, read("table: battles_over", GAME.actions)).reasons[0]
    assert refused.text == "It is not the time for “battles over”: what the table is asked now is battle."
