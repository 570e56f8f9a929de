"""Cosmic Empires (IGC 2012): the engine. `GAME` is all that is needed from outside."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.contract import Action, Decision, Option, Setup
from companion.rules.cosmic_empires import answers, content, corrections, laws, secret_missions, setup
from companion.rules.cosmic_empires.catalog import COLOURS, FACTIONS, VERIFIED, Content
from companion.rules.cosmic_empires.setup import CARD, OPTIONS, written
from companion.rules.cosmic_empires.state import CosmicAction, State
from companion.rules.cosmic_empires.verbs import ACTIONS


class CosmicEmpires:
    """The game as the contract describes it, with what screens and buttons ask beside it."""

    name = "cosmic_empires"
    title = "Cosmic Empires"
    version = 3
    players = range(2, 6)
    options: tuple[Option, ...] = OPTIONS
    actions: Mapping[str, type[Action[State]]] = ACTIONS
    unique_factions = True
    """Each faction is one player's."""

    def begin(self, chosen: Setup) -> State:
        """The first position. Raises Refused with every reason."""
        return setup.begin(chosen)

    def default_answer(self, state: State, seat: str) -> CosmicAction | None:
        """What the seat's button answers; None: it only blinks."""
        return answers.default_answer(state, seat)

    def held_answer(self, state: State, seat: str) -> CosmicAction | None:
        """What the held button answers; None: it only blinks."""
        return answers.held_answer(state, seat)

    def by_app(self, state: State, decision: Decision) -> bool:
        """Whether the app answers by itself."""
        return answers.by_app(state, decision)

    def pieces(self, state: State, decision: Decision) -> tuple[str, ...]:
        """All that may be in the bag of a draw, one word for each piece."""
        return answers.pieces(state, decision)

    def seating(self) -> Mapping[str, tuple[str, ...]]:
        """Every colour with the factions it can play: all of them, each colour beginning with another."""
        factions = tuple(FACTIONS)
        return {colour: factions[place:] + factions[:place] for place, colour in enumerate(COLOURS)}

    def progress(self, state: State, seat: str) -> tuple[str, list[tuple[str, int, int]]]:
        """A seat's sealed mission and how far it is, for that seat alone: (what, have, need); ("", []) if hidden."""
        return secret_missions.progress(state, seat)

    def told(self, state: State) -> Mapping[str, Content]:
        """Cards whose print was told, those known before the session too."""
        return content.told(state)

    def card_options(self, cards: Mapping[str, Content]) -> dict[str, str]:
        """Known cards as options of a setup, so that a record carries them."""
        return {
            CARD + key: written(words)
            for key, words in sorted(cards.items())
            if key not in VERIFIED and not any(True for _ in content.content_faults(key, words))
        }

    def correctable(self, state: State) -> tuple[corrections.Correctable, ...]:
        """Every value that can be put right."""
        return corrections.correctable(state)

    def laws(self, state: State) -> list[str]:
        """Sentences of broken conservation laws; [] when all hold."""
        return laws.laws(state)


GAME = CosmicEmpires()
