"""Ships that must stay where opponents are: one for each opposing ship, all of them with the Defense System (p. 14)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.contract import Reason
from companion.rules.eclipse.catalog import SHIPS
from companion.rules.eclipse.parties import party_name
from companion.rules.eclipse.pieces import Sector, sector_name
from companion.rules.eclipse.presence import allied, count, is_draco
from companion.rules.eclipse.state import State


def opposing(state: State, sector: Sector, seat: str, partners: bool = False) -> int:
    """Ships in the sector that pin the seat's, Ancients included; those of partners only where they are asked for."""
    ships = sector.ancients if sector.ancients and not is_draco(state, seat) else 0
    for other, _, number in sector.ships:
        if other != seat and (partners or not allied(state, seat, other)):
            ships += number
    return ships


def free_to_leave(state: State, sector: Sector, seat: str) -> int:
    """How many of the seat's ships may leave the sector: none where the Galactic Center Defense System is."""
    mine = 0 if sector.gcds else count(sector, seat)
    return max(0, mine - opposing(state, sector, seat)) if mine else 0


def may_pass(state: State, sector: Sector, seat: str, partners: bool = True) -> bool:
    """Whether one more ship of the seat may go through the sector without being pinned there."""
    return not sector.gcds and count(sector, seat) >= opposing(state, sector, seat, partners)


def opponents(state: State, sector: Sector, seat: str) -> str:
    """Whom a sentence names as opponents there: "2 ships of Blue and 1 Ancient"."""
    said = []
    for other in sector.entered:
        if other != seat and not allied(state, seat, other):
            number = count(sector, other)
            said.append(f"{number} {'ship' if number == 1 else 'ships'} of {party_name(other)}")
    if sector.ancients and not is_draco(state, seat):
        said.append(f"{sector.ancients} {'Ancient' if sector.ancients == 1 else 'Ancients'}")
    if sector.gcds:
        said.append("the Galactic Center Defense System")
    return " and ".join(said)


def being_fought(state: State, *numbers: int) -> Iterator[Reason]:
    """Why no ship comes or goes there now: a battle of one of the sectors is going on (p. 18)."""
    for battle in state.battles:
        if not battle.over and battle.sector in numbers:
            yield Reason(
                "fighting", f"The battle in {sector_name(battle.sector)} is going on; it is finished first.", "18"
            )


def placed(state: State, seat: str, ship: str) -> int:
    """Ships of a type whose sector is known."""
    return sum(count(sector, seat, ship) for sector in state.sectors if sector.ships)


def untold_ships(state: State, seat: str, ship: str = "") -> bool:
    """Whether the seat has ships (of that type) on the board whose sector nobody told."""
    player = state.player(seat)
    if not state.tracks("ship_places"):
        return any(number > 0 for kind, number in zip(SHIPS, player.ships, strict=True) if ship in ("", kind))
    built = sum(number for kind, number in zip(SHIPS, player.ships, strict=True) if not ship or kind == ship)
    return built > 0 and built > placed(state, seat, ship)


def all_told(state: State) -> bool:
    """Whether the sector of every ship on the board is known."""
    if not state.tracks("ship_places"):
        return not any(any(each.ships) for each in state.players)
    known = sum(number for sector in state.sectors for _, _, number in sector.ships)
    return known >= sum(sum(each.ships) for each in state.players)


def others_untold(state: State, seat: str) -> bool:
    """Whether another seat's ships might be anywhere, as far as was told."""
    return not all_told(state) and any(untold_ships(state, each.seat) for each in state.players if each.seat != seat)
