"""The battle of a position as its chances are asked of: what a screen shows beside a battle, or before it begins."""

from __future__ import annotations

from collections import Counter

from companion.rules.eclipse.blueprints import party_figures
from companion.rules.eclipse.duels import Assigning, Duel, Entry, Salvo, duel_now, next_battle, who_meets
from companion.rules.eclipse.hits import COLOURS
from companion.rules.eclipse.odds.battlefield import NEVER_RETREAT, Battlefield, ShipClass, Side
from companion.rules.eclipse.parties import NOT_PLAYERS
from companion.rules.eclipse.pieces import Squadron
from companion.rules.eclipse.squadrons import battle_now, muster, retreats, squadrons
from companion.rules.eclipse.state import State

MISSILES = COLOURS.index("orange")
"""All missiles of the box roll orange dice (p. 20)."""


def battlefield(state: State) -> Battlefield | None:
    """The two parties that fight now, as far as their battle has come, or those that will fight next.

    None where no battle is fought by what is tracked, and while dice that fell are still being assigned.
    """
    duel = duel_now(state)
    if duel is None:
        return _coming(state)
    if any(isinstance(step, Assigning) for step in state.steps):
        return None
    lost = Counter((whose, ship) for _, whose, ship in _destroyed(state))
    acting, waiting = _acting(state), duel.waiting
    ordered = [_in_turn(state, duel, party, acting) for party in (duel.attacker, duel.defending)]
    if not all(ordered):
        return None
    attacker, defending = (_classes(state, fleet, lost) for fleet in ordered)
    missiles = duel.round == 0 and (not duel.begun or acting is not None or bool(waiting))
    turn: tuple[Side, int] | None = None
    if (acting is not None or waiting) and (missiles or duel.round):
        party, ship = acting or waiting[0]
        side: Side = "attacker" if party == duel.attacker else "defender"
        fleet = attacker if side == "attacker" else defending
        figure = party_figures(state, party, ship).initiative
        due = (ship,) if acting is not None else tuple(kind for who, kind in waiting if who == party)
        turn = next(((side, at) for at, e in enumerate(fleet) if e.type in due and e.initiative == figure), None)
    return Battlefield(attacker, defending, missiles, turn, _may_leave(state, duel.attacker))


def _acting(state: State) -> Entry | None:
    """Whose dice are asked for now, if any."""
    top = state.steps[-1] if state.steps else None
    return (top.volley.party, top.ship) if isinstance(top, Salvo) else None


def _in_turn(state: State, duel: Duel, party: str, acting: Entry | None) -> tuple[Squadron, ...]:
    """One side's ships, those that have acted first, then the acting ones: for so equal Initiatives are taken."""

    def place(each: Squadron) -> int:
        entry = (each.party, each.ship)
        fires = bool(duel.round) or any(party_figures(state, *entry).missiles)
        return 1 if entry == acting else 2 if entry in duel.waiting or not fires or not duel.begun else 0

    return tuple(sorted(squadrons(state, party), key=place))


def _coming(state: State) -> Battlefield | None:
    """The first two parties of the battle that comes next."""
    if not state.tracks("sectors", "ship_places", "blueprints"):
        return None
    following = next_battle(state)
    sector = state.sector(following[0]) if following is not None else None
    if following is None or sector is None:
        return None
    pair = who_meets(state, sector.number, following[1], following[1])
    if pair is None:
        return None
    fleets = [_classes(state, muster(sector, (party,)), Counter()) for party in pair]
    may_leave = pair[0] not in NOT_PLAYERS and bool(retreats(state, pair[0], sector.number))
    return Battlefield(fleets[0], fleets[1], may_leave=may_leave)


def _classes(state: State, fleet: tuple[Squadron, ...], lost: Counter[tuple[str, str]]) -> tuple[ShipClass, ...]:
    found = []
    for each in fleet:
        figures = party_figures(state, each.party, each.ship)
        yellow, orange, red = figures.cannons
        found.append(
            ShipClass(
                each.ship,
                len(each.damage),
                yellow,
                orange,
                red,
                figures.missiles[MISSILES],
                figures.computer,
                figures.shield,
                figures.hull,
                figures.initiative,
                damage=tuple(damage for damage in each.damage if damage),
                retreating=bool(each.retreating_to) and each.ship not in NEVER_RETREAT,
                lost=lost[each.party, each.ship],
            )
        )
    return tuple(found)


def _destroyed(state: State) -> tuple[tuple[str, str, str], ...]:
    battle = battle_now(state)
    return battle.destroyed if battle is not None else ()


def _may_leave(state: State, attacker: str) -> bool:
    battle = battle_now(state)
    return attacker not in NOT_PLAYERS and battle is not None and bool(retreats(state, attacker, battle.sector))
