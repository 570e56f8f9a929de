"""Which decisions of Galaxy: The Dark Ages have screens of their own, and what is said there. Pure: no Kivy."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from companion.rules.contract import TABLE
from companion.screens.box import Box


class DarkAgesBox(Box):
    """Galaxy: The Dark Ages."""

    game: ClassVar[str] = "dark_ages"
    asked: ClassVar[Mapping[str, str]] = {
        "dealer": "Who deals? Roll one die",
        "deal": "Eight cards are dealt",
        "auction": "Bid for the first turn",
        "turn": "Your turn",
        "draw.card": "Draw cards",
        "draw.hand": "Draw from a hand",
        "sensors.roll": "Sensors: roll two dice",
        "sensors.reveal": "Sensors: is your secret base there?",
        "screens": "Do the Screens let the attack through?",
        "attack.roll": "Combat: roll two dice",
        "counterattack": "Counterattack?",
        "base.roll": "The base is attacked: roll two dice",
        "governor.choice": "Who becomes Governor?",
        "power": "Governor powers",
        "draw.reserve": "Half of the hand goes into the Reserve",
        "power.ecup": "Give it back, or give another?",
        "turn_up": "Which card is turned up?",
        "spoils": "Spoils of War",
        "power.cylor": "Cylor: exchange cards",
        "draw": "Draw a card",
        "draw.shuttle": "Shuttle: keep the card?",
        "draw.relief": "A ship of a surrendered world?",
        "end.garrison": "Turn up the secret base",
        "end.hand": "A tie: what is the hand worth?",
    }

    def tabs(self, state: Any) -> list[str]:
        return [*state.seats, TABLE]


BOX: Final = DarkAgesBox()
