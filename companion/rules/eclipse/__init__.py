"""Eclipse, first edition of 2011, without expansions: the engine. `GAME` is all that is needed from outside."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.contract import Action, Decision, Option, Setup
from companion.rules.eclipse import answers, corrections, economy, laws, setup
from companion.rules.eclipse.catalog import ALIEN_OF_COLOUR, COLOURS
from companion.rules.eclipse.setup import OPTIONS
from companion.rules.eclipse.state import PRESETS, EclipseAction, State
from companion.rules.eclipse.verbs import ACTIONS


class Eclipse:
    """The game as the contract describes it, with what screens and buttons ask beside it."""

    name = "eclipse"
    title = "Eclipse"
    version = 1
    players = range(2, 7)
    options: tuple[Option, ...] = OPTIONS
    presets: Mapping[str, frozenset[str]] = PRESETS
    """Sets of areas to track by name; the first is what a session has that says nothing."""
    actions: Mapping[str, type[Action[State]]] = ACTIONS

    def begin(self, chosen: Setup) -> State:
        """The first position. Raises Refused with every reason."""
        return setup.begin(chosen)

    def layout(self, state: State) -> tuple[str, ...]:
        """What to lay on the table before the game, line by line (p. 5)."""
        return setup.layout(state)

    def outlook(self, state: State, seat: str) -> economy.Outlook:
        """A seat's money now and after one more action (p. 24)."""
        return economy.outlook(state, seat)

    def default_answer(self, state: State, seat: str) -> EclipseAction | None:
        """What the seat's button answers; None: it only blinks."""
        return answers.default_answer(state, seat)

    def held_answer(self, state: State, seat: str) -> EclipseAction | None:
        """What the held button answers: passing; None: it only blinks."""
        return answers.held_answer(state, seat)

    def by_app(self, state: State, decision: Decision) -> bool:
        """Whether the session's options leave that draw to the app."""
        return answers.by_app(state, decision)

    def pieces(self, state: State, decision: Decision) -> tuple[str | int, ...]:
        """All that may be in the bag of a draw, one for each tile."""
        return answers.pieces(state, decision)

    def seating(self) -> Mapping[str, tuple[str, ...]]:
        """Every colour with the species it can play, the plainest first (p. 26)."""
        return {colour: ("terran", ALIEN_OF_COLOUR[colour]) for colour in COLOURS}

    def correctable(self, state: State) -> tuple[corrections.Correctable, ...]:
        """Every value that can be put right."""
        return corrections.correctable(state)

    def laws(self, state: State) -> list[str]:
        """Sentences of broken conservation laws; [] when all hold."""
        return laws.laws(state)


GAME = Eclipse()
