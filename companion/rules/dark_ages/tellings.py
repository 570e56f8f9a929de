"""What is told beside the turns: a private card, the answer to a doubt, a card shown by mistake, how worlds lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from companion.rules.contract import HIDDEN, PUBLIC, TABLE, Decision, Finding, Hidden, Missing, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.action import KF
from companion.rules.dark_ages.bases import alive
from companion.rules.dark_ages.catalog import CARDS, card_name, world_name
from companion.rules.dark_ages.drawing import discard_from_hand
from companion.rules.dark_ages.flow import settle
from companion.rules.dark_ages.knowledge import (
    COLUMN,
    GARRISON,
    HAND,
    PRIVATE_NUMBERS,
    RESERVE,
    Told,
    add_fact,
    claim,
    doubt,
    fits,
    is_card,
    key,
    knowers,
    not_visible,
    pile,
)
from companion.rules.dark_ages.state import DarkAgesAction, Doubt, Fact, State, name

PLACES: Final = (HAND, RESERVE, GARRISON, "face_down")
"""Where a seat may tell a card: its own hand, Reserve or garrison, or the ship it laid face down."""


def learn(state: State, seat: str, card: str, place: str) -> State:
    """A seat knows that card to be there now; what it believed otherwise is doubtful."""
    mine = knowers(state, seat)
    happened = f"then {name(seat)} told it elsewhere"
    player = state.player(seat)
    if place in (HAND, RESERVE):
        there = pile(state, seat, place)
        if seat in next((fact.knows for fact in there.facts if fact.card == card), ()):
            return state
        state = claim(state, card, mine, happened)
        there = pile(state, seat, place)
        if there.unknown_to(seat) == 0 and there.known_to(seat):
            oldest = there.known_to(seat)[0]
            state = doubt(state, seat, oldest, f"{place}_{seat}", f"then {card_name(card)} was told to be there")
            facts = tuple(fact.without(mine) if fact.card == oldest else fact for fact in there.facts)
            kept = tuple(fact for fact in facts if fact.card is not None)
            state = state.change(seat, **{place: replace(there, facts=kept)})
        return add_fact(state, seat, place, card, mine)
    if place == GARRISON and player.garrison is not None:
        if player.garrison.card == card and seat in player.garrison.knows:
            return state
        if player.garrison.card is not None:
            about = f"then {card_name(card)} was told to be the garrison"
            state = doubt(state, seat, player.garrison.card, f"{GARRISON}_{seat}", about)
        return claim(state.change(seat, garrison=None), card, mine, happened).change(seat, garrison=Fact(card, mine))
    world = state.world(KF)
    if place == "face_down" and world is not None and world.cell(state.round):
        laid = world.cell(state.round)[-1]
        believed = laid.fact.believed_by(seat)
        if not laid.down or seat not in may_look(state) or believed == card:
            return state
        if believed is not None:
            about = f"then {card_name(card)} was told to lie there"
            state = doubt(state, seat, believed, f"{COLUMN}_{KF}", about)
        state = claim(state, card, mine, happened)
        world = state.world(KF) or world
        rows = list(world.rows)
        cell = rows[state.round - 1]
        rows[state.round - 1] = (*cell[:-1], replace(cell[-1], fact=_told(state, cell[-1].fact, seat, card)))
        return state.with_world(replace(world, rows=tuple(rows)))
    return state


def may_look(state: State) -> tuple[str, ...]:
    """Who may look at the ship face down on Kha'Farjimmn: who laid it, and in the own turn the Governor."""
    world = state.world(KF)
    top = world.top(state.round) if world is not None else None
    if world is None or top is None or not top.down:
        return ()
    return (top.by, world.governor) if world.governor and world.governor == state.active else (top.by,)


def _told(state: State, fact: Fact, seat: str, card: str) -> Fact:
    """The fact with what a seat now believes, beside what others do."""
    left = dict(fact.without((seat,)).beliefs)
    left[card] = knowers(state, seat, *left.get(card, ()))
    (first, knows), *others = left.items()
    return Fact(first, knows, tuple(others))


@dataclass(frozen=True)
class TellCard(DarkAgesAction):
    """`tell_card CARD PLACE`: a seat tells the app, in private, a card of its own (`hand`, `reserve`, `garrison`), or
    the ship face down on Kha'Farjimmn that it laid, or looks at as Governor in its turn (`face_down`)."""

    card: str | Hidden
    place: str
    verb: ClassVar[str] = "tell_card"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        yield from is_card(self.card)
        yield from not_visible(state, self.card)
        if self.place not in PLACES:
            yield Reason("no_place", f"A card is told to be in {', '.join(PLACES)}, not in {self.place}.", "")
        yield from _out_of_place(self.card, self.place)
        if self.seat not in state.seats or self.place not in PLACES:
            return
        player = state.player(self.seat)
        empty = {HAND: not player.hand.size, RESERVE: not player.reserve.size, GARRISON: player.garrison is None}
        world = state.world(KF)
        top = world.top(state.round) if world is not None else None
        empty["face_down"] = top is None or not top.down
        if empty[self.place]:
            yield Reason("empty_place", f"No card lies there: {self.who}, {self.place.replace('_', ' ')}.", "")
        elif self.place == "face_down":
            assert top is not None
            if self.seat not in may_look(state):
                text = f"{name(top.by)} laid that ship; who governs there looks at it in his own turn."
                yield Reason("not_laid", text, sections.POWERS)
        else:
            yield from fits(state, self.seat, self.card, f"{self.place}_{self.seat}")

    def effect(self, state: State) -> State:
        card = key(self.card)
        if card is None or card in state.visible:
            # Told before an undo that laid it open: everybody sees where it is.
            return state
        return settle(learn(state, self.seat, card, self.place))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[TellCard]:
        return ()

    def title(self, state: State) -> str:
        return f"{self.who} tells a card in private"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, card=HIDDEN)


