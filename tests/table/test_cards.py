"""A card told once is known in every session to come."""

from __future__ import annotations

from pathlib import Path

from companion.rules.contract import SeatSetup, Setup
from companion.rules.cosmic_empires import GAME
from companion.rules.notation import read
from companion.table.cards import Cards
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.conftest import Clock

SEATS = (SeatSetup("red", "scientists"), SeatSetup("blue", "pirates"), SeatSetup("green", "natives"))


def test_told_cards_are_kept(tmp_path: Path) -> None:
    cards = Cards(tmp_path)
    assert cards.options(GAME) == {}
    with Journal(tmp_path, clock=Clock()) as journal:
        session = Session.begin(journal, "cosmic_empires", Setup("cosmic_empires", SEATS))
        stop = cards.follow(session)
        session.submit(read("table: tell_card neutral_pirates_2 3 1 2", GAME.actions))
        stop()
        session.submit(read("table: tell_card neutral_pirates_3 1 0 1", GAME.actions))
        assert Cards(tmp_path).known("cosmic_empires") == {"neutral_pirates_2": (3, 1, 2)}
        options = Cards(tmp_path).options(GAME)
        assert options == {"card_neutral_pirates_2": "3,1,2"}
        later = Session.begin(journal, "cosmic_empires", Setup("cosmic_empires", SEATS, options))
        assert later.state.contents["neutral_pirates_2"] == (3, 1, 2)  # type: ignore[attr-defined]


def test_a_broken_file_is_no_knowledge(tmp_path: Path) -> None:
    cards = Cards(tmp_path)
    cards.file("cosmic_empires").write_text("nonsense", encoding="utf-8")
    assert cards.known("cosmic_empires") == {}
    cards.file("cosmic_empires").write_text('{"neutral_pirates_1": ["many"], "outpost": 3}', encoding="utf-8")
    assert cards.options(GAME) == {}
    cards.keep("cosmic_empires", {"event_planet_2": ("green",)})
    assert cards.options(GAME) == {"card_event_planet_2": "green"}
