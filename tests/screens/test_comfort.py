"""What makes an evening comfortable: themes, letters, the turned picture, the turn timer, dimming, what is hidden, and
what happened since one's turn."""

import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.rules.notation import read
from companion.settings import load
from companion.table.evidence import Evidence
from companion.table.journal import Journal
from companion.table.session import Session
from tests.played import played
from tests.screens.driver import Driver
from tests.screens.geometry import faults
from tests.screens.table import begun

StartApp = Callable[..., Driver]
LINES = ("red: research", "red: later", "blue: research", "blue: later")


def started(start_app: StartApp, data: Path, size: tuple[int, int] = (800, 480), settings: str = "") -> Driver:
    begun(data, LINES)
    if settings:
        (data / "settings.toml").write_text(settings)
    app = start_app(size, "--camera", "photos:/nowhere", data=data)
    app.on("round")
    return app


def to_settings(app: Driver) -> None:
    app.tap("menu")
    app.tap("settings")
    app.on("preferences")


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
def test_settings_count_at_once_and_are_kept(start_app: StartApp, tmp_path: Path, size: tuple[int, int]) -> None:
    data = tmp_path / "data"
    app = started(start_app, data, size)
    to_settings(app)
    ground = {}
    for theme in ("dark", "light", "dim"):
        picture = app.settled()
        assert faults(picture) == [], theme
        app.shoot(tmp_path / f"{size[0]}-settings-{theme}.png")
        shot = cv2.imread(str(tmp_path / f"{size[0]}-settings-{theme}.png"))
        assert shot is not None
        ground[theme] = float(np.median(shot))
        app.tap("setting:theme")
        app.wait(lambda p: p.screen == "preferences" and p.raw["ready"])
    assert ground["dim"] < ground["dark"] < ground["light"]
    app.tap("setting:theme")  # light
    app.tap("setting:text")
    app.tap("setting:sounds")
    app.tap("setting:dim_minutes")
    picture = app.wait(lambda p: "after 30 minutes" in p.texts and "large" in p.texts)
    assert faults(picture) == []
    settings = load(data).settings
    assert (settings.theme, settings.text, settings.sounds, settings.dim_minutes) == ("light", "large", False, 30)
    app.tap("back")
    assert faults(app.on("round")) == []
    app.shoot(tmp_path / f"{size[0]}-round-light-large.png")
    app.stop()
    app = start_app(size, "--camera", "photos:/nowhere", data=data)
    app.on("round")
    app.shoot(tmp_path / f"{size[0]}-again.png")
    shot = cv2.imread(str(tmp_path / f"{size[0]}-again.png"))
    assert shot is not None
    assert float(np.median(shot)) > 150


def test_the_picture_is_turned_at_once_and_at_the_next_start(start_app: StartApp, tmp_path: Path) -> None:
    data = tmp_path / "data"
    app = started(start_app, data)
    to_settings(app)
    app.quiet()
    app.shoot(tmp_path / "before.png")
    app.tap("setting:rotation")
    app.settled()
    app.quiet()
    app.shoot(tmp_path / "after.png")
    before, after = cv2.imread(str(tmp_path / "before.png")), cv2.imread(str(tmp_path / "after.png"))
    assert before is not None
    assert after is not None
    assert np.abs(np.rot90(after, 2).astype(int) - before).mean() < 4
    x, y = app.place("back")
    app.click_at(800 - x, 480 - y)
    app.on("round")
    assert load(data).settings.rotation == 180


def test_the_turn_timer_is_shown_paused_and_absent(start_app: StartApp, tmp_path: Path) -> None:
    app = started(start_app, tmp_path / "data")
    picture = app.wait(lambda p: re.search(r"ROUND\s+0:0[1-9]", p.texts), "the time of the turn")
    assert faults(picture) == []
    app.tap("menu")
    app.tap("turn timer")
    picture = app.wait(lambda p: "how long the table waited" in p.texts)
    app.shoot(tmp_path / "timer.png")
    assert faults(picture) == []
    app.tap("pause")
    app.wait(lambda p: "go on" in p.texts)
    app.tap("ok")
    app.wait(lambda p: "paused" in p.texts)
    app.tap("menu")
    app.tap("score")
    assert faults(app.on("score")) == []
    app.tap("end:time")
    app.wait(lambda p: "how long the table waited" in p.texts)
    app.tap("ok")
    app.tap("back")
    app.on("round")
    app.tap("menu")
    app.tap("turn timer")
    app.tap("pause")
    app.tap("timer off")
    app.wait(lambda p: "of every turn" in p.texts)
    app.tap("ok")
    picture = app.on("round")
    assert re.search(r"ROUND\s*$", picture.texts, re.MULTILINE)


