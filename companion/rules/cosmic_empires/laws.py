"""What never changes in number: fields, stones, ships, upgrades, event cards, markers. For tests and self-play."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.cosmic_empires.board import visible_fields
from companion.rules.cosmic_empires.capacity import markers_due
from companion.rules.cosmic_empires.catalog import (
    COLOURS,
    EVENT_CARDS,
    EVENTS,
    FIELD_COPIES,
    MARKED_CARDS,
    MISSIONS,
    PLANET_CARDS,
    SHIPS,
    STONES,
    UPGRADES,
)
from companion.rules.cosmic_empires.ships import upgrades_out
from companion.rules.cosmic_empires.state import HOME, Player, State, name


def laws(state: State) -> list[str]:
    """A sentence for each law that does not hold. After a correction the table decides, and nothing is checked."""
    if state.corrected:
        return []
    broken = [*_fields(state), *_stones(state), *_events(state), *_missions(state)]
    for upgrade, supply in UPGRADES.items():
        if upgrades_out(state, upgrade) > supply:
            broken.append(f"{upgrades_out(state, upgrade)} {upgrade}s of {supply}")
    for player in state.players:
        broken += [f"{name(player.seat)}: {said}" for said in _player(state, player)]
    return broken


def _fields(state: State) -> Iterator[str]:
    from companion.rules.cosmic_empires.arrival import Reveal
    from companion.rules.cosmic_empires.combat import Combat

    # A card that replaces beaten pirates has left the pile and lies concealed until it is turned over.
    concealed = sum(not space.card for space in state.spaces)
    shown = sum(bool(space.card) for space in state.spaces)
    total = concealed + shown + state.pile + len(state.discards) + len(state.removed_fields)
    if total != sum(FIELD_COPIES.values()):
        yield f"{total} field cards of {sum(FIELD_COPIES.values())}"
    for card, count in visible_fields(state).items():
        if count > FIELD_COPIES.get(card, 0):
            yield f"{count} cards {card} lie open"
    if state.mobile and not state.wormholes:
        yield "a mobile passage marker without a wormhole"
    if sum(isinstance(step, Reveal) for step in state.steps) > 1:
        yield "two fields are turned over at once"
    for space in state.spaces:
        if not space.card:
            continue
        if space.card in MARKED_CARDS:
            if sum(space.stones) > 1:
                yield f"{sum(space.stones)} markers on {space.name}"
        elif space.card in PLANET_CARDS:
            if sum(space.stones) > space.size:
                yield f"{sum(space.stones)} stones on the planet {space.name} for {space.size}"
        elif space.owner or any(space.stones):
            yield f"{space.name} is controlled and cannot be"
    if state.phase != "over" and not any(isinstance(step, Combat) for step in state.steps):
        yield from (f"ships of two players at {space}" for space, seats in state.ships_at.items() if len(seats) > 1)


def _stones(state: State) -> Iterator[str]:
    on_board = [sum(column) for column in zip(*(space.stones for space in state.spaces if space.card), strict=True)]
    for index, colour in enumerate(COLOURS):
        total = state.bag[index] + state.box[index] + (on_board[index] if on_board else 0)
        for player in state.players:
            if player.seat == colour:
                total += player.reserve + player.mission_stones
                total += sum(seat == colour for _, seat, _ in state.claimed)
                if player.reserve < 0 or player.mission_stones < 0:
                    yield f"{colour} has fewer than no stones"
        if total != STONES:
            yield f"{total} {colour} stones of {STONES}"


def _events(state: State) -> Iterator[str]:
    total = state.deck + len(state.events_out) + sum(len(player.hand) for player in state.players)
    if total != EVENTS or state.deck < 0:
        yield f"{total} event cards of {EVENTS}, {state.deck} in the deck"
    for key, card in EVENT_CARDS.items():
        held = sum(player.hand.count(key) for player in state.players)
        if state.events_out.count(key) + held > card.copies:
            yield f"{state.events_out.count(key) + held} cards {card.title}"


def _missions(state: State) -> Iterator[str]:
    if state.mission and state.mission in state.missions_left:
        yield "the public mission lies open and face down"
    if len(set(state.missions_left)) != len(state.missions_left) or not set(state.missions_left) <= set(MISSIONS):
        yield "a public mission twice"
    places = [place for place, _, _ in state.claimed]
    if len(set(places)) != len(places):
        yield "two stones on a place of the public mission"


def _player(state: State, player: Player) -> Iterator[str]:
    names = [ship.name for ship in player.ships]
    if len(set(names)) != len(names):
        yield "a ship twice"
    for kind, ship in SHIPS.items():
        count = sum(each.kind == kind for each in player.ships)
        if count > ship.per_player:
            yield f"{count} {kind}s of {ship.per_player}"
    for each in player.ships:
        if each.at != HOME and each.at not in state.places:
            yield f"{each.name} at {each.at}, which is no place"
        if each.damage >= each.resistance:
            yield f"{each.name} is destroyed and still there"
    if player.markers < markers_due(state, player):
        yield f"{player.markers} capacity markers for {markers_due(state, player)} symbols"
