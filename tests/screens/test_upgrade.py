"""Blueprints on the screen, by real touches: few for a usual upgrade, dragging, and why not."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rules.eclipse.state import FULL
from tests.screens.driver import Driver
from tests.screens.geometry import faults
from tests.screens.table import begun, events

StartApp = Callable[..., Driver]
LEARNT = ("red: correct technology_gauss_shield yes",)


def at_full(start_app: StartApp, tmp_path: Path, *lines: str, **how: object) -> Driver:
    """The app, resumed after these lines of a game with everything tracked."""
    data = begun(tmp_path / "data", lines, tracking=FULL, **how)  # type: ignore[arg-type]
    app = start_app(data=data)
    app.wait(lambda p: p.screen not in ("home", "") and p.raw["ready"], "the session to resume")
    return app


def told(app: Driver) -> list[str]:
    return [line for _, line in events(app.data) if " correct " not in line]


def test_a_usual_upgrade_takes_five_touches(start_app: StartApp, tmp_path: Path) -> None:
    app = at_full(start_app, tmp_path, *LEARNT)
    app.on("round")
    before = app.taps
    app.tap("upgrade")
    app.on("upgrade")
    app.tap("square:interceptor:4")
    app.tap("part:gauss_shield")
    app.wait(lambda p: "1 part left" in p.texts, "the first part")
    app.tap("square:interceptor:1")
    app.tap("part:hull")
    app.wait(lambda p: "BLUE" in p.texts, "the turn to go on by itself")
    assert app.taps - before == 5
    assert told(app) == [
        "red: upgrade",
        "red: fit interceptor 4 gauss_shield",
        "red: fit interceptor 1 hull",
    ]


def test_parts_of_two_ships_take_six_touches(start_app: StartApp, tmp_path: Path) -> None:
    app = at_full(start_app, tmp_path)
    app.on("round")
    before = app.taps
    for touch in ("upgrade", "square:cruiser:6", "part:hull", "ship:interceptor", "part:electron_computer"):
        app.tap(touch)
    app.wait(lambda p: "BLUE" in p.texts, "the turn to go on by itself")
    assert app.taps - before == 5, "the ship's empty square is chosen already"
    assert told(app)[-1] == "red: fit interceptor 4 electron_computer"


def test_a_tile_goes_back_for_free_and_another_takes_its_place_in_one_touch(
    start_app: StartApp, tmp_path: Path
) -> None:
    app = at_full(start_app, tmp_path, "red: correct cruiser_6 ion_cannon")
    for touch in ("upgrade", "square:cruiser:6", "part:hull"):
        app.tap(touch)
    app.wait(lambda p: "1 part left" in p.texts, "the part")
    assert told(app) == ["red: upgrade", "red: unfit cruiser 6", "red: fit cruiser 6 hull"]
    app.tap("take off")
    app.wait(lambda p: (t := p.target("square:cruiser:6")) is not None and t["small"] == "empty", "the empty square")
    app.tap("done")
    app.wait(lambda p: "BLUE" in p.texts, "the turn to go on")


def test_an_ancient_part_is_never_lost_by_one_touch(start_app: StartApp, tmp_path: Path) -> None:
    app = at_full(start_app, tmp_path, "red: correct cruiser_6 shard_hull")
    for touch in ("upgrade", "square:cruiser:6", "part:hull"):
        app.tap(touch)
    assert "out of the game?" in app.wait(lambda p: p.raw["sheet"], "the question").texts
    app.tap("leave it")
    app.wait(lambda p: (t := p.target("square:cruiser:6")) is not None and t["small"] == "Shard", "it to stay")
    app.tap("take off")
    app.tap("take it off")
    app.wait(lambda p: (t := p.target("square:cruiser:6")) is not None and t["small"] == "empty", "the empty square")


def test_an_upgrade_is_told_later(start_app: StartApp, tmp_path: Path) -> None:
    app = at_full(start_app, tmp_path, "red: acted", "blue: acted")
    for touch in ("inbox", "tell:1", "red: upgrade"):
        app.tap(touch)
    app.on("upgrade")
    app.tap("square:interceptor:4")
    app.tap("part:hull")
    app.wait(lambda p: "1 part left" in p.texts, "the part")
    app.tap("done")
    app.on("round")
    assert told(app)[-2:] == ["red: fit interceptor 4 hull", "red: done"]


def test_a_part_is_dragged_and_shows_what_it_would_change(start_app: StartApp, tmp_path: Path) -> None:
    app = at_full(start_app, tmp_path)
    for touch in ("upgrade", "square:dreadnought:8"):
        app.tap(touch)
    square, part = app.place("square:dreadnought:2"), app.place("part:hull")
    app.press("part:hull")
    app.wait(lambda p: "2[font=DejaVuSans]→[/font]3" in p.texts, "what a third hull gives")
    app.slide((square[0] - part[0]) // 2, (square[1] - part[1]) // 2)
    app.slide(square[0] - part[0] - (square[0] - part[0]) // 2, square[1] - part[1] - (square[1] - part[1]) // 2)
    app.wait(lambda p: (t := p.target("square:dreadnought:2")) is not None and t["chosen"], "the square below it")
    app.release()
    app.wait(lambda p: "1 part left" in p.texts, "the part")
    assert told(app)[-1] == "red: fit dreadnought 2 hull"


def test_what_may_not_be_taken_says_every_reason(start_app: StartApp, tmp_path: Path) -> None:
    app = at_full(start_app, tmp_path, "red: correct starbase_5 ion_cannon")
    for touch in ("upgrade", "square:starbase:4", "part:fusion_drive"):
        app.tap(touch)
    texts = app.wait(lambda p: p.raw["sheet"], "the reasons").texts
    assert "Fusion Drive needs the Fusion Drive technology." in texts
    assert "A Starbase may not have a drive." in texts
    assert "page 13" in texts
    app.tap("ok")
    app.tap("square:starbase:5")
    app.tap("part:plasma_cannon")
    texts = app.wait(lambda p: p.raw["sheet"], "the reasons").texts
    assert "needs the Plasma Cannon technology" in texts
    assert "return it first" not in texts, "the tile that lies there goes back by itself"


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
def test_blueprints_fit_the_panel(start_app: StartApp, tmp_path: Path, size: tuple[int, int]) -> None:
    ancient = [f"red: correct ancient_part_{part} yes" for part in ("axion_computer", "shard_hull", "flux_shield")]
    ancient += [f"red: correct ancient_part_{part} yes" for part in ("ion_turret", "hypergrid_source")]
    lines = (*ancient, "red: correct dreadnought_8 antimatter_cannon", "red: correct cruiser_2 plasma_missile")
    seats = (("red", "eridani"), ("blue", "terran"), ("green", "planta"), ("black", "orion"))
    data = begun(tmp_path / "data", lines, seats, tracking=FULL)
    app = start_app(size, data=data)
    app.wait(lambda p: p.raw["ready"] and p.screen == "round", "the session")
    wrong: list[str] = []

    def stop(name: str) -> None:
        wrong.extend(f"{name}: {fault}" for fault in faults(app.quiet()))

    app.tap("upgrade")
    stop("upgrade")
    for ship in ("interceptor", "dreadnought"):
        app.tap(f"square:{ship}:2" if ship == "interceptor" else f"ship:{ship}")
        stop(f"upgrade {ship}")
    app.tap("menu")
    app.tap("blueprints")
    for seat in ("red", "blue", "green", "black"):
        app.tap(f"tab:{seat}")
        stop(f"blueprints of {seat}")
    app.tap("square:dreadnought:1")
    app.wait(lambda p: "Ion Cannon: 1 yellow die" in p.raw["toast"], "what the part does")
    assert wrong == []
