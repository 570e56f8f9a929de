"""Golden records: whole games, replayed line by line by today's rules. Made anew by `python -m tests.rules.golden`."""

from __future__ import annotations

import json

import pytest

from companion.rules.cosmic_empires import GAME
from companion.rules.games import GAMES
from companion.table import record, replay
from tests.rules.golden.cosmic_empires import RESULTS, record_file


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_golden_record(players: int) -> None:
    golden = record.load(record_file(players), GAMES)
    state = replay.last(golden).state
    expected = json.loads(RESULTS.read_text(encoding="utf-8"))[str(players)]
    assert state.phase == "over"  # type: ignore[attr-defined]
    assert GAME.laws(state) == []  # type: ignore[arg-type]
    assert len(golden.lines) == expected["decisions"]
    assert list(state.winners) == expected["winners"] != []  # type: ignore[attr-defined]
