"""A card told once is known in every session to come."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.contract import SeatSetup, Setup
from companion.rules.cosmic_empires import GAME
from companion.rules.notation import read
from companion.table.cards import Cards
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.conftest import Clock

SEATS = (SeatSetup("red", "scientists"), SeatSetup("blue", "pirates"), SeatSetup("green", "natives"))


def begin(journal: Journal, options: dict[str, str] | None = None) -> Session:
    return Session.begin(journal, "cosmic_empires", Setup("cosmic_empires", SEATS, options or {}))


def tell(session: Session, line: str) -> None:
    session.submit(read(line, GAME.actions))


def test_told_cards_are_known_in_every_session_to_come(tmp_path: Path) -> None:
    with Journal(tmp_path, clock=Clock()) as journal:
        session = begin(journal)
        tell(session, "table: tell_card neutral_pirates_2 3 1 2")
        session.undo()
        tell(session, "table: tell_card outline_4 xxxxx xxxxx xxxxx xxxxx xxxxx west_a1 east_e1 north_c1 south_c5")
        assert set(Cards(tmp_path).known("cosmic_empires")) == {"neutral_pirates_2", "outline_4"}
        later = begin(journal)
        assert later.state.contents["neutral_pirates_2"] == (3, 1, 2)  # type: ignore[attr-defined]
        assert later.setup.options["card_neutral_pirates_2"] == "3,1,2", "the record holds what it was played with"
        assert begin(journal, {"card_neutral_pirates_2": "1,0,1"}).state.contents["neutral_pirates_2"] == (1, 0, 1)  # type: ignore[attr-defined]
        resumed = Session.resume(journal, later.id)
        assert resumed.state == later.state


def test_what_was_told_just_before_a_power_cut_is_kept_on_resume(tmp_path: Path) -> None:
    with Journal(tmp_path, clock=Clock()) as journal:
        session = begin(journal)
        tell(session, "table: tell_card neutral_pirates_2 3 1 2")
        tell(session, "table: tell_card neutral_pirates_3 2 0 1")
        Cards(tmp_path).file("cosmic_empires").unlink()
        Cards(tmp_path).keep("cosmic_empires", {"neutral_pirates_3": (4, 0, 1)})
        Session.resume(journal, session.id)
        assert Cards(tmp_path).known("cosmic_empires") == {
            "neutral_pirates_2": (3, 1, 2),
            "neutral_pirates_3": (4, 0, 1),
        }


def test_a_disk_that_refuses_a_card_does_not_stop_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with Journal(tmp_path, clock=Clock()) as journal:
        session = begin(journal)
        monkeypatch.setattr("companion.table.cards.os.fsync", full)
        tell(session, "table: tell_card neutral_pirates_2 3 1 2")
        assert session.state.contents["neutral_pirates_2"] == (3, 1, 2)  # type: ignore[attr-defined]
        assert "cannot be kept" in session.notes[-1]
        assert "no space left" in session.notes[-1]


def test_a_broken_file_is_no_knowledge(tmp_path: Path) -> None:
    cards = Cards(tmp_path)
    cards.file("cosmic_empires").write_text("nonsense", encoding="utf-8")
    assert cards.known("cosmic_empires") == {}
    cards.file("cosmic_empires").write_text('{"neutral_pirates_1": ["many"], "outpost": 3}', encoding="utf-8")
    assert cards.options(GAME) == {}
    cards.keep("cosmic_empires", {"event_planet_2": ("green",)})
    assert cards.options(GAME) == {"card_event_planet_2": "green"}
