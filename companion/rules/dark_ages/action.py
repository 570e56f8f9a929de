"""Phase 1: ships played or discarded, secret and visible bases, technologies (A1, A2, A3, B and D)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from companion.rules.contract import HIDDEN, Decision, Finding, Hidden, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.auction import owed
from companion.rules.dark_ages.bases import alive, can_place, govern, place, spot_taken
from companion.rules.dark_ages.catalog import CARDS, TECHNOLOGIES, TECHNOLOGY, Card, card_name, world_name
from companion.rules.dark_ages.drawing import DrawCards, dead_ship, discard_from_hand
from companion.rules.dark_ages.flow import push, settle
from companion.rules.dark_ages.knowledge import (
    GARRISON,
    HAND,
    Told,
    claim,
    comes_from,
    could_be,
    fits,
    in_hand,
    is_card,
    key,
    knowers,
    not_visible,
    open_fact,
    put,
    take,
)
from companion.rules.dark_ages.state import DarkAgesAction, Fact, Laid, Play, State, name
from companion.rules.dark_ages.turns import second_ship

KF: Final = "kha_farjimmn"


def _one_action(state: State) -> Iterator[Reason]:
    """That no action A was made yet."""
    if state.action:
        done = {"play": "a ship was played", "discard": "a ship was discarded", "secret": "a secret base was deployed"}
        yield Reason("one_action", f"One action A is made in a turn, and {done[state.action]} already.", sections.TURN)


def _may_play(state: State, column: str) -> Iterator[Reason]:
    """That a ship may be played on that column now, by the number of ships."""
    if not second_ship(state):
        yield from _one_action(state)
    elif column == "divergence":
        yield Reason("divergence", "The second ship may not be played in the Divergence column.", sections.POWERS)


def _card(card: Told) -> Card | None:
    return CARDS.get(card) if isinstance(card, str) else None


def lay(state: State, seat: str, column: str, card: Told, down: bool) -> State:
    """The ship lies on top of the column's cell of this round, and counts as played; `card` has left the hand."""
    world = state.world(column)
    known = _card(card)
    if world is None:
        return state
    seen = state.everyone if not down else knowers(state, seat)
    state = claim(state, card, seen, f"then {name(seat)} played it")
    world = state.worlds[state.worlds.index(state.world(column) or world)]
    fact = Fact(key(card), seen) if key(card) is not None else Fact(None)
    rows = list(world.rows)
    while len(rows) < state.round:
        rows.append(())
    covered = bool(rows[state.round - 1])
    value = known.value if known is not None and not down else None
    won = 0
    if value is not None and value >= 6:
        won = int(covered) + matches(state, column, value) + int(column == "imperials" and world.governor == seat)
    rows[state.round - 1] = (*rows[state.round - 1], Laid(fact, seat, state.turn, down))
    play = Play(column, key(card) if not down else None, value, world.governor == seat, not down, won, won, not down)
    if state.plays:
        # The second ship closes what the first one left open.
        first = replace(state.plays[-1], ability=False, left=0, sensors=False)
        state = state.with_(plays=(*state.plays[:-1], first))
    state = state.with_world(replace(world, rows=tuple(rows)))
    return state.with_(plays=(*state.plays, play), action="play").enter(
        seat, "hand", -1, f"played on {world_name(column)}"
    )


def matches(state: State, column: str, value: int) -> int:
    """Other columns whose visible top ship of this round has that value."""
    found = 0
    for world in state.alive:
        top = world.top(state.round)
        known = ship_of(top)
        if world.key != column and known is not None:
            found += known.value == value
    return found


def ship_of(laid: Laid | None) -> Card | None:
    """The card of a ship that lies open; None for none, for one face down, and for one never named."""
    return CARDS.get(laid.card) if laid is not None and not laid.down and laid.card is not None else None


