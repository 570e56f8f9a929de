"""What a record says of an undo: which events it took. Older records say how many steps of the table it went back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from companion.rules.notation import BrokenLine

_UNDO = re.compile(r"(?P<steps>[1-9]\d{0,5})?(?: ?lost(?P<lost>( [1-9]\d{0,5})+))?")
_TOOK = re.compile(r"took((?: [1-9]\d{0,5}(?:-[1-9]\d{0,5})?)+)")

MOST_TAKEN: Final = 100_000
"""The highest event that an undo may name; more than any record holds."""


@dataclass(frozen=True, slots=True)
class RecordedUndo:
    """What a record says of an undo: the events it `took`.

    Older ones (`took` empty) say how many steps of the table (None: the last of any kind), and the places of the lines
    since that were lost.
    """

    took: tuple[int, ...] = ()
    steps: int | None = None
    lost: tuple[int, ...] = ()


def write_undo(took: tuple[int, ...]) -> str:
    """What a record says after `undo`: which events it took, "took 3-5 9"."""
    ranges: list[list[int]] = []
    for number in took:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return " ".join(["took", *(f"{first}-{last}" if first < last else f"{first}" for first, last in ranges)])


def read_undo(text: str) -> RecordedUndo:
    """What a recorded undo says. Raises BrokenLine."""
    match = _TOOK.fullmatch(text)
    if match is not None:
        took: list[int] = []
        for word in match[1].split():
            first, _, last = word.partition("-")
            if int(first) <= (took[-1] if took else 0) or int(last or first) > MOST_TAKEN:
                break
            took += range(int(first), int(last or first) + 1)
        else:
            return RecordedUndo(tuple(took))
    match = _UNDO.fullmatch(text)
    if match is None:
        raise BrokenLine(f"“undo {text[:40]}” is no undo: expected “undo took 3-5”, or an older “undo 2 lost 1”.")
    steps = int(match["steps"]) if match["steps"] else None
    return RecordedUndo((), steps, tuple(int(word) - 1 for word in (match["lost"] or "").split()))
