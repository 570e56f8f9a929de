"""The table box on a Raspberry Pi Pico: the pins, and one loop. MicroPython runs this file when power comes.

Held down while power comes, undo is the way out: the Pico stays in MicroPython's own prompt, without watchdog. So it is
when the companion asked for it (a file called `stay` is left, and removed again).
"""

import os
import select
import sys
import time

import box
import buttons
import lights
import machine
import micropython
import neopixel
import protocol

PINS = (2, 3, 4, 5, 6, 7, 8, 9)  # seats 1 to 6, confirm, undo: each between its pin and ground
UNDO = 7
STRIP = 16
BUZZER = 17
WATCHDOG = 4000  # ms; the RP2040 can do 8388 at most
HEARD_AT_ONCE = 64  # bytes; more wait for the next round, so that a flood keeps no button waiting
STAY = "stay"


def stays(undo) -> bool:
    """Whether to leave the prompt alone."""
    if STAY in os.listdir():
        os.remove(STAY)
        return True
    return undo.value() == 0


def run(pins, seat_lights) -> None:
    """Until the host asks for the prompt."""
    micropython.kbd_intr(-1)  # or a byte 3 on the line would end the program
    watchdog = machine.WDT(timeout=WATCHDOG)
    contacts = buttons.Debounce(len(pins))
    table_box = box.Box()
    incoming = select.poll()
    incoming.register(sys.stdin, select.POLLIN)
    outgoing = select.poll()
    outgoing.register(sys.stdout, select.POLLOUT)
    now, ticks = 0, time.ticks_ms()
    while not table_box.leave:
        watchdog.feed()
        incoming.poll(1)
        heard = bytearray()
        while len(heard) < HEARD_AT_ONCE and incoming.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            heard += byte
        passed = time.ticks_diff(time.ticks_ms(), ticks)
        now, ticks = now + passed, time.ticks_add(ticks, passed)
        if heard:
            table_box.heard(heard, now)
        for button, down, since in contacts.levels([pin.value() == 0 for pin in pins], now):
            table_box.button(button, down, since, now)
        seat_lights.show(table_box.lights, table_box.beeps, now)
        # A host that does not read must not stop the box: what cannot be sent is as good as lost, and sent again.
        out = table_box.due(now)
        if out and outgoing.poll(0):
            sys.stdout.buffer.write(out)


def main() -> None:
    """Set up the pins; run, or stay at the prompt."""
    pins = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in PINS]
    time.sleep_ms(5)  # until the pull-ups have done their work
    if stays(pins[UNDO]):
        print("table box: staying at the prompt")
        return
    seat_lights = lights.Lights(
        neopixel.NeoPixel(machine.Pin(STRIP, machine.Pin.OUT), protocol.SEATS), machine.PWM(machine.Pin(BUZZER))
    )
    run(pins, seat_lights)
    with open(STAY, "w"):
        pass
    machine.reset()


main()
