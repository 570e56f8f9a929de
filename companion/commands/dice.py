"""`companion dice`: dice read from pictures."""

import sys
import time
from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.commands.output import complain, print_json
from companion.faults import Fault, on_one_line

if TYPE_CHECKING:
    from hardware.cameras import Camera, Image, Locked
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
    from vision import reader, taught, tray

    folder = data_folder(data)
    source = _source(camera, folder)
    try:
        known, seen = taught.load(folder / taught.FILE), tray.load(folder / tray.FILE)
    except ValueError as error:
        raise Fault(str(error)) from error
    for image in _throws(source, folder):
        reading = reader.read(image, (tray.look(image) or seen) if seen else None, faces=dice.value, taught=known)
        if as_lines:
            print_json(as_json(reading))
        elif reading.dice:
            print(in_words(reading), flush=True)


@app.command()
def card(
    out: Annotated[Path, typer.Argument(metavar="OUT.pdf", help="Where to write it.", show_default=False)],
) -> None:
    """Write the tray card: a sheet to print that tells the camera what is straight, how large, and what is white."""
    from vision import card as sheet

    try:
        out.write_bytes(sheet.pdf())
    except OSError as error:
        raise Fault(f"The tray card cannot be written to {out}: {(error.strerror or str(error)).lower()}.") from error
    print(f"{out}: print it at 100 %, without fitting it to the page.")


@app.command()
def calibrate(
    camera: Annotated[
        str | None, typer.Option(metavar="SOURCE", help="The camera; the settings' own if left out.")
    ] = None,
    colours: Annotated[
        str, typer.Option(metavar="WORDS", help="The colours to hold into view, in turn; none with an empty text.")
    ] = "yellow orange red",
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where it is kept.")] = None,
) -> None:
    """Show the camera the tray card, then the table's own dice, one colour at a time."""
    from companion.commands.calibration import Calibration, studio_calibrates
    from companion.data import data_folder
    from hardware.cameras import CameraEnded, CameraGone, open_camera
    from vision.reading import COLOURS

    folder = data_folder(data)
    words = colours.split()
    for word in words:
        if word not in COLOURS:
            raise typer.BadParameter(
                f"{word!r} is not a colour of dice: choose from {' '.join(COLOURS)}.", param_hint="--colours"
            )
    source = _source(camera, folder)
    found = Calibration(folder)
    try:
        with open_camera(source, studio=partial(studio_calibrates, words), once=True) as opened:
            try:
                print(found.look_at_card(_picture(opened, "Lay the empty tray card into the tray and press Enter.")))
            except Fault:
                found.go_without()
                print("No tray card is in view: dice are read without it, less surely.")
            for word in words:
                opened.next()
                count = found.hold(word, _picture(opened, f"Lay only the {word} dice into the tray and press Enter."))
                print(f"{count} {word} {'die is' if count == 1 else 'dice are'} learnt.")
            found.save(opened)
    except CameraEnded as ended:
        raise Fault("The camera has no more pictures: one of the card and one of each colour are needed.") from ended
    except CameraGone as gone:
        raise Fault(str(gone)) from gone


@app.command()
def learn(
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where the corrections are kept.")] = None,
) -> None:
    """Learn from what the table corrected: its dice's colours, and how sure is sure enough."""
    from companion.data import data_folder
    from companion.table.corrections import Corrections
    from vision import pictures, teaching, tray
    from vision import taught as teachings

    folder = data_folder(data)
    corrections = Corrections(folder).all()
    if not corrections:
        print("No reading was corrected yet: there is nothing to learn from.")
        return
    loaded = []
    for picture, was_read, truth in corrections:
        try:
            loaded.append((pictures.load(picture), was_read, truth))
        except pictures.NotAPicture as error:
            complain(str(error))
    try:
        before = teachings.load(folder / teachings.FILE)
        after = teaching.corrected(before, loaded, tray.load(folder / tray.FILE))
    except ValueError as error:
        raise Fault(str(error)) from error
    teachings.save(after, folder / teachings.FILE)
    count = "1 correction" if len(loaded) == 1 else f"{len(loaded)} corrections"
    asks = "asks sooner" if after.doubt > before.doubt else "asks as before"
    print(f"Learnt from {count}: {' '.join(after.bodies) or 'no'} dice are known, and the reader {asks}.")


def _source(camera: str | None, folder: Path) -> str:
    """The camera that was asked for, or else the settings' own."""
    from companion.settings import load
    from hardware.cameras import BadSource, parse

    if camera is None:
        loaded = load(folder)
        for complaint in loaded.complaints:
            complain(complaint)
        camera = loaded.settings.camera_source()
    try:
        return str(parse(camera))
    except BadSource as error:
        raise typer.BadParameter(str(error), param_hint="--camera") from error


def _locked(folder: Path) -> "Locked | None":
    """Exposure and white balance as calibrated. Raises Fault."""
    from hardware.cameras import locked

    try:
        return locked.load(folder / locked.FILE)
    except ValueError as error:
        raise Fault(str(error)) from error


def _picture(camera: "Camera", words: str) -> "Image":
    """The camera's picture once somebody says that all lies ready."""
    if camera.live and sys.stdin.isatty():
        input(f"{words} ")
        for _ in range(5):  # what a camera has waiting is from before
            camera.frame()
    return camera.frame().full()


def _throws(source: str, folder: Path) -> "Iterator[Image]":
    """A picture of each throw: every photograph once; of a live camera, each time when dice have come to rest.

    Raises Fault if the camera cannot be opened at first; one that goes later is waited for.
    """
    from companion.commands.calibration import studio_throws
    from hardware.cameras import CameraEnded, CameraGone, open_camera
    from vision.settling import Settling

    settling = Settling()
    opened_once = False
    said = ""
    while True:
        try:
            with open_camera(source, studio=studio_throws, once=True, locked=_locked(folder)) as camera:
                opened_once = True
                while not camera.live:
                    yield camera.frame().full()
                    camera.next()
                while True:
                    frame = camera.frame()
                    said = ""
                    settling.feed(frame.image, frame.at)
                    if settling.rested:
                        yield frame.full()
        except CameraEnded:
            return
        except CameraGone as gone:
            if not opened_once:
                raise Fault(str(gone)) from gone
            if str(gone) != said:
                said = str(gone)
                complain(said)
            time.sleep(2)
