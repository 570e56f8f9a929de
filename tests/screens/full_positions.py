"""Positions of Eclipse with everything tracked, told through corrections: ships where a battle is wanted."""

from pathlib import Path

from companion.rules.eclipse.state import FULL
from tests.screens.table import begun

AT_HOME = (
    "table: correct sector_221_red_interceptor 0",
    "table: correct sector_223_blue_interceptor 0",
    "red: correct ships_interceptor 0",
    "blue: correct ships_interceptor 0",
)
"""The first ships of two Terrans leave the board: others are told where they are wanted."""
NAMES = {"red": "Ana", "blue": "Bert"}


def sector(number: int, q: int, r: int, **more: str | int) -> tuple[str, ...]:
    """Lines that lay a sector, unturned, with nothing on it but what is told."""
    word = f"table: correct sector_{number}"
    things = {"discovery": "no", "orbital": "no", "monolith": "no", "gcds": "no", "ancients": 0, **more}
    places = (f"{word} none", f"{word}_q {q}", f"{word}_r {r}", f"{word}_rotation 0")
    return (*places, *(f"{word}_{thing} {value}" for thing, value in things.items()))


def ships(number: int, told: str) -> tuple[str, ...]:
    """Lines that put ships there: "SEAT TYPE HOW_MANY", with commas between, in order of entry."""
    words = (each.split() for each in told.split(", "))
    return tuple(f"table: correct sector_{number}_{seat}_{ship} {many}" for seat, ship, many in words)


def battle(there: str, ancients: int = 1) -> tuple[str, ...]:
    """Sector 305 beside Red's home, these ships in it; everybody has passed."""
    return (*AT_HOME, *sector(305, 0, -3, ancients=ancients), *ships(305, there))


PASSED = ("red: pass", "blue: pass")
RED_HOME_RAIDED = ships(221, "blue dreadnought 1")
"""A blue dreadnought alone over Red's home."""


def full(data: Path, *lines: str) -> Path:
    """A session of two Terrans with everything tracked, after these lines; the folder."""
    return begun(data, lines, names=NAMES, tracking=FULL)
