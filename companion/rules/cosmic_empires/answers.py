"""What a seat's button answers, what bags hold, and what the app answers by itself."""

from __future__ import annotations

from companion.rules.contract import Decision, Word, judge
from companion.rules.cosmic_empires.arrival import ColonyStays
from companion.rules.cosmic_empires.board import unseen_fields
from companion.rules.cosmic_empires.combat_answers import Stay
from companion.rules.cosmic_empires.hands import unseen_events
from companion.rules.cosmic_empires.state import CosmicAction, State
from companion.rules.cosmic_empires.turn import Done, Skip

UNTOLD = "?"


def default_answer(state: State, seat: str) -> CosmicAction | None:
    """The answer of the seat's button: done, or stay in a combat; None: it blinks."""
    for decision in state.decisions:
        if decision.seat != seat or decision.window:
            continue
        for kind in (Done, Stay):
            if kind.verb in decision.verbs:
                action = kind(seat)
                if judge(state, action).word is not Word.ILLEGAL:
                    return action
        if decision.verbs == (ColonyStays.verb,):
            return ColonyStays(seat)
    return None


def held_answer(state: State, seat: str) -> CosmicAction | None:
    """The answer of the held button: no main move; else None."""
    for decision in state.decisions:
        if decision.seat == seat and Skip.verb in decision.verbs:
            return Skip(seat)
    return None


def by_app(state: State, decision: Decision) -> bool:
    """What the app answers by itself: that a sealed mission is met, and, once confirmed, whose."""
    return decision.name in ("mission.met", "winners")


def pieces(state: State, decision: Decision) -> tuple[str, ...]:
    """All that may be in the bag or pile of a draw, one word for each piece. No view may show it."""
    if decision.draw is None:
        return ()
    match decision.draw.bag:
        case "seats":
            return state.seats
        case "missions":
            return state.missions_left
        case "fields":
            return tuple(card for card, count in unseen_fields(state).items() for _ in range(count))
        case "population":
            return tuple(colour for colour, count in decision.context["bag"].items() for _ in range(count))
        case "event_cards":
            return _events(state, decision.draw.count)
    victim = decision.context["victim"]
    # In the words of `steal`: whose hand, and which card.
    return tuple(f"{victim} {card if isinstance(card, str) else UNTOLD}" for card in state.player(victim).hand)


def _events(state: State, count: int) -> tuple[str, ...]:
    """Event cards that may come next: of the discarded ones when those are shuffled in."""
    if not state.deck:
        return tuple(card or UNTOLD for card in state.events_out)
    cards = [card for card, copies in unseen_events(state).items() for _ in range(copies)]
    return (*cards, *[UNTOLD] * max(0, count - len(cards)))
