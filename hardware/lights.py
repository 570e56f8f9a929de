"""Lamps at the seats: whose turn it is, and a blink for a press that had nothing to answer."""

import contextlib
from collections.abc import Collection
from typing import Any, Protocol

from hardware.gpio import NoGpio, Pins, open_gpio, trouble

BLINK = 0.12  # seconds on, and as long off


class Lights(Protocol):
    """Lamps by seat, 1 to 6; a seat without a lamp is passed over in silence."""

    @property
    def state(self) -> str:
        """What is wired, or why there is nothing, in one sentence."""

    def turn(self, seats: Collection[int]) -> None:
        """These seats are to act: their lamps are lit, all others dark."""

    def felt(self, seat: int) -> None:
        """The seat's button went down: one short blink. Called on any thread."""

    def blink(self, seat: int) -> None:
        """Three short blinks, then as it was."""

    def close(self) -> None:
        """All dark; let go of the pins."""


class NoLights:
    """No lamps here."""

    def __init__(self, state: str) -> None:
        self.state = state

    def turn(self, seats: Collection[int]) -> None:
        """Nothing to light."""

    def felt(self, seat: int) -> None:
        """Nothing to blink."""

    def blink(self, seat: int) -> None:
        """Nothing to blink."""

    def close(self) -> None:
        """Nothing to let go of."""


class FakeLights:
    """The public double of the lamps: remembers what it was told."""

    state = "lamps for tests"

    def __init__(self) -> None:
        self.lit: frozenset[int] = frozenset()
        self.blinked: list[int] = []
        self.down: list[int] = []

    def turn(self, seats: Collection[int]) -> None:
        self.lit = frozenset(seats)

    def felt(self, seat: int) -> None:
        self.down.append(seat)

    def blink(self, seat: int) -> None:
        self.blinked.append(seat)

    def close(self) -> None:
        self.lit = frozenset()


class AllLights:
    """Several sets of lamps as one: those on the pins and those of the table box."""

    def __init__(self, *sets: Lights) -> None:
        self._sets = sets

    @property
    def state(self) -> str:
        return "; ".join(lights.state.rstrip(".") for lights in self._sets)

    def turn(self, seats: Collection[int]) -> None:
        for lights in self._sets:
            lights.turn(seats)

    def felt(self, seat: int) -> None:
        for lights in self._sets:
            lights.felt(seat)

    def blink(self, seat: int) -> None:
        for lights in self._sets:
            lights.blink(seat)

    def close(self) -> None:
        for lights in self._sets:
            lights.close()


class GpioLights:
    """Lamps (LEDs, each with its resistor, from pin to ground) on the Pi's pins."""

    def __init__(self, pins: Pins, factory: Any) -> None:
        from gpiozero import LED

        self._lamps: dict[int, Any] = {}
        self._lit: frozenset[int] = frozenset()
        troubles: list[str] = []
        for seat, pin in enumerate(pins.lamps, 1):
            if pin is None:
                continue
            try:
                self._lamps[seat] = LED(pin, pin_factory=factory)
            except Exception as error:  # gpiozero's and lgpio's errors have no common base
                troubles.append(trouble(pin, error))
        told = f"lamps at seats {', '.join(map(str, self._lamps))}" if self._lamps else "no lamps are wired"
        self.state = told + (f"; not usable: {', '.join(troubles)}" if troubles else "")

    def turn(self, seats: Collection[int]) -> None:
        self._lit = frozenset(seats)
        for seat, lamp in self._lamps.items():
            lamp.source = None  # ends a blink
            lamp.value = seat in self._lit

    def felt(self, seat: int) -> None:
        self._blink(seat, 1)

    def blink(self, seat: int) -> None:
        self._blink(seat, 3)

    def _blink(self, seat: int, times: int) -> None:
        lamp = self._lamps.get(seat)
        if lamp is None:
            return
        lit = seat in self._lit
        lamp.source_delay = BLINK
        lamp.source = [not lit, lit] * times

    def close(self) -> None:
        for lamp in self._lamps.values():
            with contextlib.suppress(Exception):
                lamp.source = None
                lamp.off()
                lamp.close()


def open_lights(pins: Pins, *, factory: Any = None) -> Lights:
    """The lamps on `pins`. Without GPIO (or wires), NoLights that say why. `factory` as for `open_buttons`."""
    if all(pin is None for pin in pins.lamps):
        return NoLights("no lamps are wired, as the settings have it.")
    try:
        return GpioLights(pins, open_gpio() if factory is None else factory)
    except NoGpio as none:
        return NoLights(str(none))
