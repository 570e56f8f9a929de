"""What a seat's button answers, and what may be in a bag when the app draws."""

from __future__ import annotations

from companion.rules.contract import Decision, Word, judge
from companion.rules.dark_ages.auction import PassBid
from companion.rules.dark_ages.bases import Waive
from companion.rules.dark_ages.combat import LetBe
from companion.rules.dark_ages.drawing import DrawCard, Keep
from companion.rules.dark_ages.knowledge import in_deck, in_pile
from companion.rules.dark_ages.powers import ToReserve
from companion.rules.dark_ages.state import DarkAgesAction, State
from companion.rules.dark_ages.turns import Done


def default_answer(state: State, seat: str) -> DarkAgesAction | None:
    """The answer of the seat's button: a card drawn and not told, "done", "pass"; None: it only blinks."""
    for decision in state.decisions:
        if decision.seat != seat:
            continue
        count = decision.draw.count if decision.draw is not None else 0
        offered: list[DarkAgesAction] = []
        if DrawCard.verb in decision.verbs and state.deck:
            offered.append(DrawCard(seat, (None,) * count))
        if ToReserve.verb in decision.verbs:
            offered.append(ToReserve(seat, (None,) * count))
        offered += [kind(seat) for kind in (PassBid, Keep, LetBe, Waive, Done) if kind.verb in decision.verbs]
        for action in offered:
            if judge(state, action).word is not Word.ILLEGAL and not (
                isinstance(action, Done) and decision.name == "turn" and not state.action
            ):
                return action
    return None


def held_answer(state: State, seat: str) -> DarkAgesAction | None:
    """The answer of the held button: a secret base whose garrison is not told is never one; None: it only blinks."""
    return None


def pieces(state: State, decision: Decision) -> tuple[str, ...]:
    """All cards that may come in a draw. No view may show it: it tells what others hold."""
    if decision.draw is None:
        return ()
    place, _, seat = decision.draw.bag.partition("_")
    return tuple(in_deck(state) if place == "deck" else in_pile(state, seat, place))
