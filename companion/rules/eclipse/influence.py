"""Influence: discs move to and from sectors, two colony ships are readied (p. 10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse.catalog import SECTORS
from companion.rules.eclipse.discs import after_disc, lift_disc, may_lift, place_disc
from companion.rules.eclipse.flow import as_it_was, find, finish_step
from companion.rules.eclipse.opening import Opening
from companion.rules.eclipse.pieces import Sector, name, sector_name
from companion.rules.eclipse.pinning import others_untold, untold_ships
from companion.rules.eclipse.presence import count
from companion.rules.eclipse.sectors import (
    called,
    eliminated,
    guarded,
    laying_untold,
    may_be_own,
    may_be_owned,
    may_own_more,
    not_laid,
    own_sector,
    unknown_sector,
    unnamed,
    which_sector,
)
from companion.rules.eclipse.state import EclipseAction, SeatAction, State, Step
from companion.rules.eclipse.wormholes import Answer, has_generator

TRACK = "track"
READIED = 2
"""Colony ships turned face up by an influence action (p. 10)."""


@dataclass(frozen=True)
class InfluenceDisc(Step):
    """One more disc may be moved, `left` of them."""

    left: int = 2
    title: ClassVar[str] = "which influence discs moved"

    @property
    def stops(self) -> bool:
        return True

    def decision(self, state: State) -> Decision:
        sectors = tuple(sector.number for sector in may_be_owned(state, self.seat))
        context = {"left": self.left, "sectors": sectors}
        return Decision(self.seat, "influence.disc", ("move_disc", "done", "later"), context=context)


@dataclass(frozen=True)
class Influence(Opening):
    """`influence`: two colony ships are readied, up to two discs are moved (p. 10)."""

    verb: ClassVar[str] = "influence"
    doing: ClassVar[str] = "influences"

    def ready(self, state: State) -> State:
        player = state.player(self.seat)
        count = min(READIED, player.colony_used)
        state = state.change(
            self.seat,
            colony_ready=player.colony_ready + count,
            colony_used=player.colony_used - count,
            ready_left=READIED - count,  # those used during the action may be turned up then
        )
        return state.enter(self.seat, "colony_ready", count, "influence")

    def following(self, state: State) -> tuple[Step, ...]:
        return (InfluenceDisc(self.seat, state.player(self.seat).species.activations["influence"]),)


@dataclass(frozen=True)
class MoveDisc(SeatAction):
    """`move_disc FROM TO`: each a sector's number or `track` (p. 10), or `?` where sectors are not tracked."""

    source: int | str | None
    target: int | str | None
    verb: ClassVar[str] = "move_disc"

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self._source_findings(state)
        yield from self._target_findings(state)
        if self.source == self.target and self.source is not None:
            yield Reason(
                "same_place", "The disc would not move: taking it up and putting it back takes two moves.", "10"
            )

    def _source_findings(self, state: State) -> Iterator[Finding]:
        if not isinstance(self.source, str):
            yield from own_sector(state, self.seat, self.source)
        elif self.source != TRACK:
            yield Reason(
                "no_place", f"A disc comes from a sector's number or from the track, not from {self.source}.", "10"
            )
        elif self.seat in state.seats:
            step = find(state, self.seat, InfluenceDisc)
            if state.player(self.seat).discs < 1 and (step is None or "discs" not in step.settled):
                yield Reason("no_disc", f"{self.who} has no influence disc left on the track.", "10")

    def _target_findings(self, state: State) -> Iterator[Finding]:
        if isinstance(self.target, str):
            if self.target != TRACK:
                yield Reason(
                    "no_place", f"A disc goes to a sector's number or to the track, not to {self.target}.", "10"
                )
            return
        if self.target is None:
            yield from eliminated(state, self.seat)
            if not unnamed(state):
                yield which_sector()
            else:
                text = f"Is that sector free, and next to a disc or ship of {self.who} through a wormhole?"
                yield Missing("sectors", text)
            return
        wrong = unknown_sector(self.target)
        if wrong is not None:
            yield wrong
            return
        number = sector_name(self.target)
        sector = state.sector(self.target)
        yield from eliminated(state, self.seat)
        if sector is None:
            if laying_untold(state):
                yield Missing("laid", f"Is sector {number} on the table? An action was not told yet.")
            else:
                yield not_laid(state, self.target, f"Sector {number} is not on the table.", "10")
            return
        if not sector.is_told("owner") and self.target != self.source:
            yield Missing("sectors", f"Is there an influence disc in {number}? Who controls it was not told.")
        if sector.owner and self.target != self.source:
            yield Reason("disc_there", f"Sector {number} has an influence disc of {name(sector.owner)} already.", "10")
        if self.seat in state.seats:
            guard = guarded(state, self.seat, sector)
            if guard is not None:
                yield guard
        if not state.tracks("map") and not state.tracks("ship_places"):
            yield Missing(
                "connected",
                f"Is {number} next to a disc or ship of {self.who} through a wormhole, without enemy ships?",
            )
        elif self.seat in state.seats:
            found = (*self._enemy_ships(state, sector), *self._connection(state, sector))
            yield from as_it_was(find(state, self.seat, InfluenceDisc), found, ("enemy_ships", "not_connected"))

    def _enemy_ships(self, state: State, sector: Sector) -> Iterator[Finding]:
        number = sector_name(sector.number)
        there = [seat for seat in sector.entered if seat != self.seat]
        if there:
            who = " and ".join(name(seat) for seat in there)
            yield Reason("enemy_ships", f"Ships of {who} are in sector {number}: no disc may be placed.", "10")
        elif others_untold(state, self.seat):
            yield Missing("enemy_ships", f"Are there enemy ships in {number}? Then no disc may be placed.")

    def _connection(self, state: State, sector: Sector) -> Iterator[Finding]:
        """Without an own ship there, a wormhole must lead to an own disc (not the one moved) or ship (pp. 10, 30)."""
        if count(sector, self.seat):
            return
        number = sector_name(sector.number)
        moved = self.source if isinstance(self.source, int) else 0
        answer = linked(state, self.seat, sector.number, but=moved)
        if answer == "unknown":
            yield Missing("connected", f"Is {number} next to a disc or ship of {self.who} through a wormhole?")
        elif answer == "no":
            half = "" if has_generator(state, self.seat) else " on both sides"
            text = f"No edge with a wormhole{half} connects {number} to a disc or ship of {self.who}."
            if moved and linked(state, self.seat, sector.number) == "yes":
                text = f"Only the disc of {sector_name(moved)} connects {number}: once it is moved nothing does."
            yield Reason("not_connected", text, "30" if "Only" in text else "10")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, InfluenceDisc)
        settled = step is not None and "discs" in step.settled
        more: tuple[Step, ...] = ()
        if step is not None and step.left > 1:
            more = (InfluenceDisc(self.seat, step.left - 1),)
        after: tuple[Step, ...] = ()
        cubes: tuple[Step, ...] = ()
        named = isinstance(self.target, int) and self.target in SECTORS
        onto_track = not named and not (self.target is None and unnamed(state))
        in_hand = False
        if not isinstance(self.source, str):
            in_hand = may_lift(state, self.seat, self.source)
            why = f"leaves {called(self.source)}"
            state, cubes = lift_disc(state, self.seat, self.source, why, to_track=onto_track and not settled)
        if not onto_track:
            number = self.target if isinstance(self.target, int) else 0
            state = self._clear(state, number)
            why = f"controls {called(number)}"
            state = place_disc(state, self.seat, number, why, from_track=not in_hand and not settled)
            after = after_disc(state, self.seat, number)
        return finish_step(state, step, *more, *after, *cubes)

    def _clear(self, state: State, number: int) -> State:
        """Recorded anyway over another's disc: that disc goes home first, so that no disc is lost."""
        sector = state.sector(number)
        if sector is not None and sector.owner:
            state, _ = lift_disc(state, sector.owner, number, "displaced")
        return state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[MoveDisc]:
        if decision is None:
            return
        seat = decision.seat
        sources: list[int | str | None] = [sector.number for sector in may_be_owned(state, seat)]
        targets: list[int | None] = [
            sector.number
            for sector in state.sectors
            if not sector.owner
            and not isinstance(guarded(state, seat, sector), Reason)
            and (count(sector, seat) > 0 or linked(state, seat, sector.number) != "no")
        ]
        if not state.tracks("sectors"):
            sources, targets = [], []
        if unnamed(state):
            sources += [None] if may_own_more(state, seat) else []
            targets.append(None)
        if state.player(seat).discs > 0:
            sources.append(TRACK)
        for source in sources:
            yield from (cls(seat, source, target) for target in targets)
            if source != TRACK:
                yield cls(seat, source, TRACK)

    def title(self, state: State) -> str:
        return f"{self.who} moves a disc from {_place(self.source)} to {_place(self.target)}"


def linked(state: State, seat: str, number: int, but: int = 0) -> Answer:
    """Whether a wormhole connects a sector to a disc or ship of the seat; the disc of sector `but` does not count."""
    if not state.tracks("map"):
        return "unknown"
    chart = state.chart
    if number in chart.untold:
        return "unknown"
    for beside in chart.links(has_generator(state, seat)).get(number, ()):
        sector = state.sector(beside)
        if sector is not None and ((sector.owner == seat and beside != but) or count(sector, seat)):
            return "yes"
    untold = (state.by_number[each] for each in chart.untold)
    mine = any(may_be_own(state, seat, each) or count(each, seat) for each in untold)
    linked_by = chart.links(has_generator(state, seat)).get(number, ())
    maybe = any(may_be_own(state, seat, state.by_number[each]) for each in linked_by if each != but)
    return "unknown" if mine or maybe or untold_ships(state, seat) else "no"


def _place(place: int | str | None) -> str:
    return f"the {place}" if isinstance(place, str) else called(place)


ACTIONS: tuple[type[EclipseAction], ...] = (Influence, MoveDisc)
