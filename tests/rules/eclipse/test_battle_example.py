"""The battle of Iain and Vernor on pages 22 and 23, line by line."""

from __future__ import annotations

from companion.rules.eclipse.presence import count
from companion.rules.eclipse.state import State
from tests.rules.eclipse.duelling import MISSILES, draws, fleet, name, volley
from tests.rules.eclipse.fleets import fleets, link, stand, to_combat
from tests.rules.playing import codes, play

EXAMPLE = {
    "red interceptor": MISSILES,
    "red cruiser": ("", "", "positron_computer", "fusion_source", "", "ion_cannon"),
    "blue interceptor": ("", "", "fusion_drive", "plasma_missile"),
    "blue cruiser": (
        "plasma_missile", "improved_hull", "plasma_cannon", "fusion_source", "fusion_drive", "gauss_shield",
    ),
}  # fmt: skip


def example() -> State:
    """Iain is red and defends 305 with one cube, Vernor is blue and has a disc in 302 next to it."""
    there = "red interceptor 3, red cruiser 1, blue interceptor 3, blue cruiser 1"
    state = fleets("red blue", 305, there, EXAMPLE, "red", (("money", "money"),))
    return link(stand(state, 302, (0, 6), "blue"), 305, 302)


RECORD = {
    "begin": ("table: battle 305 red blue",),
    "1": (
        "table: roll orange 6 orange 6 orange 5 orange 4 orange 3 orange 2",
        "blue: assign orange 6 interceptor 1",
        "blue: assign orange 6 interceptor 1",
    ),
    "2": (
        "table: roll orange 6 orange 6",
        "red: assign orange 6 interceptor 1",
        "red: assign orange 6 cruiser 1",
    ),
    "3": ("table: roll orange 3 orange 2",),
    "4": ("blue: retreat interceptor 302",),
    "5": ("red: attack_with interceptor", "table: roll yellow 3"),
    "6": ("red: attack_with cruiser", "table: roll yellow 4 yellow 2", "red: assign yellow 4 interceptor 1"),
    "7": ("blue: attack_with cruiser", "table: roll orange 6", "blue: assign orange 6 interceptor 1"),
    "8": ("red: attack_with cruiser", "table: roll yellow 1 yellow 2"),
    "9": ("blue: attack_with cruiser", "table: roll orange 6"),
    "tiles": ("red: draw 1 2 3", "red: keep 3", "blue: draw 1 1 2 2 4", "blue: keep 4"),
    "10": ("blue: attack_population", "table: roll orange 6", "blue: place_disc"),
}
"""The rulebook's battle as a record (pp. 22, 23), by its own numbers. Tiles are drawn before population is attacked."""


def after(step: str) -> State:
    """The example once that numbered step is over; after "6" and "8" the next is about to begin."""
    state = to_combat(example())
    for number, lines in RECORD.items():
        state = play(state, *lines)
        if number == step:
            return state
    raise AssertionError(step)


def test_p22_order_missiles() -> None:
    state = after("begin")
    order = [each for each in state.decisions[0].context["order"] if each != ("red", "cruiser")]
    assert order == [("blue", "interceptor"), ("red", "interceptor"), ("blue", "cruiser")]
    assert volley(state) == ("blue", (0, 6, 0), 0, (0,))


def test_p22_1() -> None:
    state = after("1")
    assert state.battles[-1].destroyed == (("blue", "red", "interceptor"),) * 2
    assert fleet(state)["red", "interceptor"] == (0,)


def test_p22_2() -> None:
    assert volley(after("1")) == ("red", (0, 2, 0), 0, (0, 1))
    state = after("2")
    assert (fleet(state)["blue", "interceptor"], fleet(state)["blue", "cruiser"]) == ((0, 0), (2,))


def test_p22_3() -> None:
    assert volley(after("2")) == ("blue", (0, 2, 0), 0, (0,))
    assert fleet(after("3")) == {
        ("red", "interceptor"): (0,), ("red", "cruiser"): (0,),
        ("blue", "interceptor"): (0, 0), ("blue", "cruiser"): (2,),
    }  # fmt: skip


def test_p22_to_hit() -> None:
    state = after("5")
    state = play(state, "red: attack_with cruiser")
    assert [(aim.shield, aim.needed) for aim in state.decisions[0].context["aims"]] == [(0, 4), (1, 5)]
    state = play(state, "table: roll yellow 4 yellow 2")
    assert codes(state, "red: assign yellow 4 cruiser 1") == {"misses"}
    assert codes(state, "red: assign yellow 2 interceptor 1") == {"no_die", "misses"}
    state = play(after("4"), "red: attack_with interceptor")
    assert [(aim.shield, aim.needed) for aim in state.decisions[0].context["aims"]] == [(0, 6), (1, 6)]
    state = play(after("6"), "blue: attack_with cruiser")
    assert [(aim.shield, aim.needed) for aim in state.decisions[0].context["aims"]] == [(0, 6)]


def test_p23_order() -> None:
    """Iain's two of Initiative 3 stand before Vernor's cruiser, and he takes either first."""
    state = after("3")
    assert name(state) == ("blue", "battle.turn")
    assert state.decisions[0].context["order"] == (
        ("blue", "interceptor"), ("red", "cruiser"), ("red", "interceptor"), ("blue", "cruiser"),
    )  # fmt: skip
    assert state.decisions[0].context["retreats"] == (302,)


def test_p23_4_9() -> None:
    assert (name(after("4")), after("4").decisions[0].context["ships"]) == (
        ("red", "battle.turn"), ("cruiser", "interceptor"),
    )  # fmt: skip
    assert fleet(after("6"))["blue", "interceptor"] == (0,)
    state = after("7")
    there, shelter = state.sector(305), state.sector(302)
    assert there is not None
    assert shelter is not None
    assert (count(there, "blue", "interceptor"), count(shelter, "blue", "interceptor")) == (0, 1)
    assert fleet(state) == {("red", "cruiser"): (0,), ("blue", "cruiser"): (2,)}
    assert fleet(after("8")) == fleet(state)
    state = after("9")
    assert fleet(state) == {("blue", "cruiser"): (2,)}
    assert state.battles[-1].over


def test_p23_reputation() -> None:
    state = after("9")
    assert draws(state) == [("red", 3), ("blue", 5)]


def test_p23_10_population() -> None:
    state = after("tiles")
    assert name(state) == ("blue", "combat.population")
    assert volley(play(state, "blue: attack_population")) == ("blue", (0, 1, 0), 0, (0,))
    state = after("10")
    there = state.sector(305)
    assert there is not None
    assert (state.phase, there.owner, there.cubes, state.player("red").graveyard) == ("upkeep", "blue", (), (1, 0, 0))
    assert (state.player("red").ships, state.player("blue").ships) == ((1, 0, 0, 0), (2, 1, 0, 0))
    assert (state.player("red").reputation, state.player("blue").reputation) == ((3,), (4,))
