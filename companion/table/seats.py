"""What earlier evenings tell about the next: who plays here, and what was set up last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.rules.contract import Setup
from companion.table.journal import SessionRow


def suggested_names(sessions: Iterable[SessionRow], most: int = 12) -> list[str]:
    """Names from past games (the latest first), those that played most often first, then the latest."""
    counted: Counter[str] = Counter()
    for row in sessions:
        counted.update(name for name in row.names.values() if name)
    # most_common keeps the order of first sight among equals, and sessions come latest first.
    return [name for name, _ in counted.most_common(most)]


def last_setup(sessions: Iterable[SessionRow], game: str) -> tuple[Setup, Mapping[str, str]] | None:
    """The setup and names of the game's last session (they come latest first), for a rematch."""
    for row in sessions:
        if row.game == game:
            return row.setup, row.names
    return None
