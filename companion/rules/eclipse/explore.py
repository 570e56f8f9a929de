"""Explore: a sector tile is turned, laid or discarded, and perhaps controlled (p. 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse.catalog import PLAYERS, SECTORS
from companion.rules.eclipse.discs import after_disc, place_disc
from companion.rules.eclipse.flow import find, finish_step
from companion.rules.eclipse.opening import Opening
from companion.rules.eclipse.pieces import name, sector_name
from companion.rules.eclipse.sectors import called, eliminated, guarded, lay, off_the_board, unknown_sector
from companion.rules.eclipse.stacks import discard
from companion.rules.eclipse.state import EclipseAction, SeatAction, State, Step


@dataclass(frozen=True)
class ExploreSector(Step):
    """Which sector was turned, and whether it was laid. `left` explorations of this action, this one included."""

    left: int = 1
    first: bool = True
    title: ClassVar[str] = "which sector was explored"

    @property
    def stops(self) -> bool:
        """Planta's second exploration is optional (p. 30)."""
        return not self.first

    def decision(self, state: State) -> Decision:
        verbs = ("lay", "discard", "later") if self.first else ("lay", "discard", "done", "later")
        return Decision(self.seat, "explore.sector", verbs, context={"left": self.left, "first": self.first})


@dataclass(frozen=True)
class ExploreControl(Step):
    """Whether an influence disc is placed on the sector just laid (p. 9); 0 where sectors are not tracked."""

    sector: int = 0
    title: ClassVar[str] = "whether a disc was placed"

    def decision(self, state: State) -> Decision:
        return Decision(self.seat, "explore.control", ("control", "leave_be", "later"), context={"sector": self.sector})


@dataclass(frozen=True)
class Explore(Opening):
    """`explore`: one exploration, Planta two (pp. 9, 26)."""

    verb: ClassVar[str] = "explore"
    doing: ClassVar[str] = "explores"

    def following(self, state: State) -> tuple[Step, ...]:
        from companion.rules.eclipse.exploring import ExploreSpace

        explorations = state.player(self.seat).species.activations["explore"]
        if state.tracks("map"):
            return (ExploreSpace(self.seat, explorations),)
        if not state.tracks("sectors"):  # which sector it was does not matter, but a disc may have been placed
            discs = min(explorations, state.player(self.seat).discs)
            return tuple(ExploreControl(self.seat) for _ in range(discs))
        return (ExploreSector(self.seat, explorations),)


def after_laying(state: State, seat: str, number: int, step: Step | None, more: tuple[Step, ...]) -> State:
    """The sector lies on the table: a disc may be placed there, then `more` follows (p. 9)."""
    sector = state.sector(number)
    has_disc = seat in state.seats and (state.player(seat).discs > 0 or (step is not None and "discs" in step.settled))
    guard = guarded(state, seat, sector) if sector is not None and seat in state.seats else None
    # Of a sector just turned the print is certain, even where nobody follows what lies on it afterwards.
    free = guard is None or (isinstance(guard, Missing) and step is not None and step.window)
    if sector is not None and not sector.owner and free and has_disc:
        more = (*more, ExploreControl(seat, number))
    return finish_step(state, step, *more)


def _more(seat: str, step: ExploreSector | None) -> tuple[Step, ...]:
    """The exploration still left of this action."""
    if step is None or step.left <= 1:
        return ()
    return (ExploreSector(seat, step.left - 1, first=False),)


