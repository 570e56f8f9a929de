"""Six seat lights (WS2812) and a buzzer, as the host's last whole state says."""

import protocol

BLINK = 120  # ms on, and as long off
BEEP = 60  # ms
PITCH = 2200  # Hz

# A quarter of full brightness: six lights together stay under 100 mA, which any USB port gives.
_COLOURS = {
    "w": (64, 56, 40),
    "r": (64, 0, 0),
    "g": (0, 64, 0),
    "b": (0, 0, 64),
    "y": (64, 48, 0),
    "o": (64, 20, 0),
    "c": (0, 48, 48),
}
_OFF = (0, 0, 0)


def pixels(lights: str, now: int) -> "list[tuple[int, int, int]]":
    """The colours (red, green, blue; 0 to 255) of the six lights at `now`, in milliseconds. Unknown signs are dark."""
    dark_half = (now // BLINK) % 2
    shown = []
    for sign in lights:
        colour = sign.lower()
        shown.append(_OFF if colour != sign and dark_half else _COLOURS.get(colour, _OFF))
    return shown


class Lights:
    """Shows a state on `strip` (as neopixel.NeoPixel), written when it changes, and sounds `buzzer` (a PWM)."""

    def __init__(self, strip, buzzer) -> None:  # type: ignore[no-untyped-def]
        self._strip, self._buzzer = strip, buzzer
        self._shown = None
        self._beeps = -1
        self._until = None

    def show(self, lights: str, beeps: int, now: int) -> None:
        """`beeps` counts beeps: another count than before sounds one; -1 is silence (no host)."""
        wanted = pixels(lights, now)
        if wanted != self._shown:
            self._shown = wanted
            for seat in range(protocol.SEATS):
                self._strip[seat] = wanted[seat]
            self._strip.write()
        if beeps != self._beeps:
            if beeps >= 0 and self._beeps >= 0:
                self._buzzer.freq(PITCH)
                self._buzzer.duty_u16(32768)
                self._until = now + BEEP
            self._beeps = beeps
        if self._until is not None and now >= self._until:
            self._buzzer.duty_u16(0)
            self._until = None
