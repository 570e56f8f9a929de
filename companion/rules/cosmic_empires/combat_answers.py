"""What is answered in a combat: dice, hits, retreats (The Combat; C49-C51, CA26, CA67)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.contract import TABLE, Decision, Finding, Reason
from companion.rules.cosmic_empires.board import opens_passage, ships_at
from companion.rules.cosmic_empires.catalog import FACES
from companion.rules.cosmic_empires.combat import (
    SECTION,
    Combat,
    FightOrLeave,
    Hits,
    assign,
    begin_battle,
    finish_combat,
    leaving,
    retreats,
    second_fight,
)
from companion.rules.cosmic_empires.dice import fallen, remaining, throw, unknown_dice
from companion.rules.cosmic_empires.flow import below, find, finish, swap
from companion.rules.cosmic_empires.ships import change_ship, ship_of
from companion.rules.cosmic_empires.state import CosmicAction, SeatAction, State, name


@dataclass(frozen=True)
class Fight(CosmicAction):
    """`fight`: nobody makes peace; the dice are next."""

    verb: ClassVar[str] = "fight"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, "", Combat)
        return begin_battle(state, step) if step is not None and step.stage == "announced" else state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Fight]:
        yield cls(TABLE)

    def title(self, state: State) -> str:
        return "The combat begins"


@dataclass(frozen=True)
class FightOn(SeatAction):
    """`fight_on`: the second pirates are fought too."""

    verb: ClassVar[str] = "fight_on"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, self.seat, FightOrLeave)
        return second_fight(state, step) if step is not None else state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[FightOn]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} fights on"


@dataclass(frozen=True)
class RollDice(CosmicAction):
    """`roll BODY FACE …`: one throw, in any order: `roll white red yellow green` (C45, C46)."""

    dice: tuple[str, ...]
    verb: ClassVar[str] = "roll"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        bodies = self.dice[::2]
        yield from unknown_dice(self.dice)
        step = find(state, "", Combat)
        if step is None or step.stage != "roll":
            return
        due, _ = throw(remaining(step.dice_of(state, step.turn_of), step.thrown[step.turn_of]))
        for body in ("white", "yellow"):
            if bodies.count(body) != due.count(body):
                text = f"{due.count(body)} {body} dice are thrown, not {bodies.count(body)}."
                yield Reason("wrong_dice", text, "The Combat Dice")

    def effect(self, state: State) -> State:
        step = find(state, "", Combat)
        if step is None or step.stage != "roll":
            return state
        pairs = zip(self.dice[::2], self.dice[1::2], strict=False)
        new = tuple(fallen(body, face, step.fire[step.turn_of]) for body, face in pairs if face in FACES)
        thrown = list(step.thrown)
        thrown[step.turn_of] = (*thrown[step.turn_of], *new)
        return swap(state, step, replace(step, thrown=(thrown[0], thrown[1])))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[RollDice]:
        if decision is not None and decision.roll is not None:
            for face in dict.fromkeys(FACES):
                yield cls(TABLE, tuple(word for body in decision.roll.dice for word in (body, face)))

    def title(self, state: State) -> str:
        step = find(state, "", Combat)
        who = name(step.sides[step.turn_of]) if step is not None else "The table"
        return f"{who} rolls {', '.join(self.dice[1::2])}"


@dataclass(frozen=True)
class HitShip(SeatAction):
    """`hit SHIP`: this ship takes the hits until it is destroyed."""

    ship: str
    verb: ClassVar[str] = "hit"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, Hits)
        combat = below(state, Combat)
        if step is None or combat is None:
            return
        ships = {ship.name: ship for ship in combat.ships(state, step.side)}
        if self.ship not in ships:
            yield Reason("no_ship", f"{self.who} has no {name(self.ship)} in this combat.", SECTION)
        elif any(ship.damage for ship in ships.values()) and not ships[self.ship].damage:
            yield Reason("damaged_first", "A damaged ship is hit first.", SECTION)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Hits)
        ship = ship_of(state.player(self.seat), self.ship)
        return assign(state, step, ship) if step is not None and ship is not None else state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[HitShip]:
        if decision is not None:
            yield from (cls(decision.seat, ship.name) for ship in decision.context["ships"])

    def title(self, state: State) -> str:
        return f"{self.who} has {name(self.ship)} hit"


@dataclass(frozen=True)
class Retreat(SeatAction):
    """`retreat SPACE`: all ships of the seat leave the combat for an own field in range (C50)."""

    space: str
    verb: ClassVar[str] = "retreat"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = leaving(state, self.seat)
        if step is None:
            return
        if self.space not in retreats(state, self.seat, step.space):
            where = ", ".join(retreats(state, self.seat, step.space)) or "none"
            text = f"{self.who} retreats to an own field in range of all ships, without enemy ships: {where}."
            yield Reason("no_retreat", text, SECTION)

    def effect(self, state: State) -> State:
        step = leaving(state, self.seat)
        if step is None or self.space not in state.places:
            return state
        ships = ships_at(state.player(self.seat), step.space)
        if ships and opens_passage(state, self.seat, ships[0], self.space):
            state = state.with_(mobile=self.space)
        for ship in ships:
            state = change_ship(state, self.seat, ship.name, at=self.space)
        if isinstance(step, Combat):
            return finish_combat(state, step)
        return finish(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Retreat]:
        if decision is not None:
            yield from (cls(decision.seat, space) for space in decision.context["retreats"])

    def title(self, state: State) -> str:
        return f"{self.who} retreats to {self.space}"


@dataclass(frozen=True)
class Stay(SeatAction):
    """`stay`: no retreat after this round."""

    verb: ClassVar[str] = "stay"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = leaving(state, self.seat)
        return step.stayed(state) if isinstance(step, Combat) else state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Stay]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} stays"


ACTIONS: tuple[type[CosmicAction], ...] = (Fight, FightOn, RollDice, HitShip, Retreat, Stay)
