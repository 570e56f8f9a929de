"""Seat buttons, confirm and undo: edges of pins become presses and holds on a queue.

A button wired between its pin and ground is down when the pin is low. A press counts when the button is let go; held
for `hold` seconds it is a hold instead, at once and while it is still down. Buttons do not know of each other: two
pressed together both count.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from hardware.gpio import NoGpio, Pins, open_gpio, trouble

HOLD = 0.8  # seconds
SETTLE = 0.02  # seconds a contact must be quiet before it counts; contacts bounce for a few milliseconds

SEATS = ("seat1", "seat2", "seat3", "seat4", "seat5", "seat6")
NAMES = (*SEATS, "confirm", "undo")


@dataclass(frozen=True)
class Press:
    """A button was pressed and let go. `button` is one of NAMES."""

    button: str


@dataclass(frozen=True)
class Hold:
    """A button has been held down, and still is. No Press follows."""

    button: str


@dataclass(frozen=True)
class Down:
    """A button went down: a sign that it was felt, no more. A Press or a Hold follows, or nothing."""

    button: str


ButtonEvent = Press | Hold | Down


def seat_of(button: str) -> int | None:
    """The place at the table of a seat's button, 1 to 6; None for confirm and undo."""
    return SEATS.index(button) + 1 if button in SEATS else None


@dataclass
class _Contact:
    raw: bool = False  # down, as last seen on the pin
    raw_since: float = 0.0
    down: bool = False  # down, bouncing taken out
    down_since: float = 0.0
    held: bool = False


class Debounce:
    """Makes downs, presses and holds of the raw levels of buttons. It has no clock: every call says when it
    is, in seconds.

    Levels must come in order of time; what is due may be asked late, nothing is lost by it.
    """

    def __init__(self, hold: float = HOLD, settle: float = SETTLE) -> None:
        self._hold, self._settle = hold, settle
        self._contacts: dict[str, _Contact] = {}

    def level(self, button: str, down: bool, at: float) -> list[ButtonEvent]:
        """The pin of `button` is seen up or down; returns what became due before that."""
        contact = self._contacts.setdefault(button, _Contact())
        events = self._due(button, contact, at)
        if down != contact.raw:
            contact.raw, contact.raw_since = down, at
        return events

    def due(self, at: float) -> list[ButtonEvent]:
        """What has become due by now."""
        return [event for button, contact in self._contacts.items() for event in self._due(button, contact, at)]

    def deadline(self) -> float | None:
        """When `due` has something to do next, if no level changes; None if nothing is going on."""
        times = [
            contact.raw_since + self._settle if contact.raw != contact.down else contact.down_since + self._hold
            for contact in self._contacts.values()
            if contact.raw != contact.down or (contact.down and not contact.held)
        ]
        return min(times, default=None)

    def _due(self, button: str, contact: _Contact, at: float) -> list[ButtonEvent]:
        events: list[ButtonEvent] = []
        settled = contact.raw != contact.down and at - contact.raw_since >= self._settle
        if settled and contact.raw:
            contact.down, contact.down_since, contact.held = True, contact.raw_since, False
            events.append(Down(button))
        if contact.down and not contact.held:
            until = at if contact.raw else contact.raw_since
            if until - contact.down_since >= self._hold:
                contact.held = True
                events.append(Hold(button))
        if settled and not contact.raw:
            contact.down = False
            if not contact.held:
                events.append(Press(button))
        return events


class Buttons(Protocol):
    """Buttons that put their events on the queue they were opened with, or none at all."""

    @property
    def state(self) -> str:
        """What is wired, or why there is nothing, in one sentence."""

    @property
    def working(self) -> bool:
        """Whether any button can be pressed."""

    def close(self) -> None:
        """Let go of the pins."""


class NoButtons:
    """No buttons here; everything can be done on the screen."""

    working = False

    def __init__(self, state: str) -> None:
        self.state = state

    def close(self) -> None:
        """Nothing to let go of."""


class FakeButtons:
    """The public double of the buttons: pressed by a test, with the same events on the same queue."""

    working = True
    state = "buttons for tests"

    def __init__(self, events: "queue.Queue[ButtonEvent]") -> None:
        self._events = events

    def press(self, button: str) -> None:
        self._events.put(Press(button))

    def hold(self, button: str) -> None:
        self._events.put(Hold(button))

    def close(self) -> None:
        """Nothing to let go of."""


class GpioButtons:
    """Buttons on the Pi's pins. A pin that cannot be used is left out and named in `state`."""

    def __init__(
        self,
        pins: Pins,
        events: "queue.Queue[ButtonEvent]",
        factory: Any,
        hold: float = HOLD,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        from gpiozero import Button

        self._events, self._clock = events, clock
        self._debounce = Debounce(hold)
        # gpiozero calls back on a thread of its own: there, an edge is only put down. One thread makes sense of them.
        self._edges: queue.Queue[tuple[str, bool, float] | None] = queue.Queue()
        self._buttons: list[Any] = []
        names: list[str] = []
        troubles: list[str] = []
        for name, pin in pins.buttons():
            try:
                button = Button(pin, pull_up=True, bounce_time=None, pin_factory=factory)
            except Exception as error:  # gpiozero's and lgpio's errors have no common base
                troubles.append(trouble(pin, error))
                continue
            button.when_pressed = self._edge(name, True)
            button.when_released = self._edge(name, False)
            self._buttons.append(button)
            names.append(name)
        told = f"buttons: {', '.join(names)}" if names else "no buttons are wired"
        self.state = told + (f"; not usable: {', '.join(troubles)}" if troubles else "")
        self.working = bool(names)
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def close(self) -> None:
        for button in self._buttons:
            with contextlib.suppress(Exception):
                button.close()
        self._edges.put(None)
        self._thread.join(timeout=1)

    def _edge(self, name: str, down: bool) -> Callable[[], None]:
        return lambda: self._edges.put((name, down, self._clock()))

    def _run(self) -> None:
        while True:
            deadline = self._debounce.deadline()
            wait = None if deadline is None else max(0.0, deadline - self._clock())
            try:
                edge = self._edges.get(timeout=wait)
            except queue.Empty:
                self._tell(self._debounce.due(self._clock()))
                continue
            if edge is None:
                return
            self._tell(self._debounce.level(*edge))

    def _tell(self, events: list[ButtonEvent]) -> None:
        for event in events:
            self._events.put(event)


def open_buttons(pins: Pins, events: "queue.Queue[ButtonEvent]", *, hold: float = HOLD, factory: Any = None) -> Buttons:
    """The buttons on `pins`; their events go on `events`. Without GPIO (or wires), NoButtons that say why.

    `factory` is gpiozero's pin factory where one is open already (the lights share it), or the double `fake_gpio`.
    """
    if not any(True for _ in pins.buttons()):
        return NoButtons("no buttons are wired, as the settings have it.")
    try:
        return GpioButtons(pins, events, open_gpio() if factory is None else factory, hold)
    except NoGpio as none:
        return NoButtons(str(none))
