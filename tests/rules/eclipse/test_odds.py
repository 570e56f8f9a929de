"""The chances of battles: against published exact figures, against a plain way for tiny ones, and against sampling."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.rules.eclipse.odds import SIDES, BadBattle, Battlefield, ShipClass, TooLarge, initiative_order, odds
from companion.rules.eclipse.odds.aiming import aims
from companion.rules.eclipse.odds.volley import DESTROYED, FIGHTING, all_assignments, assigned, results, together
from tests.rules.eclipse.battles import ANCIENT, CRUISER, IAIN, INTERCEPTOR, KNOWN, STARBASE, VERNOR, Plainly, S

SHARED = Path(__file__).parents[4] / "shared" / "eclipse" / "odds.toml"


@pytest.mark.parametrize("name", KNOWN)
def test_known_battle(name: str) -> None:
    battle, exact = KNOWN[name]
    found = odds(battle)
    assert found.exact
    assert found.attacker == pytest.approx(exact, abs=1e-4)
    assert found.attacker + found.defender == pytest.approx(1, abs=1e-12)


def test_known_battles_are_those_of_the_shared_file() -> None:
    if not SHARED.exists():
        pytest.skip("../shared is not beside the repository")
    for told in tomllib.loads(SHARED.read_text(encoding="utf-8"))["battle"]:
        battle, exact = KNOWN[told["id"]]
        assert exact == told["exact"]
        for side in SIDES:
            figures = [
                (s.type, s.n, s.yellow, s.orange, s.red, s.missiles, s.computer, s.shield, s.hull, s.initiative)
                for s in battle.side(side)
            ]
            assert figures == [
                tuple(row[key] for key in ("type", "n", "y", "o", "r", "mo", "c", "s", "h", "i")) for row in told[side]
            ]


def test_interceptors_by_hand() -> None:
    # The defender fires first: attacker = 5/6 * (1/6 + 5/6 * attacker), so 5/11.
    found = odds(Battlefield((INTERCEPTOR,), (INTERCEPTOR,)))
    assert found.attacker == pytest.approx(5 / 11, abs=1e-12)
    assert found.losses["attacker"]["interceptor"] == pytest.approx(6 / 11, abs=1e-12)
    assert found.tiles["attacker"] == pytest.approx((0, 6 / 11, 5 / 11, 0, 0, 0), abs=1e-12)
    assert found.tiles["defender"] == pytest.approx((0, 5 / 11, 6 / 11, 0, 0, 0), abs=1e-12)


def test_equal_initiative_is_the_defenders() -> None:
    later = odds(Battlefield((INTERCEPTOR,), (replace(INTERCEPTOR, initiative=2),)))
    assert later.attacker == pytest.approx(6 / 11, abs=1e-12)


# Order (pp. 18, 22, 23).


def test_p22_order_missiles() -> None:
    before_cruiser = Battlefield(VERNOR, IAIN)
    assert [step for step in initiative_order(before_cruiser) if step != ("defender", 1)] == [
        ("attacker", 0),
        ("defender", 0),
        ("attacker", 1),
    ]


def test_p23_order() -> None:
    assert initiative_order(Battlefield(VERNOR, IAIN)) == (
        ("attacker", 0),
        ("defender", 0),
        ("defender", 1),
        ("attacker", 1),
    )


def test_p23_in_the_middle() -> None:
    """Steps 8-9: the last interceptor leaves; Iain's cruiser fires at the damaged one, which needs a 6."""
    vernor = (replace(VERNOR[0], n=1, retreating=True, lost=2), replace(VERNOR[1], damage=(2,)))
    iain = (replace(IAIN[0], n=0, lost=3), IAIN[1])
    found = odds(Battlefield(vernor, iain, missiles=False, turn=("attacker", 0)))
    # Left: Iain needs one hit (5+) of two dice, each round first; Vernor one 6.
    misses = (2 / 3) ** 2
    assert found.attacker == pytest.approx(misses * (1 / 6) / (1 - misses * 5 / 6), abs=1e-12)
    assert found.losses["attacker"]["interceptor"] == pytest.approx(2, abs=1e-12)
    assert found.losses["defender"] == pytest.approx({"interceptor": 3, "cruiser": found.attacker}, abs=1e-12)
    # Five tiles are the most that Vernor draws, though he has earned six if he wins. If his cruiser falls, all that is
    # left of his fleet has retreated: no tile for taking part (p. 21).
    assert found.tiles["attacker"] == pytest.approx((0, 0, 0, found.defender, 0, found.attacker), abs=1e-12)
    assert found.tiles["defender"] == pytest.approx((0, 0, 0, found.attacker, 0, found.defender), abs=1e-12)