@dataclass(frozen=True)
class PlayShip(DarkAgesAction):
    """`play CARD WORLD`: a ship from the hand onto its own world's column, an Ally onto any."""

    card: str
    world: str
    verb: ClassVar[str] = "play"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from comes_from(state, self.seat, self.card, HAND, self.seat)
        yield from alive(state, self.world)
        yield from _may_play(state, self.world)
        known = _card(self.card)
        if known is not None:
            if not known.is_ship:
                yield Reason("no_ship", f"{known.name} is a technology; it is played with action D.", sections.PLAYING)
            else:
                yield from _own_column(state, known, self.world)
                yield from owed(state, known.value, not state.plays)

    def effect(self, state: State) -> State:
        if state.world(self.world) is None:
            return state
        state = take(state, self.seat, HAND, self.card, state.everyone)
        return settle(lay(state, self.seat, self.world, self.card, False))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PlayShip]:
        if decision is None or (state.action and not second_ship(state)):
            return
        worlds = [world.key for world in state.alive]
        for card in in_hand(state, decision.seat, decision.seat):
            known = CARDS[card]
            if known.is_ally:
                yield from (cls(decision.seat, card, world) for world in worlds)
            elif known.is_ship and known.world in worlds:
                yield cls(decision.seat, card, known.world)

    def title(self, state: State) -> str:
        return f"{self.who} plays {card_name(self.card)} on {world_name(self.world)}"


def _own_column(state: State, card: Card, column: str) -> Iterator[Reason]:
    if not card.is_ally and card.world != column:
        yield Reason("own_column", f"{card.name} belongs to the {world_name(card.world)} column.", sections.PLAYING)
        world = state.world(card.world)
        if world is not None and not world.alive:
            yield Reason("surrendered", f"{world_name(card.world)} has surrendered.", sections.PLAYING)


@dataclass(frozen=True)
class PlayFaceDown(DarkAgesAction):
    """`play_face_down CARD`: Kha'Farjimmn's Governor plays a ship there face down; `?`: which, is not told."""

    card: str | Hidden | None
    verb: ClassVar[str] = "play_face_down"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from comes_from(state, self.seat, self.card, HAND, self.seat)
        yield from alive(state, KF)
        yield from _may_play(state, KF)
        world = state.world(KF)
        if world is not None and world.governor != self.seat:
            yield Reason("not_governor", f"{self.who} does not govern {world_name(KF)}.", sections.POWERS)
        known = _card(self.card)
        if known is not None:
            if not known.is_ship:
                yield Reason("no_ship", f"{known.name} is a technology; it is played with action D.", sections.PLAYING)
            elif not known.is_ally:
                yield from _own_column(state, known, KF)
            elif not state.on("kf_hidden_ally"):
                yield Reason("no_hidden_ally", "Allies are not played face down here (house rule).", sections.POWERS)
            if known.is_ship:
                yield from owed(state, known.value, not state.plays)

    def effect(self, state: State) -> State:
        state = take(state, self.seat, HAND, self.card, knowers(state, self.seat))
        return settle(lay(state, self.seat, KF, self.card, True))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PlayFaceDown]:
        world = state.world(KF)
        if decision is None or world is None or not world.alive or world.governor != decision.seat:
            return
        if state.action and not second_ship(state):
            return
        if state.player(decision.seat).hand.unknown_to(decision.seat):
            yield cls(decision.seat, None)
        for card in in_hand(state, decision.seat, decision.seat):
            if CARDS[card].world == KF or CARDS[card].is_ally:
                yield cls(decision.seat, card)

    def title(self, state: State) -> str:
        what = card_name(self.card) if isinstance(self.card, str) else "a ship"
        return f"{self.who} plays {what} face down on {world_name(KF)}"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, card=HIDDEN)


@dataclass(frozen=True)
class DiscardShip(DarkAgesAction):
    """`discard CARD`: a ship of a surrendered world, instead of playing (A2)."""

    card: str
    verb: ClassVar[str] = "discard"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from comes_from(state, self.seat, self.card, HAND, self.seat)
        yield from dead_ship(state, self.card)
        yield from _one_action(state)

    def effect(self, state: State) -> State:
        return settle(discard_from_hand(state, self.seat, self.card).with_(action="discard"))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[DiscardShip]:
        if decision is None or state.action or not state.fallen:
            return
        for card in in_hand(state, decision.seat, decision.seat):
            if CARDS[card].world in state.fallen:
                yield cls(decision.seat, card)

    def title(self, state: State) -> str:
        return f"{self.who} discards {card_name(self.card)}"


