"""What technologies do for the ships played: Sensors and Warp Drive (“Playing a Technology Card”)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Kind, Reason, Roll
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.abilities import active_play
from companion.rules.dark_ages.action import garrison_findings, garrisons, reveal
from companion.rules.dark_ages.bases import alive, govern
from companion.rules.dark_ages.catalog import CARDS, card_name, world_name
from companion.rules.dark_ages.dice import ANY, RollStep
from companion.rules.dark_ages.flow import find, finish_step, push, replace_step, settle
from companion.rules.dark_ages.knowledge import HAND, put
from companion.rules.dark_ages.state import DarkAgesAction, State, Step


@dataclass(frozen=True)
class SensorRoll(RollStep):
    """Two dice for Sensors: at most the ship's value, and others' secret bases on its world are revealed."""

    world: str
    value: int

    def decision(self, state: State) -> Decision:
        context = {"world": self.world, "value": self.value}
        return Decision(self.seat, "sensors.roll", ("roll",), Kind.ROLL, roll=Roll((ANY, ANY)), context=context)

    def rolled(self, state: State, faces: tuple[int, ...]) -> State:
        total = sum(faces)
        if total > self.value:
            why = f"Sensors: {total} is more than {self.value}"
            return finish_step(state.enter(self.seat, "sensors", 0, why), self)
        others = [seat for seat in reversed(state.clockwise(self.seat)) if seat != self.seat]
        asked = tuple(
            GarrisonAsked(seat, self.world, self.seat) for seat in others if state.player(seat).garrison is not None
        )
        why = f"Sensors: {total} is at most {self.value}"
        return finish_step(state.enter(self.seat, "sensors", 0, why), self, *asked)


@dataclass(frozen=True)
class GarrisonAsked(Step):
    """Sensors succeeded: a seat with a secret base says whether it is on that world, and then reveals it."""

    world: str
    by: str
    found: bool = False
    """Whether a base asked for before was found."""

    def answered(self, state: State, found: bool) -> State:
        """Who governs is decided once all have answered: of bases found together none was there first, and where they
        tie, the player whose Sensors found them chooses."""
        state, found = replace_step(state, self), found or self.found
        others = [step for step in state.steps if isinstance(step, GarrisonAsked)]
        if others:
            steps = tuple(replace(step, found=found) if step in others else step for step in state.steps)
            return settle(state.with_(steps=steps))
        return settle(govern(state, self.world, self.by) if found else state)

    def decision(self, state: State) -> Decision:
        return Decision(
            self.seat, "sensors.reveal", ("show_garrison", "not_there"), Kind.REVEAL, context={"world": self.world}
        )


@dataclass(frozen=True)
class Sense(DarkAgesAction):
    """`sense`: Sensors are used for the ship just played, before its ability."""

    verb: ClassVar[str] = "sense"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        play = active_play(state)
        if self.seat in state.seats and "sensors" not in state.player(self.seat).technologies:
            yield Reason("no_sensors", f"{self.who} has no Sensors in play.", sections.TECHNOLOGY)
        if play is None:
            yield Reason("no_ship", "Sensors need a ship played face up this turn.", sections.TECHNOLOGY)
        elif not play.sensors:
            yield Reason("sensed", "Sensors are used once for each ship, before its ability.", sections.TECHNOLOGY)

    def effect(self, state: State) -> State:
        play = active_play(state)
        if play is None or play.value is None:
            return state
        return settle(
            push(state.with_play(replace(play, sensors=False)), SensorRoll(self.seat, play.world, play.value))
        )

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Sense]:
        play = active_play(state)
        if decision is None or play is None or not play.sensors:
            return
        if "sensors" in state.player(decision.seat).technologies:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} uses Sensors"


@dataclass(frozen=True)
class ShowGarrison(DarkAgesAction):
    """`show_garrison CARD`: a secret base is turned up because Sensors found it, or because the game is over."""

    card: str
    verb: ClassVar[str] = "show_garrison"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from garrison_findings(state, self.seat, self.card)
        step = find(state, self.seat, GarrisonAsked)
        if step is not None and self.card in CARDS and CARDS[self.card].world != step.world:
            yield Reason("other_world", f"Sensors ask for bases on {world_name(step.world)} only.", sections.TECHNOLOGY)

    def effect(self, state: State) -> State:
        from companion.rules.dark_ages.ending import LastGarrison, reveal_at_end

        last = find(state, self.seat, LastGarrison)
        if last is not None:
            return finish_step(reveal_at_end(state, self.seat, self.card), last)
        step = find(state, self.seat, GarrisonAsked)
        if step is None:
            return state
        return step.answered(reveal(state, self.seat, self.card, "found by Sensors"), True)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ShowGarrison]:
        if decision is None:
            return
        step = find(state, decision.seat, GarrisonAsked)
        for card in garrisons(state, decision.seat):
            if step is None or CARDS[card].world == step.world:
                yield cls(decision.seat, card)

    def title(self, state: State) -> str:
        return f"{self.who} reveals a secret base: {card_name(self.card)}"


@dataclass(frozen=True)
class NotThere(DarkAgesAction):
    """`not_there`: the secret base is on another world. If that is not so, it is found out at the end."""

    verb: ClassVar[str] = "not_there"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, self.seat, GarrisonAsked)
        if step is None:
            return state
        sensed = state.player(self.seat).sensed
        return step.answered(state.change(self.seat, sensed=(*sensed, step.world)), False)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[NotThere]:
        step = find(state, decision.seat, GarrisonAsked) if decision is not None else None
        if step is None:
            return
        garrison = state.player(step.seat).garrison
        known = CARDS.get(garrison.card or "") if garrison is not None and step.seat in garrison.knows else None
        if known is None or known.world != step.world:
            yield cls(step.seat)

    def title(self, state: State) -> str:
        return f"{self.who}'s secret base is not there"


@dataclass(frozen=True)
class Warp(DarkAgesAction):
    """`warp WORLD`: Warp Drive takes the top card of the previous row of a column played on this turn."""

    world: str
    verb: ClassVar[str] = "warp"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from alive(state, self.world)
        if self.seat in state.seats and "warp_drive" not in state.player(self.seat).technologies:
            yield Reason("no_warp", f"{self.who} has no Warp Drive in play.", sections.TECHNOLOGY)
        plays = [play for play in state.plays if play.world == self.world]
        if not plays:
            yield Reason(
                "not_played", f"No ship was played on {world_name(self.world)} this turn.", sections.TECHNOLOGY
            )
        elif not any(play.warp for play in plays):
            yield Reason("warped", "Warp Drive takes one card from each column played on.", sections.TECHNOLOGY)
        world = state.world(self.world)
        if world is not None and world.top(state.round - 1) is None:
            yield Reason("no_card", f"The previous row of {world_name(self.world)} holds no card.", sections.TECHNOLOGY)

    def effect(self, state: State) -> State:
        plays = tuple(replace(play, warp=False) if play.world == self.world else play for play in state.plays)
        return settle(claim_row(state.with_(plays=plays), self.seat, self.world, state.round - 1))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Warp]:
        if decision is None or "warp_drive" not in state.player(decision.seat).technologies:
            return
        for play in state.plays:
            world = state.world(play.world)
            if play.warp and world is not None and world.top(state.round - 1) is not None:
                yield cls(decision.seat, play.world)

    def title(self, state: State) -> str:
        return f"{self.who} takes a card of {world_name(self.world)} with Warp Drive"


def claim_row(state: State, seat: str, key_: str, row: int) -> State:
    """The top card of a cell goes into a hand, as everybody sees."""
    world = state.world(key_)
    cell = world.cell(row) if world is not None else ()
    if world is None or not cell:
        return state
    rows = list(world.rows)
    rows[row - 1] = cell[:-1]
    state = state.with_world(replace(world, rows=tuple(rows))).with_(gained=True)
    fact = cell[-1].fact
    state = put(state, seat, HAND, fact.card, fact.knows)
    return state.enter(seat, "hand", 1, f"{card_name(fact.card)} taken")


ACTIONS: tuple[type[DarkAgesAction], ...] = (Sense, ShowGarrison, NotThere, Warp)