def test_turn_says_who_is_next() -> None:
    battle = Battlefield((INTERCEPTOR,), (INTERCEPTOR,), missiles=False, turn=("attacker", 0))
    assert odds(battle).attacker == pytest.approx(6 / 11, abs=1e-12)


# Missiles, retreat, stalemate (p. 20).


def test_destroyed_ships_do_not_fire_missiles_later() -> None:
    sure = S("interceptor", 1, missiles=16, computer=5, initiative=9)
    slow = S("interceptor", 1, missiles=16, computer=5, initiative=1)
    assert odds(Battlefield((sure,), (slow,))).attacker == pytest.approx(1, abs=1e-9)
    assert odds(Battlefield((slow,), (sure,))).attacker == pytest.approx(0, abs=1e-9)


def test_missiles_fire_once() -> None:
    bare = S("interceptor", 1)
    found = odds(Battlefield((replace(bare, missiles=1),), (bare,)))
    assert found.attacker == pytest.approx(1 / 6, abs=1e-12)
    assert found.stalemate == pytest.approx(5 / 6, abs=1e-12)
    assert odds(Battlefield((replace(bare, missiles=1),), (bare,), missiles=False)).stalemate == 1


def test_stalemate_destroys_the_attacker_or_he_leaves() -> None:
    bare = S("cruiser", 2)
    stays = odds(Battlefield((bare,), (bare,)))
    assert (stays.defender, stays.losses["attacker"]["cruiser"], stays.retreats["attacker"]) == (1, 2, 0)
    assert stays.tiles == {"attacker": (0, 1, 0, 0, 0, 0), "defender": (0, 0, 0, 0, 0, 1)}
    leaves = odds(Battlefield((bare,), (bare,), may_leave=True))
    assert (leaves.defender, leaves.losses["attacker"]["cruiser"], leaves.retreats["attacker"]) == (1, 0, 1)
    assert leaves.tiles == {"attacker": (1, 0, 0, 0, 0, 0), "defender": (0, 1, 0, 0, 0, 0)}


def test_retreat_takes_two_steps() -> None:
    """Declared on its turn, shot at once by the slower defender, gone on its next turn."""
    flees = replace(INTERCEPTOR, initiative=4, retreat_at=1)
    found = odds(Battlefield((flees,), (INTERCEPTOR,)))
    assert found.attacker == 0
    assert found.losses["attacker"]["interceptor"] == pytest.approx(1 / 6, abs=1e-12)
    # Shot while retreating is retreated all the same (p. 30): no tile for taking part either way.
    assert found.retreats["attacker"] == pytest.approx(1, abs=1e-12)
    assert found.tiles["attacker"] == pytest.approx((1, 0, 0, 0, 0, 0), abs=1e-12)
    assert found.tiles["defender"] == pytest.approx((0, 5 / 6, 1 / 6, 0, 0, 0), abs=1e-12)


def test_retreat_begins_when_few_are_left() -> None:
    pair = replace(INTERCEPTOR, n=2, initiative=2, retreat_at=1)
    found = odds(Battlefield((pair,), (INTERCEPTOR,)))
    # He flees once one is lost, and is shot at once more before he is away.
    wins = found.attacker
    assert wins == pytest.approx(5 / 6 * (11 / 36) / (1 - 5 / 6 * 25 / 36), abs=1e-12)
    assert found.losses["attacker"]["interceptor"] == pytest.approx((1 - wins) * (1 + 1 / 6), abs=1e-12)


