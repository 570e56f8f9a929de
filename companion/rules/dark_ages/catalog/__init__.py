"""The components as data: worlds, ships, Allies and technologies, read once and checked against the box's sums."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

ALLY: Final = "ally"
"""What the cards of the Allies belong to instead of a world."""

TECHNOLOGY: Final = "technology"

COLOURS: Final = ("green", "red", "blue", "yellow", "white")
"""The five colours of chips; the rulebook's example names the first four."""

TOP_VALUE: Final = 10
"""The highest value of a ship, and of a bid."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the deck. `world` is a world's key, ALLY or TECHNOLOGY; `value` is -1 for a technology."""

    key: str
    world: str
    value: int
    name: str
    class_name: str
    text: str
    place: int
    """Its place in the catalog, for sorting."""

    @property
    def is_ship(self) -> bool:
        """A world's ship or an Ally: what an action A can be made with."""
        return self.value >= 0

    @property
    def is_ally(self) -> bool:
        return self.world == ALLY

    @property
    def is_warship(self) -> bool:
        """Values 6 to 10 (“Using Ship Abilities”)."""
        return self.value >= 6


def _read() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("cards.toml").read_text(encoding="utf-8"))


_DATA: Final = _read()

WORLDS: Final[tuple[str, ...]] = tuple(_DATA["worlds"])
"""The eight worlds by key."""
WORLD_NAMES: Final[Mapping[str, str]] = {key: world["name"] for key, world in _DATA["worlds"].items()}
POWERS: Final[Mapping[str, str]] = {key: world["power"] for key, world in _DATA["worlds"].items()}
TECHNOLOGIES: Final[tuple[str, ...]] = tuple(_DATA["technologies"])
CHIPS: Final[int] = _DATA["chips"]
DEALT: Final[int] = _DATA["dealt"]
DECK: Final[int] = _DATA["deck"]
LAST_WORLDS: Final[int] = _DATA["worlds_at_end"]
VALUES: Final[tuple[int, ...]] = tuple(_DATA["values"])


def _cards() -> dict[str, Card]:
    cards: dict[str, Card] = {}
    for world, called in (*WORLD_NAMES.items(), (ALLY, "Ally")):
        for value, ship in enumerate(_DATA["ships"]):
            key = f"{world}_{value}"
            cards[key] = Card(key, world, value, f"{called} {value}", ship["name"], ship["ability"], len(cards))
    for key, technology in _DATA["technologies"].items():
        name = technology["name"]
        cards[key] = Card(key, TECHNOLOGY, -1, name, name, technology["text"], len(cards))
    return cards


CARDS: Final[Mapping[str, Card]] = _cards()
"""The 104 cards of the draw deck by key: `felowi_8`, `ally_2`, `sensors`."""

SHIPS: Final[tuple[str, ...]] = tuple(key for key, card in CARDS.items() if card.is_ship)


def check() -> None:
    """Raises ValueError when the catalog does not add up to the box."""
    if len(CARDS) != DECK or DECK + 2 * len(WORLDS) != _DATA["cards"] or len(COLOURS) != _DATA["players"]:
        raise ValueError(f"the catalog has {len(CARDS)} cards of {DECK} and {len(WORLDS)} worlds")


check()


def value_at(level: int) -> int:
    """Influence of a base at a level: 0 above the world card, r above row r (“Deploying an Available Base”)."""
    return VALUES[level] if 0 <= level < len(VALUES) else 0


def card_name(key: object) -> str:
    """A card as players write it: "Felowi 8"; "a card" when it is not told."""
    card = CARDS.get(key) if isinstance(key, str) else None
    return card.name if card is not None else "a card" if not isinstance(key, str) else key


def world_name(key: str) -> str:
    return WORLD_NAMES.get(key, key)
