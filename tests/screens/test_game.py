"""A whole game by real pointer events in a real window, dice read from pictures; and with the plug pulled."""

import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.driver import Driver
from tests.screens.evening import Evening

np = pytest.importorskip("numpy")
cv2 = pytest.importorskip("cv2")

SEATS = {"red": "ana", "blue": "bo"}


def photographs(folder: Path, count: int = 6, dice: int = 1) -> Path:
    """A folder of generated throws of yellow dice, as photographs: the same for every run."""
    from vision import studio

    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(4)
    for number in range(count):
        image, _ = studio.throw(100 + number, [("yellow", chance.randint(1, 6)) for _ in range(dice)])
        cv2.imwrite(str(folder / f"{number:02d}.png"), image)
    return folder


def events(data: Path) -> list[tuple[int, str]]:
    """What is on the disk."""
    with sqlite3.connect(f"file:{data / 'table.sqlite'}?mode=ro", uri=True) as base:
        return base.execute("SELECT number, line FROM events ORDER BY session, number").fetchall()


def test_a_game_of_two_from_setup_to_score(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    folder = photographs(tmp_path / "throws")
    app = start_app((800, 480), "--camera", f"photos:{folder}")
    evening = Evening(app, seed=1, fight_in=frozenset({1, 2}))
    app.settled()
    evening.set_up(SEATS)
    score = evening.play()
    assert "Total" in score.texts
    assert evening.rolled >= 2
    assert evening.by_camera >= 1, "no throw was read from a picture"
    lines = [line for _, line in events(app.data)]
    assert sum(line.startswith("table: roll yellow") for line in lines) >= 2
    with sqlite3.connect(app.data / "table.sqlite") as base:
        kept = base.execute("SELECT count(*) FROM events WHERE evidence != ''").fetchone()[0]
    assert kept == evening.by_camera
    assert any((app.data / "evidence").glob("*/*.jpg"))


def interrupted(start_app: Callable[..., Driver], folder: Path, seed: int, kills: int) -> None:
    """Play, pull the plug `kills` times at random moments, resume each time: nothing acknowledged is lost."""
    chance = random.Random(seed)
    app = start_app((800, 480), "--camera", f"photos:{folder}")
    evening = Evening(app, seed=seed, fight_in=frozenset({1, 2, 3}))
    app.settled()
    evening.set_up(SEATS)
    for _ in range(kills):
        for _ in range(chance.randint(2, 9)):
            picture = app.settled()
            assert picture.screen != "score", "the game was over before the plug was pulled often enough"
            evening.step(picture)
        picture = app.settled()
        acknowledged = picture.raw["revision"]
        if chance.random() < 0.7:
            # In the middle of something: touched, and not waited for.
            place = app.place(chance.choice([t["key"] for t in picture.raw["targets"] if not t["grey"]]))
            app.click_at(*place)
            time.sleep(chance.uniform(0.0, 0.08))
        app.kill()
        before = events(app.data)
        assert len(before) >= acknowledged
        app.start()
        resumed = app.wait(
            lambda p: p.raw["ready"] and not p.raw["busy"] and p.screen != "home", "the session to resume"
        )
        assert resumed.raw["revision"] >= len(before)
        assert events(app.data)[: len(before)] == before
        assert "Resumed" in resumed.raw["toast"] or resumed.raw["toast"]
        evening.forget()


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 5))])
def test_the_plug_pulled_fifty_times(start_app: Callable[..., Driver], tmp_path: Path, seed: int) -> None:
    interrupted(start_app, photographs(tmp_path / "throws"), 100 + seed, 10)


PHYSICAL = ("the app draws and names them", "the app's own bag")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("seed", "seats", "aliens", "options"),
    [
        (1, ("red", "blue", "green"), ("red", "blue", "green"), ()),
        (2, ("yellow", "white", "black"), ("yellow", "white", "black"), PHYSICAL),
        (3, ("red", "blue", "green", "yellow"), ("red", "yellow"), PHYSICAL),
        (4, ("red", "blue", "green", "yellow", "white", "black"), ("green", "white", "black"), ()),
    ],
)
def test_an_evening_of_any_table(
    start_app: Callable[..., Driver],
    tmp_path: Path,
    seed: int,
    seats: tuple[str, ...],
    aliens: tuple[str, ...],
    options: tuple[str, ...],
) -> None:
    app = start_app((1024, 600), "--camera", f"photos:{photographs(tmp_path / 'throws')}")
    evening = Evening(app, seed=seed, fight_in=frozenset(range(1, 10)))
    app.settled()
    evening.set_up(dict.fromkeys(seats, ""), aliens, options)
    assert "Total" in evening.play(most=4000).texts
