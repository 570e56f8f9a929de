"""The box of Cosmic Empires as data: read once from the TOML files beside this module, its sums checked.

What only the cards print is data too, marked unverified; `content.py` lets a table tell what its cards say.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from companion.rules.cosmic_empires.catalog.outlines import (
    FIELDS,
    Board,
    outline_key,
    outline_of,
    read_board,
    spaces_of,
)

Content = tuple[str | int, ...]
"""What a card prints, in the words of `tell_card`: of a planet its icon's colour and name, of neutral pirates frigates,
cruisers and prizes, of a public mission category, reward and places, of a board rows and starting fields."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of playing field (pp. 9-10): its category, capacity symbols, and whether it has the activation sign."""

    key: str
    title: str
    category: str
    copies: int
    activation: bool
    capacity: int
    shipyard: bool
    population: int


@dataclass(frozen=True, slots=True)
class ShipClass:
    """Frigate or cruiser: how many a player has, combat dice, hits it takes (p. 5)."""

    per_player: int
    dice: int
    resistance: int


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event card of the box (pp. 10-11)."""

    title: str
    copies: int
    standard: bool


@dataclass(frozen=True, slots=True)
class SecretMission:
    """A secret mission and the factions that may choose it (p. 9)."""

    text: str
    factions: tuple[str, ...]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / name).read_text(encoding="utf-8"))


def _kind(key: str, of: Mapping[str, Any]) -> Kind:
    planet = of["category"] == "planet"
    return Kind(
        key,
        of["title"],
        of["category"],
        of["copies"],
        of.get("activation", False),
        of.get("capacity", 0),
        of.get("shipyard", False),
        of.get("population", 6 if planet else 0),
    )


def _board(key: str, of: Mapping[str, Any]) -> Board:
    return Board(key, tuple(of["players"]), of["verified"], spaces_of(of["rows"]), of["starts"])


_fields = _read("fields.toml")
_box = _read("box.toml")

KINDS: Final[Mapping[str, Kind]] = {key: _kind(key, of) for key, of in _fields["kinds"].items()}
PLANETS: Final = tuple(kind.key for kind in KINDS.values() if kind.category == "planet")
STATIONS: Final = tuple(kind.key for kind in KINDS.values() if kind.category == "station")
BUILT: Final = tuple(key for key in STATIONS if key != "colony_station")
"""The stations a Colony Station may become (p. 10)."""

KIND_OF: Final[Mapping[str, str]] = {card["key"]: card["kind"] for card in _fields["cards"]} | {
    key: key for key in KINDS if not any(card["kind"] == key for card in _fields["cards"])
}
"""The kind of every field card's key. Planets and pirates differ card by card, others only by kind."""
FIELD_KINDS: Final[Mapping[str, Kind]] = {card: KINDS[kind] for card, kind in KIND_OF.items()}
"""The kind of every field card."""
PLANET_CARDS: Final = frozenset(card for card, kind in FIELD_KINDS.items() if kind.category == "planet")
STATION_CARDS: Final = frozenset(card for card, kind in FIELD_KINDS.items() if kind.category == "station")
MARKED_CARDS: Final = STATION_CARDS | {"asteroid_field", "free_space"}
"""Fields held by one stone of whoever moved there (C36)."""
FIELD_COPIES: Final[Mapping[str, int]] = {
    key: 1 if key != kind else KINDS[kind].copies for key, kind in KIND_OF.items() if kind != "starting_field"
}
"""How many cards bear that key, starting fields aside."""

COLOURS: Final[tuple[str, ...]] = tuple(_box["colours"])
STONES: Final[int] = _box["stones_per_colour"]
STONES_IN_BAG: Final[int] = _box["stones_in_bag"]
STONES_IN_BAG_OF_TWO: Final[int] = _box["stones_in_bag_two_players"]
HAND_LIMIT: Final[int] = _box["hand_limit"]
UPGRADES: Final[Mapping[str, int]] = {"weapon": _box["weapons"], "shield": _box["shields"]}
DICE: Final[Mapping[str, int]] = {"white": _box["dice"]["white"], "yellow": _box["dice"]["yellow"]}
FACES: Final[tuple[str, ...]] = tuple(_box["dice"]["faces"])
SHIPS: Final[Mapping[str, ShipClass]] = {key: ShipClass(**of) for key, of in _box["ships"].items()}
FACTIONS: Final[Mapping[str, str]] = _box["factions"]
SECRET_MISSIONS: Final[Mapping[str, SecretMission]] = {
    key: SecretMission(of["text"], tuple(of["factions"])) for key, of in _box["secret_missions"].items()
}
EVENT_CARDS: Final[Mapping[str, EventCard]] = {key: EventCard(**of) for key, of in _box["event_cards"].items()}
EVENTS: Final = sum(card.copies for card in EVENT_CARDS.values())

