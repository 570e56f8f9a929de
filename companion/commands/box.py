"""`companion box`: the table box's firmware put on, and every button and light of it tried."""

import contextlib
import queue
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.data import data_folder
from companion.faults import Fault
from companion.settings import load

app = typer.Typer(
    help="The table box: a Raspberry Pi Pico with buttons and lights.", no_args_is_help=True, rich_markup_mode=None
)

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
FILES = ("protocol.py", "buttons.py", "lights.py", "box.py", "main.py")
"""What goes on the Pico; main.py last, so that it never starts with half of the rest."""
MAKE_ROOM = "import os; 'main.py' in os.listdir() and os.remove('main.py')"
"""On the Pico, first of all: unplugged half-way, it comes up at its prompt and can be written to again, where the old
main.py with half of the new files might run into its watchdog for ever."""

BOOTLOADER = Path("/dev/disk/by-label/RPI-RP2")
RESTARTS = 2.0  # seconds until a Pico that starts anew has left its port
BACK = 10.0  # seconds until it is there again
ANSWERS = 10.0  # seconds until the firmware has answered
PATIENCE = 30.0  # seconds for each button

Port = Annotated[str | None, typer.Option(metavar="DEVICE", help="Where it is, such as /dev/ttyACM0.")]
Data = Annotated[Path | None, typer.Option(metavar="DIR", help="Where the settings are kept.")]


def _find(port: str | None, data: Path | None) -> Callable[[], list[str]]:
    from hardware.box import find_boxes

    chosen = port or load(data_folder(data)).settings.box_port
    return lambda: find_boxes(chosen)


def _no_pico(port: str | None) -> Fault:
    if port is not None:
        return Fault(f"there is no Pico at {port}: plug it in, or leave --port out to have it looked for.")
    if BOOTLOADER.exists():
        return Fault(
            "the Pico is waiting for MicroPython itself: copy the file RPI_PICO-….uf2 from micropython.org on the "
            "drive RPI-RP2, wait until the drive is gone, and try again."
        )
    return Fault("there is no Pico with MicroPython on USB here: plug it in with a cable that carries data.")


@app.command()
def flash(port: Port = None, data: Data = None) -> None:
    """Put the firmware on the Pico."""
    put_on(_find(port, data), port, _mpremote)


def put_on(find: Callable[[], list[str]], port: str | None, run: Callable[[Sequence[str]], None]) -> None:
    """Put the firmware on what `find` finds, with `run` doing what mpremote does. Raises Fault."""
    from hardware.box import ask_for_prompt, not_opened, open_port

    found = find()
    if not found:
        raise _no_pico(port)
    try:
        device = open_port(found[0])
    except (OSError, ValueError, termios.error) as error:
        raise Fault(not_opened(found[0], error)) from error
    with contextlib.suppress(OSError, termios.error):  # it may be gone before it is closed
        for _ in range(3):  # a frame may be lost
            ask_for_prompt(device)
            time.sleep(0.1)
    with contextlib.suppress(OSError, termios.error):
        device.close()
    time.sleep(RESTARTS)
    end = time.monotonic() + BACK
    while not (found := find()):
        if time.monotonic() > end:
            raise Fault("the Pico did not come back after it was asked to make room: unplug it, plug it in, try again.")
        time.sleep(0.2)
    typer.echo(f"box: putting {', '.join(FILES)} on the Pico at {found[0]}")
    files = [str(FIRMWARE / name) for name in FILES]
    run(["connect", found[0], "exec", MAKE_ROOM, "+", "cp", *files, ":", "+", "reset"])
    typer.echo("box: done; it starts by itself. Try it: companion box test")


def _mpremote(arguments: Sequence[str]) -> None:
    if find_spec("mpremote") is None:
        raise Fault("mpremote is missing, which writes to the Pico: 'make run' installs it, or  pip install mpremote.")
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "mpremote", *arguments], capture_output=True, text=True, timeout=120, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise Fault(
            "the Pico does not answer mpremote: hold the undo button while plugging it in, and try again."
        ) from error
    if ran.returncode != 0:
        lines = (ran.stderr or ran.stdout).strip().splitlines() or ["it said nothing"]
        raise Fault(
            f"mpremote could not write to the Pico ({lines[-1].strip().rstrip('.')}): hold the undo button while "
            "plugging it in, and try again."
        )


@app.command("test")
def try_it(
    port: Port = None, data: Data = None, patience: Annotated[float, typer.Option(hidden=True)] = PATIENCE
) -> None:
    """Walk every button and every light of the table box."""
    walk(_find(port, data), port, patience)


def walk(find: Callable[[], list[str]], port: str | None, patience: float) -> None:
    """Ask for each button in turn and show each colour. Raises Fault naming what was not felt."""
    from hardware.box import BoxLink
    from hardware.buttons import NAMES, ButtonEvent, Down, seat_of

    if not find():
        raise _no_pico(port)
    events: queue.Queue[ButtonEvent] = queue.Queue()
    box = BoxLink(events, find=find)
    try:
        end = time.monotonic() + ANSWERS
        while not box.working:
            if time.monotonic() > end:
                raise Fault(box.state)
            time.sleep(0.05)
        typer.echo(f"box: {box.state}; {len(NAMES)} buttons to press, each within {patience:g} seconds.")
        missing = []
        for name in NAMES:
            place = seat_of(name)
            box.show("".join("W" if seat == place else "-" for seat in range(1, 7)) if place else "cccccc")
            typer.echo(f"press {_called(name)}" + (" (its light blinks)" if place else " (all lights are on)"))
            if not _felt(events, Down(name), patience):
                missing.append(_called(name))
                typer.echo(f"  {_called(name)} was not felt")
        for colour, called in (("r", "red"), ("g", "green"), ("b", "blue")):
            typer.echo(f"all six lights are {called}, one beep")
            box.show(colour * 6)
            box.beep()
            time.sleep(min(1.0, patience))
        refused = sum(box.counts.values())
        typer.echo(f"box: {box.taken} events taken, {box.dropped_by_box} dropped by the box, {refused} frames refused.")
        if missing:
            raise Fault(f"not felt: {', '.join(missing)}: check their wires (docs/box.md has the drawing).")
    finally:
        box.show(None)
        box.close()


def _called(name: str) -> str:
    return f"seat {name[-1]}" if name.startswith("seat") else name


def _felt(events: "queue.Queue[Any]", wanted: object, patience: float) -> bool:
    end = time.monotonic() + patience
    with contextlib.suppress(queue.Empty):
        while (left := end - time.monotonic()) > 0:
            if events.get(timeout=left) == wanted:
                return True
    return False
