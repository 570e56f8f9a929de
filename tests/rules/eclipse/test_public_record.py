"""Whole random games: what the public sees is what the record's public lines say, no more and no less."""

from __future__ import annotations

import pytest

from companion.rules.contract import PUBLIC, Word, apply, judge
from companion.rules.eclipse import GAME
from companion.rules.notation import read, write
from tests.rules.playing import random_game


@pytest.mark.parametrize("seed", [1, 5, 8, 13])
def test_public_lines_replay_to_the_public_view(seed: int) -> None:
    public = None
    drawn = 0
    for moment in random_game(seed):
        if public is None:
            public = moment.before.view(PUBLIC)
        action = read(write(moment.action.seen_by(PUBLIC)), GAME.actions)
        assert judge(public, action).word is not Word.ILLEGAL
        public = apply(public, action)
        assert public == moment.after.view(PUBLIC)
        drawn += action.verb == "draw"
        for mine, theirs in zip(moment.after.score().seats, public.score().seats, strict=True):
            assert theirs.low <= mine.low <= mine.high <= theirs.high, "hiding can only widen a score"
    assert drawn
