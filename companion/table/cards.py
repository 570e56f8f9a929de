"""What tables told of cards whose print the app does not know, kept for every session to come.

A game that has such cards offers `told(state)`, their content by key as tuples of words and figures, and
`card_options(cards)`, which makes them options of a setup, so that each record carries what it was played with.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.rules.contract import Setup
from companion.table.journal import JournalFault

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

    def added(self, game: Any, setup: Setup) -> Setup:
        """The setup with the known cards among its options, so that its record holds them; its own words go first."""
        known = self.options(game)
        return replace(setup, options={**known, **setup.options}) if known else setup


class Following:
    """Keeps what a session's table tells of cards. An undo takes a telling from the game and not from the file: what a
    card prints stays true."""

    def __init__(self, cards: Cards, game: Any, state: Any) -> None:
        self._cards = cards
        self._game = game
        self._told = dict(game.told(state)) if hasattr(game, "told") else {}

    def resumed(self, state: Any) -> None:
        """Keep what was told just before a power cut; what the file has already is newer."""
        told = dict(self._game.told(state)) if hasattr(self._game, "told") else {}
        known = self._cards.known(self._game.name) if told else {}
        new = {key: content for key, content in told.items() if self._told.get(key) != content}
        self._keep({key: content for key, content in new.items() if key not in known})
        self._told = told

    def moved_on(self, state: Any) -> None:
        """Keep what was told since. Raises JournalFault."""
        if not hasattr(self._game, "told"):
            return
        now = dict(self._game.told(state))
        new = {key: content for key, content in now.items() if self._told.get(key) != content}
        self._told = now
        self._keep(new)

    def _keep(self, cards: Mapping[str, Content]) -> None:
        if cards:
            self._cards.keep(self._game.name, cards)