BOARDS: Final[Mapping[str, Board]] = {key: _board(key, of) for key, of in _read("layouts.toml")["boards"].items()}

_missions = _read("missions.toml")["missions"]
STARTER: Final = "mission_starter"
MISSIONS: Final[tuple[str, ...]] = tuple(card["key"] for card in _missions)
REWARDS: Final = ("population", "event_cards", "capacity", "frigate")
CATEGORIES: Final = ("conquest", "assaults")
PLACES: Final = (*PLANETS, *STATIONS, "asteroid_field", "free_space", "planet", "station", "shipyard")
"""What a place of a conquest may ask for."""
BATTLE: Final = "battle"


def _content(card: Mapping[str, Any]) -> Content:
    if "icon" in card:
        return (card["icon"], *([card["name"]] if "name" in card else []))
    if "prizes" in card:
        return (card["frigates"], card["cruisers"], card["prizes"])
    return (card["category"], card["reward"], *card["places"])


def board_for(players: int) -> Board:
    """The box's own board for so many, the likeliest where it is a guess."""
    return next(board for board in BOARDS.values() if players in board.players)


def board_of(key: str) -> Board:
    """A board of the box, or one that a table entered (its key carries it)."""
    return BOARDS[key] if key in BOARDS else read_board(key)


OUTLINES: Final[Mapping[str, int]] = {outline_key(players): players for players in FIELDS}
"""Boards as cards that can be told, and for how many each is."""

SHIPPED: Final[Mapping[str, Content]] = {card["key"]: _content(card) for card in (*_fields["cards"], *_missions)} | {
    key: outline_of(board_for(players)) for key, players in OUTLINES.items()
}
"""The content of every card whose print matters, as shipped: a guess unless in VERIFIED."""
VERIFIED: Final = frozenset(card["key"] for card in (*_fields["cards"], *_missions) if card.get("verified", False))


def _check() -> None:
    """The box's sums as the rulebook prints them (Components; pp. 8-11)."""
    by_category = {
        category: sum(kind.copies for kind in KINDS.values() if kind.category == category)
        for category in ("planet", "station", "without_presence")
    }
    sums = {
        "fields": (sum(by_category.values()), 48),
        "planets": (by_category["planet"], 10),
        "stations": (by_category["station"], 11),
        "fields without presence": (by_category["without_presence"], 27),
        "cards without starting fields": (sum(FIELD_COPIES.values()), 43),
        "event cards": (EVENTS, 66),
        "standard event cards": (sum(card.copies for card in EVENT_CARDS.values() if card.standard), 25),
        "secret missions": (sum(len(mission.factions) for mission in SECRET_MISSIONS.values()), 15),
        "public missions": (len(MISSIONS), 16),
        "dice": (sum(DICE.values()), 5),
        "pedestals": (sum(ship.per_player for ship in SHIPS.values()), _box["pedestals_per_colour"]),
        "starter's places": (len(SHIPPED[STARTER]) - 2, 6),
    }
    sums |= {f"spaces of {board.key}": (len(board.spaces), FIELDS[board.players[0]]) for board in BOARDS.values()}
    if wrong := [f"{what}: {found}, not {due}" for what, (found, due) in sums.items() if found != due]:
        raise ValueError(f"the catalog of Cosmic Empires does not add up: {'; '.join(wrong)}")


_check()


def secret_missions_of(faction: str) -> tuple[str, ...]:
    """The three secret missions of a faction (p. 9)."""
    return tuple(key for key, mission in SECRET_MISSIONS.items() if faction in mission.factions)
