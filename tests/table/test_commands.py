"""The table's commands, as they are called: what they print, and how they end."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.rules import games
from companion.table.journal import FILE, Journal
from companion.table.session import Session
from tests.table import toy
from tests.table.conftest import SETUP, Clock
from tests.table.play import line, play
from tests.table.test_record import TEXT


@pytest.fixture(autouse=True)
def only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", toy.GAMES)


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A record in a file."""
    path = tmp_path / "evening.txt"
    path.write_text(TEXT)
    return path


class Ran:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err
        assert "Traceback" not in err

    @property
    def json(self) -> list[dict[str, Any]]:
        return [json.loads(each) for each in self.out.splitlines()]


@pytest.fixture
def companion(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str | Path) -> Ran:
        status = cli.main([str(each) for each in arguments])
        return Ran(status, *capsys.readouterr())

    return run


def test_sim(companion: Any, tmp_path: Path) -> None:
    ran = companion(
        "sim", "toy", "--players", "3", "--games", "2", "--seed", "7", "--species", "lucky",
        "--rule", "gems=bag", "--record", tmp_path / "records", "--json",
    )  # fmt: skip
    assert (ran.status, ran.err) == (0, "")
    one, two, summary = ran.json
    assert list(one) == ["game", "players", "seed", "decisions", "winner", "scores"]
    assert (one["game"], one["players"], one["seed"], two["seed"]) == ("toy", 3, 7, 8)
    assert set(one["scores"]) == {"blue", "red", "green"}
    assert (summary["games"], summary["decisions"]) == (2, one["decisions"] + two["decisions"])
    record = tmp_path / "records" / "toy-3-7.txt"
    replayed = companion("replay", record, "--json")
    assert replayed.json == [
        {
            "file": str(record),
            "game": "toy",
            "lines": one["decisions"],
            "legal": True,
            "illegal": None,
            "where": "The game is over",
        }
    ]
    scored = companion("score", record, "--json").json[0]
    assert scored["final"]
    assert {seat["seat"]: seat["low"] for seat in scored["seats"]} == one["scores"]
    assert companion("sim", "toy", "--players", "3", "--seed", "7", "--species", "lucky", "--rule", "gems=bag").out
    again = companion(
        "sim", "toy", "--players", "3", "--seed", "7", "--species", "lucky", "--rule", "gems=bag", "--json"
    )
    assert again.json[0] == one