def _out_of_place(card: Told, place: str) -> Iterator[Reason]:
    """That such a card can never lie there."""
    known = CARDS.get(card) if isinstance(card, str) else None
    if known is None or place not in (GARRISON, "face_down"):
        return
    if not known.is_ship:
        yield Reason("no_ship", f"{known.name} is a technology, no ship.", sections.PLAYING)
    elif place == GARRISON and known.is_ally:
        yield Reason("no_garrison", f"{known.name} cannot be a garrison: it belongs to no world.", sections.BASES)
    elif place == "face_down" and not known.is_ally and known.world != KF:
        yield Reason("own_column", f"{known.name} belongs to the {world_name(known.world)} column.", sections.PLAYING)


@dataclass(frozen=True)
class Tell(DarkAgesAction):
    """`tell NUMBER CARD`: which card the doubtful one was; `?`: it stays open, the item is put away."""

    number: int | Hidden
    card: str | Hidden | None
    verb: ClassVar[str] = "tell"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        yield from is_card(self.card)
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
        card = key(self.card)
        place, _, whose = item.place.partition("_")
        if card is None or card in state.visible or whose != self.seat or place not in PLACES or item.viewer == PUBLIC:
            return state
        if any(_out_of_place(card, place)):
            return state
        return settle(learn(state, self.seat, card, place))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Tell]:
        if decision is None:
            yield from (cls(doubt_.owed.seat, doubt_.owed.number, None) for doubt_ in state.doubts)

    def title(self, state: State) -> str:
        return f"{self.who} answers a doubt of the inbox"

    def seen_by(self, viewer: str) -> Self:
        private = isinstance(self.number, Hidden) or self.number > PRIVATE_NUMBERS
        return self if viewer == self.seat or not private else replace(self, number=HIDDEN, card=HIDDEN)


def _item(state: State, number: int) -> Doubt | None:
    return next((each for each in state.doubts if each.owed.number == number), None)


@dataclass(frozen=True)
class ShownCard(DarkAgesAction):
    """`shown_card SEAT CARD`: that seat showed a card of its hand; its left neighbour drew one, which is discarded."""

    culprit: str
    card: str
    verb: ClassVar[str] = "shown_card"
    by_table: ClassVar[bool] = True
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from is_card(self.card)
        yield from not_visible(state, self.card)
        if self.seat != TABLE:
            yield Reason("table", "The penalty for a shown card is told by the table.", sections.PLAYING)
        if self.culprit not in state.seats:
            yield Reason(
                "no_seat", f"Nobody plays {self.culprit}; the seats are {', '.join(state.seats)}.", sections.SETUP
            )
        elif not state.player(self.culprit).hand.size:
            yield Reason("empty_hand", f"{name(self.culprit)} has no card in hand.", sections.PLAYING)
        else:
            yield from fits(state, PUBLIC, self.card, f"{HAND}_{self.culprit}")

    def effect(self, state: State) -> State:
        if self.culprit not in state.seats:
            return state
        return settle(discard_from_hand(state, self.culprit, self.card))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ShownCard]:
        return ()

    def title(self, state: State) -> str:
        return f"{name(self.culprit)} showed a card and loses {card_name(self.card)}"


@dataclass(frozen=True)
class SwapColumns(DarkAgesAction):
    """`swap_columns WORLD OTHER`: these two change places in the row, so that it is shown as it lies (“Setup”)."""

    world: str
    other: str
    verb: ClassVar[str] = "swap_columns"
    by_table: ClassVar[bool] = True
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat != TABLE:
            yield Reason("table", "How the worlds lie is told by the table.", sections.SETUP)
        for key_ in (self.world, self.other):
            yield from alive(state, key_)
        if self.world == self.other:
            yield Reason("same_world", "Two different worlds change places.", sections.SETUP)

    def effect(self, state: State) -> State:
        changed = {self.world: self.other, self.other: self.world}
        if not changed.keys() <= set(state.order):
            return state
        return state.with_(order=tuple(changed.get(each, each) for each in state.order))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[SwapColumns]:
        return ()

    def title(self, state: State) -> str:
        return f"{world_name(self.world)} and {world_name(self.other)} change places"


ACTIONS: tuple[type[DarkAgesAction], ...] = (TellCard, Tell, ShownCard, SwapColumns)
