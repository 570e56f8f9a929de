"""Eclipse's map by touch: every screen of it fits its panel, and a turn costs no more touches than it may."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rules.contract import SeatSetup, Setup
from companion.rules.eclipse import GAME
from companion.rules.eclipse.state import FULL
from companion.rules.notation import read
from companion.table.journal import Journal
from companion.table.session import Session
from tests.display import NoXvfb
from tests.screens import map_tour
from tests.screens.driver import Driver, Picture, missing_tools
from tests.screens.geometry import gap_of_rounds
from tests.screens.map_evening import MapEvening
from tests.screens.map_window import alone
from tests.screens.monkey import Monkey, events
from tests.screens.panels import Walk, panels
from tests.screens.table import UNTOLD
from tests.screens.table import events as told

EXPLORE, BUILD = 6, 6
"""Touches up to laying the hex, and for a turn in which one ship is built."""


@panels((800, 480), (720, 1280), soak=[(1024, 600)])
def test_every_screen_of_the_map_fits_its_panel(start_app: Callable[..., Driver], size: tuple[int, int]) -> None:
    app = start_app(size, "--camera", "photos:/nowhere")
    bare: set[str] = set()

    def meant(name: str, picture: Picture) -> bool:
        on_map = picture.screen == "map" and not picture.raw["sheet"]
        if on_map:
            bare.add(name)
        return on_map or size[0] > size[1]  # the other screens upright are not the map's

    walk = Walk(meant)
    map_tour.tour(app, walk.visit)
    assert walk.wrong == []
    assert len(bare) >= 12


def quiet(_: str) -> None:
    """Nothing is looked at on the way."""


def test_turns_on_the_map_cost_few_touches(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    app = start_app((800, 480), "--camera", "photos:/nowhere")
    map_tour.set_up(app, quiet)
    assert map_tour.explore(app, quiet) <= EXPLORE
    assert map_tour.build(app, quiet) <= BUILD
    assert map_tour.influence(app, quiet) <= 4
    assert map_tour.move(app, quiet) <= 4

    # The map is one touch away, and is looked at without moving the table on.
    before = app.taps
    app.tap("map")
    picture = app.on("map")
    assert app.taps == before + 1
    assert {"sector:1", "sector:221", "sector:223", "sector:225"} <= set(picture.keys)
    revision = picture.raw["revision"]

    # A finger that slides moves the map, and touches nothing.
    was = picture.target("sector:1")
    app.press("sector:1")
    for _ in range(6):
        app.slide(12, 6)
        app.look()
    app.release()
    moved = app.wait(lambda p: p.target("sector:1") != was, "the map to move").target("sector:1")
    assert was is not None
    assert moved is not None
    assert 40 <= moved["rect"][0] - was["rect"][0] <= 72
    assert 15 <= moved["rect"][1] - was["rect"][1] <= 36
    assert "Galactic Center" not in app.look().texts
    app.tap("sector:1")
    app.wait(lambda p: "Galactic Center" in p.texts, "what lies in the centre")
    app.tap("fit")
    app.wait(lambda p: p.target("sector:1")["rect"] == was["rect"], "the whole map")  # type: ignore[index]
    assert app.look().raw["revision"] == revision
    app.tap("back")
    app.on("round")


def test_two_fingers_bring_the_map_nearer(tmp_path: Path) -> None:
    """Injected motion events: SDL gives a virtual display no second pointer."""
    if (missing := missing_tools()) is not None:
        pytest.skip(missing)
    try:
        told = alone("pinch", tmp_path)
    except NoXvfb as error:
        pytest.skip(str(error))
    # The fingers were 100 pixels apart and went to 303, one 20 lower, the other 20 higher.
    assert told["after"] / told["before"] == pytest.approx(3.03, abs=0.05)
    for (x, y), (a, b) in zip(told["still"], ((250, 220), (550, 260)), strict=True):
        assert abs(x - a) < 4
        assert abs(y - b) < 24  # turned a little, which the map is not
    assert told["touched"] == [[0, 0]], "a pinch touches nothing; the touch after it means the Galactic Center"
    assert told["changed"] == [False, True], "a tile that is turned may be touched again at once; another may not"


def test_hexes_are_round_targets() -> None:
    assert gap_of_rounds([0, 0, 9, 9], [11, 0, 9, 9]) == 2
    assert gap_of_rounds([0, 0, 10, 10], [30, 40, 10, 10]) == 40


def test_a_game_at_full_tracking_begins_by_touch(start_app: Callable[..., Driver]) -> None:
    app = start_app((800, 480), "--camera", "photos:/nowhere")
    evening = MapEvening(app, seed=1)
    app.settled()
    evening.set_up({"red": "", "blue": ""}, full=True)
    for _ in range(30):
        evening.step()
    assert evening.seen["map"] >= 8
    assert evening.explored >= 1


@pytest.mark.soak
def test_a_game_at_full_tracking_from_setup_to_score(start_app: Callable[..., Driver]) -> None:
    app = start_app((800, 480), "--camera", "photos:/nowhere")
    evening = MapEvening(app, seed=1)
    app.settled()
    evening.set_up({"red": "", "blue": ""}, full=True)
    assert "Total" in evening.play(most=600).texts
    assert evening.explored >= 4


def begun(data: Path, line: str) -> Path:
    """Three seats at full tracking, after that line."""
    setup = Setup("eclipse", tuple(map(SeatSetup, map_tour.SEATS)), UNTOLD, FULL)
    with Journal(data) as journal:
        session = Session.begin(journal, "eclipse", setup)
        session.submit(read(line, GAME.actions))
        session.close()
    return data


def test_a_sector_that_nobody_told_of_is_put_on_the_map(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=begun(tmp_path / "data", "red: explore"))
    app.on("map")
    app.hold("space:0,-1")
    app.tap("101")
    app.tap("rotation:1")
    app.wait(lambda p: p.target("sector:101") is not None, "the sector on the map")
    app.settled()
    lines = [line for _, line in told(app.data)]
    assert lines[-4:] == [f"table: correct sector_101{rest}" for rest in (" none", "_q 0", "_r -1", "_rotation 1")]
    app.hold("sector:101")
    app.tap("nobody")
    app.tap("Red")
    app.settled()
    assert told(app.data)[-1][1] == "table: correct sector_101 red"


@pytest.mark.parametrize(
    ("seed", "touches"), [(1, 120), *(pytest.param(seed, 1000, marks=pytest.mark.soak) for seed in range(2, 12))]
)
def test_random_touches_on_the_map_break_nothing(
    start_app: Callable[..., Driver], tmp_path: Path, seed: int, touches: int
) -> None:
    line = ("red: explore", "red: build", "red: move", "red: influence")[seed % 4]
    begun(tmp_path / "data", line)
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=tmp_path / "data")
    app.on("map")
    hand = Monkey(app, seed)
    hand.play(touches)
    assert hand.broken == []
    assert "map" in hand.screens
    acknowledged = app.settled().raw["revision"]
    app.kill()
    assert events(app.data) >= acknowledged
