"""Everything with a wire, opened off the window's thread: settings, buttons, lamps; and keys in place of buttons."""

import queue
import threading
from collections.abc import Callable

from companion.screens.app import Wishes
from companion.settings import load
from hardware import checks
from hardware.box import BoxLink, find_boxes
from hardware.buttons import ButtonEvent, open_buttons
from hardware.keys import event_for
from hardware.lights import AllLights, open_lights


class Wires:
    """What is connected. Made on any thread; nothing that is missing stops anything."""

    def __init__(self, wishes: Wishes) -> None:
        loaded = load(wishes.data)
        self.settings = loaded.settings
        self._data = wishes.data
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

    def states(self) -> list[tuple[str, str, bool]]:
        """(device, its state in one sentence, whether it is as it should be), complaints about settings last."""
        rows: list[tuple[str, str, bool]] = [
            ("camera", f"{self.camera}; the dice tray shows what it sees", True),
            ("buttons", self.buttons.state, self.buttons.working),
            ("lamps", self.lamps.state, "no" not in self.lamps.state.split()[:1]),
            ("table box", self._box_says(), self.box.working),
            ("keys", "1 to 6 seats (Shift holds), Enter confirms, Backspace undoes", True),
            ("panel", f"{self.settings.diagonal:g} inches", True),
        ]
        machine = (checks.disk(self._data), checks.clock(), checks.power(), checks.temperature())
        rows += [
            (finding.part, f"{finding.found}; {finding.do}" if finding.do else finding.found, finding.state == "ok")
            for finding in machine
        ]
        return rows + [("settings", complaint, False) for complaint in self.complaints]

    def _box_says(self) -> str:
        refused = self.box.counts.total()
        return self.box.state + (f" ({refused} unusable frames refused since the start)" if refused else "")

    def close(self) -> None:
        """Let go of everything."""
        self._closed = True
        self.buttons.close()
        self.lights.close()  # the box's link with it
