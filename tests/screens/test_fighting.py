"""What the battle assistant says, in words alone: no window."""

from types import SimpleNamespace

from companion.rules.contract import Entry
from companion.rules.eclipse.pieces import Volley
from companion.screens.eclipse import fighting
from companion.screens.eclipse.part_words import does, figure
from tests.rules.eclipse.duelling import begun, roll
from tests.rules.eclipse.fleets import fleets
from tests.rules.playing import play


def test_needs_name_only_what_differs() -> None:
    assert fighting.needs_words({"interceptor": 5, "cruiser": 5}) == "5+"
    assert fighting.needs_words({"interceptor": 6}) == "6"
    assert fighting.needs_words({"interceptor": 6, "cruiser": 5}) == "Int 6 · Cru 5+"
    many = {"interceptor": 5, "cruiser": 6, "dreadnought": 6, "starbase": 6}
    assert fighting.needs_words(many) == "6, Int 5+"


def test_dice_that_reach_the_same_ships_go_together() -> None:
    dice = (("yellow", 5), ("orange", 6), ("yellow", 6), ("yellow", 4), ("orange", 5))
    # Computer +1: a 5 hits without shields, a 4 hits nothing, a 6 hits anything.
    found = fighting.bundles(dice, 1, (0, 2))
    assert found[0] == (("orange", 6), [6])
    assert (("yellow", 5), [5]) in found
    assert sum(len(values) for _, values in found) == len(dice)
    assert fighting.bundles(dice, 3, (0,))[0] == (("orange", 6), [6, 5])


def test_a_volley_and_what_it_destroyed_in_words() -> None:
    volley = Volley("ancients", (2, 0, 0), 1, (0,), (("yellow", 5), ("yellow", 2)))
    assert fighting.volley_words(volley) == "Ancients rolled yellow 5 2: 1 hit."
    assert fighting.volley_words(None) == ""
    lost = [Entry("red", "ships_interceptor", -1, "destroyed in 305")] * 2
    lost += [Entry("table", "ancients", -1, "destroyed in 305"), Entry("red", "money", -2, "Hull")]
    said = fighting.losses(SimpleNamespace(entries=lost))
    assert said == "Red loses 2 Interceptors. The Ancients lose an Ancient."


def test_ships_of_equal_damage_are_one_group() -> None:
    there = "red cruiser 2, blue interceptor 2"
    state = begun(fleets(there=there))
    state = play(state, "blue: attack_with interceptor")
    state = roll(state, 6, 1)
    state = play(state, "blue: assign yellow 6 cruiser 2")
    context = state.decisions[0].context
    groups = fighting.groups(context, "red")
    assert [(each.number, each.place, each.damage) for each in groups] == [(1, 1, 0), (1, 2, 1)]
    lines = fighting.lines(context, [("red", "cruiser")])
    assert [(line.party, line.ship, line.initiative) for line in lines] == [
        ("blue", "interceptor", 3),
        ("red", "cruiser", 2),
    ]
    assert lines[1].acts
    assert lines[1].cannons == (2, 0, 0)
    assert lines[0].needs == "6"
    assert lines[1].needs == "5+"
    assert fighting.heading(context, "red") == "305: Blue v Red's sector · round 1"
    assert fighting.heading(context, "") == "305: Blue v Red · round 1"


def test_parts_and_figures_in_words() -> None:
    from companion.rules.eclipse.blueprints import figures
    from companion.rules.eclipse.catalog import PARTS

    assert does(PARTS["ion_turret"]) == "2 yellow dice of 1 damage, uses 1 energy"
    assert does(PARTS["plasma_missile"]) == "missile: 2 orange dice of 2 damage"
    assert does(PARTS["gluon_computer"]) == "+2 initiative, +3 to each roll, uses 2 energy"
    of = figures("orion", "cruiser", ("",) * 6)
    assert figure(of, "energy") == "2/5"
    assert figure(of, "shield") == "−1"
    assert figure(of, "computer") == "+1"
