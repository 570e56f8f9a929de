"""Population: cubes on squares, colony ships that bring them, tracks and graveyards they go back to (pp. 8-10, 24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse.catalog import CUBES, TRACK_SQUARES, TRACKS, track_index
from companion.rules.eclipse.economy import move_cubes
from companion.rules.eclipse.flow import find, finish_step, replace_step, settle
from companion.rules.eclipse.pieces import CUBES_ON, ORBITAL, Player, Sector, name, sector_name
from companion.rules.eclipse.sectors import called, known_to_be, may_be_owned, may_own_more, own_sector, unnamed
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
    """How many squares of each kind the sector has, its orbital included, also one that may be there untold."""
    printed = dict(sector.tile.squares)
    if sector.orbital or not sector.is_told(ORBITAL):
        printed[ORBITAL] = 1
    return printed


def free_squares(sector: Sector) -> dict[str, int]:
    """Squares without a cube, by kind; those whose cubes were not told may be free."""
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


def any_squares(player: Player) -> dict[str, tuple[str, ...]]:
    """Every kind of square that the player could colonise in a sector of which nothing is known."""
    usable = {}
    for kind in SQUARES:
        tracks = tuple(track for track in tracks_of(kind) if player.cubes[track_index(track)] > 0)
        if tracks and (kind not in ADVANCED or player.owns(ADVANCED[kind])):
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


def cubes_untold(state: State, seat: str) -> int:
    """Cubes of the seat that lie in sectors and of which nobody told where, by what lies on its board (p. 5)."""
    player = state.player(seat)
    steps = (*state.steps, *state.windows, *(pending.step for pending in state.owed))
    waiting = sum(len(step.from_squares) for step in steps if isinstance(step, ReturnCube) and step.seat == seat)
    known = sum(len(sector.cubes) for sector in state.owned(seat))
    return CUBES - sum(player.cubes) - sum(player.graveyard) - len(player.ambassadors) - known - waiting


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
class ReturnUntold(Step):
    """Cubes come back from a sector of which nobody told what lay there: one after another, then `done` (p. 10)."""

    why: str = ""

    @property
    def stops(self) -> bool:
        return True

    def go_on(self, state: State) -> State | None:
        return None if cubes_untold(state, self.seat) > 0 else replace_step(state, self)

    def decision(self, state: State) -> Decision:
        tracks = return_tracks(state.player(self.seat), "any") if cubes_untold(state, self.seat) > 0 else ()
        context = {"tracks": tracks, "most": cubes_untold(state, self.seat), "why": self.why}
        return Decision(self.seat, "cube.untold", ("return_cube", "done"), context=context)


@dataclass(frozen=True)
class ReturnCubeTo(SeatAction):
    """`return_cube TRACK`: the cube of a gray square, an orbital, an ambassador or a full track goes there (p. 10)."""

    track: str
    verb: ClassVar[str] = "return_cube"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.track not in TRACKS:
            yield Reason("no_track", f"There is no {self.track} track; tracks are money, science and materials.", "6")
            return
        step = _returning(state, self.seat)
        if step is None:
            return
        if isinstance(step, ReturnUntold) and cubes_untold(state, self.seat) < 1:
            yield Reason("no_cube", f"No cube of {self.who} lies in a sector that was not told.", "10")
        kind, to = _returned(step)
        tracks = return_tracks(state.player(self.seat), kind, to)
        if self.track not in tracks:
            allowed = " or ".join(tracks)
            square = kind.replace("_", " ")
            yield Reason(
                "wrong_track", f"A cube from a square of {square} goes to {allowed} now, not to {self.track}.", "10"
            )

    def effect(self, state: State) -> State:
        step = _returning(state, self.seat)
        if step is None or self.track not in TRACKS:
            return state
        if isinstance(step, ReturnUntold):
            return settle(put_cube(state, self.seat, self.track, step.why, "track"))
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


def _returning(state: State, seat: str) -> ReturnCube | ReturnUntold | None:
    """The step that asks the seat for a cube's track."""
    return find(state, seat, ReturnCube) or find(state, seat, ReturnUntold)


