"""A session of Cosmic Empires: what the app answers by itself, and tellings that an undo keeps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.rules.contract import PUBLIC, Illegal, SeatSetup, Setup
from companion.rules.cosmic_empires import GAME
from companion.rules.notation import read
from companion.table import record
from companion.table.journal import Journal
from companion.table.session import Session
from companion.table.writer import SessionThread
from tests.table.conftest import Clock

SEATS = (SeatSetup("yellow", "scientists"), SeatSetup("blue", "empire"))


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Yellow begins; Blue, the Empire, has sealed the eight markers; the first Common Turn is open."""
    with Journal(tmp_path, clock=Clock()) as journal:
        session = Session.begin(journal, "cosmic_empires", Setup("cosmic_empires", SEATS, {"cards_asked": "never"}))
        play(
            session,
            "table: first yellow", "yellow: start north", "blue: start south", "table: mission mission_1",
            "yellow: remove_mission five_capacities", "blue: remove_mission network",
            "yellow: seal_mission guarded_belt", "blue: seal_mission eight_markers",
        )  # fmt: skip
        yield session


def line(text: str) -> Any:
    return read(text, GAME.actions)


def play(session: Session, *texts: str) -> None:
    for text in texts:
        session.submit(line(text))


def asked(session: Session) -> str:
    return session.decisions[0].name


def test_a_mission_that_is_met_is_checked_before_anything_else_and_names_nobody(session: Session) -> None:
    thread = SessionThread(session)
    shown: list[str] = []
    session.subscribe(lambda _: shown.extend(each.name for each in session.view(PUBLIC).decisions[:1]))
    thread.submit(line("blue: correct markers 8")).result(5)
    assert asked(session) == "common_turn", "never inside corrections"
    thread.submit(line("yellow: examine c3")).result(5)
    assert asked(session) == "check_the_table"
    assert shown[-1] == "check_the_table"
    assert session.events[-1].line == "table: check_the_table"
    public = record.of_session(session, PUBLIC)
    assert "eight_markers" not in public
    late = thread.submit(line("blue: examine b3"))
    assert isinstance(late.exception(5), Illegal), "nothing goes on meanwhile"
    thread.submit(line("table: not_so")).result(5)
    assert asked(session) == "common_turn"
    thread.submit(line("blue: correct markers 6")).result(5)
    thread.submit(line("blue: examine b3")).result(5)
    assert asked(session) != "check_the_table", "it was put right"
    thread.submit(line("blue: correct markers 8")).result(5)
    thread.press("yellow").result(5)
    thread.submit(line("yellow: skip")).result(5)
    assert asked(session) == "check_the_table"
    thread.submit(line("table: confirmed")).result(5)
    assert session.over
    assert session.state.winners == ("blue",)  # type: ignore[attr-defined]
    assert session.events[-1].line == "table: wins blue eight_markers"
    thread.undo().result(5)
    assert asked(session) == "check_the_table", "the confirmation is taken back with what followed"
    thread.close()


def test_undo_keeps_what_was_told_beside(session: Session) -> None:
    play(session, "yellow: examine c3", "yellow: note_field c3 outpost", "blue: replace b3")
    play(session, "table: tell_card neutral_pirates_1 3 0 1", "yellow: note_field c3 free_space")
    assert session.undo_title().startswith("Yellow notes")
    with pytest.raises(Illegal):
        play(session, "yellow: note_field c3 starting_field")
    replaced = next(step for step in session.steps() if step.title.startswith("Blue replaces"))
    session.undo(replaced.number)
    assert session.state.contents["neutral_pirates_1"] == (3, 0, 1)  # type: ignore[attr-defined]
    assert asked(session) == "common_turn"
    assert session.decisions[0].seat == "blue"


def test_what_a_card_says_belongs_to_the_step_that_asked(tmp_path: Path) -> None:
    with Journal(tmp_path, clock=Clock()) as journal:
        session = Session.begin(journal, "cosmic_empires", Setup("cosmic_empires", SEATS, {"secret_missions": "paper"}))
        play(session, "table: first yellow", "yellow: start north", "blue: start south", "table: mission mission_1")
        play(session, "table: tell_card mission_1 conquest capacity planet planet")
        assert asked(session) == "setup.remove"
        last = session.steps()[-1]
        assert (last.title, len(last.lines)) == ("Blue starts in the south", 3), "start, mission, and what it says"
        session.undo()
        assert asked(session) == "card.content"
        session.undo()
        assert asked(session) == "mission.card"


def test_a_mistaken_icon_is_put_right_after_the_stones_were_placed(session: Session) -> None:
    """The planet is another than was touched; what is played meanwhile stays, and undo goes back over all of it."""
    play(
        session, "yellow: examine a1", "blue: examine a2", "yellow: fleet b1", "yellow: send frigate_1", "yellow: done",
        "table: tell_card equipment_planet_1 red", "table: field equipment_planet_1",
        "table: stones yellow yellow blue blue",
    )  # fmt: skip
    before: Any = session.state
    assert before.places["b1"].stones == (1, 2, 0, 3, 0)
    assert before.places["b1"].owner == "yellow"
    play(session, "table: correct b1_field equipment_planet_2")
    there: Any = session.state
    assert there.places["b1"].stones == (1, 2, 0, 3, 0), "the stones lie there as they did"
    assert there.places["b1"].owner == "yellow"
    play(session, "table: correct b1_red 0", "table: correct b1_green 1", "table: correct box_red 30")
    now: Any = session.state
    assert now.places["b1"].stones == (0, 2, 1, 3, 0)
    assert (asked(session), session.decisions[0].seat) == ("main_move", "blue"), "the game goes on as before"
    for _ in range(4):
        session.undo()
    assert session.state == before
    for _ in range(4):
        session.redo()
    assert session.state == now
    play(session, "table: correct b1_field asteroid_field")
    assert session.state.places["b1"].stones == (0,) * 5, "what is no planet holds none of them"  # type: ignore[attr-defined]


def test_undo_and_redo_over_a_mission_that_is_met_name_nobody(session: Session) -> None:
    """What brought the check out is taken back with it; done again, the check comes again, and says as little."""
    thread = SessionThread(session)
    thread.submit(line("blue: correct markers 8")).result(5)
    thread.submit(line("yellow: examine c3")).result(5)
    assert asked(session) == "check_the_table"
    assert session.undo_title() == "Yellow examines the field at c3"
    thread.undo().result(5)
    assert (asked(session), session.decisions[0].seat) == ("common_turn", "yellow"), "no check: nothing was played"
    told = [step.title for step in session.steps()] + [session.undo_title(), session.redo_title()]
    assert not any("wins" in title or "eight" in title.lower() for title in told)
    thread.redo().result(5)
    assert asked(session) == "check_the_table"
    assert "eight_markers" not in record.of_session(session, PUBLIC)
    thread.submit(line("table: not_so")).result(5)
    thread.undo().result(5)
    assert asked(session) == "check_the_table", "the answer alone is taken back"
    thread.undo().result(5)
    thread.undo().result(5)
    assert session.state.player("blue").markers == 2  # type: ignore[attr-defined]
    thread.submit(line("yellow: examine c3")).result(5)
    assert asked(session) == "common_turn", "with the correction the mission is gone"
    thread.close()
