"""What is kept beside a throw: its picture, and what the table said lay there where the camera read something else."""

import contextlib
from pathlib import Path
from typing import Any, TypeAlias

Corrected: TypeAlias = tuple[list[dict[str, Any]], list[dict[str, Any]]]
"""What the camera read and what the table says lies there, die by die."""


def keep(data: Path, budget: int, session: int, picture: bytes, corrected: Corrected | None) -> str:
    """Keep a throw's picture within `budget` bytes; its name, or "". Dice count even where it cannot be kept."""
    if not picture or not budget:
        return ""
    from companion.table.corrections import Corrections
    from companion.table.evidence import Evidence
    from companion.table.journal import JournalFault

    name = ""
    with contextlib.suppress(JournalFault):
        name = Evidence(data, budget).keep(session, picture)
    if corrected is not None:
        with contextlib.suppress(OSError):
            Corrections(data).keep(picture, *corrected)
    return name
