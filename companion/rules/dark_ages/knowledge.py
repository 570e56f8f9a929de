"""Who knows which card: facts that come and go as cards move, each viewer's apart from all others'.

Every function treats each viewer as if only this viewer's knowledge existed. That is what keeps secrets: the public's
position goes on the same whatever a seat was shown or told. A card whose name nobody saw is None, and has no knowers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from companion.rules.contract import PUBLIC, Finding, Hidden, Missing, Owed, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.catalog import CARDS, card_name, world_name
from companion.rules.dark_ages.state import UNTOLD, Doubt, Fact, Knowers, Pile, State, name

Told = str | Hidden | None
"""A card as an action carries it: its key, `?` for one not told, HIDDEN for one that the viewer may not know."""

HAND: Final = "hand"
RESERVE: Final = "reserve"
GARRISON: Final = "garrison"
COLUMN: Final = "column"
DISCARD: Final = "discard"
UNDER: Final = "under"
PRIVATE_NUMBERS: Final = 1000
"""Doubts of a seat are numbered from its own thousand on, so that numbers tell others nothing."""


def key(card: Told) -> str | None:
    """The card's key, or None where the name is not known."""
    return card if isinstance(card, str) else None


def knowers(state: State, *seats: str) -> Knowers:
    """These seats in the table's order; PUBLIC means everybody."""
    return state.everyone if PUBLIC in seats else tuple(seat for seat in state.seats if seat in seats)


def is_card(card: Told) -> Iterator[Reason]:
    """That the word names a card of the deck."""
    if isinstance(card, str) and card not in CARDS:
        yield Reason(
            "no_card", f"There is no card {card}; cards are written felowi_8, ally_2 or sensors.", sections.COMPONENTS
        )


def not_visible(state: State, card: Told) -> Iterator[Reason]:
    """That the card does not lie open elsewhere: the only thing that makes a card told from a hand impossible."""
    place = state.visible.get(card) if isinstance(card, str) else None
    if place is not None:
        yield Reason("lies_elsewhere", f"{card_name(card)} lies {place}.", sections.PLAYING)


def fits(state: State, viewer: str, card: Told, place: str) -> Iterator[Finding]:
    """Missing where the viewer's own knowledge has the card elsewhere, or nothing unknown left at `place`."""
    if not isinstance(card, str) or card not in CARDS or card in state.visible:
        return
    told = where(state, viewer, card)
    if told == place:
        return
    if told is not None:
        yield Missing("card_place", f"Is it {card_name(card)}? It was last known {place_name(told)}.")
    elif not unknown(state, viewer, place):
        yield Missing("card_place", f"Is it {card_name(card)}? Every card {place_name(place)} was told otherwise.")


def comes_from(state: State, viewer: str, card: Told, which: str, whose: str) -> Iterator[Finding]:
    """That the card is one, lies open nowhere, and by the viewer's knowledge can be in that hand, Reserve, garrison."""
    yield from is_card(card)
    yield from not_visible(state, card)
    if whose in state.seats:
        yield from fits(state, viewer, card, f"{which}_{whose}")


def unknown(state: State, viewer: str, place: str) -> int:
    """How many cards at a place the viewer cannot name."""
    word, _, seat = place.partition("_")
    if seat not in state.seats:
        return state.deck - len(state.under) if place == "deck" else 1
    player = state.player(seat)
    if word == GARRISON:
        return int(player.garrison is not None and viewer not in player.garrison.knows)
    return pile(state, seat, word).unknown_to(viewer)


def could_be(state: State, viewer: str, place: str) -> list[str]:
    """The cards that may be at a place as far as `viewer` knows, in the catalog's order."""
    known = state.whereabouts[ALL] | state.whereabouts.get(viewer, {})
    if not unknown(state, viewer, place):
        return [card for card in CARDS if known.get(card) == place]  # a name that is no card may have been recorded
    return [card for card in CARDS if known.get(card, place) == place and card not in state.visible]


def located(state: State) -> set[str]:
    """Every card that anybody can place: what is left may be in the draw pile. No view may show it."""
    return {card for places in state.whereabouts.values() for card in places}


def in_pile(state: State, seat: str, which: str) -> list[str]:
    """All cards that may be in a hand or Reserve, by everybody's knowledge together; no view may show it."""
    there = pile(state, seat, which)
    known = list(dict.fromkeys(fact.card for fact in there.facts if fact.card is not None))
    if len(known) >= there.size:
        return known
    out = located(state) | set(state.visible)
    return known + [card for card in CARDS if card not in out]


