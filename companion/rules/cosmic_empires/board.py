"""The board: where ships get to, and who holds a field (pp. 6-7, 10; C24, C34, C41)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.rules.cosmic_empires.catalog import COLOURS, FIELD_COPIES, KIND_OF, board_of
from companion.rules.cosmic_empires.state import HOME, Player, Ship, Space, State

RANGE = 2
FAR = 99


@lru_cache(maxsize=64)
def neighbours(board: str) -> Mapping[str, tuple[str, ...]]:
    """The spaces across the sides of each space; no diagonals."""
    spaces = set(board_of(board).spaces)

    def around(space: str) -> tuple[str, ...]:
        column, row = ord(space[0]), int(space[1:])
        near = (
            f"{chr(column)}{row - 1}",
            f"{chr(column + 1)}{row}",
            f"{chr(column)}{row + 1}",
            f"{chr(column - 1)}{row}",
        )
        return tuple(each for each in near if each in spaces)

    return {space: around(space) for space in board_of(board).spaces}


@lru_cache(maxsize=4096)
def steps_from(board: str, start: str, linked: tuple[str, ...], blocked: frozenset[str]) -> Mapping[str, int]:
    """The steps from `start` to every space: across sides, or between passage markers. `blocked` are not jumped."""
    near = neighbours(board)
    found = {start: 0}
    edge = [start]
    while edge:
        following = []
        for space in edge:
            if space in blocked and space != start:
                continue
            others = near.get(space, ())
            for other in (*others, *linked) if space in linked else others:
                if other not in found:
                    found[other] = found[space] + 1
                    following.append(other)
        edge = following
    return found


@lru_cache(maxsize=512)
def steps_from_home(board: str, border: str, linked: tuple[str, ...], blocked: frozenset[str]) -> Mapping[str, int]:
    """The same from a starting field beside the board: the space it borders on is the first step."""
    if border not in neighbours(board):
        return {}
    if border in blocked:
        return {border: 1}
    return {space: steps + 1 for space, steps in steps_from(board, border, linked, blocked).items()}


@lru_cache(maxsize=8192)
def spaces_within(
    board: str,
    start: str,
    home: bool,
    linked: tuple[str, ...],
    blocked: frozenset[str],
    holes: tuple[str, ...],
    far: int,
) -> tuple[frozenset[str], frozenset[str]]:
    """Spaces within so many steps: by the ways there are, and through a wormhole whose mobile marker comes along."""
    steps = (steps_from_home if home else steps_from)(board, start, linked, blocked)
    near = [hole for hole in holes if steps.get(hole, FAR) < far]
    through = frozenset(space for space in neighbours(board) if any(hole != space for hole in near))
    return frozenset(space for space, number in steps.items() if number <= far), through


def reach(state: State, seat: str, ship: Ship) -> tuple[frozenset[str], frozenset[str]]:
    """Spaces in range of a ship now: by itself, and through a wormhole whose mobile marker comes along (C24, C41)."""
    home = ship.at == HOME
    start = border(state, seat) if home else ship.at
    far = ship_range(state, seat)
    return spaces_within(state.board, start, home, state.linked, state.blocked[seat], state.wormholes, far)


def border(state: State, seat: str) -> str:
    """The space that the seat's starting field borders on, "" before one is chosen."""
    player = state.player(seat)
    return board_of(state.board).starts[state.option("start_slots")].get(player.start, "")


def distances(state: State, seat: str, ship: Ship) -> Mapping[str, int]:
    """The steps of a ship to every space that it has a way to."""
    if ship.at == HOME:
        return steps_from_home(state.board, border(state, seat), state.linked, state.blocked[seat])
    return steps_from(state.board, ship.at, state.linked, state.blocked[seat])


def distance(state: State, seat: str, ship: Ship, target: str) -> int:
    """The steps of a ship to a target without opening a new passage; FAR if there is no way."""
    return distances(state, seat, ship).get(target, FAR)


def distance_through(state: State, seat: str, ship: Ship, target: str) -> int:
    """The steps of a ship through a wormhole straight to any target, which gets the mobile marker (C41)."""
    steps = distances(state, seat, ship)
    return min((steps.get(hole, FAR) for hole in state.wormholes if hole != target), default=FAR) + 1


def ship_range(state: State, seat: str) -> int:
    """The steps of every ship of the seat now: two, more by Enhanced Movement in its own turn (C24, C55)."""
    return RANGE + (state.turn.extra_range if state.turn.seat == seat and state.phase == "turn" else 0)


def reaches(state: State, seat: str, ship: Ship, space: str) -> bool:
    """Whether a single movement gets the ship there, through a wormhole if need be."""
    return any(space in those for those in reach(state, seat, ship))


def opens_passage(state: State, seat: str, ship: Ship, space: str) -> bool:
    """Whether the ship gets there only through a wormhole, whose mobile marker then comes along (C41)."""
    by_itself, through = reach(state, seat, ship)
    return space in through and space not in by_itself


def may_move(state: State, seat: str, ship: Ship) -> bool:
    """A ship does not move in the turn it enters play, but for a frigate where the turn began without a ship (C22)."""
    return not ship.fresh or (state.turn.seat == seat and state.turn.shipless and ship.kind == "frigate")


def ships_at(player: Player, space: str) -> tuple[Ship, ...]:
    return tuple(ship for ship in player.ships if ship.at == space)


def enemy(state: State, seat: str, space: str) -> str:
    """Another seat with ships on the space, or ""."""
    for other in state.ships_at.get(space, ()):
        if other != seat:
            return other
    return ""


def guarded(state: State, seat: str, space: str) -> bool:
    """Whether another player's ships or open neutral pirates are there."""
    return state.places[space].kind_key == "neutral_pirates" or bool(enemy(state, seat, space))


def own_landings(state: State, seat: str) -> tuple[str, ...]:
    """Fields the seat controls without enemy ships on them (CA19)."""
    return tuple(space.name for space in state.owned(seat) if not enemy(state, seat, space.name))


def planet_control(state: State, space: Space) -> str:
    """Who controls a planet with these stones: strictly most, a colour nobody plays counting too; a tie is nobody's
    (C34, CA7, or the incumbent's by house rule)."""
    most = max(space.stones)
    leaders = [colour for colour, count in zip(COLOURS, space.stones, strict=True) if count == most and most]
    if len(leaders) == 1:
        return leaders[0] if leaders[0] in state.seats else ""
    return space.owner if state.on("tie_incumbent") and space.owner in leaders else ""


def visible_fields(state: State) -> dict[str, int]:
    """Field cards by key whose face everybody has seen, or that are not in play."""
    seen: dict[str, int] = {}
    for card in (*(space.card for space in state.spaces if space.card), *state.removed_fields, *state.discards):
        if card is not None:
            seen[card] = seen.get(card, 0) + 1
    return seen


def unseen_fields(state: State) -> dict[str, int]:
    """Field cards by key that may be concealed on the board, in the pile, or discarded unseen."""
    seen = visible_fields(state)
    return {key: copies - seen.get(key, 0) for key, copies in FIELD_COPIES.items() if copies > seen.get(key, 0)}


def unseen_of_kind(state: State, kind: str) -> int:
    return sum(count for key, count in state.unseen.items() if KIND_OF[key] == kind)


def concealed(state: State) -> tuple[str, ...]:
    return tuple(space.name for space in state.spaces if not space.card)
