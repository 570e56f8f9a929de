"""Lines of a battle at full tracking: it begins, dice fall, everybody misses, tiles are drawn."""

from __future__ import annotations

from companion.rules.eclipse.squadrons import squadrons
from companion.rules.eclipse.state import State
from tests.rules.eclipse.fleets import to_combat
from tests.rules.playing import play

MISSILES = ("", "", "", "plasma_missile")


def name(state: State) -> tuple[str, str]:
    """Who is asked what."""
    return (state.decisions[0].seat, state.decisions[0].name)


def begun(state: State) -> State:
    """The next battle has begun."""
    state = to_combat(state)
    context = state.decisions[0].context
    return play(state, f"table: battle {context['next']} {' '.join(context['parties'])}")


def volley(state: State) -> tuple[str, tuple[int, int, int], int, tuple[int, ...]]:
    """Whose dice are to be rolled: party, how many of each colour, computers, shields aimed at."""
    step = state.decisions[0]
    assert step.name == "battle.roll"
    found = state.steps[-1].volley  # type: ignore[attr-defined]
    return (found.party, found.dice, found.computer, found.shields)


def roll(state: State, *values: int) -> State:
    """The throw asked for, with these values in the order of its dice."""
    asked = state.decisions[0].roll
    assert asked is not None
    words = [f"{colour} {value}" for colour, value in zip(asked.dice, values, strict=True)]
    return play(state, f"table: roll {' '.join(words)}")


def miss(state: State) -> State:
    """Everybody attacks with everything and rolls 1 once."""
    if state.decisions[0].name == "battle.turn":
        seat, _ = name(state)
        state = play(state, f"{seat}: attack_with {state.decisions[0].context['ships'][0]}")
    asked = state.decisions[0].roll
    return roll(state, *(1 for _ in (asked.dice if asked else ())))


def draws(state: State) -> list[tuple[str, int]]:
    """Who draws how many, in order; every tile drawn is a 1."""
    found = []
    while state.decisions[0].name == "reputation.draw":
        decision = state.decisions[0]
        assert decision.draw is not None
        found.append((decision.seat, decision.draw.count))
        state = play(state, f"{decision.seat}: draw" + " 1" * decision.draw.count, f"{decision.seat}: keep 1")
    return found


def fleet(state: State) -> dict[tuple[str, str], tuple[int, ...]]:
    """The damage of every ship left in the battle."""
    return {(each.party, each.ship): each.damage for each in squadrons(state)}