def in_deck(state: State) -> list[str]:
    """All cards that the next draw may bring; no view may show it."""
    if state.deck <= len(state.under):
        first = state.under[0].card if state.under else None
        if first is not None:
            return [first]
    out = located(state) | set(state.visible)
    return [card for card in CARDS if card not in out]


def pile(state: State, seat: str, which: str) -> Pile:
    player = state.player(seat)
    return player.hand if which == HAND else player.reserve


def put(state: State, seat: str, which: str, card: Told, knows: Knowers) -> State:
    """One more card in a hand or Reserve."""
    there = pile(state, seat, which)
    fact = (Fact(key(card), knows),) if key(card) is not None and knows else ()
    return state.change(seat, **{which: Pile(there.size + 1, there.facts + fact)})


def add_fact(state: State, seat: str, which: str, card: Told, knows: Knowers) -> State:
    """Somebody learns of a card that is in a hand or Reserve already."""
    there = pile(state, seat, which)
    if not isinstance(card, str) or not knows:
        return state
    # A fact of its own beside others' of the same card: how long each viewer has believed it is each one's own.
    return state.change(seat, **{which: Pile(there.size, (*there.facts, Fact(card, knows)))})


def take(state: State, seat: str, which: str, card: Told, knows: Knowers) -> State:
    """One card less in a hand or Reserve, whose name `knows` see; what others knew of the rest is no longer sure.

    For who sees it and had every card told as another, the oldest fact is doubtful.
    """
    there = pile(state, seat, which)
    place = f"{which}_{seat}"
    if there.size == 0:
        # A card more than there were: some count is wrong, and conservation follows from the record no longer.
        state = state.with_(corrected=True)
        return doubt(state, PUBLIC, "", place, f"{name(seat)}'s {which} was counted as empty")
    if key(card) is None:
        knows = ()
    facts = []
    strip: dict[int, list[str]] = {}
    doubtful: list[tuple[str, int]] = []
    for viewer in state.everyone:
        mine = [index for index, fact in enumerate(there.facts) if viewer in fact.knows]
        if viewer not in knows:
            gone = mine
        else:
            gone = [index for index in mine if there.facts[index].card == card][:1]
            if not gone and mine and len(mine) >= there.size:
                gone = mine[:1]
                doubtful.append((viewer, gone[0]))
        for index in gone:
            strip.setdefault(index, []).append(viewer)
    for viewer, index in doubtful:
        if viewer == PUBLIC or (PUBLIC, index) not in doubtful:
            was = there.facts[index].card or ""
            state = doubt(state, viewer, was, place, f"then {card_name(card)} came from there")
    for index, fact in enumerate(there.facts):
        left = fact.without(tuple(strip[index])) if index in strip else fact
        if left.card is not None:
            facts.append(left)
    return state.change(seat, **{which: Pile(there.size - 1, tuple(facts))})


def claim(state: State, card: Told, knows: Knowers, happened: str = "") -> State:
    """`knows` see that card now: whatever they believed of it before is doubtful, and no longer believed."""
    if not isinstance(card, str) or not any(where(state, viewer, card) for viewer in knows):
        return state
    found: list[tuple[str, str]] = []

    def strip(fact: Fact, place: str) -> Fact:
        gone = tuple(viewer for told, those in fact.beliefs if told == card for viewer in those if viewer in knows)
        if not gone:
            return fact
        found.extend((viewer, place) for viewer in ((PUBLIC,) if PUBLIC in gone else gone))
        return fact.without(gone)

    players = []
    for player in state.players:
        changes: dict[str, object] = {}
        for which in (HAND, RESERVE):
            there = pile(state, player.seat, which)
            if any(fact.card == card for fact in there.facts):
                facts = tuple(strip(fact, f"{which}_{player.seat}") for fact in there.facts)
                changes[which] = Pile(there.size, tuple(fact for fact in facts if fact.card is not None))
        if player.garrison is not None and player.garrison.card == card:
            changes[GARRISON] = strip(player.garrison, f"{GARRISON}_{player.seat}")
        players.append(player.with_(**changes) if changes else player)
    worlds = tuple(
        replace(
            world,
            rows=tuple(
                tuple(
                    replace(laid, fact=strip(laid.fact, f"{COLUMN}_{world.key}")) if laid.card is not None else laid
                    for laid in cell
                )
                for cell in world.rows
            ),
        )
        for world in state.worlds
    )
    discard = tuple(strip(fact, DISCARD) for fact in state.discard)
    under = tuple(strip(fact, UNDER) for fact in state.under)
    state = state.with_(players=tuple(players), worlds=worlds, discard=discard, under=under)
    for viewer, place in found:
        state = doubt(state, viewer, card, place, happened or f"then {card_name(card)} was seen elsewhere")
    return state


