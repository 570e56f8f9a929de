"""The journal: what it keeps, and the one sentence for everything that can be wrong with its file."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rules.contract import SeatSetup, Setup
from companion.table.journal import FILE, LOCK, SCHEMA, Event, Journal, JournalFault, NoJournal, set_aside
from companion.table.seats import last_setup, suggested_names
from companion.table.session import Session
from companion.table.timeline import EventKind
from tests.table import toy
from tests.table.conftest import SETUP, Clock
from tests.table.play import line, play


def event(number: int, text: str = "red: dig") -> Event:
    return Event(number, EventKind.ACTION, text, "touch", 1, 5.0)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A data folder with a journal of a hundred events that nobody has open."""
    with Journal(tmp_path, clock=Clock()) as journal:
        number = journal.begin(SETUP, {"red": "Ana"}, 1).id
        for at in range(1, 101):
            journal.append(number, event(at))
    return tmp_path


def all_bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != LOCK and path.is_file()}


def refusal(folder: Path, writing: bool = True) -> str:
    """What is said, after making sure that it is one sentence and that no byte was changed."""
    before = all_bytes(folder)
    with pytest.raises(JournalFault) as refused:
        Journal(folder, patience=0.05, writing=writing)
    # A reader may leave SQLite's empty side files behind; what was there is untouched.
    after = all_bytes(folder)
    assert {name: after.get(name) for name in before} == before
    said = str(refused.value)
    assert "\n" not in said
    assert said.endswith(".")
    assert not re.search(r"[.!?] [A-Z]", said), said
    return said


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "new" / "folder", clock=Clock()) as journal:
        row = journal.begin(SETUP, {"red": "Ana", "blue": ""}, 1)
        journal.append(row.id, event(1))
        journal.append(row.id, Event(2, EventKind.UNDO, "1 lost 2", "button", 1, 7.5, "1/00001.jpg"))
    with Journal(tmp_path / "new" / "folder") as journal:
        assert journal.events(row.id) == [
            event(1),
            Event(2, EventKind.UNDO, "1 lost 2", "button", 1, 7.5, "1/00001.jpg"),
        ]
        found = journal.session(row.id)
        assert (found.setup, found.names, found.events, found.ended) == (SETUP, {"red": "Ana", "blue": ""}, 2, False)
        mode = journal._base.execute("PRAGMA journal_mode").fetchone()[0]
        synchronous = journal._base.execute("PRAGMA synchronous").fetchone()[0]
        assert (mode, synchronous) == ("wal", 2)


def test_the_session_played_last_comes_first_whatever_the_clock_says(tmp_path: Path) -> None:
    times = iter((50.0, 40.0, 30.0, 20.0, 10.0))
    with Journal(tmp_path, clock=lambda: next(times)) as journal:
        numbers = [journal.begin(SETUP, {}, 1).id for _ in range(3)]
        assert [row.id for row in journal.unfinished()] == numbers[::-1]
        journal.append(numbers[1], event(1))
        assert journal.unfinished()[0].id == numbers[1]


