"""Each throw's picture beside the journal, within a budget: the oldest pictures of the oldest sessions go first."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path
from typing import Final

from companion.table.journal import JournalFault

FOLDER: Final = "evidence"
BUDGET: Final = 500_000_000
"""Bytes kept in all; a throw's picture takes some 100,000."""

_NUMBER = "[0-9]" * 5


class Evidence:
    """The pictures of one data folder. A name is `<session>/<throw>-<digest>.jpg`, below `evidence/`."""

    def __init__(self, data: Path, budget: int = BUDGET) -> None:
        self.folder = data / FOLDER
        self.budget = budget

    def keep(self, session: int, picture: bytes) -> str:
        """Write a picture, whole or not at all, and drop the oldest if that is too much. Its name for the event.

        Raises JournalFault when it cannot be written; the throw counts without it.
        """
        folder = self.folder / str(session)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            throw = max((int(path.name[:5]) for path in folder.glob(f"{_NUMBER}-*.jpg")), default=0) + 1
            # The digest keeps a name from coming back with another picture once the old ones were dropped.
            path = folder / f"{throw:05}-{hashlib.sha256(picture).hexdigest()[:8]}.jpg"
            part = path.with_suffix(".part")
            try:
                with part.open("wb") as file:
                    file.write(picture)
                    file.flush()
                    os.fsync(file.fileno())
                part.rename(path)
            finally:
                part.unlink(missing_ok=True)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise JournalFault(f"The throw's picture cannot be kept in {folder}: {why}; the throw counts.") from error
        self.tidy(spare=path)
        return f"{session}/{path.name}"

    def path(self, name: str) -> Path | None:
        """Where a picture lies, or None if it was dropped or never was."""
        path = self.folder / name
        inside = path.resolve().is_relative_to(self.folder.resolve())
        return path if inside and path.is_file() else None

    def tidy(self, spare: Path | None = None) -> None:
        """Drop pictures until the budget holds, and what a power cut left half written; never the one just kept."""
        pictures: list[tuple[int, str, int, Path]] = []
        for path in self.folder.glob("*/*"):
            if not path.parent.name.isdecimal():
                continue
            with contextlib.suppress(OSError):
                if path.suffix == ".part":
                    path.unlink()
                elif path.suffix == ".jpg":
                    pictures.append((int(path.parent.name), path.name, path.stat().st_size, path))
        total = sum(size for _, _, size, _ in pictures)
        for _, _, size, path in sorted(pictures):
            if total <= self.budget:
                return
            if path == spare:
                continue
            with contextlib.suppress(OSError):
                path.unlink()
                total -= size
                path.parent.rmdir()  # fails, rightly, unless that was the session's last
