"""Dice: hits, minimum rolls, damage, throws. Tests named after worked examples of the rulebook carry their figures."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.eclipse import hits as h
from companion.rules.eclipse.catalog import PARTS

VALUES = st.integers(1, 6)
BONUS = st.integers(-3, 9)
DICE = st.lists(st.tuples(st.sampled_from(h.COLOURS), VALUES), max_size=40)


@pytest.mark.parametrize(("difference", "needed"), [(-3, 6), (0, 6), (1, 5), (2, 4), (3, 3), (4, 2), (5, 2)])
def test_minimum_roll_by_computer_minus_shield(difference: int, needed: int) -> None:
    assert h.minimum_roll(difference, 0) == needed
    assert h.minimum_roll(0, -difference) == needed


@settings(deadline=None)
@given(VALUES, BONUS, BONUS)
def test_a_die_hits_exactly_from_its_minimum_roll_on(value: int, computer: int, shield: int) -> None:
    assert h.hits(value, computer, shield) == (value >= h.minimum_roll(computer, shield))


def test_case_45_one_misses_even_with_five_and_six_hits_even_against_three() -> None:
    assert not h.hits(1, 5, 0)
    assert h.hits(6, 0, 3)


def test_damage_by_colour() -> None:
    assert [h.damage([(colour, 6)], 0, 0) for colour in ("yellow", "orange", "red")] == [1, 2, 4]


def test_p19_improved_hull() -> None:
    assert h.damage_to_destroy(4) == 5


def test_p19_ancient_targets_two_hits() -> None:
    assert [h.hits(value, 1, 0) for value in (5, 6)] == [True, True]


def test_p20_population() -> None:
    dice = [("yellow", 6), ("yellow", 3), ("yellow", 2)]
    assert h.population_damage(dice, 3) == 2


def test_p22_1() -> None:
    dice = [("orange", value) for value in (6, 6, 5, 4, 3, 2)]
    assert sum(h.hits(value, 0, 0) for _, value in dice) == 2
    assert h.damage(dice, 0, 0) == 4


def test_p22_2() -> None:
    assert h.damage([("orange", 6), ("orange", 6)], 0, 0) == 4
    assert h.damage([("orange", 6)], 0, 0) < h.damage_to_destroy(2)


def test_p22_3() -> None:
    assert h.damage([("orange", 3), ("orange", 2)], 0, 1) == 0


def test_p22_to_hit() -> None:
    assert h.minimum_roll(0, 0) == 6
    assert (h.minimum_roll(2, 0), h.minimum_roll(2, 1)) == (4, 5)


def test_p23_4_9() -> None:
    assert not h.hits(3, 0, 0)
    assert [h.hits(value, 2, 0) for value in (4, 2)] == [True, False]
    assert [h.hits(value, 2, 1) for value in (1, 2)] == [False, False]
    assert h.damage([("orange", 6)], 0, 0) == h.damage_to_destroy(1)


def test_p18_initiative_red() -> None:
    parts = [PARTS["gluon_computer"], PARTS["fusion_drive"]]
    assert h.initiative(2, [part.initiative for part in parts]) == 6


def test_p18_initiative_blue() -> None:
    names = ["ion_cannon"] * 2 + ["plasma_cannon"] * 2 + ["nuclear_drive"] * 3
    parts = [PARTS[each] for each in names]
    assert h.initiative(0, [part.initiative for part in parts]) == 3
    assert h.energy_left([part.energy for part in parts]) == -9
    assert h.energy_left([part.energy for part in (*parts, PARTS["tachyon_source"])]) == 0


def test_p22_order_missiles() -> None:
    assert (h.initiative(2, [2]), h.initiative(2, [1]), h.initiative(1, [2])) == (4, 3, 3)


def test_p23_order() -> None:
    assert h.initiative(1, [1, 1]) == 3


def test_p13_two_fusion_drives() -> None:
    drives = [PARTS["fusion_drive"]] * 2
    assert h.initiative(0, [part.initiative for part in drives]) == 4
    assert h.energy_left([part.energy for part in drives]) == -4


def test_a_volley_of_the_box_is_one_throw() -> None:
    assert h.throws({"red": 4, "yellow": 8, "orange": 6}) == (("yellow",) * 8 + ("orange",) * 6 + ("red",) * 4,)


def test_more_dice_than_the_box_has_take_more_throws() -> None:
    assert h.throws({"yellow": 3, "orange": 13}) == (
        ("yellow",) * 3 + ("orange",) * 6,
        ("orange",) * 6,
        ("orange",),
    )


def test_no_dice_no_throw() -> None:
    assert h.throws({}) == h.throws({"yellow": -2}) == ()


@settings(deadline=None)
@given(st.fixed_dictionaries({colour: st.integers(0, 40) for colour in h.COLOURS}))
def test_throws_hold_the_volley_and_never_more_than_the_box(volley: dict[str, int]) -> None:
    thrown = h.throws(volley)
    assert Counter(colour for dice in thrown for colour in dice) == Counter({c: n for c, n in volley.items() if n})
    assert all(dice and Counter(dice)[colour] <= h.BOX_DICE[colour] for dice in thrown for colour in dice)


@settings(deadline=None)
@given(DICE, BONUS)
def test_population_falls_to_the_damage_of_hits_without_shields(dice: list[tuple[str, int]], computer: int) -> None:
    assert h.population_damage(dice, computer) == sum(h.DAMAGE[c] for c, v in dice if v >= h.minimum_roll(computer, 0))
