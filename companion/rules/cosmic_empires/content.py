"""What only the cards print: told by the table, checked, and kept (public missions, pirates, planets' icons)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import TABLE, Decision, Finding, Reason
from companion.rules.cosmic_empires.catalog import (
    BATTLE,
    CATEGORIES,
    COLOURS,
    KIND_OF,
    OUTLINES,
    PLACES,
    PLANETS,
    REWARDS,
    SHIPPED,
    Content,
)
from companion.rules.cosmic_empires.catalog.outlines import faults
from companion.rules.cosmic_empires.flow import find, finish
from companion.rules.cosmic_empires.state import CosmicAction, State, Step, name

MOST_PLACES = 8


def read_content(words: str) -> Content:
    """A card's content from the value of an option: words joined by commas."""
    return tuple(int(word) if word.isdecimal() and word.isascii() else word for word in words.split(",") if word)


def content_faults(card: str, content: Content) -> Iterator[Reason]:
    """Why a card cannot say that."""
    if card not in SHIPPED:
        yield Reason("no_card", f"There is no card {card} whose print would have to be told.", "")
    elif card in OUTLINES:
        yield from (
            Reason(code, text, "2-, 3- and 5-Player Versions") for code, text in faults(OUTLINES[card], content)
        )
    elif KIND_OF.get(card) in PLANETS:
        if not content or content[0] not in COLOURS:
            yield Reason("no_icon", f"A planet's icon has one of the colours {', '.join(COLOURS)}.", "Planet")
        if len(content) > 2 or not all(isinstance(word, str) for word in content):
            yield Reason("wrong_content", "Of a planet the icon's colour is told, and its name in one word.", "Planet")
    elif KIND_OF.get(card) == "neutral_pirates":
        figures = [word for word in content if isinstance(word, int)]
        if len(figures) != len(content) or len(content) != 3:
            yield Reason(
                "wrong_content", "Of neutral pirates frigates, cruisers and prizes are told, in figures.", "Prize"
            )
        elif sum(figures[:2]) < 1 or max(figures) > 9:
            yield Reason("wrong_figures", "Neutral pirates have at least one ship, and no figure above 9.", "Prize")
    else:
        yield from _mission_faults(content)


def _mission_faults(content: Content) -> Iterator[Reason]:
    section = "The Public Missions"
    if not content or content[0] not in CATEGORIES:
        yield Reason("no_category", f"A public mission is one of {', '.join(CATEGORIES)}.", section)
    if len(content) < 2 or content[1] not in REWARDS:
        yield Reason("no_reward", f"A public mission's reward is one of {', '.join(REWARDS)}.", section)
    places = content[2:]
    if not 1 <= len(places) <= MOST_PLACES:
        yield Reason("no_places", f"A public mission has 1 to {MOST_PLACES} places.", section)
    known = (BATTLE,) if content[:1] == ("assaults",) else PLACES
    for place in dict.fromkeys(places):
        if place not in known:
            yield Reason("no_place", f"A place cannot ask for {place}; it is one of {', '.join(known)}.", section)


def told(state: State) -> Mapping[str, Content]:
    """Every card whose content was told, in this session or an earlier one."""
    return {key: state.contents[key] for key in sorted(state.told)}


@dataclass(frozen=True)
class CardContent(Step):
    """A card turned up whose print is not known: the table may tell it, or go on with what was shipped."""

    card: str

    def go_on(self, state: State) -> State | None:
        asked = state.option("cards_asked")
        if asked == "never" or (asked == "once" and self.card in state.told):
            return finish(state, self)
        return None

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"card": self.card, "shipped": state.contents[self.card]}
        return (Decision(TABLE, "card.content", ("tell_card", "as_shipped"), context=context),)


@dataclass(frozen=True)
class TellCard(CosmicAction):
    """`tell_card CARD WORDS…`: what the card prints; kept for every game to come."""

    card: str
    words: tuple[str | int, ...]
    verb: ClassVar[str] = "tell_card"
    tells: ClassVar[bool] = True
    opens: ClassVar[bool] = True
    alone: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat != TABLE:
            yield Reason("table_only", "What a card says concerns everybody: the table tells it.", "")
        yield from content_faults(self.card, self.words)
        if self.card == state.mission and any(place > len(self.words) - 2 for place, _, _ in state.claimed):
            yield Reason("claimed", "A stone lies on a place that this mission would not have; correct that first.", "")

    def effect(self, state: State) -> State:
        if any(True for _ in content_faults(self.card, self.words)):
            return state
        step = find(state, TABLE, CardContent)
        if step is not None and step.card == self.card:
            state = finish(state, step)
        from companion.rules.cosmic_empires.doubts import print_contradicted

        state = print_contradicted(state, self.card, self.words)
        contents = {**state.contents, self.card: self.words}
        return state.with_(contents=contents, told=state.told | {self.card})

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[TellCard]:
        step = find(state, TABLE, CardContent)
        if decision is not None and step is not None:
            yield cls(TABLE, step.card, state.contents[step.card])
            if KIND_OF.get(step.card) in PLANETS:
                yield from (cls(TABLE, step.card, (colour,)) for colour in COLOURS)

    def title(self, state: State) -> str:
        if self.card in OUTLINES:
            return f"The board for {OUTLINES[self.card]} is told"
        return f"The card {name(self.card)} is told"


@dataclass(frozen=True)
class AsShipped(CosmicAction):
    """`as_shipped`: the game goes on with what the app believes of the card."""

    verb: ClassVar[str] = "as_shipped"

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        return finish(state, find(state, TABLE, CardContent))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[AsShipped]:
        yield cls(TABLE)

    def title(self, state: State) -> str:
        return "The card is played as the app believes it"


ACTIONS: tuple[type[CosmicAction], ...] = (TellCard, AsShipped)
