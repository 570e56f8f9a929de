"""Which sectors a wormhole connects, full or half, and how far ships come by them (pp. 7, 9, 10, 14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from companion.rules.eclipse.hexes import Place, around, openings, opposite
from companion.rules.eclipse.state import State

GENERATOR: Final = "wormhole_generator"
Answer = Literal["yes", "no", "unknown"]


@dataclass(frozen=True, slots=True)
class Chart:
    """Where sectors lie and what connects them; made once for each laying.

    `full`: numbers with a wormhole on both sides of the common edge; `half`: on at least one side; `touching`: all.
    `untold`: sectors on the table whose place nobody told.
    """

    at: Mapping[Place, int]
    place: Mapping[int, Place]
    turned: Mapping[int, int]
    full: Mapping[int, tuple[int, ...]]
    half: Mapping[int, tuple[int, ...]]
    touching: Mapping[int, tuple[int, ...]]
    untold: frozenset[int]

    def links(self, generator: bool) -> Mapping[int, tuple[int, ...]]:
        """The connections that count with (or without) the Wormhole Generator."""
        return self.half if generator else self.full


@lru_cache(maxsize=512)
def charted(laid: tuple[tuple[int, Place | None, int], ...]) -> Chart:
    """The chart of sectors given as (number, place or None, rotation)."""
    at = {place: number for number, place, _ in laid if place is not None}
    place_of = {number: place for number, place, _ in laid if place is not None}
    turned = {number: rotation for number, place, rotation in laid if place is not None}
    full: dict[int, tuple[int, ...]] = {}
    half: dict[int, tuple[int, ...]] = {}
    touching: dict[int, tuple[int, ...]] = {}
    for number, place in place_of.items():
        mine = openings(number, turned[number])
        both, one, every = [], [], []
        for direction, beside in around(place):
            other = at.get(beside)
            if other is None:
                continue
            here = direction in mine
            there = opposite(direction) in openings(other, turned[other])
            every.append(other)
            if here and there:
                both.append(other)
            if here or there:
                one.append(other)
        full[number], half[number], touching[number] = tuple(both), tuple(one), tuple(every)
    untold = frozenset(number for number, place, _ in laid if place is None)
    return Chart(at, place_of, turned, full, half, touching, untold)


def has_generator(state: State, seat: str) -> bool:
    """Whether the seat may go through an edge with a wormhole on just one side (p. 12)."""
    return seat in state.seats and state.player(seat).owns(GENERATOR)


def connected(state: State, one: int, other: int, generator: bool) -> Answer:
    """Whether a wormhole connects two sectors; unknown where the place of one is not told."""
    now = state.chart
    if not state.tracks("map") or one in now.untold or other in now.untold:
        return "unknown"
    return "yes" if other in now.links(generator).get(one, ()) else "no"


def hops(
    links: Mapping[int, tuple[int, ...]], source: int, passable: Callable[[int], bool], most: int = 99
) -> dict[int, int]:
    """Sectors reached from `source` and in how many steps at least; no way leads through one that is not passable."""
    found = {source: 0}
    edge = [source]
    steps = 0
    while edge and steps < most:
        steps += 1
        following = []
        for number in edge:
            if number != source and not passable(number):
                continue
            for beside in links.get(number, ()):
                if beside not in found:
                    found[beside] = steps
                    following.append(beside)
        edge = following
    return found