def doubt(state: State, viewer: str, card: str, place: str, about: str) -> State:
    """One more item in the viewer's inbox."""
    numbers = dict(state.doubt_numbers)
    base = 0 if viewer == PUBLIC else PRIVATE_NUMBERS * (state.seats.index(viewer) + 1)
    number = numbers.get(viewer, base) + 1
    numbers[viewer] = number
    seat = viewer if viewer != PUBLIC else _owner(state, place)
    what = (
        f"whether it was {card_name(card)} {place_name(place)}" if card else f"how many cards are {place_name(place)}"
    )
    item = Doubt(Owed(number, seat, what, about, state.round), viewer, card, place)
    return state.with_(doubts=(*state.doubts, item), doubt_numbers=tuple(sorted(numbers.items())))


def place_name(place: str) -> str:
    """A place in words, as after "lies": "in Red's hand"."""
    word, _, rest = place.partition("_")
    if word == COLUMN:
        return f"in the {world_name(rest)} column"
    if word == DISCARD:
        return "on the discard pile"
    if word == UNDER:
        return "under the draw pile"
    if word == "deck":
        return "in the draw pile"
    if word == GARRISON:
        return f"under {name(rest)}'s secret base"
    return f"in {name(rest)}'s {'Reserve' if word == RESERVE else 'hand'}"


def visible(state: State) -> dict[str, str]:
    """Cards that lie open now, with the place in words: tops of cells, technologies in play, the top discard."""
    found: dict[str, str] = {}
    for world in state.worlds:
        for row, cell in enumerate(world.rows, 1):
            if cell and not cell[-1].down and cell[-1].card is not None and PUBLIC in cell[-1].fact.knows:
                found[cell[-1].card] = f"on {world_name(world.key)} in row {row}"
    for player in state.players:
        for technology in player.technologies:
            found[technology] = f"in play before {name(player.seat)}"
    if state.discard and state.discard[-1].card is not None and PUBLIC in state.discard[-1].knows:
        found[state.discard[-1].card] = "on top of the discard pile"
    return found


ALL: Final = "all"
"""Where `whereabouts` keeps what everybody knows."""


def whereabouts(state: State) -> dict[str, dict[str, str]]:
    """Card → place of every fact: under ALL what everybody knows, by viewer the rest."""
    everyone = len(state.everyone)
    found: dict[str, dict[str, str]] = {viewer: {} for viewer in state.everyone}
    common = found[ALL] = {}

    def put_down(place: str, fact: Fact) -> None:
        if fact.card is None:
            return
        if len(fact.knows) == everyone:
            common[fact.card] = place
            return
        for card, knows in fact.beliefs:
            for viewer in knows:
                if viewer in found:
                    found[viewer][card] = place

    for player in state.players:
        for which, there in ((HAND, player.hand), (RESERVE, player.reserve)):
            if there.facts:
                place = f"{which}_{player.seat}"
                for fact in there.facts:
                    put_down(place, fact)
        if player.garrison is not None:
            put_down(f"{GARRISON}_{player.seat}", player.garrison)
        for technology in player.technologies:
            common[technology] = "play"
    for world in state.worlds:
        place = f"{COLUMN}_{world.key}"
        for cell in world.rows:
            for laid in cell:
                put_down(place, laid.fact)
    for fact in state.discard:
        put_down(DISCARD, fact)
    for fact in state.under:
        put_down(UNDER, fact)
    return found


def where(state: State, viewer: str, card: str) -> str | None:
    """Where the viewer believes the card to be: its own knowledge, then everybody's."""
    places = state.whereabouts
    return places.get(viewer, {}).get(card) or places[ALL].get(card)


def _owner(state: State, place: str) -> str:
    rest = place.partition("_")[2]
    return rest if rest in state.seats else state.active or state.seats[0]


def open_fact(state: State, card: Told) -> Fact:
    """The fact of a card that everybody sees; untold when its name is not known."""
    return UNTOLD if key(card) is None else Fact(key(card), state.everyone)


def in_hand(state: State, viewer: str, seat: str, wanted: Iterable[str] | None = None) -> list[str]:
    """Cards that may be in a seat's hand as far as `viewer` knows, of those `wanted` (all)."""
    cards = could_be(state, viewer, f"{HAND}_{seat}")
    return cards if wanted is None else [card for card in cards if card in set(wanted)]
