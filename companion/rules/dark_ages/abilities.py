"""Ship abilities (action C): bases moved, cards drawn from a hand (“Using Ship Abilities”)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.rules.contract import HIDDEN, Decision, Draw, Finding, Hidden, Kind, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.bases import MoveBase, alive, finish_move, movable, move, on_column
from companion.rules.dark_ages.catalog import card_name, world_name
from companion.rules.dark_ages.flow import find, finish_step, push, replace_step, settle
from companion.rules.dark_ages.knowledge import (
    HAND,
    RESERVE,
    Told,
    claim,
    comes_from,
    in_pile,
    key,
    knowers,
    put,
    take,
)
from companion.rules.dark_ages.state import DarkAgesAction, Play, State, Step, World, name

DRONE, TRANSPORTS, CRAFT, RAIDER = 1, 3, 4, 5


def active_play(state: State) -> Play | None:
    """The last ship played this turn, face up and still on the table."""
    play = state.plays[-1] if state.plays else None
    return play if play is not None and play.value is not None and play.alive else None


def _ability(state: State, value: int, what: str) -> Iterator[Reason]:
    """That the ship played this turn has this ability, not used yet."""
    play = active_play(state)
    if play is None or play.value != value:
        ship = "no ship" if play is None else f"a ship of {play.value}"
        yield Reason(
            "no_ability", f"{what} needs a ship of {value} played this turn; there is {ship}.", sections.ABILITIES
        )
    elif not play.ability:
        yield Reason("ability_used", "The ability of that ship was used.", sections.ABILITIES)


def reach(state: State, play: Play | None, value: int) -> tuple[World, ...]:
    """The columns in which a ship's ability may move a base."""
    if play is None:
        return ()
    if value == TRANSPORTS and state.on("transports_any_column"):
        return state.alive
    return tuple(world for world in state.alive if world.key == play.world)


@dataclass(frozen=True)
class _Move(DarkAgesAction):
    """One visible base one level up or down: by a ship's ability, or as Spoils of War."""

    world: str
    owner: str
    level: int

    way: ClassVar[int]
    ship: ClassVar[int]
    does: ClassVar[str]

    def findings(self, state: State) -> Iterator[Finding]:
        yield from alive(state, self.world)
        yield from on_column(state, self.world, self.owner, self.level, self.way)
        spoils = find(state, self.seat, MoveBase)
        if spoils is not None:
            if self.world not in spoils.worlds:
                columns = " or ".join(map(world_name, spoils.worlds))
                yield Reason(
                    "other_column",
                    f"The Spoils are for a base in the column of {columns}.",
                    sections.SURRENDER,
                )
            return
        yield from _ability(state, self.ship, self.does.capitalize())
        play = active_play(state)
        if play is not None and all(self.world != world.key for world in reach(state, play, self.ship)):
            where = world_name(play.world)
            yield Reason("other_column", f"The ship moves a base in its own column, {where}.", sections.ABILITIES)

    def effect(self, state: State) -> State:
        spoils = find(state, self.seat, MoveBase)
        if spoils is not None:
            why = "Spoils of War"
            return finish_move(state, spoils, self.seat, self.world, self.owner, self.level, self.way, why)
        play = active_play(state)
        if play is not None:
            state = state.with_play(replace(play, ability=False, sensors=False))
        return settle(move(state, self.seat, self.world, self.owner, self.level, self.way, self.does))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Self]:
        if decision is None:
            return
        spoils = find(state, decision.seat, MoveBase)
        if spoils is not None:
            columns = spoils.columns(state)
        else:
            play = active_play(state)
            if play is None or play.value != cls.ship or not play.ability:
                return
            columns = reach(state, play, cls.ship)
        yield from (cls(decision.seat, *each) for each in movable(state, columns, cls.way))

    def title(self, state: State) -> str:
        whose = "its own" if self.owner == self.seat else f"{name(self.owner)}'s"
        verb = "reinforces" if self.way < 0 else "damages"
        return f"{self.who} {verb} {whose} base on {world_name(self.world)}"


