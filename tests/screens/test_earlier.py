"""Home, setup and past games on a card that takes its time to be read: the window lives on, and says what it does."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.driver import Driver
from tests.screens.table import begun, events
from tests.screens.test_names import played

SLOW = """
import os, sqlite3, time
class Slow(sqlite3.Connection):
    def execute(self, sql, *values):
        while "FROM sessions ORDER BY" in sql and os.path.exists(os.environ["SLOW_CARD"]):
            time.sleep(0.05)
        if "FROM sessions ORDER BY" in sql and os.path.exists(os.environ["SLOW_CARD"] + ".broken"):
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)
real = sqlite3.connect
sqlite3.connect = lambda *places, **keywords: real(*places, **{"factory": Slow, **keywords})
"""


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As long as this file is there, the list of games is being read."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/sitecustomize.py").write_text(SLOW)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "lib"))
    monkeypatch.setenv("SLOW_CARD", str(tmp_path / "slow"))
    return tmp_path / "slow"


def test_the_window_lives_while_the_games_are_read(
    start_app: Callable[..., Driver], tmp_path: Path, card: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    played(data, ("Ana", "Ben"))
    app = start_app(data=data)
    home = app.wait(lambda p: p.raw["ready"] and "no game was interrupted" in (p.target("resume") or {})["small"])
    assert home.screen == "home"
    past, devices = app.place("past games"), app.place("devices")

    card.touch()
    app.click_at(*past)
    picture = app.wait(lambda p: p.screen == "past" and "Working" in p.raw["toast"], "the word that it works")
    assert "Past games: being read" in picture.texts
    back = picture.target("back")
    assert back is not None
    left, top, wide, tall = back["rect"]
    app.wait(lambda p: (t := p.target("back")) is not None and t["ready"])
    app.click_at(left + wide // 2, top + tall // 2)  # not waited for
    app.wait(lambda p: p.screen == "home" and "looking for" in (p.target("resume") or {})["small"], "the way out")
    app.wait(lambda p: (t := p.target("devices")) is not None and t["ready"])
    app.click_at(*devices)
    app.wait(lambda p: p.screen == "devices", "another screen")
    card.unlink()
    app.tap("back")
    app.wait(lambda p: "no game was interrupted" in (p.target("resume") or {"small": ""})["small"], "what was found")
    app.tap("past games")
    app.wait(lambda p: "Ana" in p.texts and "Ben" in p.texts, "the game, with its result or before it is known")

    card.touch()
    app.tap("back")
    app.wait(lambda p: p.screen == "home" and (t := p.target("new game")) is not None and t["ready"])
    app.click_at(*_middle(app, "new game"))
    app.wait(lambda p: p.screen == "setup" and (t := p.target("seat:red")) is not None and t["ready"])
    app.click_at(*_middle(app, "seat:red"))  # what is known from before serves until it is read anew
    app.wait(lambda p: (t := p.target("seat:red")) is not None and t["words"] == "seat 1", "a seat to be taken")
    card.with_name("slow.broken").touch()
    card.unlink()
    app.wait(lambda p: "damaged or cut short" in p.raw["banner"], "the sentence")
    app.settled()
    picture = app.look()
    assert (picture.target("seat:red") or {})["words"] == "seat 1"


def test_a_second_companion_says_so_and_leaves_the_first_alone(
    start_app: Callable[..., Driver], tmp_path: Path
) -> None:
    data = begun(tmp_path / "data", ("red: pass",))
    first = start_app(data=data)
    first.on("round")
    second = start_app(data=data)
    picture = second.settled()
    assert (picture.screen, "Another companion" in picture.raw["banner"]) == ("home", True)
    assert "close that one first" in picture.raw["banner"]
    assert (picture.target("resume") or {})["small"] == "the games kept here cannot be read"
    second.tap("banner")
    second.tap("past games")
    second.wait(lambda p: p.screen == "past" and "They cannot be read" in p.texts)
    second.tap("back")
    second.tap("new game")
    second.on("setup")
    second.stop()
    first.tap("pass")
    first.wait(lambda p: p.raw["revision"] >= 2)
    assert [line for _, line in events(data)][:2] == ["red: pass", "blue: pass"]


def _middle(app: Driver, key: str) -> tuple[int, int]:
    target = app.look().target(key)
    assert target is not None
    left, top, wide, tall = target["rect"]
    return left + wide // 2, top + tall // 2
