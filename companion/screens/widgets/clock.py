"""The time of the turn, small, where it takes nothing from anything; gone where no time is taken."""

from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import StringProperty

from companion.screens.widgets import text


class TurnTime(EventDispatcher):
    """What the clocks on all screens show: "1:40", or "" for nothing."""

    shown = StringProperty("")


turn_time = TurnTime()
"""The one table's."""


class ClockWords(text.Words):
    """`before` stands before the time, also where there is none."""

    before = StringProperty("")

    def __init__(self, **keywords: Any) -> None:
        super().__init__(wrap=False, **keywords)
        turn_time.bind(shown=self._tell)  # weakly: a screen that is made anew leaves nothing behind
        self.fbind("before", self._tell)
        self._tell()

    def _tell(self, *_: Any) -> None:
        self.text = text.signs("  ".join(filter(None, (self.before, turn_time.shown))))
