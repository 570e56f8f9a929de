"""Sessions: what is accepted, refused, taken back, brought back, and found again."""

import random
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.faults import Fault
from companion.rules.contract import HIDDEN, PUBLIC, Illegal, Reason, Refused, SeatSetup, Setup, State, Word
from companion.table.journal import Event, Journal, JournalFault
from companion.table.session import Closed, Session, Stale
from companion.table.timeline import EventKind, NothingToTakeBack
from companion.table.writer import SessionThread
from tests.table import toy
from tests.table.conftest import Clock
from tests.table.play import line, play, random_action


def coins(session: Session, seat: str) -> int:
    state = session.state
    assert isinstance(state, toy.ToyState)
    return state.chest(seat).coins


def test_an_event_is_committed_and_then_told(session: Session, journal: Journal) -> None:
    heard: list[tuple[int, int]] = []
    session.subscribe(lambda event: heard.append((event.number, len(journal.events(session.id)))))
    play(session, "red: dig", "red: shallow")
    assert heard == [(1, 1), (2, 2)]
    event = session.submit(line("table: roll yellow 4"), by="camera", evidence="throw.jpg")
    assert (event.number, event.kind, event.line, event.by, event.evidence, event.time) == (
        3,
        EventKind.ACTION,
        "table: roll yellow 4",
        "camera",
        "throw.jpg",
        event.time,
    )
    assert journal.events(session.id)[2] == event
    assert coins(session, "red") == 4
    assert session.revision == 3


def test_what_is_refused_changes_nothing(session: Session, journal: Journal) -> None:
    before = session.state
    with pytest.raises(Illegal, match="It is not Blue's turn: the table waits for Red"):
        session.submit(line("blue: dig"))
    assert session.state is before
    assert journal.events(session.id) == []


def test_the_table_may_record_what_the_rules_refuse(session: Session) -> None:
    event = session.submit(line("blue: buy"), anyway=True)
    assert event.kind is EventKind.ANYWAY
    assert coins(session, "blue") == -3
    assert session.submit(line("red: dig"), anyway=True).kind is EventKind.ACTION


def test_what_is_recorded_anyway_is_meant_for_the_state_that_refused_it(session: Session) -> None:
    shown = session.revision
    play(session, "red: acted")
    for text in ("red: dig", "blue: buy"):
        with pytest.raises(Stale):
            session.submit(line(text), anyway=True, revision=shown)
    assert session.submit(line("red: dig"), anyway=True, revision=session.revision).kind is EventKind.ANYWAY


def test_a_failing_listener_does_not_undo_the_event(session: Session) -> None:
    def broken(_: Event) -> None:
        raise ZeroDivisionError

    session.subscribe(broken)
    session.submit(line("red: dig"))
    assert session.revision == 1


def test_undo_takes_back_a_step_with_its_dice(session: Session) -> None:
    play(session, "red: dig", "red: shallow", "table: roll yellow 4", "blue: dig", "blue: deep")
    beginning = session.state
    play(session, "table: roll yellow 5 yellow 6")
    assert session.undo_title() == "Blue: dig"
    session.undo()
    assert session.undo_title() == "Red: dig"
    assert session.redo_title() == "Blue: dig"
    assert coins(session, "blue") == 0
    assert session.decisions[0].seat == "blue"
    session.undo()
    assert session.undo_title() == ""
    with pytest.raises(NothingToTakeBack, match="this is the beginning"):
        session.undo()
    session.redo()
    session.redo()
    assert coins(session, "blue") == 11
    assert session.state != beginning
    with pytest.raises(NothingToTakeBack, match="nothing to bring back"):
        session.redo()


def test_something_new_ends_redo(session: Session) -> None:
    play(session, "red: acted")
    session.undo()
    play(session, "red: dig")
    assert session.redo_title() == ""
    with pytest.raises(NothingToTakeBack):
        session.redo()