def test_a_number_is_given_once(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(SETUP, {}, 1).id
        journal.append(number, event(1))
        with pytest.raises(JournalFault):
            journal.append(number, event(1, "red: reach"))
        assert journal.events(number) == [event(1)]


def test_of_a_session_that_is_not_there(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal, pytest.raises(JournalFault, match="There is no session 7"):
        journal.session(7)


def test_nothing_was_played(tmp_path: Path) -> None:
    with pytest.raises(NoJournal):
        Journal(tmp_path, writing=False)
    assert not list(tmp_path.iterdir())


def test_a_second_companion(played: Path) -> None:
    with Journal(played):
        assert refusal(played) == (
            f"Another companion (process {os.getpid()}) is using {played}; close that one first."
        )
        with Journal(played, writing=False) as reader:
            assert len(reader.events(1)) == 100


def test_another_process_holds_the_folder(played: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from companion.table.journal import Journal; Journal(Path(sys.argv[1]))"
    )
    with Journal(played):
        ran = subprocess.run([sys.executable, "-c", code, str(played)], capture_output=True, text=True, check=False)
    assert ran.stderr.strip().endswith(
        f"Another companion (process {os.getpid()}) is using {played}; close that one first."
    )
    ran = subprocess.run([sys.executable, "-c", code, str(played)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_locked_by_another_program(played: Path) -> None:
    other = sqlite3.connect(played / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalFault) as refused:
        Journal(played, patience=0.05)
    assert str(refused.value) == (
        f"{played / FILE} is locked by another program, so it was not opened; close that program and try again."
    )
    other.execute("ROLLBACK")
    other.close()
    Journal(played).close()


def test_locked_in_the_midst_of_a_game(tmp_path: Path) -> None:
    with Journal(tmp_path, patience=0.05) as journal:
        session = Session.begin(journal, "toy", SETUP, games=toy.GAMES)
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalFault, match="locked by another program, so the last tap was not recorded; close"):
            session.submit(line("red: dig"))
        assert session.revision == 0
        other.execute("ROLLBACK")
        other.close()
        assert session.submit(line("red: dig")).number == 1


def test_the_disk_is_full(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        session = Session.begin(journal, "toy", SETUP, games=toy.GAMES)
        pages = journal._base.execute("PRAGMA page_count").fetchone()[0]
        journal._base.execute(f"PRAGMA max_page_count = {pages + 1}")
        number = 0
        said = ""
        while not said:
            try:
                session.rename("red", f"A long name of somebody {number}")
                number += 1
            except JournalFault as fault:
                said = str(fault)
        assert said == (
            f"The disk is full, so the last tap was not recorded; free some space in {tmp_path} and try again."
        )
        assert session.revision == number == len(journal.events(session.id))
        assert session.names["red"] == f"A long name of somebody {number - 1}"
        journal._base.execute("PRAGMA max_page_count = 100000")
        assert session.submit(line("red: dig")).number == number + 1


def test_the_disk_fails(tmp_path: Path) -> None:
    """A file that may not grow, in a process of its own: the limit holds for all its files."""
    code = """
import resource, signal, sys
from pathlib import Path
from companion.table.journal import Journal, JournalFault
from companion.rules.contract import Setup, SeatSetup
from companion.table.journal import Event
from companion.table.timeline import EventKind
journal = Journal(Path(sys.argv[1]))
number = journal.begin(Setup("toy", (SeatSetup("red"),)), {}, 1).id
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000))
try:
    for at in range(1, 1000):
        journal.append(number, Event(at, EventKind.ACTION, "red: dig", "touch", 1, 5.0))
except JournalFault as fault:
    print(at - 1, fault)
"""
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    kept, _, said = ran.stdout.strip().partition(" ")
    assert "so the last tap was not recorded" in said, ran
    with Journal(tmp_path) as journal:
        assert len(journal.events(1)) == int(kept)


def damaged(path: str) -> str:
    return f"{path} is damaged or cut short; it was left as it is: set it aside to begin a new one, or restore a copy."


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.95])
def test_cut_short(played: Path, kept: float) -> None:
    file = played / FILE
    os.truncate(file, int(file.stat().st_size * kept))
    assert refusal(played) == damaged(str(file))
    assert refusal(played, writing=False) == damaged(str(file))


def test_scribbled_on(played: Path) -> None:
    file = played / FILE
    raw = bytearray(file.read_bytes())
    raw[4096:8192] = os.urandom(4096)
    file.write_bytes(raw)
    assert refusal(played) == damaged(str(file))


def test_a_damaged_file_is_set_aside_on_demand(played: Path) -> None:
    file = played / FILE
    os.truncate(file, 5000)
    raw = file.read_bytes()
    aside = set_aside(played)
    assert aside.read_bytes() == raw
    with Journal(played) as journal:
        assert journal.sessions() == []
        with pytest.raises(JournalFault, match="Another companion"):
            set_aside(played)


def test_of_a_newer_version(played: Path) -> None:
    base = sqlite3.connect(played / FILE)
    base.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    base.commit()
    base.close()
    assert refusal(played) == (
        f"{played / FILE} was written by a newer version of the companion (journal 2, this one knows 1); "
        "update the companion."
    )


def test_of_another_program(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("CREATE TABLE cats (name TEXT)")
    base.commit()
    base.close()
    assert refusal(tmp_path) == (
        f"{tmp_path / FILE} is a database of another program; move it away or choose another --data."
    )


@pytest.mark.parametrize("content", [b"Dear diary, today we played.\n" * 50, b"x", bytes(5000)])
def test_no_database(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert refusal(tmp_path) == f"{tmp_path / FILE} is not a database; move it away or choose another --data."


def test_a_database_only_in_name(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"SQLite format 3\0" + os.urandom(3000))
    assert "not a database" in (said := refusal(tmp_path)) or "damaged" in said


def test_an_empty_file_is_a_journal_that_was_just_begun(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    with Journal(tmp_path) as journal:
        assert journal.sessions() == []


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert refusal(tmp_path) == (
        f"{tmp_path / FILE} is a folder, not a journal; move it away or choose another --data."
    )


def test_the_data_folder_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(JournalFault, match="is a file; choose a folder with --data"):
        Journal(tmp_path / "data")


def as_nobody(work: Callable[[], str]) -> str:
    """What `work` says to a user who may do less than the one who runs the tests."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            os.write(writing, work().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        said = told.read().decode()
    os.waitpid(child, 0)
    return said


@pytest.fixture
def shut(played: Path) -> Path:
    """The played folder where nobody may go: not the file, and nothing new beside it."""
    for parent in (played, *played.parents):
        if parent.owner() != "root" or parent.stat().st_mode & 0o5 != 0o5:
            parent.chmod(0o755)
        if parent == Path("/tmp") or parent.parent == Path("/"):
            break
    for path in played.iterdir():
        path.chmod(0o444)
    played.chmod(0o555)
    return played


def said_at(folder: Path, writing: bool = True) -> str:
    try:
        Journal(folder, patience=0.05, writing=writing).close()
    except JournalFault as fault:
        return str(fault)
    return "opened"


def test_a_folder_that_cannot_be_written(shut: Path) -> None:
    (shut / LOCK).unlink()
    assert as_nobody(lambda: said_at(shut)) == (
        f"The data folder {shut} cannot be written: permission denied; choose one with --data."
    )
    assert as_nobody(lambda: said_at(shut / "new")) == (
        f"The data folder {shut / 'new'} cannot be made: permission denied; choose one with --data."
    )
    shut.chmod(0o755)


def test_a_file_that_cannot_be_written(shut: Path) -> None:
    before = (shut / FILE).read_bytes()
    shut.chmod(0o777)
    (shut / LOCK).chmod(0o666)
    assert as_nobody(lambda: said_at(shut)) == (
        f"{shut / FILE} cannot be written, so it was not opened; check the permissions of the file and its folder."
    )
    assert (shut / FILE).read_bytes() == before
    assert as_nobody(lambda: said_at(shut, writing=False)) == "opened"


def test_a_file_that_cannot_be_read(shut: Path) -> None:
    shut.chmod(0o777)
    (shut / LOCK).chmod(0o666)
    (shut / FILE).chmod(0)
    assert as_nobody(lambda: said_at(shut)) == f"{shut / FILE} cannot be read: permission denied."


def test_the_lock_ends_with_the_process(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from companion.table.journal import Journal;"
        "Journal(Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert (tmp_path / LOCK).exists()
    Journal(tmp_path).close()


def test_a_copy_made_while_playing_can_be_opened(tmp_path: Path) -> None:
    """What a power cut leaves: file and write-ahead log as they are at that moment."""
    with Journal(tmp_path / "a") as journal:
        session = Session.begin(journal, "toy", SETUP, games=toy.GAMES)
        play(session, "red: dig", "red: deep")
        (tmp_path / "b").mkdir()
        for ending in ("", "-wal"):
            shutil.copy(tmp_path / "a" / f"{FILE}{ending}", tmp_path / "b")
    with Journal(tmp_path / "b") as journal:
        assert len(journal.events(session.id)) == 2


def test_names_and_setup_of_past_games(tmp_path: Path) -> None:
    with Journal(tmp_path, clock=Clock()) as journal:
        assert last_setup(journal.sessions(), "toy") is None
        journal.begin(SETUP, {"red": "Ana", "blue": "Bert"}, 1)
        other = Setup("toy", (SeatSetup("blue"), SeatSetup("green")))
        journal.begin(other, {"blue": "Cleo", "green": "Ana"}, 1)
        assert suggested_names(journal.sessions()) == ["Ana", "Cleo", "Bert"]
        assert last_setup(journal.sessions(), "toy") == (other, {"blue": "Cleo", "green": "Ana"})


@pytest.mark.parametrize("harm", ["delete", "replace", "delete the log", "move the folder"])
def test_nothing_is_acknowledged_into_a_file_that_was_taken_away(tmp_path: Path, harm: str) -> None:
    folder = tmp_path / "data"
    with Journal(folder, clock=Clock()) as journal:
        session = Session.begin(journal, "toy", SETUP, {}, games=toy.GAMES)
        play(session, "red: dig")
        before = session.state
        path = folder / FILE
        if harm == "delete":
            path.unlink()
        elif harm == "replace":
            shutil.copy(path, tmp_path / "copy")
            (tmp_path / "copy").replace(path)
        elif harm == "delete the log":
            (folder / f"{FILE}-wal").unlink()
        else:
            folder.rename(tmp_path / "elsewhere")
        with pytest.raises(JournalFault, match="was taken away or replaced while the companion ran"):
            session.submit(line("red: shallow"))
        assert session.state is before


def test_a_pipe_is_no_journal(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE)
    for writing in (True, False):
        assert "is not a file" in refusal(tmp_path, writing)


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE events SET line = x'ff' WHERE number = 3",
        "UPDATE events SET time = 'x' WHERE number = 3",
        "UPDATE events SET line = CAST(x'ff41' AS TEXT) WHERE number = 3",
        "ALTER TABLE events RENAME TO others",
    ],
)
def test_values_that_are_none_of_ours(played: Path, harm: str) -> None:
    base = sqlite3.connect(played / FILE)
    base.execute(harm)
    base.commit()
    base.close()
    with Journal(played, writing=False) as journal, pytest.raises(JournalFault) as refused:
        journal.events(1)
    assert "is damaged or cut short" in str(refused.value)
    assert "red: dig" not in str(refused.value)
