"""Past games on the screen: how they came out, what that makes of each player, and the same table once more."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.played import played
from tests.screens import after_tour
from tests.screens.driver import Driver
from tests.screens.geometry import faults
from tests.screens.panels import Walk
from tests.screens.table import begun

StartApp = Callable[..., Driver]


def test_the_way_round_past_evenings(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=after_tour.prepared(tmp_path / "data"))
    walk = Walk()
    after_tour.tour(app, walk.visit)
    assert walk.wrong == []
    assert {"since-my-turn", "round-light", "round-dim", "past-results", "players", "end-score"} == walk.names


NAMES = {"red": "Ana", "blue": "Bert", "green": "Carla"}


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
def test_past_games_and_their_players(start_app: StartApp, tmp_path: Path, size: tuple[int, int]) -> None:
    data = tmp_path / "data"
    begun(data, names={"red": "Ana"}, end=True)
    for box in ("eclipse", "dark_ages", "cosmic_empires"):
        played(data, box, 3, 2, NAMES)
    app = start_app(size, "--camera", "photos:/nowhere", data=data)
    app.wait(lambda p: p.target("past games") and not p.raw["busy"])
    app.tap("past games")
    app.on("past")
    app.wait(lambda _: (data / "results.json").is_file(), "the results")
    picture = app.settled()
    assert re.search(r"Carla \d+ · Bert \d+ · Ana \d+", picture.texts)
    app.shoot(tmp_path / f"{size[0]}-past.png")
    assert faults(picture) == []
    app.tap("players")
    picture = app.wait(lambda p: p.screen == "players" and "looked through" not in p.texts)
    app.shoot(tmp_path / f"{size[0]}-players.png")
    assert faults(picture) == []
    assert "Carla" in picture.texts
    assert "won 0 of 1" in picture.texts
    app.tap("back")
    app.on("past")
    app.tap("again:1")
    picture = app.on("setup")
    assert "Ana" in picture.texts
    assert "2 players" in picture.texts
    assert re.search(r"\d changed", picture.texts)
