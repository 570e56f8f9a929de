"""`companion dice`: dice read from pictures."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from vision.reader import Die, Reading

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
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Photographs.", show_default=False)],
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
            print(f"companion: {error}", file=sys.stderr)
            if as_lines:
                _print_json({"file": str(file), "error": str(error)})
            continue
        reading = reader.read(picture, faces=dice.value, expected=expected)
        if as_lines:
            _print_json({"file": str(file), **as_json(reading)})
        else:
            print(f"{file}: {in_words(reading)}", flush=True)
    if refused:
        raise typer.Exit(1)


def _print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False), flush=True)
