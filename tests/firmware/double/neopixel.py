"""A double of MicroPython's `neopixel`: what is written to the strip stands in the file `strip`."""

import os


class NeoPixel:
    def __init__(self, pin, count):
        self._colours = [(0, 0, 0)] * count

    def __setitem__(self, at, colour):
        self._colours[at] = colour

    def write(self):
        with open("strip.new", "w") as strip:
            strip.write(" ".join("%02x%02x%02x" % colour for colour in self._colours))
        os.rename("strip.new", "strip")
