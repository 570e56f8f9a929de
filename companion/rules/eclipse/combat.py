"""The combat phase and what all its battles share: who is where, what is destroyed, which tiles are drawn (pp. 18-21).

Battles are told (told_battles.py), or fought by what is tracked (duels.py). Dice are in volleys.py, population and
discs in conquest.py and aftermath.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from companion.rules.contract import TABLE, Decision, Finding, Missing, Reason
from companion.rules.eclipse.blueprints import is_told
from companion.rules.eclipse.build import BuildWhat
from companion.rules.eclipse.catalog import SHIPS, ShipType
from companion.rules.eclipse.explore import ExploreSector
from companion.rules.eclipse.flow import replace_step
from companion.rules.eclipse.opening import Untold
from companion.rules.eclipse.parties import ANCIENTS, GCDS, NOT_PLAYERS
from companion.rules.eclipse.pieces import Battle, Volley, name, sector_name
from companion.rules.eclipse.pinning import all_told, untold_ships
from companion.rules.eclipse.presence import count, put_ships
from companion.rules.eclipse.reputation import draw_after_battle
from companion.rules.eclipse.reputation_facts import tiles_in_bag
from companion.rules.eclipse.reputation_track import tiles_to_draw
from companion.rules.eclipse.sectors import not_laid, unknown_sector
from companion.rules.eclipse.state import State, Step

SHIPS_OF = {ANCIENTS: ("ancient",), GCDS: ("gcds",)}
"""What each party that is no player can lose; a player loses ships."""


@dataclass(frozen=True)
class Combat(Step):
    """The combat phase, which the table closes.

    `attacked`: (sector, attacker) of every attack on population so far; `shots`: (sector, attacker, volley) of those
    whose dice were rolled.
    """

    attacked: tuple[tuple[int, str], ...] = ()
    shots: tuple[tuple[int, str, Volley], ...] = field(default=())

    def decision(self, state: State) -> Decision:
        fought = tuple(battle.sector for battle in state.battles)
        context = {"fought": fought, "attacked": self.attacked, "shots": self.shots}
        return Decision(
            TABLE, "combat", ("battle", "fire_population", "bombard", "conquer", "battles_over"), context=context
        )


def knows_fleets(state: State) -> bool:
    """Whether battles can be fought by what is tracked and was told: who is in which sector, with what ships."""
    if not state.tracks("sectors", "ship_places", "blueprints") or not all_told(state):
        return False
    prints = all(
        is_told(each, ship) for each in state.players for ship, number in zip(SHIPS, each.ships, strict=True) if number
    )
    return prints and all(each.is_told("owner", "ancients", "gcds") for each in state.sectors if each.entered)


def open_combat(state: State) -> Step:
    """The step that the combat phase begins with; when it is finished, upkeep follows."""
    from companion.rules.eclipse.duels import Battles

    return Battles(TABLE) if knows_fleets(state) else Combat(TABLE)


def combat_step(state: State) -> Combat | None:
    """The open step of the whole combat phase, whatever lies on top of it."""
    return next((step for step in state.steps if isinstance(step, Combat)), None)


def fighting(state: State) -> Battle | None:
    """The battle that is being fought, or None."""
    if state.battles and not state.battles[-1].over:
        return state.battles[-1]
    return None


def with_battle(state: State, battle: Battle) -> State:
    """The state with its last battle as given."""
    return state.with_(battles=(*state.battles[:-1], battle))


def battle_in(state: State, sector: int) -> Battle | None:
    """The sector's battle of this phase, or None."""
    return next((battle for battle in state.battles if battle.sector == sector), None)


def owner_of(state: State, number: int) -> str | None:
    """The seat whose disc lies in the sector, or None."""
    sector = state.sector(number)
    return sector.owner or None if sector is not None else None


def tiles(battle: Battle, seat: str) -> int:
    """Reputation tiles that the seat draws for the sector's battles (p. 21)."""
    destroyed = [ship for by, _, ship in battle.destroyed if by == seat]
    return tiles_to_draw(destroyed, took_part=seat not in battle.retreated)