def test_who_leads_can_be_hidden_until_the_end(start_app: StartApp, tmp_path: Path) -> None:
    app = started(start_app, tmp_path / "data", settings="[table]\nshow_leader = false\n")
    app.tap("menu")
    app.tap("score")
    picture = app.on("score")
    assert "not shown before the end" in picture.texts
    assert "Total" not in picture.texts
    app.tap("end:chart")
    app.wait(lambda p: "settings say so" in p.raw["toast"])
    assert app.look().screen == "score"
    app.tap("end:dice")
    app.on("ending")


def test_at_the_end_it_is_shown_all_the_same(start_app: StartApp, tmp_path: Path) -> None:
    data = tmp_path / "data"
    played(data, "dark_ages", 3, 2)
    (data / "settings.toml").write_text("[table]\nshow_leader = false\n")
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=data)
    app.wait(lambda p: p.target("past games") and not p.raw["busy"])
    app.tap("past games")
    app.tap("session:1")
    assert "Total" in app.on("score").texts


def test_what_happened_since_my_turn(start_app: StartApp, tmp_path: Path) -> None:
    app = started(start_app, tmp_path / "data")
    app.tap("menu")
    app.tap("since my turn")
    app.tap("Red")
    picture = app.on("steps")
    app.shoot(tmp_path / "since.png")
    assert "Since Red's last turn: 1 step" in picture.texts
    assert "Blue" in picture.texts
    assert faults(picture) == []
    app.tap("back")
    app.on("round")
    app.tap("menu")
    app.tap("since my turn")
    app.tap("Blue")
    assert "nothing" in app.on("steps").texts


def test_an_undone_roll_keeps_its_picture_in_the_list(start_app: StartApp, tmp_path: Path) -> None:
    data = tmp_path / "data"
    number = played(data, "dark_ages", 3, 2)
    picture = cv2.imencode(".jpg", np.full((60, 80, 3), 200, np.uint8))[1].tobytes()
    with Journal(data) as journal:
        lines = [event.line for event in journal.events(number)]
        session = Session.begin(journal, "dark_ages", journal.session(number).setup)
        rolls = 0
        for line in lines:
            evidence = Evidence(data).keep(session.id, picture) if ": roll " in line else ""
            session.submit(read(line, session.game.actions), evidence=evidence)
            rolls += bool(evidence)
            if rolls == 2:
                break
        session.undo()
        session.close()
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=data)
    app.wait(lambda p: p.target("menu") and not p.raw["busy"])
    app.tap("menu")
    app.tap("steps")
    found = app.on("steps")
    assert "undone" in found.texts
    app.shoot(tmp_path / "steps.png")
    assert faults(found) == []
    shown = next(key for key in found.keys if key.startswith("picture:"))
    app.tap(shown)
    app.wait(lambda p: p.target("ok") and "(undone)" in p.texts)
    app.shoot(tmp_path / "picture.png")
    app.tap("ok")


def test_going_far_back_asks_first_and_says_how_far(start_app: StartApp, tmp_path: Path) -> None:
    app = started(start_app, tmp_path / "data")
    app.tap("menu")
    app.tap("steps")
    picture = app.on("steps")
    first = [key for key in picture.keys if key.startswith("step:")][-1]
    app.tap(first)
    picture = app.wait(lambda p: p.target("go back") is not None)
    assert "1 later step is undone too" in picture.texts
    app.tap("go back")
    app.wait(lambda p: p.texts.count("undone") >= 2)
    app.tap("redo")
    app.wait(lambda p: "undone" not in p.texts)


def brightness(app: Driver, path: Path) -> float:
    app.shoot(path)
    shot = cv2.imread(str(path))
    assert shot is not None
    return float(shot.mean())


def test_untouched_it_dims_and_the_touch_that_wakes_does_nothing_else(start_app: StartApp, tmp_path: Path) -> None:
    app = started(start_app, tmp_path / "data", settings='[screen]\ntheme = "light"\ndim_minutes = 0.15\n')
    full = brightness(app, tmp_path / "full.png")
    app.wait(lambda _: brightness(app, tmp_path / "dimmed.png") < full / 2, "the panel to dim")
    picture = app.settled()
    left, top, wide, tall = picture.target("menu")["rect"]  # type: ignore[index]
    app.click_at(left + wide // 2, top + tall // 2)
    app.wait(lambda _: brightness(app, tmp_path / "awake.png") > full * 0.9, "the panel to wake")
    assert app.settled().target("close") is None
    for _ in range(5):  # on a busy machine it may have dimmed again before the finger comes
        app.tap("menu")
        if app.settled().target("close") is not None:
            break
    assert app.settled().target("close") is not None
