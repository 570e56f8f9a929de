"""Dice of battles: who fires what at which shields, the throws that takes, and what hits (pp. 18-20).

A volley's figures are told when it is fired; each throw of it is a roll to be answered; hits are worked out for every
shield in question, for the attacker assigns his dice after seeing them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.rules.contract import TABLE, Decision, Finding, Kind, Reason, Roll
from companion.rules.eclipse import hits
from companion.rules.eclipse.catalog import ANCIENT
from companion.rules.eclipse.catalog import GCDS as DEFENSE_SYSTEM
from companion.rules.eclipse.combat import (
    combat_step,
    fighting,
    with_battle,
)
from companion.rules.eclipse.conquest import may_attack
from companion.rules.eclipse.flow import find, finish_step, push, replace_step
from companion.rules.eclipse.parties import ANCIENTS, GCDS, NOT_PLAYERS, as_subject, party_name
from companion.rules.eclipse.pieces import Three, Volley, sector_name
from companion.rules.eclipse.state import EclipseAction, State, Step

MOST_COMPUTER = 9
MOST_SHIELD = 9
MOST_DICE = 99
"""Bounds of what can be told; more than any blueprint gives, so that they only catch slips."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a volley does to targets of one shield figure: the lowest roll that hits, hits and damage so far."""

    shield: int
    needed: int
    hits: int
    damage: int


def aims(volley: Volley) -> tuple[Aim, ...]:
    """The volley against each shield in question (p. 19)."""
    return tuple(
        Aim(
            shield,
            hits.minimum_roll(volley.computer, shield),
            sum(hits.hits(value, volley.computer, shield) for _, value in volley.rolled),
            hits.damage(volley.rolled, volley.computer, shield),
        )
        for shield in volley.shields
    )


def throws_left(volley: Volley) -> tuple[tuple[str, ...], ...]:
    """The throws of the volley that have not fallen yet, with the dice of the box."""
    told = (
        min(number, MOST_DICE) for number in volley.dice
    )  # a slip recorded anyway must not ask for a million throws
    left = Counter(dict(zip(hits.COLOURS, told, strict=True)))
    left.subtract(colour for colour, _ in volley.rolled)
    return hits.throws(left)


@dataclass(frozen=True)
class Rolling(Step):
    """A volley in the air: one throw after another. `sector` is set where it is aimed at population (p. 20)."""

    volley: Volley
    sector: int = 0

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.volley.party,)

    def fallen(self, state: State, volley: Volley) -> tuple[State, tuple[Step, ...]]:
        """What follows when all dice have fallen: the state, and the steps that come next."""
        return (_shot(state, self.sector, volley) if self.sector else state), ()

    def decision(self, state: State) -> Decision:
        left = throws_left(self.volley)
        context: dict[str, Any] = {
            "party": self.volley.party,
            "aims": aims(self.volley),
            "throws_left": len(left),
            "population": self.sector,
        }
        dice = left[0] if left else ()
        return Decision(TABLE, "battle.roll", ("roll",), Kind.ROLL, roll=Roll(dice), context=context)


def _figures(volley: Volley) -> Iterator[Finding]:
    """Why a volley's figures cannot be right."""
    if not any(volley.dice):
        yield Reason("no_dice", f"There are no dice to fire for {party_name(volley.party)}.", "18")
    for colour, number in zip(hits.COLOURS, volley.dice, strict=True):
        if not 0 <= number <= MOST_DICE:
            yield Reason("dice", f"{number} {colour} dice cannot be rolled; tell 0 to {MOST_DICE}.", "18")
    if not 0 <= volley.computer <= MOST_COMPUTER:
        yield Reason("computer", f"Computers give 0 to {MOST_COMPUTER}, not {volley.computer}.", "19")
    for shield in volley.shields:
        if not 0 <= shield <= MOST_SHIELD:
            yield Reason("shield", f"Shields take away 0 to {MOST_SHIELD}, not {shield}.", "19")


