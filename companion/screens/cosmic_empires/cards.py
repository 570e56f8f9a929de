"""Event cards: which one is played, or given up. The grid is the same whatever the hand holds, and tells nothing."""

from typing import Any, ClassVar, Final

from companion.rules.cosmic_empires.catalog import EVENT_CARDS
from companion.screens.screen import Screen
from companion.screens.widgets.target import Target
from companion.screens.words import count

SAYS: Final = {
    "enhanced_movement": "range +1 this turn",
    "upgrades": "one upgrade now",
    "patrol": "one ship moves",
    "spy": "a card from a hand",
    "scouts": "look at two, or swap",
    "sabotage": "they cannot retreat",
    "peace_treaties": "no attack on me",
    "direct_hit": "one hit now",
    "bomber_squadron": "one die more",
    "maximum_fire_power": "blue sides hit",
    "tactical_assault": "attack at any range",
    "revolts": "a planet loses a stone",
}


class CardsScreen(Screen):
    """Opened for a seat it plays a card; asked by the surplus at the end of a turn it gives cards up."""

    name: ClassVar[str] = "cards"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._seat = ""
        self._targets = {
            card: Target(key=f"card:{card}", words=of.title, small=SAYS[card], height_mm=2.8)
            for card, of in EVENT_CARDS.items()
        }
        for card, target in self._targets.items():
            target.tap, target.why = self._playing(card), self._asking(card)
            self.ids.grid.add_widget(target)

    @property
    def follows(self) -> bool:  # type: ignore[override]
        """The surplus is asked by the game; a card that is played is looked for on the way."""
        return not self._seat

    def opened(self, seat: str = "", **_: Any) -> None:
        self._seat = seat
        self.refresh()

    def _who(self) -> str:
        return self._seat or self.desk.asked_seat()

    def _verb(self) -> str:
        return "play_card" if self._seat else "give_up_card"

    def refresh(self) -> None:
        seat = self._who()
        if seat not in self.desk.state.seats:
            return
        decision = self.desk.focus()
        asked = "Play a card" if self._seat or decision is None else self.desk.box.question(decision)
        hand = self.desk.state.player(seat).hand
        self.ids.header.show(self.app, seat, asked, f"{count(len(hand), 'card')} in hand")
        for card, target in self._targets.items():
            target.grey = not self.desk.may(f"{seat}: {self._verb()} {card}")
        self.ids.down.grey = bool(self._seat)

    def _playing(self, card: str) -> Any:
        def play() -> None:
            self.desk.act(f"{self._who()}: {self._verb()} {card}", then=self.app.back if self._seat else None)

        return play

    def _asking(self, card: str) -> Any:
        return lambda: self.desk.explain(f"{self._who()}: {self._verb()} {card}")

    def face_down(self) -> None:
        self.desk.act(f"{self._who()}: give_up_card ?")

    def why_not_face_down(self) -> None:
        self.app.say("A card is played face up: touch which.")

    def look(self) -> None:
        self.app.go("private", seat=self._who())

    def why_no_look(self) -> None:
        self.app.say("This session only counts event cards: look at them in your hand.")

    def back(self) -> None:
        self._seat = ""
        self.app.back()