@dataclass(frozen=True)
class SecretBase(DarkAgesAction):
    """`secret_base CARD`: a ship face down as garrison with a base on it (A3); `?`: which, is not told."""

    card: str | Hidden | None
    verb: ClassVar[str] = "secret_base"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from comes_from(state, self.seat, self.card, HAND, self.seat)
        yield from _one_action(state)
        if state.fallen and not state.on("secret_base_any_round"):
            yield Reason("first_round", "A secret base is deployed before any world has surrendered.", sections.BASES)
        if state.base_done:
            yield Reason("b_done", "In the turn of a secret base no other base is placed or revealed.", sections.BASES)
        if state.opening is not None:
            yield Reason("opening", "The opener must play a ship of the value bid.", sections.OPENING)
        if self.seat in state.seats:
            player = state.player(self.seat)
            if player.secret_used:
                yield Reason(
                    "one_secret", f"{self.who} has deployed a secret base already, one in a game.", sections.BASES
                )
            if not player.chips:
                yield Reason("no_chip", f"{self.who} has no base left to place.", sections.BASES)
        known = _card(self.card)
        if known is not None and (known.is_ally or not known.is_ship):
            yield Reason("no_garrison", f"{known.name} cannot be a garrison: it belongs to no world.", sections.BASES)
        elif known is not None and known.world in state.fallen:
            yield Reason("surrendered", f"{world_name(known.world)} has surrendered.", sections.BASES)

    def effect(self, state: State) -> State:
        mine = knowers(state, self.seat)
        player = state.player(self.seat)
        state = take(state, self.seat, HAND, self.card, mine)
        state = claim(state, self.card, mine)
        fact = Fact(key(self.card), mine) if key(self.card) is not None else Fact(None)
        chips = max(0, player.chips - 1)
        state = state.change(self.seat, garrison=fact, secret_used=True, chips=chips)
        state = state.enter(self.seat, "hand", -1, "the garrison").enter(self.seat, "bases", -1, "secret base")
        return settle(state.with_(action="secret"))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[SecretBase]:
        if decision is None or state.action or state.base_done or state.opening is not None:
            return
        player = state.player(decision.seat)
        if player.secret_used or not player.chips or (state.fallen and not state.on("secret_base_any_round")):
            return
        if player.hand.unknown_to(decision.seat):
            yield cls(decision.seat, None)
        for card in in_hand(state, decision.seat, decision.seat):
            known = CARDS[card]
            if known.is_ship and not known.is_ally and known.world not in state.fallen:
                yield cls(decision.seat, card)

    def title(self, state: State) -> str:
        return f"{self.who} deploys a secret base"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, card=HIDDEN)


def _one_base(state: State) -> Iterator[Reason]:
    if state.base_done:
        yield Reason("one_base", "One base is placed or revealed in a turn (action B).", sections.TURN)
    if state.action == "secret":
        yield Reason("after_secret", "In the turn of a secret base there is no action B.", sections.BASES)


@dataclass(frozen=True)
class PlaceBase(DarkAgesAction):
    """`place_base WORLD`: a chip above the round's row of a surviving world (B)."""

    world: str
    verb: ClassVar[str] = "place_base"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from alive(state, self.world)
        yield from _one_base(state)
        if self.seat in state.seats and not state.player(self.seat).chips:
            yield Reason("no_chip", f"{self.who} has no base left to place.", sections.BASES)
        world = state.world(self.world)
        taken = spot_taken(state, world) if world is not None else ()
        if taken:
            whose = " and ".join(f"{name(owner)}'s" for owner in dict.fromkeys(taken))
            yield Reason(
                "spot_taken", f"{whose} base lies in this round's row of {world_name(self.world)}.", sections.BASES
            )

    def effect(self, state: State) -> State:
        if state.world(self.world) is None:
            return state
        player = state.player(self.seat)
        state = state.change(self.seat, chips=max(0, player.chips - 1)).with_(base_done=True)
        state = place(state, self.seat, self.world, state.round, "base placed")
        return settle(govern(state, self.world, self.seat))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PlaceBase]:
        if decision is None or state.base_done or state.action == "secret" or not state.player(decision.seat).chips:
            return
        yield from (cls(decision.seat, world.key) for world in state.alive if can_place(state, world))

    def title(self, state: State) -> str:
        return f"{self.who} places a base on {world_name(self.world)}"


def reveal(state: State, seat: str, card: Told, why: str) -> State:
    """The garrison is turned up: the chip goes above its world and the ship to hand, or both are out.

    The caller asks who governs there now.
    """
    player = state.player(seat)
    known = _card(card)
    if player.garrison is None or known is None:
        return state
    if player.garrison.card not in (None, card):
        state = _doubt_garrison(state, seat, card)
    state = claim(state.change(seat, garrison=None), card, state.everyone, f"then it was {name(seat)}'s garrison")
    world = state.world(known.world)
    if world is not None and world.alive:
        state = put(state, seat, HAND, card, state.everyone).enter(seat, "hand", 1, "the garrison")
        return place(state, seat, known.world, 0, why)
    lost = state.player(seat).lost + 1
    state = state.change(seat, lost=lost).with_(discard=(*state.discard, open_fact(state, card)))
    return state.enter(seat, "bases", 0, f"{world_name(known.world)} has surrendered: the secret base is out")


