"""The `companion` command.

Each group of commands is a module of `companion.commands`, and imports what it works with only when it runs: the
command must start at once, and on a machine without a camera, pins or a screen.

Exit status: 0 good; 1 the input was read and something in it is wrong (one sentence on standard error); 2 unusable
arguments.
"""

import contextlib
import errno
import io
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated

import typer

from companion import __version__
from companion.commands import box, dice, doctor, odds, run, table
from companion.commands.output import complain
from companion.faults import Fault

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

app = typer.Typer(
    name="companion",
    help="A companion for big space board games played with the physical boxes.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("run")(run.run)
app.command("doctor")(doctor.doctor)
app.add_typer(dice.app, name="dice")
app.add_typer(odds.app, name="odds")
app.add_typer(box.app, name="box")
table.mount(app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"companion {__version__}")
        raise typer.Exit


@app.callback()
def _companion(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with `arguments` (those of the process by default) and return its exit status."""
    _make_streams()
    status, sentence = 0, ""
    try:
        app(args=None if arguments is None else list(arguments), prog_name="companion")
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except Fault as fault:
        status, sentence = 1, str(fault)
    except Exception as surprise:
        status, sentence = 1, _unwritten(surprise) or _unforeseen(surprise)
    try:
        sys.stdout.flush()
    except OSError as error:
        status = status or 1
        if not isinstance(error, BrokenPipeError):  # who closed the pipe had read enough
            sentence = sentence or _unwritten(error) or _unforeseen(error)
        _give_up_output()
    if sentence:
        complain(sentence)
    return status


def _make_streams() -> None:
    """Whatever the companion was started with: all three streams are open, and no letter is too strange for them."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # Else the next file that is opened, a journal perhaps, would be taken for standard output.
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # open to the end
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _unwritten(error: Exception) -> str:
    """The sentence about a standard output that takes no more, or "" if it is not that.

    An error with a file has its name; standard output has none.
    """
    if isinstance(error, OSError) and error.filename is None and error.errno in _FULL:
        return (
            f"the output cannot be written: {(error.strerror or str(error)).lower()}; free some space, and try again."
        )
    return ""


def _give_up_output() -> None:
    """Let what cannot be written go, so that Python does not stumble over it at its end."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _unforeseen(surprise: Exception) -> str:
    """One sentence about an error of our own, with the place where the whole of it was written down."""
    from companion.data import error_log  # only now: nothing is imported for errors that do not happen

    name = type(surprise).__name__
    try:
        path = error_log()
        with path.open("a", encoding="utf-8") as log:
            log.write("".join(traceback.format_exception(surprise)) + "\n")
    except OSError:
        return f"something went wrong that should not ({name}: {_first_line(surprise)}); please report it."
    return f"something went wrong that should not ({name}); please report it with the end of {path}."


def _first_line(error: Exception) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else "no more is known"
