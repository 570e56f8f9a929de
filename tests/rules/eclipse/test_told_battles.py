"""Battles told where ships' places are tracked but not blueprints: ships are destroyed and retreat as it is told."""

from __future__ import annotations

from companion.rules.contract import Word, legal
from companion.rules.eclipse import GAME
from companion.rules.eclipse.presence import count, fleet
from companion.rules.eclipse.state import State
from companion.rules.notation import write
from tests.rules.eclipse.fleets import fleets, link, stand, to_combat
from tests.rules.playing import codes, missing, play, word


def test_without_blueprints_battles_are_told_but_places_are_known() -> None:
    state = fleets("red blue", 305, "red interceptor 1, blue cruiser 1")
    state = to_combat(state.with_(tracking=state.tracking - {"blueprints"}))
    assert "battles_over" in state.decisions[0].verbs
    assert codes(state, "table: battle 305 red blue") == set()
    assert codes(state, "table: battle 302 red blue") == {"not_laid"}
    home = next(each for each in state.owned("red"))
    assert codes(state, f"table: battle {home.number} red blue") == {"not_in_sector"}
    state = play(state, "table: battle 305 red blue")
    assert codes(state, "table: destroyed blue red cruiser") == {"no_ship"}
    state = play(state, "table: destroyed red blue cruiser")
    assert count(state.sector(305), "blue") == 0  # type: ignore[arg-type]
    assert codes(state.with_(steps=state.steps[:-1]), "table: conquer 305 blue") >= {"not_in_sector"}


def fought(there: str, owner: str = "", cubes: tuple[tuple[str, str], ...] = (), seats: str = "red blue") -> State:
    """A battle in 305 begun without blueprints; Blue controls 302 and 303, and only 302 has a wormhole to 305."""
    state = fleets(seats, 305, there, owner=owner, cubes=cubes)
    state = stand(stand(state, 302, (0, 7), "blue"), 303, (5, 5), "blue")
    state = to_combat(link(state, 305, 302).with_(tracking=state.tracking - {"blueprints"}))
    parties = state.sector(305).entered  # type: ignore[union-attr]
    return play(state, f"table: battle 305 {' '.join(parties)}")


def ships(state: State, number: int, seat: str) -> tuple[tuple[str, int], ...]:
    sector = state.sector(number)
    assert sector is not None
    return fleet(sector, seat)


def test_a_retreat_moves_the_ships_and_the_last_to_go_have_retreated() -> None:
    state = fought("red interceptor 1, blue cruiser 2, blue interceptor 1")
    state = play(state, "table: retreated blue interceptor 302")
    assert ships(state, 302, "blue") == (("interceptor", 1),)
    assert ships(state, 305, "blue") == (("cruiser", 2),)
    assert state.battles[-1].retreated == ()
    state = play(state, "table: retreated blue cruiser 302")
    assert ships(state, 302, "blue") == (("interceptor", 1), ("cruiser", 2))
    assert state.sector(305).entered == ("red",)  # type: ignore[union-attr]
    assert state.battles[-1].retreated == ("blue",)
    assert state.decisions[0].context["tiles"] == {"red": 1, "blue": 0}
    assert play(state, "table: battle_over").battles[-1].over


def test_two_types_leave_at_once() -> None:
    state = fought("red interceptor 1, blue cruiser 1, blue interceptor 1")
    state = play(state, "table: retreated blue interceptor 302 cruiser 302")
    assert ships(state, 305, "blue") == ()
    assert state.battles[-1].retreated == ("blue",)


def test_ships_shot_while_retreating_have_retreated_too() -> None:
    state = fought("red interceptor 1, blue cruiser 1")
    assert missing(state, "table: retreated blue") == {"ships"}
    state = play(state, "table: retreated blue", "table: destroyed red blue cruiser")
    assert state.decisions[0].context["tiles"] == {"red": 3, "blue": 0}


def test_where_ships_may_retreat_to() -> None:
    state = fought("red interceptor 1, blue cruiser 1, blue starbase 1")
    assert codes(state, "table: retreated blue cruiser 303") == {"no_wormhole"}
    assert codes(state, "table: retreated blue cruiser 301") == {"not_laid"}
    assert codes(state, "table: retreated blue dreadnought 302") == {"no_ship"}
    assert codes(state, "table: retreated blue starbase 302") == {"starbase"}
    assert codes(state, "table: retreated blue cruiser") == {"pairs"}
    assert codes(state, "table: retreated blue frigate 302") == {"no_type"}
    assert codes(state, "table: retreated red interceptor 302") == {"no_disc"}
    unmapped = play(state, "table: track map no")
    assert missing(unmapped, "table: retreated blue cruiser 302") == {"connected"}


def test_every_way_out_is_offered() -> None:
    state = fought("red interceptor 1, blue cruiser 1, blue interceptor 1, blue starbase 1")
    found = {write(each) for each in legal(state, GAME.actions) if each.verb == "retreated"}
    assert found == {"table: retreated blue interceptor 302", "table: retreated blue cruiser 302"}


def test_a_battle_is_not_over_while_both_sides_are_there() -> None:
    state = fought("red interceptor 1, blue cruiser 1")
    assert codes(state, "table: battle_over") == {"not_over"}
    assert word(play(state, "table: destroyed red blue cruiser"), "table: battle_over") is Word.LEGAL


def test_every_sector_with_enemies_is_fought_for() -> None:
    state = fleets("red blue", 305, "red interceptor 1, blue cruiser 1")
    state = to_combat(state.with_(tracking=state.tracking - {"blueprints"}))
    assert codes(state, "table: battles_over") == {"not_fought"}
    assert codes(state, "table: battle 305 blue red") == {"other_parties"}
    unsure = state.change("red", ships=(3, 0, 0, 0))
    assert codes(unsure, "table: battle 305 blue red") == set()
    assert missing(unsure, "table: battle 305 blue red") == {"ships"}


def test_plantas_population_dies_of_ships_that_are_seen_there() -> None:
    cubes = (("money", "money"),)
    state = fought("red interceptor 1, green interceptor 1", "green", cubes, "red green=planta blue")
    state = play(state, "table: destroyed red green interceptor", "table: battle_over")
    state = play(state, "red: draw 1 1", "red: keep 1", "green: draw 1", "green: keep 1")
    assert codes(state, "table: battles_over") == {"planta_population"}
    assert codes(play(state, "table: bombard 305 red money"), "table: battles_over") == set()
