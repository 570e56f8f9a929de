"""A game of a box that has no screens yet: kept, listed, never opened by the app."""

from collections.abc import Callable
from pathlib import Path

from companion import cli
from tests.screens.driver import Driver


def test_a_session_of_another_box_is_listed_and_not_resumed(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    data = tmp_path / "data"
    played = tmp_path / "played"
    assert cli.main(["sim", "dark-ages", "--players", "2", "--seed", "5", "--record", str(played)]) == 0
    whole = next(played.iterdir()).read_text(encoding="utf-8").splitlines()
    record = tmp_path / "interrupted.txt"
    record.write_text("\n".join(whole[: len(whole) // 2]) + "\n", encoding="utf-8")
    assert cli.main(["import", str(record), "--data", str(data)]) == 0
    app = start_app((800, 480), data=data)
    picture = app.settled()
    assert picture.screen == "home"
    assert "resume" not in picture.enabled("resume")
    app.tap("past games")
    listed = app.on("past")
    assert listed.target("session:1")["grey"]
    app.tap("session:1")
    app.wait(lambda p: "no screens for this box yet" in p.raw["toast"], "the reason")
    assert app.look().screen == "past"
