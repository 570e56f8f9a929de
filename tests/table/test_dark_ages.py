"""The Dark Ages at the table: secrets stay apart in sessions, records and exports; games are resumed and taken back."""

import random
from pathlib import Path
from typing import Any

import pytest

from companion.rules.contract import PUBLIC, Reason, SeatSetup, Setup, judge
from companion.rules.dark_ages import GAME
from companion.rules.dark_ages.catalog import CARDS
from companion.rules.games import GAMES
from companion.rules.notation import read
from companion.table import record, replay, simulation
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.conftest import Clock
from tests.table.test_leaks import everything

SEATS = ("red", "blue", "green")
ASKED = tuple(
    read(line, GAME.actions)
    for line in ("red: play felowi_3 felowi", "blue: play cylor_8 cylor", "green: secret_base divergence_5",
                 "red: reveal_base felowi_2", "blue: draw_card imperials_4", "green: done",
                 "red: tell_card ally_3 hand")
)  # fmt: skip


def _session(journal: Journal) -> Session:
    return Session.begin(journal, GAME.name, Setup(GAME.name, tuple(SeatSetup(seat) for seat in SEATS)))


def twins(tmp_path: Path, seed: int, most: int) -> None:
    """Two games that differ in what red drew and told: all others are shown the very same."""
    generator = random.Random(seed)
    with Journal(tmp_path / "one", clock=Clock()) as first, Journal(tmp_path / "two", clock=Clock()) as second:
        one, two = _session(first), _session(second)
        while not one.over and one.revision < most:
            if generator.random() < 0.04 and one.undo_title():
                mains = [step.number for step in one.steps() if not step.undone and not step.aside]
                to = generator.choice((None, *mains[-3:]))
                one.undo(to=to)
                two.undo(to=to)
                if generator.random() < 0.5:
                    one.redo()
                    two.redo()
                continue
            action: Any = simulation.choose(GAME, one.state, generator)
            assert action is not None
            other = action
            if action.seat == "red" and action.verb in ("draw_card", "to_reserve"):
                free = [card for card in CARDS if card not in two.state.visible]
                other = type(action)("red", tuple(generator.sample(free, len(action.cards))))
            elif action.seat == "red" and action.verb in ("secret_base", "play_face_down"):
                other = type(action)("red", None)
            assert not judge(two.state, other).reasons
            one.submit(action)
            two.submit(other)
            if generator.random() < 0.1:
                free = [card for card in CARDS if card not in one.state.visible]
                for session in (one, two):
                    tell = GAME.actions["tell_card"]("red", generator.choice(free), "hand")
                    if not judge(session.state, tell).reasons:
                        session.submit(tell)
            if one.revision % 5:
                continue
            for viewer in (PUBLIC, "blue", "green"):
                assert everything(one, viewer, ASKED) == everything(two, viewer, ASKED)
        assert one.state != two.state
        text = record.of_session(one, PUBLIC)
        assert record.of_session(two, PUBLIC) == text


@pytest.mark.parametrize("seed", range(3))
def test_what_one_seat_knows_changes_nothing_that_others_are_shown(tmp_path: Path, seed: int) -> None:
    twins(tmp_path, seed, 150)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(50, 90))
def test_twins_of_many_games(tmp_path: Path, seed: int) -> None:
    twins(tmp_path, seed, 2000)


@pytest.mark.parametrize("card", ["felowi_8", "felowi_7", "sensors"])
def test_what_an_undo_keeps_does_not_show_which_card_was_told(tmp_path: Path, card: str) -> None:
    """The undo lays Felowi 8 open again: whoever told it to be in the hand was wrong, and nobody else is shown it."""
    untold = tuple(f"{seat}: draw_card ? ? ? ? ? ? ? ?" for seat in SEATS)
    lines = ("red: deals red", *untold, "red: bid 8", "blue: pass_bid", "green: pass_bid",
             "red: play felowi_8 felowi", "red: done", "red: draw_card ?", "blue: play ally_3 felowi",
             "green: tell_card {} hand", "blue: done", "blue: draw_card ?")  # fmt: skip
    shown = []
    for number, told in enumerate((card, "imperials_4")):
        with Journal(tmp_path / str(number), clock=Clock()) as journal:
            session = _session(journal)
            for line in lines:
                session.submit(read(line.format(told), GAME.actions))
            session.undo(to=next(step.number for step in session.steps() if step.title.startswith("Blue plays")))
            assert session.notes == ()
            shown.append([everything(session, viewer, ASKED) for viewer in (PUBLIC, "blue", "red")])
            assert Session.resume(journal, session.id).state == session.state
            session.redo()
            assert "ally_3" in session.state.visible
    assert shown[0] == shown[1]


