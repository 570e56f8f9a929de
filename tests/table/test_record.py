"""Records: what is written is read again, and everything that is no record is refused in one sentence."""

import contextlib
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules.contract import PUBLIC, SeatSetup, Setup
from companion.rules.games import GAMES
from companion.table import record, replay
from companion.table.journal import Journal
from companion.table.record import ALL, BrokenRecord, NotForAll
from companion.table.replay import IllegalLine
from companion.table.session import Session
from tests.table import toy
from tests.table.conftest import Clock
from tests.table.play import line, play, random_action

TEXT = """table-companion record 1
game toy
rules 1
seat red - Ana
seat blue miner Bert van Dam
option gems app
tracking coins
knows all
begun 1970-01-12T13:47:00Z

red: dig
red: shallow
# seen by the camera
table: roll yellow 4
anyway blue: buy
undo
redo
name red Anna
blue: reach
blue: draw 4
"""


def test_a_record_is_read() -> None:
    read = record.read(TEXT, toy.GAMES)
    assert read.setup == Setup(
        "toy", (SeatSetup("red"), SeatSetup("blue", "miner")), {"gems": "app"}, frozenset({"coins"})
    )
    assert read.names == {"red": "Ana", "blue": "Bert van Dam"}
    assert (read.knows, read.begun, read.rules) == (ALL, 1_000_020.0, 1)
    assert [(each.place, str(each.kind), each.text) for each in read.lines][2:6] == [
        (14, "action", "table: roll yellow 4"),
        (15, "anyway", "blue: buy"),
        (16, "undo", ""),
        (17, "redo", ""),
    ]
    state = replay.last(read).state
    assert isinstance(state, toy.ToyState)
    assert [(chest.coins, chest.gems) for chest in state.chests] == [(4, ()), (-3, (4,))]


def test_a_session_is_written_and_read_again(session: Session, journal: Journal) -> None:
    play(session, "red: dig", "red: shallow", "table: roll yellow 4", "blue: reach", "blue: draw 4")
    session.submit(line("blue: buy"), anyway=True)
    session.undo()
    session.redo()
    session.rename("red", "Anna")
    text = record.of_session(session, ALL, consent=("red", "blue"))
    assert (
        text
        == """table-companion record 1
game toy
rules 1
seat red - Anna
seat blue miner Bert
option gems app
tracking coins
knows all
begun 1970-01-12T13:47:00Z

red: dig
red: shallow
table: roll yellow 4
blue: reach
blue: draw 4
anyway blue: buy
undo took 6
redo
name red Anna
"""
    )
    number = replay.take_in(journal, record.read(text, toy.GAMES))
    taken_in = Session.resume(journal, number, games=toy.GAMES)
    assert taken_in.state == session.state
    assert taken_in.names == session.names
    assert [event.line for event in taken_in.events] == [event.line for event in session.events]


def test_hidden_values_are_for_all_only_with_consent_or_at_the_end(session: Session) -> None:
    play(session, "red: reach", "red: draw 4")
    assert "red: draw hidden" in record.of_session(session)
    assert "red: draw hidden" in record.of_session(session, "blue")
    assert "red: draw 4" in record.of_session(session, "red")
    with pytest.raises(NotForAll, match="needs everybody's consent; Blue did not give it"):
        record.of_session(session, ALL, consent=["red"])
    play(session, "blue: acted", *["red: acted", "blue: acted"] * 2)
    assert "red: draw 4" in record.of_session(session, ALL)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
def test_a_public_record_replays_to_the_public_view(tmp_path: Path, seed: int) -> None:
    generator = random.Random(seed)
    setup = Setup("toy", tuple(SeatSetup(seat) for seat in ("red", "blue", "green")))
    with Journal(tmp_path / str(generator.random()), clock=Clock()) as journal:
        session = Session.begin(journal, "toy", setup, games=toy.GAMES)
        for _ in range(generator.randint(1, 25)):
            if generator.random() < 0.15 and session.undo_title():
                session.undo()
            elif (action := random_action(session, generator)) is not None:
                session.submit(action)
        for viewer in (PUBLIC, *session.seats):
            read = record.read(record.of_session(session, viewer), toy.GAMES)
            assert replay.last(read).state.view(viewer) == session.view(viewer) or session.over
        whole = record.read(record.of_session(session, ALL, session.seats), toy.GAMES)
        assert replay.last(whole).state == session.state


