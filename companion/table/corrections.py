"""Readings that the table corrected: the picture, what was read, and what lay there, within a budget of bytes."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any, Final

FOLDER: Final = "corrections"
BUDGET: Final = 60_000_000
_NUMBER = "[0-9]" * 6


class Corrections:
    """The corrections of one data folder, `corrections/<number>.jpg` and `.json` side by side."""

    def __init__(self, data: Path, budget: int = BUDGET) -> None:
        self.folder = data / FOLDER
        self.budget = budget

    def keep(self, picture: bytes, read: list[dict[str, Any]], truth: list[dict[str, Any]]) -> None:
        """Write one down, and drop the oldest if that is too much. `read` and `truth` are {"value", "colour", "box"} a
        die. Raises OSError when it cannot be written; nothing but learning is lost then."""
        self.folder.mkdir(parents=True, exist_ok=True)
        number = max((int(path.stem) for path in self.folder.glob(f"{_NUMBER}.json")), default=0) + 1
        path = self.folder / f"{number:06}.jpg"
        path.write_bytes(picture)
        # The words come last: a picture without them is no correction.
        part = path.with_suffix(".part")
        part.write_text(json.dumps({"read": read, "truth": truth}), encoding="utf-8")
        part.replace(path.with_suffix(".json"))
        self._tidy(number)

    def all(self) -> list[tuple[Path, list[dict[str, Any]], list[dict[str, Any]]]]:
        """Picture, reading and truth of each, oldest first; what is broken is left out."""
        kept = []
        for words in sorted(self.folder.glob(f"{_NUMBER}.json")):
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                said = json.loads(words.read_text(encoding="utf-8"))
                if words.with_suffix(".jpg").is_file():
                    kept.append((words.with_suffix(".jpg"), list(said["read"]), list(said["truth"])))
        return kept

    def _tidy(self, newest: int) -> None:
        total = sum(path.stat().st_size for path in self.folder.glob(f"{_NUMBER}.*"))
        for picture in sorted(self.folder.glob(f"{_NUMBER}.jpg")):
            if total <= self.budget or int(picture.stem) == newest:
                return
            for path in (picture, picture.with_suffix(".json")):
                with contextlib.suppress(OSError):
                    total -= path.stat().st_size
                    path.unlink()
