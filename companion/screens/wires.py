"""Everything with a wire, opened off the window's thread: settings, buttons, lamps; and keys in place of buttons."""

import queue
import threading
from collections.abc import Callable
from dataclasses import replace

from companion.health import box_finding
from companion.screens.app import Wishes
from companion.settings import load
from hardware.box import BoxLink, find_boxes
from hardware.buttons import ButtonEvent, Down, open_buttons, seat_of
from hardware.checks import Finding
from hardware.keys import event_for
from hardware.lights import AllLights, open_lights


class Wires:
    """What is connected. Made on any thread; nothing that is missing stops anything."""

    def __init__(self, wishes: Wishes) -> None:
        loaded = load(wishes.data)
        self.settings = loaded.settings
        self.complaints = loaded.complaints
        self.camera = wishes.camera or self.settings.camera_source()
        self._queue: queue.Queue[ButtonEvent] = queue.Queue()
        self._heard: Callable[[ButtonEvent], object] | None = None
        self._told: Callable[[str], object] | None = None
        self._closed = False
        pins = self.settings.pins()
        self.buttons = open_buttons(pins, self._queue, hold=self.settings.hold)
        self.lamps = open_lights(pins)
        port = self.settings.box_port
        self.box = BoxLink(
            self._queue, hold=self.settings.hold, find=lambda: find_boxes(port), changed=self._box_changed
        )
        self.lights = AllLights(self.lamps, self.box)

    def listen(self, heard: Callable[[ButtonEvent], object], told: Callable[[str], object]) -> None:
        """Hand every press to `heard`, and every change of the box's state to `told`, from threads of their own."""
        self._heard, self._told = heard, told
        threading.Thread(target=self._run, daemon=True, name="presses").start()

    def _run(self) -> None:
        while not self._closed:
            event = self._queue.get()
            if isinstance(event, Down) and (seat := seat_of(event.button)) is not None:
                self.lights.felt(seat)  # at once, whatever is on the screen
            if self._heard is not None and not self._closed:
                self._heard(event)

    def _box_changed(self, state: str) -> None:
        if self._told is not None and not self._closed:
            self._told(state)

    def key(self, name: str, *, held: bool) -> None:
        """A key of the keyboard stands for a button, in the same queue."""
        event = event_for(name, held=held)
        if event is not None:
            self._queue.put(event)

    @property
    def line(self) -> str:
        """One short line for the home screen."""
        buttons = [
            what for what, works in (("buttons", self.buttons.working), ("table box", self.box.working)) if works
        ]
        return f"camera {self.camera} · {' and '.join(buttons) or 'no buttons'}"

    def findings(self) -> list[Finding]:
        """What is open here, as it is now."""
        box = box_finding(self.box.state, self.box.working)
        refused = self.box.counts.total()
        if refused:
            told = f"{box.found} ({refused} unusable {'frame' if refused == 1 else 'frames'} refused since the start)"
            box = replace(box, found=told)
        return [
            box,
            _wired("buttons", self.buttons.state, self.buttons.working),
            _wired("lamps", self.lamps.state, not self.lamps.state.startswith("no ")),
            Finding("keys", "ok", "1 to 6 seats (Shift holds), Enter confirms, Backspace undoes"),
        ]

    def close(self) -> None:
        """Let go of everything."""
        self._closed = True
        self.buttons.close()
        self.lights.close()  # the box's link with it


def _wired(part: str, state: str, working: bool) -> Finding:
    """Buttons or lamps on the pins: none are needed, but one that cannot be used is wrong."""
    if "not usable" in state:
        found, _, which = state.partition("; not usable: ")
        return Finding(part, "wrong", found, f"not usable: {which}: look at docs/wiring.md")
    return Finding(part, "ok" if working else "missing", state.rstrip("."))
