"""Sectors on the table: which there are, who controls them, what stands in the way of a disc (pp. 7-10, 21)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.contract import Finding, Missing, Reason
from companion.rules.eclipse.catalog import DISCS, SECTOR_RANGES, SECTORS
from companion.rules.eclipse.pieces import Player, Sector, name, sector_as_printed, sector_name
from companion.rules.eclipse.state import State


def unknown_sector(number: int) -> Reason | None:
    """The reason why a number is no sector, or None."""
    if number in SECTORS:
        return None
    return Reason("no_sector", f"There is no sector {number}; sectors are {SECTOR_RANGES}.", "7")


def not_laid(state: State, number: int, text: str, page: str) -> Finding:
    """What is said of a sector that does not lie on the table, as far as was told."""
    if state.sectors_untold:
        return Missing("sectors", f"Does sector {sector_name(number)} lie on the table? Not all of them were told.")
    return Reason("not_laid", text, page)


def unnamed(state: State) -> bool:
    """Whether a sector may be spoken of without its number: nobody follows all of them."""
    return state.sectors_untold or not state.tracks("sectors")


def known_to_be(state: State, seat: str, number: int) -> State:
    """The state with a sector as the seat's own: what it does there tells so, where nobody did."""
    sector = state.sector(number)
    if sector is None or sector.is_told("owner"):
        return state
    return state.with_sector(sector.telling(owner=seat))


def discs_out(player: Player) -> int:
    """Influence discs that lie in sectors, by what lies on the player's board (p. 5)."""
    return DISCS - player.species.in_box - player.discs - sum(player.actions) - player.spare_discs


def may_own_more(state: State, seat: str) -> bool:
    """Whether the seat may control sectors of which nobody told that it does."""
    if seat not in state.seats or state.player(seat).gone:
        return False
    somewhere = state.sectors_untold or any(not each.is_told("owner") for each in state.sectors)
    return somewhere and discs_out(state.player(seat)) > len(state.owned(seat))


def may_be_own(state: State, seat: str, sector: Sector) -> bool:
    """Whether the sector is the seat's, or may be as far as was told."""
    return sector.owner == seat or (not sector.is_told("owner") and may_own_more(state, seat))


def may_be_owned(state: State, seat: str) -> tuple[Sector, ...]:
    """The seat's sectors, and those that may be its own as far as was told, by number."""
    if not may_own_more(state, seat):
        return state.owned(seat)
    return tuple(each for each in state.sectors if may_be_own(state, seat, each))


def own_sector(state: State, seat: str, number: int | None) -> Iterator[Finding]:
    """Why the seat does not control a sector: it does not exist, is not on the table, or is somebody else's.

    `None` is a sector that is not named; it must be where sectors are tracked.
    """
    if number is None:
        yield _own_untold(state, seat, None) if unnamed(state) else which_sector()
        return
    wrong = unknown_sector(number)
    if wrong is not None:
        yield wrong
        return
    sector = state.sector(number)
    if sector is None:
        text = f"Sector {sector_name(number)} is not on the table{_untold(state, seat)}."
        yield not_laid(state, number, text, "9")
    elif not sector.is_told("owner"):
        yield _own_untold(state, seat, number)
    elif not sector.owner:
        text = f"No influence disc lies in sector {sector_name(number)}, neither {name(seat)}'s nor anybody else's"
        yield Reason("no_disc", f"{text}{_untold(state, seat)}.", "8")
    elif sector.owner != seat:
        yield Reason(
            "owned_by", f"Sector {sector_name(number)} is controlled by {name(sector.owner)}, not by {name(seat)}.", "8"
        )


def _own_untold(state: State, seat: str, number: int | None) -> Finding:
    """Whether the seat controls a sector of which nobody told who does."""
    if may_own_more(state, seat):
        return Missing("sectors", f"Does {name(seat)} control {called(number)}? Who does was not told.")
    return Reason("no_disc", f"No influence disc of {name(seat)} lies in a sector that was not told.", "8")


def which_sector() -> Reason:
    """The sector must be named."""
    return Reason("which_sector", "Say which sector: what lies in them is tracked.", "7")


def called(number: int | None) -> str:
    """A sector as a sentence calls it, also one that is not named."""
    return sector_name(number) if number else "that sector"


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
    return state.with_sector(sector_as_printed(number, at, rotation))


def laying_untold(state: State) -> bool:
    """Whether something that may have laid a sector was not told yet."""
    return any(pending.owed.detail in MAY_PLACE for pending in state.owed)


def guarded(state: State, seat: str, sector: Sector) -> Finding | None:
    """Ancients or the Galactic Center's defence stand in the way of a disc; Draco lives with Ancients (pp. 9, 27)."""
    number = sector_name(sector.number)
    if sector.gcds:
        if not sector.is_told("gcds"):
            return Missing("sectors", "Is the Galactic Center Defense System destroyed? It was not told.")
        return Reason(
            "gcds", "The Galactic Center Defense System must be destroyed before a disc may be placed there.", "9"
        )
    if sector.ancients and state.player(seat).species_key != "draco":
        if not sector.is_told("ancients"):
            return Missing("sectors", f"Are Ancients left in sector {number}? It was not told.")
        count = f"{sector.ancients} Ancient{'s' if sector.ancients > 1 else ''}"
        return Reason("ancients", f"Sector {number} holds {count}, to be destroyed before a disc may be placed.", "9")
    return None


def off_the_board(state: State, seat: str) -> bool:
    """Whether the seat has neither disc nor ship on the board (p. 21)."""
    if seat not in state.seats or any(state.player(seat).ships):
        return False
    return not state.owned(seat) and not may_own_more(state, seat)


def eliminated(state: State, seat: str) -> Iterator[Finding]:
    """With neither disc nor ship on the board no disc may be placed any more (p. 21)."""
    if off_the_board(state, seat):
        yield Reason("eliminated", f"{name(seat)} has neither disc nor ship on the board: no disc may be placed.", "21")
