"""Areas tracked: any may be switched off, and what it knew is forgotten; or on, and what it knows has to be told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from companion.rules.contract import TABLE, Decision, Finding, Reason
from companion.rules.eclipse.blueprints import not_told
from companion.rules.eclipse.catalog import TRACKS
from companion.rules.eclipse.flow import finish_step, owe
from companion.rules.eclipse.pieces import name
from companion.rules.eclipse.state import FULL, EclipseAction, State

AREAS: Final = tuple(sorted(FULL))
"""Every area, each of which may be switched during a game."""


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
        if self.area not in FULL:
            areas = ", ".join(AREAS)
            yield Reason("no_area", f"There is nothing to track called {self.area}; areas are {areas}.", "")
        elif (self.area in state.tracking) == self.on:
            yield Reason(
                "so_already",
                f"{self.area.replace('_', ' ').capitalize()}: {'tracked' if self.on else 'not tracked'} already.",
                "",
            )

    def effect(self, state: State) -> State:
        if self.area not in FULL or (self.area in state.tracking) == self.on:
            return state
        if self.on:
            state = state.with_(tracking=state.tracking | {self.area}, resumed=state.resumed | {self.area})
            return asked(state, self.area)
        return forget(state.with_(tracking=state.tracking - {self.area}), self.area)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Track]:
        return ()

    def title(self, state: State) -> str:
        area = self.area.replace("_", " ")
        return f"{area.capitalize()}: tracked from now on" if self.on else f"{area.capitalize()}: no longer tracked"


def asked(state: State, area: str) -> State:
    """The state in which the inbox asks for what is private; all else of an area is put right value by value."""
    from companion.rules.eclipse.reputation import HoldsReputation

    if area == "blueprints":
        prints = tuple(each.with_(blueprints=not_told(each.species.blueprint)) for each in state.players)
        return state.with_(players=prints)
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
    if area == "sectors":
        state = state.with_(sectors=tuple(each.forgotten for each in state.sectors))
        return _told_fights(_unlaid(state))
    if area == "blueprints":
        return _told_fights(state.with_(players=tuple(each.with_(blueprints=()) for each in state.players)))
    if area == "map":
        state = state.with_(
            sectors=tuple(each.with_(at=None, rotation=0) for each in state.sectors), discarded=(), boxed=()
        )
        return _end(_unlaid(state), ExploreSpace, ExploreTile, ExplorePlace)
    state = state.with_(sectors=tuple(each.with_(ships=(), entered=()) for each in state.sectors))
    return _end(_told_fights(state), MoveShips)


def _unlaid(state: State) -> State:
    """Where neither sectors nor the map are followed, sectors are laid without a word."""
    return state.with_(sectors_untold=state.sectors_untold or not (state.tracks("sectors") or state.tracks("map")))


def _told_fights(state: State) -> State:
    """Battles fought by what is tracked go on as told ones (p. 18)."""
    from companion.rules.eclipse.aftermath import Aftermath, AttackPopulation, Barrage, DestroyCubes, PlaceDisc
    from companion.rules.eclipse.combat import Combat, fighting, with_battle
    from companion.rules.eclipse.duels import Battles, broken_off
    from companion.rules.eclipse.told_battles import Fighting

    whole = next((step for step in state.steps if isinstance(step, Battles | Aftermath)), None)
    if whole is None:
        return state
    drop = (AttackPopulation, Barrage, DestroyCubes, PlaceDisc)
    steps = tuple(step for step in broken_off(state).steps if not isinstance(step, drop))
    battle = fighting(state)
    if battle is not None:
        state = with_battle(state, replace(battle, squadrons=()))
    fought = (Fighting(TABLE),) if battle is not None else ()
    at = steps.index(whole)
    return state.with_(steps=(*steps[:at], Combat(TABLE), *fought, *steps[at + 1 :]))


def _end(state: State, *kinds: type) -> State:
    """The state without open or owed steps of these kinds; the game goes on."""
    for step in (*state.steps, *state.windows):
        if isinstance(step, kinds):
            state = finish_step(state, step)
    return state.with_(owed=tuple(each for each in state.owed if not isinstance(each.step, kinds)))


ACTIONS: tuple[type[EclipseAction], ...] = (Track,)
