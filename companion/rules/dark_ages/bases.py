"""Bases on the columns, the influence they give, and who governs (“Deploying an Available Base”, “Governors”)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.catalog import WORLDS, world_name
from companion.rules.dark_ages.flow import find, finish_step, push
from companion.rules.dark_ages.state import DarkAgesAction, State, Step, World, name


def alive(state: State, key: str, section: str = "Surrender of Planets (Phase 3)") -> Iterator[Reason]:
    """That the word names a surviving world."""
    world = state.world(key)
    if world is None:
        yield Reason("no_world", f"There is no world {key}; worlds are {', '.join(WORLDS)}.", sections.COMPONENTS)
    elif not world.alive:
        yield Reason("surrendered", f"{world_name(key)} has surrendered.", section)


def spot_taken(state: State, world: World) -> tuple[str, ...]:
    """Owners of the visible bases that lie in the current round's spot of the column."""
    return tuple(owner for owner, level in world.bases if level == state.round)


def can_place(state: State, world: World) -> bool:
    """Whether a visible base may be placed there now: no base of any colour in the round's spot."""
    return world.alive and not spot_taken(state, world)


def place(state: State, seat: str, key: str, level: int, why: str) -> State:
    """A chip becomes a visible base at that level. The caller takes the chip, and asks who governs now."""
    world = state.world(key)
    if world is None:
        return state
    changed = replace(world, bases=tuple(sorted((*world.bases, (seat, level)))))
    return state.with_world(changed).enter(seat, key, changed.influence(seat) - world.influence(seat), why)


def cap(state: State) -> int:
    """The lowest level that damage may push a base to: one below the round's row."""
    return state.round + 1


def move(state: State, cause: str, key: str, owner: str, level: int, step: int, why: str) -> State:
    """One base one level up (-1) or down (+1), never above 0 nor below the cap; offices follow."""
    world = state.world(key)
    new = level + step
    if world is None or (owner, level) not in world.bases or new < 0 or (step > 0 and new > cap(state)):
        return state
    bases = list(world.bases)
    bases.remove((owner, level))
    changed = replace(world, bases=tuple(sorted((*bases, (owner, new)))))
    state = state.with_world(changed).enter(owner, key, changed.influence(owner) - world.influence(owner), why)
    return govern(state, key, cause)


def movable(state: State, worlds: Iterable[World], step: int) -> Iterator[tuple[str, str, int]]:
    """(world, owner, level) of every base that one step can move, each once."""
    for world in worlds:
        for owner, level in dict.fromkeys(world.bases):
            if level + step >= 0 and (step < 0 or level + step <= cap(state)):
                yield world.key, owner, level


def on_column(state: State, key: str, owner: str, level: int, step: int) -> Iterator[Reason]:
    """Why that base cannot be moved one step there."""
    world = state.world(key)
    if world is None:
        return
    if owner not in state.seats:
        yield Reason("no_seat", f"Nobody plays {owner}; the seats are {', '.join(state.seats)}.", sections.SETUP)
    elif (owner, level) not in world.bases:
        yield Reason(
            "no_base", f"{name(owner)} has no visible base at level {level} of {world_name(key)}.", sections.BASES
        )
    if step < 0 and level + step < 0:
        yield Reason("top", "A base above the world cannot be reinforced further.", sections.ABILITIES)
    if step > 0 and level + step > cap(state):
        yield Reason(
            "bottom", f"A base cannot be damaged below level {cap(state)}, one below the round's row.", sections.COMBAT
        )


