"""What never changes in number: cubes, discs, tiles, ships. For tests and self-play."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.contract import Hidden
from companion.rules.eclipse.blueprints import all_faults, is_told, part_tiles
from companion.rules.eclipse.catalog import (
    AMBASSADORS,
    ANCIENT_PARTS,
    CATEGORIES,
    CUBES,
    DISCOVERIES,
    DISCS,
    REPUTATION_TILES,
    SECTORS,
    SHIP_LIMITS,
    SHIPS,
    TECHNOLOGIES,
    TECHNOLOGY_KEYS,
    TECHNOLOGY_SQUARES,
    TECHNOLOGY_TILES,
    TRACK_SQUARES,
)
from companion.rules.eclipse.hexes import STACKS, ring, stack_of
from companion.rules.eclipse.pieces import Player, name, sector_name
from companion.rules.eclipse.population import ReturnCube, squares
from companion.rules.eclipse.reputation_facts import on_tracks
from companion.rules.eclipse.stacks import in_hand, size
from companion.rules.eclipse.state import State
from companion.rules.eclipse.technologies import in_bag, unnamed, with_players
from companion.rules.eclipse.upgrade import UpgradeParts


def laws(state: State) -> list[str]:
    """A sentence for each law that does not hold. After a correction the table decides, and nothing is checked."""
    if state.corrected:
        return []
    broken = [*_technologies(state), *_sectors(state), *_tiles(state), *_ancient_parts(state)]
    if state.tracks("map"):
        broken += _map(state)
    if state.tracks("ship_places"):
        broken += _ships(state)
    for player in state.players:
        if not player.gone:
            broken += [f"{name(player.seat)}: {said}" for said in _player(state, player)]
    return broken


def _followed(state: State, *areas: str) -> bool:
    """Whether these areas were tracked from the beginning: what was told late need not have been told in full."""
    return state.tracks(*areas) and state.resumed.isdisjoint(areas)


def _player(state: State, player: Player) -> Iterator[str]:
    owned = state.owned(player.seat)
    waiting = sum(
        len(step.from_squares)
        for step in (*state.steps, *state.windows, *(pending.step for pending in state.owed))
        if isinstance(step, ReturnCube) and step.seat == player.seat
    )
    cubes = sum(player.cubes) + sum(player.graveyard) + sum(len(each.cubes) for each in owned)
    cubes += len(player.ambassadors) + waiting
    untold = not _followed(state, "sectors")
    if cubes != CUBES and not (untold and cubes < CUBES):
        yield f"{cubes} cubes, not {CUBES}"
    discs = player.discs + sum(player.actions) + len(owned) + player.spare_discs
    all_discs = DISCS - player.species.in_box
    if discs != all_discs and not (untold and discs < all_discs):
        yield f"{discs} discs, not {all_discs}"
    if player.colony_ready + player.colony_used != player.species.colony_ships:
        yield f"{player.colony_ready} + {player.colony_used} colony ships, not {player.species.colony_ships}"
    counts = (*player.storage, *player.cubes, *player.graveyard, *player.actions, *player.ships)
    if min(*counts, player.discs, player.spare_discs, player.colony_ready, player.colony_used) < 0:
        yield "something is counted below zero"
    if max(player.cubes) > TRACK_SQUARES:
        yield f"{max(player.cubes)} cubes on a track of {TRACK_SQUARES}"
    for ship, count in zip(SHIPS, player.ships, strict=True):
        if count > SHIP_LIMITS[ship]:
            yield f"{count} {ship}s of {SHIP_LIMITS[ship]}"
    if len(set(player.technologies)) != len(player.technologies):
        yield "a technology twice"
    if any(player.owned_in(category) > TECHNOLOGY_SQUARES for category in CATEGORIES):
        yield f"more than {TECHNOLOGY_SQUARES} technologies on a track"
    if len(player.ambassadors) > AMBASSADORS:
        yield f"{len(player.ambassadors)} ambassadors of {AMBASSADORS}"


def _ancient_parts(state: State) -> Iterator[str]:
    """There is one of each ancient part: beside a board, on a blueprint, or out of the game (p. 7)."""
    held = {player.seat: (*player.ancient_parts, *part_tiles(player)) for player in state.players}
    for part in ANCIENT_PARTS:
        there = [seat for seat, parts in held.items() for each in parts if each == part]
        if len(there) > 1:
            yield f"{len(there)} {name(part)}s, of 1"
        if there and part not in state.discoveries:
            yield f"{name(there[0])}: {name(part)} without its discovery tile"
    for player in state.players:
        if is_told(player) and not player.gone and not _mid_upgrade(state, player.seat):
            yield from (f"{name(player.seat)}: {fault.text}" for fault in all_faults(player))


def _mid_upgrade(state: State, seat: str) -> bool:
    """Whether the seat is about to change its blueprints, or has yet to tell how it did."""
    steps = (*state.steps, *state.windows, *(pending.step for pending in state.owed))
    return any(isinstance(step, UpgradeParts) and step.seat == seat for step in steps)


def _technologies(state: State) -> Iterator[str]:
    total = sum(state.supply) + state.supply_untold + in_bag(state) + sum(with_players(state).values())
    if total != TECHNOLOGY_TILES or in_bag(state) < 0 or state.supply_untold < 0:
        yield f"{total} technology tiles, {in_bag(state)} in the bag"
    left = unnamed(state)
    for key in TECHNOLOGY_KEYS:
        if left[key] < 0:
            yield f"more than {TECHNOLOGIES[key].copies} {name(key)} tiles"


def _sectors(state: State) -> Iterator[str]:
    numbers = [each.number for each in state.sectors]
    if numbers != sorted(set(numbers)) or not SECTORS.keys() >= set(numbers):
        yield "sectors are not in order"
    for sector in state.sectors:
        where = f"sector {sector_name(sector.number)}"
        if sector.cubes and not sector.owner:
            yield f"{where}: cubes without a disc"
        room = squares(sector)
        if any(sector.taken(square) > room.get(square, 0) for square, _ in sector.cubes):
            yield f"{where}: more cubes than squares"
        if sector.ancients < 0 or sector.ancients > sector.tile.ancients:
            yield f"{where}: {sector.ancients} Ancients of {sector.tile.ancients}"


def _map(state: State) -> Iterator[str]:
    """Every sector has its own place in its own ring; of every stack no more is out than it had."""
    for sector in state.sectors:
        where, wanted = sector_name(sector.number), "middle" if sector.tile.ring == "start" else sector.tile.ring
        if sector.at is not None and ring(sector.at) != wanted:
            yield f"sector {where} lies in the {ring(sector.at)} ring"
        if sector.at is None and _followed(state, "map"):
            yield f"sector {where} lies nowhere"
    places = [sector.at for sector in state.sectors if sector.at is not None]
    if len(set(places)) != len(places):
        yield "two sectors in one place"
    held = in_hand(state)
    for pile in STACKS:
        out = [each.number for each in state.sectors if each.tile.ring == pile]
        out += [number for number in (*held, *state.discarded) if stack_of(number) == pile]
        if len(set(out)) != len(out) or len(out) > size(state, pile) or set(out) & set(state.boxed):
            yield f"{len(out)} {pile} sectors of {size(state, pile)} are out"


def _ships(state: State) -> Iterator[str]:
    """The ships in the sectors are the ships on the board."""
    placed: dict[tuple[str, str], int] = {}
    for sector in state.sectors:
        for seat, ship, number in sector.ships:
            placed[seat, ship] = placed.get((seat, ship), 0) + number
    for player in state.players:
        for kind, on_board in zip(SHIPS, player.ships, strict=True):
            ship, there = kind, placed.get((player.seat, kind), 0)
            told = _followed(state, "sectors", "ship_places")
            if there > on_board or (told and there < on_board):
                yield f"{name(player.seat)}: {there} {ship}s in sectors, {on_board} on the board"
    for sector in state.sectors:
        if any(number < 1 for _, _, number in sector.ships):
            yield f"sector {sector_name(sector.number)}: no ships counted as some"
        if set(sector.entered) != {seat for seat, _, _ in sector.ships}:
            yield f"sector {sector_name(sector.number)}: entered by {', '.join(sector.entered)}"


def _tiles(state: State) -> Iterator[str]:
    kept = [tile for player in state.players for tile in player.reputation]
    believed = on_tracks(state)
    for value, count in REPUTATION_TILES.items():
        if believed.count(value) > count:
            yield f"{believed.count(value)} reputation tiles of value {value}, of {count}"
    if len(kept) > sum(REPUTATION_TILES.values()):
        yield f"{len(kept)} reputation tiles"
    if any(not isinstance(tile, int | Hidden | None) for tile in kept):
        yield "a reputation tile without a value"
    used = len(state.discoveries) + sum(player.discovery_points for player in state.players)
    waiting = sum(each.discovery for each in state.sectors)
    if _followed(state, "sectors") and used + waiting > sum(DISCOVERIES.values()):
        yield f"{used} discovery tiles used"
    pairs = {(player.seat, each.partner) for player in state.players for each in player.ambassadors}
    if any((partner, seat) not in pairs for seat, partner in pairs):
        yield "relations on one side only"
