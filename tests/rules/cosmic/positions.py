"""Positions that several tests begin with."""

from __future__ import annotations

from companion.rules.contract import Setup
from companion.rules.cosmic_empires.rhythm import start_turn
from companion.rules.cosmic_empires.state import State
from tests.rules.cosmic.playing import asked, begin, fly, lay, play, settled, turn

NATIVE = "yellow=natives red=pirates blue=empire green=corporations"
ATTACK = ("blue: fleet c3", "blue: send cruiser_1", "blue: send frigate_1", "blue: done")
TWO_ROUNDS = "table: roll white red white red white blue"


def main_move(state: State) -> State:
    """The activation phase is over, if there was anything to activate."""
    return play(state, f"{state.active}: done") if asked(state) == "activation" else state


def anew(state: State) -> State:
    """The turn of the active seat from its beginning."""
    return settled(start_turn(state, state.active))


def with_rule(state: State, rule: str, value: str) -> State:
    """The same position under a house rule."""
    options = {**state.setup.options, rule: value}
    return state.with_(setup=Setup(state.setup.game, state.setup.seats, options))


def example() -> State:
    """Blue's cruiser and frigate fly to Red's field with two frigates."""
    state = turn("blue=scientists red=natives green=empire yellow=corporations")
    state = lay(state, "c3", "free_space", "red")
    state = fly(state, "blue", "cruiser@c4", "frigate@c5")
    return fly(state, "red", "frigate@c3", "frigate@c3")


def beaten(prizes: int, *ships: str) -> State:
    """Yellow has beaten neutral pirates at c3 in one round."""
    state = turn(pirate_win_card="off")
    state = state.with_(contents={**state.contents, "neutral_pirates_1": (1, 0, prizes)})
    state = fly(lay(state, "c3", "neutral_pirates_1"), "yellow", *ships)
    sends = (f"yellow: send {ship.name}" for ship in state.player("yellow").ships)
    lines = ["yellow: fleet c3", *sends, "yellow: done"]
    state = play(main_move(state), *lines)
    dice = state.decisions[0].roll.dice  # type: ignore[union-attr]
    state = play(state, "table: roll " + " ".join(f"{body} red" for body in dice))
    return play(state, "table: roll white white")


def near_victory(**options: str) -> State:
    """Blue, the Empire, has sealed eight_markers and has seven."""
    state = begin("yellow=scientists red=natives blue=empire green=corporations", **options)
    state = play(state, "table: first yellow")
    while asked(state) == "setup.start":
        seat = state.decisions[0].seat
        state = play(state, f"{seat}: start {next(iter(state.decisions[0].context['slots']))}")
    sealed = {"yellow": "network", "red": "seven_markers", "blue": "eight_markers", "green": "wide_realm"}
    state = play(state, *(f"{seat}: seal_mission {mission}" for seat, mission in sealed.items()))
    return state.change("blue", markers=7)
