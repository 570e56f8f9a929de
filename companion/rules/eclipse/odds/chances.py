"""What can be said of a battle from the ways it can end: who wins, what is lost, which reputation tiles are drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Final

from companion.rules.eclipse.odds.aiming import Plan, search
from companion.rules.eclipse.odds.battlefield import NOT_PLAYERS, SIDES, Battlefield, Side
from companion.rules.eclipse.odds.course import Course, End
from companion.rules.eclipse.odds.exact import Enumeration, TooLarge
from companion.rules.eclipse.odds.sampled import Fights, Random
from companion.rules.eclipse.odds.volley import in_sector
from companion.rules.eclipse.reputation_track import MOST_DRAWN, tiles_to_draw

BUDGET: Final = 500_000
"""Work before sampling takes over: results of volleys times their targets, and changes of position. About a second."""

SAMPLES: Final = 2_000
"""Fights sampled: the standard error is at most 1.1 %. Very long fights are fought less often (`error`)."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a battle, each from 0 to 1.

    `attacker` and `defender` win, which is to be alone in the sector at last; `stalemate` is the part of the defender's
    in which neither could destroy the other (p. 20). For each side: `losses` are the ships of each type expected to be
    destroyed, those lost before included; `retreats` the chance that all its remaining ships retreat (or are shot while
    they try); `tiles[k]` the chance that it draws k reputation tiles for this battle (p. 21; non-players draw none).
    If not `exact`, all were sampled and `error` is the standard error of `attacker`; else it is 0. `plans` are then the
    ways of aiming that were found for the sides which were to play their best: perfect play may still do better.
    """

    attacker: float
    defender: float
    stalemate: float
    losses: Mapping[Side, Mapping[str, float]]
    retreats: Mapping[Side, float]
    tiles: Mapping[Side, tuple[float, ...]]
    exact: bool
    error: float
    plans: Mapping[Side, Plan] = field(default_factory=dict)


def odds(
    battle: Battlefield,
    *,
    best: Collection[Side] = (),
    random: Random | None = None,
    samples: int = SAMPLES,
    budget: int = BUDGET,
) -> Odds:
    """The chances of a battle, exact while `budget` lasts.

    Hits are assigned by the printed non-player rule (p. 19), on sides in `best` so that their chance of winning is
    greatest. A battle too large is fought up to `samples` times with `random`; there sides in `best` aim by the best
    plan that was found (aiming.py), tried in fights apart. TooLarge is raised where there is no `random`.
    """
    course = Course(battle)
    try:
        return _chances(battle, Enumeration(course, best, budget).ends(), sampled=0)
    except TooLarge:
        if random is None:
            raise
    plans: Mapping[Side, Plan] = {}
    if best:
        course, plans = search(battle, tuple(best), random, max(1, samples // 2))
    fought = Fights(course, random).ends(samples)
    number = fought.total()  # fewer than were asked for where the fights are very long
    chances = _chances(battle, {end: count / number for end, count in fought.items()}, sampled=number)
    return replace(chances, plans=plans)


def _chances(battle: Battlefield, ends: Mapping[End, float], sampled: int) -> Odds:
    wins = [0.0, 0.0]
    stalemate = 0.0
    losses: tuple[dict[str, float], ...] = tuple({each.type: 0.0 for each in battle.side(side)} for side in SIDES)
    retreats = [0.0, 0.0]
    tiles = [[0.0] * (MOST_DRAWN + 1) for _ in SIDES]
    for end, chance in ends.items():
        destroyed: list[list[str]] = [[], []]
        for at, side in enumerate(SIDES):
            for each, (_, ships) in zip(battle.side(side), end.fleets[at], strict=True):
                number = each.n - len(ships) + each.lost
                losses[at][each.type] += chance * number
                destroyed[at] += [each.type] * number
        for at, side in enumerate(SIDES):
            wins[at] += chance * in_sector(end.fleets[at])
            retreats[at] += chance * end.retreated[at]
            plays = battle.side(side)[0].type not in NOT_PLAYERS
            tiles[at][tiles_to_draw(destroyed[1 - at], not end.retreated[at]) if plays else 0] += chance
        stalemate += chance * end.stalemate
    likely = (wins[0] * sampled + 1) / (sampled + 2)  # an error is not nothing where all fights went one way
    return Odds(
        attacker=wins[0],
        defender=wins[1],
        stalemate=stalemate,
        losses=dict(zip(SIDES, losses, strict=True)),
        retreats=dict(zip(SIDES, retreats, strict=True)),
        tiles={side: tuple(each) for side, each in zip(SIDES, tiles, strict=True)},
        exact=not sampled,
        error=sqrt(likely * (1 - likely) / sampled) if sampled else 0.0,
    )
