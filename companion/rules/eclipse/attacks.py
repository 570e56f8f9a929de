"""What seats do in a battle fought by what is tracked: attack, assign dice, retreat (pp. 18-20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.eclipse import hits
from companion.rules.eclipse.duels import Activation, Assigning, Stalemate, duel_now, salvo
from companion.rules.eclipse.flow import find, finish_step, replace_step, settle
from companion.rules.eclipse.parties import party_name
from companion.rules.eclipse.pieces import name, sector_name
from companion.rules.eclipse.squadrons import leave, retreat_findings, squadron, squadrons, targets, turn_away, wound
from companion.rules.eclipse.state import EclipseAction, SeatAction, State
from companion.rules.eclipse.targets import Target


@dataclass(frozen=True)
class AttackWith(SeatAction):
    """`attack_with SHIP`: all ships of that type fire; without a cannon they stay and do nothing (pp. 18, 20)."""

    ship: str
    verb: ClassVar[str] = "attack_with"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, Activation)
        if step is not None and self.ship not in step.ships:
            yield _not_its_turn(self.ship, step.ships)

    def effect(self, state: State) -> State:
        step, duel = find(state, self.seat, Activation), duel_now(state)
        if step is None or duel is None or squadron(state, self.seat, self.ship) is None:
            return state
        state = replace_step(state, duel, duel.without(self.seat, self.ship))
        return finish_step(state, step, salvo(state, duel, self.seat, self.ship))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[AttackWith]:
        if decision is not None:
            yield from (cls(decision.seat, ship) for ship in decision.context["ships"])

    def title(self, state: State) -> str:
        return f"{self.who} attacks with the {name(self.ship)}s"


@dataclass(frozen=True)
class Retreat(SeatAction):
    """`retreat SHIP TO`: all ships of that type go to the edge, and on their next turn into sector TO (p. 20)."""

    ship: str
    to: int
    verb: ClassVar[str] = "retreat"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = _retreating(state, self.seat)
        if step is None:
            return
        mine = step.ships if isinstance(step, Activation) else tuple(e.ship for e in squadrons(state, self.seat))
        if self.ship not in mine:
            yield _not_its_turn(self.ship, mine)
        if self.ship == "starbase":
            yield Reason("starbase", "A Starbase has no drive and never moves: it cannot retreat.", "14")
        yield from retreat_findings(state, self.seat, step.sector, self.to)

    def effect(self, state: State) -> State:
        step, duel = _retreating(state, self.seat), duel_now(state)
        each = squadron(state, self.seat, self.ship)
        if step is None or duel is None or each is None or state.sector(self.to) is None:
            return state
        if isinstance(step, Stalemate):
            return settle(leave(state, each, self.to))
        state = replace_step(state, duel, duel.without(self.seat, self.ship))
        return finish_step(turn_away(state, each, self.to), step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Retreat]:
        if decision is None:
            return
        for ship in decision.context["ships"]:
            if ship != "starbase":
                yield from (cls(decision.seat, ship, to) for to in decision.context["retreats"])

    def title(self, state: State) -> str:
        return f"{self.who} retreats the {name(self.ship)}s to {sector_name(self.to)}"


@dataclass(frozen=True)
class Assign(SeatAction):
    """`assign COLOUR VALUE SHIP PLACE`: one of these dice goes to the enemy's ship of that type and place (p. 18)."""

    colour: str
    value: int
    ship: str
    place: int
    verb: ClassVar[str] = "assign"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, Assigning)
        if step is None:
            return
        if (self.colour, self.value) not in step.dice:
            left = ", ".join(f"{colour} {value}" for colour, value in step.dice)
            text = f"No {self.colour} {self.value} is left to assign; there are {left}."
            yield Reason("no_die", text, "18")
        target = self._target(state, step)
        if target is None:
            there = ", ".join(f"{name(each.ship)} {each.place}" for each in targets(state, step.foe))
            text = f"There is no {name(self.ship)} {self.place} of {party_name(step.foe)} here; targets are {there}."
            yield Reason("no_target", text, "18")
        elif not hits.hits(self.value, step.computer, target.shield):
            needed = hits.minimum_roll(step.computer, target.shield)
            text = f"A {self.value} misses the {name(self.ship)}: it takes {needed} or more."
            yield Reason("misses", text, "19")

    def _target(self, state: State, step: Assigning) -> Target | None:
        return next((t for t in targets(state, step.foe) if (t.ship, t.place) == (self.ship, self.place)), None)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Assigning)
        if step is None or (self.colour, self.value) not in step.dice:
            return state
        target = self._target(state, step)
        before = len(targets(state, step.foe))
        if target is not None and hits.hits(self.value, step.computer, target.shield):
            damage = hits.DAMAGE.get(self.colour, 0)
            state = wound(state, step.party, step.foe, self.ship, self.place, damage)
        dice = list(step.dice)
        dice.remove((self.colour, self.value))
        killed = step.killed or len(targets(state, step.foe)) < before
        return finish_step(state, step, replace(step, dice=tuple(dice), killed=killed))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Assign]:
        if decision is None:
            return
        for colour, value in dict.fromkeys(decision.context["dice"]):
            for target in decision.context["targets"]:
                yield cls(decision.seat, colour, value, target.ship, target.place)

    def title(self, state: State) -> str:
        return f"{self.who} assigns {self.colour} {self.value} to {name(self.ship)} {self.place}"


def _retreating(state: State, seat: str) -> Activation | Stalemate | None:
    """The step in which the seat may retreat now."""
    return find(state, seat, Activation) or find(state, seat, Stalemate)


def _not_its_turn(ship: str, now: tuple[str, ...]) -> Reason:
    """It is another type's turn."""
    turn = " or ".join(f"{name(each)}s" for each in now) or "nobody"
    return Reason("not_its_turn", f"Initiative: it is the turn of {turn}, not of {name(ship)}s.", "18")


ACTIONS: tuple[type[EclipseAction], ...] = (AttackWith, Retreat, Assign)
