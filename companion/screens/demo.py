"""The app playing by itself: a table of three, on sample throws, so that one sees what an evening looks like."""

import random
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock

from companion.rules.contract import SeatSetup, Setup
from companion.rules.games import GAMES
from companion.rules.notation import write
from companion.screens.box import box_of
from companion.screens.shown import shown

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp

GAME: Final = "eclipse"
PAUSE: Final = 1.0
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
            game = GAMES[GAME]
            options = {option.name: option.default for option in game.options}
            desk.begin(Setup(GAME, seats, options, box_of(GAME).tracking(options)), {s: n for s, _, n in SEATS})
            return
        if not app.current.follows:
            desk.show_where_it_is()
            return
        if app.current.name == "dice":
            confirm: Any = getattr(app.current, "demo", None)
            if confirm is not None:
                confirm()
            return
        action = self._battle() or self._anything()
        if action is not None:
            desk.do(action, by="app")

    def _anything(self) -> Any:
        from companion.table.simulation import choose

        desk = self._app.desk
        assert desk is not None
        return choose(desk.session.game, desk.session.state, self._chance)

    def _battle(self) -> Any:
        """A battle with dice in each round, which chance alone would seldom bring."""
        desk = self._app.desk
        decision = desk.focus() if desk is not None else None
        if desk is None or decision is None:
            return None
        if decision.name == "combat" and not decision.context.get("fought"):
            offered = [a for a in desk.actions["battle"].candidates(desk.state, decision) if desk.may(write(a))]
            return self._chance.choice(offered) if offered else None
        if decision.name == "battle" and decision.context.get("volley") is None:
            seats = [party for party in decision.context["parties"] if party in desk.state.seats]
            return desk.line(f"table: fire {seats[-1]} 2 1 0 1 0") if seats else None
        return None
