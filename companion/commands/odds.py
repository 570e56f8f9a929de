"""`companion odds`: the chances of a battle."""

import random
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.commands.output import print_json
from companion.data import read_file
from companion.faults import Fault

if TYPE_CHECKING:
    from companion.rules.eclipse.odds import Battlefield, Odds, Plan, ShipClass, Side

app = typer.Typer(help="The chances of a battle.", no_args_is_help=True, rich_markup_mode=None)

FIGURES = {
    "n": "n",
    "y": "yellow",
    "o": "orange",
    "r": "red",
    "mo": "missiles",
    "c": "computer",
    "s": "shield",
    "h": "hull",
    "i": "initiative",
}
"""A ship's figures as the file has them, and as the rules name them. `retreat` may stand beside them."""

LONGEST = 1_000_000
"""Bytes of the longest file that is read; thousands of battles."""


class Best(StrEnum):
    """Who assigns hits for the best chance of winning; the others follow the printed non-player rule."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    BOTH = "both"


@app.callback()
def _odds() -> None:
    pass


@app.command()
def eclipse(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The battles.", readable=False, show_default=False)],
    best: Annotated[
        Best | None,
        typer.Option(help="Who plays for the best chance of winning; all others by the printed non-player rule."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the dice, where a battle is too large to be exact.")] = 1,
    as_lines: Annotated[bool, typer.Option("--json", help="One JSON object per battle.")] = False,
) -> None:
    """The chances of Eclipse battles: who wins, what is lost, which reputation tiles are drawn."""
    from companion.rules.eclipse.odds import BUDGET, SIDES, odds

    sides: tuple[Side, ...] = () if best is None else tuple(side for side in SIDES if best.value in (side, "both"))
    budget = 4 * BUDGET if sides else BUDGET  # sampled, best play is but a good plan: worth a wait
    for name, title, battle in battles(file):
        chances = odds(battle, best=sides, random=random.Random(seed).random, budget=budget)
        if as_lines:
            print_json({"id": name, "name": title, **as_json(chances)})
        else:
            print(in_words(name, title, chances), flush=True)


def battles(file: Path) -> "list[tuple[str, str, Battlefield]]":
    """The battles of a file as (id, name, battlefield). Raises Fault at the first thing that is wrong in it."""
    from companion.rules.eclipse.odds import BadBattle, Battlefield

    found = []
    for number, told in enumerate(_tables(_read(file), "battle", str(file)), 1):
        name = _flat(told.get("id", number))
        where = f"{file}, battle {name}"
        try:
            battle = Battlefield(_ships(told, "attacker", where), _ships(told, "defender", where))
        except BadBattle as error:
            raise Fault(f"{where}: {error}") from error
        found.append((name, _flat(told.get("name", "")), battle))
    return found


def _read(file: Path) -> dict[str, Any]:
    try:
        content = read_file(file, LONGEST + 1)
    except OSError as error:
        raise Fault(f"{file} cannot be read ({error.strerror}); name a TOML file with [[battle]] tables.") from error
    if len(content) > LONGEST:
        raise Fault(f"{file} is longer than {LONGEST:,} bytes; split it into smaller files.")
    try:
        return tomllib.loads(content.decode("utf-8"))
    except ValueError as error:  # not TOML, not UTF-8, or a number of thousands of digits
        raise Fault(
            f"{file} is not a TOML file ({_flat(error)[:200]}); write its battles as [[battle]] tables."
        ) from error
    except RecursionError as error:
        raise Fault(f"{file} is nested too deeply; write its battles as [[battle]] tables.") from error


def _tables(told: Mapping[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    value = told.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(each, dict) for each in value):
        missing = "is missing" if value is None else "is not a list of tables"
        raise Fault(f"{where}: {key} {missing}; give at least one.")
    return value


def _ships(told: Mapping[str, Any], side: str, where: str) -> "tuple[ShipClass, ...]":
    return tuple(
        _ship(row, f"{where}, {side}'s ship {number}") for number, row in enumerate(_tables(told, side, where), 1)
    )


def _ship(row: Mapping[str, Any], where: str) -> "ShipClass":
    from companion.rules.eclipse.odds import BadBattle, ShipClass

    known = ("type", *FIGURES)
    if missing := [key for key in known if key not in row]:
        raise Fault(f"{where}: {missing[0]} is missing; a ship has {', '.join(known)}.")
    if strange := [key for key in row if key not in (*known, "retreat")]:
        raise Fault(
            f"{where}: {_flat(strange[0])[:40]!r} is unknown; a ship has {', '.join(known)}, and may have retreat."
        )
    for key, value in row.items():
        if key == "type" and not isinstance(value, str):
            raise Fault(f"{where}: type must be a name in quotes.")
        if key != "type" and type(value) is not int:
            raise Fault(f"{where}: {key} must be a whole number.")
        if key != "type" and abs(value) > 10**20:  # before it is said in a sentence: it may have thousands of digits
            raise Fault(f"{where}: {key} is far too large a number for a ship.")
    figures = {name: row[key] for key, name in FIGURES.items()}
    try:
        return ShipClass(type=row["type"], retreat_at=row.get("retreat", 0), **figures)
    except BadBattle as error:
        raise Fault(f"{where}: {error}") from error


def _flat(value: object) -> str:
    """A text from outside on one line."""
    return " ".join(str(value).split())


def as_json(chances: "Odds") -> dict[str, Any]:
    """A battle's chances as the command's JSON has them; `tiles` are the chances of 0, 1 ... 5 tiles."""
    return {
        "attacker": chances.attacker,
        "defender": chances.defender,
        "exact": chances.exact,
        "error": chances.error,
        "stalemate": chances.stalemate,
        "retreats": dict(chances.retreats),
        "losses": {side: dict(losses) for side, losses in chances.losses.items()},
        "tiles": {side: list(tiles) for side, tiles in chances.tiles.items()},
        "plans": {side: asdict(plan) for side, plan in chances.plans.items()},
    }


def in_words(name: str, title: str, chances: "Odds") -> str:
    """A battle's chances as lines of text."""
    error = "" if chances.exact else f" ± {chances.error:.2%} (too large to be exact: sampled)"
    lines = [
        f"{name}: {title}" if title else name,
        f"  the attacker wins {chances.attacker:.2%}, the defender {chances.defender:.2%}{error}",
    ]
    if chances.stalemate > 0:
        lines.append(f"  neither can destroy the other: {chances.stalemate:.2%}")
    for side, plan in chances.plans.items():
        lines.append(f"  the {side} aims {_plan(plan)}: the best plan found, so perfect play may do better")
    for side, losses in chances.losses.items():
        ships = ", ".join(f"{number:.2f} {ship}" for ship, number in losses.items())
        tiles = ", ".join(f"{number} ({p:.1%})" for number, p in enumerate(chances.tiles[side]) if p > 0)
        away = f"; all retreat in {chances.retreats[side]:.1%}" if chances.retreats[side] > 0 else ""
        lines.append(f"  {side}: loses {ships}; reputation tiles: {tiles}{away}")
    return "\n".join(lines)


def _plan(plan: "Plan") -> str:
    """A way of aiming in words."""

    def said(order: tuple[str, ...], together: bool) -> str:
        return f"at {', then '.join(order)}{' with all fire held together' if together else ''}"

    cannons = said(plan.cannons, plan.cannons_together)
    missiles = said(plan.missiles, plan.missiles_together)
    return cannons if cannons == missiles else f"{cannons}, and missiles {missiles}"
