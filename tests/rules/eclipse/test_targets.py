"""The printed rule by which Ancients and the Defense System assign their dice (p. 19)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.eclipse import hits
from companion.rules.eclipse.hits import COLOURS, DAMAGE
from companion.rules.eclipse.targets import SIZES, Target, by_printed_rule, useful


def put(dice: list[tuple[str, int]], computer: int, *targets: Target) -> list[tuple[str, int]]:
    """Damage and ship of each die, in order."""
    return [(f"{ship} {place}", DAMAGE[die[0]]) for die, ship, place in by_printed_rule(dice, computer, targets)]


def test_p19_ancient_targets() -> None:
    fleet = (Target("interceptor", 1, 1, 0), Target("dreadnought", 1, 3, 0))
    assert put([("yellow", 5), ("yellow", 6)], 1, *fleet) == [("interceptor 1", 1), ("dreadnought 1", 1)]


def test_case_44_the_largest_that_can_be_destroyed_first() -> None:
    fleet = (Target("interceptor", 1, 1, 0), Target("cruiser", 1, 2, 0))
    assert put([("yellow", 6)] * 2, 1, *fleet) == [("cruiser 1", 1), ("cruiser 1", 1)]
    assert put([("yellow", 6)] * 3, 1, *fleet)[2] == ("interceptor 1", 1)


def test_of_equal_ships_the_one_that_needs_least() -> None:
    fleet = (Target("cruiser", 1, 3, 0), Target("cruiser", 2, 1, 0))
    assert put([("yellow", 6)], 1, *fleet) == [("cruiser 2", 1)]


def test_a_kill_takes_the_dice_that_waste_least() -> None:
    dice = [("red", 6), ("orange", 6), ("yellow", 6)]
    assert put(dice, 0, Target("interceptor", 1, 1, 0)) == [("interceptor 1", 1)]
    assert put(dice, 0, Target("cruiser", 1, 3, 0)) == [("cruiser 1", 1), ("cruiser 1", 2)]


def test_shields_decide_which_die_can_go_where() -> None:
    fleet = (Target("dreadnought", 1, 1, 3), Target("interceptor", 1, 1, 0))
    assert put([("yellow", 5), ("yellow", 5)], 1, *fleet) == [("interceptor 1", 1)]


DICE = st.lists(st.tuples(st.sampled_from(COLOURS), st.integers(1, 6)), max_size=8)
SHIPS = st.lists(st.tuples(st.sampled_from(SIZES), st.integers(1, 8), st.integers(0, 3)), max_size=5)


@settings(max_examples=150, deadline=None)
@given(DICE, st.integers(0, 5), SHIPS)
def test_every_die_that_can_hit_is_used_unless_all_it_hits_is_destroyed(
    dice: list[tuple[str, int]], computer: int, ships: list[tuple[str, int, int]]
) -> None:
    fleet = [Target(ship, place, left, shield) for place, (ship, left, shield) in enumerate(ships, 1)]
    assigned = by_printed_rule(dice, computer, fleet)
    rest = list(dice)
    suffered: dict[int, int] = {}
    shield = {target.place: target.shield for target in fleet}
    for die, _, place in assigned:
        rest.remove(die)
        assert hits.hits(die[1], computer, shield[place])
        suffered[place] = suffered.get(place, 0) + DAMAGE[die[0]]
    alive = [target for target in fleet if suffered.get(target.place, 0) < target.left]
    assert useful(rest, computer, alive) == ()
