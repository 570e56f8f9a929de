"""Who sat at this table before: names to suggest, and last time's seats in one tap. A small file in the data folder."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FILE: Final = "people.json"
MOST: Final = 24


@dataclass(frozen=True, slots=True)
class Sitter:
    """One seat of the last game: colour, species, and the person's name (or "")."""

    seat: str
    species: str
    name: str


def known(data: Path) -> tuple[list[str], list[Sitter]]:
    """Names, the latest first, and the seats of the last game in order. Empty when the file is missing or unreadable."""
    try:
        told = json.loads((data / FILE).read_text(encoding="utf-8"))
        names = [str(name) for name in told["names"]][:MOST]
        sitters = [Sitter(str(seat), str(species), str(name)) for seat, species, name in told["last"]]
    except (OSError, ValueError, KeyError, TypeError):
        return [], []
    return names, sitters


def remember(data: Path, sitters: Sequence[Sitter]) -> None:
    """Keep these seats as the last game's. A folder that cannot be written costs only the suggestion."""
    names, _ = known(data)
    now = [sitter.name for sitter in sitters if sitter.name]
    names = [*now, *(name for name in names if name not in now)][:MOST]
    told = {"names": names, "last": [[each.seat, each.species, each.name] for each in sitters]}
    try:
        (data / FILE).write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    except OSError:
        return
