"""Eclipse's map by touch: every screen of it fits its panel, and a turn costs no more touches than it may."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens import map_tour
from tests.screens.driver import Driver, Picture
from tests.screens.geometry import faults, gap_of_rounds

EXPLORE, BUILD = 6, 6
"""Touches up to laying the hex, and for a turn in which one ship is built."""


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
def test_every_screen_of_the_map_fits_its_panel(start_app: Callable[..., Driver], size: tuple[int, int]) -> None:
    app = start_app(size, "--camera", "photos:/nowhere")
    wrong: list[str] = []

    def visit(name: str, picture: Picture) -> None:
        wrong.extend(f"{name}: {fault}" for fault in faults(picture))
        assert not picture.raw["banner"], f"{name}: {picture.raw['banner']}"

    map_tour.tour(app, visit)
    assert wrong == []


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


def test_hexes_are_round_targets() -> None:
    assert gap_of_rounds([0, 0, 9, 9], [11, 0, 9, 9]) == 2
    assert gap_of_rounds([0, 0, 10, 10], [30, 40, 10, 10]) == 40
