"""Governor powers of phase 2: Felowi, Myrmidon, Ecup Contract, Erithizonian (“Governor Powers”)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.rules.contract import HIDDEN, Decision, Draw, Finding, Hidden, Kind, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.abilities import TakeCard
from companion.rules.dark_ages.action import ship_of
from companion.rules.dark_ages.bases import alive
from companion.rules.dark_ages.catalog import card_name, world_name
from companion.rules.dark_ages.flow import find, finish_step, push, replace_step, settle
from companion.rules.dark_ages.knowledge import (
    HAND,
    RESERVE,
    claim,
    comes_from,
    in_pile,
    key,
    knowers,
    put,
    take,
)
from companion.rules.dark_ages.state import DarkAgesAction, State, Step, World, name
from companion.rules.dark_ages.technologies import claim_row
from companion.rules.dark_ages.turns import powers


@dataclass(frozen=True)
class PowerStep(Step):
    """Phase 2: each power gained by the ships played this turn may be used once, in any order."""

    def decision(self, state: State) -> Decision:
        verbs = ("claim", "confiscate", "exchange", "move_ally", "done")
        return Decision(self.seat, "power", verbs, context={"powers": powers(state)})

    def go_on(self, state: State) -> State | None:
        return None if any(usable(state, self.seat, world) for world in powers(state)) else replace_step(state, self)


def usable(state: State, seat: str, key_: str) -> bool:
    """Whether there is anything to use that power on now."""
    if key_ == "felowi":
        world = state.world("felowi")
        return world is not None and any(world.top(row) is not None for row in range(1, state.round))
    if key_ == "erithizonian":
        return any(movable_ally(state, world) for world in state.alive)
    return bool(_victims(state, seat))


def _power(state: State, key_: str) -> Iterator[Reason]:
    """That this power may be used now."""
    if key_ not in powers(state):
        text = f"The {world_name(key_)} power needs a ship played there this turn by its Governor, and is used once."
        yield Reason("no_power", text, sections.POWERS)


def _spend(state: State, key_: str) -> State:
    """The power is used."""
    plays = list(state.plays)
    for index, play in enumerate(plays):
        if play.world == key_ and play.power:
            plays[index] = replace(play, power=False)
            break
    return state.with_(plays=tuple(plays))


@dataclass(frozen=True)
class ClaimCard(DarkAgesAction):
    """`claim ROW`: Felowi's Governor takes the visible card of that past row of the Felowi column."""

    row: int
    verb: ClassVar[str] = "claim"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from _power(state, "felowi")
        yield from alive(state, "felowi")
        world = state.world("felowi")
        if not 1 <= self.row < state.round:
            yield Reason("past_row", f"Row {self.row} is no row of a past round.", sections.POWERS)
        elif world is not None and world.top(self.row) is None:
            yield Reason("no_card", f"Row {self.row} of Felowi holds no card.", sections.POWERS)

    def effect(self, state: State) -> State:
        if not 1 <= self.row < state.round:
            return state
        return settle(claim_row(_spend(state, "felowi"), self.seat, "felowi", self.row))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ClaimCard]:
        world = state.world("felowi")
        if decision is not None and world is not None and "felowi" in powers(state):
            yield from (cls(decision.seat, row) for row in range(1, state.round) if world.top(row) is not None)

    def title(self, state: State) -> str:
        world = state.world("felowi")
        top = world.top(self.row) if world is not None else None
        return f"{self.who} claims {card_name(top.card) if top is not None else 'a card'} of row {self.row}"


def _victim(state: State, seat: str, victim: str) -> Iterator[Reason]:
    if victim not in state.seats:
        yield Reason("no_seat", f"Nobody plays {victim}; the seats are {', '.join(state.seats)}.", sections.POWERS)
        return
    if victim == seat:
        yield Reason("oneself", "The power is used on another player.", sections.POWERS)
    if not state.player(victim).hand.size:
        yield Reason("empty_hand", f"{name(victim)} has no card in hand.", sections.POWERS)


def _victims(state: State, seat: str) -> list[str]:
    return [each.seat for each in state.players if each.seat != seat and each.hand.size]


@dataclass(frozen=True)
class LoseHalf(Step):
    """Cards drawn at random from a hand go unseen into its Reserve; only their owner may know which."""

    count: int
    by: str

    def decision(self, state: State) -> Decision:
        count = min(self.count, state.player(self.seat).hand.size)
        draw = Draw(f"{HAND}_{self.seat}", count, self.seat)
        context = {"count": count, "by": self.by}
        return Decision(self.seat, "draw.reserve", ("to_reserve",), Kind.DRAW, draw=draw, context=context)


@dataclass(frozen=True)
class _OnAHand(DarkAgesAction):
    """A power that is used on the hand of another player."""

    victim: str

    power: ClassVar[str]
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from _power(state, self.power)
        yield from _victim(state, self.seat, self.victim)

    def effect(self, state: State) -> State:
        if self.victim not in state.seats:
            return state
        step = self.step(state.player(self.victim).hand.size)
        state = _spend(state, self.power)
        return settle(push(state, step) if step is not None else state)

    def step(self, size: int) -> Step | None:
        """What is asked then, of a hand of that size."""
        raise NotImplementedError

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Self]:
        if decision is not None and cls.power in powers(state):
            yield from (cls(decision.seat, victim) for victim in _victims(state, decision.seat))


