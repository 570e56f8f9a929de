"""Cards drawn: the deal, the draw that ends a turn, the Shuttle, the Reserve, Cylor (“Drawing a Card”)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.rules.contract import HIDDEN, Decision, Draw, Finding, Hidden, Kind, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.catalog import CARDS, card_name, world_name
from companion.rules.dark_ages.flow import find, finish_step, replace_step
from companion.rules.dark_ages.knowledge import (
    HAND,
    Told,
    add_fact,
    claim,
    comes_from,
    fits,
    in_deck,
    in_hand,
    is_card,
    key,
    knowers,
    not_visible,
    open_fact,
    put,
    take,
)
from companion.rules.dark_ages.state import UNTOLD, DarkAgesAction, Fact, Pile, State, Step, name


@dataclass(frozen=True)
class DrawCards(Step):
    """Cards come from the draw pile into the seat's hand, seen by it alone."""

    count: int
    why: str
    together: bool = False

    def asked(self, state: State) -> int:
        """How many are asked for at once: what lies above the cards put under the pile, then those one by one."""
        loose = state.deck - len(state.under)
        return min(self.count, loose) if loose > 0 else min(self.count, state.deck, 1)

    def decision(self, state: State) -> Decision:
        count = self.asked(state)
        draw = Draw("deck", count, self.seat)
        name_ = "deal" if self.why == "deal" else "draw.card"
        context = {"count": count, "why": self.why, "deck": state.deck}
        return Decision(self.seat, name_, ("draw_card",), Kind.DRAW, draw=draw, context=context)

    def go_on(self, state: State) -> State | None:
        return None if self.count and state.deck else replace_step(state, self)


@dataclass(frozen=True)
class EndDraw(Step):
    """Phase 4: draw one card, or take the whole Reserve, or neither.

    `rejected`: a Shuttle put the first card under the pile, so that the next must be kept (or the Reserve taken).
    """

    rejected: bool = False

    def verbs(self, state: State) -> tuple[str, ...]:
        verbs = ("draw_card",) if state.deck else ()
        if state.player(self.seat).reserve.size:
            verbs = (*verbs, "take_reserve")
        return verbs if self.rejected else (*verbs, "done")

    def decision(self, state: State) -> Decision:
        context = {
            "deck": state.deck,
            "reserve": state.player(self.seat).reserve.size,
            "shuttle": not self.rejected and shuttle(state),
            "rejected": self.rejected,
        }
        verbs = ("draw_card", "take_reserve", "done")
        return Decision(self.seat, "draw", verbs, draw=Draw("deck", 1, self.seat), context=context)

    def go_on(self, state: State) -> State | None:
        return None if state.deck or state.player(self.seat).reserve.size else replace_step(state, self)


def shuttle(state: State) -> bool:
    """Whether a Shuttle was played face up this turn."""
    return any(play.value == 2 for play in state.plays)


@dataclass(frozen=True)
class ShuttleLook(Step):
    """The first card was drawn and looked at: keep it, or put it under the pile."""

    card: str | None

    def decision(self, state: State) -> Decision:
        return Decision(self.seat, "draw.shuttle", ("keep", "put_under"), context={"deck": state.deck})

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, card=None)


@dataclass(frozen=True)
class Relief(Step):
    """House rule: a ship of a surrendered world just drawn may be shown and discarded, and another drawn."""

    card: str | None
    left: int

    def decision(self, state: State) -> Decision:
        return Decision(self.seat, "draw.relief", ("keep", "show_dead"), context={"left": self.left})

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, card=None)

    def go_on(self, state: State) -> State | None:
        return None if self.left and state.deck else replace_step(state, self)


@dataclass(frozen=True)
class Exchange(Step):
    """Cylor's power, before the draw: up to three ships of surrendered worlds for as many cards."""

    def decision(self, state: State) -> Decision:
        return Decision(self.seat, "power.cylor", ("renew", "done"), context={"fallen": state.fallen, "most": 3})


