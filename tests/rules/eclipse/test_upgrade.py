"""The upgrade action, its reaction, ancient parts placed at once: what may be fitted, and what is said against it."""

from __future__ import annotations

from companion.rules.contract import judge
from companion.rules.eclipse import GAME
from companion.rules.eclipse.blueprints import blank, ship_figures, tiles_on
from companion.rules.eclipse.sectors import lay
from companion.rules.eclipse.state import LIGHT, State
from companion.rules.eclipse.upgrade import FitAncient, parts_open
from companion.rules.notation import read
from tests.rules.playing import codes, missing, play, started


def with_blueprints(seats: str = "red blue", *technologies: str) -> State:
    """A first turn with blueprints tracked; the first seat has these technologies too."""
    state = started(seats)
    state = state.with_(tracking=LIGHT | {"blueprints"})
    for player in state.players:
        state = state.change(player.seat, blueprints=blank(player.species.blueprint))
    first = state.players[0]
    return state.change(first.seat, technologies=tuple(dict.fromkeys((*first.technologies, *technologies))))


def said(state: State, line: str) -> list[tuple[str, str]]:
    return [(reason.text, reason.page) for reason in judge(state, read(line, GAME.actions)).reasons]


def test_p16_upgrade_mechanema() -> None:
    """One tile returned for nothing, three placed; the cruiser has a better source already, as the note has it."""
    state = with_blueprints("white=mechanema red", "plasma_missile", "positron_computer", "fusion_source")
    prints = list(blank("standard"))
    prints[0] = ("", "", "", "electron_computer")
    prints[1] = ("", "", "", "fusion_source", "", "")
    state = play(state.change("white", blueprints=tuple(prints)), "white: upgrade")
    assert state.decisions[0].context["left"] == 3
    state = play(state, "white: unfit interceptor 4", "white: fit interceptor 4 plasma_missile")
    state = play(state, "white: fit cruiser 3 positron_computer", "white: fit cruiser 6 ion_cannon")
    assert state.active == "red"
    cruiser = ship_figures(state.player("white"), "cruiser")
    assert (cruiser.cannons, cruiser.computer, cruiser.used, cruiser.made) == ((2, 0, 0), 2, 4, 6)
    assert ship_figures(state.player("white"), "interceptor").missiles == (0, 2, 0)
    assert GAME.laws(state) == []


def test_p16_upgrade_mechanema_without_another_source() -> None:
    """As printed, a Nuclear Source makes 3 and the parts use 4: the last tile may not be placed."""
    state = with_blueprints("white=mechanema red", "plasma_missile", "positron_computer")
    state = play(state, "white: upgrade", "white: fit interceptor 4 plasma_missile")
    state = play(state, "white: fit cruiser 3 positron_computer")
    text = "Cruiser, energy: its parts use 4, the ship makes 3."
    assert said(state, "white: fit cruiser 6 ion_cannon") == [(text, "13")]
    assert play(state, "white: done").active == "red"


def test_terran_place_two() -> None:
    state = play(with_blueprints(), "red: upgrade", "red: fit cruiser 6 hull", "red: fit interceptor 4 hull")
    assert state.active == "blue"


def test_case_19_gluon_does_not_unlock_positron() -> None:
    state = play(with_blueprints("red blue", "gluon_computer"), "red: upgrade")
    text = "Positron Computer needs the Positron Computer technology."
    assert said(state, "red: fit cruiser 3 positron_computer") == [(text, "13")]
    assert codes(state, "red: fit cruiser 3 gluon_computer") == set()


def test_plasma_cannon_needs_its_technology() -> None:
    state = play(with_blueprints(), "red: upgrade")
    assert said(state, "red: fit cruiser 1 plasma_cannon") == [
        ("Plasma Cannon needs the Plasma Cannon technology.", "13")
    ]


def test_case_21_ancient_part_placed_at_once_on_a_tile() -> None:
    state = lay(with_blueprints(), 211)
    state = state.change("red", blueprints=(("", "", "", "hull"), *blank("standard")[1:]))
    state = state.change("red", ancient_parts=("shard_hull",)).with_(discoveries=("shard_hull",))
    state = state.with_(steps=(*state.steps, FitAncient("red", "shard_hull")))
    assert codes(state, "red: fit interceptor 4 ion_turret") == {"not_found", "other_part"}
    after = play(state, "red: fit interceptor 4 shard_hull")
    assert tiles_on(after.player("red"), "interceptor") == ("", "", "", "shard_hull")
    assert after.player("red").ancient_parts == ()
    assert after.decisions[0].name == "turn"
    assert GAME.laws(after) == []
    kept = play(state, "red: done")
    assert (kept.player("red").ancient_parts, kept.decisions[0].name) == (("shard_hull",), "turn")


