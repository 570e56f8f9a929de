"""What a seat may not know, it cannot find out: two games that differ only in others' secrets look the same to it."""

import random
from pathlib import Path

import pytest

from companion.rules.contract import PUBLIC, SeatSetup, Setup, judge
from companion.table import record
from companion.table.journal import Journal
from companion.table.session import Session
from tests.table import toy
from tests.table.conftest import Clock
from tests.table.play import line, random_action

SEATS = ("red", "blue", "green")


def everything(session: Session, viewer: str) -> dict[str, object]:
    """All that a session shows to `viewer`."""
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
        "verdicts": [session.judge(line(text), viewer) for text in ("green: dig", "red: buy", "red: draw 3")],
        "nearest": session.why_not(line("red: draw 3"), viewer),
    }


@pytest.mark.parametrize("seed", range(8))
def test_others_secrets_change_nothing_that_is_shown(tmp_path: Path, seed: int) -> None:
    generator = random.Random(seed)
    setup = Setup("toy", tuple(SeatSetup(seat) for seat in SEATS))
    with Journal(tmp_path / "one", clock=Clock()) as first, Journal(tmp_path / "two", clock=Clock()) as second:
        one = Session.begin(first, "toy", setup, games=toy.GAMES)
        two = Session.begin(second, "toy", setup, games=toy.GAMES)
        secrets = 0
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
                secrets += 1
            two.submit(action)
            if one.over:
                break
            for viewer in (PUBLIC, "blue", "green"):
                assert everything(one, viewer) == everything(two, viewer)
        if secrets and not one.over:
            assert one.state != two.state