@dataclass(frozen=True)
class DrawCard(DarkAgesAction):
    """`draw_card CARD...`: cards from the draw pile, seen by their seat alone; `?` for one that is not told."""

    cards: tuple[str | Hidden | None, ...]
    verb: ClassVar[str] = "draw_card"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, DrawCards)
        end = find(state, self.seat, EndDraw)
        wanted = step.asked(state) if step is not None else 1
        if state.deck == 0 and end is not None:
            yield Reason("empty", "The draw pile is empty; discards are not shuffled again.", sections.DRAWING)
        elif (step or end) is not None and len(self.cards) != wanted:
            yield Reason("count", f"{self.who} draws {wanted}, not {len(self.cards)}.", sections.DRAWING)
        named = [card for card in self.cards if isinstance(card, str)]
        if len(set(named)) != len(named):
            yield Reason("twice", "Every card is there once.", sections.COMPONENTS)
        for card in self.cards:
            yield from is_card(card)
            yield from not_visible(state, card)
            yield from fits(state, self.seat, card, "deck")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, DrawCards)
        end = find(state, self.seat, EndDraw)
        if step is None and end is None:
            return state
        before = state.deck
        for card in self.cards:
            state = from_deck(state, self.seat, card)
        state = state.with_(gained=True).enter(self.seat, "hand", before - state.deck, "drawn")
        if step is not None:
            left = step.count - max(1, len(self.cards))
            return finish_step(state, step, *((replace(step, count=left),) if left > 0 else ()))
        assert end is not None
        card = key(self.cards[0]) if self.cards else None
        if shuttle(state) and not end.rejected:
            return finish_step(state, end, ShuttleLook(self.seat, card))
        return kept(state, end, card)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[DrawCard]:
        """One card: each that may come. Several: an example."""
        if decision is None or decision.draw is None or not state.deck:
            return
        may = in_deck(state)
        if decision.draw.count == 1:
            yield from (cls(decision.seat, (card,)) for card in may)
        else:
            yield cls(decision.seat, tuple(may[: decision.draw.count]))

    def title(self, state: State) -> str:
        many = len(self.cards)
        if many == 1 and isinstance(self.cards[0], str):
            return f"{self.who} draws {card_name(self.cards[0])}"
        return f"{self.who} draws {'a card' if many == 1 else f'{many} cards'}"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, cards=(HIDDEN,) * len(self.cards))


def from_deck(state: State, seat: str, card: Told) -> State:
    """One card of the draw pile comes into a hand; the last ones are those that were put under it."""
    if state.deck <= 0:
        return state
    believed = UNTOLD
    if state.deck <= len(state.under):
        believed = state.under[0]
        state = state.with_(under=state.under[1:])
    state = state.with_(deck=state.deck - 1)
    knows = knowers(state, seat) if key(card) is not None else ()
    if believed.card is not None and believed.card != card:
        # Who put it there goes on believing that this card comes now.
        state = put(state, seat, HAND, believed.card, tuple(each for each in believed.knows if each not in knows))
        return add_fact(claim(state, card, knows, f"then {name(seat)} drew it"), seat, HAND, card, knows)
    state = claim(state, card, knows, f"then {name(seat)} drew it")
    return put(state, seat, HAND, card, knowers(state, *knows, *believed.knows))


def kept(state: State, step: Step, card: str | None, left: int = 2) -> State:
    """The turn's draw is kept; the house rule may let a ship of a surrendered world go again."""
    if state.on("discard_relief") and state.fallen and left and state.deck:
        return finish_step(state, step, Relief(step.seat, card, left))
    return finish_step(state, step)


@dataclass(frozen=True)
class TakeReserve(DarkAgesAction):
    """`take_reserve`: the whole Reserve comes back into the hand instead of a draw."""

    verb: ClassVar[str] = "take_reserve"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat in state.seats and not state.player(self.seat).reserve.size:
            yield Reason("no_reserve", f"{self.who} has no Reserve.", sections.RESERVE)

    def effect(self, state: State) -> State:
        player = state.player(self.seat)
        whole = Pile(player.hand.size + player.reserve.size, player.hand.facts + player.reserve.facts)
        state = state.change(self.seat, hand=whole, reserve=Pile())
        state = state.with_(gained=True).enter(self.seat, "hand", player.reserve.size, "the Reserve")
        return finish_step(state, find(state, self.seat, EndDraw))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[TakeReserve]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} takes the Reserve"


@dataclass(frozen=True)
class Keep(DarkAgesAction):
    """`keep`: the card drawn stays in the hand."""

    verb: ClassVar[str] = "keep"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        look = find(state, self.seat, ShuttleLook)
        if look is not None:
            return kept(state, look, look.card)
        return finish_step(state, find(state, self.seat, Relief))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Keep]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} keeps the card drawn"