def end_battle(state: State) -> tuple[State, tuple[Step, ...]]:
    """The sector's battles are over: the state, and the draws of tiles, the first entrant's asked first (p. 21)."""
    battle = fighting(state)
    if battle is None:
        return state, ()
    state = with_battle(state, replace(battle, over=True))
    why = f"sector {sector_name(battle.sector)}"
    draws = [
        draw_after_battle(party, tiles(battle, party), why)
        for party in battle.parties
        if party in state.seats and not state.player(party).gone and tiles(battle, party) and tiles_in_bag(state)
    ]
    return state, tuple(reversed(draws))


def laid(state: State, number: int) -> Iterator[Finding]:
    """Why nothing happens in a sector: it does not exist, or does not lie on the table as far as was told."""
    wrong = unknown_sector(number)
    if wrong is not None:
        yield wrong
    elif state.sector(number) is None:
        if any(isinstance(pending.step, ExploreSector | Untold) for pending in state.owed):
            yield Missing("sector", f"Was {sector_name(number)} the sector laid that was not told yet?")
        else:
            yield not_laid(state, number, f"Sector {sector_name(number)} is not on the table.", "9")


def has_ships(state: State, seat: str, ship: str = "", sector: int | None = None) -> Iterator[Finding]:
    """Why a seat has no ship (of that type) on the board, or in that sector as far as places are tracked.

    What it built may not have been told, nor where it went.
    """
    if seat not in state.seats or (ship and ship not in SHIPS):
        return
    counts = dict(zip(SHIPS, state.player(seat).ships, strict=True))
    there = state.sector(sector) if sector is not None and state.tracks("ship_places") else None
    if counts.get(_ship_type(ship), 0) > 0 if ship else any(counts.values()):
        if there is None or count(there, seat, ship) > 0:
            return
        if untold_ships(state, seat, ship):
            yield Missing("ships", f"Is a {name(ship) or 'ship'} of {name(seat)} in {sector_name(there.number)}?")
        else:
            text = f"{name(seat)} has no {name(ship) or 'ship'} in sector {sector_name(there.number)}."
            yield Reason("not_in_sector", text, "18")
        return
    what = ship or "ship"
    if any(pending.step.seat == seat and isinstance(pending.step, BuildWhat | Untold) for pending in state.owed):
        yield Missing("ships", f"Did {name(seat)} build a {what} in an action that was not told yet?")
    else:
        yield Reason("no_ship", f"{name(seat)} has no {name(what)} on the board.", "14")


def playing_party(state: State, party: str, others: bool = True) -> Iterator[Finding]:
    """Why somebody takes no part in battles: no such seat, or out of the game."""
    if party in NOT_PLAYERS and others:
        return
    if party not in state.seats:
        seats = ", ".join((*state.seats, *(NOT_PLAYERS if others else ())))
        yield Reason("no_party", f"{name(party)} is not in this game; parties are {seats}.", "18")
    elif state.player(party).gone:
        yield Reason("gone", f"{name(party)} is out of the game.", "24")


def destroy_ship(state: State, by: str, whose: str, ship: str) -> State:
    """The state with one ship destroyed in the battle fought now: off the board, noted for its destroyer's tiles."""
    battle = fighting(state)
    number = battle.sector if battle is not None else 0
    if battle is not None:
        state = with_battle(state, replace(battle, destroyed=(*battle.destroyed, (by, whose, ship))))
    why = f"destroyed in {sector_name(number)}"
    if whose in state.seats and ship in SHIPS:
        ships = list(state.player(whose).ships)
        place = SHIPS.index(_ship_type(ship))
        if ships[place] > 0:
            ships[place] -= 1
            state = state.change(whose, ships=tuple(ships)).enter(whose, f"ships_{ship}", -1, why)
        state = put_ships(state, number, whose, ship, -1)
    sector = state.sector(number)
    if sector is not None and whose == ANCIENTS and sector.ancients > 0:
        state = state.with_sector(sector.with_(ancients=sector.ancients - 1)).enter(TABLE, "ancients", -1, why)
    if sector is not None and whose == GCDS and sector.gcds:
        state = state.with_sector(sector.with_(gcds=False)).enter(TABLE, "gcds", -1, why)
    return state


def mark_attacked(state: State, sector: int, by: str) -> State:
    """The state with an attack on population noted (one per attacker and sector, p. 20)."""
    step = combat_step(state)
    if step is None:
        return state
    return replace_step(state, step, replace(step, attacked=(*step.attacked, (sector, by))))


def _ship_type(ship: str) -> ShipType:
    return next((each for each in SHIPS if each == ship), SHIPS[0])
