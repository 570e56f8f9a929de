"""Where the companion keeps what it writes: sessions, settings, evidence, and the log of its own errors."""

import os
import tempfile
from pathlib import Path


def data_folder(chosen: Path | None = None) -> Path:
    """The folder for everything that is kept: `chosen` (--data), or the desktop's usual place. Not made here."""
    if chosen is not None:
        return chosen
    shared = os.environ.get("XDG_DATA_HOME", "")
    # The standard says that a relative path in XDG_DATA_HOME is to be ignored.
    base = Path(shared) if Path(shared).is_absolute() else Path.home() / ".local" / "share"
    return base / "table-companion"


def error_log() -> Path:
    """The file for errors that should not happen; in the data folder, or with the temporary files if that cannot be.

    Raises OSError when neither can be written.
    """
    try:
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "errors.log"
        path.open("a", encoding="utf-8").close()
    except (OSError, RuntimeError):  # RuntimeError: this user has no home
        path = Path(tempfile.gettempdir()) / "table-companion-errors.log"
        path.open("a", encoding="utf-8").close()
    return path
