"""The opening auction, once per game (“Determining the First Player”)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.catalog import CARDS, TOP_VALUE
from companion.rules.dark_ages.flow import find, replace_step, settle
from companion.rules.dark_ages.state import TURNS, DarkAgesAction, State, Step, name


@dataclass(frozen=True)
class BidStep(Step):
    """A seat bids or passes; `passed` counts the passes since the last bid."""

    passed: int = 0

    def decision(self, state: State) -> Decision:
        verbs = ("bid", "pass_bid")
        lowest = state.bids[-1][1] + 1 if state.bids else 0
        return Decision(self.seat, "auction", verbs, context={"bids": state.bids, "lowest": lowest})


def could_hold(state: State, seat: str, values: Iterable[int]) -> bool:
    """Whether, by its own knowledge, the seat may hold a ship of one of these values."""
    wanted, hand = set(values), state.player(seat).hand
    return bool(hand.unknown_to(seat)) or any(CARDS[card].value in wanted for card in hand.known_to(seat))


@dataclass(frozen=True)
class Bid(DarkAgesAction):
    """`bid VALUE`: the value of the ship that the seat would open with."""

    value: int
    verb: ClassVar[str] = "bid"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if not 0 <= self.value <= TOP_VALUE:
            yield Reason(
                "bid_range", f"Ships have values 0 to {TOP_VALUE}; {self.value} cannot be bid.", sections.OPENING
            )
        if state.bids and self.value <= state.bids[-1][1]:
            yield Reason(
                "bid_low", f"A bid must be higher than the last, which was {state.bids[-1][1]}.", sections.OPENING
            )
        if not state.on("bluff_bids") and self.seat in state.seats and not could_hold(state, self.seat, (self.value,)):
            yield Missing("bid_held", f"Does {self.who} hold a ship of {self.value}? Bluffs are not allowed here.")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, BidStep)
        if step is None:
            return state
        others = tuple(bid for bid in state.bids if bid[0] != self.seat)
        state = state.with_(bids=(*others, (self.seat, self.value)))
        if self.value >= TOP_VALUE:
            return _over(replace_step(state, step))
        return settle(replace_step(state, step, BidStep(state.left_of(self.seat))))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Bid]:
        if decision is None:
            return
        for value in range(decision.context["lowest"], TOP_VALUE + 1):
            if state.on("bluff_bids") or could_hold(state, decision.seat, (value,)):
                yield cls(decision.seat, value)

    def title(self, state: State) -> str:
        return f"{self.who} bids {self.value}"


@dataclass(frozen=True)
class PassBid(DarkAgesAction):
    """`pass_bid`: no bid this time; another lap may bring one."""

    verb: ClassVar[str] = "pass_bid"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if not state.bids:
            yield Reason("must_bid", f"{self.who} deals and must name a value first.", sections.OPENING)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, BidStep)
        if step is None:
            return state
        passed = step.passed + 1
        if passed >= len(state.seats) - 1 and state.bids:
            return _over(replace_step(state, step))
        return settle(replace_step(state, step, BidStep(state.left_of(self.seat), passed)))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PassBid]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} passes"


def _over(state: State) -> State:
    """The highest bidder opens, and owes a ship of that value."""
    seat, value = state.bids[-1]
    return settle(state.with_(phase=TURNS, opening=value, active=seat, turn=1, part="action", gained=False))


@dataclass(frozen=True)
class NoSuchShip(DarkAgesAction):
    """`no_such_ship`: the opener cannot play the ship bid, loses a base, and the next-highest bidder opens."""

    verb: ClassVar[str] = "no_such_ship"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if state.opening is None:
            yield Reason("no_opening", f"{self.who} owes no bid.", sections.OPENING)
            return
        if state.action:
            yield Reason("too_late", "The opening ship was played already.", sections.OPENING)
        held = state.player(self.seat).hand if self.seat in state.seats else None
        if held is not None and any(CARDS[card].value == state.opening for card in held.known_to(self.seat)):
            yield Missing("bid_held", f"Has {self.who} no ship of {state.opening}? One was told.")

    def effect(self, state: State) -> State:
        from companion.rules.dark_ages.turns import TurnStep

        step = find(state, self.seat, TurnStep)
        if step is None or state.opening is None:
            return state
        player = state.player(self.seat)
        chips = max(0, player.chips - 1)
        state = state.change(self.seat, chips=chips, lost=player.lost + player.chips - chips)
        state = state.enter(self.seat, "bases", chips - player.chips, "no ship of the value bid")
        bids = tuple(bid for bid in state.bids if bid[0] != self.seat)
        opener, value = bids[-1] if bids else (state.left_of(state.dealer), None)
        state = replace_step(state, step).with_(bids=bids, opening=value, active=opener, part="action")
        return settle(state.with_(base_done=False, technologies_played=0, gained=False))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[NoSuchShip]:
        if decision is not None and state.opening is not None and not state.action:
            hand = state.player(decision.seat).hand
            if not any(CARDS[card].value == state.opening for card in hand.known_to(decision.seat)):
                yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} has no ship of {state.opening} and loses a base"


def owed(state: State, value: int | None, first: bool) -> Iterator[Reason]:
    """What the opener's first turn asks of a ship of that value (None: not told)."""
    if state.opening is None or value is None:
        return
    if first and value != state.opening:
        yield Reason(
            "opening", f"{name(state.active)} must open with a ship of {state.opening}, not {value}.", sections.OPENING
        )
    if not first and value > state.opening:
        yield Reason(
            "opening", f"No ship above {state.opening}, the bid, may be played in the opening turn.", sections.OPENING
        )


ACTIONS: tuple[type[DarkAgesAction], ...] = (Bid, PassBid, NoSuchShip)
