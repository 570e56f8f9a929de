"""What a seat's button answers: press for the default answer, hold to pass."""

from __future__ import annotations

from companion.rules.contract import Decision, Word, judge
from companion.rules.eclipse.attacks import Assign, AttackWith
from companion.rules.eclipse.inbox import Done, Later
from companion.rules.eclipse.reputation_facts import bag
from companion.rules.eclipse.stacks import stack
from companion.rules.eclipse.state import EclipseAction, State
from companion.rules.eclipse.technologies import unnamed
from companion.rules.eclipse.turn import Acted, Pass
from companion.rules.eclipse.upkeep import PayUpkeep


def default_answer(state: State, seat: str) -> EclipseAction | None:
    """The answer of the seat's button: "acted, details later", "later", "done", or paying the upkeep; None: it blinks.

    With no disc left the turn's answer is to pass. An upkeep that cannot be paid has no default answer. In a battle
    the only type of ship whose turn it is attacks, and dice go to the only ship left.
    """
    for decision in state.decisions:
        if decision.seat != seat or decision.window:
            continue
        if AttackWith.verb in decision.verbs:
            ships = decision.context["ships"]
            return AttackWith(seat, ships[0]) if len(ships) == 1 else None
        if Assign.verb in decision.verbs:
            (colour, value), those = decision.context["dice"][0], decision.context["targets"]
            return Assign(seat, colour, value, those[0].ship, those[0].place) if len(those) == 1 else None
        for kind in (Acted, PayUpkeep, Later, Done, Pass):
            if kind.verb in decision.verbs:
                action = kind(seat)
                if judge(state, action).word is not Word.ILLEGAL:
                    return action
    return None


def held_answer(state: State, seat: str) -> EclipseAction | None:
    """The answer of the held button: passing, where it is open to the seat; else None."""
    for decision in state.decisions:
        if decision.seat == seat and Pass.verb in decision.verbs:
            return Pass(seat)
    return None


def pieces(state: State, decision: Decision) -> tuple[str | int, ...]:
    """All that may be in the bag of a draw, one for each tile. No view may show it: it tells what others drew."""
    if decision.draw is None:
        return ()
    if decision.draw.bag == "technologies":
        return tuple(key for key, count in unnamed(state).items() for _ in range(count))
    if decision.draw.bag.startswith("sectors_"):
        return stack(state, decision.context["stack"]).tiles
    return bag(state)


def by_app(state: State, decision: Decision) -> bool:
    """Whether the session's options leave that draw to the app, not to the physical bag."""
    if decision.draw is None:
        return False
    if decision.draw.bag == "technologies":
        return state.option("technology_tiles") == "app_draws"
    return decision.draw.bag == "reputation" and state.option("reputation") == "app_bag"
