"""The chances of a battle of a position: before it, and as far as it has come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.eclipse.odds import odds
from companion.rules.eclipse.odds.position import battlefield
from tests.rules.eclipse.battles import KNOWN, S
from tests.rules.eclipse.duelling import begun, miss, roll
from tests.rules.eclipse.fleets import fleets, to_combat
from tests.rules.eclipse.test_battle_example import after, example
from tests.rules.playing import play, started


def test_b19_is_the_example_before_and_when_it_begins() -> None:
    coming = battlefield(to_combat(example()))
    assert coming is not None
    known, exact = KNOWN["b19"]
    assert coming == replace(known, may_leave=True)
    assert odds(coming).attacker == pytest.approx(exact, abs=1e-4)
    begins = battlefield(after("begin"))
    assert begins is not None
    assert begins.turn == ("attacker", 0)  # Vernor's interceptors, whose missiles are to be rolled
    assert odds(begins).attacker == pytest.approx(exact, abs=1e-4)


def test_the_middle_of_the_example() -> None:
    """After the missiles Iain has one interceptor and a cruiser, Vernor two interceptors and a damaged cruiser."""
    found = battlefield(after("3"))
    assert found is not None
    assert not found.missiles
    assert [(each.type, each.n, each.damage, each.lost) for each in found.attacker] == [
        ("interceptor", 2, (), 1),
        ("cruiser", 1, (2,), 0),
    ]
    assert [(each.type, each.n, each.lost) for each in found.defender] == [("interceptor", 1, 2), ("cruiser", 1, 0)]
    assert found.turn == ("attacker", 0)
    retreating = battlefield(after("4"))
    assert retreating is not None
    assert [each.type for each in retreating.attacker if each.retreating] == ["interceptor"]
    assert retreating.turn == ("defender", 0)
    half = battlefield(after("5"))  # Iain's interceptor has fired, his cruiser of equal Initiative has not
    assert half is not None
    assert [each.type for each in half.defender] == ["interceptor", "cruiser"]
    assert half.turn == ("defender", 1)


def test_ancients_defend_and_only_a_way_out_lets_the_attacker_leave() -> None:
    state = fleets("red blue", 305, "red interceptor 1")
    sector = state.sector(305)
    assert sector is not None
    found = battlefield(to_combat(state.with_sector(sector.with_(ancients=2))))
    assert found is not None
    assert not found.may_leave
    assert found.attacker == (S("interceptor", 1, yellow=1, initiative=3),)
    assert found.defender == (S("ancient", 2, yellow=2, computer=1, hull=1, initiative=2),)


def test_whose_dice_are_asked_for_is_next() -> None:
    state = begun(fleets("red blue", 305, "red interceptor 1, blue interceptor 1"))
    rolling = battlefield(play(state, "red: attack_with interceptor"))
    assert rolling is not None
    assert rolling.turn == ("defender", 0)
    assert battlefield(miss(state)).turn == ("attacker", 0)  # type: ignore[union-attr]


def test_while_dice_are_assigned_and_where_nothing_is_known_there_is_no_answer() -> None:
    prints = {"blue interceptor": ("", "", "fusion_drive", "")}
    state = begun(fleets("red blue", 305, "red interceptor 2, blue interceptor 1", prints))
    assert battlefield(roll(play(state, "blue: attack_with interceptor"), 6)) is None
    assert battlefield(started()) is None
    assert battlefield(to_combat(fleets("red blue", 305, ""))) is None