def test_a_defender_who_retreats_leaves_the_sector_to_the_attacker() -> None:
    assert odds(Battlefield((S("cruiser", 1),), (replace(INTERCEPTOR, retreat_at=1),))).attacker == 1


# Where dice go (p. 19).

FLEET = ((FIGHTING, (1,)), (FIGHTING, (4,)))  # an interceptor and a dreadnought


def test_p19_ancient_targets() -> None:
    assert assigned(FLEET, (1, 4), (0, 0), ((2,), (0,), (0,))) == ((FIGHTING, ()), (FIGHTING, (3,)))


def test_the_largest_that_can_be_destroyed_is_first() -> None:
    fleet = ((FIGHTING, (1,)), (FIGHTING, (2,)))
    assert assigned(fleet, (1, 4), (0, 0), ((2,), (0,), (0,))) == ((FIGHTING, (1,)), (FIGHTING, ()))


def test_a_kill_wastes_least() -> None:
    fleet = ((FIGHTING, (1, 4)),)
    assert assigned(fleet, (1,), (0,), ((1,), (0,), (1,))) == ((FIGHTING, ()),)


def test_of_equal_ships_the_one_that_needs_least_is_first() -> None:
    assert assigned(((FIGHTING, (2, 3)),), (1,), (0,), ((1,), (0,), (0,))) == ((FIGHTING, (1, 3)),)


def test_a_die_that_cannot_hit_the_shielded_goes_to_another() -> None:
    shielded_cruiser = ((FIGHTING, (1,)), (FIGHTING, (3,)))
    # Class 0 hits the interceptor only, class 1 both: the interceptor falls by the weaker, the stronger is kept.
    hits = ((1, 1), (0, 0), (0, 0))
    assert assigned(shielded_cruiser, (1, 3), (0, 1), hits) == ((FIGHTING, ()), (FIGHTING, (2,)))


def test_damage_of_one_die_is_not_split() -> None:
    assert assigned(((FIGHTING, (1, 1)),), (1,), (0,), ((0,), (0,), (1,))) == ((FIGHTING, (1,)),)
    assert all_assignments(((FIGHTING, (1, 1)),), (0,), ((0,), (0,), (1,))) == {((FIGHTING, (1,)),)}


@settings(deadline=None)
@given(st.tuples(*[st.integers(0, 4)] * 3), st.sets(st.integers(2, 6), min_size=1, max_size=3))
def test_all_results_have_chance_one(dice: tuple[int, ...], cuts: set[int]) -> None:
    assert sum(chance for chance, _ in results(dice, tuple(sorted(cuts)))) == pytest.approx(1, abs=1e-12)


# Against the plain way.


