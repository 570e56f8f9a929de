"""Where the companion keeps what it writes: sessions, settings, evidence, and the log of its own errors."""

import contextlib
import os
import tempfile
from pathlib import Path

from companion.faults import Fault


def data_folder(chosen: Path | None = None) -> Path:
    """The folder for everything that is kept: `chosen` (--data), or the desktop's usual place. Not made here.

    Raises Fault for a user without a home.
    """
    if chosen is not None:
        return chosen
    shared = os.environ.get("XDG_DATA_HOME", "")
    # The standard says that a relative path in XDG_DATA_HOME is to be ignored.
    try:
        base = Path(shared) if Path(shared).is_absolute() else Path.home() / ".local" / "share"
    except RuntimeError as error:
        raise Fault(
            "This user has no home folder, so there is no place for sessions and settings; name one with --data, or "
            "in XDG_DATA_HOME."
        ) from error
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
    except (OSError, Fault):
        path = Path(tempfile.gettempdir()) / "table-companion-errors.log"
        path.open("a", encoding="utf-8").close()
    return path


def read_file(path: Path, most: int) -> bytes:
    """The first `most` bytes of a file. Raises OSError.

    A pipe that nobody writes to is empty: nobody is kept waiting for it.
    """
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        os.set_blocking(file.fileno(), True)
        return file.read(most)


def write_file(path: Path, text: str) -> None:
    """Write a file whole, or leave what was there: it has another name until it is whole. Raises OSError."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
