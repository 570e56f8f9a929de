"""Chance answered by the app: dice and pieces from a generator, in the words that camera and thumb use too."""

from __future__ import annotations

import random
from typing import Any, Final

from companion.rules.contract import Action, Decision, Game, Kind, State
from companion.rules.notation import read

PIPS: Final = tuple(str(value) for value in range(1, 7))
"""The sides of a die whose roll says nothing else."""


def by_app(game: Game[Any], state: State, decision: Decision) -> bool:
    """Whether this session's options leave `decision` to the app; the game knows, and says so in `by_app`."""
    says = getattr(game, "by_app", None)
    return bool(says is not None and says(state, decision))


def answer(game: Game[Any], state: State, decision: Decision, generator: random.Random) -> Action[Any] | None:
    """One fair answer to a roll or draw, or None when the game offers nothing to choose from.

    A roll's dice are thrown here, with its `faces` or one to six pips. What a bag holds only the game knows, and
    no view: its `pieces(state, decision)` are all that may be drawn, one word each. A game without bags offers its
    candidates.
    """
    verb = decision.verbs[0]
    if decision.kind is Kind.ROLL and decision.roll is not None:
        sides = decision.roll.faces or PIPS
        words = [word for colour in decision.roll.dice for word in (colour, generator.choice(sides))]
        return read(" ".join((f"{decision.seat}: {verb}", *words)), game.actions)
    pieces = getattr(game, "pieces", None)
    if decision.draw is not None and pieces is not None:
        bag = tuple(pieces(state, decision))
        drawn = generator.sample(bag, min(decision.draw.count, len(bag)))
        if not drawn and decision.kind is Kind.CHOOSE:
            return None  # nothing is left of what might have been drawn: something else must be chosen
        whose = (decision.draw.whose,) if decision.draw.whose is not None else ()
        return read(" ".join((f"{decision.seat}: {verb}", *whose, *map(str, drawn))), game.actions)
    offered = list(game.actions[verb].candidates(state, decision))
    return generator.choice(offered) if offered else None