@dataclass(frozen=True)
class Confiscate(_OnAHand):
    """`confiscate VICTIM`: Myrmidon's Governor puts half of a hand, rounded up, into its owner's Reserve."""

    verb: ClassVar[str] = "confiscate"
    power: ClassVar[str] = "myrmidon"

    def step(self, size: int) -> Step | None:
        return LoseHalf(self.victim, (size + 1) // 2, self.seat) if size else None

    def title(self, state: State) -> str:
        return f"{self.who} puts half of {name(self.victim)}'s hand into the Reserve"


@dataclass(frozen=True)
class ExchangeWith(_OnAHand):
    """`exchange VICTIM`: Ecup Contract's Governor draws a card from that hand, to give it back or exchange it."""

    verb: ClassVar[str] = "exchange"
    power: ClassVar[str] = "ecup_contract"

    def step(self, size: int) -> Step | None:
        return TakeCard(self.seat, self.victim, "ecup")

    def title(self, state: State) -> str:
        return f"{self.who} draws from {name(self.victim)} by the Ecup Contract"


@dataclass(frozen=True)
class ToReserve(DarkAgesAction):
    """`to_reserve CARD...`: which cards of the own hand went into the Reserve, told by their owner; `?`: not told."""

    cards: tuple[str | Hidden | None, ...]
    verb: ClassVar[str] = "to_reserve"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, LoseHalf)
        if step is not None and len(self.cards) != step.count:
            yield Reason("count", f"{step.count} cards go into the Reserve, not {len(self.cards)}.", sections.POWERS)
        named = [card for card in self.cards if isinstance(card, str)]
        if len(set(named)) != len(named):
            yield Reason("twice", "Every card is there once.", sections.COMPONENTS)
        for card in self.cards:
            yield from comes_from(state, self.seat, card, HAND, self.seat)

    def effect(self, state: State) -> State:
        mine = knowers(state, self.seat)
        step = find(state, self.seat, LoseHalf)
        for card in self.cards:
            if not state.player(self.seat).hand.size:
                break
            knows = mine if key(card) is not None else ()
            state = claim(take(state, self.seat, HAND, card, knows), card, knows)
            state = put(state, self.seat, RESERVE, card, knows)
        state = state.enter(self.seat, "reserve", len(self.cards), "the Myrmidon power")
        return finish_step(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ToReserve]:
        step = find(state, decision.seat, LoseHalf) if decision is not None else None
        if step is not None:
            cards = in_pile(state, step.seat, HAND)
            yield cls(step.seat, tuple(cards[: step.count]))

    def title(self, state: State) -> str:
        return f"{len(self.cards)} cards of {self.who}'s hand go into the Reserve"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, cards=(HIDDEN,) * len(self.cards))


def movable_ally(state: State, world: World) -> bool:
    """Whether the top of the column's current cell is a visible Ally that may be moved."""
    top = world.top(state.round)
    known = ship_of(top)
    if known is None or not known.is_ally:
        return False
    return known.value > 0 or state.on("erith_moves_nova")


@dataclass(frozen=True)
class MoveAlly(DarkAgesAction):
    """`move_ally FROM TO`: Erithizonian's Governor moves a visible Ally of this round to another column."""

    source: str
    target: str
    verb: ClassVar[str] = "move_ally"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from _power(state, "erithizonian")
        yield from alive(state, self.source)
        yield from alive(state, self.target)
        if self.source == self.target:
            yield Reason("same_world", "The Ally moves to another world's column.", sections.POWERS)
        world = state.world(self.source)
        top = world.top(state.round) if world is not None else None
        if world is None or movable_ally(state, world):
            return
        known = ship_of(top)
        if known is not None and known.is_ally:
            yield Reason("nova", "A Nova is not moved by this power.", sections.ABILITIES)
        else:
            yield Reason(
                "no_ally", f"No Ally lies open on {world_name(self.source)} in this round's row.", sections.POWERS
            )

    def effect(self, state: State) -> State:
        source, target = state.world(self.source), state.world(self.target)
        cell = source.cell(state.round) if source is not None else ()
        if source is None or target is None or not cell or source is target:
            return state
        rows = list(source.rows)
        rows[state.round - 1] = cell[:-1]
        onto = list(target.rows)
        while len(onto) < state.round:
            onto.append(())
        onto[state.round - 1] = (*onto[state.round - 1], cell[-1])
        state = state.with_world(replace(source, rows=tuple(rows))).with_world(replace(target, rows=tuple(onto)))
        return settle(_spend(state, "erithizonian"))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[MoveAlly]:
        if decision is None or "erithizonian" not in powers(state):
            return
        for world in state.alive:
            if movable_ally(state, world):
                yield from (cls(decision.seat, world.key, to.key) for to in state.alive if to is not world)

    def title(self, state: State) -> str:
        return f"{self.who} moves an Ally from {world_name(self.source)} to {world_name(self.target)}"


ACTIONS: tuple[type[DarkAgesAction], ...] = (ClaimCard, Confiscate, ToReserve, ExchangeWith, MoveAlly)