@pytest.mark.parametrize(
    "arguments",
    [
        ["sim", "chess", "--players", "2"],
        ["sim", "toy"],
        ["sim", "toy", "--players", "9"],
        ["sim", "toy", "--players", "two"],
        ["sim", "toy", "--players", "2", "--species", "vulcan"],
        ["sim", "toy", "--players", "2", "--species", "lucky,lucky"],
        ["sim", "toy", "--players", "2", "--species", "lucky,red_miners,green_miners"],
        ["sim", "toy", "--players", "2", "--rule", "gems"],
        ["sim", "toy", "--players", "2", "--games", "0"],
        ["replay"],
        ["export", "one", "out.txt"],
    ],
)
def test_unusable_arguments(companion: Any, arguments: list[str]) -> None:
    ran = companion(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err


def test_replay(companion: Any, evening: Path) -> None:
    ran = companion("replay", evening)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"{evening}: 9 lines, all as the rules allow. Round 2, Red's turn.\n"


def test_replay_of_an_illegal_line(companion: Any, evening: Path) -> None:
    evening.write_text(TEXT.replace("anyway blue: buy", "blue: buy"))
    ran = companion("replay", evening, "--json")
    said = "evening.txt, line 15: “blue: buy” is not allowed: A flag costs 3 coins, Blue has 0. (page 2)"
    assert (ran.status, ran.err) == (1, f"companion: {said}\n")
    assert ran.json[0]["illegal"] == {
        "line": 15,
        "text": "blue: buy",
        "reasons": [{"code": "coins", "text": "A flag costs 3 coins, Blue has 0.", "page": "2"}],
    }
    assert companion("replay", evening).out == ""


@pytest.mark.parametrize("command", [["replay"], ["score"], ["check", "red: dig"], ["import"]])
def test_no_record(companion: Any, tmp_path: Path, command: list[str]) -> None:
    for name, content in (
        ("none.txt", None),
        ("empty.txt", b""),
        ("photo.txt", b"\xff\xd8\xff"),
        ("new.txt", b"hello\n"),
    ):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        data = ["--data", tmp_path / "data"] if command[0] == "import" else []
        ran = companion(command[0], path, *command[1:], *data)
        assert (ran.status, ran.out) == (1, "")
        assert ran.err.startswith("companion: ")
        assert ran.err.count("\n") == 1
        assert name in ran.err
    assert not (tmp_path / "data").exists()


def test_check(companion: Any, evening: Path) -> None:
    assert companion("check", evening, "red: dig", "--json").json == [
        {"verdict": "legal", "reasons": [], "missing": [], "nearest": []}
    ]
    ran = companion("check", evening, "blue: dig", "--json")
    assert ran.status == 0
    assert ran.json[0]["verdict"] == "illegal"
    assert ran.json[0]["reasons"][0]["code"] == "not_your_turn"
    ran = companion("check", evening, "blue: buy")
    assert ran.out.splitlines()[:2] == ["blue: buy: illegal", "  A flag costs 3 coins, Blue has -3. (page 2)"]
    ran = companion("check", evening, "red: fly")
    assert (ran.status, ran.err) == (1, "companion: “fly” is not an action of this game.\n")
    assert companion("check", evening, "red: dig", "--as", "green").status == 2
    assert companion("check", evening, "red: dig", "--as", "blue").status == 0


def test_score_keeps_secrets_until_the_end(companion: Any, evening: Path) -> None:
    blue = companion("score", evening, "--json").json[0]["seats"][1]
    assert (blue["name"], blue["low"], blue["high"]) == ("Bert van Dam", 11, 19)
    assert blue["lines"][1] == {"source": "flags", "low": 10, "high": 10, "detail": "1 flags", "page": "1"}
    assert "1. Blue (Bert van Dam): 11 to 19\n" in companion("score", evening).out


def test_sessions_export_import(companion: Any, tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert companion("sessions", "--data", data).out == "No session was played yet.\n"
    assert not data.exists()
    with Journal(data, clock=Clock()) as journal:
        session = Session.begin(journal, "toy", SETUP, {"red": "Ana"}, games=toy.GAMES)
        play(session, "red: reach", "red: draw 4")
        # The app is running: what only reads still works beside it.
        listed = companion("sessions", "--data", data, "--json").json
        assert (listed[0]["id"], listed[0]["ended"], listed[0]["events"]) == (1, False, 2)
        assert listed[0]["seats"][0] == {"seat": "red", "faction": "", "name": "Ana"}
        ran = companion("export", "1", tmp_path / "one.txt", "--data", data)
        assert ran.out.endswith("what is hidden stays hidden.\n")
        assert "red: draw hidden" in (tmp_path / "one.txt").read_text()
        ran = companion("import", tmp_path / "one.txt", "--data", data)
        assert ran.status == 1
        assert "Another companion" in ran.err
        for text in ["blue: acted", *["red: acted", "blue: acted"] * 2]:
            session.submit(line(text))
    ran = companion("import", tmp_path / "one.txt", "--data", data)
    assert ran.out.endswith("is session 2; it holds what public knows, the rest stays unknown.\n")
    companion("export", "1", tmp_path / "whole.txt", "--data", data)
    assert "red: draw 4" in (tmp_path / "whole.txt").read_text()
    assert companion("export", "1", "-", "--data", data).out == (tmp_path / "whole.txt").read_text()
    assert companion("import", tmp_path / "whole.txt", "--data", data).out.endswith("is session 3.\n")
    assert companion("score", "3", "--data", data, "--json").json[0]["final"]
    assert companion("score", "1", "--data", data).out == companion("score", "3", "--data", data).out
    ran = companion("export", "9", tmp_path / "nine.txt", "--data", data)
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    assert "There is no session 9" in ran.err
    ran = companion("export", "1", tmp_path / "no" / "such" / "folder.txt", "--data", data)
    assert (ran.status, ran.err.count("\n")) == (1, 1)


def test_a_journal_that_is_none(companion: Any, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("hello")
    for command in (["sessions"], ["score", "1"], ["export", "1", "out.txt"]):
        ran = companion(*command, "--data", tmp_path)
        assert (ran.status, ran.out) == (1, "")
        assert ran.err == f"companion: {tmp_path / FILE} is not a database; move it away or choose another --data.\n"


def test_an_export_writes_over_records_only(companion: Any, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Journal(data, clock=Clock()) as journal:
        session = Session.begin(journal, "toy", SETUP, {}, games=toy.GAMES)
        play(session, "red: dig", "red: shallow")
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8\xff precious")
    for precious in (data / FILE, photo):
        before = precious.read_bytes()
        ran = companion("export", "1", precious, "--data", data)
        assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)
        assert "is no record" in ran.err
        assert precious.read_bytes() == before
    for _ in range(2):
        assert companion("export", "1", tmp_path / "one.txt", "--data", data).status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "one.txt", "photo.jpg"]
    assert (tmp_path / "one.txt").stat().st_mode & 0o777 == 0o666 & ~umask()


def test_an_export_that_fails_leaves_the_older_record(
    companion: Any, tmp_path: Path, evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    companion("import", evening, "--data", data)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    ran = companion("export", "1", evening, "--data", data)
    assert (ran.status, ran.err.count("\n")) == (1, 1)
    assert "no space left" in ran.err
    assert evening.read_text() == TEXT
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "evening.txt"]


@pytest.mark.parametrize("command", [["replay"], ["score"], ["check", "red: dig"]])
def test_a_pipe_nobody_writes_to_is_not_waited_for(companion: Any, tmp_path: Path, command: list[str]) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    ran = companion(command[0], tmp_path / "pipe.txt", *command[1:])
    assert (ran.status, ran.err) == (1, "companion: pipe.txt: the record is empty.\n")


def test_a_number_too_long_for_a_session(companion: Any, tmp_path: Path) -> None:
    for number in ("1" * 18, "1" * 300, "1" * 5000):
        ran = companion("score", number, "--data", tmp_path)
        assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)
        assert "should not" not in ran.err


@pytest.mark.parametrize("begun", [1e300, -1e11, 1e13])
def test_sessions_of_an_impossible_time_are_listed(companion: Any, tmp_path: Path, begun: float) -> None:
    with Journal(tmp_path, clock=lambda: begun) as journal:
        journal.begin(SETUP, {}, 1)
    assert companion("sessions", "--data", tmp_path, "--json").json[0]["begun"] is None
    assert "at some time" in companion("sessions", "--data", tmp_path).out


def umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