HEADER = "table-companion record 1\ngame toy\nrules 1\nseat red\nseat blue\n"


@pytest.mark.parametrize(
    ("text", "at", "sentence"),
    [
        ("", 0, "record: the record is empty."),
        ("\n# nothing but a comment\n", 0, "record: the record is empty."),
        ("red: dig\n", 1, "line 1: the header is missing: a record begins with “table-companion record 1”."),
        (
            "table-companion record 2\n",
            1,
            "is a record of version “2”, and only version 1 is known here; update the companion.",
        ),
        ("table-companion record\n", 1, "is a record of version “”, and only version 1 is known here"),
        ("table-companion record 1\nrules 1\nseat red\n", 0, "the header names no game (“game eclipse”)."),
        ("table-companion record 1\ngame chess\n", 2, "the game “chess” is not known here."),
        ("table-companion record 1\ngame toy\nseat red\n", 0, "does not say which version of the rules"),
        ("table-companion record 1\ngame toy\nrules 1\n", 0, "the header names no seat"),
        (
            HEADER.replace("rules 1", "rules 7"),
            3,
            "by version 7 of the rules of Toy, and this companion knows 1; update",
        ),
        (HEADER.replace("rules 1", "rules x"), 3, "“rules x” is a broken header line."),
        (HEADER + "begun yesterday\n", 6, "“yesterday” is no date"),
        (HEADER + "\nred: dig\nred: fly\n", 8, "“fly” is not an action of this game."),
        (HEADER + "\ngreen: buy\n", 7, "“green” does not play here; expected red, blue or table."),
        (HEADER + "\nred: dig 4\n", 7, "“dig” takes no words; “4” is too much."),
        (HEADER + "\nred dig\n", 7, "“red dig” is not an action: expected “seat: verb words”, in lower case."),
        (HEADER + "\nanyway\n", 7, "“” is not an action"),
        (
            HEADER + "\nundo everything\n",
            7,
            "“undo everything” is no undo: expected “undo took 3-5”, or an older “undo 2 lost 1”.",
        ),
        (HEADER + "\nred: roll yellow 9999999\n", 7, "“9999999” cannot be the faces"),
        (HEADER + "\nredo now\n", 7, "is not an action"),
        (HEADER + "\nname green Eve\n", 7, "is not an action"),
    ],
)
def test_no_record(text: str, at: int, sentence: str) -> None:
    with pytest.raises(BrokenRecord) as broken:
        record.read(text, toy.GAMES)
    assert sentence in str(broken.value)
    assert str(broken.value).startswith(f"record, line {at}: " if at else "record: ")
    assert broken.value.line == at
    assert "\n" not in str(broken.value)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"\xff\xd8\xff\xe0" + bytes(range(256)) * 20, "record: this is not text, so it is no record."),
        (b"table-companion record 1\0\n", "record: this is not text, so it is no record."),
        (b"red: dig\n" * 600_000, "record: too large for a record (more than 4 MB)."),
        (TEXT.encode("utf-16"), "record: this is not text, so it is no record."),
        (b"x" * 3_000_000, "record, line 1: the header is missing: a record begins with “table-companion record 1”."),
    ],
)
def test_no_text(raw: bytes, sentence: str) -> None:
    with pytest.raises(BrokenRecord) as broken:
        record.decode(raw, toy.GAMES)
    assert str(broken.value) == sentence


def test_a_record_from_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert record.load(file, toy.GAMES).lines == record.read(TEXT, toy.GAMES).lines
    with pytest.raises(BrokenRecord, match="this is a folder, not a record"):
        record.load(tmp_path, toy.GAMES)
    with pytest.raises(BrokenRecord, match="there is no such file"):
        record.load(tmp_path / "none.txt", toy.GAMES)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_record_never_surprises(data: st.DataObject) -> None:
    raw = bytearray(TEXT.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(raw) - 1))
        raw[place : place + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=5))
    with contextlib.suppress(BrokenRecord):
        replay.last(record.decode(bytes(raw), toy.GAMES))


