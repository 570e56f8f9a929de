"""Event cards played: when, by whom, and what they do (The Event Cards; C54-C57, CA40, CA41, CA60, CA65)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from companion.rules.contract import HIDDEN, Decision, Draw, Finding, Hidden, Kind, Reason
from companion.rules.cosmic_empires.board import concealed, guarded
from companion.rules.cosmic_empires.catalog import COLOURS, EVENT_CARDS
from companion.rules.cosmic_empires.combat import ATTACKER, DEFENDER, Combat, Hits
from companion.rules.cosmic_empires.common_turn import concealed_findings, look
from companion.rules.cosmic_empires.diplomacy import change_stones, send_home
from companion.rules.cosmic_empires.doubts import left_the_hand
from companion.rules.cosmic_empires.fleet import FleetShips
from companion.rules.cosmic_empires.flow import find, finish, push, swap
from companion.rules.cosmic_empires.hands import (
    DrawEvents,
    arranged,
    available,
    discard_card,
    holdable,
    holding,
    without,
)
from companion.rules.cosmic_empires.ships import Upgrade, can_upgrade, change_ship, ship_of
from companion.rules.cosmic_empires.single_moves import SingleMove, single_moves
from companion.rules.cosmic_empires.state import PIRATES, CosmicAction, SeatAction, State, Step, colour_index, name
from companion.rules.cosmic_empires.turn import Activation, MainMove, TurnEnd, main_move_again

COMBAT_CARDS: Final = ("sabotage", "direct_hit", "bomber_squadron", "maximum_fire_power")
SECTION = "The Event Cards"


def standard(state: State, card: str) -> bool:
    """Whether a card uses one of the turn's standard plays, by the session's rulings (CA40)."""
    if card == "revolts":
        return state.option("revolts_category") == "standard"
    if card == "tactical_assault":
        return state.option("tactical_category") == "standard"
    return card in EVENT_CARDS and EVENT_CARDS[card].standard


def side_of(combat: Combat, seat: str) -> int | None:
    """The side of a seat in a combat, or None."""
    return combat.sides.index(seat) if seat in combat.sides else None


def when(state: State, seat: str, card: str) -> Iterator[Finding]:
    """Why the moment is wrong for a card."""
    combat = find(state, "", Combat)
    side = side_of(combat, seat) if combat is not None else None
    if combat is not None and combat.stage == "announced":
        if card != "peace_treaties" and card in EVENT_CARDS:
            yield Reason("peace_first", "Before the combat begins only Peace Treaties are played.", SECTION)
        elif side != DEFENDER:
            yield Reason("not_attacked", "Peace Treaties are for the player who is attacked.", SECTION)
        return
    if card == "peace_treaties":
        yield Reason("too_late", "Peace Treaties are played right when an attack on own ships is announced.", SECTION)
    elif card in COMBAT_CARDS or (card == "revolts" and not standard(state, card)):
        if side is None:
            yield Reason("no_combat", f"{name(card)} is played in a combat of {name(seat)}.", SECTION)
    elif card in EVENT_CARDS:
        yield from _in_own_turn(state, seat, card, combat is not None)


def _in_own_turn(state: State, seat: str, card: str, fighting: bool) -> Iterator[Finding]:
    own = state.phase == "turn" and state.active == seat
    if not own:
        yield Reason("not_own_turn", f"{name(card)} is played in its player's own turn.", SECTION)
    if fighting:
        yield Reason("combat", f"{name(card)} is not played during a combat.", SECTION)
    if standard(state, card) and own and state.turn.standard_left < 1:
        yield Reason("standard_played", "No further standard event card may be played this turn.", SECTION)
    fleet = find(state, seat, FleetShips)
    if card == "tactical_assault":
        if own and fleet is None and find(state, seat, MainMove) is None:
            yield Reason("no_attack", "Tactical Assault is played at the fleet movement of an attack.", SECTION)
        if fleet is not None and not guarded(state, seat, fleet.target):
            yield Reason("no_enemy", f"No ships of others are at {fleet.target} to be attacked.", SECTION)
        if own and state.turn.assault:
            yield Reason("played", "Tactical Assault counts already.", SECTION)
    elif own and fleet is None and not fighting and find(state, seat, Activation, MainMove, TurnEnd) is None:
        yield Reason("in_between", f"{name(card)} is played once what is open is done.", SECTION)
    elif fleet is not None and card != "enhanced_movement":
        yield Reason("in_flight", f"{name(card)} is played before or after the fleet movement.", SECTION)


def use(state: State, seat: str, card: str) -> Iterator[Finding]:
    """Why a card would do nothing."""
    if seat not in state.seats:
        return
    match card:
        case "spy":
            if not any(player.hand for player in state.players if player.seat != seat):
                yield Reason("no_target", "No opponent holds an event card.", "Spy")
        case "patrol":
            if not any(True for _ in single_moves(state, seat)):
                yield Reason("no_move", f"No ship of {name(seat)} can move to an open field.", "Patrol")
        case "upgrades":
            if not can_upgrade(state, seat) and not state.on("bank_upgrades"):
                yield Reason("no_ship", f"No ship of {name(seat)} can take an upgrade.", "Upgrades")
        case "revolts":
            if not any(space.planet and any(space.stones) for space in state.spaces):
                yield Reason("no_planet", "No planet with a stone lies open.", "Revolts")


@dataclass(frozen=True)
class PlayCard(SeatAction):
    """`play_card CARD`: an event card from the hand."""

    card: str
    verb: ClassVar[str] = "play_card"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from holding(state, self.seat, self.card)
        yield from when(state, self.seat, self.card)
        yield from use(state, self.seat, self.card)

    def effect(self, state: State) -> State:
        if self.card not in EVENT_CARDS:
            return state
        own = state.phase == "turn" and state.active == self.seat
        if standard(state, self.card) and own:
            state = state.change_turn(standard_left=state.turn.standard_left - 1)
        return _EFFECTS[self.card](discard_card(state, self.seat, self.card), self.seat)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PlayCard]:
        if decision is not None and decision.seat in state.seats:
            yield from (cls(decision.seat, card) for card in holdable(state, decision.seat))

    def title(self, state: State) -> str:
        return f"{self.who} plays {EVENT_CARDS[self.card].title if self.card in EVENT_CARDS else self.card}"


def _enhanced_movement(state: State, seat: str) -> State:
    return state.change_turn(extra_range=state.turn.extra_range + 1) if state.turn.seat == seat else state


def _upgrades(state: State, seat: str) -> State:
    return push(state, Upgrade(seat, 1, "Upgrades"))


def _patrol(state: State, seat: str) -> State:
    return push(state, SingleMove(seat, "patrol"))


def _spy(state: State, seat: str) -> State:
    return push(_one_more(state, seat), SpyTarget(seat))


def _scouts(state: State, seat: str) -> State:
    return push(state, Scouts(seat))


def _one_more(state: State, seat: str) -> State:
    if state.turn.seat != seat:
        return state
    return state.change_turn(standard_left=state.turn.standard_left + 1)


def _in_combat(change: Callable[[Combat, int], Combat]) -> Callable[[State, str], State]:
    def effect(state: State, seat: str) -> State:
        combat = find(state, "", Combat)
        side = side_of(combat, seat) if combat is not None else None
        return swap(state, combat, change(combat, side)) if combat is not None and side is not None else state

    return effect


def _pair(values: tuple[int, int], side: int, value: int) -> tuple[int, int]:
    return (value, values[1]) if side == ATTACKER else (values[0], value)


def _sabotage(combat: Combat, side: int) -> Combat:
    held = (combat.held[0], True) if side == ATTACKER else (True, combat.held[1])
    return replace(combat, held=held)


def _bomber(combat: Combat, side: int) -> Combat:
    return replace(combat, bombers=_pair(combat.bombers, side, combat.bombers[side] + 1))


def _fire(combat: Combat, side: int) -> Combat:
    return replace(combat, fire=(True, combat.fire[1]) if side == ATTACKER else (combat.fire[0], True))


def _direct_hit(state: State, seat: str) -> State:
    combat = find(state, "", Combat)
    side = side_of(combat, seat) if combat is not None else None
    if combat is None or side is None:
        return state
    victim = combat.sides[1 - side]
    return push(state, Hits("table" if victim == PIRATES else victim, 1 - side, 1))


def _peace(state: State, seat: str) -> State:
    """No combat: ships and passage marker go back, the attacker takes another main move (C57, CA41)."""
    combat = find(state, "", Combat)
    if combat is None or combat.stage != "announced":
        return state
    state = finish(state, combat).with_(mobile=combat.old_mobile)
    for each in combat.fleet:
        if ship_of(state.player(combat.seat), each.ship) is not None:
            state = change_ship(state, combat.seat, each.ship, at=each.origin)
    state = state.change_turn(peace=(*state.turn.peace, seat), assault=False)
    return main_move_again(state, combat.seat)


def _assault(state: State, seat: str) -> State:
    return state.change_turn(assault=True) if state.turn.seat == seat else state


def _revolts(state: State, seat: str) -> State:
    return push(state, Revolts(seat))


_EFFECTS: Final[Mapping[str, Callable[[State, str], State]]] = {
    "enhanced_movement": _enhanced_movement,
    "upgrades": _upgrades,
    "patrol": _patrol,
    "spy": _spy,
    "scouts": _scouts,
    "sabotage": _in_combat(_sabotage),
    "direct_hit": _direct_hit,
    "bomber_squadron": _in_combat(_bomber),
    "maximum_fire_power": _in_combat(_fire),
    "peace_treaties": _peace,
    "tactical_assault": _assault,
    "revolts": _revolts,
}


@dataclass(frozen=True)
class SpyTarget(Step):
    """Spy: from whose hand a card is taken (C55, CA51)."""

    def victims(self, state: State) -> tuple[str, ...]:
        return tuple(player.seat for player in state.players if player.seat != self.seat and player.hand)

    def go_on(self, state: State) -> State | None:
        return None if self.victims(state) else finish(state, self)

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"victims": self.victims(state)}
        return (Decision(self.seat, "spy.target", ("spy_on",), context=context),)


@dataclass(frozen=True)
class SpyDraw(Step):
    """Spy: a random card out of that hand, seen by both of them alone."""

    victim: str

    def go_on(self, state: State) -> State | None:
        if not state.player(self.victim).hand:
            return finish(state, self)
        if state.option("event_cards") == "counted":
            return steal(finish(state, self), self.seat, self.victim, None)
        return None

    def asks(self, state: State) -> tuple[Decision, ...]:
        draw = Draw(f"hand_{self.victim}", 1, self.seat)
        context = {"victim": self.victim}
        return (Decision(self.seat, "spy.draw", ("steal",), Kind.DRAW, draw=draw, context=context),)


def steal(state: State, seat: str, victim: str, card: str | Hidden | None) -> State:
    """A card from one hand into another."""
    if victim == seat or not state.player(victim).hand:
        return state
    state = left_the_hand(state, victim, card)
    state = state.change(victim, hand=without(state.player(victim).hand, card)).enter(victim, "event cards", -1, "Spy")
    hand = arranged((*state.player(seat).hand, card))
    return state.change(seat, hand=hand).enter(seat, "event cards", 1, "Spy")


@dataclass(frozen=True)
class SpyOn(SeatAction):
    """`spy_on SEAT`: whose hand."""

    victim: str
    verb: ClassVar[str] = "spy_on"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.victim not in state.seats or self.victim == self.seat:
            yield Reason("no_opponent", f"{name(self.victim)} is no opponent of {self.who}.", "Spy")
        elif not state.player(self.victim).hand:
            yield Reason("no_cards", f"{name(self.victim)} holds no event card.", "Spy")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, SpyTarget)
        if self.victim not in state.seats or self.victim == self.seat or step is None:
            return state
        return swap(state, step, SpyDraw(self.seat, self.victim))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[SpyOn]:
        if decision is not None:
            yield from (cls(decision.seat, seat) for seat in decision.context["victims"])

    def title(self, state: State) -> str:
        return f"{self.who} spies on {name(self.victim)}"


@dataclass(frozen=True)
class Steal(SeatAction):
    """`steal SEAT CARD`: the card that Spy brought from that hand, told privately to both."""

    victim: str
    card: str | Hidden | None
    verb: ClassVar[str] = "steal"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if isinstance(self.card, str) and self.card not in EVENT_CARDS:
            yield Reason("no_card", f"There is no event card {self.card}.", "Spy")
        step = find(state, self.seat, SpyDraw)
        if step is not None and step.victim != self.victim:
            yield Reason("other_hand", f"The card comes from {name(step.victim)}'s hand.", "Spy")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, SpyDraw)
        if step is None:
            return state
        card = self.card if not isinstance(self.card, str) or self.card in EVENT_CARDS else None
        return steal(finish(state, step), self.seat, step.victim, card)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Steal]:
        if decision is not None:
            yield cls(decision.seat, decision.context["victim"], None)

    def title(self, state: State) -> str:
        return f"{self.who} takes a card from {name(self.victim)}'s hand"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer in (self.seat, self.victim) else replace(self, card=HIDDEN)


@dataclass(frozen=True)
class Scouts(Step):
    """Scouts: look at two concealed fields, or swap the card for a new one (C55, CA65)."""

    looks: int = 2

    def go_on(self, state: State) -> State | None:
        if self.looks == 2 and available(state):
            return None
        return None if self.looks and concealed(state) else finish(state, self)

    def asks(self, state: State) -> tuple[Decision, ...]:
        verbs: tuple[str, ...] = ("look",) if concealed(state) else ()
        verbs += ("swap_card",) if self.looks == 2 and available(state) else ()
        if self.looks < 2:
            verbs += ("done",)
        context = {"looks": self.looks, "concealed": concealed(state)}
        return (Decision(self.seat, "scouts", verbs, context=context),)

    def ended(self, state: State) -> State:
        return finish(state, self)


@dataclass(frozen=True)
class Look(SeatAction):
    """`look SPACE`: Scouts look at a concealed field."""

    space: str
    verb: ClassVar[str] = "look"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from concealed_findings(state, self.space)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Scouts)
        if step is None or self.space not in state.places:
            return state
        if step.looks == 2 and state.on("scouts_look_extra"):
            state = _one_more(state, self.seat)
        return look(swap(state, step, replace(step, looks=step.looks - 1)), self.seat, self.space)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Look]:
        if decision is not None:
            yield from (cls(decision.seat, space) for space in concealed(state))

    def title(self, state: State) -> str:
        return f"{self.who}'s scouts look at {self.space}"


@dataclass(frozen=True)
class SwapCard(SeatAction):
    """`swap_card`: Scouts are exchanged for a new event card, and one more standard card may be played."""

    verb: ClassVar[str] = "swap_card"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if not available(state):
            yield Reason("no_cards", "No event card is left to draw.", "Scouts")

    def effect(self, state: State) -> State:
        state = finish(_one_more(state, self.seat), find(state, self.seat, Scouts))
        return push(state, DrawEvents(self.seat, 1, "Scouts"))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[SwapCard]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} swaps the Scouts for a new card"


@dataclass(frozen=True)
class Revolts(Step):
    """Revolts: one planet loses one stone for good (C57, CA56)."""

    def stones(self, state: State) -> dict[str, tuple[str, ...]]:
        return {
            space.name: tuple(colour for colour, count in zip(COLOURS, space.stones, strict=True) if count)
            for space in state.spaces
            if space.planet and any(space.stones)
        }

    def go_on(self, state: State) -> State | None:
        return None if self.stones(state) else finish(state, self)

    def asks(self, state: State) -> tuple[Decision, ...]:
        return (Decision(self.seat, "revolts", ("revolt",), context={"planets": self.stones(state)}),)


@dataclass(frozen=True)
class Revolt(SeatAction):
    """`revolt SPACE COLOUR`: the stone that goes home; the planet holds one less from now on."""

    space: str
    colour: str
    verb: ClassVar[str] = "revolt"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        here = state.places.get(self.space)
        if here is None or not here.planet:
            yield Reason("no_planet", f"At {self.space} lies no open planet.", "Revolts")
        elif self.colour not in COLOURS or not here.stones[colour_index(self.colour)]:
            yield Reason("no_stone_there", f"No {self.colour} stone lies at {self.space}.", "Revolts")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Revolts)
        if step is not None:
            state = finish(state, step)
        if any(True for _ in self.findings(state)):
            return state
        size = state.places[self.space].size
        state = send_home(state.change_space(self.space, size=max(0, size - 1)), self.colour)
        return change_stones(state, self.space, **{self.colour: -1})

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Revolt]:
        if decision is not None:
            for space, colours in decision.context["planets"].items():
                yield from (cls(decision.seat, space, colour) for colour in colours)

    def title(self, state: State) -> str:
        return f"{self.who} has a {self.colour} stone revolt at {self.space}"


ACTIONS: tuple[type[CosmicAction], ...] = (PlayCard, SpyOn, Steal, Look, SwapCard, Revolt)
