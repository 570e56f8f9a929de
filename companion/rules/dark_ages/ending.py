"""The end: secret bases are revealed, and a tie for the first place asks for the hands (“Winning the Game”)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Kind, Missing, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.action import reveal
from companion.rules.dark_ages.catalog import CARDS, card_name
from companion.rules.dark_ages.flow import find, finish_step, push
from companion.rules.dark_ages.knowledge import HAND, claim, comes_from, open_fact
from companion.rules.dark_ages.state import OVER, DarkAgesAction, Fact, Pile, State, Step


@dataclass(frozen=True)
class LastGarrison(Step):
    """The game is over: a secret base is revealed."""

    def decision(self, state: State) -> Decision:
        return Decision(self.seat, "end.garrison", ("show_garrison",), Kind.REVEAL)


@dataclass(frozen=True)
class LastHand(Step):
    """A tie for the first place: the seat shows its hand, or says what it is worth."""

    def decision(self, state: State) -> Decision:
        context = {"hand": state.player(self.seat).hand.size, "fallen": state.fallen}
        return Decision(self.seat, "end.hand", ("show_hand", "hand_value"), Kind.REVEAL, context=context)


def go_on(state: State) -> State:
    """Garrisons first, clockwise from the last seat; then hands, where the first place is tied; then the end."""
    from companion.rules.dark_ages.score import tied_first

    for seat in state.clockwise(state.active):
        if state.player(seat).garrison is not None:
            return push(state, LastGarrison(seat))
    for seat in tied_first(state):
        if state.player(seat).shown is None:
            return push(state, LastHand(seat))
    return state.with_(phase=OVER)


def reveal_at_end(state: State, seat: str, card: str) -> State:
    """As when revealed in play; where the house rule says so, the garrison does not come back to the hand."""
    known = CARDS.get(card)
    if known is None:
        return state
    if known.world in state.player(seat).sensed:
        state = state.change(seat, void=True).enter(seat, "influence", 0, "a Sensors reveal was not honoured")
    state = reveal(state, seat, card, "secret base revealed")
    if known.world not in state.fallen and not state.on("garrison_in_tiebreak"):
        hand = state.player(seat).hand
        facts = tuple(fact for fact in hand.facts if fact.card != card)
        state = state.change(seat, hand=Pile(hand.size - 1, facts))
        state = state.with_(discard=(*state.discard, open_fact(state, card)))
    return state


def hand_value(cards: Iterable[str], fallen: tuple[str, ...]) -> int:
    """Ships of surviving worlds and Allies count twice, of surrendered ones once, technologies nothing."""
    ships = [CARDS[card] for card in cards if card in CARDS and CARDS[card].is_ship]
    return sum(ship.value * (1 if ship.world in fallen else 2) for ship in ships)


@dataclass(frozen=True)
class ShowHand(DarkAgesAction):
    """`show_hand CARD...`: the hand is laid open for the tie-break."""

    cards: tuple[str, ...]
    verb: ClassVar[str] = "show_hand"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if len(set(self.cards)) != len(self.cards):
            yield Reason("twice", "Every card is there once.", sections.COMPONENTS)
        size = state.player(self.seat).hand.size if self.seat in state.seats else 0
        if len(self.cards) != size:
            yield Missing("hand_size", f"Are it {len(self.cards)} cards? {self.who}'s hand was counted as {size}.")
        for card in self.cards:
            yield from comes_from(state, self.seat, card, HAND, self.seat)

    def effect(self, state: State) -> State:
        cards = tuple(card for card in self.cards if card in CARDS)
        hand = state.player(self.seat).hand
        mine = Pile(hand.size, tuple(fact for fact in hand.facts if fact.card not in cards))
        state = state.change(self.seat, hand=mine)
        for card in cards:
            state = claim(state, card, state.everyone, f"then {self.who} showed it")
        facts = tuple(Fact(card, state.everyone) for card in cards)
        state = state.change(self.seat, hand=Pile(len(cards), facts), shown=hand_value(cards, state.fallen))
        return finish_step(state, find(state, self.seat, LastHand))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ShowHand]:
        if decision is not None:
            hand = state.player(decision.seat).hand
            if not hand.unknown_to(decision.seat):
                yield cls(decision.seat, hand.known_to(decision.seat))

    def title(self, state: State) -> str:
        return f"{self.who} shows {', '.join(map(card_name, self.cards)) or 'an empty hand'}"


@dataclass(frozen=True)
class HandValue(DarkAgesAction):
    """`hand_value N`: what the hand is worth in the tie-break, as the table counted it."""

    value: int
    verb: ClassVar[str] = "hand_value"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.value < 0:
            yield Reason("value", "A hand is worth nothing or more.", sections.WINNING)
        if self.seat in state.seats and not state.player(self.seat).hand.unknown_to(self.seat):
            value = hand_value(state.player(self.seat).hand.known_to(self.seat), state.fallen)
            if value != self.value:
                yield Missing("hand_value", f"Is the hand worth {self.value}? By the cards told it is {value}.")

    def effect(self, state: State) -> State:
        return finish_step(state.change(self.seat, shown=self.value), find(state, self.seat, LastHand))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[HandValue]:
        if decision is None:
            return
        hand = state.player(decision.seat).hand
        if hand.unknown_to(decision.seat):
            yield from (cls(decision.seat, value) for value in range(20 * hand.size + 1))
        else:
            yield cls(decision.seat, hand_value(hand.known_to(decision.seat), state.fallen))

    def title(self, state: State) -> str:
        return f"{self.who}'s hand is worth {self.value}"


ACTIONS: tuple[type[DarkAgesAction], ...] = (ShowHand, HandValue)
