"""docs/cosmic-empires-decisions.md names every decision and verb there is, and none besides."""

import re
from itertools import islice
from pathlib import Path

from companion.rules.cosmic_empires import GAME
from tests.rules.cosmic.playing import random_game

PAGE = Path(__file__).parents[3] / "docs" / "cosmic-empires-decisions.md"


def test_the_page_names_all_decisions_and_verbs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    named = set(re.findall(r"`([a-z_.]+)`", " ".join(row.split("|")[1] for row in rows)))
    told = {"event_cards": "told", "cards_asked": "once"}
    games = [random_game(seed, players, **told) for seed in range(3) for players in (2, 5)]
    met = {d.name for game in games for moment in islice(game, 1500) for d in moment.after.decisions}
    assert met <= named
    words = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", text))))
    assert set(GAME.actions) <= words
    files = PAGE.parents[1].glob("companion/rules/cosmic_empires/*.py")
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    assert all(f'"{name}"' in source for name in named)