def test_steps_name_what_was_done_and_what_was_undone(session: Session) -> None:
    play(session, "red: dig", "red: shallow", "table: roll yellow 4", "blue: acted", "blue: tell 1", "blue: got 2")
    session.undo()
    assert [(s.number, s.title, s.seat, s.undone, s.lines) for s in session.steps()] == [
        (1, "Red: dig", "red", False, ("red: dig", "red: shallow", "table: roll yellow 4")),
        (4, "Blue: acted", "blue", False, ("blue: acted",)),
        (5, "Blue: tell", "blue", True, ("blue: tell 1", "blue: got 2")),
    ]


def test_an_undo_of_a_step_keeps_what_was_told_and_corrected_since(session: Session, journal: Journal) -> None:
    play(session, "red: acted", "blue: dig", "blue: shallow")
    play(session, "red: tell 1", "red: got 2", "blue: correct coins 7", "table: roll yellow 3")
    assert (coins(session, "red"), coins(session, "blue")) == (2, 10)
    session.undo()  # Blue's dig: what was told and put right in its midst stays
    assert (coins(session, "red"), coins(session, "blue")) == (2, 7)
    assert session.inbox == ()
    assert session.notes == ()
    session.undo(to=1)  # Red's act itself: its telling no longer applies, the correction still does
    assert (coins(session, "red"), coins(session, "blue")) == (0, 7)
    assert len(session.notes) == 2
    assert session.notes[0] == (
        "“Red: tell” no longer applies after the undo and was left out; tell it anew if it still holds."
    )
    assert Session.resume(journal, session.id, games=toy.GAMES).state == session.state
    session.redo()
    assert (coins(session, "red"), coins(session, "blue")) == (2, 7)


def test_what_was_told_goes_back_to_the_inbox_when_it_is_taken_back(session: Session) -> None:
    play(session, "red: acted", "red: tell 1", "red: got 2")
    assert session.inbox == ()
    session.undo()
    assert len(session.inbox) == 1


def test_a_telling_begun_before_others_went_on_is_taken_back_alone(session: Session) -> None:
    play(session, "red: acted", "red: tell 1", "blue: dig", "blue: shallow", "table: roll yellow 3", "red: got 2")
    session.undo()
    assert (coins(session, "red"), coins(session, "blue")) == (0, 3)
    assert [owed.number for owed in session.inbox] == [1]


def test_a_step_further_back_is_gone_back_to_by_its_number(session: Session) -> None:
    play(session, "red: acted", "blue: correct coins 4", "blue: acted", "red: acted")
    with pytest.raises(NothingToTakeBack, match="put right by a new one"):
        session.undo(to=2)
    session.undo(to=3)
    assert [step.number for step in session.steps() if not step.undone] == [1, 2]
    assert session.decisions[0].seat == "blue"


def test_a_purchase_within_a_step_is_taken_back_with_it(session: Session) -> None:
    play(session, "red: correct coins 6", "red: dig", "red: buy", "red: shallow", "table: roll yellow 1", "red: buy")
    assert [step.title for step in session.steps()] == ["Red: correct", "Red: dig", "Red: buy"]
    session.undo()
    session.undo()
    assert coins(session, "red") == 6


def test_fallen_dice_serve_again_only_for_the_same_roll(session: Session) -> None:
    play(session, "red: dig", "red: shallow", "table: roll yellow 6")
    session.undo()
    assert session.fallen is None  # no roll is asked
    play(session, "red: dig", "red: shallow")
    assert session.fallen == line("table: roll yellow 6")
    event = session.answer_by_app(on_demand=True)
    assert event is not None
    assert event.line == "table: roll yellow 6"
    session.undo()
    play(session, "red: dig", "red: deep")
    assert session.fallen is None
    session.answer_by_app(on_demand=True)
    play(session, "blue: dig", "blue: shallow")
    assert session.fallen is None


def test_fallen_dice_do_not_serve_another_action(session: Session) -> None:
    play(session, "red: dig", "red: shallow", "table: roll yellow 6")
    session.undo()
    play(session, "red: acted", "blue: dig", "blue: shallow")
    assert session.fallen is None


def test_undoing_a_draw_is_no_second_draw(session: Session) -> None:
    play(session, "red: reach")
    first = session.answer_by_app()
    assert first is not None
    for _ in range(5):
        session.undo()
        play(session, "red: reach")
        again = session.answer_by_app()
        assert again is not None
        assert again.line == first.line


