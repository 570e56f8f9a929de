"""Dice as they fall: `roll COLOUR VALUE ...`, any dice of the tray; the step that asked says what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.flow import find
from companion.rules.dark_ages.state import DarkAgesAction, State, Step

FACES: Final = 6
ANY: Final = "any"
"""The colour of dice that may be of any colour."""


@dataclass(frozen=True)
class RollStep(Step):
    """A step that waits for its seat's dice."""

    def rolled(self, state: State, faces: tuple[int, ...]) -> State:
        """The state after these faces fell."""
        raise NotImplementedError


@dataclass(frozen=True)
class AnyRoll(DarkAgesAction):
    """`roll any 3 any 4`: the dice asked for, in whatever colours."""

    dice: tuple[str | int, ...]
    verb: ClassVar[str] = "roll"

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(word for word in self.dice[1::2] if isinstance(word, int))

    def findings(self, state: State) -> Iterator[Finding]:
        wanted = _wanted(state, self.seat)
        colours, values = self.dice[::2], self.dice[1::2]
        if (
            len(colours) != len(values)
            or not all(isinstance(word, str) for word in colours)
            or len(self.faces) != len(values)
        ):
            yield Reason("pairs", "A roll is told as colour and value of each die: any 3 any 4.", sections.COMBAT)
        elif wanted and len(values) != wanted:
            dice = "one die" if wanted == 1 else f"{wanted} dice"
            yield Reason("dice", f"{dice.capitalize()} are rolled here, not {len(values)}.", sections.COMBAT)
        for value in self.faces:
            if not 1 <= value <= FACES:
                yield Reason("face", f"A die shows 1 to {FACES}, not {value}.", sections.COMPONENTS)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, RollStep)
        return state if step is None else step.rolled(state, self.faces)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[AnyRoll]:
        """Examples: all dice alike."""
        if decision is not None and decision.roll is not None:
            for value in range(1, FACES + 1):
                yield cls(decision.seat, (ANY, value) * len(decision.roll.dice))

    def title(self, state: State) -> str:
        return f"{self.who} rolls {' and '.join(map(str, self.faces)) or 'nothing'}"


def _wanted(state: State, seat: str) -> int:
    for decision in state.decisions:
        if decision.seat == seat and decision.roll is not None:
            return len(decision.roll.dice)
    return 0


ACTIONS: tuple[type[DarkAgesAction], ...] = (AnyRoll,)