@dataclass(frozen=True)
class PutUnder(DarkAgesAction):
    """`put_under`: the Shuttle's first card goes under the draw pile; the next is kept, or the Reserve taken."""

    verb: ClassVar[str] = "put_under"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        look = find(state, self.seat, ShuttleLook)
        if look is None:
            return state
        knows = knowers(state, self.seat) if look.card is not None else ()
        state = take(state, self.seat, HAND, look.card, knows)
        fact = Fact(look.card, knows) if knows else Fact(None)
        state = state.with_(deck=state.deck + 1, under=(*state.under, fact))
        return finish_step(state, look, EndDraw(self.seat, rejected=True))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PutUnder]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} puts the card under the draw pile"


def dead_ship(state: State, card: Told) -> Iterator[Reason]:
    """That the card is a ship of a surrendered world."""
    known = CARDS.get(card) if isinstance(card, str) else None
    if known is None:
        return
    section = sections.DISCARDING
    if not known.is_ship or known.is_ally:
        yield Reason("no_dead_ship", f"{known.name} is no ship of a surrendered world.", section)
    elif known.world not in state.fallen:
        yield Reason("not_surrendered", f"{world_name(known.world)} has not surrendered.", section)


def discard_from_hand(state: State, seat: str, card: Told) -> State:
    """A card of the hand is put face up on the discard pile."""
    state = take(state, seat, HAND, card, state.everyone)
    state = claim(state, card, state.everyone, f"then {name(seat)} discarded it")
    return state.with_(discard=(*state.discard, open_fact(state, card))).enter(seat, "hand", -1, "discarded")


@dataclass(frozen=True)
class ShowDead(DarkAgesAction):
    """`show_dead CARD` (house rule): the ship just drawn is discarded and another drawn."""

    card: str
    verb: ClassVar[str] = "show_dead"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from comes_from(state, self.seat, self.card, HAND, self.seat)
        yield from dead_ship(state, self.card)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Relief)
        state = discard_from_hand(state, self.seat, self.card)
        left = step.left - 1 if step is not None else 0
        following = (Relief(self.seat, None, left), DrawCards(self.seat, 1, "relief")) if step is not None else ()
        return finish_step(state, step, *following)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ShowDead]:
        step = find(state, decision.seat, Relief) if decision is not None else None
        if step is None:
            return
        cards = [step.card] if step.card is not None else in_hand(state, step.seat, step.seat)
        yield from (cls(step.seat, card) for card in cards if CARDS[card].world in state.fallen)

    def title(self, state: State) -> str:
        return f"{self.who} shows and discards {card_name(self.card)}"


@dataclass(frozen=True)
class Renew(DarkAgesAction):
    """`renew CARD...`: Cylor's Governor discards up to three ships of surrendered worlds and draws as many."""

    cards: tuple[str, ...]
    verb: ClassVar[str] = "renew"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if not 1 <= len(self.cards) <= 3:
            yield Reason("count", f"One to three ships are exchanged, not {len(self.cards)}.", sections.POWERS)
        if len(set(self.cards)) != len(self.cards):
            yield Reason("twice", "Every card is there once.", sections.COMPONENTS)
        for card in self.cards:
            yield from comes_from(state, self.seat, card, HAND, self.seat)
            yield from dead_ship(state, card)

    def effect(self, state: State) -> State:
        for card in self.cards:
            state = discard_from_hand(state, self.seat, card)
        step = find(state, self.seat, Exchange)
        return finish_step(state, step, DrawCards(self.seat, len(self.cards), "cylor"))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Renew]:
        if decision is None:
            return
        dead = [card for card in in_hand(state, decision.seat, decision.seat) if CARDS[card].world in state.fallen]
        for first, card in enumerate(dead):
            yield cls(decision.seat, (card,))
            for second, other in enumerate(dead[first + 1 :], first + 1):
                yield cls(decision.seat, (card, other))
                yield from (cls(decision.seat, (card, other, third)) for third in dead[second + 1 : second + 4])

    def title(self, state: State) -> str:
        return f"{self.who} exchanges {', '.join(map(card_name, self.cards)) or 'nothing'} for new cards"


ACTIONS: tuple[type[DarkAgesAction], ...] = (DrawCard, TakeReserve, Keep, PutUnder, ShowDead, Renew)