@dataclass(frozen=True)
class Reinforce(_Move):
    """`reinforce WORLD OWNER LEVEL`: that base one level up (Transports, Spoils)."""

    verb: ClassVar[str] = "reinforce"
    opens: ClassVar[bool] = True
    way: ClassVar[int] = -1
    ship: ClassVar[int] = TRANSPORTS
    does: ClassVar[str] = "reinforced"


@dataclass(frozen=True)
class Damage(_Move):
    """`damage WORLD OWNER LEVEL`: that base one level down (Assault Craft, Spoils)."""

    verb: ClassVar[str] = "damage"
    opens: ClassVar[bool] = True
    way: ClassVar[int] = 1
    ship: ClassVar[int] = CRAFT
    does: ClassVar[str] = "damaged"


@dataclass(frozen=True)
class TakeCard(Step):
    """A random card is drawn from another hand: for a Drone (to its Reserve), a Raider (kept), or Ecup Contract."""

    victim: str
    why: str

    def decision(self, state: State) -> Decision:
        draw = Draw(f"{HAND}_{self.victim}", 1, self.seat, self.victim)
        context = {"victim": self.victim, "why": self.why, "hand": state.player(self.victim).hand.size}
        return Decision(self.seat, "draw.hand", ("draw_from",), Kind.DRAW, draw=draw, context=context)

    def go_on(self, state: State) -> State | None:
        return None if state.player(self.victim).hand.size else replace_step(state, self)


@dataclass(frozen=True)
class ExchangeCard(Step):
    """Ecup Contract: the card drawn was looked at; give it back, or keep it and give another."""

    victim: str
    card: str | None

    def decision(self, state: State) -> Decision:
        context = {"victim": self.victim}
        return Decision(self.seat, "power.ecup", ("give_back", "give"), context=context)

    def seen_by(self, viewer: str) -> Self:
        return self if viewer in (self.seat, self.victim) else replace(self, card=None)


@dataclass(frozen=True)
class Raid(DarkAgesAction):
    """`raid`: a Drone or Raider draws a card from the hand of its column's Governor."""

    verb: ClassVar[str] = "raid"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        play = active_play(state)
        if play is None or play.value not in (DRONE, RAIDER):
            yield Reason(
                "no_ability", "Only a Drone (1) or a Raider (5) played this turn draws from a hand.", sections.ABILITIES
            )
        elif not play.ability:
            yield Reason("ability_used", "The ability of that ship was used.", sections.ABILITIES)
        if play is not None:
            yield from self._governor(state, play)

    def _governor(self, state: State, play: Play) -> Iterator[Reason]:
        world = state.world(play.world)
        governor = world.governor if world is not None else ""
        if not governor:
            yield Reason("no_governor", f"Nobody governs {world_name(play.world)}.", sections.ABILITIES)
        elif governor == self.seat:
            yield Reason("own_governor", f"{self.who} governs {world_name(play.world)}.", sections.ABILITIES)
        elif not state.player(governor).hand.size:
            yield Reason("empty_hand", f"{name(governor)} has no card in hand.", sections.ABILITIES)

    def effect(self, state: State) -> State:
        play = active_play(state)
        world = state.world(play.world) if play is not None else None
        if play is None or world is None or not world.governor:
            return state
        why = "drone" if play.value == DRONE else "raider"
        state = state.with_play(replace(play, ability=False, sensors=False))
        return settle(push(state, TakeCard(self.seat, world.governor, why)))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Raid]:
        play = active_play(state)
        if decision is not None and play is not None and play.value in (DRONE, RAIDER) and play.ability:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        play = active_play(state)
        world = state.world(play.world) if play is not None else None
        whose = f"{name(world.governor)}'s" if world is not None and world.governor else "the Governor's"
        return f"{self.who} draws a card from {whose} hand"