def ancients_volley(count: int, shields: tuple[int, ...]) -> Volley:
    """What so many Ancient ships fire (p. 19)."""
    return Volley(ANCIENTS, _printed(ANCIENT["dice"], count), ANCIENT["computer"], shields)


def gcds_volley(shields: tuple[int, ...]) -> Volley:
    """What the Galactic Center Defense System fires (p. 19)."""
    return Volley(GCDS, _printed(DEFENSE_SYSTEM["dice"], 1), DEFENSE_SYSTEM["computer"], shields)


@dataclass(frozen=True)
class Fire(EclipseAction):
    """`fire PARTY YELLOW ORANGE RED COMPUTER SHIELD ...`: one ship type fires; the figures are told (pp. 18, 19).

    SHIELD: the figure of each kind of target that the dice may be assigned to.
    """

    party: str
    yellow: int
    orange: int
    red: int
    computer: int
    shields: tuple[int, ...]
    verb: ClassVar[str] = "fire"
    alone: ClassVar[bool] = True

    @property
    def volley(self) -> Volley:
        shields = tuple(sorted(set(self.shields))) or (0,)
        return Volley(self.party, (self.yellow, self.orange, self.red), self.computer, shields)

    def findings(self, state: State) -> Iterator[Finding]:
        battle = fighting(state)
        if battle is not None and self.party not in battle.parties:
            text = f"The battle in sector {sector_name(battle.sector)} is fought without {party_name(self.party)}."
            yield Reason("not_there", text, "18")
        yield from _figures(self.volley)
        sector = state.sector(battle.sector) if battle is not None else None
        printed = None
        if self.party == ANCIENTS and sector is not None and sector.is_told("ancients"):
            printed = ancients_volley(sector.ancients, self.volley.shields)
        if self.party == GCDS:
            printed = gcds_volley(self.volley.shields)
        if printed is not None and printed != self.volley:
            text = (
                f"The dice of {party_name(self.party)} are {printed.dice[0]} yellow with computer +{printed.computer}."
            )
            yield Reason("printed", text, "19")

    def effect(self, state: State) -> State:
        if not throws_left(self.volley):
            return state
        battle = fighting(state)
        if battle is not None:
            state = with_battle(state, replace(battle, volley=self.volley))
        return push(state, Rolling(TABLE, self.volley))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Fire]:
        """What Ancients and the Defense System fire, and one yellow die of each player; figures may be any."""
        battle = fighting(state)
        sector = state.sector(battle.sector) if battle is not None else None
        if battle is None or sector is None:
            return
        for party in battle.parties:
            if party == ANCIENTS and sector.ancients:
                volley = ancients_volley(sector.ancients, (0,))
            elif party == GCDS and sector.gcds:
                volley = gcds_volley((0,))
            elif party not in NOT_PLAYERS:
                volley = Volley(party, (1, 0, 0), 0, (0,))
            else:
                continue
            yield cls(TABLE, party, *volley.dice, volley.computer, volley.shields)

    def title(self, state: State) -> str:
        return f"{' '.join(as_subject(self.party, 'fire'))} {_dice(self.volley.dice)}"


@dataclass(frozen=True)
class FirePopulation(EclipseAction):
    """`fire_population SECTOR BY YELLOW ORANGE RED COMPUTER`: all cannons once at the population (p. 20)."""

    sector: int
    by: str
    yellow: int
    orange: int
    red: int
    computer: int
    verb: ClassVar[str] = "fire_population"
    opens: ClassVar[bool] = True

    @property
    def volley(self) -> Volley:
        return Volley(self.by, (self.yellow, self.orange, self.red), self.computer, (0,))

    def findings(self, state: State) -> Iterator[Finding]:
        yield from may_attack(state, self.sector, self.by)
        yield from _figures(self.volley)
        step = combat_step(state)
        if step is not None and any((sector, by) == (self.sector, self.by) for sector, by, _ in step.shots):
            where = sector_name(self.sector)
            yield Reason("fired", f"{party_name(self.by)} has fired at the population of {where} once already.", "20")

    def effect(self, state: State) -> State:
        if not throws_left(self.volley):
            return state
        return push(state, Rolling(TABLE, self.volley, self.sector))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[FirePopulation]:
        """One yellow die of each player in a sector fought for; figures may be any."""
        for battle in state.battles:
            owner = (state.sector(battle.sector) or state.sectors[0]).owner
            for party in battle.parties:
                if owner and party in state.seats and party != owner:
                    yield cls(TABLE, battle.sector, party, 1, 0, 0, 0)

    def title(self, state: State) -> str:
        where = sector_name(self.sector)
        return f"{party_name(self.by)} attacks the population of {where} with {_dice(self.volley.dice)}"


