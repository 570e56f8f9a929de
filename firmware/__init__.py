"""What runs on the table box, a Raspberry Pi Pico with MicroPython. The host imports `protocol` from here, and no more.

On the Pico the files lie side by side, without this one; so they import each other by their bare names.
"""
