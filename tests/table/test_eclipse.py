"""Eclipse at the table: whole random games through a session, taken back, resumed, recorded, and played by itself."""

import random
from pathlib import Path

import pytest

from companion import cli
from companion.rules.contract import PUBLIC, Setup, Word, judge
from companion.rules.eclipse import GAME
from companion.rules.games import GAMES
from companion.rules.notation import read, write
from companion.table import record, replay, simulation
from companion.table.chain import chain
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table.conftest import Clock

ALIENS = ["hydran", "eridani", "planta", "draco", "mechanema", "orion"]


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_end_and_keep_the_laws(players: int) -> None:
    for seed, species in ((1, []), (2, ALIENS[:players]), (3, ALIENS[: players - 1])):
        played = simulation.play(GAME, simulation.setup(GAME, players, species), seed)
        assert played.sheet.final or any(isinstance(points, list) for points in played.scores.values())
        whole = record.read(simulation.text(GAME, played), GAMES)
        assert replay.last(whole).state.score() == played.sheet


def _session(journal: Journal, seed: int, most: int) -> tuple[Session, random.Random]:
    """A session in the midst of a random game, with steps taken back and brought back on the way."""
    generator = random.Random(seed)
    players = generator.randint(2, 4)
    setup = simulation.setup(GAME, players, generator.sample(ALIENS, generator.randint(0, players)))
    session = Session.begin(journal, "eclipse", setup)
    while not session.over and session.revision < most:
        if generator.random() < 0.05 and session.undo_title():
            mains = [step.number for step in session.steps() if not step.undone and not step.aside]
            session.undo(to=generator.choice([None, *mains[-2:]]))
        elif generator.random() < 0.3 and session.redo_title():
            session.redo()
        else:
            action = simulation.choose(GAME, session.state, generator)
            assert action is not None
            session.submit(action)
    return session, generator


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
            public = record.read(record.of_session(session, viewer), GAMES)
            assert replay.last(public).state.view(viewer) == session.view(viewer)


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


def _started(journal: Journal) -> Session:
    """Red's first turn, two Terrans, nothing named."""
    setup = Setup("eclipse", simulation.setup(GAME, 2).seats, {"technology_tiles": "untold"})
    session = Session.begin(journal, "eclipse", setup)
    assert session.where() == "Round 1, Red's turn"
    return session


def _play(session: Session, *lines: str) -> None:
    for text in lines:
        session.submit(read(text, GAME.actions))


def test_what_belongs_to_a_step(tmp_path: Path) -> None:
    with Journal(tmp_path, clock=Clock()) as journal:
        session = _started(journal)
        _play(session, "red: influence", "red: trade money science", "blue: trade money science", "red: done")
        assert [(step.title, step.aside, step.lines) for step in session.steps()] == [
            ("Red influences", False, ("red: influence", "red: trade money science", "red: done")),
            ("Blue trades 2 money for 1 science", True, ("blue: trade money science",)),
        ]
        session.undo()
        assert [step.lines for step in session.steps() if not step.undone] == [("blue: trade money science",)]
        assert session.decisions[0].seat == "red"


def test_an_action_told_later_is_one_step(tmp_path: Path) -> None:
    """An opening verb answers the telling here; it opens no turn of its own."""
    with Journal(tmp_path, clock=Clock()) as journal:
        session = _started(journal)
        _play(session, "red: acted", "red: tell 1", "blue: influence", "red: build", "red: done", "blue: done")
        assert [(step.title, step.lines) for step in session.steps()] == [
            ("Red acts, details later", ("red: acted",)),
            ("Red tells which action", ("red: tell 1", "red: build", "red: done")),
            ("Blue influences", ("blue: influence", "blue: done")),
        ]
        session.undo()
        assert session.undo_title() == "Red tells which action"
        session.undo(to=1)
        assert session.undo_title() == ""
        assert len(session.notes) == 3


def test_undo_where_all_act_at_once_takes_back_one_seats_step(tmp_path: Path) -> None:
    with Journal(tmp_path, clock=Clock()) as journal:
        session = _started(journal)
        _play(session, "red: pass", "blue: pass", "table: battles_over", "red: trade money science", "blue: pay_upkeep")
        assert session.undo_title() == "Blue pays the upkeep"
        session.undo()
        assert session.undo_title() == "Red trades 2 money for 1 science"
        session.redo()
        _play(session, "red: pay_upkeep")
        assert session.where() == "Round 2, Red's turn"
        while session.undo_title():
            session.undo()
        assert session.state == GAME.begin(session.setup)


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


