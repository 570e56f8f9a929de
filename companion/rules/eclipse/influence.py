"""Influence: discs move to and from sectors, two colony ships are readied (p. 10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse.catalog import SECTORS
from companion.rules.eclipse.discs import after_disc, lift_disc, place_disc
from companion.rules.eclipse.flow import as_it_was, find, finish_step
from companion.rules.eclipse.opening import Opening
from companion.rules.eclipse.pieces import Sector, name, sector_name
from companion.rules.eclipse.pinning import others_untold, untold_ships
from companion.rules.eclipse.presence import count
from companion.rules.eclipse.sectors import eliminated, guarded, laying_untold, own_sector, unknown_sector
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
        sectors = tuple(sector.number for sector in state.owned(self.seat))
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
            self.seat, colony_ready=player.colony_ready + count, colony_used=player.colony_used - count
        )
        return state.enter(self.seat, "colony_ready", count, "influence")

    def following(self, state: State) -> tuple[Step, ...]:
        return (InfluenceDisc(self.seat, state.player(self.seat).species.activations["influence"]),)


@dataclass(frozen=True)
class MoveDisc(SeatAction):
    """`move_disc FROM TO`: each a sector's number or `track` (p. 10)."""

    source: int | str
    target: int | str
    verb: ClassVar[str] = "move_disc"

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self._source_findings(state)
        yield from self._target_findings(state)
        if self.source == self.target:
            yield Reason(
                "same_place", "The disc would not move: taking it up and putting it back takes two moves.", "10"
            )

    def _source_findings(self, state: State) -> Iterator[Finding]:
        if isinstance(self.source, int):
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
        if not isinstance(self.target, int):
            if self.target != TRACK:
                yield Reason(
                    "no_place", f"A disc goes to a sector's number or to the track, not to {self.target}.", "10"
                )
            return
        wrong = unknown_sector(self.target)
        if wrong is not None:
            yield wrong
            return
        number = sector_name(self.target)
        sector = state.sector(self.target)
        if sector is None:
            if laying_untold(state):
                yield Missing("laid", f"Is sector {number} on the table? An action was not told yet.")
            else:
                yield Reason("not_laid", f"Sector {number} is not on the table.", "10")
            return
        if sector.owner and self.target != self.source:
            yield Reason("disc_there", f"Sector {number} has an influence disc of {name(sector.owner)} already.", "10")
        if self.seat in state.seats:
            guard = guarded(state, self.seat, sector)
            if guard is not None:
                yield guard
        yield from eliminated(state, self.seat)
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
        onto_track = not isinstance(self.target, int) or self.target not in SECTORS
        in_hand = False
        if isinstance(self.source, int):
            sector = state.sector(self.source)
            in_hand = sector is not None and sector.owner == self.seat
            why = f"leaves {sector_name(self.source)}"
            state, cubes = lift_disc(state, self.seat, self.source, why, to_track=onto_track and not settled)
        if isinstance(self.target, int) and not onto_track:
            state = self._clear(state, self.target)
            why = f"controls {sector_name(self.target)}"
            state = place_disc(state, self.seat, self.target, why, from_track=not in_hand and not settled)
            after = after_disc(state, self.seat, self.target)
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
        sources: list[int | str] = [sector.number for sector in state.owned(seat)]
        if state.player(seat).discs > 0:
            sources.append(TRACK)
        targets = [
            sector.number
            for sector in state.sectors
            if not sector.owner
            and guarded(state, seat, sector) is None
            and (count(sector, seat) > 0 or linked(state, seat, sector.number) != "no")
        ]
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
    mine = any(each.owner == seat or count(each, seat) for each in untold)
    return "unknown" if mine or untold_ships(state, seat) else "no"


def _place(place: int | str) -> str:
    return sector_name(place) if isinstance(place, int) else f"the {place}"


ACTIONS: tuple[type[EclipseAction], ...] = (Influence, MoveDisc)
