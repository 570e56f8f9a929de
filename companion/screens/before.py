"""What setting up asks of earlier games and of the rules. Pure: no Kivy."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.rules.contract import Reason, Refused, Setup

if TYPE_CHECKING:
    from companion.table.journal import SessionRow


def suggested_names(rows: "Sequence[SessionRow]") -> list[str]:
    """Names of earlier evenings."""
    from companion.table import seats

    return seats.suggested_names(rows)


def last_game(rows: "Sequence[SessionRow]") -> str:
    """The box that was played here last, by name; the first of them before any was."""
    from companion.rules.games import GAMES

    return next((row.game for row in rows if row.game in GAMES), GAMES.names[0])


def last_table(rows: "Sequence[SessionRow]", game: str) -> list[tuple[str, str, str]]:
    """(colour, species, name) of the last game's seats; [] before the first."""
    from companion.table.seats import last_setup

    found = last_setup(rows, game)
    if found is None:
        return []
    setup, names = found
    return [(seat.seat, seat.faction, names.get(seat.seat, "")) for seat in setup.seats]


def last_tracking(rows: "Sequence[SessionRow]", game: str) -> frozenset[str]:
    """The areas that were tracked in the last game."""
    from companion.table.seats import last_setup

    found = last_setup(rows, game)
    return found[0].tracking if found is not None else frozenset()


def refused(game: Any, setup: Setup) -> tuple[Reason, ...]:
    """Why a setup cannot be played; () if it can."""
    try:
        game.begin(setup)
    except Refused as error:
        return error.reasons
    return ()