def test_the_first_illegal_line_is_named_with_all_reasons() -> None:
    read = record.read(
        HEADER + "\nred: dig\nred: roll yellow 7 yellow 7\nblue: fly\n".replace("blue: fly\n", ""), toy.GAMES
    )
    with pytest.raises(IllegalLine) as refused:
        replay.last(read)
    assert refused.value.line == 8
    assert [reason.code for reason in refused.value.reasons] == ["not_now", "faces"]
    assert str(refused.value) == (
        "record, line 8: “red: roll yellow 7 yellow 7” is not allowed: "
        "It is not the time for “roll”: what Red is asked now is dig. "
        "A die shows 1 to 6. (page 1)"
    )


def test_undo_with_nothing_to_take_back_is_said() -> None:
    with pytest.raises(BrokenRecord, match=r"^record, line 7: There is nothing to take back"):
        replay.last(record.read(HEADER + "\nundo\n", toy.GAMES))


def test_a_setup_that_cannot_be_played_is_said() -> None:
    with pytest.raises(BrokenRecord, match="this setup cannot be played: Two to four"):
        replay.last(record.read(HEADER.replace("seat blue\n", ""), toy.GAMES))


def test_a_record_of_older_rules_counts_as_it_was_played(journal: Journal) -> None:
    newer = {"toy": toy.Toy(version=2)}
    read = record.read(HEADER + "\nblue: dig\n", newer)
    with pytest.raises(IllegalLine):
        replay.last(read)
    session = Session.resume(journal, replay.take_in(journal, read), games=newer)
    assert session.notes[0].startswith("“blue: dig” counts as it was recorded, though the rules now say")


def test_the_record_in_the_documentation_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")
    example = page.split("```\n")[1]
    assert len(record.read(example, GAMES).lines) == 8


@pytest.mark.parametrize(
    "twice", ["game toy", "game eclipse", "rules 1", "option gems bag", "knows public", "tracking coins"]
)
def test_what_the_header_says_twice_is_refused(twice: str) -> None:
    with pytest.raises(BrokenRecord) as refused:
        record.read(TEXT.replace("begun ", f"{twice}\nbegun "), toy.GAMES)
    assert refused.value.line == 9
    assert "was said already in line" in str(refused.value)


@pytest.mark.parametrize("knows", ["purple", "green", "table"])
def test_a_record_that_nobody_knows(knows: str) -> None:
    with pytest.raises(BrokenRecord) as refused:
        record.read(TEXT.replace("knows all", f"knows {knows}"), toy.GAMES)
    assert str(refused.value) == (
        f"record, line 8: nobody here is called “{knows}”; a record knows what all, public, red, blue may know."
    )


@pytest.mark.parametrize("begun", ["9999-12-31T23:59:59Z", "1969-12-31T23:00:00Z", "0001-01-01"])
def test_no_evening_began_then(begun: str) -> None:
    with pytest.raises(BrokenRecord, match="is no date"):
        record.read(TEXT.replace("1970-01-12T13:47:00Z", begun), toy.GAMES)


def test_names_of_a_record_cannot_steer_a_terminal() -> None:
    read = record.read(TEXT.replace("red - Ana", "red - A\x1b[31mna\x07").replace("Anna", "A\x1b[2Jn"), toy.GAMES)
    assert read.names["red"] == "A [31mna"
    assert read.lines[6].text == "red A [2Jn"


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_ends_of_other_machines(ending: str) -> None:
    assert record.read(TEXT.replace("\n", ending), toy.GAMES).lines == record.read(TEXT, toy.GAMES).lines


@pytest.mark.parametrize("words", ["fly" * 9999, "dig " + "x" * 9999, "dig" + " x" * 9999, "draw " + "x" * 9999])
def test_a_sentence_stays_short_whatever_the_line(words: str) -> None:
    with pytest.raises(BrokenRecord) as refused:
        record.read(f"{TEXT}red: {words}\n", toy.GAMES)
    assert len(str(refused.value)) < 250
