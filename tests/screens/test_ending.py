"""The end of a game on the screen: score, chart, rounds, dice, saved by a tap, and the same table once more."""

import csv
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.played import played
from tests.screens.driver import Driver, Picture
from tests.screens.geometry import faults

StartApp = Callable[..., Driver]
NAMES = {"red": "Ana", "blue": "Bert", "green": "Carla"}


def over(start_app: StartApp, data: Path, box: str, size: tuple[int, int], players: int = 3) -> Driver:
    played(data, box, players, 2, NAMES)
    app = start_app(size, "--camera", "photos:/nowhere", data=data)
    app.wait(lambda p: p.target("past games") and not p.raw["busy"])
    app.tap("past games")
    app.on("past")
    app.tap("session:1")
    app.on("score")
    return app


def looked_at(app: Driver, shots: Path, name: str, wrong: list[str]) -> Picture:
    picture = app.quiet()
    app.shoot(shots / f"{app.size[0]}-{name}.png")
    wrong.extend(f"{name}: {fault}" for fault in faults(picture))
    assert not picture.raw["banner"], f"{name}: {picture.raw['banner']}"
    return picture


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
@pytest.mark.parametrize(("box", "players"), [("eclipse", 6), ("dark_ages", 3), ("cosmic_empires", 3)])
def test_every_part_of_the_end_is_one_tap_from_the_score(
    start_app: StartApp, tmp_path: Path, box: str, players: int, size: tuple[int, int]
) -> None:
    app, wrong = over(start_app, tmp_path / "data", box, size, players), list[str]()
    texts = {"score": looked_at(app, tmp_path, f"{box}-score", wrong).texts}
    for part in ("chart", "rounds", "dice"):
        app.tap(f"end:{part}")
        app.on("ending")
        texts[part] = looked_at(app, tmp_path, f"{box}-{part}", wrong).texts
        app.tap("end:score")
        app.on("score")
    assert wrong == []
    assert "Total" in texts["score"]
    assert "at the end of each round" in texts["rounds"]
    assert "Dice: " in texts["dice"]
    if box == "eclipse":
        assert "Points by source" in texts["chart"]
        assert "breaks a tie" in texts["score"]


def test_a_game_is_saved_and_played_once_more(start_app: StartApp, tmp_path: Path) -> None:
    data = tmp_path / "data"
    app = over(start_app, data, "dark_ages", (800, 480))
    app.tap("end:save")
    app.tap("this machine")
    app.wait(lambda p: "Saved in" in p.raw["toast"], "the game to be saved")
    (folder,) = (data / "exports").iterdir()
    found = {path.name: path for path in folder.iterdir()}
    assert set(found) == {
        "record.txt", "score.csv", "rounds.csv", "dice.csv", "score.png", "chart.png", "rounds.png", "dice.png"
    }  # fmt: skip
    rows = list(csv.DictReader(found["score.csv"].open(encoding="utf-8")))
    assert {row["name"] for row in rows} == set(NAMES.values())
    for name in ("score", "chart", "rounds", "dice"):
        told = subprocess.run(
            ["identify", "-format", '{"size": "%wx%h", "colours": %k, "opaque": "%[opaque]"}', found[f"{name}.png"]],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        said = json.loads(told.stdout)
        assert said["size"] == "800x480"
        assert said["colours"] > 20, f"{name}.png is empty"
        assert said["opaque"].lower() == "true"
    app.tap("end:rematch")
    picture = app.on("setup")
    for name in NAMES.values():
        assert name in picture.texts
    app.tap("begin")
    app.on("laying")


def test_in_the_midst_of_a_game_nothing_is_told_that_is_hidden(start_app: StartApp, tmp_path: Path) -> None:
    from tests.screens.table import begun

    begun(tmp_path / "data")
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=tmp_path / "data")
    app.on("round")
    app.tap("menu")
    app.tap("score")
    app.on("score")
    app.tap("end:chart")
    assert "Points by source" in app.on("ending").texts
    app.tap("end:rounds")
    app.wait(lambda p: "what is sure of them" in p.texts)
    target = app.look().target("end:rematch")
    assert target is not None
    assert target["grey"]
    app.tap("end:rematch")
    app.wait(lambda p: "not over yet" in p.raw["toast"])
    app.tap("back")
    app.on("score")
