"""What a battle's chances are asked of: two sides, their ships' figures, how far the battle has come (pp. 18-20)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Side = Literal["attacker", "defender"]
SIDES: Final[tuple[Side, Side]] = ("attacker", "defender")

SIZE: Final[Mapping[str, int]] = {
    "gcds": 5,
    "dreadnought": 4,
    "cruiser": 3,
    "starbase": 2,
    "interceptor": 1,
    "ancient": 1,
}
"""Ship types by size, as the non-player rule needs them (p. 19; the starbase's place is a ruling)."""

NOT_PLAYERS: Final = ("ancient", "gcds")
NEVER_RETREAT: Final = ("starbase", *NOT_PLAYERS)

MOST: Final[Mapping[str, int]] = {
    "n": 24,
    "yellow": 16,
    "orange": 16,
    "red": 16,
    "missiles": 16,
    "computer": 30,
    "shield": 30,
    "hull": 30,
    "initiative": 60,
    "lost": 24,
}
"""Bounds of what a ship class can be told to have: eight squares of the best part, and more ships than the box has."""


class BadBattle(ValueError):
    """A battle that cannot be: its text is one sentence that says which figure is wrong and what it may be."""


@dataclass(frozen=True, slots=True)
class ShipClass:
    """All ships of one type on one side. Raises BadBattle if a figure is out of bounds.

    `n` ships still fight; each rolls `yellow`, `orange` and `red` cannon dice, and `missiles` orange missile dice at
    the start (p. 20). `damage` is what some of them have taken already, a number for each such ship. When no more than
    `retreat_at` are left, they retreat on their turn (p. 20; 0: never); `retreating` if they declared it already.
    `lost` were destroyed in this battle before.
    """

    type: str
    n: int
    yellow: int = 0
    orange: int = 0
    red: int = 0
    missiles: int = 0
    computer: int = 0
    shield: int = 0
    hull: int = 0
    initiative: int = 0
    damage: tuple[int, ...] = ()
    retreat_at: int = 0
    retreating: bool = False
    lost: int = 0

    def __post_init__(self) -> None:
        if self.type not in SIZE:
            raise BadBattle(f"there is no ship type {self.type!r}; types are {', '.join(sorted(SIZE))}.")
        for name, most in MOST.items():
            value = getattr(self, name)
            if not 0 <= value <= most:
                raise BadBattle(f"{self.type}: {name} is {value}; it must be 0 to {most}.")
        if self.retreat_at < 0:
            raise BadBattle(f"{self.type}: it cannot retreat at {self.retreat_at} ships; give 0 for never.")
        if (self.retreat_at or self.retreating) and self.type in NEVER_RETREAT:
            raise BadBattle(f"{self.type}: it never retreats; leave its retreat out.")
        if len(self.damage) > self.n or not all(0 <= each <= self.hull for each in self.damage):
            raise BadBattle(
                f"{self.type}: damage must be at most {self.n} numbers from 0 to {self.hull}, one for each ship hit."
            )


@dataclass(frozen=True, slots=True)
class Battlefield:
    """Two sides in one sector. Raises BadBattle if a side has no ship, or if non-players attack.

    `missiles`: they are still to be fired (they open every battle, p. 20). `turn`: whose turn is next, as (side, index
    of the ship class), if the battle is under way; else the first in initiative order. `may_leave`: the attacker has a
    sector to retreat to if neither side can destroy the other; if not, his ships are destroyed (p. 20).
    """

    attacker: tuple[ShipClass, ...]
    defender: tuple[ShipClass, ...]
    missiles: bool = True
    turn: tuple[Side, int] | None = None
    may_leave: bool = False

    def __post_init__(self) -> None:
        for side in SIDES:
            ships = self.side(side)
            if not any(each.n for each in ships):
                raise BadBattle(f"the {side} has no ship; give it at least one.")
            if len({each.type in NOT_PLAYERS for each in ships}) > 1:
                raise BadBattle(f"the {side} has Ancients or the GCDS beside a player's ships; they fight alone.")
        if any(each.type in NOT_PLAYERS for each in self.attacker):
            raise BadBattle("Ancients and the GCDS always defend; list them as the defender.")
        if self.missiles and any(each.retreating for side in SIDES for each in self.side(side)):
            raise BadBattle("no ship can be retreating before the missiles are fired.")
        if self.turn is not None and not 0 <= self.turn[1] < len(self.side(self.turn[0])):
            raise BadBattle(f"the {self.turn[0]} has no ship class number {self.turn[1]} whose turn it could be.")
        if self.turn is not None and self.missiles and not self.side(self.turn[0])[self.turn[1]].missiles:
            raise BadBattle(f"the {self.turn[0]}'s ship class number {self.turn[1]} has no missiles to fire now.")

    def side(self, side: Side) -> tuple[ShipClass, ...]:
        """The ship classes of one side."""
        return self.attacker if side == "attacker" else self.defender


def initiative_order(battle: Battlefield) -> tuple[tuple[Side, int], ...]:
    """Ship classes in the order they act: highest Initiative first, equal ones the defender's first (p. 18).

    A side's own classes with equal Initiative act in the order they are listed.
    """
    every = [(side, index) for side in reversed(SIDES) for index in range(len(battle.side(side)))]
    return tuple(sorted(every, key=lambda each: -battle.side(each[0])[each[1]].initiative))
