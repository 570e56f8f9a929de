"""What a position asks first. Pure: no Kivy."""

from companion.rules.contract import Decision, State
from companion.screens.box import Box


def main_decisions(state: State) -> list[Decision]:
    """The decisions that hold the table up."""
    return [decision for decision in state.decisions if not decision.window]


def focus(state: State, box: Box) -> Decision | None:
    """The decision the screen is about: a detail being told goes before what the table waits for."""
    for decision in state.decisions:
        if decision.window and box.in_front(decision):
            return decision
    main = main_decisions(state)
    return main[0] if main else None


def quiet_windows(state: State, box: Box) -> list[Decision]:
    """What may be used now and asks nothing: a card to play, a reaction."""
    return [decision for decision in state.decisions if decision.window and not box.in_front(decision)]