def _returned(step: ReturnCube | ReturnUntold) -> tuple[str, str]:
    """The kind of square the next cube comes from ("any": not told), and what it goes to."""
    return ("any", "track") if isinstance(step, ReturnUntold) else (step.from_squares[0], step.to)


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
        usable = usable_squares(player, sector) if sector is not None else any_squares(player)
        context = {"sector": self.sector, "squares": usable, "colony_ready": player.colony_ready}
        return Decision(self.seat, "colonise", ("colonise", "done"), context=context)


@dataclass(frozen=True)
class Colonise(SeatAction):
    """`colonise SECTOR SQUARE TRACK`: a colony ship brings a cube of that track to a square (p. 8).

    Where sectors are not tracked the sector may be `?`.
    """

    sector: int | None
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
                "colony_time", f"{self.who} may use colony ships on its own turn and before paying upkeep.", "8"
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
        sector = state.sector(self.sector or 0)
        yield from self._square_findings(state, sector)
        enemies = [seat for seat in sector.entered if seat != self.seat] if sector is not None else []
        if state.phase == "upkeep" and enemies:
            who = " and ".join(name(seat) for seat in enemies)
            yield Reason("enemy_ships", f"Ships of {who} are in {called(self.sector)}: no cube in upkeep.", "24")
        elif (
            state.phase == "upkeep"
            and not state.tracks("ship_places")
            and any(battle.sector == self.sector for battle in state.battles)
        ):
            yield Missing(
                "enemy_ships", f"Are there enemy ships in {called(self.sector)}? Then no cube may go there in upkeep."
            )

    def _square_findings(self, state: State, sector: Sector | None) -> Iterator[Finding]:
        """Whether a square of that kind is free."""
        square = self.square.replace("_", " ")
        if self.square not in SQUARES:
            return
        if sector is None:
            if unnamed(state):
                yield Missing("sectors", f"Is a square of {square} free in {called(self.sector)}?")
        elif not free_squares(sector).get(self.square):
            has = squares(sector).get(self.square, 0)
            said = f"has no square of {square}" if not has else f"has a cube on every square of {square}"
            yield Reason("no_free_square", f"Sector {sector_name(sector.number)} {said}.", "8")
        elif not sector.is_told(f"{CUBES_ON}{self.square}") or (self.square == ORBITAL and not sector.is_told(ORBITAL)):
            yield Missing("sectors", f"Is a square of {square} free in {called(self.sector)}?")

    def effect(self, state: State) -> State:
        sector = state.sector(self.sector or 0)
        if (sector is None and not unnamed(state)) or self.track not in TRACKS:
            return state
        state = known_to_be(state, self.seat, self.sector or 0)
        sector = state.sector(self.sector or 0)
        player = state.player(self.seat)
        if player.ready_left:  # the influence action under way turns the ship face up again (p. 10)
            state = state.change(self.seat, ready_left=player.ready_left - 1)
        else:
            state = state.change(self.seat, colony_ready=player.colony_ready - 1, colony_used=player.colony_used + 1)
        state = move_cubes(state, self.seat, self.track, -1, f"colonised {called(self.sector)}")
        usable = any_squares
        if sector is not None:
            sector = sector.with_(cubes=(*sector.cubes, (self.square, self.track)))
            state = state.with_sector(sector)
            usable = partial(usable_squares, sector=sector)
        step = find(state, self.seat, ColoniseSector)
        player = state.player(self.seat)
        if step is not None and step.sector == (self.sector or 0) and not (player.colony_ready > 0 and usable(player)):
            return finish_step(state, step)
        return state

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Colonise]:
        if decision is not None:
            return
        for player in state.players:
            if player.colony_ready > 0 and not player.gone and _colony_time(state, player.seat):
                if unnamed(state) and may_own_more(state, player.seat):
                    for square, tracks in any_squares(player).items():
                        yield from (cls(player.seat, None, square, track) for track in tracks)
                for sector in may_be_owned(state, player.seat):
                    for square, tracks in usable_squares(player, sector).items():
                        yield from (cls(player.seat, sector.number, square, track) for track in tracks)

    def title(self, state: State) -> str:
        return f"{self.who} colonises {self.square.replace('_', ' ')} in {called(self.sector)}"


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
