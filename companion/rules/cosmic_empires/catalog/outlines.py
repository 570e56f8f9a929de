"""Boards: outlines and where starting fields lie, as data of the box or as a table entered its own (CA1-CA3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

FIELDS: Final[Mapping[int, int]] = {2: 16, 3: 23, 4: 25, 5: 32}
"""Fields of the board by players (C10)."""
SIDES: Final[Mapping[str, tuple[int, int]]] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
"""Column and row of the neighbour across each side of a space."""
MOST_ROWS: Final = 9


@dataclass(frozen=True, slots=True)
class Board:
    """An outline: its spaces north to south, west to east, and per arrangement the space each start borders on."""

    key: str
    players: tuple[int, ...]
    verified: bool
    spaces: tuple[str, ...]
    starts: Mapping[str, Mapping[str, str]]


def space_at(column: int, row: int) -> str:
    """Columns a, b, c … from west, rows 1, 2, 3 … from north; both counted from 0 here."""
    return f"{chr(ord('a') + column)}{row + 1}"


def place_of(space: str) -> tuple[int, int]:
    """Column and row of a space, counted from 0."""
    return ord(space[0]) - ord("a"), int(space[1:]) - 1


def spaces_of(rows: Sequence[str]) -> tuple[str, ...]:
    """The spaces of rows in which an x is a field."""
    return tuple(
        space_at(column, row) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == "x"
    )


def across(space: str, side: str) -> str:
    """The name of the place across a side of a space, on the board or not; "" beyond its first column or row."""
    column, row = (here + step for here, step in zip(place_of(space), SIDES[side], strict=True))
    return space_at(column, row) if column >= 0 and row >= 0 else ""


def outline_key(players: int) -> str:
    """The card that stands for a board's outline, "outline_3"."""
    return f"outline_{players}"


def outline_of(board: Board) -> tuple[str, ...]:
    """A board of the box in the words of `tell_card`: rows of x and o, then each start as side and space."""
    wide = 1 + max(place_of(space)[0] for space in board.spaces)
    tall = 1 + max(place_of(space)[1] for space in board.spaces)
    rows = tuple("".join("x" if space_at(c, r) in board.spaces else "o" for c in range(wide)) for r in range(tall))
    starts = tuple(f"{start_side(board, slot, space)}_{space}" for slot, space in board.starts["middle"].items())
    return (*rows, *starts)


def start_side(board: Board, slot: str, space: str) -> str:
    """On which side of a space, beside the board, a starting field lies: the one its slot is named after, if it can."""
    free = [side for side in SIDES if across(space, side) not in board.spaces]
    return next((side for side in free if side in slot), free[0])


def split(words: Sequence[Any]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Rows and (side, space) of every start in an outline's words; what is neither counts as a row."""
    rows: list[str] = []
    starts: list[tuple[str, str]] = []
    for word in map(str, words):
        side, _, space = word.partition("_")
        if side in SIDES and space:
            starts.append((side, space))
        else:
            rows.append(word)
    return tuple(rows), tuple(starts)


def faults(players: int, words: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """Why words are no outline for so many: (code, sentence)."""
    rows, starts = split(words)
    if not 1 <= len(rows) <= MOST_ROWS or any(set(row) - {"x", "o"} or len(row) > MOST_ROWS for row in rows):
        yield "no_rows", f"A board is told in up to {MOST_ROWS} rows of x (a field) and o (none)."
        return
    spaces = spaces_of(rows)
    if len(spaces) != FIELDS[players]:
        yield "fields", f"The board for {players} has {FIELDS[players]} fields, not {len(spaces)}."
    if spaces and len(_joined(spaces)) != len(spaces):
        yield "apart", "Every field borders on the others; these lie in several pieces."
    if len(starts) < players or len(starts) > 12 or len(set(starts)) != len(starts):
        yield "starts", f"{players} or more starting fields are told, each once, not {len(starts)}."
    for side, space in starts:
        if space not in spaces or across(space, side) in spaces:
            yield "start", f"No starting field can lie {side} of {space}: it lies beside the board, next to a field."


def _joined(spaces: Sequence[str]) -> set[str]:
    found, edge = {spaces[0]}, [spaces[0]]
    while edge:
        here = edge.pop()
        new = {across(here, side) for side in SIDES} & set(spaces) - found
        found |= new
        edge += new
    return found


def told_board(players: int, words: Sequence[Any]) -> str:
    """The key of a board that a table entered: it carries all there is to know of it."""
    return " ".join((outline_key(players), *map(str, words)))


@lru_cache(maxsize=16)
def read_board(key: str) -> Board:
    """The board of such a key."""
    first, *words = key.split(" ")
    rows, starts = split(words)
    slots = {f"{side}_{space}": space for side, space in starts}
    players = int(first.rpartition("_")[2])
    return Board(key, (players,), True, spaces_of(rows), {"middle": slots, "corners": slots})
