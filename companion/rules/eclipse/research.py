"""Research: a technology tile for science, and Artifact Key's resources (p. 12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.eclipse.build import short_of
from companion.rules.eclipse.catalog import TECHNOLOGIES, TECHNOLOGY_KEYS, TRACKS
from companion.rules.eclipse.economy import gain, price
from companion.rules.eclipse.flow import find, finish_step
from companion.rules.eclipse.opening import Opening
from companion.rules.eclipse.pieces import name
from companion.rules.eclipse.state import EclipseAction, SeatAction, State, Step
from companion.rules.eclipse.technologies import ARTIFACT_GAIN, learn, obtainable, unknown_technology


@dataclass(frozen=True)
class ResearchTechnology(Step):
    """Which technology; `left` of this action, this one included (Hydran two)."""

    left: int = 1
    title: ClassVar[str] = "which technology"

    @property
    def stops(self) -> bool:
        return True

    def decision(self, state: State) -> Decision:
        player = state.player(self.seat)
        prices = {
            key: price(player, key)
            for index, key in enumerate(TECHNOLOGY_KEYS)
            if not player.owns(key) and (state.supply[index] > 0 or state.supply_untold)
        }
        context = {"left": self.left, "prices": prices}
        return Decision(self.seat, "research.technology", ("technology", "done", "later"), context=context)


@dataclass(frozen=True)
class Artifacts(Step):
    """Artifact Key: five of one resource for each artifact, each group chosen apart (p. 12)."""

    left: int = 1
    more: bool = False
    """Artifacts may lie in sectors that were not told: as many as are taken before `done`."""
    title: ClassVar[str] = "what the artifacts gave"

    @property
    def stops(self) -> bool:
        return self.more

    def ending(self, state: State) -> Iterator[Finding]:
        if self.left:
            artifacts = "1 artifact" if self.left == 1 else f"{self.left} artifacts"
            text = f"{artifacts} of {name(self.seat)} still give resources."
            yield Reason("artifacts_left", text, "12")

    def decision(self, state: State) -> Decision:
        verbs = ("take", "done") if self.more else ("take",)
        context = {"left": self.left, "amount": ARTIFACT_GAIN, "more": self.more}
        return Decision(self.seat, "research.artifacts", verbs, context=context)


@dataclass(frozen=True)
class Research(Opening):
    """`research`: one technology, Hydran up to two (pp. 12, 26)."""

    verb: ClassVar[str] = "research"
    doing: ClassVar[str] = "researches"

    def following(self, state: State) -> tuple[Step, ...]:
        return (ResearchTechnology(self.seat, state.player(self.seat).species.activations["research"]),)


@dataclass(frozen=True)
class ResearchTile(SeatAction):
    """`technology NAME`: the tile comes to the player's board and its science is paid (p. 12)."""

    technology: str
    verb: ClassVar[str] = "technology"

    def findings(self, state: State) -> Iterator[Finding]:
        wrong = unknown_technology(self.technology)
        if wrong is not None:
            yield wrong
            return
        if self.seat not in state.seats:
            return
        yield from obtainable(state, self.seat, self.technology)
        step = find(state, self.seat, ResearchTechnology)
        if step is None or "science" not in step.settled:
            player = state.player(self.seat)
            yield from short_of(player, "science", price(player, self.technology), name(self.technology))

    def effect(self, state: State) -> State:
        step = find(state, self.seat, ResearchTechnology)
        if self.technology not in TECHNOLOGIES:
            return state
        player = state.player(self.seat)
        if step is None or "science" not in step.settled:
            state = gain(state, self.seat, "science", -price(player, self.technology), name(self.technology))
        if player.owns(self.technology):
            return finish_step(state, step)
        state, steps = learn(state, self.seat, self.technology, "researched")
        if step is not None and step.left > 1:
            steps = (ResearchTechnology(self.seat, step.left - 1), *steps)
        return finish_step(state, step, *steps)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ResearchTile]:
        if decision is not None:
            yield from (cls(decision.seat, key) for key in decision.context["prices"])

    def title(self, state: State) -> str:
        return f"{self.who} researches {name(self.technology)}"


@dataclass(frozen=True)
class TakeArtifact(SeatAction):
    """`take money|science|materials`: five of it for one artifact (p. 12)."""

    track: str
    verb: ClassVar[str] = "take"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.track not in TRACKS:
            yield Reason("no_resource", f"There is no resource {self.track}; take money, science or materials.", "12")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Artifacts)
        if self.track not in TRACKS:
            return state
        if step is None or self.track not in step.settled:
            state = gain(state, self.seat, self.track, ARTIFACT_GAIN, "Artifact Key")
        if step is not None and (step.left > 1 or step.more):
            return finish_step(state, step, Artifacts(self.seat, max(0, step.left - 1), step.more))
        return finish_step(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[TakeArtifact]:
        if decision is not None:
            yield from (cls(decision.seat, track) for track in TRACKS)

    def title(self, state: State) -> str:
        return f"{self.who} takes {ARTIFACT_GAIN} {self.track} for an artifact"


ACTIONS: tuple[type[EclipseAction], ...] = (Research, ResearchTile, TakeArtifact)
