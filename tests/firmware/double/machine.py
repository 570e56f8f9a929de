"""A small double of MicroPython's `machine` for its Unix port: the file `pins` has a "1" (high) or "0" for each."""

import os
import sys
import time

_PINS = open("pins")
_LOG = open("machine.log", "w")
_seen = [0, "1" * 30]
_quiet = [0, None]  # since when the levels are as they are, and which levels were noted as settled


def _note(text):
    _LOG.write(text + "\n")
    _LOG.flush()


def _levels():
    now = time.ticks_ms()
    if now != _seen[0]:
        _PINS.seek(0)
        levels = _PINS.read(30)
        if levels != _seen[1]:
            _quiet[0] = now
        elif _quiet[1] != levels and time.ticks_diff(now, _quiet[0]) >= 15:
            # A busy machine may stop this program for a while: the test waits until the box has really seen it.
            _quiet[1] = levels
            with open("settled.new", "w") as settled:
                settled.write(levels)
            os.rename("settled.new", "settled")
        _seen[:] = [now, levels]
    return _seen[1]


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=-1, pull=-1):
        self.number = number

    def value(self):
        return int(_levels()[self.number])


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
