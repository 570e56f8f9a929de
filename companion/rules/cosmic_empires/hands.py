"""Hands of event cards: drawn, given up, stolen; counts with what was told (The Event Cards; C32, C49, CA49-CA51)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.rules.contract import HIDDEN, Decision, Draw, Finding, Hidden, Kind, Reason
from companion.rules.cosmic_empires.catalog import EVENT_CARDS, HAND_LIMIT
from companion.rules.cosmic_empires.flow import find, finish, swap
from companion.rules.cosmic_empires.state import CosmicAction, SeatAction, State, Step, name

Card = str | Hidden | None
SECTION = "The Event Cards"


def arranged(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A hand in a fixed order, so that it does not tell what was drawn when."""
    return tuple(sorted(cards, key=lambda card: (not isinstance(card, str), str(card))))


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand less a card: that one where it is known to be there, else one not told, else the first that was."""
    for wanted in (card, None, HIDDEN):
        for place, each in enumerate(hand):
            if each is wanted or (isinstance(wanted, str) and each == wanted):
                return hand[:place] + hand[place + 1 :]
    return hand[1:]


def available(state: State) -> int:
    """Event cards that can still be drawn, the discarded ones once the deck is empty (CA49)."""
    return state.deck + len(state.events_out)


def all_out(state: State, card: str) -> bool:
    """Whether every copy of a card lies open among the discarded ones."""
    return card in EVENT_CARDS and state.events_out.count(card) >= EVENT_CARDS[card].copies


def unseen_events(state: State) -> dict[str, int]:
    """Event cards that may still be in the deck or untold in a hand, as far as this state knows."""
    known = [card for player in state.players for card in player.hand if isinstance(card, str)]
    out = [card for card in state.events_out if card is not None]
    gone = [*known, *out]
    return {key: left for key, card in EVENT_CARDS.items() if (left := card.copies - gone.count(key)) > 0}


def take_cards(state: State, seat: str, cards: tuple[Card, ...], why: str) -> State:
    """Cards from the deck into a hand; the discarded ones are shuffled in when the deck runs out."""
    for card in cards:
        if state.deck < 1:
            state = state.with_(deck=len(state.events_out), events_out=())
        if state.deck < 1:
            break
        hand = arranged((*state.player(seat).hand, card))
        state = state.with_(deck=state.deck - 1).change(seat, hand=hand).enter(seat, "event cards", 1, why)
    return state


def discard_card(state: State, seat: str, card: Card) -> State:
    """A card leaves a hand for the discard pile, face up; None: it was not told which."""
    from companion.rules.cosmic_empires.doubts import left_the_hand

    if not state.player(seat).hand:
        return state
    state = left_the_hand(state, seat, card)
    hand = state.player(seat).hand
    shown = card if isinstance(card, str) else None
    state = state.change(seat, hand=without(hand, card)).with_(events_out=(*state.events_out, shown))
    return state.enter(seat, "event cards", -1, name(shown) if shown else "given up")


@dataclass(frozen=True)
class DrawEvents(Step):
    """Event cards to be drawn. Where hands are only counted nothing is asked."""

    count: int
    why: str

    def go_on(self, state: State) -> State | None:
        count = min(self.count, available(state))
        if not count:
            return finish(state, self)
        if state.option("event_cards") == "counted":
            return take_cards(finish(state, self), self.seat, (None,) * count, self.why)
        return None

    def asks(self, state: State) -> tuple[Decision, ...]:
        # One at a time when the deck runs out in between: what is discarded may come again.
        count = min(self.count, state.deck) or 1
        draw = Draw("event_cards", count, self.seat)
        context = {"left": self.count, "why": self.why, "deck": state.deck}
        return (Decision(self.seat, "event.draw", ("draw_event",), Kind.DRAW, draw=draw, context=context),)


@dataclass(frozen=True)
class DrawEvent(SeatAction):
    """`draw_event CARD…`: what was drawn, told privately; `?` for a card not told."""

    cards: tuple[str | Hidden | None, ...]
    verb: ClassVar[str] = "draw_event"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, DrawEvents)
        if step is not None:
            draw = step.asks(state)[0].draw
            due = draw.count if draw is not None else 0
            if len(self.cards) != due:
                yield Reason("count", f"{due} event cards are drawn, not {len(self.cards)}.", SECTION)
        for card in dict.fromkeys(card for card in self.cards if isinstance(card, str)):
            if card not in EVENT_CARDS:
                yield _no_card(card)
            elif state.deck and self.cards.count(card) > EVENT_CARDS[card].copies - state.events_out.count(card):
                yield Reason("all_out", f"Too many {name(card)}: the others lie among the discarded cards.", SECTION)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, DrawEvents)
        why = step.why if step is not None else "drawn"
        count = len(self.cards)
        cards = tuple(card if card in EVENT_CARDS or not isinstance(card, str) else None for card in self.cards)
        state = take_cards(state, self.seat, cards, why)
        return swap(state, step, replace(step, count=max(0, step.count - count))) if step is not None else state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[DrawEvent]:
        if decision is not None and decision.draw is not None:
            yield cls(decision.seat, (None,) * decision.draw.count)

    def title(self, state: State) -> str:
        return f"{self.who} draws {len(self.cards)} event card{'s' if len(self.cards) != 1 else ''}"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, cards=(HIDDEN,) * len(self.cards))


@dataclass(frozen=True)
class HandTrim(Step):
    """At the end of the own move a hand has at most five cards; the Pirates' has no limit (C32)."""

    def go_on(self, state: State) -> State | None:
        player = state.player(self.seat)
        if player.faction != "pirates" and len(player.hand) > HAND_LIMIT:
            return None
        return finish(state, self)

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"surplus": len(state.player(self.seat).hand) - HAND_LIMIT}
        return (Decision(self.seat, "hand.trim", ("give_up_card",), context=context),)


