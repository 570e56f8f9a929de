"""The dice that should lie in the tray, as words: "3 yellow 2 orange"."""

from __future__ import annotations

from collections.abc import Mapping

from vision.reading import COLOURS

MOST = 40


def parse(text: str) -> dict[str, int]:
    """Colour to count. ValueError with one sentence for anything but pairs of a number and a colour."""
    words = text.replace(",", " ").split()
    how = 'write it like "3 yellow 2 orange"'
    if not words or len(words) % 2:
        raise ValueError(f"{text!r} is not a list of dice: {how}.")
    wanted: dict[str, int] = {}
    for number, colour in zip(words[::2], words[1::2], strict=True):
        if not (number.isascii() and number.isdigit()) or not 1 <= int(number) <= MOST:
            raise ValueError(f"{number!r} is not a number of dice from 1 to {MOST}: {how}.")
        if colour.lower() not in COLOURS:
            raise ValueError(f"{colour!r} is not a colour of dice: choose from {' '.join(COLOURS)}.")
        wanted[colour.lower()] = wanted.get(colour.lower(), 0) + int(number)
    return wanted


def spelled(dice: Mapping[str, int]) -> str:
    """The words `parse` reads back: "3 yellow 2 orange"."""
    return " ".join(f"{count} {colour}" for colour, count in dice.items() if count)
