"""Boxes beside Eclipse: an interrupted game is resumed, and played on to its score by touch, from setup too."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import cli
from tests.screens.driver import Driver, Picture
from tests.screens.geometry import faults

TITLES = {"dark-ages": "Galaxy: The Dark Ages", "cosmic-empires": "Cosmic Empires"}


@pytest.mark.parametrize("game", TITLES)
def test_a_session_of_another_box_is_resumed(start_app: Callable[..., Driver], tmp_path: Path, game: str) -> None:
    data = tmp_path / "data"
    played = tmp_path / "played"
    assert cli.main(["sim", game, "--players", "2", "--seed", "5", "--record", str(played)]) == 0
    whole = next(played.iterdir()).read_text(encoding="utf-8").splitlines()
    record = tmp_path / "interrupted.txt"
    record.write_text("\n".join(whole[: len(whole) // 2]) + "\n", encoding="utf-8")
    assert cli.main(["import", str(record), "--data", str(data)]) == 0
    app = start_app((800, 480), data=data)
    app.wait(lambda p: p.screen not in ("home", "") and not p.raw["busy"], "the game")
    app.tap("menu")
    app.tap("home")
    assert app.wait(lambda p: p.screen == "home", "home").target("resume")["small"].startswith(TITLES[game])
    app.tap("past games")
    assert TITLES[game] in app.on("past").texts
    app.tap("session:1")
    app.wait(lambda p: p.screen not in ("home", "past"), "the game")


def set_up(app: Driver, title: str, seats: tuple[str, ...]) -> None:
    """From home to the first decision, through the list of boxes."""
    app.settled()
    app.tap("new game")
    app.on("setup")
    app.tap("box")
    app.tap(title)
    for seat in seats:
        app.tap(f"seat:{seat}")
    app.tap("begin")
    app.on("laying")
    while app.look().target("all laid out") is None:
        app.tap("next")
    app.tap("all laid out")
    app.wait(lambda p: p.screen not in ("laying", "setup"), "the first decision")


class Anybody:
    """Touches anything that is offered, keen to come to an end: a policy for screens nobody drew for a box."""

    def __init__(self, app: Driver, seed: int) -> None:
        self.app, self.chance = app, random.Random(seed)
        self.wrong: list[str] = []
        self.seen: set[str] = set()

    def step(self) -> Picture:
        picture = self.app.settled()
        assert not picture.raw["banner"], picture.raw["banner"]
        if not picture.raw["sheet"]:
            self.seen.add(picture.screen)
            if self.chance.random() < 0.2:
                self.wrong += [f"{picture.screen}: {fault}" for fault in faults(picture)]
        if picture.screen == "score":
            return picture
        offered = [
            t["key"]
            for t in picture.raw["targets"]
            if not t["grey"] and t["key"] not in ("undo", "menu", "record anyway", "by hand", "read again")
        ]
        for key in ("use these", "app rolls", "ok", "close"):
            if key in offered and (picture.screen == "dice" or picture.raw["sheet"]):
                self.app.tap(key)
                return picture
        ends = [key for key in offered if key.endswith((": done", ": pass_bid", ": skip", ": let_be"))]
        self.app.tap(self.chance.choice(ends if ends and self.chance.random() < 0.5 else offered))
        return picture


@pytest.mark.parametrize(
    ("game", "seats"), [("dark-ages", ("red", "green")), ("cosmic-empires", ("blue", "yellow"))], ids=TITLES
)
def test_another_box_is_set_up_and_played_by_touch(
    start_app: Callable[..., Driver], game: str, seats: tuple[str, ...]
) -> None:
    app = start_app((800, 480), "--camera", "photos:/nowhere")
    set_up(app, TITLES[game], seats)
    somebody = Anybody(app, 3)
    for _ in range(60):
        somebody.step()
    assert somebody.wrong == []
    assert len(somebody.seen) > 2, somebody.seen
    revision = app.settled().raw["revision"]
    assert revision > 2
