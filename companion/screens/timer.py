"""Taking the time of turns: looked at every second, shown on the round screens, with the totals behind the menu."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from companion.screens import theme
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.clock import turn_time
from companion.screens.widgets.sheet import Sheet, buttons, title
from companion.screens.widgets.target import Target
from companion.table.clocks import TurnClock, spoken

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp

STEP: Final = 5
"""Seconds between two times that are shown: each costs a picture, and an idle panel should cost nothing."""
AWAY: Final = ("home", "setup", "past", "players")
"""Screens on which nobody plays."""


class Timer:
    """The app's one. Off, it shows nothing and takes nothing."""

    def __init__(self, app: "CompanionApp") -> None:
        self._app = app
        # A slow card must not hold up the window at each change of turn.
        self._writing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="clocks")
        self.clock = TurnClock(app.wishes.data, write=self._writing.submit)
        Clock.schedule_interval(self.look, 1.0)

    def look(self, _: float = 0) -> None:
        """What time it is for whom."""
        app = self._app
        desk, screen = app.desk, app.current
        if desk is None or not app.settings.turn_timer or screen is None or not desk.goes_on or screen.name in AWAY:
            self.clock.away()
            turn_time.shown = ""
            return
        self.clock.look(desk.session.id, desk.deciding() & set(desk.state.seats))
        turn_time.shown = "paused" if self.clock.paused else spoken(self.clock.turn // STEP * STEP)

    def totals(self) -> Mapping[str, float]:
        """Seconds for which the table waited for each seat in the game that is open, be it over."""
        assert self._app.desk is not None
        return self.clock.totals_of(self._app.desk.session.id)

    def close(self) -> None:
        """The app ends."""
        self.clock.away()
        self._writing.shutdown()

    def open_sheet(self) -> None:
        """Every seat's total; pause, or take no time at all."""
        self._app.open_sheet(Totals(self._app, self))


class Totals(Sheet):
    """How long each seat was waited for."""

    def __init__(self, app: "CompanionApp", timer: Timer) -> None:
        super().__init__(0.8, 0.94)
        self._app, self._timer = app, timer
        self.panel.add_widget(title("Turn timer: how long the table waited for each"))
        self._rows = BoxLayout(orientation="vertical", spacing=mm(1.5))
        self.panel.add_widget(self._rows)
        self._pause = Target(key="pause", height_mm=3, tap=self._switch_pause)
        self._off = Target(key="timer off", height_mm=3, tone="quiet", tap=self._switch_off)
        self.panel.add_widget(buttons(self._pause, self._off, Target(key="ok", words="ok", tone="go", tap=self.close)))
        self._show()

    def _show(self) -> None:
        desk, clock = self._app.desk, self._timer.clock
        assert desk is not None
        self._rows.clear_widgets()
        totals = self._timer.totals()
        whole = sum(totals.values()) or 1.0
        for seat in desk.state.seats:
            seconds = totals.get(seat, 0.0)
            row = BoxLayout(spacing=mm(3))
            row.add_widget(Badge(seat=seat, person=desk.person(seat), size_hint_x=None, width=mm(10)))
            row.add_widget(text.Words(text=text.plain(desk.called(seat)), height_mm=3))
            row.add_widget(text.Words(text=f"[b]{spoken(seconds)}[/b]", height_mm=4, halign="right", size_hint_x=0.5))
            share: Any = text.Words(text=f"{seconds / whole:.0%}", height_mm=3, halign="right", size_hint_x=0.3)
            share.color = theme.DIM
            row.add_widget(share)
            self._rows.add_widget(row)
        on = self._app.settings.turn_timer
        self._pause.words = "go on" if clock.paused else "pause"
        self._pause.small = "the clock stands still" if clock.paused else "while nobody plays"
        self._pause.grey = not on
        self._pause.why = lambda: self._app.say("No time is taken now.")
        self._off.words = "take no time" if on else "take the time"
        self._off.small = "no clock is shown" if on else "of every turn"

    def _switch_pause(self) -> None:
        self._timer.clock.pause(not self._timer.clock.paused)
        self._timer.look()
        self._show()

    def _switch_off(self) -> None:
        self._app.choose(turn_timer=not self._app.settings.turn_timer)
        self._timer.look()
        self._show()
