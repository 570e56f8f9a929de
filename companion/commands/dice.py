"""`companion dice`: dice read from pictures."""

import secrets
import time
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.commands.output import complain, print_json
from companion.faults import Fault, on_one_line

if TYPE_CHECKING:
    from hardware.cameras import Image
    from vision.reading import Die, Reading

app = typer.Typer(help="Read dice from pictures.", no_args_is_help=True, rich_markup_mode=None)


class Faces(StrEnum):
    """Which dice lie in the tray: with pips, or Cosmic Empires' coloured faces."""

    PIPS = "pips"
    COSMIC = "cosmic"


def as_json(reading: "Reading") -> dict[str, Any]:
    """A reading as the command's JSON has it."""
    return {
        "dice": [
            {
                "value": die.value,
                "face": die.face,
                "colour": die.colour,
                "confidence": round(float(die.confidence), 3),
                "box": [int(edge) for edge in die.box],
            }
            for die in reading.dice
        ],
        "certain": reading.certain,
        "reason": reading.reason,
        "ms": round(float(reading.ms), 1),
    }


def in_words(reading: "Reading") -> str:
    """A reading as one line of text."""
    dice = ", ".join(_die_in_words(die) for die in reading.dice) or "no dice"
    values = [die.value for die in reading.dice if die.value is not None]
    total = f" = {sum(values)}" if len(values) > 1 and len(values) == len(reading.dice) else ""
    return f"{dice}{total}" + ("" if reading.certain else f" (not certain: {reading.reason})")


def _die_in_words(die: "Die") -> str:
    return f"{die.colour} {die.value if die.value is not None else die.face or '?'}"


@app.command()
def read(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Photographs.", readable=False, show_default=False)
    ],
    dice: Annotated[Faces, typer.Option(help="Which dice lie there.")] = Faces.PIPS,
    expect: Annotated[
        str | None, typer.Option(metavar="DICE", help='What was thrown, e.g. "3 yellow 2 orange".')
    ] = None,
    as_lines: Annotated[bool, typer.Option("--json", help="One JSON object per file.")] = False,
) -> None:
    """Read the dice in photographs."""
    from vision import expect as expectation
    from vision import pictures, reader

    expected = None
    if expect is not None:
        try:
            expected = expectation.parse(expect)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--expect") from error

    refused = False
    for file in files:
        try:
            picture = pictures.load(file)
        except pictures.NotAPicture as error:
            refused = True
            complain(error)
            if as_lines:
                print_json({"file": str(file), "error": str(error)})
            continue
        reading = reader.read(picture, faces=dice.value, expected=expected)
        if as_lines:
            print_json({"file": str(file), **as_json(reading)})
        else:
            print(f"{on_one_line(file)}: {in_words(reading)}", flush=True)
    if refused:
        raise typer.Exit(1)


@app.command()
def watch(
    camera: Annotated[
        str | None, typer.Option(metavar="SOURCE", help="The camera; the settings' own if left out.")
    ] = None,
    dice: Annotated[Faces, typer.Option(help="Which dice lie there.")] = Faces.PIPS,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where the settings are kept.")] = None,
    as_lines: Annotated[bool, typer.Option("--json", help="One JSON object per throw.")] = False,
) -> None:
    """Read each throw that comes to rest under the camera, until stopped (Ctrl-C)."""
    from companion.data import data_folder
    from companion.settings import load
    from hardware.cameras import BadSource, parse
    from vision import reader

    if camera is None:
        loaded = load(data_folder(data))
        for complaint in loaded.complaints:
            complain(complaint)
        camera = loaded.settings.camera_source()
    try:
        source = parse(camera)
    except BadSource as error:
        raise typer.BadParameter(str(error), param_hint="--camera") from error
    for image in _throws(str(source)):
        reading = reader.read(image, faces=dice.value)
        if as_lines:
            print_json(as_json(reading))
        elif reading.dice:
            print(in_words(reading), flush=True)


def _throws(source: str) -> "Iterator[Image]":
    """A picture of each throw: every photograph once; of a live camera, each time when dice have come to rest.

    Raises Fault if the camera cannot be opened at first; one that goes later is waited for.
    """
    from hardware.cameras import CameraEnded, CameraGone, open_camera
    from vision.settling import Settling

    settling = Settling()
    opened_once = False
    said = ""
    while True:
        try:
            with open_camera(source, studio=_studio, once=True) as camera:
                opened_once = True
                while not camera.live:
                    yield camera.frame().image
                    camera.next()
                while True:
                    frame = camera.frame()
                    said = ""
                    settling.feed(frame.image, frame.at)
                    if settling.rested:
                        yield frame.image
        except CameraEnded:
            return
        except CameraGone as gone:
            if not opened_once:
                raise Fault(str(gone)) from gone
            if str(gone) != said:
                said = str(gone)
                complain(said)
            time.sleep(2)


def _studio() -> "Iterator[Image]":
    """Throws as vision's studio draws them: others each time."""
    from vision import studio

    while True:
        image, _ = studio.throw(secrets.randbits(32))
        yield image
