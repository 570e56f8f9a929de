"""`companion run`: the app."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.display import display_missing
from companion.faults import Fault


def run(
    demo: Annotated[bool, typer.Option("--demo", help="Play by itself, on sample throws.")] = False,
    windowed: Annotated[str | None, typer.Option(metavar="WxH", help="In a window of this size.")] = None,
    camera: Annotated[str | None, typer.Option(metavar="SOURCE", help="Where throws are seen.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where sessions and settings are kept.")] = None,
) -> None:
    """Open the app."""
    if missing := display_missing(os.environ):
        raise Fault(missing)
    if camera is not None:
        from hardware.cameras import BadSource, parse

        try:
            parse(camera)
        except BadSource as error:
            raise typer.BadParameter(str(error), param_hint="--camera") from error
    from companion.screens.app import run_app, size_of

    if windowed is not None:
        try:
            size_of(windowed)
        except Fault as fault:
            raise typer.BadParameter(str(fault), param_hint="--windowed") from fault
    run_app(
        demo=demo,
        windowed=windowed,
        camera=camera,
        data=data,
        open_tray=_open_tray,
        open_calibrating=_open_calibrating,
    )


def _open_tray(*asked: Any) -> Any:
    """The dice tray, when a screen first wants it: it brings OpenCV, which the start must not wait for."""
    from companion.commands.seeing import Seeing

    return Seeing(*asked)


def _open_calibrating(wishes: Any) -> Any:
    """Camera and reader, when the screen for calibrating wants them."""
    from companion.commands.calibration import Calibrating

    return Calibrating(wishes)
