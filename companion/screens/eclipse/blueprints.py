"""The blueprints of every seat, looked up: one seat at a time, its four ships as they are now."""

from typing import Any, ClassVar

from kivy.uix.floatlayout import FloatLayout

from companion.screens import theme
from companion.screens.eclipse.blueprint import ShipCard
from companion.screens.eclipse.part_words import does
from companion.screens.screen import Screen
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.target import Target
from companion.screens.words import spoken


class Blueprints(Screen):
    """Opened with a seat, or with that of the turn."""

    name: ClassVar[str] = "blueprints"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._seat = ""
        self._cards: dict[str, ShipCard] = {}

    def opened(self, seat: str = "", **_: Any) -> None:
        seats = self.desk.state.seats
        asked = self.desk.asked_seat()
        self._seat = seat or (asked if asked in seats else seats[0])
        self.refresh()

    def refresh(self) -> None:
        state = self.desk.state
        if self._seat not in state.seats:
            self._seat = state.seats[0]
        tabs = self.ids.seats
        if [child.seat for child in reversed(tabs.children)] != list(state.seats):
            tabs.clear_widgets()
            for seat in state.seats:
                tabs.add_widget(self._tab(seat))
        for child in tabs.children:
            child.target.chosen = child.seat == self._seat
        if not self._cards:
            from companion.rules.eclipse.catalog import SHIPS

            for each in SHIPS:
                ship = str(each)
                self._cards[ship] = ShipCard(ship, self._touching(ship), self._holding(ship))
                self.ids.body.add_widget(self._cards[ship])
        player = state.player(self._seat)
        for card in self._cards.values():
            card.show(player)
        kept = ", ".join(spoken(part) for part in player.ancient_parts)
        self.ids.says.text = text.plain(
            f"{self.desk.called(self._seat)}, {player.species.name}{f', keeps {kept} for an upgrade' if kept else ''}: "
            "touch a part to hear what it does; press it long where another lies on the table."
        )
        self.ids.says.color = theme.DIM

    def _tab(self, seat: str) -> FloatLayout:
        box = FloatLayout()
        box.seat = seat
        box.target = Target(key=f"tab:{seat}", tone="quiet", tap=lambda: self.opened(seat), pos_hint={"x": 0, "y": 0})
        box.add_widget(box.target)
        badge = Badge(seat=seat, person=self.desk.person(seat), size_hint=(0.72, 0.72))
        badge.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        box.add_widget(badge)
        return box

    def _touching(self, ship: str) -> Any:
        def tell(square: int) -> None:
            from companion.rules.eclipse.catalog import PARTS

            part = self._cards[ship].tiles[square - 1].part
            said = f"{PARTS[part].name}: {does(PARTS[part])}." if part in PARTS else "No part lies there."
            self.app.say("It was not told what lies there: press it long." if part == "?" else said, 4)

        return tell

    def _holding(self, ship: str) -> Any:
        return lambda square: self.desk.put_right(self._seat, f"{ship}_{square}")
