"""Sealed missions, hands and notes of others change nothing that a session of Cosmic Empires shows, logs or exports."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.rules.contract import PUBLIC, SeatSetup, Setup, judge
from companion.rules.cosmic_empires import GAME
from companion.rules.cosmic_empires.board import unseen_of_kind
from companion.rules.cosmic_empires.catalog import KINDS, SECRET_MISSIONS, secret_missions_of
from companion.rules.notation import read
from companion.table import record, simulation
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.conftest import Clock
from tests.table.test_leaks import everything

SEATS = (SeatSetup("red", "scientists"), SeatSetup("blue", "pirates"), SeatSetup("green", "natives"))
SEEDS = (2, 5, 8)
"""Games in which no mission is met early: that one is met is said at once, and by then is no secret."""
SECRET = ("seal_mission", "draw_event", "note_field", "steal", "tell")


def other(session: Session, action: Any, chance: random.Random) -> Any:
    """The same secret of Red's with something else in it, as possible in that session."""
    if action.seat != "red":
        return action
    match action.verb:
        case "seal_mission":
            return replace(action, mission=chance.choice(secret_missions_of("scientists")))
        case "note_field":
            unseen = [kind for kind in KINDS if unseen_of_kind(session.state, kind)]  # type: ignore[arg-type]
            return replace(action, kind=chance.choice(unseen))
        case "draw_event" | "steal":
            decision = session.decisions[0]
            bag = GAME.pieces(session.state, decision)
            assert decision.draw is not None
            drawn = chance.sample(bag, decision.draw.count)
            return read(f"red: {action.verb} {' '.join(drawn)}", GAME.actions)
    return action


@pytest.mark.parametrize("seed", SEEDS)
def test_others_secrets_change_nothing_that_is_shown(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    setup = Setup("cosmic_empires", SEATS, {"event_cards": "told", "cards_asked": "never"})
    asked = tuple(
        read(text, GAME.actions)
        for text in (
            "red: play_card scouts", "red: declare network", "red: seal_mission network", "table: check_the_table",
            "green: spy_on red", "blue: fleet c3", "red: note_field c3 outpost", "table: wins red network",
        )
    )  # fmt: skip
    different = 0
    with Journal(tmp_path / "one", clock=Clock()) as first, Journal(tmp_path / "two", clock=Clock()) as second:
        one = Session.begin(first, "cosmic_empires", setup)
        two = Session.begin(second, "cosmic_empires", setup)
        for _ in range(260):
            action: Any = simulation.choose(GAME, one.state, chance)
            if action is None or action.verb == "check_the_table":
                break
            if two.state.fulfilled:  # type: ignore[attr-defined]
                break
            twin = other(two, action, chance)
            assert not judge(two.state, twin).reasons, "others' secrets change no verdict"
            one.submit(action)
            two.submit(twin)
            if one.revision % 6 and action.verb not in SECRET:
                continue
            if one.state.fulfilled or two.state.fulfilled:  # type: ignore[attr-defined]
                break
            different += one.state != two.state
            for viewer in (PUBLIC, "blue", "green"):
                assert everything(one, viewer, asked) == everything(two, viewer, asked)
    assert different > 20


def test_no_mission_is_written_anywhere_before_it_is_met(tmp_path: Path) -> None:
    with Journal(tmp_path, clock=Clock()) as journal:
        session = Session.begin(journal, "cosmic_empires", Setup("cosmic_empires", SEATS, {"cards_asked": "never"}))
        chance = random.Random(5)
        for _ in range(120):
            action: Any = simulation.choose(GAME, session.state, chance)
            if action.verb in ("check_the_table", "declare"):
                break
            session.submit(action)
        text = record.of_session(session, PUBLIC)
        assert not any(f" {mission}" in text for mission in SECRET_MISSIONS)
        assert not any(mission in repr(session.view(PUBLIC)) for mission in SECRET_MISSIONS)
        assert not any(mission in repr(step) for step in session.steps(PUBLIC) for mission in SECRET_MISSIONS)
