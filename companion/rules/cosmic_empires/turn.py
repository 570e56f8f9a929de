"""The Player's Turn: activation, main move, what comes after it (Game Play; C20-C32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.cosmic_empires.activation import usable
from companion.rules.cosmic_empires.construction import shipyards
from companion.rules.cosmic_empires.flow import find, swap
from companion.rules.cosmic_empires.hands import HandTrim
from companion.rules.cosmic_empires.public_missions import complete, full, may_claim
from companion.rules.cosmic_empires.ships import can_upgrade
from companion.rules.cosmic_empires.state import CosmicAction, SeatAction, State, Step


def beside(state: State, seat: str) -> tuple[str, ...]:
    """What may be done at any moment of the own turn beside its phases: cards, mission stones, upgrades kept."""
    player = state.player(seat)
    verbs: tuple[str, ...] = ("play_card",) if player.hand else ()
    if player.mission_stones:
        verbs += ("place_stone",)
    if player.banked and can_upgrade(state, seat):
        verbs += ("upgrade",)
    return verbs


@dataclass(frozen=True)
class Activation(Step):
    """First phase: own fields with the activation symbol, each once (C20). Skipped when there is none to use."""

    def go_on(self, state: State) -> State | None:
        return None if usable(state, self.seat) else swap(state, self, MainMove(self.seat))

    def asks(self, state: State) -> tuple[Decision, ...]:
        fields = usable(state, self.seat)
        verbs: tuple[str, ...] = ("call_frigate",) if "home" in fields else ()
        if any(field != "home" for field in fields):
            verbs += ("activate",)
        context = {"fields": fields}
        verbs += ("done", *beside(state, self.seat))
        return (Decision(self.seat, "activation", verbs, context=context),)

    def ended(self, state: State) -> State:
        return swap(state, self, MainMove(self.seat))


@dataclass(frozen=True)
class MainMove(Step):
    """Second phase: one of fleet movement, diplomacy, construction; or none of them (C23, C28, C30, CA20)."""

    def asks(self, state: State) -> tuple[Decision, ...]:
        verbs: tuple[str, ...] = ("fleet", "diplomacy")
        if shipyards(state, self.seat):
            verbs += ("construct",)
        if state.on("mission_redraw") and state.option("secret_missions") == "sealed":
            verbs += ("reseal_mission",)
        verbs += ("skip", *beside(state, self.seat))
        context = {"shipyards": shipyards(state, self.seat), "peace": state.turn.peace}
        return (Decision(self.seat, "main_move", verbs, context=context),)


@dataclass(frozen=True)
class TurnEnd(Step):
    """After the main move: a place of the public mission may be claimed, cards played (C31)."""

    def go_on(self, state: State) -> State | None:
        if full(state):
            # The card was told, or put right, to have no free place any more.
            return complete(state)
        if may_claim(state, self.seat) or beside(state, self.seat):
            return None
        return swap(state, self, HandTrim(self.seat))

    def asks(self, state: State) -> tuple[Decision, ...]:
        claim = ("claim",) if may_claim(state, self.seat) else ()
        verbs = ("done", *claim, *beside(state, self.seat))
        return (Decision(self.seat, "turn.end", verbs, context={"mission": state.mission}),)

    def ended(self, state: State) -> State:
        return swap(state, self, HandTrim(self.seat))


def end_main_move(state: State, seat: str) -> State:
    """The main move is used; what it asks is pushed on top."""
    return swap(state, find(state, seat, MainMove), TurnEnd(seat))


def main_move_again(state: State, seat: str) -> State:
    """Peace Treaties: the attacker takes another main move (C57)."""
    for step in reversed(state.steps):
        if isinstance(step, TurnEnd) and step.seat == seat:
            return swap(state, step, MainMove(seat))
    return state


@dataclass(frozen=True)
class Skip(SeatAction):
    """`skip`: no main move this turn (CA20)."""

    verb: ClassVar[str] = "skip"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, self.seat, MainMove)
        return end_main_move(state, self.seat) if step is not None else state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Skip]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} makes no main move"


@dataclass(frozen=True)
class Done(CosmicAction):
    """`done`: nothing more of what is asked."""

    verb: ClassVar[str] = "done"

    def findings(self, state: State) -> Iterator[Finding]:
        from companion.rules.cosmic_empires.fleet import FleetShips

        step = find(state, self.seat, FleetShips)
        if step is not None and not step.sent:
            yield Reason("no_ship", "At least one ship goes to the field that was chosen.", "Fleet Movement")

    def effect(self, state: State) -> State:
        asked = [each for each in state.decisions if each.seat == self.seat and "done" in each.verbs]
        if not asked or not state.steps or any(True for _ in self.findings(state)):
            return state
        return state.steps[-1].ended(state)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Done]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who}: done"


ACTIONS: tuple[type[CosmicAction], ...] = (Skip, Done)
