"""The score (p. 25): every source with its points, as a range while tiles are hidden or actions were not told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.contract import Hidden, ScoreLine, ScoreSheet, SeatScore
from companion.rules.eclipse.build import BuildWhat
from companion.rules.eclipse.catalog import (
    CATEGORIES,
    REPUTATION_TILES,
    SCORING,
    SECTORS,
    TECHNOLOGY_SQUARES,
    TRACK_POINTS,
)
from companion.rules.eclipse.discovery import Discovery, DiscoveryTechnology
from companion.rules.eclipse.explore import ExploreSector
from companion.rules.eclipse.influence import InfluenceDisc
from companion.rules.eclipse.opening import Untold
from companion.rules.eclipse.pieces import Player, name, sector_name
from companion.rules.eclipse.reputation_facts import believed, on_tracks, room
from companion.rules.eclipse.reputation_track import Value, unknown, worth
from companion.rules.eclipse.research import ResearchTechnology
from companion.rules.eclipse.sectors import discs_out, may_own_more
from companion.rules.eclipse.state import State, Step

REPUTATION = "reputation"


@dataclass(frozen=True, slots=True)
class NotTold:
    """What a seat's details still owed may change at most."""

    sectors: int = 0
    moves: int = 0
    technologies: int = 0
    discoveries: int = 0
    structures: int = 0


def track_points(tiles: int) -> int:
    """Points of a technology track with so many tiles (p. 25)."""
    return TRACK_POINTS[min(max(tiles, 0), TECHNOLOGY_SQUARES)]


def not_told(state: State, seat: str) -> NotTold:
    """What the seat's items of the inbox, and its tellings just open, may still change."""
    steps: list[Step] = [pending.step for pending in state.owed if pending.step.seat == seat]
    steps += [step for step in state.windows if step.seat == seat]
    actions = state.player(seat).species.activations
    untold = sum(isinstance(step, Untold) for step in steps)
    sectors = sum(step.left for step in steps if isinstance(step, ExploreSector))
    sectors += untold * max(0, actions["explore"] - actions["influence"])
    moves = sum(step.left for step in steps if isinstance(step, InfluenceDisc)) + untold * actions["influence"]
    technologies = sum(step.left for step in steps if isinstance(step, ResearchTechnology))
    technologies += untold * actions["research"] + sum(isinstance(step, DiscoveryTechnology) for step in steps)
    structures = sum(step.left for step in steps if isinstance(step, BuildWhat)) + untold * actions["build"]
    if not technologies and not state.player(seat).owns("monolith"):
        structures = 0
    discoveries = sum(isinstance(step, Discovery) for step in steps) + sectors + moves
    return NotTold(sectors, moves, technologies, discoveries, structures)


def open_lines(state: State, seat: str) -> tuple[ScoreLine, ...]:
    """A seat's points from all that lies open: everything but its reputation tiles."""
    player, owed = state.player(seat), not_told(state, seat)
    counted = [
        _ambassadors(player),
        _sectors(state, seat, owed),
        _discoveries(player, owed),
        _monoliths(state, seat, owed),
        _technologies(player, owed),
    ]
    if state.traitor == seat:
        counted.append(_exactly("traitor", SCORING["traitor"], "holds the Traitor Card"))
    return (*counted, *_species(state, player, owed))


def lines(state: State, seat: str) -> tuple[ScoreLine, ...]:
    """A seat's points now, source by source; for a seat out of the game, as they were when it went (pp. 21, 24)."""
    player = state.player(seat)
    return (_reputation(state, player), *(player.frozen_score if player.gone else open_lines(state, seat)))


def score(state: State) -> ScoreSheet:
    """The score now; final when the game is over and every tile is known. Unknown scores rank by their middle."""
    counted = {seat: lines(state, seat) for seat in state.seats}
    totals = {seat: sum(line.low + line.high for line in each) for seat, each in counted.items()}
    ties = {player.seat: sum(player.storage) for player in state.players}
    keys = {seat: (totals[seat], ties[seat]) for seat in state.seats}
    exact = tuple(seat for seat, each in counted.items() if all(line.low == line.high for line in each))
    places = {seat: 1 + sum(key > keys[seat] for key in keys.values()) for seat in state.seats}
    seats = tuple(
        SeatScore(seat, counted[seat], ties[seat], _tie_text(state.player(seat)), places[seat]) for seat in state.seats
    )
    return ScoreSheet(seats, state.phase == "over" and len(exact) == len(seats), _tie_note(totals, ties, exact))


def _tie_text(player: Player) -> str:
    untold = " and ".join(player.storage_untold)
    return f"resources in storage ({untold} not told)" if untold else "resources in storage"


def _tie_note(totals: dict[str, int], ties: dict[str, int], exact: tuple[str, ...]) -> str:
    """How equal scores were told apart: the total of resources in storage (p. 25); "" without a tie."""
    said: list[str] = []
    for total in sorted({totals[seat] for seat in exact}, reverse=True):
        tied = sorted(
            (seat for seat in totals if seat in exact and totals[seat] == total), key=lambda seat: -ties[seat]
        )
        if len(tied) < 2:
            continue
        resources = ", ".join(f"{name(seat)} {ties[seat]}" for seat in tied)
        said.append(f"{_and(map(name, tied))} have {total // 2} points each; resources in storage: {resources}.")
    return " ".join(said)


