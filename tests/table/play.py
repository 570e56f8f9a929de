"""Playing toy sessions in tests."""

import random
from typing import Any

from companion.rules.contract import Action, Kind, open_
from companion.rules.notation import read
from companion.table import chance
from companion.table.session import Session
from tests.table import toy


def line(text: str) -> Action[Any]:
    return read(text, toy.ACTIONS)


def play(session: Session, *lines: str) -> None:
    for text in lines:
        session.submit(line(text))


def random_action(session: Session, generator: random.Random) -> Action[Any] | None:
    """Something allowed, chance answered fairly, now and then a correction; None when the game is over."""
    if session.over:
        return None
    if generator.random() < 0.1:
        return line(f"{generator.choice(session.seats)}: correct coins {generator.randint(0, 9)}")
    decision = session.decisions[0]
    if decision.kind in (Kind.ROLL, Kind.DRAW):
        return chance.answer(session.game, session.state, decision, generator)
    return generator.choice(list(open_(session.state, session.game.actions)))
