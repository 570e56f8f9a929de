"""The round: whose turn follows, and which phase follows when nothing is open any more (pp. 8, 18, 24)."""

from __future__ import annotations

from companion.rules.eclipse import combat
from companion.rules.eclipse.catalog import ROUNDS
from companion.rules.eclipse.flow import push
from companion.rules.eclipse.state import State


def go_on(state: State) -> State:
    """What follows when no step is open: called by `flow.settle` until one is, or the game is over."""
    if not state.playing():
        return finish_game(state)
    match state.phase:
        case "setup":
            return start_round(state)
        case "action":
            return next_turn(state)
        case "combat":
            return after_combat(state)
        case "upkeep":
            from companion.rules.eclipse.cleanup import start_cleanup

            return start_cleanup(state)
        case _:
            return next_round(state)


def start_round(state: State) -> State:
    """A new action phase begins with the holder of the starting player marker, or the next still playing (p. 8)."""
    from companion.rules.eclipse.opening import Turn

    first = next(seat for seat in _clockwise(state, state.start) if not state.player(seat).gone)
    state = state.with_(phase="action", active=first, previous="", passed=(), skipped=(), battles=())
    return push(state, Turn(first))


def next_turn(state: State) -> State:
    """The turn goes clockwise to the next seat that has not passed; passed seats gone over may react (pp. 8, 14)."""
    from companion.rules.eclipse.opening import Turn

    skipped: list[str] = []
    for seat in [*_clockwise(state, state.active)[1:], state.active]:
        if state.player(seat).gone:
            continue
        if seat in state.passed:
            skipped.append(seat)
            continue
        state = _turn_over(state, but=state.active)
        state = state.with_(active=seat, previous=state.active, skipped=tuple(skipped))
        return push(state, Turn(seat))
    return start_combat(_turn_over(state))


def _turn_over(state: State, but: str = "") -> State:
    """The state in which no influence action readies colony ships any more, but that of the turn just over."""
    for player in state.players:
        if player.ready_left and player.seat != but:
            state = state.change(player.seat, ready_left=0)
    return state


def start_combat(state: State) -> State:
    """Everybody has passed: no more reactions; the table says which battles there are (p. 18)."""
    state = state.with_(phase="combat", skipped=(), battles=())
    return push(state, combat.open_combat(state))


def after_combat(state: State) -> State:
    """All battles are over, sectors are conquered: every seat pays its upkeep, all at once (p. 24)."""
    from companion.rules.eclipse.upkeep import Upkeep

    state = state.with_(phase="upkeep")
    return push(state, *(Upkeep(seat) for seat in state.playing()))


def next_round(state: State) -> State:
    """The round marker moves on; after the ninth round the game is over (pp. 24, 25)."""
    if state.round >= ROUNDS:
        return finish_game(state)
    return start_round(state.with_(round=state.round + 1))


def finish_game(state: State) -> State:
    """Nobody decides anything any more; hidden reputation tiles may still be shown (p. 25)."""
    from companion.rules.eclipse.reputation import reveal_windows

    state = state.with_(phase="over", steps=(), skipped=(), active="")
    return push(state, *reveal_windows(state))


def _clockwise(state: State, first: str) -> tuple[str, ...]:
    """All seats clockwise from `first`."""
    seats = state.seats
    place = seats.index(first) if first in seats else 0
    return seats[place:] + seats[:place]
