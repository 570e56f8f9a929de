"""What was told and cannot be so: accepted, the oldest fact it conflicts with put in doubt, and the inbox asks.

Everything here follows from what one viewer alone knows: a doubt about a hand or a note is in its seat's inbox,
numbered from the seat's own thousand on, and whether it stands there tells nobody anything of others' hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from companion.rules.contract import HIDDEN, PUBLIC, Decision, Finding, Hidden, Missing, Owed, Reason
from companion.rules.cosmic_empires.board import unseen_of_kind
from companion.rules.cosmic_empires.catalog import EVENT_CARDS, KINDS, Content
from companion.rules.cosmic_empires.hands import SECTION, arranged
from companion.rules.cosmic_empires.state import Doubt, SeatAction, State, name

PLAYED: Final = "played"
"""A card came out of a hand whose cards had all been told as others; `was` was taken away in its place."""
SURPLUS: Final = "surplus"
"""More of a card were told to be in a hand than can be; one of them is not believed any more."""
NOTE: Final = "note"
"""A noted field cannot be, or was not, what was noted."""
PRINT: Final = "print"
"""A card was told to say something else before."""
PRIVATE_NUMBERS: Final = 1000


def doubt(state: State, viewer: str, kind: str, was: str, detail: str, about: str, seat: str = "") -> State:
    """One more item in the viewer's inbox; `seat` is whom a public one concerns."""
    numbers = dict(state.doubt_numbers)
    base = 0 if viewer == PUBLIC else PRIVATE_NUMBERS * (state.seats.index(viewer) + 1)
    number = numbers.get(viewer, base) + 1
    numbers[viewer] = number
    owner = viewer if viewer != PUBLIC else seat or state.active or state.seats[0]
    item = Doubt(Owed(number, owner, detail, about, state.round), viewer, kind, was)
    return state.with_(doubts=(*state.doubts, item), doubt_numbers=tuple(sorted(numbers.items())))


def left_the_hand(state: State, seat: str, card: str | Hidden | None) -> State:
    """A card is about to leave a hand: in doubt where every card of it was told, and that one was not among them."""
    hand = state.player(seat).hand
    if not hand or not isinstance(card, str) or any(each is None or isinstance(each, Hidden) for each in hand):
        return state
    if card in hand:
        return state
    was = str(hand[0])
    detail = f"which card of {name(seat)}'s hand was told wrongly: the app took away {name(was)}"
    return doubt(state, seat, PLAYED, was, detail, f"{name(card)} came from a hand told to be without it")


def watch(state: State) -> State:
    """Cards and notes that cannot be what they were told to be, by what their own seat sees."""
    if state.option("event_cards") == "told":
        for player in state.players:
            for card in dict.fromkeys(each for each in player.hand if isinstance(each, str)):
                state = _surplus(state, player.seat, card)
    for space in state.spaces:
        for seat, kind in space.notes:
            if isinstance(kind, str) and not _can_be(state, seat, kind):
                others = tuple(note for note in state.places[space.name].notes if note[0] != seat)
                state = state.change_space(space.name, notes=others)
                detail = f"what {name(seat)} saw at {space.name}: it was noted as {KINDS[kind].title}"
                state = doubt(state, seat, NOTE, kind, detail, f"no {KINDS[kind].title} can lie concealed there")
    return state


def _surplus(state: State, seat: str, card: str) -> State:
    hand = state.player(seat).hand
    most = EVENT_CARDS[card].copies - state.events_out.count(card)
    if hand.count(card) <= most:
        return state
    place = hand.index(card)
    state = state.change(seat, hand=arranged((*hand[:place], None, *hand[place + 1 :])))
    detail = f"which card {name(seat)} holds instead of {name(card)}"
    return doubt(state, seat, SURPLUS, card, detail, f"the other {name(card)} cards lie among the discarded ones")


def _can_be(state: State, seat: str, kind: str) -> bool:
    noted = sum(note == (seat, kind) for space in state.spaces for note in space.notes)
    return noted <= unseen_of_kind(state, kind)


def note_contradicted(state: State, space: str, kind: str) -> State:
    """A field was turned over: whoever had noted another kind there is asked."""
    for seat, noted in state.places[space].notes:
        if isinstance(noted, str) and noted != kind and noted in KINDS:
            detail = f"whether {KINDS[kind].title} lies at {space}: {name(seat)} had noted {KINDS[noted].title}"
            state = doubt(state, seat, NOTE, noted, detail, f"{space} was turned over")
    return state


def print_contradicted(state: State, card: str, words: Content) -> State:
    """A card told to print something else than it was told before: the newest counts, and everybody is asked."""
    waiting = next((each for each in state.doubts if each.kind == PRINT and each.was == card), None)
    if waiting is not None:
        # Told once more, it was looked at once more.
        return state.with_(doubts=tuple(each for each in state.doubts if each is not waiting))
    if card not in state.told or state.contents[card] == words:
        return state
    before, now = (" ".join(map(str, each)).replace("_", " ") for each in (state.contents[card], words))
    detail = f"what the card {name(card)} says: {now}, or {before} as before"
    return doubt(state, PUBLIC, PRINT, card, detail, f"{name(card)} was told anew")


@dataclass(frozen=True)
class Tell(SeatAction):
    """`tell NUMBER CARD`: of a doubtful hand, the card told wrongly or the one held instead; `?` puts the item away."""

    number: int | Hidden
    card: str | Hidden | None
    verb: ClassVar[str] = "tell"
    tells: ClassVar[bool] = True
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        if isinstance(self.card, str) and self.card not in EVENT_CARDS:
            cards = ", ".join(EVENT_CARDS)
            yield Reason("no_card", f"There is no event card {self.card}; cards are {cards}.", SECTION)
        if isinstance(self.number, Hidden):
            return
        item = _item(state, self.number)
        if item is None and self.number > PRIVATE_NUMBERS:
            yield Missing("not_owed", f"Does number {self.number} wait in {self.who}'s inbox?")
        elif item is None:
            waiting = ", ".join(str(each.number) for each in state.inbox if each.number < PRIVATE_NUMBERS) or "nothing"
            yield Reason("not_owed", f"Number {self.number} does not wait in the inbox; waiting: {waiting}.", "")

    def effect(self, state: State) -> State:
        item = _item(state, self.number) if not isinstance(self.number, Hidden) else None
        if item is None or item.viewer not in (PUBLIC, self.seat):
            return state
        state = state.with_(doubts=tuple(each for each in state.doubts if each is not item))
        if not isinstance(self.card, str) or self.card not in EVENT_CARDS:
            return state
        hand = list(state.player(self.seat).hand)
        if item.kind == PLAYED and self.card in hand:
            hand[hand.index(self.card)] = item.was
        elif item.kind == SURPLUS and None in hand:
            hand[hand.index(None)] = self.card
        return state.change(self.seat, hand=arranged(hand))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Tell]:
        if decision is None:
            yield from (cls(each.owed.seat, each.owed.number, None) for each in state.doubts)

    def title(self, state: State) -> str:
        return f"{self.who} answers a doubt of the inbox"

    def seen_by(self, viewer: str) -> Self:
        private = isinstance(self.number, Hidden) or self.number > PRIVATE_NUMBERS
        return self if viewer == self.seat or not private else replace(self, number=HIDDEN, card=HIDDEN)


def _item(state: State, number: int) -> Doubt | None:
    return next((each for each in state.doubts if each.owed.number == number), None)


ACTIONS: tuple[type[SeatAction], ...] = (Tell,)
