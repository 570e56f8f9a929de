"""`companion doctor`: every device, permission and setting: what was found, and what to do."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from companion.data import data_folder

SIGNS = {"ok": "ok     ", "missing": "missing", "wrong": "WRONG  "}


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where sessions and settings are kept.")] = None,
) -> None:
    """Say what is there, what is wrong, and what to do. Changes nothing; ends with 1 if anything is wrong."""
    from companion.health import examine

    findings = list(examine(data_folder(data)))
    good = all(finding.state != "wrong" for finding in findings)
    if as_json:
        typer.echo(
            json.dumps({"good": good, "findings": [asdict(finding) for finding in findings]}, ensure_ascii=False)
        )
    else:
        for finding in findings:
            advice = f" → {finding.do}" if finding.do else ""
            typer.echo(f"{SIGNS[finding.state]} {finding.part}: {finding.found}{advice}")
    if not good:
        raise typer.Exit(1)
