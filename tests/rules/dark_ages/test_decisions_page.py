"""docs/dark-ages-decisions.md names every decision and verb there is, and none besides."""

import re
from pathlib import Path

from companion.rules.dark_ages import GAME
from tests.rules.dark_ages.playing import random_game

PAGE = Path(__file__).parents[3] / "docs" / "dark-ages-decisions.md"


def test_the_page_names_all_decisions_and_verbs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    named = {re.findall(r"`([a-z_.]+)`", row.split("|")[1])[0] for row in rows}
    seen = [decision for seed in range(8) for moment in random_game(seed) for decision in moment.after.decisions]
    assert {decision.name for decision in seen} <= named
    contexts = {re.findall(r"`([a-z_.]+)`", row.split("|")[1])[0]: row.split("|")[4] for row in rows}
    for decision in seen:
        assert set(decision.context) - {"waiting"} <= set(re.findall(r"[a-z_]+", contexts[decision.name])), (
            decision.name
        )
    words = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", text))))
    assert set(GAME.actions) <= words
    in_rows = {word.split()[0] for row in rows for word in re.findall(r"`([a-z_]+)[^`]*`", row.split("|")[3])}
    assert in_rows <= set(GAME.actions)
