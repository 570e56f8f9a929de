"""Eclipse at the table: whole random games through a session, taken back, resumed, recorded, and played by itself."""

import random
from pathlib import Path

import pytest

from companion.rules.contract import PUBLIC, Setup, Word, judge
from companion.rules.eclipse import GAME
from companion.rules.games import GAMES
from companion.table import record, replay, simulation
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.conftest import Clock

ALIENS = ["hydran", "eridani", "planta", "draco", "mechanema", "orion"]


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_end_and_keep_the_laws(players: int) -> None:
    for seed, species in ((1, []), (2, ALIENS[:players]), (3, ALIENS[: players - 1])):
        played = simulation.play(GAME, simulation.setup(GAME, players, species), seed)
        assert played.sheet.final or any(isinstance(points, list) for points in played.scores.values())
        read = record.read(simulation.text(GAME, played), GAMES)
        assert replay.last(read).state.score() == played.sheet


def _session(journal: Journal, seed: int, most: int) -> tuple[Session, random.Random]:
    """A session in the midst of a random game, with steps taken back and brought back on the way."""
    generator = random.Random(seed)
    players = generator.randint(2, 4)
    setup = simulation.setup(GAME, players, generator.sample(ALIENS, generator.randint(0, players)))
    session = Session.begin(journal, "eclipse", setup)
    while not session.over and session.revision < most:
        if generator.random() < 0.05 and session.undo_title():
            mains = [step.number for step in session.steps() if not step.undone and _is_main(step.lines[0])]
            session.undo(to=generator.choice([None, *mains[-2:]]))
        elif generator.random() < 0.3 and session.redo_title():
            session.redo()
        else:
            action = simulation.choose(GAME, session.state, generator)
            assert action is not None
            session.submit(action)
    return session, generator


def _is_main(line: str) -> bool:
    return line.split()[1] not in ("tell", "correct")


@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_resumed_recorded_and_taken_back_to_the_beginning(tmp_path: Path, seed: int) -> None:
    with Journal(tmp_path, clock=Clock()) as journal:
        session, _ = _session(journal, seed, 250)
        end = session.state
        assert Session.resume(journal, session.id).state == end
        whole = record.read(record.of_session(session, record.ALL, session.seats), GAMES)
        assert replay.last(whole).state == end
        while session.undo_title():
            session.undo()
        assert session.state == GAME.begin(session.setup)
        for _ in range(len(session.steps())):
            if session.redo_title():
                session.redo()
        assert Session.resume(journal, session.id).state == session.state


@pytest.mark.parametrize("seed", range(3))
def test_a_public_record_replays_to_the_public_view(tmp_path: Path, seed: int) -> None:
    with Journal(tmp_path, clock=Clock()) as journal:
        session, _ = _session(journal, 100 + seed, 200)
        for viewer in (PUBLIC, *session.seats):
            read = record.read(record.of_session(session, viewer), GAMES)
            assert replay.last(read).state.view(viewer) == session.view(viewer)


def test_every_answer_of_a_seat_can_be_judged_on_its_own_view() -> None:
    """Screens judge on views; what is open on the whole state must not be refused on the seat's view."""
    generator = random.Random(5)
    state = GAME.begin(simulation.setup(GAME, 4, ["eridani", "hydran"]))
    for _ in range(150):
        action = simulation.choose(GAME, state, generator)
        if action is None:
            break
        view = state.view(action.seat if action.seat in state.seats else PUBLIC)
        assert judge(view, action).word is not Word.ILLEGAL, action
        state = action.apply(state)


def test_buttons_carry_a_game_to_its_end(tmp_path: Path) -> None:
    """Only presses and the app's own draws: everything is told later, nobody is held up."""
    with Journal(tmp_path, clock=Clock()) as journal:
        setup = simulation.setup(GAME, 3)
        session = Session.begin(journal, "eclipse", Setup("eclipse", setup.seats, {}))
        generator = random.Random(1)
        for _ in range(2000):
            if session.over:
                break
            if session.answer_by_app(generator=generator) is not None:
                continue
            answers = [(seat, session.default_answer(seat)) for seat in session.seats]
            held = [session.held_answer(seat) for seat in session.seats]
            action = next((answer for answer in held if answer and generator.random() < 0.4), None) or next(
                (answer for _, answer in answers if answer), None
            )
            if action is None:
                action = simulation.choose(GAME, session.state, generator)
            assert action is not None
            session.submit(action, by="button")
        assert session.over
