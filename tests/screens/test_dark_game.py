"""A whole game of The Dark Ages by real pointer events: mistakes, undo, a correction, a power cut, to the score."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.dark_evening import DarkEvening
from tests.screens.dark_tour import SEATS, Table
from tests.screens.driver import Driver
from tests.screens.test_game import events, photographs

pytest.importorskip("cv2")


def test_a_game_of_three_from_setup_to_score(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    folder = photographs(tmp_path / "throws", dice=2)
    app = start_app((800, 480), "--camera", f"photos:{folder}")
    table = Table(app, lambda name, picture: None)
    app.settled()
    table.set_up()
    table.begin()
    table.turn("green")
    # The wrong ship, taken back; then the right one. A turn that only plays costs four touches.
    table.play("felowi", "ally_8")
    app.tap("undo")
    app.wait(lambda p: p.screen == "galaxy" and "8 cards" in p.texts, "the undo")
    before = app.taps
    table.play("felowi", "felowi_8")
    app.tap("done")
    table.asked("drawing")
    table.drawn()
    assert app.taps - before == 4
    # Red plays on the wrong column: refused, explained, an allowed ship taken from the explanation.
    table.turn("red")
    table.base("cylor")
    app.tap("column:felowi")
    app.tap("red: play felowi_8 felowi")
    app.wait(lambda p: p.raw["sheet"] and "lies on Felowi" in p.texts, "the reason")
    app.tap("ok")
    app.tap("back")
    table.play("cylor", "cylor_8")
    app.tap("column:felowi")
    app.tap("attack ship")
    evening = DarkEvening(app, SEATS, seed=3)
    # In the middle of a fight the plug is pulled: the attack stands, and its dice are asked for again.
    app.on("dice")
    recorded = app.settled().raw["revision"]
    app.kill()
    assert len(events(app.data)) == recorded
    app.start()
    app.wait(lambda p: p.screen == "dice" and not p.raw["busy"], "the fight to go on")
    evening.play(until="galaxy")
    # A base was laid on the table that nobody told: it is put right, and Felowi has a Governor.
    app.hold("column:felowi")
    app.on("believes")
    app.tap("value:felowi_green_1")
    app.tap("plus")
    app.tap("set")
    app.tap("back")
    app.wait(lambda p: p.screen == "galaxy" and "G4" in p.texts, "the base")
    app.tap("done")
    table.asked("drawing")
    table.drawn()
    table.turn("blue")
    app.tap("secret_base")
    score = evening.play()
    assert "Total" in score.texts
    assert "wins" in score.texts
    assert {"galaxy", "drawing", "choice", "cards"} <= set(evening.seen)
    lines = [line for _, line in events(app.data)]
    assert sum(line.startswith("table: correct") for line in lines) == 1
    assert any(": show_garrison " in line for line in lines)
    with sqlite3.connect(app.data / "table.sqlite") as base:
        assert base.execute("SELECT count(*) FROM events WHERE kind = 'undo'").fetchone()[0] >= 1
        ended = base.execute("SELECT ended FROM sessions").fetchone()[0]
    assert ended
    # The record on the disk gives the same state anew.
    app.kill()
    app.start()
    app.on("home")
    app.tap("past games")
    app.on("past")
    app.tap("session:1")
    assert app.on("score").texts == score.texts
