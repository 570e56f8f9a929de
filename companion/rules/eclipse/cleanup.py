"""The cleanup phase: discs and cubes come back, colony ships are readied, new technologies are drawn (p. 24)."""

from __future__ import annotations

from companion.rules.eclipse.catalog import PLAYERS, ROUNDS, TRACKS
from companion.rules.eclipse.economy import move_discs
from companion.rules.eclipse.flow import push
from companion.rules.eclipse.pieces import ACTION_SPACES
from companion.rules.eclipse.population import return_cubes
from companion.rules.eclipse.state import EclipseAction, State
from companion.rules.eclipse.technologies import draw_technologies

ACTIONS: tuple[type[EclipseAction], ...] = ()


def start_cleanup(state: State) -> State:
    """Everything but the draw happens by itself; after the ninth round no tiles are needed (p. 24)."""
    state = state.with_(phase="cleanup")
    for seat in state.playing():
        state = _discs_back(state, seat)
        state = _graveyard_back(state, seat)
        player = state.player(seat)
        used = player.colony_used
        state = state.change(seat, colony_ready=player.colony_ready + used, colony_used=0)
        state = state.enter(seat, "colony_ready", used, "cleanup")
    if state.round < ROUNDS:
        state = draw_technologies(state, PLAYERS[len(state.players)].new_technologies)
    return state


def _discs_back(state: State, seat: str) -> State:
    player = state.player(seat)
    count = sum(player.actions)
    state = state.change(seat, actions=(0,) * len(ACTION_SPACES))
    return move_discs(state, seat, count, "back from actions")


def _graveyard_back(state: State, seat: str) -> State:
    """Cubes of a graveyard return to its track; those a full track cannot take ask for another (p. 24)."""
    player = state.player(seat)
    squares = tuple(track for track, count in zip(TRACKS, player.graveyard, strict=True) for _ in range(count))
    state = state.change(seat, graveyard=(0, 0, 0))
    for track, count in zip(TRACKS, player.graveyard, strict=True):
        state = state.enter(seat, f"graveyard_{track}", -count, "cleanup")
    state, steps = return_cubes(state, seat, squares, "back from the graveyard")
    return push(state, *steps)