def _reputation(state: State, player: Player) -> ScoreLine:
    if not state.tracks("reputation"):
        squares = player.species.either + player.species.reputation_only
        return ScoreLine(REPUTATION, 0, squares * max(REPUTATION_TILES), "not tracked", "25")
    tiles, seen = believed(state, player), on_tracks(state)
    low, high = worth(tiles, seen)
    if not player.reputation_untold:
        return ScoreLine(REPUTATION, low, high, _tiles(tiles), "25")
    more = (None,) * room(player)
    _, high = worth((*tiles, *more), (*seen, *more))
    return ScoreLine(REPUTATION, low, high, f"{_tiles(tiles)}; more may lie there", "25")


def _tiles(values: tuple[Value, ...]) -> str:
    known = [str(value) for value in values if isinstance(value, int)]
    face_down = sum(isinstance(value, Hidden) for value in values)
    untold = unknown(values) - face_down
    if face_down:
        known.append(f"{face_down} face down")
    if untold:
        known.append(f"{untold} not told")
    return ", ".join(known) or "no tiles"


def _ambassadors(player: Player) -> ScoreLine:
    count = len(player.ambassadors)
    detail = _and(name(each.partner) for each in player.ambassadors)
    return _exactly("ambassadors", count * SCORING["ambassador"], detail)


def _sectors(state: State, seat: str, owed: NotTold) -> ScoreLine:
    own, untold = state.owned(seat), _untold_sectors(state, seat)
    points = sorted((sector.tile.points for sector in own), reverse=True)
    taken = {sector.number for sector in state.sectors if sector.owner}
    others = [tile for tile in SECTORS.values() if (tile.ring != "start" or untold) and tile.number not in taken]
    free = sorted((tile.points for tile in others), reverse=True)
    said = [f"{sector_name(sector.number)}: {sector.tile.points}" for sector in own]
    if untold:
        said.append(f"{untold} more, not told which")
    low = sum(points) + sum(free[len(free) - untold :]) if untold else sum(points)
    return ScoreLine(
        "sectors",
        low - sum(points[: owed.moves]),
        sum(points) + sum(free[: untold + owed.sectors + owed.moves]),
        ", ".join(said) or "none",
        "25",
    )


def _untold_sectors(state: State, seat: str) -> int:
    """How many sectors the seat controls of which nobody told which they are, by the discs that left its board."""
    return discs_out(state.player(seat)) - len(state.owned(seat)) if may_own_more(state, seat) else 0


def _discoveries(player: Player, owed: NotTold) -> ScoreLine:
    points = player.discovery_points * SCORING["discovery"]
    high = points + owed.discoveries * SCORING["discovery"]
    return ScoreLine("discoveries", points, high, f"{player.discovery_points} tiles kept for points", "25")


def _monoliths(state: State, seat: str, owed: NotTold) -> ScoreLine:
    own = state.owned(seat)
    built = [sector for sector in own if sector.monolith]
    elsewhere = sum(sector.monolith and sector.owner != seat for sector in state.sectors)
    points = len(built) * SCORING["monolith"]
    unsure = sum(not sector.is_told("monolith") for sector in own)
    more = owed.structures + min(owed.moves, elsewhere) + unsure + _untold_sectors(state, seat)
    detail = _and(sector_name(sector.number) for sector in built)
    low = points - min(owed.moves, len(built)) * SCORING["monolith"]
    return ScoreLine("monoliths", low, points + more * SCORING["monolith"], detail, "25")


def _technologies(player: Player, owed: NotTold) -> ScoreLine:
    tiles = [player.owned_in(category) for category in CATEGORIES]
    points = sum(map(track_points, tiles))
    best = _best(tiles, owed.technologies)
    told = [f"{category} {count}: {track_points(count)}" for category, count in zip(CATEGORIES, tiles, strict=True)]
    return ScoreLine("technologies", points, best, ", ".join(told), "25")


def _best(tiles: list[int], more: int) -> int:
    """The most points that three tracks can have with so many more tiles on them."""
    if not tiles:
        return 0
    return max(track_points(tiles[0] + here) + _best(tiles[1:], more - here) for here in range(more + 1))


def _species(state: State, player: Player, owed: NotTold) -> Iterable[ScoreLine]:
    if player.species_key == "planta":
        count = len(state.owned(player.seat)) + _untold_sectors(state, player.seat)
        each = SCORING["planta_sector"]
        low, high = count - min(count, owed.moves), count + owed.sectors + owed.moves
        yield ScoreLine("species", low * each, high * each, f"{count} sectors controlled", "26")
    if player.species_key == "draco":
        each = SCORING["draco_ancient"]
        count = sum(sector.surely.ancients for sector in state.sectors)
        unsure = sum(sector.ancients for sector in state.sectors) - count
        laid = {sector.number for sector in state.sectors}
        more = sorted((tile.ancients for tile in SECTORS.values() if tile.number not in laid), reverse=True)
        unlaid = len(more) if state.sectors_untold else sum(not_told(state, seat).sectors for seat in state.seats)
        most = count + unsure + sum(more[:unlaid])
        yield ScoreLine("species", count * each, most * each, f"{count} Ancients left on the board", "27")


def _exactly(source: str, points: int, detail: str) -> ScoreLine:
    return ScoreLine(source, points, points, detail, "25")


def _and(words: Iterable[str]) -> str:
    each = list(words)
    return " and ".join([", ".join(each[:-1]), each[-1]]) if len(each) > 1 else "".join(each) or "none"
