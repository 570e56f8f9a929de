"""A small double of MicroPython's `machine` for its Unix port: the file `pins` has a "1" (high) or "0" for each."""

import os
import sys
import time

_PINS = open("pins")
_LOG = open("machine.log", "w")
_seen = [0, "1" * 30]
_quiet = [0, 0]  # since when the levels are as they are, and for how many rounds after they were settled


def _note(text):
    _LOG.write(text + "\n")
    _LOG.flush()


def _levels():
    now = time.ticks_ms()
    if now != _seen[0]:
        _PINS.seek(0)
        levels = _PINS.read(30)
        if levels != _seen[1]:
            _quiet[:] = [now, 0]
        _seen[:] = [now, levels]
    return _seen[1]


def _note_settled(now):
    """A busy machine may stop this program anywhere: after three whole rounds the box has really seen the levels."""
    if time.ticks_diff(now, _quiet[0]) >= 15:
        _quiet[1] += 1
        if _quiet[1] == 4:
            with open("settled.new", "w") as settled:
                settled.write(_seen[1])
            os.rename("settled.new", "settled")


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=-1, pull=-1):
        self.number = number

    def value(self):
        level = int(_levels()[self.number])
        if self.number == 2:
            _note_settled(time.ticks_ms())
        return level


class PWM:
    def __init__(self, pin):
        pass

    def freq(self, hertz):
        pass

    def duty_u16(self, duty):
        _note("buzzer %d" % duty)


class WDT:
    def __init__(self, timeout):
        if not 0 < timeout <= 8388:
            raise ValueError("the RP2040 cannot do that")
        _note("watchdog %d" % timeout)

    def feed(self):
        pass


def reset():
    _note("reset")
    sys.exit()
