"""What each secret mission asks, counted on the table (The Factions; C62-C67, CA36-CA39)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.rules.cosmic_empires.capacity import field_symbols
from companion.rules.cosmic_empires.catalog import PLANETS, SECRET_MISSIONS, STATIONS
from companion.rules.cosmic_empires.state import Player, Space, State, colour_index


@dataclass(frozen=True, slots=True)
class Requirement:
    """One demand of a mission: how much the seat has of how much is needed."""

    text: str
    have: int
    need: int

    @property
    def met(self) -> bool:
        return self.have >= self.need


@dataclass(frozen=True, slots=True)
class Counted:
    """What a seat has on the table."""

    state: State
    player: Player
    spaces: tuple[Space, ...]

    def kind(self, *kinds: str) -> int:
        return sum(space.kind_key in kinds for space in self.spaces)

    @property
    def planets(self) -> int:
        return self.kind(*PLANETS)

    @property
    def stations(self) -> int:
        return self.kind(*STATIONS)

    @property
    def fields(self) -> int:
        """Fields controlled; the starting field only by house rule (CA37)."""
        return len(self.spaces) + self.state.on("start_field_counts")

    def guarded(self, *kinds: str) -> int:
        """Fields of these kinds with an own ship on each."""
        here = {ship.at for ship in self.player.ships}
        return sum(space.kind_key in kinds and space.name in here for space in self.spaces)


def count(state: State, seat: str) -> Counted:
    return Counted(state, state.player(seat), state.owned(seat))


def _further(of: Counted, planets: int, stations: int, further: int) -> list[Requirement]:
    spare = of.fields - min(of.planets, planets) - min(of.stations, stations)
    return [
        Requirement("planets", of.planets, planets),
        Requirement("stations", of.stations, stations),
        Requirement("further fields", spare, further),
    ]


def guarded_belt(of: Counted) -> list[Requirement]:
    return [
        Requirement("asteroid fields with an own ship", of.guarded("asteroid_field"), 3),
        Requirement("stations with an own ship", of.guarded(*STATIONS), 2),
    ]


def upgraded_fleet(of: Counted) -> list[Requirement]:
    full = sum(ship.weapon and ship.shield for ship in of.player.ships)
    return [
        Requirement("fields with shipyards", of.kind("shipyard_planet", "shipyard_station"), 3),
        Requirement("research centres", of.kind("research_centre"), 1),
        Requirement("fully upgraded ships", full, 5),
    ]


def network(of: Counted) -> list[Requirement]:
    return [
        Requirement("research centres", of.kind("research_centre"), 1),
        Requirement("equipment planets", of.kind("equipment_planet"), 1),
        Requirement("event planets", of.kind("event_planet"), 1),
        Requirement("shipyard planets", of.kind("shipyard_planet"), 1),
        Requirement("asteroid fields", of.kind("asteroid_field"), 2),
    ]


def eight_markers(of: Counted) -> list[Requirement]:
    return [Requirement("capacity markers", of.player.markers, 8)]


def seven_markers(of: Counted) -> list[Requirement]:
    return [Requirement("capacity markers", of.player.markers, 7)]


def wide_realm(of: Counted) -> list[Requirement]:
    return _further(of, 3, 3, 3)


def station_realm(of: Counted) -> list[Requirement]:
    return _further(of, 2, 5, 2)


def five_capacities(of: Counted) -> list[Requirement]:
    return [
        Requirement("capacities of planets and shipyards", field_symbols(of.state, of.player.seat), 5),
        Requirement("ships", len(of.player.ships), 5),
    ]


def largest_fleet(of: Counted) -> list[Requirement]:
    others = max(len(each.ships) for each in of.state.players if each.seat != of.player.seat)
    return [Requirement("ships", len(of.player.ships), max(4, others + 3))]


def most_planets(of: Counted) -> list[Requirement]:
    others = max(count(of.state, seat).planets for seat in of.state.seats if seat != of.player.seat)
    return [Requirement("planets", of.planets, max(4, others + 2))]


def peopled_planets(of: Counted) -> list[Requirement]:
    index = colour_index(of.player.seat)
    peopled = sum(space.planet and space.stones[index] >= 4 for space in of.spaces)
    return [
        Requirement("planets with 4 own stones", peopled, 4),
        Requirement("stations", of.stations, 3),
    ]


_ASKED: Final[Mapping[str, Callable[[Counted], list[Requirement]]]] = {
    each.__name__: each
    for each in (
        guarded_belt, upgraded_fleet, network, eight_markers, seven_markers, wide_realm, station_realm, five_capacities,
        largest_fleet, most_planets, peopled_planets,
    )
}  # fmt: skip
assert set(_ASKED) == set(SECRET_MISSIONS)


def requirements(state: State, seat: str, mission: str) -> list[Requirement]:
    """How far a seat is with a secret mission, demand by demand."""
    return _ASKED[mission](count(state, seat))


def met(state: State, seat: str, mission: str) -> bool:
    """Whether a seat fulfils a secret mission now, in whoever's turn (CA36)."""
    return all(each.met for each in requirements(state, seat, mission))
