"""What never changes in number: 104 cards, 16 world cards, 25 chips. For tests and self-play."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.dark_ages.catalog import CHIPS, DECK, LAST_WORLDS, WORLDS
from companion.rules.dark_ages.state import Fact, State, name
from companion.rules.dark_ages.surrender import uncovered


def laws(state: State) -> list[str]:
    """A sentence for each law that does not hold. After a correction the table decides, and nothing is checked."""
    return [] if state.corrected else [*_cards(state), *_chips(state), *_worlds(state)]


def _cards(state: State) -> Iterator[str]:
    total = state.deck + len(state.discard)
    total += sum(each.hand.size + each.reserve.size + len(each.technologies) for each in state.players)
    total += sum(each.garrison is not None for each in state.players)
    total += sum(len(cell) for world in state.worlds for cell in world.rows)
    if total != DECK:
        yield f"{total} cards, not {DECK}"
    if len(state.under) > state.deck:
        yield f"{len(state.under)} cards under a pile of {state.deck}"
    for viewer, places in state.whereabouts.items():
        for player in state.players:
            for which, there in (("hand", player.hand), ("reserve", player.reserve)):
                if len(there.known_to(viewer)) > there.size:
                    yield f"{viewer} knows {len(there.known_to(viewer))} of {there.size} cards, {player.seat}'s {which}"
        if len(places) > DECK:
            yield f"{viewer} places {len(places)} cards"
    yield from _once(state)


def _once(state: State) -> Iterator[str]:
    """Nobody believes a card to be in two places."""
    everyone, common = len(state.everyone), set[str]()
    mine: dict[str, set[str]] = {viewer: set() for viewer in state.everyone}
    for fact in _facts(state):
        if not fact.others and len(fact.knows) == everyone:
            if fact.card in common:
                yield f"everybody knows {fact.card} twice"
            common.add(fact.card or "")
            continue
        for card, knows in fact.beliefs:
            for viewer in knows:
                if card in mine[viewer]:
                    yield f"{viewer} knows {card} twice"
                mine[viewer].add(card)
    for viewer, cards in mine.items():
        yield from (f"{viewer} knows {card} twice" for card in sorted(cards & common))


def _facts(state: State) -> Iterator[Fact]:
    """Every card that lies somewhere with what is known of it."""
    yield from state.discard
    yield from state.under
    for player in state.players:
        yield from player.hand.facts
        yield from player.reserve.facts
        yield from (Fact(card, state.everyone) for card in player.technologies)
        if player.garrison is not None:
            yield player.garrison
    for world in state.worlds:
        for cell in world.rows:
            yield from (laid.fact for laid in cell)


def _chips(state: State) -> Iterator[str]:
    for player in state.players:
        placed = sum(owner == player.seat for world in state.worlds for owner, _ in world.bases)
        total = player.chips + placed + player.lost + (player.garrison is not None)
        if total != CHIPS:
            yield f"{name(player.seat)}: {total} bases, not {CHIPS}"
        if min(player.chips, player.lost) < 0:
            yield f"{name(player.seat)}: bases below zero"


def _worlds(state: State) -> Iterator[str]:
    if tuple(world.key for world in state.worlds) != WORLDS:
        yield "the worlds are not those of the box"
    gone = tuple(world.key for world in state.worlds if not world.alive)
    if set(gone) != set(state.fallen) or len(gone) != len(state.fallen) or len(state.alive) < LAST_WORLDS:
        yield f"{len(gone)} worlds gone, {len(state.fallen)} surrendered"
    for world in state.worlds:
        if not world.alive and (world.bases or world.rows or world.governor):
            yield f"{world.key} has surrendered and is not empty"
        if world.governor and not any(owner == world.governor for owner, _ in world.bases):
            yield f"{world.key} is governed by {world.governor}, who has no base there"
        if any(not 0 <= level <= state.round + 1 for _, level in world.bases):
            yield f"{world.key} has a base at no level"
        if uncovered(state) is None and any(laid.down for cell in world.rows[: state.round - 1] for laid in cell[-1:]):
            yield f"{world.key} hides a card in a past row"