def test_a_private_card_stands_in_no_others_view_record_or_title(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        session = _session(journal)
        for line in ("red: deals red", "red: draw_card felowi_3 ? ? ? ? ? ? ?", "blue: draw_card ? ? ? ? ? ? ? ?",
                     "green: draw_card ? ? ? ? ? ? ? ?", "red: tell_card divergence_9 hand", "red: bid 9",
                     "blue: pass_bid", "green: pass_bid"):  # fmt: skip
            session.submit(read(line, GAME.actions))
        for viewer in (PUBLIC, "blue", "green"):
            shown = repr(everything(session, viewer, ()))
            assert "felowi_3" not in shown
            assert "divergence_9" not in shown
            assert "Felowi 3" not in shown
        assert "felowi_3" in repr(everything(session, "red", ()))
        assert session.inbox == ()


def test_a_private_line_that_newer_rules_refuse_is_not_explained_in_public(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(action: Any, _: Any) -> Any:
        yield Reason("new", f"{action.card} is not told any more.", "")

    with Journal(tmp_path) as journal:
        session = _session(journal)
        for line in ("red: deals red", "red: draw_card ? ? ? ? ? ? ? ?", "red: tell_card divergence_9 hand"):
            session.submit(read(line, GAME.actions))
        monkeypatch.setattr(type(GAME), "version", 2)
        monkeypatch.setattr(GAME.actions["tell_card"], "findings", refused)
        resumed = Session.resume(journal, session.id)
        assert resumed.state == session.state
        assert resumed.notes == (
            "“red: tell_card hidden hand” counts as it was recorded, though the rules now say: it is refused.",
        )


@pytest.mark.parametrize("seed", range(3))
def test_a_session_is_resumed_as_it_was_and_taken_back(tmp_path: Path, seed: int) -> None:
    generator = random.Random(seed)
    with Journal(tmp_path) as journal:
        session = _session(journal)
        while not session.over and session.revision < 220:
            if generator.random() < 0.06 and session.undo_title():
                mains = [step.number for step in session.steps() if not step.undone and not step.aside]
                session.undo(to=generator.choice([None, *mains[-2:]]))
            elif generator.random() < 0.3 and session.redo_title():
                session.redo()
            else:
                action = simulation.choose(GAME, session.state, generator)
                assert action is not None
                session.submit(action)
            assert not GAME.laws(session.state)
            if generator.random() < 0.04:  # in the midst of whatever step it is
                assert Session.resume(journal, session.id).state == session.state
        resumed = Session.resume(journal, session.id)
        assert resumed.state == session.state
        assert not resumed.notes
        for viewer in (record.ALL, PUBLIC):
            again = replay.last(record.read(record.of_session(session, viewer, SEATS), GAMES)).state
            assert again.view(PUBLIC) == session.view(PUBLIC)


def test_a_card_that_the_app_drew_at_the_turns_end_comes_again_after_an_undo(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        session = _session(journal)
        untold = (f"{seat}: draw_card ? ? ? ? ? ? ? ?" for seat in SEATS)
        for line in ("red: deals red", *untold, "red: bid 3", "blue: pass_bid", "green: pass_bid",
                     "red: play felowi_3 felowi", "red: done"):  # fmt: skip
            session.submit(read(line, GAME.actions))
        drawn = session.answer_by_app(on_demand=True)
        assert drawn is not None
        assert drawn.line.startswith("red: draw_card ")
        session.undo()
        assert session.decisions[0].name == "draw"
        again = session.answer_by_app(on_demand=True)
        assert again is not None
        assert again.line == drawn.line


def test_buttons_answer_without_telling_a_card(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        session = _session(journal)
        session.submit(read("red: deals red", GAME.actions))
        for seat in SEATS:
            answer = session.default_answer(seat)
            assert answer is not None
            assert answer.verb == "draw_card"
            session.submit(answer)
        assert session.default_answer("red") is None  # the dealer must name a value
        session.submit(read("red: bid 3", GAME.actions))
        for seat in ("blue", "green"):
            answer = session.default_answer(seat)
            assert answer is not None
            session.submit(answer)
        assert session.default_answer("red") is None  # an action A is owed
        session.submit(read("red: play ally_3 felowi", GAME.actions))
        answer = session.default_answer("red")
        assert answer is not None
        assert answer.verb == "done"
