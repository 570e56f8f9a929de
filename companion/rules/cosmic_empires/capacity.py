"""Capacity: symbols on fields, and the markers that never fall (The Capacity; C42, C43)."""

from __future__ import annotations

from companion.rules.cosmic_empires.state import Player, State


def start_symbols(player: Player) -> int:
    """The starting field's symbols; the Empire's counts twice (CA15)."""
    return 2 if player.faction == "empire" else 1


def field_symbols(state: State, seat: str) -> int:
    """Symbols on planets and shipyards that the seat controls now, its starting field excluded (CA39)."""
    return state.symbols.get(seat, 0)


def markers_due(state: State, player: Player) -> int:
    """The markers a player has once symbols above their number were taken (C42, CA14)."""
    symbols = start_symbols(player) + field_symbols(state, player.seat)
    return max(player.markers, symbols + player.bonus)


def raise_markers(state: State) -> State:
    """Every player takes the markers that new symbols bring; none is ever given back."""
    symbols = state.symbols
    for player in state.players:
        due = start_symbols(player) + symbols.get(player.seat, 0) + player.bonus
        if due > player.markers:
            state = state.change(player.seat, markers=due)
            state = state.enter(player.seat, "markers", due - player.markers, "capacity symbols")
    return state


def reward_marker(state: State, seat: str, why: str) -> State:
    """A marker from a public mission (C43); with the house rule it stands on top of symbols for ever."""
    player = state.player(seat)
    bonus = player.bonus + 1 if state.on("mission_capacity_stacks") else player.bonus
    return state.change(seat, markers=player.markers + 1, bonus=bonus).enter(seat, "markers", 1, why)


def free_capacity(player: Player) -> int:
    """Ships that may still enter play."""
    return player.markers - len(player.ships)
