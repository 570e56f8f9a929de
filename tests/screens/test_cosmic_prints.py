"""What only cards print, entered by touch: before a game, when a card turns up, and once more in another game."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.screens.driver import Driver
from tests.screens.table import events

NO_CAMERA = ("--camera", "photos:/nowhere")


def kept(data: Path) -> dict[str, Any]:
    """What the data folder knows of cards."""
    read: dict[str, Any] = json.loads((data / "cards-cosmic_empires.json").read_text(encoding="utf-8"))
    return read


def choose_box(app: Driver) -> None:
    app.settled()
    app.tap("new game")
    app.on("setup")
    app.tap("box")
    app.tap("Cosmic Empires")


def test_a_board_and_cards_are_entered_before_the_game(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    app = start_app((1024, 600), *NO_CAMERA)
    choose_box(app)
    app.tap("options")
    app.tap("what cards and boards say")
    app.tap("boards")
    app.tap("board for 3")
    # The other corner of the west side is left out, and a start is moved from the south to the north.
    app.tap("at:b2")
    assert "24" in app.settled().texts
    app.tap("set")
    assert "not 24" in app.settled().texts, "what is wrong is said, and the sheet stays"
    app.tap("at:b6")
    app.tap("starts")
    app.tap("at:d7")
    app.tap("at:c1")
    app.tap("set")
    app.wait(lambda p: "Boards" in p.texts, "the list of boards")
    app.tap("close")
    assert kept(tmp_path / "data")["outline_3"][:5] == ["xxxxx", "xxxxx", "xxxxx", "xxxxx", "oxxxo"]
    assert "north_b1" in kept(tmp_path / "data")["outline_3"]

    app.tap("options")
    app.tap("what cards and boards say")
    app.tap("planets")
    app.tap("Equipment Planet 1")
    app.tap("icon:green")
    app.tap("name")
    for letter in "vega":
        app.tap(f"letter:{letter}")
    app.tap("done")
    app.tap("set")
    app.wait(lambda p: "Planets" in p.texts, "the list of planets")
    assert kept(tmp_path / "data")["equipment_planet_1"] == ["green", "vega"]
    app.tap("close")

    for seat in ("red", "blue", "green"):
        app.tap(f"seat:{seat}")
    app.tap("begin")
    app.on("laying")
    while app.look().target("all laid out") is None:
        app.tap("next")
    app.tap("all laid out")
    picture = app.on("board")
    assert picture.target("field:a1")
    assert not picture.target("field:a5")
    app.tap("first:red")
    app.wait(lambda p: p.target("start:north_b1") is not None, "the start that was entered")


def test_a_card_told_anew_is_asked_about_in_the_inbox(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    data = tmp_path / "data"
    app = start_app((800, 480), *NO_CAMERA)
    choose_box(app)
    for seat in ("red", "blue"):
        app.tap(f"seat:{seat}")
    app.tap("begin")
    app.on("laying")
    while app.look().target("all laid out") is None:
        app.tap("next")
    app.tap("all laid out")
    app.on("board")
    for more in ("more:0", "more:1"):
        app.tap("menu")
        app.tap("what cards say")
        app.tap("neutral pirates")
        app.tap("Neutral Pirates 1")
        app.tap(more)
        before = len(events(data))
        app.tap("set")
        app.wait(lambda p, before=before: len(events(data)) > before and not p.raw["busy"], "the card")
        app.wait(lambda p: "3 frigates, 1 pri" in p.texts or "3 frigates, 1 cruiser" in p.texts, "what it says now")
        app.tap("close")
    assert kept(data)["neutral_pirates_1"] == [3, 1, 1], "the newest counts"
    app.tap("menu")
    app.tap("inbox")
    app.on("inbox")
    picture = app.settled()
    assert "3 1 1, or 3 0 1 as before" in picture.texts
    app.tap(picture.enabled("tell:")[0])
    app.on("board")
    assert events(data)[-1][1].startswith("red: tell 1 ?")
