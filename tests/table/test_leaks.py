"""What a seat may not know, it cannot find out: two games that differ only in others' secrets look the same to it."""

import random
from pathlib import Path
from typing import Any

import pytest

from companion.rules.contract import PUBLIC, Action, Decision, SeatSetup, Setup, judge
from companion.rules.eclipse import GAME as ECLIPSE
from companion.rules.notation import read
from companion.table import chance, record, simulation
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table import toy
from tests.table.conftest import Clock
from tests.table.play import line, random_action

SEATS = ("red", "blue", "green")
ASKED = (line("green: dig"), line("red: buy"), line("red: draw 3"))


def everything(session: Session, viewer: str, asked: tuple[Action[Any], ...]) -> dict[str, object]:
    """All that a session shows to `viewer`, who asks about some actions too."""
    view = session.view(viewer)
    return {
        "view": view,
        "text": repr(view),
        "decisions": view.decisions,
        "inbox": view.inbox,
        "entries": view.entries,
        "score": session.score(viewer),
        "steps": session.steps(viewer),
        "undo": (session.undo_title(viewer), session.redo_title(viewer)),
        "record": record.of_session(session, viewer),
        "where": session.where(),
        "notes": session.notes,
        "verdicts": [session.judge(action, viewer) for action in asked],
        "nearest": [session.why_not(action, viewer) for action in asked],
    }


@pytest.mark.parametrize("seed", range(8))
def test_others_secrets_change_nothing_that_is_shown(tmp_path: Path, seed: int) -> None:
    generator = random.Random(seed)
    setup = Setup("toy", tuple(SeatSetup(seat) for seat in SEATS))
    with Journal(tmp_path / "one", clock=Clock()) as first, Journal(tmp_path / "two", clock=Clock()) as second:
        one = Session.begin(first, "toy", setup, games=toy.GAMES)
        two = Session.begin(second, "toy", setup, games=toy.GAMES)
        for _ in range(30):
            if generator.random() < 0.1 and one.undo_title():
                one.undo()
                two.undo()
                continue
            action = random_action(one, generator)
            if action is None or judge(two.state, action).reasons:
                break
            one.submit(action)
            if isinstance(action, toy.DrawGem) and action.seat == "red" and isinstance(action.gem, int):
                # Another of the gems that both bags surely hold: each value is in the bag twice.
                state = two.state
                assert isinstance(state, toy.ToyState)
                action = toy.DrawGem("red", generator.choice([gem for gem in state.bag() if gem != action.gem]))
                two.submit(action)
                assert one.state != two.state
            else:
                two.submit(action)
            if one.over:
                break
            for viewer in (PUBLIC, "blue", "green"):
                assert everything(one, viewer, ASKED) == everything(two, viewer, ASKED)


def _reds(session: Session) -> Decision:
    return next(decision for decision in session.decisions if decision.seat == "red")


@pytest.mark.parametrize("seed", range(3))
def test_reputation_tiles_change_nothing_that_others_are_shown(tmp_path: Path, seed: int) -> None:
    """Red, the Eridani, draws tiles in the beginning and after battles: others in one game than in the other."""
    generator = random.Random(seed)
    setup = simulation.setup(ECLIPSE, 3, ["eridani"])
    asked = tuple(
        read(text, ECLIPSE.actions) for text in ("red: draw 3", "red: keep 2", "blue: explore", "blue: draw 4")
    )
    different = False
    with Journal(tmp_path / "one", clock=Clock()) as first, Journal(tmp_path / "two", clock=Clock()) as second:
        one, two = Session.begin(first, "eclipse", setup), Session.begin(second, "eclipse", setup)
        for _ in range(120):
            action: Any = simulation.choose(ECLIPSE, one.state, generator)
            if action is None or one.over or action.verb == "reveal_reputation":
                break
            other = action
            if action.seat == "red" and action.verb == "draw":
                drawn = sorted(action.values)
                while sorted(other.values) == drawn:
                    other = chance.answer(ECLIPSE, two.state, _reds(two), generator)
            elif action.seat == "red" and action.verb in ("keep", "swap", "keep_none"):
                kept = _reds(two).context["drawn"][0]
                kept_here = _reds(one).context["drawn"][0]
                action, other = (read(f"red: keep {value}", ECLIPSE.actions) for value in (kept_here, kept))
            if judge(one.state, action).reasons or judge(two.state, other).reasons:
                break
            one.submit(action)
            two.submit(other)
            different = different or one.state != two.state
            if one.revision % 4:
                continue
            for viewer in (PUBLIC, "blue", "green"):
                assert everything(one, viewer, asked) == everything(two, viewer, asked)
    assert different
