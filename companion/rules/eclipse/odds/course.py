"""The course of a battle as steps in a fixed order: missiles once, then engagement rounds again and again (p. 20)."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from companion.rules.eclipse.hits import damage_to_destroy, minimum_roll
from companion.rules.eclipse.odds.battlefield import SIDES, SIZE, Battlefield, ShipClass, initiative_order
from companion.rules.eclipse.odds.volley import DESTROYED, FIGHTING, GONE, RETREATING, Fleet, in_sector

Fleets = tuple[Fleet, Fleet]
"""What is left of the attacker and of the defender."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Which ships hits go to: `ranks` of the other side's classes, the highest aimed at first.

    `together`: all that can hit the first goes there before any other is aimed at; else what can be destroyed comes
    first, as in the printed non-player rule (p. 19), whose ranks are the ships' sizes.
    """

    ranks: tuple[int, ...]
    together: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One ship class's turn: `side` 0 is the attacker; `dice` by colour for each of its ships (missiles or cannons)."""

    side: int
    index: int
    missiles: bool
    dice: tuple[int, int, int]
    retreat_at: int
    needed: tuple[int, ...]
    aim: Aim


class End(NamedTuple):
    """How a battle ended: what is left, which sides' remaining ships all retreated, and whether by stalemate."""

    fleets: Fleets
    retreated: tuple[bool, bool]
    stalemate: bool


class Course:
    """A battlefield's steps. `steps[:engagement]` are the missiles, the rest one engagement round."""

    def __init__(self, battle: Battlefield) -> None:
        self.may_leave = battle.may_leave
        order = [(SIDES.index(side), index) for side, index in initiative_order(battle)]
        ships = (battle.attacker, battle.defender)
        missiles = [
            _step(ships, side, index, missiles=True)
            for side, index in order
            if battle.missiles and ships[side][index].missiles
        ]
        self.steps = (*missiles, *(_step(ships, side, index, missiles=False) for side, index in order))
        self.engagement = len(missiles)
        self.start: Fleets = (_whole(battle.attacker), _whole(battle.defender))
        self.first = 0
        if battle.turn is not None:
            turn = (SIDES.index(battle.turn[0]), battle.turn[1])
            self.first = next((at for at, step in enumerate(self.steps) if (step.side, step.index) == turn), 0)

    def aiming(self, side: int, missiles: Aim | None = None, cannons: Aim | None = None) -> Self:
        """The same course with another aim of a side's missiles, cannons, or both."""
        new = copy(self)
        aims = {True: missiles, False: cannons}
        new.steps = tuple(
            replace(step, aim=aims[step.missiles] or step.aim) if step.side == side else step for step in self.steps
        )
        return new

    def after(self, at: int) -> int:
        """The step that follows step `at`."""
        return at + 1 if at + 1 < len(self.steps) else self.engagement

    def moved(self, at: int, fleet: Fleet) -> Fleet | None:
        """The acting side's fleet if at this step its class declares or completes a retreat; None if it does not.

        A class retreats instead of firing, and not in the missile round; it leaves on its next turn (p. 20).
        """
        step = self.steps[at]
        status, ships = fleet[step.index]
        if step.missiles or not ships or status == GONE:
            return None
        if status == FIGHTING and len(ships) > step.retreat_at:
            return None
        now = (RETREATING if status == FIGHTING else GONE, ships)
        return (*fleet[: step.index], now, *fleet[step.index + 1 :])

    def dice(self, at: int, fleet: Fleet) -> tuple[int, ...]:
        """The dice (by colour) that the acting side's fleet rolls at a step, if its class does not retreat."""
        step = self.steps[at]
        status, ships = fleet[step.index]
        number = len(ships) if status == FIGHTING else 0
        return tuple([each * number for each in step.dice])

    def cuts(self, at: int, target: Fleet) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The lowest rolls that hit anything of the target, ascending, and where among them each class stands."""
        step = self.steps[at]
        here = [
            needed if ships and status != GONE else 0
            for needed, (status, ships) in zip(step.needed, target, strict=True)
        ]
        cuts = tuple(sorted({*here} - {0}))
        return cuts, tuple([cuts.index(needed) if needed else 0 for needed in here])

    def end(self, before: Fleets, after: Fleets) -> End:
        """The end of a battle of which `after`, following `before`, leaves one side without ships in the sector."""
        return End(after, (_retreated(before[0], after[0]), _retreated(before[1], after[1])), False)

    def stalemate(self, fleets: Fleets) -> End:
        """The end if neither side can destroy the other: the attacker leaves or is destroyed (p. 20)."""
        left = tuple(
            (GONE, ships) if status == GONE or (self.may_leave and ships) else DESTROYED for status, ships in fleets[0]
        )
        return End((left, fleets[1]), (any(status == GONE for status, _ in left), False), True)


def _retreated(before: Fleet, after: Fleet) -> bool:
    """Whether all remaining ships of a side that is no longer in the sector had declared a retreat (pp. 21, 30)."""
    if in_sector(after):
        return False
    fighting = any(ships and status == FIGHTING for status, ships in before)
    return not fighting or any(status == GONE for status, _ in after)


def _whole(ships: tuple[ShipClass, ...]) -> Fleet:
    return tuple(
        (
            RETREATING if each.retreating else FIGHTING,
            tuple(
                sorted(
                    damage_to_destroy(each.hull) - damage
                    for damage in (*each.damage, *(0,) * (each.n - len(each.damage)))
                )
            ),
        )
        if each.n
        else DESTROYED
        for each in ships
    )


def _step(ships: tuple[tuple[ShipClass, ...], tuple[ShipClass, ...]], side: int, index: int, missiles: bool) -> Step:
    own, others = ships[side][index], ships[1 - side]
    return Step(
        side=side,
        index=index,
        missiles=missiles,
        dice=(0, own.missiles, 0) if missiles else (own.yellow, own.orange, own.red),
        retreat_at=own.retreat_at,
        needed=tuple(minimum_roll(own.computer, other.shield) for other in others),
        aim=Aim(tuple(SIZE[other.type] for other in others)),
    )
