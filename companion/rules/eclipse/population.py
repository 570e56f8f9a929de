"""Population: cubes on squares, colony ships that bring them, tracks and graveyards they go back to (pp. 8-10, 24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse.catalog import TRACK_SQUARES, TRACKS, track_index
from companion.rules.eclipse.economy import move_cubes
from companion.rules.eclipse.flow import find, finish_step
from companion.rules.eclipse.pieces import Player, Sector, name, sector_name
from companion.rules.eclipse.sectors import own_sector
from companion.rules.eclipse.state import EclipseAction, SeatAction, State, Step

ADVANCED = {
    "money_advanced": "advanced_economy",
    "science_advanced": "advanced_labs",
    "materials_advanced": "advanced_mining",
}
"""The technology that each kind of advanced square needs (p. 8)."""

SQUARES = (
    "money",
    "money_advanced",
    "science",
    "science_advanced",
    "materials",
    "materials_advanced",
    "gray",
    "orbital",
)


def tracks_of(square: str) -> tuple[str, ...]:
    """The population tracks a cube on such a square may come from or go to (p. 8); () for no such square."""
    if square == "gray":
        return TRACKS
    if square == "orbital":
        return ("money", "science")
    base = square.removesuffix("_advanced")
    return (base,) if square in SQUARES else ()


def squares(sector: Sector) -> dict[str, int]:
    """How many squares of each kind the sector has, its orbital included."""
    printed = dict(sector.tile.squares)
    if sector.orbital:
        printed["orbital"] = 1
    return printed


def free_squares(sector: Sector) -> dict[str, int]:
    """Squares without a cube, by kind."""
    free = squares(sector)
    for kind, _ in sector.cubes:
        free[kind] = free.get(kind, 0) - 1
    return {kind: count for kind, count in free.items() if count > 0}


def usable_squares(player: Player, sector: Sector) -> dict[str, tuple[str, ...]]:
    """Free squares the player may colonise now, each with the tracks that still have a cube for it."""
    usable = {}
    for kind in free_squares(sector):
        if kind in ADVANCED and not player.owns(ADVANCED[kind]):
            continue
        tracks = tuple(track for track in tracks_of(kind) if player.cubes[track_index(track)] > 0)
        if tracks:
            usable[kind] = tracks
    return usable


def return_cubes(
    state: State, seat: str, from_squares: tuple[str, ...], why: str, to: str = "track"
) -> tuple[State, tuple[Step, ...]]:
    """Cubes from squares of these kinds go back to their tracks, or to their graveyards (`to="graveyard"`).

    Where only one track will do they go at once; for the others a `ReturnCube` step is given back, which the caller
    puts on the stack. "any" stands for a cube whose owner may choose freely (an ambassador's, p. 11).
    """
    choices: list[str] = []
    for square in from_squares:
        tracks = return_tracks(state.player(seat), square, to)
        if len(tracks) == 1:
            state = put_cube(state, seat, tracks[0], why, to)
        else:
            choices.append(square)
    if not choices:
        return state, ()
    return state, (ReturnCube(seat, tuple(choices), why, to),)


def return_tracks(player: Player, square: str, to: str = "track") -> tuple[str, ...]:
    """Where a cube from such a square may go; a full track sends it to any other (pp. 8, 10, 24, 30)."""
    tracks = tracks_of(square) or TRACKS
    if to == "graveyard":
        return tracks
    room = tuple(track for track in tracks if player.cubes[track_index(track)] < TRACK_SQUARES)
    return room or tuple(track for track in TRACKS if player.cubes[track_index(track)] < TRACK_SQUARES) or tracks


def put_cube(state: State, seat: str, track: str, why: str, to: str) -> State:
    """One cube comes to a population track or to its graveyard."""
    if to == "graveyard":
        player = state.player(seat)
        graveyard = list(player.graveyard)
        graveyard[track_index(track)] += 1
        state = state.change(seat, graveyard=tuple(graveyard))
        return state.enter(seat, f"graveyard_{track}", 1, why)
    return move_cubes(state, seat, track, 1, why)


@dataclass(frozen=True)
class ReturnCube(Step):
    """The owner chooses the track of a returned cube: the first of `from_squares` is asked for."""

    from_squares: tuple[str, ...] = ()
    why: str = ""
    to: str = "track"
    title: ClassVar[str] = "which track a cube went to"

    def decision(self, state: State) -> Decision:
        tracks = return_tracks(state.player(self.seat), self.from_squares[0], self.to)
        context = {
            "square": self.from_squares[0],
            "tracks": tracks,
            "to": self.to,
            "left": len(self.from_squares),
            "why": self.why,
        }
        return Decision(self.seat, "cube.track", ("return_cube",), context=context)


@dataclass(frozen=True)
class ReturnCubeTo(SeatAction):
    """`return_cube TRACK`: the cube of a gray square, an orbital, an ambassador or a full track goes there (p. 10)."""

    track: str
    verb: ClassVar[str] = "return_cube"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.track not in TRACKS:
            yield Reason("no_track", f"There is no {self.track} track; tracks are money, science and materials.", "6")
            return
        step = find(state, self.seat, ReturnCube)
        if step is None:
            return
        tracks = return_tracks(state.player(self.seat), step.from_squares[0], step.to)
        if self.track not in tracks:
            allowed = " or ".join(tracks)
            square = step.from_squares[0].replace("_", " ")
            yield Reason(
                "wrong_track", f"A cube from a square of {square} goes to {allowed} now, not to {self.track}.", "10"
            )

    def effect(self, state: State) -> State:
        step = find(state, self.seat, ReturnCube)
        if step is None or self.track not in TRACKS:
            return state
        state = put_cube(state, self.seat, self.track, step.why, step.to)
        rest = step.from_squares[1:]
        state, steps = return_cubes(state, self.seat, rest, step.why, step.to)
        return finish_step(state, step, *steps)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ReturnCubeTo]:
        if decision is not None:
            yield from (cls(decision.seat, track) for track in decision.context["tracks"])

    def title(self, state: State) -> str:
        return f"{self.who} returns a cube to {self.track}"


@dataclass(frozen=True)
class ColoniseSector(Step):
    """Colony ships may be used in the sector a disc was just placed in (pp. 9, 10)."""

    sector: int = 0

    @property
    def stops(self) -> bool:
        return True

    def decision(self, state: State) -> Decision:
        sector = state.sector(self.sector)
        player = state.player(self.seat)
        usable = usable_squares(player, sector) if sector is not None else {}
        context = {"sector": self.sector, "squares": usable, "colony_ready": player.colony_ready}
        return Decision(self.seat, "colonise", ("colonise", "done"), context=context)


@dataclass(frozen=True)
class Colonise(SeatAction):
    """`colonise SECTOR SQUARE TRACK`: a colony ship brings a cube of that track to a square (p. 8)."""

    sector: int
    square: str
    track: str
    verb: ClassVar[str] = "colonise"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from self.seat_findings(state)
        if self.seat not in state.seats:
            return
        if not _colony_time(state, self.seat):
            yield Reason(
                "colony_time", f"{self.who} may use colony ships on the own turn and before paying upkeep.", "8"
            )
        player = state.player(self.seat)
        if player.colony_ready < 1:
            yield Reason("no_colony_ship", f"{self.who} has no colony ship left face up.", "8")
        yield from own_sector(state, self.seat, self.sector)
        if self.square not in SQUARES:
            yield Reason("no_square", f"There is no square {self.square}; squares are {', '.join(SQUARES)}.", "7")
        elif self.track not in tracks_of(self.square):
            allowed = " or ".join(tracks_of(self.square))
            square = self.square.replace("_", " ")
            yield Reason(
                "wrong_track", f"A square of {square} takes a cube from {allowed}, not from {self.track}.", "8"
            )
        if self.track in TRACKS and player.cubes[track_index(self.track)] < 1:
            yield Reason("no_cube", f"{self.who} has no cube left on the {self.track} track.", "8")
        technology = ADVANCED.get(self.square)
        if technology is not None and not player.owns(technology):
            yield Reason(
                "needs_technology",
                f"An advanced {self.square.removesuffix('_advanced')} square needs {name(technology)}.",
                "8",
            )
        sector = state.sector(self.sector)
        if sector is not None and self.square in SQUARES and not free_squares(sector).get(self.square):
            has = squares(sector).get(self.square, 0)
            square = self.square.replace("_", " ")
            said = f"has no square of {square}" if not has else f"has a cube on every square of {square}"
            yield Reason("no_free_square", f"Sector {sector_name(self.sector)} {said}.", "8")
        enemies = [seat for seat in sector.entered if seat != self.seat] if sector is not None else []
        if state.phase == "upkeep" and enemies:
            who = " and ".join(name(seat) for seat in enemies)
            yield Reason("enemy_ships", f"Ships of {who} are in {sector_name(self.sector)}: no cube in upkeep.", "24")
        elif (
            state.phase == "upkeep"
            and not state.tracks("ship_places")
            and any(battle.sector == self.sector for battle in state.battles)
        ):
            yield Missing(
                "enemy_ships",
                f"Are there enemy ships in {sector_name(self.sector)}? Then no cube may go there in upkeep.",
            )

    def effect(self, state: State) -> State:
        sector = state.sector(self.sector)
        if sector is None or self.track not in TRACKS:
            return state
        player = state.player(self.seat)
        state = state.change(self.seat, colony_ready=player.colony_ready - 1, colony_used=player.colony_used + 1)
        state = move_cubes(state, self.seat, self.track, -1, f"colonised {sector_name(self.sector)}")
        sector = sector.with_(cubes=(*sector.cubes, (self.square, self.track)))
        state = state.with_sector(sector)
        step = find(state, self.seat, ColoniseSector)
        player = state.player(self.seat)
        if (
            step is not None
            and step.sector == self.sector
            and not (player.colony_ready > 0 and usable_squares(player, sector))
        ):
            return finish_step(state, step)
        return state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Colonise]:
        if decision is not None:
            return
        for player in state.players:
            if player.colony_ready > 0 and not player.gone and _colony_time(state, player.seat):
                for sector in state.owned(player.seat):
                    for square, tracks in usable_squares(player, sector).items():
                        yield from (cls(player.seat, sector.number, square, track) for track in tracks)

    def title(self, state: State) -> str:
        return f"{self.who} colonises {self.square.replace('_', ' ')} in {sector_name(self.sector)}"


def _colony_time(state: State, seat: str) -> bool:
    """At any time in the own turn, on turns gone over after passing too (FAQ), and first in upkeep (pp. 8, 24)."""
    if state.phase == "action":
        return (
            seat in (state.active, state.previous)
            or seat in state.skipped
            or find(state, seat, ColoniseSector) is not None
        )
    if state.phase == "upkeep":
        return any(step.seat == seat for step in state.steps)
    return False


ACTIONS: tuple[type[EclipseAction], ...] = (ReturnCubeTo, Colonise)