def test_the_app_answers_only_what_is_left_to_it(session: Session) -> None:
    assert session.answer_by_app() is None
    play(session, "red: dig", "red: deep")
    assert session.answer_by_app() is None
    assert session.answer_by_app(on_demand=True) is not None


def test_a_late_tap_is_refused(session: Session) -> None:
    seen = session.revision
    session.submit(line("red: dig"), revision=seen)
    for late in ("red: acted", "red: shallow", "red: correct coins 4"):
        with pytest.raises(Stale, match=r"^The table has gone on since that was shown; look again and tap anew\.$"):
            session.submit(line(late), revision=seen)
    with pytest.raises(Stale):
        session.submit(line("red: shallow"), revision=99)
    with pytest.raises(Stale):
        session.undo(revision=seen)
    assert session.revision == 1


def test_an_older_tap_counts_while_its_question_stands(session: Session) -> None:
    seen = session.revision
    session.submit(line("blue: correct coins 5"))
    session.submit(line("red: dig"), revision=seen)
    session.undo()
    with pytest.raises(Stale):
        session.submit(line("red: dig"), revision=session.revision - 1)


def test_why_not_gives_all_reasons_and_the_nearest(session: Session) -> None:
    play(session, "red: dig")
    answer = session.why_not(line("red: roll yellow 7"))
    assert [reason.code for reason in answer.verdict.reasons] == ["not_now", "faces"]
    assert line("red: deep") in answer.nearest
    assert session.judge(line("red: deep")).word is Word.LEGAL


def test_names_change_and_stay(session: Session, journal: Journal) -> None:
    session.rename("red", "  Anna\nMaria ")
    assert Session.resume(journal, session.id, games=toy.GAMES).names == {"red": "Anna Maria", "blue": "Bert"}
    with pytest.raises(Fault, match="Green does not play"):
        session.rename("green", "X")


def test_a_closed_session_takes_nothing(session: Session) -> None:
    session.close()
    with pytest.raises(Closed):
        session.submit(line("red: dig"))


def test_a_setup_that_cannot_be_played_leaves_no_session(journal: Journal) -> None:
    with pytest.raises(Refused, match="Two to four"):
        Session.begin(journal, "toy", Setup("toy", (SeatSetup("red"),)), games=toy.GAMES)
    assert journal.sessions() == []


def test_unfinished_until_over_or_ended(session: Session, journal: Journal) -> None:
    assert [row.id for row in journal.unfinished()] == [session.id]
    for _ in range(toy.ROUNDS):
        play(session, "red: acted", "blue: acted")
    assert session.over
    assert journal.unfinished() == []
    session.undo()
    assert [row.id for row in journal.unfinished()] == [session.id]
    session.end()
    assert journal.unfinished() == []


def test_where_it_is(session: Session) -> None:
    assert session.where() == "Round 1, Red's turn"
    play(session, "red: dig", "red: shallow")
    assert session.where() == "Round 1, the table goes on"


def test_resume_of_what_todays_rules_refuse(session: Session, journal: Journal) -> None:
    play(session, "red: correct coins 5", "red: buy")

    class Dearer(toy.Buy):
        def findings(self, state: toy.ToyState):  # type: ignore[no-untyped-def]
            yield from (Reason("dear", "A flag costs 9 coins now.", "2"),)

    mended = toy.Toy(version=2, actions={**toy.ACTIONS, "buy": Dearer})
    resumed = Session.resume(journal, session.id, games={"toy": mended})
    assert resumed.state == session.state
    said = "“red: buy” counts as it was recorded, though the rules now say: A flag costs 9 coins now."
    assert resumed.notes == (said,)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("UPDATE events SET line = 'red: fly' WHERE number = 2", "past event 2: “fly” is not an action of this game."),
        ("UPDATE events SET kind = 'dance' WHERE number = 2", "holds an event of an unknown kind"),
        ("DELETE FROM events WHERE number = 1", "lacks some of its events"),
        ("UPDATE sessions SET game = 'chess'", "does not know the game “chess”"),
        ("UPDATE sessions SET setup = '[]'", "has a setup that cannot be read"),
    ],
)
def test_a_session_that_was_tampered_with(session: Session, journal: Journal, damage: str, sentence: str) -> None:
    play(session, "red: dig", "red: deep")
    journal._base.execute(damage)
    with pytest.raises(JournalFault, match=sentence):
        Session.resume(journal, session.id, games=toy.GAMES)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), seats=st.integers(2, 4))
