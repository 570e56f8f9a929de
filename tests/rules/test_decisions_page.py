"""docs/eclipse-decisions.md names every decision and verb there is, and none besides."""

import re
from pathlib import Path

from companion.rules.eclipse import GAME
from tests.rules.playing import random_game

PAGE = Path(__file__).parents[2] / "docs" / "eclipse-decisions.md"


def test_the_page_names_all_decisions_and_verbs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    table = [row for row in rows if row.count("|") > 4]
    named = set(re.findall(r"`([a-z_.]+)`", " ".join(row.split("|")[1] for row in table)))
    met = {d.name for seed in range(12) for moment in random_game(seed) for d in moment.after.decisions}
    assert met <= named
    words = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", text))))
    assert set(GAME.actions) <= words