@dataclass(frozen=True)
class GiveUpCard(SeatAction):
    """`give_up_card CARD`: one card of the surplus; `?` when it is laid away face down."""

    card: str | None
    verb: ClassVar[str] = "give_up_card"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from holding(state, self.seat, self.card)

    def effect(self, state: State) -> State:
        return discard_card(state, self.seat, self.card if self.card in EVENT_CARDS else None)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[GiveUpCard]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, card) for card in holdable(state, decision.seat))
            yield cls(decision.seat, None)

    def title(self, state: State) -> str:
        return f"{self.who} gives up {name(self.card) if self.card else 'an event card'}"


def holding(state: State, seat: str, card: str | None) -> Iterator[Finding]:
    """Why a seat cannot hold a card: none in hand, or every copy lies elsewhere. A hidden one may always be it."""
    if card is not None and card not in EVENT_CARDS:
        yield _no_card(card)
    elif card is not None and all_out(state, card):
        yield Reason("all_out", f"Every {name(card)} lies among the discarded cards.", SECTION)
    if seat in state.seats and not state.player(seat).hand:
        yield Reason("no_cards", f"{name(seat)} holds no event card.", SECTION)


def holdable(state: State, seat: str) -> tuple[str, ...]:
    """Cards that a seat may hold, as far as this state knows; where nothing is told all that do not lie elsewhere."""
    hand = state.player(seat).hand
    if any(not isinstance(card, str) for card in hand):
        return tuple(key for key in EVENT_CARDS if not all_out(state, key))
    return tuple(dict.fromkeys(card for card in hand if isinstance(card, str)))


def _no_card(card: str) -> Reason:
    return Reason("no_card", f"There is no event card {card}; cards are {', '.join(EVENT_CARDS)}.", SECTION)


ACTIONS: tuple[type[CosmicAction], ...] = (DrawEvent, GiveUpCard)