def test_case_21_ancient_part_kept_is_one_of_the_upgrades_parts_and_leaves_when_replaced() -> None:
    state = with_blueprints().change("red", ancient_parts=("axion_computer",)).with_(discoveries=("axion_computer",))
    assert "axion_computer" in parts_open(state, "red")
    state = play(state, "red: upgrade", "red: fit cruiser 3 axion_computer")
    assert (state.decisions[0].context["left"], state.player("red").ancient_parts) == (1, ())
    state = play(state, "red: done", "blue: pass", "red: upgrade", "red: unfit cruiser 3")
    assert state.entries[-1].why == "replaced, out of the game"
    assert "axion_computer" not in parts_open(state, "red")
    assert codes(state, "red: fit cruiser 3 axion_computer") == {"not_found"}
    assert GAME.laws(state) == []


def test_an_ancient_part_is_nowhere_twice() -> None:
    state = with_blueprints().change("red", ancient_parts=("axion_computer",))
    assert GAME.laws(state) == ["Red: Axion Computer without its discovery tile"]
    state = state.with_(discoveries=("axion_computer",)).change("blue", ancient_parts=("axion_computer",))
    assert GAME.laws(state) == ["2 Axion Computers, of 1"]


def test_case_23_returning_is_free_and_a_tile_may_not_lie_on_a_tile() -> None:
    state = with_blueprints()
    prints = (("hull", "", "", "hull"), *blank("standard")[1:])
    state = play(state.change("red", blueprints=prints), "red: upgrade")
    assert said(state, "red: fit interceptor 4 electron_computer") == [
        ("A Hull tile lies on square 4 of the Interceptor: return it first.", "13")
    ]
    state = play(state, "red: unfit interceptor 4", "red: unfit interceptor 1")
    assert state.decisions[0].context["left"] == 2
    assert ship_figures(state.player("red"), "interceptor").cannons == (1, 0, 0)
    assert codes(state, "red: unfit interceptor 1") == {"no_tile"}


def test_case_23_a_reaction_returns_freely_and_takes_one() -> None:
    state = with_blueprints()
    state = play(state.change("red", blueprints=(("", "", "", "hull"), *blank("standard")[1:])), "red: pass")
    state = play(state, "blue: upgrade", "blue: done")
    state = play(state, "red: react upgrade", "red: unfit interceptor 4")
    assert state.decisions[0].context["left"] == 1
    state = play(state, "red: fit interceptor 4 electron_computer")
    assert state.decisions[0].name == "turn"
    assert state.player("red").actions[6] == 1


def test_drives_are_required_and_forbidden() -> None:
    state = play(with_blueprints(), "red: upgrade")
    assert said(state, "red: fit starbase 5 nuclear_drive") == [("A Starbase may not have a drive.", "13")]
    state = play(state, "red: fit interceptor 3 hull")
    assert said(state, "red: done") == [("An Interceptor must have a drive.", "13")]
    assert codes(state, "red: fit cruiser 6 hull") == {"no_drive"}
    assert play(state, "red: fit interceptor 4 nuclear_drive").active == "blue"


def test_energy_may_be_short_between_two_tiles_and_not_at_the_end() -> None:
    state = with_blueprints("red blue", "antimatter_cannon", "tachyon_source")
    state = play(state, "red: upgrade", "red: fit interceptor 4 antimatter_cannon")
    assert said(state, "red: done") == [("Interceptor, energy: its parts use 6, the ship makes 3.", "13")]
    assert play(state, "red: fit interceptor 2 tachyon_source").active == "blue"
    assert play(state, "red: unfit interceptor 4", "red: done").active == "blue"


def test_odd_squares_and_ships_are_said_apart() -> None:
    state = play(with_blueprints(), "red: upgrade")
    assert codes(state, "red: fit frigate 1 hull") == {"no_ship"}
    assert codes(state, "red: fit interceptor 5 plasma_cannon") == {"no_square", "needs_technology"}
    assert codes(state, "red: fit interceptor 1 warp_core") == {"no_part"}
    assert codes(state, "red: unfit interceptor 0") == {"no_square", "no_tile"}


def test_blueprints_not_told_are_missing() -> None:
    state = play(with_blueprints().change("red", blueprints=()), "red: upgrade")
    assert missing(state, "red: fit cruiser 6 hull") == {"blueprints"}


def test_upgrade_told_later() -> None:
    state = play(with_blueprints(), "red: upgrade", "red: later")
    assert state.active == "blue"
    state = play(state, "red: tell 1", "red: fit cruiser 6 hull", "red: done")
    assert tiles_on(state.player("red"), "cruiser")[5] == "hull"
    assert state.inbox == ()


def test_a_technology_of_an_action_not_told_yet_may_be_there() -> None:
    state = play(with_blueprints(), "red: research", "red: later", "blue: pass", "red: upgrade")
    assert missing(state, "red: fit cruiser 1 plasma_cannon") == {"technology"}
    assert codes(state, "red: fit cruiser 1 plasma_cannon") == set()
