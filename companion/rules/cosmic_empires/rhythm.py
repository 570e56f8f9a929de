"""The rhythm: Common Turn and Player's Turns, and the exploration marker between two seats (pp. 5-7; C16-C19)."""

from __future__ import annotations

from companion.rules.cosmic_empires.state import State, TurnFacts


def go_on(state: State) -> State | None:
    """What follows when no step is open."""
    match state.phase:
        case "setup":
            return start_common_turn(state.with_(active=state.left))
        case "common":
            return start_turn(state, state.active)
        case "turn":
            return next_turn(state)
        case _:
            return None


def start_common_turn(state: State) -> State:
    """All explore clockwise from the seat left of the marker (C18); `active` takes the turn after it."""
    from companion.rules.cosmic_empires.common_turn import Explore

    if state.winners:
        return state.with_(phase="over", steps=())
    state = state.with_(phase="common", round=state.round + 1, examined=(), turn=TurnFacts(""))
    return state.with_(steps=tuple(Explore(seat) for seat in reversed(state.clockwise(state.left))))


def start_turn(state: State, seat: str) -> State:
    """A Player's Turn begins; its ships of last turn are no longer fresh."""
    from companion.rules.cosmic_empires.turn import Activation

    player = state.player(seat)
    facts = TurnFacts(
        seat,
        standard_left=2 if player.faction == "pirates" else 1,
        shipless=not player.ships,
        first_left=state.left,
    )
    ships = tuple(ship.with_(fresh=False) if ship.fresh else ship for ship in player.ships)
    state = state.with_(phase="turn", active=seat, turn=facts).change(seat, ships=ships)
    return state.with_(steps=(Activation(seat),))


def next_turn(state: State) -> State:
    """Play passes clockwise; when it passes the marker a Common Turn comes first (C16, CA30)."""
    before = state.turn.first_left
    following = state.next_seat(state.active)
    passed = following == state.left
    if not passed and state.on("ct_still_runs"):
        passed = following == before and before != state.left
    if passed:
        return start_common_turn(state.with_(active=following))
    return start_turn(state, following)


def move_marker(state: State) -> State:
    """A public mission is complete: the marker goes one place counter-clockwise; never with two players (C17)."""
    if len(state.seats) == 2:
        return state
    seats = state.seats
    return state.with_(left=seats[(seats.index(state.left) - 1) % len(seats)])