@st.composite
def tiny(draw: st.DrawFn, retreats: bool = True) -> Battlefield:
    """Battles of at most two small classes a side, whose volleys have at most three dice."""
    sides = []
    for _ in SIDES:
        types = draw(
            st.lists(st.sampled_from(["interceptor", "cruiser", "dreadnought"]), min_size=1, max_size=2, unique=True)
        )
        ships = []
        for type_ in types:
            n = draw(st.integers(1, 2 if len(types) == 1 else 1))
            cannons = draw(
                st.sampled_from([(1, 0, 0), (0, 1, 0), (0, 0, 1)] + [(1, 1, 0), (2, 0, 0), (2, 1, 0)] * (n == 1))
            )
            ships.append(
                ShipClass(
                    type_,
                    n,
                    *cannons,
                    missiles=draw(st.integers(0, 2 // n)),
                    computer=draw(st.integers(0, 3)),
                    shield=draw(st.integers(0, 2)),
                    hull=draw(st.integers(0, 2)),
                    initiative=draw(st.integers(0, 3)),
                    retreat_at=draw(st.integers(0, n)) if retreats and draw(st.integers(0, 3)) == 0 else 0,
                )
            )
        sides.append(tuple(ships))
    return Battlefield(sides[0], sides[1])


@settings(max_examples=40, deadline=None)
@given(tiny())
def test_as_the_plain_way(battle: Battlefield) -> None:
    wins, going_on, lost = Plainly(battle).result()
    assume(going_on < 1e-7)
    found = odds(battle)
    assert found.attacker == pytest.approx(wins, abs=1e-6)
    assert [sum(found.losses[side].values()) for side in SIDES] == pytest.approx(lost, abs=1e-5)


@settings(max_examples=15, deadline=None)
@given(tiny(retreats=False), st.sampled_from([0, 1]))
def test_best_play_as_the_plain_way(battle: Battlefield, best: int) -> None:
    plainly = Plainly(battle, best)
    assert odds(battle, best=[SIDES[best]]).attacker == pytest.approx(plainly.best_result(), abs=1e-6)


# Laws.


@settings(max_examples=100, deadline=None)
@given(tiny())
def test_laws(battle: Battlefield) -> None:
    found = odds(battle)
    assert found.attacker + found.defender == pytest.approx(1, abs=1e-9)
    assert 0 <= found.stalemate <= found.defender + 1e-9
    for side, other in zip(SIDES, reversed(SIDES), strict=True):
        assert sum(found.tiles[side]) == pytest.approx(1, abs=1e-9)
        for each in battle.side(side):
            assert -1e-9 <= found.losses[side][each.type] <= each.n + 1e-9
        # Whoever does not win has lost all its ships, or retreats.
        lost_all = sum(found.losses[side].values()) / sum(each.n for each in battle.side(side))
        assert lost_all + found.retreats[side] >= getattr(found, other) - 1e-9


@settings(max_examples=60, deadline=None)
@given(tiny())
def test_best_play_is_no_worse(battle: Battlefield) -> None:
    printed = odds(battle).attacker
    assert odds(battle, best=["attacker"]).attacker >= printed - 1e-9
    assert odds(battle, best=["defender"]).attacker <= printed + 1e-9
    both = odds(battle, best=SIDES).attacker
    assert odds(battle, best=["attacker"]).attacker >= both - 1e-9
    assert odds(battle, best=["defender"]).attacker <= both + 1e-9


@settings(max_examples=60, deadline=None)
@given(tiny())
def test_sides_change_places_where_no_initiative_is_equal(battle: Battlefield) -> None:
    own, other = ({each.initiative for each in battle.side(side)} for side in SIDES)
    assume(not own & other)
    found, turned = odds(battle), odds(Battlefield(battle.defender, battle.attacker))
    assume(not found.stalemate and not turned.stalemate)
    assert found.attacker == pytest.approx(turned.defender, abs=1e-9)
    assert found.tiles["attacker"] == pytest.approx(turned.tiles["defender"], abs=1e-9)


# Too large to enumerate.


@pytest.mark.parametrize("name", ["b06", "b16", "b19"])
def test_sampling_agrees_within_its_error(name: str) -> None:
    battle, exact = KNOWN[name]
    found = odds(battle, random=random.Random(1).random, samples=1000, budget=0)
    assert not found.exact
    assert 0 < found.error < 0.02
    assert abs(found.attacker - exact) < 4 * found.error


def test_sampling_agrees_on_retreat_and_stalemate() -> None:
    flees = (S("interceptor", 2, missiles=1, initiative=3, retreat_at=1), S("cruiser", 1, hull=3))
    battle = Battlefield(flees, (S("cruiser", 1, missiles=2, computer=3, initiative=1, hull=2),), may_leave=True)
    exact = odds(battle)
    found = odds(battle, random=random.Random(2).random, samples=2000, budget=0)
    assert exact.stalemate > 0.01
    assert found.stalemate == pytest.approx(exact.stalemate, abs=0.05)
    assert found.retreats["attacker"] == pytest.approx(exact.retreats["attacker"], abs=0.05)
    assert found.attacker == pytest.approx(exact.attacker, abs=0.05)
    assert found.losses["attacker"] == pytest.approx(exact.losses["attacker"], abs=0.1)


def test_sampling_is_repeatable() -> None:
    battle = KNOWN["b19"][0]
    one, two = (odds(battle, random=random.Random(7).random, samples=50, budget=0) for _ in range(2))
    assert one == two


def test_the_error_is_not_nothing_where_all_fights_went_one_way() -> None:
    found = odds(KNOWN["b14"][0], random=random.Random(1).random, samples=20, budget=0)
    assert found.error > 0.01


HARMLESS = S("dreadnought", 2, computer=1, initiative=1)
CRUISERS = (
    S("dreadnought", 2, orange=1, hull=1, initiative=2),
    S("cruiser", 2, yellow=2, hull=3, initiative=1),
)
GUNS = (
    S("starbase", 1, yellow=1, orange=1, computer=2, shield=2, hull=1, initiative=2),
    S("cruiser", 2, orange=1, shield=1, initiative=1),
)
PUZZLES = {
    "attacker": (Battlefield(CRUISERS, GUNS), "attacker"),
    "defender": (Battlefield(GUNS, CRUISERS), "defender"),
    "three kinds": (
        Battlefield(
            (
                S("dreadnought", 1, yellow=1, missiles=2, computer=1, shield=2, initiative=5),
                S("starbase", 2, yellow=2, shield=1, hull=1, initiative=4),
            ),
            (
                S("cruiser", 1, yellow=2, orange=1, hull=1, initiative=5),
                S("starbase", 1, orange=1, shield=1, initiative=4),
                HARMLESS,
            ),
        ),
        "attacker",
    ),
}
"""Battles in which the printed rule, the largest first, is no good way to aim."""


@pytest.mark.parametrize("name", PUZZLES)
def test_best_play_too_large_aims_by_a_good_plan(name: str) -> None:
    """Little is lost against exact best play, much is won against the printed rule; never more than exact."""
    battle, side = PUZZLES[name]
    sign = 1 if side == "attacker" else -1
    exact, printed = odds(battle, best=[side], budget=5_000_000).attacker, odds(battle).attacker
    found = odds(battle, best=[side], budget=10, random=random.Random(7).random)
    assert (exact - printed) * sign > 0.05
    assert not found.exact
    assert 0 < found.error < 0.02
    assert list(found.plans) == [side]
    assert (exact - found.attacker) * sign < 0.02 + 3 * found.error
    assert (found.attacker - exact) * sign < 3 * found.error
    assert (found.attacker - printed) * sign > 0


def test_the_plan_names_whom_to_aim_at() -> None:
    """The dreadnoughts have no weapons; the printed rule would destroy them first."""
    gun = S("interceptor", 2, yellow=2, computer=1, initiative=1)
    one = Battlefield((S("cruiser", 2, orange=1, computer=1, hull=2, initiative=3),), (HARMLESS, gun))
    plan = odds(one, best=["attacker"], budget=10, random=random.Random(7).random).plans["attacker"]
    assert plan.cannons == plan.missiles == ("interceptor", "dreadnought")
    fleet = (S("cruiser", 2, orange=1, missiles=2, computer=1, hull=2, initiative=3),)
    armed = Battlefield(fleet, (HARMLESS, gun))
    plan = odds(armed, best=["attacker"], budget=10, random=random.Random(7).random).plans["attacker"]
    assert plan.missiles == ("interceptor", "dreadnought")


def test_both_sides_may_aim_by_a_plan_and_it_is_repeatable() -> None:
    battle, _ = PUZZLES["attacker"]
    found = [odds(battle, best=SIDES, budget=10, random=random.Random(1).random, samples=300) for _ in range(2)]
    assert found[0] == found[1]
    assert set(found[0].plans) == set(SIDES)


def test_nothing_is_planned_where_it_is_exact_or_by_the_printed_rule() -> None:
    battle, _ = PUZZLES["attacker"]
    assert odds(battle, best=["attacker"], budget=5_000_000, random=random.Random(1).random).plans == {}
    assert odds(battle, budget=10, random=random.Random(1).random, samples=50).plans == {}


def test_fire_held_together_goes_to_one_ship() -> None:
    """Two hits that could destroy an interceptor go to the dreadnought, which they cannot destroy."""
    fleet = ((FIGHTING, (5,)), (FIGHTING, (1,)))
    hits = ((2,), (0,), (0,))
    assert together(fleet, (2, 1), (0, 0), hits) == ((FIGHTING, (3,)), (FIGHTING, (1,)))
    assert assigned(fleet, (2, 1), (0, 0), hits) == ((FIGHTING, (4,)), DESTROYED)
    assert together(fleet, (1, 2), (0, 0), hits) == ((FIGHTING, (4,)), DESTROYED)


def test_many_classes_are_aimed_at_one_before_all_others() -> None:
    assert len(aims((4, 3, 2, 1))) == 50
    found = aims((5, 4, 3, 2, 1))
    assert len(found) == 12
    assert {max(range(5), key=lambda at: aim.ranks[at]) for aim in found} == set(range(5))


def test_too_large_without_chance() -> None:
    for best in ((), ("attacker",)):
        with pytest.raises(TooLarge):
            odds(KNOWN["b19"][0], best=best, budget=10)


# What cannot be.


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({"type": "destroyer"}, "destroyer"),
        ({"n": -1}, "n is -1"),
        ({"yellow": 99}, "yellow is 99"),
        ({"damage": (1,)}, "damage"),
        ({"retreat_at": -1}, "retreat"),
        ({"type": "starbase", "retreat_at": 1}, "never retreats"),
    ],
)
def test_bad_ships_are_refused_in_one_sentence(figures: dict[str, object], said: str) -> None:
    with pytest.raises(BadBattle, match=said) as refused:
        replace(INTERCEPTOR, **figures)  # type: ignore[arg-type]
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("battle", "said"),
    [
        (lambda: Battlefield((), (INTERCEPTOR,)), "attacker has no ship"),
        (lambda: Battlefield((INTERCEPTOR,), (replace(CRUISER, n=0),)), "defender has no ship"),
        (lambda: Battlefield((ANCIENT,), (INTERCEPTOR,)), "always defend"),
        (lambda: Battlefield((INTERCEPTOR,), (ANCIENT, STARBASE)), "fight alone"),
        (lambda: Battlefield((INTERCEPTOR,), (CRUISER,), missiles=False, turn=("defender", 1)), "number 1"),
        (lambda: Battlefield((INTERCEPTOR,), (CRUISER,), turn=("defender", 0)), "no missiles"),
        (lambda: Battlefield((replace(INTERCEPTOR, retreating=True),), (CRUISER,)), "before the missiles"),
    ],
)
def test_bad_battles_are_refused(battle: object, said: str) -> None:
    assert callable(battle)
    with pytest.raises(BadBattle, match=said):
        battle()


def test_very_long_fights_are_fought_less_often_and_the_error_says_so() -> None:
    tough = tuple(S(ship, 24, yellow=1, shield=3, hull=30, initiative=1) for ship in ("dreadnought", "cruiser"))
    found = odds(Battlefield(tough, tough), best=SIDES, random=random.Random(1).random, budget=0)
    assert not found.exact
    assert found.error > 0.03
    assert set(found.plans) == set(SIDES)


def test_the_work_of_trying_every_assignment_is_told_before_it_is_done() -> None:
    """Twenty equal ships: each of forty hits may go to any of them."""
    told: list[int] = []

    def spend(work: int) -> None:
        told.append(work)
        if sum(told) > 20_000:
            raise TooLarge

    with pytest.raises(TooLarge):
        all_assignments(((FIGHTING, (5,) * 20),), (0,), ((0,), (40,), (0,)), spend)
    assert len(told) > 5
    assert told[:3] == [20, 20, 40], "a ship hit, then one hit twice or two hit once"
