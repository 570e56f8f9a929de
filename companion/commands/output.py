"""What the commands write: JSON lines, sentences on standard error, and files."""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from companion.faults import Fault, on_one_line


def print_json(value: dict[str, Any]) -> None:
    """One object on a line of its own, at once; in ASCII where standard output cannot write its letters."""
    line = json.dumps(value, ensure_ascii=False)
    try:
        line.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        line = json.dumps(value)
    print(line, flush=True)


def complain(sentence: object) -> None:
    """One sentence on standard error."""
    print(f"companion: {on_one_line(sentence)}", file=sys.stderr, flush=True)


def write_record(path: Path, text: str) -> None:
    """Put a record into a file, all of it or nothing. Raises Fault, and then whatever lay there lies there still.

    An older record is written over; a file that is anything else (the journal, a photograph) is not.
    """
    from companion.table.record import looks_like_one

    try:
        if path.exists() and not path.is_file():  # a directory says so by itself; /dev/stdout may be written to
            path.write_text(text, encoding="utf-8")
            return
        if path.is_file() and path.stat().st_size and not looks_like_one(path):
            raise Fault(f"{path} is there already and is no record, so it was left as it is; choose another name.")
        path = path.resolve()
        handle, draft = tempfile.mkstemp(prefix=".record-", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fchmod(handle, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
                os.fsync(handle)
            os.replace(draft, path)
        except BaseException:
            os.unlink(draft)
            raise
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead round in a circle
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Fault(f"{path} cannot be written: {why.lower()}; choose another place, or free some space.") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
