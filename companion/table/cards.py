"""What tables told of cards whose print the app does not know, kept for every session to come.

A game that has such cards offers `told(state)`, their content by key as tuples of words and figures, and
`card_options(cards)`, which makes them options of a setup, so that each record carries what it was played with.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.table.journal import Event, JournalFault
from companion.table.session import Session

Content = tuple[str | int, ...]


class Cards:
    """The known cards of one data folder: one file for each game."""

    def __init__(self, data: Path) -> None:
        self._data = data

    def file(self, game: str) -> Path:
        return self._data / f"cards-{game}.json"

    def known(self, game: str) -> dict[str, Content]:
        """Every card told so far. A file that cannot be read counts as none: the cards are asked for again."""
        try:
            read = json.loads(self.file(game).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(read, dict):
            return {}
        return {key: tuple(words) for key, words in read.items() if isinstance(words, list)}

    def keep(self, game: str, cards: Mapping[str, Content]) -> None:
        """Add cards to the known ones, the newest word counting. Raises JournalFault when the disk refuses."""
        kept = {**self.known(game), **cards}
        file = self.file(game)
        part = file.with_suffix(".part")
        try:
            self._data.mkdir(parents=True, exist_ok=True)
            with part.open("w", encoding="utf-8") as out:
                json.dump(kept, out, indent=1, sort_keys=True)
                out.flush()
                os.fsync(out.fileno())
            part.replace(file)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise JournalFault(f"What the card says cannot be kept in {file}: {why}; this game goes on.") from error

    def options(self, game: Any) -> dict[str, str]:
        """The known cards as options for a new session of a game, {} for one without such cards.

        A card that today's rules would refuse is left out: the file may be older than they are.
        """
        offered = getattr(game, "card_options", None)
        return dict(offered(self.known(game.name))) if offered is not None else {}

    def follow(self, session: Session) -> Callable[[], None]:
        """Keep every card that the session's table tells from now on. Returns what ends that."""
        told = getattr(session.game, "told", None)
        if told is None:
            return lambda: None
        before = dict(told(session.state))

        def listen(event: Event) -> None:
            now = dict(told(session.state))
            new = {key: content for key, content in now.items() if before.get(key) != content}
            if new:
                before.update(new)
                self.keep(session.game.name, new)

        return session.subscribe(listen)
