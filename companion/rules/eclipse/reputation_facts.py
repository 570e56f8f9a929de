"""What the app believes of reputation tiles: which lie on whose track, which may be in the bag, which are doubtful.

A tile's value is told by its seat alone, and nobody is refused for what others hide: so more tiles of a value can be
told than the box has. Then the oldest of those facts is doubtful: it counts as a tile whose value was not told. Nobody
is asked about it as long as only hidden tiles contradict each other, for the question would tell what others hide; once
enough tiles lie open, its seat's inbox asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.rules.contract import PUBLIC, Owed
from companion.rules.eclipse.catalog import REPUTATION_TILES
from companion.rules.eclipse.pieces import Player
from companion.rules.eclipse.reputation_track import ALL_TILES, Slots, Value, arranged, left_at_most, without
from companion.rules.eclipse.state import State

DOUBT = "which reputation tiles lie on the track"
_PRIVATE = 1000
"""Doubts of a seat are numbered from its own thousand on, so that numbers tell others nothing."""


def on_tracks(state: State) -> tuple[Value, ...]:
    """All tiles that lie on tracks, seat after seat, as they are believed."""
    return tuple(value for player in state.players for value in believed(state, player))


def in_sight(state: State, seat: str) -> tuple[Value, ...]:
    """The tiles that a seat can see on tracks: its own, and those shown to everybody.

    What is allowed hangs on these alone: a refusal for what others hide would tell what they hide.
    """
    return tuple(
        value for each in state.players if each.seat == seat or each.reputation_shown for value in each.reputation
    )


def shown(state: State) -> tuple[Value, ...]:
    """The tiles that lie open for everybody."""
    return in_sight(state, PUBLIC)


def tiles_in_bag(state: State) -> int:
    """How many tiles are in the bag at most; none where reputation is not tracked, for then the app draws none."""
    if not state.tracks("reputation"):
        return 0
    return max(0, ALL_TILES - sum(len(player.reputation) for player in state.players))


def bag(state: State) -> tuple[int, ...]:
    """The values that may be in the bag, lowest first: all but those known to lie on tracks.

    These are more than `tiles_in_bag` where tiles on tracks were not told.
    """
    seen = on_tracks(state)
    return tuple(value for value in sorted(REPUTATION_TILES) for _ in range(max(0, left_at_most(value, seen))))


def is_full(player: Player, more: int = 1) -> bool:
    """Whether `more` reputation tiles do not fit on the track beside what is known to lie there (pp. 11, 21)."""
    return not Slots.of(player.species).fit(len(player.ambassadors), len(player.reputation) + more)


def room(player: Player) -> int:
    """How many more tiles fit on the track beside what is known to lie there."""
    more = 0
    while not is_full(player, more + 1):
        more += 1
    return more


def lay_tiles(state: State, seat: str, values: Iterable[Value], *, anew: bool = False) -> State:
    """The state with these tiles on a seat's track; `anew`: all of them were told just now.

    A value that no tile has, recorded anyway, is one that was not told.
    """
    values = arranged(None if isinstance(each, int) and each not in REPUTATION_TILES else each for each in values)
    state = state.change(seat, reputation=values)
    return state.with_(tile_facts=_remembered(state, seat, anew))


def _remembered(state: State, seat: str, anew: bool) -> tuple[tuple[str, int], ...]:
    """The facts told in private, oldest first, once a seat's track has changed."""
    player = state.player(seat)
    left = Counter(value for value in player.reputation if isinstance(value, int) and not player.reputation_shown)
    kept = []
    for whose, value in state.tile_facts:
        if whose == seat:
            if anew or not left[value]:
                continue
            left[value] -= 1
        kept.append((whose, value))
    return (*kept, *((seat, value) for value in sorted(left.elements())))


def keep_tiles(state: State, seat: str, values: Iterable[Value], why: str) -> State:
    """The state with tiles laid on a seat's track."""
    values = tuple(values)
    player = state.player(seat)
    # A tile that comes to those that were shown lies face down: nobody could say which is which any more.
    state = lay_tiles(state.change(seat, reputation_shown=False), seat, (*player.reputation, *values))
    return state.enter(seat, "reputation", len(values), why)


def return_tile(state: State, seat: str, value: Value, why: str) -> State:
    """The state with one tile of a seat's track back in the bag.

    Where no tile there can be it, the oldest that was told was something else: that one goes.
    """
    tiles = state.player(seat).reputation
    left = without(tiles, value)
    if len(left) == len(tiles) and tiles:
        oldest = next((each for whose, each in state.tile_facts if whose == seat), tiles[0])
        left = without(tiles, oldest)
    return lay_tiles(state, seat, left).enter(seat, "reputation", len(left) - len(tiles), why)


def doubtful(state: State) -> tuple[tuple[str, int], ...]:
    """(seat, value) of the facts that cannot all be true: of each value told too often, the oldest."""
    found: list[tuple[str, int]] = []
    lying = Counter(value for player in state.players for value in player.reputation if isinstance(value, int))
    for value, number in lying.items():
        too_many = number - REPUTATION_TILES[value]
        told = [fact for fact in state.tile_facts if fact[1] == value]
        found += told[: max(0, too_many)]
    return tuple(found)


def believed(state: State, player: Player) -> tuple[Value, ...]:
    """The tiles on a seat's track, each doubtful one as one that was not told."""
    tiles: list[Value] = list(player.reputation)
    for seat, value in doubtful(state):
        if seat == player.seat:
            tiles[tiles.index(value)] = None
    return arranged(tiles)


def private_number(state: State, seat: str) -> int:
    """The inbox's number of a seat's doubt."""
    return _PRIVATE * (1 + state.seats.index(seat))


def doubts(state: State) -> tuple[Owed, ...]:
    """What the inbox asks of seats whose tiles contradict what lies open: in a view, the viewer's own alone."""
    return tuple(
        Owed(private_number(state, seat), seat, DOUBT, "one that was told does not fit what lies open", state.round)
        for seat in dict.fromkeys(whose for whose, _ in doubtful(state))
    )
