"""Trade: some of one resource for one of another, at any time (p. 7); and leaving the game (p. 21)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse import diplomacy, score
from companion.rules.eclipse.catalog import TRACKS, track_index
from companion.rules.eclipse.economy import gains
from companion.rules.eclipse.flow import settle, without_seat
from companion.rules.eclipse.presence import fleet, put_ships
from companion.rules.eclipse.state import EclipseAction, SeatAction, State


@dataclass(frozen=True)
class Trade(SeatAction):
    """`trade FROM TO`: as many of FROM as the species' rate says for one of TO (pp. 7, 24, 26)."""

    source: str
    target: str
    verb: ClassVar[str] = "trade"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        for resource in dict.fromkeys((self.source, self.target)):
            if resource not in TRACKS:
                yield Reason("no_resource", f"There is no resource {resource}; trade money, science or materials.", "7")
        if self.source == self.target:
            yield Reason("same_resource", f"Trading {self.source} for {self.target} changes nothing.", "7")
        if state.phase == "over":
            yield Reason("over", "The game is over; nothing is traded any more.", "25")
        if self.source in TRACKS and self.seat in state.seats:
            player = state.player(self.seat)
            rate, has = player.species.trade_rate, player.storage[track_index(self.source)]
            if self.source in player.storage_untold:
                yield Missing("storage", f"Has {self.who} {rate} {self.source} in storage?")
            elif has < rate:
                yield Reason("short", f"{self.who} trades {rate} to 1 and has {has} {self.source}.", "7")

    def effect(self, state: State) -> State:
        if self.source not in TRACKS or self.target not in TRACKS:
            return state
        rate = state.player(self.seat).species.trade_rate
        why = f"traded {rate} to 1"
        return gains(state, self.seat, (self.source, -rate, why), (self.target, 1, why))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Trade]:
        if decision is not None or state.phase == "over":
            return
        for player in state.players:
            if not player.gone:
                for index, source in enumerate(TRACKS):
                    if player.storage[index] >= player.species.trade_rate or source in player.storage_untold:
                        yield from _trades(player.seat, source)

    def title(self, state: State) -> str:
        rate = state.player(self.seat).species.trade_rate if self.seat in state.seats else 2
        return f"{self.who} trades {rate} {self.source} for 1 {self.target}"


@cache
def _trades(seat: str, source: str) -> tuple[Trade, ...]:
    return tuple(Trade(seat, source, target) for target in TRACKS if target != source)


@dataclass(frozen=True)
class Leave(SeatAction):
    """`leave`: the seat gives up the game; its score is counted now and its pieces go back to the box (p. 21)."""

    verb: ClassVar[str] = "leave"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        if state.phase == "over":
            yield Reason("over", "The game is over.", "25")

    def effect(self, state: State) -> State:
        return leave_game(state, self.seat, "left")

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Leave]:
        return ()

    def title(self, state: State) -> str:
        return f"{self.who} leaves the game"


def leave_game(state: State, seat: str, how: str) -> State:
    """The seat's score is counted, its discs and cubes leave the board, its relations end, nothing is asked of it."""
    state = state.change(seat, frozen_score=score.open_lines(state, seat))
    state = without_seat(state, seat)
    for sector in state.owned(seat):
        state = state.with_sector(sector.with_(owner="", cubes=()))
    for sector in state.sectors:
        for ship, number in fleet(sector, seat):
            state = put_ships(state, sector.number, seat, ship, -number)
    if state.traitor == seat:
        state = state.with_(traitor="")
    state = state.change(seat, gone=how, ships=(0, 0, 0, 0))
    return settle(diplomacy.end_relations(state, seat))


ACTIONS: tuple[type[EclipseAction], ...] = (Trade, Leave)
