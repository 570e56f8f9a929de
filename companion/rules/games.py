"""The games the companion knows, by the name used in commands and records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from companion.rules.contract import Game


class Boxes(Mapping[str, Game[Any]]):
    """The games by name; each engine, with its catalogs, is read when it is first asked for."""

    titles: Final = {
        "eclipse": "Eclipse",
        "dark_ages": "Galaxy: The Dark Ages",
        "cosmic_empires": "Cosmic Empires",
    }
    """What each is called on its lid, without reading its engine."""
    names: Final = tuple(titles)

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in self.names:
            raise KeyError(name)
        game: Game[Any] = import_module(f"companion.rules.{name}").GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.names


GAMES: Final = Boxes()
