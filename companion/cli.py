"""The `companion` command.

Each group of commands is a module of `companion.commands`, and imports what it works with only when it runs: the
command must start at once, and on a machine without a camera, pins or a screen.

Exit status: 0 good; 1 the input was read and something in it is wrong (one sentence on standard error); 2 unusable
arguments.
"""

import sys
import traceback
from collections.abc import Sequence
from typing import Annotated

import typer

from companion import __version__
from companion.commands import box, dice, doctor, odds, run, table
from companion.faults import Fault

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
    try:
        app(args=None if arguments is None else list(arguments), prog_name="companion")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Fault as fault:
        sys.stdout.flush()
        print(f"companion: {fault}", file=sys.stderr)
        return 1
    except Exception as surprise:
        sys.stdout.flush()
        print(f"companion: {_unforeseen(surprise)}", file=sys.stderr)
        return 1
    return 0


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