@dataclass(frozen=True)
class Lay(SeatAction):
    """`lay N`: the sector with that number now lies where it was explored (p. 9). Draco may have turned two."""

    sector: int
    verb: ClassVar[str] = "lay"

    def findings(self, state: State) -> Iterator[Finding]:
        wrong = unknown_sector(self.sector)
        if wrong is not None:
            yield wrong
            return
        tile = SECTORS[self.sector]
        number = sector_name(self.sector)
        if tile.ring in ("start", "centre"):
            what = "a starting sector" if tile.ring == "start" else "the Galactic Center"
            yield Reason("not_in_stack", f"Sector {number} is {what}; it is in no stack to explore from.", "9")
        laid = state.sector(self.sector)
        step = find(state, self.seat, ExploreSector)
        telling = step is not None and step.number > 0
        if (
            laid is not None
            and tile.ring not in ("start", "centre")
            and not (telling and laid.owner in ("", self.seat))
        ):
            by = f", controlled by {name(laid.owner)}" if laid.owner else ""
            yield Reason("laid", f"Sector {number} lies on the table already{by}.", "9")
        if off_the_board(state, self.seat):
            yield Reason("nowhere", f"{self.who} has neither disc nor ship on the board to explore from.", "9")
        if tile.ring == "outer" and laid is None:
            stack = PLAYERS[len(state.players)].outer_sectors
            if sum(each.tile.ring == "outer" for each in state.sectors) >= stack:
                players = len(state.players)
                yield Reason("stack_empty", f"All {stack} outer sectors of a game for {players} players are laid.", "5")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, ExploreSector)
        if self.sector not in SECTORS:
            return state
        if state.sector(self.sector) is None:
            state = lay(state, self.sector)
        return after_laying(state, self.seat, self.sector, step, _more(self.seat, step))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Lay]:
        if decision is None:
            return
        step = find(state, decision.seat, ExploreSector)
        telling = step is not None and step.number > 0
        laid = {each.number for each in state.sectors if not telling or each.owner not in ("", decision.seat)}
        outer = sum(each.tile.ring == "outer" for each in state.sectors) < PLAYERS[len(state.players)].outer_sectors
        for number, tile in SECTORS.items():
            here = tile.ring in ("inner", "middle") or (tile.ring == "outer" and (outer or state.sector(number)))
            if here and number not in laid:
                yield cls(decision.seat, number)

    def title(self, state: State) -> str:
        return f"{self.who} explores sector {sector_name(self.sector)}"


@dataclass(frozen=True)
class Discard(SeatAction):
    """`discard`: the tile turned is not laid; that exploration is over (p. 9)."""

    verb: ClassVar[str] = "discard"

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        from companion.rules.eclipse.exploring import ExplorePlace, more_spaces

        turned = find(state, self.seat, ExplorePlace)
        if turned is not None:
            state = discard(state, *turned.turned)
            return finish_step(state, turned, *more_spaces(self.seat, turned.left))
        step = find(state, self.seat, ExploreSector)
        return finish_step(state, step, *_more(self.seat, step))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Discard]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} discards the explored sector"


@dataclass(frozen=True)
class Control(SeatAction):
    """`control`: an influence disc from the track on the sector just laid (p. 9)."""

    verb: ClassVar[str] = "control"

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, ExploreControl)
        if step is None:
            return
        if "discs" not in step.settled and state.player(self.seat).discs < 1:
            yield Reason("no_disc", f"{self.who} has no influence disc left on the track.", "9")
        yield from eliminated(state, self.seat)
        sector = state.sector(step.sector)
        if sector is None:
            yield Missing("sectors", "Is the sector free of Ancients? What lies in sectors is not tracked.")
            return
        guard = guarded(state, self.seat, sector)
        if guard is not None:
            yield guard
        if sector.owner:
            yield Reason("owned_by", f"Sector {sector_name(step.sector)} is controlled by {name(sector.owner)}.", "9")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, ExploreControl)
        if step is None:
            return state
        why = f"controls {called(step.sector)}"
        state = place_disc(state, self.seat, step.sector, why, from_track="discs" not in step.settled)
        return finish_step(state, step, *after_disc(state, self.seat, step.sector))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Control]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        step = find(state, self.seat, ExploreControl)
        return f"{self.who} controls {called(step.sector) if step else 'the sector'}"


@dataclass(frozen=True)
class LeaveBe(SeatAction):
    """`leave_be`: no disc is placed on the sector just laid."""

    verb: ClassVar[str] = "leave_be"

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        return finish_step(state, find(state, self.seat, ExploreControl))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[LeaveBe]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} places no disc"


ACTIONS: tuple[type[EclipseAction], ...] = (Explore, Lay, Discard, Control, LeaveBe)
