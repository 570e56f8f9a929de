"""Which screen a position asks for. Pure: no Kivy."""

from typing import Any, Final

from companion.rules.contract import Decision, Kind, State

QUIET_WINDOWS: Final = frozenset({"reaction", "reputation.show"})
"""Windows that wait beside the main decision and need no screen of their own."""

_BY_NAME: Final = {
    "turn": "round",
    "explore.sector": "sectors",
    "influence.disc": "sectors",
    "research.technology": "research",
    "build.what": "build",
    "combat": "battle",
    "battle": "battle",
    "upkeep": "upkeep",
}


def main_decisions(state: State) -> list[Decision]:
    """The decisions that hold the table up."""
    return [decision for decision in state.decisions if not decision.window]


def focus(state: State) -> Decision | None:
    """The decision the screen is about: a detail being told goes before what the table waits for."""
    for decision in state.decisions:
        if decision.window and decision.name not in QUIET_WINDOWS:
            return decision
    main = main_decisions(state)
    return main[0] if main else None


def screen_for(decision: Decision | None) -> str:
    """The screen that asks `decision`; the score when nothing is left to decide."""
    if decision is None:
        return "score"
    if decision.kind is Kind.ROLL:
        return "dice"
    if decision.name.startswith("reputation") or decision.name == "diplomacy.room":
        return "reputation"
    if "technologies" in decision.name:
        return "technologies"
    return _BY_NAME.get(decision.name, "choice")


def place(state: State) -> tuple[str, dict[str, Any]]:
    """The screen where the game is, and what it is opened with."""
    return screen_for(focus(state)), {}
