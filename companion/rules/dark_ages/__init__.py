"""Galaxy: The Dark Ages (GMT, 2000): the engine. `GAME` is all that is needed from outside."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.contract import Action, Decision, Option, Setup
from companion.rules.dark_ages import answers, corrections, laws, setup
from companion.rules.dark_ages.catalog import COLOURS
from companion.rules.dark_ages.setup import OPTIONS
from companion.rules.dark_ages.state import DarkAgesAction, State
from companion.rules.dark_ages.verbs import ACTIONS


class DarkAges:
    """The game as the contract describes it, with what screens and buttons ask beside it."""

    name = "dark_ages"
    title = "Galaxy: The Dark Ages"
    version = 1
    players = range(2, 6)
    options: tuple[Option, ...] = OPTIONS
    actions: Mapping[str, type[Action[State]]] = ACTIONS

    def begin(self, chosen: Setup) -> State:
        """The first position. Raises Refused with every reason."""
        return setup.begin(chosen)

    def default_answer(self, state: State, seat: str) -> DarkAgesAction | None:
        """What the seat's button answers; None: it only blinks."""
        return answers.default_answer(state, seat)

    def held_answer(self, state: State, seat: str) -> DarkAgesAction | None:
        """What the held button answers; None: it only blinks."""
        return answers.held_answer(state, seat)

    def pieces(self, state: State, decision: Decision) -> tuple[str, ...]:
        """All cards that may come in a draw."""
        return answers.pieces(state, decision)

    def seating(self) -> Mapping[str, tuple[str, ...]]:
        """Every colour of chips; players have no faction."""
        return dict.fromkeys(COLOURS, ("",))

    def correctable(self, state: State) -> tuple[corrections.Correctable, ...]:
        """Every value that can be put right."""
        return corrections.correctable(state)

    def laws(self, state: State) -> list[str]:
        """Sentences of broken conservation laws; [] when all hold."""
        return laws.laws(state)


GAME = DarkAges()