def test_undo_to_the_beginning_and_redo_to_the_end(tmp_path: Path, seed: int, seats: int) -> None:
    generator = random.Random(seed)
    setup = Setup("toy", tuple(SeatSetup(seat) for seat in ("red", "blue", "green", "white")[:seats]))
    with Journal(tmp_path / str(generator.random()), clock=Clock()) as journal:
        session = Session.begin(journal, "toy", setup, games=toy.GAMES)
        beginning = session.state
        for _ in range(generator.randint(1, 60)):
            # Undo at any moment, so that what is taken back and done anew lies in the history too.
            if generator.random() < 0.15 and session.undo_title():
                session.undo(to=_any_step(session, generator))
            elif (action := random_action(session, generator)) is not None:
                session.submit(action)
        end, lines = session.state, [step.lines for step in session.steps() if not step.undone]
        assert _resumed(session, journal) == end
        while session.undo_title():
            session.undo()
        assert session.state == beginning
        while session.redo_title() and [s.lines for s in session.steps() if not s.undone] != lines:
            session.redo()
        assert session.state == end
        assert _resumed(session, journal) == end


def _any_step(session: Session, generator: random.Random) -> int | None:
    mains = [step.number for step in session.steps() if not step.undone and not step.aside]
    return generator.choice([None, *mains[-3:]])


def _resumed(session: Session, journal: Journal) -> State:
    return Session.resume(journal, session.id, games=toy.GAMES).state


def test_the_thread_keeps_the_order_and_survives_refusals(session: Session) -> None:
    thread = SessionThread(session)
    texts = ("red: dig", "blue: dig", "red: deep", "table: roll yellow 1 yellow 2")
    futures = [thread.submit(line(text)) for text in texts]
    assert isinstance(futures[1].exception(5), Illegal)
    assert [futures[place].result(5).number for place in (0, 2, 3)] == [1, 2, 3]
    thread.close()
    assert isinstance(thread.undo().exception(5), Closed)


def test_what_is_left_to_the_app_follows_at_once(session: Session) -> None:
    """No screen sees the position between: the next in the queue meets what the app has answered already."""
    thread = SessionThread(session)
    told: list[tuple[str, str]] = []
    session.subscribe(lambda event: told.append((event.by, event.line.split()[1])))
    thread.submit(line("red: reach")).result(5)
    assert told == [("touch", "reach"), ("app", "draw")]
    thread.submit(line("blue: acted")).result(5)
    assert told[-1] == ("touch", "acted")
    thread.undo(1).result(5)
    assert told[-1][0] == "touch", "what was drawn went with the step"
    thread.close()


def test_two_buttons_at_once(session: Session) -> None:
    thread = SessionThread(session)
    gate = threading.Event()
    thread.call(lambda: gate.wait(5))
    red, blue, again = thread.press("red"), thread.press("blue"), thread.press("blue")
    gate.set()
    first, second = red.result(5), blue.result(5)
    assert first is not None
    assert second is not None
    assert (first.line, second.line) == ("red: acted", "blue: acted")
    assert again.result(5) is None
    assert thread.press("red", held=True).result(5) is None
    thread.close()


def test_two_taps_on_one_screen(session: Session) -> None:
    thread = SessionThread(session)
    first = thread.submit(line("red: acted"), revision=0)
    second = thread.submit(line("red: acted"), revision=0)
    assert first.result(5).number == 1
    assert isinstance(second.exception(5), Stale)
    thread.close()


def test_views_hide_and_steps_say_hidden(session: Session) -> None:
    play(session, "red: reach", "red: draw 4")
    view = session.view(PUBLIC)
    assert isinstance(view, toy.ToyState)
    assert view.chest("red").gems == (HIDDEN,)
    assert session.steps()[0].lines == ("red: reach", "red: draw hidden")
    assert session.steps("red")[0].lines == ("red: reach", "red: draw 4")
