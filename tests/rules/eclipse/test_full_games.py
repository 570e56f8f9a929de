"""Random games at full tracking, with battles: they end, every law holds, and their lines give the same again."""

from __future__ import annotations

import pytest

from companion.rules.contract import PUBLIC, apply
from companion.rules.eclipse import GAME
from companion.rules.eclipse.state import FULL
from companion.rules.notation import read, write
from tests.rules.playing import random_game


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", range(2))
def test_random_full_games(players: int, seed: int) -> None:
    over = False
    for moment in random_game(50 * players + seed, players, tracking=FULL):
        assert GAME.laws(moment.after) == [], write(moment.action)
        over = moment.after.phase == "over"
    assert over


def test_random_full_games_have_battles_of_every_kind_of_step() -> None:
    met = {
        decision.name
        for seed in (29, 35, 53)
        for moment in random_game(seed, 6, tracking=FULL)
        for decision in moment.after.decisions
    }
    assert {"combat", "battle.turn", "battle.roll", "combat.influence", "upgrade.parts"} <= met


def test_a_full_record_gives_the_same_state_again() -> None:
    moments = list(random_game(48, 6, tracking=FULL))
    state = moments[0].before
    for moment in moments:
        state = apply(state, read(write(moment.action), GAME.actions))
        assert state == moment.after
        assert state.view(PUBLIC).decisions is not None
    assert repr(state) == repr(moments[-1].after)
