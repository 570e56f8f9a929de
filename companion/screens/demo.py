"""The app playing by itself: a table of three, on sample throws, so that one sees what an evening looks like."""

import random
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock

from companion.rules.contract import SeatSetup, Setup
from companion.screens.shown import shown

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp

PAUSE: Final = 1.4
"""Seconds between two touches: slow enough to follow."""

SEATS: Final = (("red", "terran", "Ana"), ("blue", "hydran", "Bo"), ("green", "planta", "Cy"))


class Demo:
    """Begins a game when none runs and goes on until the window is closed; a touch anywhere is still a touch."""

    def __init__(self, app: "CompanionApp") -> None:
        self._app = app
        self._chance = random.Random()
        Clock.schedule_interval(self._go_on, PAUSE)

    def _go_on(self, _: float) -> None:
        app, desk = self._app, self._app.desk
        if desk is None or not desk.opened or desk.busy or app.over.children or app.current is None:
            return
        shown.aim(shown.revision)
        if not desk.goes_on:
            seats = tuple(SeatSetup(seat, species) for seat, species, _ in SEATS)
            options = {option.name: option.default for option in desk.game.options}
            desk.begin(Setup(desk.game.name, seats, options, desk.tracking(options)), {s: n for s, _, n in SEATS})
            return
        if not app.current.follows:
            desk.show_where_it_is()
            return
        if app.current.name == "dice":
            confirm: Any = getattr(app.current, "demo", None)
            if confirm is not None:
                confirm()
            return
        from companion.table.simulation import choose

        action = choose(desk.session.game, desk.session.state, self._chance)
        if action is not None:
            desk.do(action, by="app")
