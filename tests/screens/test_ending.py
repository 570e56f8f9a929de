"""The end of a game on the screen: score, chart, rounds, dice, saved by a tap, and the same table once more."""

import csv
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rules.contract import SeatSetup, Setup
from companion.table.journal import Journal
from companion.table.session import Session
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
    assert ("Result" if box == "cosmic_empires" else "Total") in texts["score"]
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


def test_the_service_puts_it_onto_a_stick(start_app: StartApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wish, answer = tmp_path / "stick-wish", tmp_path / "answer"
    monkeypatch.setenv("TABLE_COMPANION_STICK", str(wish))
    monkeypatch.setenv("TABLE_COMPANION_ANSWER", str(answer))
    app = over(start_app, tmp_path / "data", "dark_ages", (800, 480))
    app.tap("end:save")
    app.tap("USB stick")
    app.wait(lambda _: wish.is_file(), "the wish")
    assert wish.read_text() == "export"
    (folder,) = (tmp_path / "data" / "exports").iterdir()
    assert (folder / "rounds.png").stat().st_size > 1000
    answer.write_text("good The saved games are on the stick.\n")
    app.wait(lambda p: "on the stick" in p.texts)
    app.tap("close")
    app.on("score")


def test_a_die_that_was_put_right_is_told_as_asked(start_app: StartApp, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Journal(data) as journal:
        seats = tuple(SeatSetup(seat) for seat in ("red", "blue", "green"))
        Session.begin(journal, "dark_ages", Setup("dark_ages", seats)).close()
    app = start_app((800, 480), "--camera", "studio", data=data)
    app.on("dice")
    picture = app.wait(lambda p: p.target("die:0") is not None and not p.raw["busy"], "a throw that was read")
    value = picture.target("die:0")["words"].rstrip("?")  # type: ignore[index]
    other = "1" if value != "1" else "2"
    while app.look().target("die:1") is not None:
        app.tap("die:1")
        app.tap("no die")
        app.settled()
    app.tap("die:0")
    app.tap(other)
    app.wait(lambda p: p.target("die:0")["words"] == other, "the other value")
    app.tap("use these")
    app.wait(lambda p: p.raw["revision"] == 1, "the roll")
    app.tap("menu")
    app.tap("score")
    app.on("score")
    app.tap("end:dice")
    picture = app.wait(lambda p: p.screen == "ending" and "1 asked" in p.texts)
    assert "1 picture is kept" in picture.texts
    app.tap("pictures")
    picture = app.wait(lambda p: "Pictures of throws: 1" in p.texts)
    app.shoot(tmp_path / "pictures.png")
    assert faults(picture) == []
