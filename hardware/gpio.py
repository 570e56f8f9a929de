"""The Pi's pins: which are used, and the one way to them (gpiozero over lgpio)."""

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PINS = range(28)  # BCM numbers, as on every 40-pin header
MODEL = Path("/proc/device-tree/model")


class NoGpio(Exception):
    """There are no pins here; its text says why in one sentence."""


@dataclass(frozen=True)
class Pins:
    """BCM numbers of the pins; None where nothing is wired. Seats are in order round the table."""

    seats: tuple[int | None, ...] = ()
    lamps: tuple[int | None, ...] = ()
    confirm: int | None = None
    undo: int | None = None

    def buttons(self) -> Iterator[tuple[str, int]]:
        """The wired buttons: name and pin."""
        for place, pin in enumerate(self.seats, 1):
            if pin is not None:
                yield f"seat{place}", pin
        if self.confirm is not None:
            yield "confirm", self.confirm
        if self.undo is not None:
            yield "undo", self.undo


def open_gpio(model: Path = MODEL) -> Any:
    """gpiozero's pin factory for this Pi. Raises NoGpio.

    The factory is chosen here and not by gpiozero, which would try one library after the other: lgpio is the only one
    that works on every Pi.
    """
    try:
        name = model.read_text(encoding="utf-8", errors="replace").rstrip("\0\n ")
    except OSError:
        name = ""
    if not name.startswith("Raspberry Pi"):
        raise NoGpio("no GPIO here: this is not a Raspberry Pi; use the screen or the keyboard.")
    # lgpio writes a small file where the program was started, which may be read-only.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:  # lgpio or gpiozero is missing
        raise NoGpio("no GPIO here: lgpio is missing; install Raspberry Pi OS's package python3-lgpio.") from error
    try:
        return LGPIOFactory()
    except ImportError as error:  # gpiozero's BadPinFactory is one
        raise NoGpio(f"no GPIO here: gpiozero cannot use lgpio ({error}).") from error
    except Exception as error:  # lgpio.error, which has no base of its own, and gpiozero's PinUnknownPi
        raise NoGpio(
            f"no GPIO here: the pins cannot be opened ({error}); let this user into the group gpio."
        ) from error


def fake_gpio() -> Any:
    """The public double of the pins: gpiozero's mock, whose `pin(n)` is driven low by a press, high by a release."""
    from gpiozero.pins.mock import MockFactory

    return MockFactory()


def trouble(pin: int, error: Exception) -> str:
    """Why one pin cannot be used, in a few words for a list."""
    return f"GPIO {pin} ({error})" if str(error) else f"GPIO {pin} ({type(error).__name__})"