def test_sim_at_full_tracking(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = [
        "sim",
        "eclipse",
        "--players",
        "2",
        "--seed",
        "3",
        "--tracking",
        "full",
        "--species",
        "planta,draco",
        "--record",
    ]
    assert cli.main([*words, str(tmp_path)]) == 0
    path = tmp_path / "eclipse-2-3.txt"
    assert "tracking blueprints map reputation sectors ship_places storage supply" in path.read_text(encoding="utf-8")
    assert cli.main(["replay", str(path)]) == 0
    assert "all as the rules allow" in capsys.readouterr().out


def test_sim_with_a_tracking_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["sim", "eclipse", "--players", "2", "--tracking", "heavy"]) == 2
    assert "tracking is light or full" in capsys.readouterr().err


BATTLE = (
    "red: pass",
    "blue: pass",
    "table: battle 221 blue red",
    "table: fire red 2 0 0 1 0",
    "table: roll yellow 6 yellow 2",
    "table: destroyed red blue interceptor",
    "table: destroyed blue red interceptor",
    "table: retreated red",
)


def _standing(session: Session) -> list[str]:
    """The lines that count."""
    return [write(node.line.action) for node in chain(session._positions[-1].tip) if node.line is not None]


def _drawn(session: Session) -> list[str]:
    """Let the app draw; every tile drawn or kept that counts."""
    while session.answer_by_app() is not None:
        pass
    return [text for text in _standing(session) if text.split()[1] in ("draw", "keep")]


def _keep(session: Session, seat: str) -> str:
    (decision,) = (each for each in session.decisions if not each.window)
    assert (decision.seat, decision.name) == (seat, "reputation.keep")
    text = f"{seat}: keep {decision.context['drawn'][-1]}"
    _play(session, text)
    return text


def test_a_mistouch_in_a_battle_is_taken_back_alone(tmp_path: Path) -> None:
    """Undo takes the last told thing; done again, the same tiles come up; a record says for ever what it took."""
    with Journal(tmp_path, clock=Clock()) as journal:
        setup = Setup(
            "eclipse", simulation.setup(GAME, 2).seats, {"technology_tiles": "untold", "reputation": "app_bag"}
        )
        session = Session.begin(journal, "eclipse", setup)
        _play(session, *BATTLE)
        titles = []
        for _ in range(5):
            titles.append(session.undo_title())
            session.undo()
        assert titles == [
            "Red retreats",
            "Blue destroys Red's Interceptor",
            "Red destroys Blue's Interceptor",
            "Red fires 2 yellow",
            "Battle in 221: Blue, Red",
        ]
        assert session.undo_title() == "Blue passes"
        for _ in range(5):
            session.redo()
        assert _standing(session) == list(BATTLE)
        session.undo()
        assert [step.title for step in session.steps() if step.undone] == ["Red retreats"]
        session.redo()

        _play(session, "table: battle_over")
        drawn = _drawn(session)
        keeps = [_keep(session, "blue")]
        drawn = _drawn(session)
        keeps.append(_keep(session, "red"))
        everything = _drawn(session)
        assert len(everything) == 4
        assert session.undo_title() == "Red keeps a reputation tile"
        session.undo()
        _drawn(session)
        assert session.undo_title() == "Blue keeps a reputation tile"
        session.undo()
        _drawn(session)
        assert session.undo_title().endswith("is over")
        session.undo()
        assert session.undo_title() == "Red retreats"
        for _ in range(4):  # down to the battle: the volley was never fired at all
            session.undo()
        _play(session, *BATTLE[5:], "table: battle_over")
        _drawn(session)
        _play(session, keeps[0])
        _drawn(session)
        _play(session, keeps[1])
        assert _drawn(session) == everything

        again = Session.resume(journal, session.id)
        assert again.state == session.state
        text = record.of_session(session, "all", consent=session.seats)
        assert replay.last(record.read(text, GAMES)).state == session.state
        assert "undo took 8\n" in text
        assert drawn[0] == everything[0]


def test_a_volley_taken_back_offers_its_dice_again(tmp_path: Path) -> None:
    with Journal(tmp_path, clock=Clock()) as journal:
        session = _started(journal)
        _play(session, *BATTLE[:5])
        session.undo()
        _play(session, "table: fire red 2 0 0 2 0")
        assert session.fallen == read(BATTLE[4], GAME.actions)


def test_an_undo_of_an_older_record_takes_the_whole_step(tmp_path: Path) -> None:
    """Before undo said what it took, it meant the whole battle."""
    with Journal(tmp_path, clock=Clock()) as journal:
        session = _started(journal)
        _play(session, *BATTLE)
        text = record.of_session(session) + "undo\n"
        old = replay.last(record.read(text, GAMES))
        assert [decision.name for decision in old.state.decisions] == ["combat"]
        number = replay.take_in(journal, record.read(text, GAMES))
        assert Session.resume(journal, number).state == old.state
        for wrong in ("undo took 9", "undo took 3-99999"):
            with pytest.raises(record.BrokenRecord, match="not there"):
                replay.last(record.read(record.of_session(session) + wrong + "\n", GAMES))
        with pytest.raises(record.BrokenRecord, match="is no undo"):
            record.read(record.of_session(session) + "undo took 5 3\n", GAMES)
