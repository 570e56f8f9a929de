"""Areas tracked: any may be switched off, and what it knew is forgotten; or on, and what it knows has to be told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from companion.rules.contract import TABLE, Decision, Finding, Reason
from companion.rules.eclipse.catalog import TRACKS
from companion.rules.eclipse.flow import finish_step, owe
from companion.rules.eclipse.pieces import name
from companion.rules.eclipse.state import FULL, EclipseAction, State

SWITCHED: Final = tuple(sorted(FULL - {"sectors"}))
"""Areas that may be switched during a game; sectors with their discs and cubes are what every session tracks."""


@dataclass(frozen=True)
class Track(EclipseAction):
    """`track AREA yes|no`: whether the app follows an area from now on."""

    area: str
    on: bool
    verb: ClassVar[str] = "track"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat != TABLE:
            yield Reason("table_only", "What is tracked concerns everybody: the table says it.", "")
        if self.area in FULL and self.area not in SWITCHED:
            yield Reason("always", f"{self.area.capitalize()} cannot be switched; every session tracks it.", "")
        elif self.area not in FULL:
            areas = ", ".join(SWITCHED)
            yield Reason("no_area", f"There is nothing to track called {self.area}; areas are {areas}.", "")
        elif (self.area in state.tracking) == self.on:
            yield Reason("so_already", f"{self.area.replace('_', ' ').capitalize()}: it is so already.", "")

    def effect(self, state: State) -> State:
        if self.area not in SWITCHED or (self.area in state.tracking) == self.on:
            return state
        if self.on:
            return asked(state.with_(tracking=state.tracking | {self.area}, corrected=True), self.area)
        return forget(state, self.area).with_(tracking=state.tracking - {self.area})

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Track]:
        return ()

    def title(self, state: State) -> str:
        area = self.area.replace("_", " ")
        return f"{area.capitalize()}: tracked from now on" if self.on else f"{area.capitalize()}: no longer tracked"


def asked(state: State, area: str) -> State:
    """The state in which the inbox asks for what is private; all else of an area is put right value by value."""
    from companion.rules.eclipse.reputation import HoldsReputation

    if area == "reputation":
        for seat in state.playing():
            state = state.change(seat, reputation_untold=True)
            state = owe(state, HoldsReputation(seat), f"{name(seat)}, tracked from round {state.round} on")
    return state


def forget(state: State, area: str) -> State:
    """The state without what the area knew; a step that needs it ends."""
    from companion.rules.eclipse.diplomacy import MakeRoom
    from companion.rules.eclipse.exploring import ExplorePlace, ExploreSpace, ExploreTile
    from companion.rules.eclipse.move import MoveShips
    from companion.rules.eclipse.reputation import DrawReputation, HoldsReputation, KeepReputation

    if area == "supply":
        out = sum(state.supply)
        return state.with_(supply=(0,) * len(state.supply), supply_untold=state.supply_untold + out)
    if area == "storage":
        players = tuple(each.with_(storage=(0, 0, 0), storage_untold=TRACKS) for each in state.players)
        return state.with_(players=players)
    if area == "reputation":
        players = tuple(each.with_(reputation=(), reputation_untold=False) for each in state.players)
        state = state.with_(players=players, tile_facts=())
        return _end(state, DrawReputation, KeepReputation, MakeRoom, HoldsReputation)
    if area == "blueprints":
        return state.with_(players=tuple(each.with_(blueprints=()) for each in state.players))
    if area == "map":
        state = state.with_(
            sectors=tuple(each.with_(at=None, rotation=0) for each in state.sectors), discarded=(), boxed=()
        )
        return _end(state, ExploreSpace, ExploreTile, ExplorePlace)
    state = state.with_(sectors=tuple(each.with_(ships=(), entered=()) for each in state.sectors))
    return _end(state, MoveShips)


def _end(state: State, *kinds: type) -> State:
    """The state without open or owed steps of these kinds; the game goes on."""
    for step in (*state.steps, *state.windows):
        if isinstance(step, kinds):
            state = finish_step(state, step)
    return state.with_(owed=tuple(each for each in state.owed if not isinstance(each.step, kinds)))


ACTIONS: tuple[type[EclipseAction], ...] = (Track,)
