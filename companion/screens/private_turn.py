"""A private turn: opened by the named seat, closed by its Done or by ten seconds without a touch."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.widgets import text
from companion.screens.widgets.target import Target

IDLE: Final = 10.0
"""Seconds without a touch after which a private turn closes."""


class PrivateTurn(Screen):
    """A screen for one seat at a time. `opened_for` is the seat whose turn is open, or "" while it is covered.

    Subclasses fill `refresh`, call `cover` into a body while it is closed, and forget what was entered in `closed`.
    """

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self.opened_for = ""
        self._idle: Any = None

    def left(self) -> None:
        self.opened_for = ""
        self._rest()
        self.closed()

    def on_touch_down(self, touch: Any) -> bool:
        if self.opened_for:
            self._wake()
        return bool(super().on_touch_down(touch))

    def _wake(self) -> None:
        self._rest()
        self._idle = Clock.schedule_once(lambda _: self.close(), IDLE)

    def _rest(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def close(self) -> None:
        """Cover it."""
        self._rest()
        self.opened_for = ""
        self.closed()
        self.refresh()

    def closed(self) -> None:
        """It was covered: forget what was entered."""

    def cover(self, body: BoxLayout, seat: str, *others: Target) -> None:
        """What is seen while it is covered: whose it is, and the target that opens it."""
        body.add_widget(
            text.Words(text=f"[b]For {text.plain(self.desk.called(seat))} alone.[/b]", height_mm=5, halign="center")
        )
        body.add_widget(
            text.Words(
                text="The others look away. It closes by itself after ten seconds without a touch.",
                height_mm=2.5,
                halign="center",
                color=theme.DIM,
            )
        )
        row = BoxLayout(spacing=theme.mm(2.2))
        row.add_widget(
            Target(
                key="open",
                words=f"I am {seat.capitalize()}: open",
                tone="go",
                height_mm=4,
                tap=lambda: self._open(seat),
            )
        )
        for each in others:
            row.add_widget(each)
        body.add_widget(row)

    def _open(self, seat: str) -> None:
        self.opened_for = seat
        self._wake()
        self.refresh()
