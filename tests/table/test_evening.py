"""What is read from a session's lines when the evening is over, and what is saved of it."""

import csv
import io
from pathlib import Path

import pytest

from companion.faults import Fault
from companion.rules.contract import Kind, asked
from companion.rules.games import GAMES
from companion.rules.notation import read
from companion.table import evening, export, record
from companion.table.journal import Journal
from companion.table.session import Session
from tests.played import played
from tests.screens.table import begun

NAMES = {"red": "Ana", "blue": "=SUM(A1)"}


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Session:
    data = tmp_path_factory.mktemp("played")
    number = played(data, "dark_ages", 3, 2)
    with Journal(data, writing=False) as journal:
        return Session.resume(journal, number)


def test_the_last_round_is_the_score(over: Session) -> None:
    told = evening.rounds(over)
    assert [each.round for each in told] == sorted({each.round for each in told})
    assert len(told) >= 3
    assert dict(told[-1].totals) == {seat.seat: seat.low for seat in over.score().seats}


def test_every_die_of_the_record_is_counted_once(over: Session) -> None:
    fell = [line for line in record.of_session(over, record.ALL).splitlines() if ": roll " in line]
    assert fell
    dice = evening.dice(over)
    assert sum(each.throws for each in dice) == len(fell)
    assert sum(each.dice for each in dice) == sum(line.split(": roll ")[1].split().__len__() // 2 for line in fell)
    told = [int(word) for line in fell for word in line.split(": roll ")[1].split()[1::2]]
    for each in dice:
        assert each.average is None or 1 <= each.average <= 6
    counted = sum(int(face) * many for each in dice for face, many in each.faces.items())
    assert counted == sum(told)


def test_an_undone_throw_does_not_count_and_its_picture_stays(tmp_path: Path) -> None:
    number = played(tmp_path, "dark_ages", 3, 2)
    with Journal(tmp_path) as journal:
        lines = [event.line for event in journal.events(number)]
        setup = journal.session(number).setup
        session = Session.begin(journal, "dark_ages", setup)
        for line in lines:
            action = read(line, session.game.actions)
            decision = asked(session.state, action)
            rolled = decision is not None and decision.kind is Kind.ROLL
            session.submit(action, evidence="1/00001-0badcafe.jpg" if rolled else "")
            if rolled:
                break
        (before,) = [each for each in evening.dice(session) if each.throws]
        assert before.throws == 1
        session.undo()
        assert not [each for each in evening.dice(session) if each.throws]
        (picture,) = evening.pictures(session)
        assert picture.undone
        assert picture.evidence == "1/00001-0badcafe.jpg"
        session.redo()
        assert [each.throws for each in evening.dice(session) if each.throws] == [1]
        assert not evening.pictures(session)[0].undone


def test_before_the_end_only_what_lies_open_is_told(tmp_path: Path) -> None:
    number = played(tmp_path, "dark_ages", 3, 2)
    with Journal(tmp_path) as journal:
        half = Session.begin(journal, "dark_ages", journal.session(number).setup)
        for event in journal.events(number)[:40]:
            half.submit(read(event.line, half.game.actions), anyway=True)
        texts = export.texts(half)
        assert not half.over
        assert "knows public" in texts["record.txt"]
        assert "hidden" in texts["record.txt"]
        public = {seat.seat: seat.low for seat in half.score().seats}
        assert dict(evening.rounds(half)[-1].totals) == public


def test_what_is_saved_can_be_read_again(over: Session, tmp_path: Path) -> None:
    folder = tmp_path / export.named(over)
    throw = tmp_path / "00001-0badcafe.jpg"
    throw.write_bytes(b"a picture")
    export.write(folder, export.texts(over), [throw, tmp_path / "dropped.jpg"])
    assert [path.name for path in (folder / export.THROWS).iterdir()] == [throw.name]
    record.read((folder / "record.txt").read_text(encoding="utf-8"), GAMES)
    rows = list(csv.DictReader(io.StringIO((folder / "score.csv").read_text(encoding="utf-8"))))
    totals = {row["seat"]: int(row["most"]) for row in rows if row["source"] == "total"}
    assert totals == {seat.seat: seat.high for seat in over.score().seats}
    for seat in over.score().seats:
        assert (
            sum(int(row["most"]) for row in rows if row["seat"] == seat.seat and row["source"] != "total") == seat.high
        )
    stick = tmp_path / "stick"
    stick.mkdir()
    there = export.copy(folder, stick)
    assert sorted(path.name for path in there.iterdir()) == [
        "dice.csv", "record.txt", "rounds.csv", "score.csv", "throws"
    ]  # fmt: skip
    assert not list(stick.glob("*.part"))
    export.copy(folder, stick)  # once more, over the first


def test_a_name_is_no_formula(tmp_path: Path) -> None:
    begun(tmp_path, names=NAMES)
    with Journal(tmp_path, writing=False) as journal:
        texts = export.texts(Session.resume(journal, 1))
    assert "'=SUM(A1)" in texts["score.csv"]


def test_a_stick_that_cannot_be_written_is_one_sentence(over: Session, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    export.write(folder, {"record.txt": "a"})
    with pytest.raises(Fault, match=r"Nothing was saved on /proc: .*full or locked"):
        export.copy(folder, Path("/proc"))
    with pytest.raises(Fault, match="cannot be written"):
        export.write(folder / "record.txt" / "in a file", {"record.txt": "a"})
