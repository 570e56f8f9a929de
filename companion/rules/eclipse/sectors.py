"""Sectors on the table: which there are, who controls them, what stands in the way of a disc (pp. 7-10, 21)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.contract import Finding, Reason
from companion.rules.eclipse.catalog import SECTOR_RANGES, SECTORS
from companion.rules.eclipse.pieces import Sector, name, sector_name
from companion.rules.eclipse.state import State


def unknown_sector(number: int) -> Reason | None:
    """The reason why a number is no sector, or None."""
    if number in SECTORS:
        return None
    return Reason("no_sector", f"There is no sector {number}; sectors are {SECTOR_RANGES}.", "7")


def own_sector(state: State, seat: str, number: int) -> Iterator[Finding]:
    """Why the seat does not control a sector: it does not exist, is not on the table, or is somebody else's."""
    wrong = unknown_sector(number)
    if wrong is not None:
        yield wrong
        return
    sector = state.sector(number)
    if sector is None:
        yield Reason("not_laid", f"Sector {sector_name(number)} is not on the table{_untold(state, seat)}.", "9")
    elif not sector.owner:
        text = f"No influence disc lies in sector {sector_name(number)}, neither {name(seat)}'s nor another"
        yield Reason("no_disc", f"{text}{_untold(state, seat)}.", "8")
    elif sector.owner != seat:
        yield Reason(
            "owned_by", f"Sector {sector_name(number)} is controlled by {name(sector.owner)}, not by {name(seat)}.", "8"
        )


MAY_PLACE = (
    "which action",
    "which sector was explored",
    "which space was explored",
    "whether a disc was placed",
    "which influence discs moved",
)
"""Details of the inbox that may have laid a sector or placed a disc."""


def _untold(state: State, seat: str) -> str:
    """Where the inbox may hold what is missing: a hint for the end of a sentence, or ""."""
    numbers = [str(each.number) for each in state.inbox if each.seat == seat and each.detail in MAY_PLACE]
    return f"; number {' and '.join(numbers)} of the inbox was not told yet" if numbers else ""


def lay(state: State, number: int, at: tuple[int, int] | None = None, rotation: int = 0) -> State:
    """The state with a sector tile laid, its discovery tile and Ancients on it (p. 9); `at` None: place not told."""
    tile = SECTORS[number]
    sector = Sector(
        number=number,
        discovery=tile.discovery,
        ancients=tile.ancients,
        gcds=tile.gcds,
        at=at,
        rotation=rotation,
    )
    return state.with_sector(sector)


def laying_untold(state: State) -> bool:
    """Whether something that may have laid a sector was not told yet."""
    return any(pending.owed.detail in MAY_PLACE for pending in state.owed)


def guarded(state: State, seat: str, sector: Sector) -> Reason | None:
    """Ancients or the Galactic Center's defence stand in the way of a disc; Draco lives with Ancients (pp. 9, 27)."""
    if sector.gcds:
        return Reason(
            "gcds", "The Galactic Center Defense System must be destroyed before a disc may be placed there.", "9"
        )
    if sector.ancients and state.player(seat).species_key != "draco":
        count = f"{sector.ancients} Ancient{'s' if sector.ancients > 1 else ''}"
        return Reason(
            "ancients",
            f"Sector {sector_name(sector.number)} holds {count}, to be destroyed before a disc may be placed.",
            "9",
        )
    return None


def off_the_board(state: State, seat: str) -> bool:
    """Whether the seat has neither disc nor ship on the board (p. 21)."""
    return seat in state.seats and not any(state.player(seat).ships) and not state.owned(seat)


def eliminated(state: State, seat: str) -> Iterator[Finding]:
    """With neither disc nor ship on the board no disc may be placed any more (p. 21)."""
    if off_the_board(state, seat):
        yield Reason("eliminated", f"{name(seat)} has neither disc nor ship on the board: no disc may be placed.", "21")