@dataclass(frozen=True)
class RollDice(EclipseAction):
    """`roll COLOUR VALUE COLOUR VALUE ...`: one throw has fallen, in any order of its dice."""

    dice: tuple[str | int, ...]
    verb: ClassVar[str] = "roll"

    @property
    def rolled(self) -> tuple[tuple[str, int], ...]:
        """The dice as pairs; words that make no pair are left out."""
        pairs = zip(self.dice[::2], self.dice[1::2], strict=False)
        return tuple((colour, value) for colour, value in pairs if isinstance(colour, str) and isinstance(value, int))

    def findings(self, state: State) -> Iterator[Finding]:
        if 2 * len(self.rolled) != len(self.dice):
            yield Reason("pairs", "A roll is told as colour and value of each die: yellow 6 orange 2.", "18")
        for _, value in self.rolled:
            if not 1 <= value <= 6:
                yield Reason("value", f"A die shows 1 to 6, not {value}.", "18")
        step = find(state, TABLE, Rolling)
        if step is None:
            return
        left = throws_left(step.volley)
        wanted = Counter(left[0] if left else ())
        told = Counter(colour for colour, _ in self.rolled)
        if told != wanted:
            asked = _dice((wanted["yellow"], wanted["orange"], wanted["red"]))
            got = ", ".join(f"{number} {colour}" for colour, number in told.items()) or "none"
            yield Reason("wrong_dice", f"Asked for are {asked} dice; told are {got}.", "18")

    def effect(self, state: State) -> State:
        step = find(state, TABLE, Rolling)
        if step is None:
            return state
        order = {colour: place for place, colour in enumerate(hits.COLOURS)}
        fallen = sorted((die for die in self.rolled if die[0] in order), key=lambda die: order[die[0]])
        volley = replace(step.volley, rolled=(*step.volley.rolled, *fallen))
        battle = fighting(state)
        if battle is not None and not step.sector:
            state = with_battle(state, replace(battle, volley=volley))
        if throws_left(volley):
            return replace_step(state, step, replace(step, volley=volley))
        state, following = step.fallen(state, volley)
        return finish_step(state, step, *following)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[RollDice]:
        """Not every throw that chance may give: all dice showing one value, for each value."""
        if decision is None or decision.roll is None:
            return
        for value in range(1, 7):
            dice: list[str | int] = []
            for colour in decision.roll.dice:
                dice += [colour, value]
            yield cls(TABLE, tuple(dice))

    def title(self, state: State) -> str:
        return f"Rolled: {', '.join(f'{colour} {value}' for colour, value in self.rolled) or 'nothing'}"


def _shot(state: State, sector: int, volley: Volley) -> State:
    """The state with a volley at population noted for the cubes that will be told."""
    step = combat_step(state)
    if step is None:
        return state
    return replace_step(state, step, replace(step, shots=(*step.shots, (sector, volley.party, volley))))


def _printed(dice: dict[str, int], ships: int) -> Three:
    yellow, orange, red = (dice.get(colour, 0) * ships for colour in hits.COLOURS)
    return (yellow, orange, red)


def _dice(dice: Three) -> str:
    told = [f"{number} {colour}" for colour, number in zip(hits.COLOURS, dice, strict=True) if number]
    return ", ".join(told) or "no"


ACTIONS: tuple[type[EclipseAction], ...] = (Fire, FirePopulation, RollDice)
