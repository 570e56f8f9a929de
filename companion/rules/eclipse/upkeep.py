"""The upkeep phase: colony ships, civilization upkeep, bankruptcy, production (p. 24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse.discs import lift_disc
from companion.rules.eclipse.economy import by_trade, foresee, gains, money_result, on_the_tracks, production, upkeep
from companion.rules.eclipse.flow import find, finish_step, push
from companion.rules.eclipse.pieces import Player, name, sector_name
from companion.rules.eclipse.sectors import called, discs_out, may_be_owned, may_own_more, own_sector, unnamed
from companion.rules.eclipse.state import EclipseAction, SeatAction, State, Step
from companion.rules.eclipse.trade import leave_game


@dataclass(frozen=True)
class Upkeep(Step):
    """A seat pays its upkeep; before that it may use colony ships, and must trade or give up sectors when short."""

    def decision(self, state: State) -> Decision:
        return _asked(*on_the_tracks(state.player(self.seat)))


@lru_cache(maxsize=1024)
def _asked(seat: str, discs: int, money: int, cubes: int, told: bool) -> Decision:
    """Kept: all seats are asked at once, and what one answers leaves the others' questions as they were."""
    verbs = ("pay_upkeep", "give_up", "collapse", "colonise")
    ahead = foresee(seat, discs, money, cubes, told)
    return Decision(seat, "upkeep", verbs, context={"outlook": ahead, "short": max(0, -ahead.money_now)})


def shortfall(player: Player) -> int:
    """Money missing after storage and income have been used; 0 when the upkeep is covered (p. 24)."""
    return max(0, -(player.storage[0] + money_result(player)))


def _untold_money(player: Player, needed: int) -> Missing:
    return Missing(
        "storage", f"Has {name(player.seat)} {needed} money in storage, which upkeep takes beside the income?"
    )


@dataclass(frozen=True)
class PayUpkeep(SeatAction):
    """`pay_upkeep`: income less upkeep moves the money marker, then science and materials are produced (p. 24)."""

    verb: ClassVar[str] = "pay_upkeep"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat not in state.seats:
            return
        player = state.player(self.seat)
        short = shortfall(player)
        if short and "money" in player.storage_untold:
            yield _untold_money(player, short)
        elif short:
            rate, could = player.species.trade_rate, by_trade(player, "money")
            owned = state.owned(self.seat) or may_own_more(state, self.seat)
            if could >= short:
                way = f"trading {rate} to 1 can give up to {could}"
            elif owned:
                way = f"trading {rate} to 1 can give {could}; give up a sector, which frees a disc"
            else:
                way = f"trading {rate} to 1 can give {could}, and no sector is left to give up"
            yield Reason(
                "short",
                f"{self.who} pays {upkeep(player)} and has an income of {production(player, 'money')} "
                f"and {player.storage[0]} in storage: {short} money short ({way}).",
                "24",
            )

    def effect(self, state: State) -> State:
        player = state.player(self.seat)
        state = gains(
            state,
            self.seat,
            ("money", production(player, "money"), "income"),
            ("money", -upkeep(player), "civilization upkeep"),
            ("science", production(player, "science"), "production"),
            ("materials", production(player, "materials"), "production"),
        )
        return finish_step(state, find(state, self.seat, Upkeep))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PayUpkeep]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} pays the upkeep"


@dataclass(frozen=True)
class GiveUp(SeatAction):
    """`give_up SECTOR`: the disc goes back to the track and the cubes to theirs, only when money is short (p. 24).

    Where sectors are not tracked the sector may be `?`.
    """

    sector: int | None
    verb: ClassVar[str] = "give_up"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from own_sector(state, self.seat, self.sector)
        if self.seat in state.seats and not shortfall(state.player(self.seat)):
            player = state.player(self.seat)
            left = player.storage[0] + money_result(player)
            yield Reason(
                "covered",
                f"{self.who} can pay the upkeep ({left} money left over), so no sector may be given up.",
                "30",
            )
        elif self.seat in state.seats and "money" in state.player(self.seat).storage_untold:
            yield _untold_money(state.player(self.seat), shortfall(state.player(self.seat)))

    def effect(self, state: State) -> State:
        state, cubes = lift_disc(state, self.seat, self.sector, f"gave up {called(self.sector)}")
        return push(state, *cubes)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[GiveUp]:
        if decision is not None and shortfall(state.player(decision.seat)):
            yield from (cls(decision.seat, sector.number) for sector in may_be_owned(state, decision.seat))
            if unnamed(state) and may_own_more(state, decision.seat):
                yield cls(decision.seat, None)

    def title(self, state: State) -> str:
        return f"{self.who} gives up {'sector ' if self.sector else ''}{called(self.sector)}"


@dataclass(frozen=True)
class Collapse(SeatAction):
    """`collapse`: short of money, with nothing to trade or give up: the game ends for that seat (p. 24)."""

    verb: ClassVar[str] = "collapse"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat not in state.seats:
            return
        player = state.player(self.seat)
        short, owned = shortfall(player), state.owned(self.seat)
        if not short:
            yield Reason("covered", f"{self.who} can pay the upkeep.", "24")
        elif player.storage_untold:
            yield _untold_money(player, short)
        if owned:
            numbers = ", ".join(sector_name(sector.number) for sector in owned)
            yield Reason("sectors_left", f"{self.who} still has sectors to give up: {numbers}.", "24")
        elif may_own_more(state, self.seat):
            discs = discs_out(player)
            yield Reason("sectors_left", f"{self.who} still has sectors to give up: {discs} discs lie in some.", "24")
        if short and by_trade(player, "money") >= short:
            yield Reason("can_trade", f"{self.who} can trade for the {short} money missing.", "24")

    def effect(self, state: State) -> State:
        return leave_game(state, self.seat, "collapsed")

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Collapse]:
        if decision is not None and not state.owned(decision.seat) and not may_own_more(state, decision.seat):
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"The civilization of {self.who} collapses"


ACTIONS: tuple[type[EclipseAction], ...] = (PayUpkeep, GiveUp, Collapse)