def _doubt_garrison(state: State, seat: str, card: Told) -> State:
    from companion.rules.dark_ages.knowledge import doubt

    garrison = state.player(seat).garrison
    if garrison is None or garrison.card is None:
        return state
    for viewer in garrison.knows:
        about = f"then {card_name(card)} was the garrison"
        state = doubt(state, viewer, garrison.card, f"{GARRISON}_{seat}", about)
    return state


@dataclass(frozen=True)
class RevealBase(DarkAgesAction):
    """`reveal_base CARD`: the own secret base is turned up (B); of a surrendered world it is this turn's A2."""

    card: str
    verb: ClassVar[str] = "reveal_base"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from garrison_findings(state, self.seat, self.card)
        yield from _one_base(state)
        known = _card(self.card)
        if known is not None and known.world in state.fallen:
            yield from _one_action(state)

    def effect(self, state: State) -> State:
        known = _card(self.card)
        if known is None:
            return state
        dead = known.world in state.fallen
        state = govern(reveal(state, self.seat, self.card, "secret base revealed"), known.world, self.seat)
        return settle(state.with_(base_done=True, action="discard" if dead else state.action))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[RevealBase]:
        if decision is None or state.base_done or state.action == "secret":
            return
        for card in garrisons(state, decision.seat):
            if not (state.action and CARDS[card].world in state.fallen):
                yield cls(decision.seat, card)

    def title(self, state: State) -> str:
        return f"{self.who} reveals a secret base: {card_name(self.card)}"


def garrison_findings(state: State, seat: str, card: str) -> Iterator[Finding]:
    """That the card can be the seat's garrison."""
    yield from is_card(card)
    yield from not_visible(state, card)
    known = _card(card)
    if known is not None and (known.is_ally or not known.is_ship):
        yield Reason("no_garrison", f"{known.name} cannot be a garrison: it belongs to no world.", sections.BASES)
    if seat in state.seats:
        if state.player(seat).garrison is None:
            yield Reason("no_secret", f"{name(seat)} has no secret base in play.", sections.BASES)
        else:
            yield from fits(state, seat, card, f"{GARRISON}_{seat}")


def garrisons(state: State, seat: str) -> list[str]:
    """Cards that the seat's garrison may be, by its own knowledge."""
    if seat not in state.seats or state.player(seat).garrison is None:
        return []
    cards = could_be(state, seat, f"{GARRISON}_{seat}")
    return [card for card in cards if CARDS[card].is_ship and not CARDS[card].is_ally]


@dataclass(frozen=True)
class PlayTechnology(DarkAgesAction):
    """`technology CARD`: a technology from the hand, face up before its player (D)."""

    card: str
    verb: ClassVar[str] = "technology"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        section = sections.TECHNOLOGY
        yield from comes_from(state, self.seat, self.card, HAND, self.seat)
        known = _card(self.card)
        if known is not None and known.world != TECHNOLOGY:
            yield Reason("no_technology", f"{known.name} is a ship, no technology.", section)
        if state.option("techs_per_turn") == "one" and state.technologies_played:
            yield Reason("one_technology", "One technology is played in a turn.", section)

    def effect(self, state: State) -> State:
        state = take(state, self.seat, HAND, self.card, state.everyone)
        state = claim(state, self.card, state.everyone, f"then {self.who} played it")
        state = state.with_(technologies_played=state.technologies_played + 1)
        state = state.enter(self.seat, "hand", -1, card_name(self.card))
        if self.card == "advanced_processing":
            state = state.with_(discard=(*state.discard, open_fact(state, self.card)))
            return settle(push(state, DrawCards(self.seat, 3, "advanced_processing")))
        player = state.player(self.seat)
        return settle(state.change(self.seat, technologies=(*player.technologies, self.card)))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PlayTechnology]:
        if decision is None or (state.option("techs_per_turn") == "one" and state.technologies_played):
            return
        yield from (cls(decision.seat, card) for card in in_hand(state, decision.seat, decision.seat, TECHNOLOGIES))

    def title(self, state: State) -> str:
        return f"{self.who} plays {card_name(self.card)}"


ACTIONS: tuple[type[DarkAgesAction], ...] = (
    PlayShip,
    PlayFaceDown,
    DiscardShip,
    SecretBase,
    PlaceBase,
    RevealBase,
    PlayTechnology,
)