def govern(state: State, key: str, cause: str) -> State:
    """Who governs the world now; where several tie above the Governor, `cause` chooses.

    The Governor stays until another has more influence. Nobody gains an office with no influence at all.
    """
    world = state.world(key)
    if world is None or not world.alive:
        return state
    least = -1 if state.on("zero_governs") else 0
    if world.governor:
        least = world.influence(world.governor)
    owners = dict.fromkeys(owner for owner, _ in world.bases)
    best = max((world.influence(owner) for owner in owners), default=-1)
    if best <= least:
        return state
    leaders = tuple(owner for owner in state.seats if owner in owners and world.influence(owner) == best)
    if len(leaders) == 1:
        return appoint(state, key, leaders[0])
    if state.on("tie_means_no_governor"):
        return appoint(state, key, "")
    if any(isinstance(step, ChooseGovernor) and step.world == key for step in state.steps):
        return state
    return push(state, ChooseGovernor(cause, key))


def appoint(state: State, key: str, seat: str) -> State:
    world = state.world(key)
    if world is None or world.governor == seat:
        return state
    state = state.with_world(replace(world, governor=seat))
    if not seat:
        return state.enter(world.governor, f"governor_{key}", 0, f"nobody governs {world_name(key)}")
    return state.enter(seat, f"governor_{key}", 0, f"{name(seat)} governs {world_name(key)}")


@dataclass(frozen=True)
class ChooseGovernor(Step):
    """Several seats tie above the Governor: who caused it chooses among them."""

    world: str

    def leaders(self, state: State) -> tuple[str, ...]:
        world = state.world(self.world)
        if world is None:
            return ()
        best = max((world.influence(seat) for seat in state.seats), default=0)
        owners = {owner for owner, _ in world.bases}
        return tuple(seat for seat in state.seats if seat in owners and world.influence(seat) == best)

    def decision(self, state: State) -> Decision:
        context = {"world": self.world, "leaders": self.leaders(state)}
        return Decision(self.seat, "governor.choice", ("appoint",), context=context)


@dataclass(frozen=True)
class Appoint(DarkAgesAction):
    """`appoint SEAT`: of the seats tied at the top, that one takes the office."""

    governor: str
    verb: ClassVar[str] = "appoint"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, ChooseGovernor)
        if step is not None and self.governor not in step.leaders(state):
            tied = " and ".join(map(name, step.leaders(state)))
            yield Reason("not_tied", f"{name(self.governor)} is not among those tied: {tied}.", sections.GOVERNORS)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, ChooseGovernor)
        if step is None or self.governor not in state.seats:
            return state
        from companion.rules.dark_ages.flow import replace_step, settle

        return settle(appoint(replace_step(state, step), step.world, self.governor))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Appoint]:
        if decision is not None:
            yield from (cls(decision.seat, seat) for seat in state.seats)

    def title(self, state: State) -> str:
        return f"{self.who} lets {name(self.governor)} govern"


@dataclass(frozen=True)
class MoveBase(Step):
    """Spoils of War: a seat reinforces or damages one visible base in one of these columns, or waives it."""

    worlds: tuple[str, ...]

    def columns(self, state: State) -> tuple[World, ...]:
        return tuple(world for world in state.alive if world.key in self.worlds)

    def decision(self, state: State) -> Decision:
        columns = self.columns(state)
        context = {
            "worlds": self.worlds,
            "reinforce": tuple(movable(state, columns, -1)),
            "damage": tuple(movable(state, columns, 1)),
        }
        return Decision(self.seat, "spoils", ("reinforce", "damage", "waive"), context=context)


def finish_move(state: State, step: Step, cause: str, key: str, owner: str, level: int, way: int, why: str) -> State:
    """The Spoils are taken: first the step goes, then the base moves, so that a choice of Governor is asked next."""
    from companion.rules.dark_ages.flow import replace_step, settle

    return settle(move(replace_step(state, step), cause, key, owner, level, way, why))


@dataclass(frozen=True)
class Waive(DarkAgesAction):
    """`waive`: the Spoils are not taken."""

    verb: ClassVar[str] = "waive"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        return finish_step(state, find(state, self.seat, MoveBase))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Waive]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} waives the Spoils of War"


ACTIONS: tuple[type[DarkAgesAction], ...] = (Appoint, Waive)