@dataclass(frozen=True)
class DrawFrom(DarkAgesAction):
    """`draw_from VICTIM CARD`: the card drawn from a hand, seen by both; `?`: not told."""

    victim: str
    card: str | Hidden | None
    verb: ClassVar[str] = "draw_from"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from comes_from(state, self.seat, self.card, HAND, self.victim)
        step = find(state, self.seat, TakeCard)
        if step is not None and step.victim != self.victim:
            yield Reason("victim", f"The card is drawn from {name(step.victim)}'s hand.", sections.ABILITIES)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, TakeCard)
        if step is None:
            return state
        both = knowers(state, self.seat, step.victim) if key(self.card) is not None else ()
        happened = f"then {self.who} drew it from {name(step.victim)}'s hand"
        state = take(state, step.victim, HAND, self.card, both)
        state = claim(state, self.card, both, happened)
        state = state.enter(step.victim, "hand", -1, f"drawn by {self.who}").with_(gained=True)
        if step.why == "drone":
            return finish_step(put(state, step.victim, RESERVE, self.card, both), step)
        state = put(state, self.seat, HAND, self.card, both).enter(self.seat, "hand", 1, f"from {name(step.victim)}")
        if step.why == "raider":
            return finish_step(state, step)
        return finish_step(state, step, ExchangeCard(self.seat, step.victim, key(self.card)))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[DrawFrom]:
        step = find(state, decision.seat, TakeCard) if decision is not None else None
        if step is not None:
            yield from (cls(step.seat, step.victim, card) for card in in_pile(state, step.victim, HAND))

    def title(self, state: State) -> str:
        what = card_name(self.card) if isinstance(self.card, str) else "a card"
        return f"{self.who} draws {what} from {name(self.victim)}'s hand"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer in (self.seat, self.victim) else replace(self, card=HIDDEN)


def move_card(state: State, giver: str, taker: str, card: Told) -> State:
    """A card goes from one hand to another, seen by both."""
    both = knowers(state, giver, taker) if key(card) is not None else ()
    return put(claim(take(state, giver, HAND, card, both), card, both), taker, HAND, card, both)


@dataclass(frozen=True)
class GiveBack(DarkAgesAction):
    """`give_back`: the card drawn with the Ecup Contract power returns."""

    verb: ClassVar[str] = "give_back"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, self.seat, ExchangeCard)
        if step is None:
            return state
        return finish_step(move_card(state, self.seat, step.victim, step.card), step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[GiveBack]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} gives the card back"


@dataclass(frozen=True)
class Give(DarkAgesAction):
    """`give VICTIM CARD`: the drawn card is kept, another of the own hand given for it; `?`: not told which."""

    victim: str
    card: str | Hidden | None
    verb: ClassVar[str] = "give"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from comes_from(state, self.seat, self.card, HAND, self.seat)
        step = find(state, self.seat, ExchangeCard)
        if step is not None and step.victim != self.victim:
            yield Reason("victim", f"The card goes to {name(step.victim)}.", sections.POWERS)
        if self.seat in state.seats and state.player(self.seat).hand.size < 2:
            yield Reason("no_card_left", f"{self.who} has no other card to give.", sections.POWERS)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, ExchangeCard)
        if step is None:
            return state
        return finish_step(move_card(state, self.seat, step.victim, self.card), step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Give]:
        step = find(state, decision.seat, ExchangeCard) if decision is not None else None
        if step is None or state.player(step.seat).hand.size < 2:
            return
        for card in in_pile(state, step.seat, HAND):
            if card != step.card:
                yield cls(step.seat, step.victim, card)
        if state.player(step.seat).hand.unknown_to(step.seat):
            yield cls(step.seat, step.victim, None)

    def title(self, state: State) -> str:
        what = card_name(self.card) if isinstance(self.card, str) else "another card"
        return f"{self.who} keeps the card and gives {what} to {name(self.victim)}"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer in (self.seat, self.victim) else replace(self, card=HIDDEN)


ACTIONS: tuple[type[DarkAgesAction], ...] = (
    Reinforce,
    Damage,
    Raid,
    DrawFrom,
    GiveBack,
    Give,
)
