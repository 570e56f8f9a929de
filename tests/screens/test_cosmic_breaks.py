"""Whoever is clumsy or curious: the plug pulled in the midst of things, touches too fast and in the wrong order."""

from collections.abc import Callable
from pathlib import Path

from tests.screens.cosmic_twins import at_red, go_on, twin
from tests.screens.driver import Driver


def again(app: Driver) -> Driver:
    """The plug is pulled, and put in again."""
    app.kill()
    return app.start()


def test_a_secret_on_the_screen_is_covered_when_the_power_comes_back(
    start_app: Callable[..., Driver], tmp_path: Path
) -> None:
    app = at_red(start_app, twin(tmp_path / "one", mission="network", kind="outpost", card="spy"))
    app.press("look mission")
    app.wait(lambda p: "event planets 1/1" in p.texts, "the mission")
    again(app)
    picture = app.on("board")
    assert "event planets" not in picture.texts
    app.release()
    app.tap("empires")
    app.tap("look:red")
    assert app.on("private").target("open") is not None, "nobody has opened it"


def test_the_plug_pulled_between_a_field_and_its_stones(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    data = go_on(twin(tmp_path / "one", mission="network", kind="outpost", card="spy"), "red: done")
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=data)
    app.on("board")
    app.tap("field:c3")
    app.tap("fly:c3")
    app.on("reveal")
    app = again(app)
    app.on("reveal")
    app.tap("kind:equipment_planet")
    app.on("stones")
    app.tap("stone:red")
    assert app.settled().target("drawn:0") is not None
    app = again(app)
    picture = app.on("stones")
    assert picture.target("drawn:0") is None, "what was half entered is asked again"
    for stone in ("stone:red", "stone:red", "stone:blue", "stone:blue"):
        app.tap(stone)
    assert "End of the turn" in app.on("board").texts


def test_touches_in_a_hurry_answer_one_question_each(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    """A field touched thrice at once is examined by one seat; a target that changed under the finger does nothing."""
    lines = ("red: done", "red: skip", "red: done", "blue: skip", "green: skip")
    data = go_on(twin(tmp_path / "one", mission="network", kind="outpost", card="spy"), *lines)
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=data)
    app.wait(lambda p: "Explore" in p.texts, "the Common Turn")
    app.quiet()
    before = app.look().raw["revision"]
    app.click_at(*app.place("field:b4"), times=3)
    app.wait(lambda p: p.raw["revision"] > before, "one answer")
    picture = app.quiet()
    assert picture.raw["revision"] == before + 1
    assert "BLUE" in picture.texts
    app.tap("field:c1")
    picture = app.wait(lambda p: p.target("look away") is not None, "an open field is looked at, not examined")
    assert picture.raw["revision"] == before + 1
    app.tap("field:c1")
    picture = app.wait(lambda p: p.target("ok") is not None, "why not")
    assert "lies open already" in picture.texts
    app.tap("ok")
    app.tap("undo")
    app.wait(lambda p: "RED" in p.texts and "Explore" in p.texts, "undone")
