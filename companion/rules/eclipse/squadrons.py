"""The ships of a battle by party and type: their damage, who goes first, how they are hit and leave (pp. 18-20).

They are kept in the last of `State.battles` where ships and blueprints are tracked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.contract import Finding, Missing, Reason
from companion.rules.eclipse.blueprints import Figures, party_figures
from companion.rules.eclipse.catalog import SHIPS
from companion.rules.eclipse.combat import destroy_ship, with_battle
from companion.rules.eclipse.parties import ANCIENTS, GCDS, NOT_PLAYERS
from companion.rules.eclipse.pieces import Battle, Sector, Squadron, name, sector_name
from companion.rules.eclipse.presence import enemies, fleet, put_ships
from companion.rules.eclipse.sectors import may_be_own, may_be_owned, not_laid, unknown_sector
from companion.rules.eclipse.state import State
from companion.rules.eclipse.targets import SIZES, Target
from companion.rules.eclipse.wormholes import connected, has_generator


def muster(sector: Sector, parties: tuple[str, ...]) -> tuple[Squadron, ...]:
    """Every party's ships in the sector, undamaged."""
    found: list[Squadron] = []
    for party in parties:
        if party == ANCIENTS:
            ships: tuple[tuple[str, int], ...] = (("ancient", sector.ancients),)
        elif party == GCDS:
            ships = (("gcds", int(sector.gcds)),)
        else:
            ships = fleet(sector, party)
        found += [Squadron(party, ship, (0,) * number) for ship, number in ships if number > 0]
    return tuple(found)


def as_they_lie(state: State) -> State:
    """The state with its squadrons as many as lie in the sector: a correction, or a seat that left, changed that."""
    battle = battle_now(state)
    sector = state.sector(battle.sector) if battle is not None else None
    if battle is None or sector is None:
        return state
    known = {(each.party, each.ship): each for each in battle.squadrons}
    agreed = []
    for each in muster(sector, battle.parties):
        old = known.get((each.party, each.ship))
        if old is not None:
            number = len(each.damage)
            each = old if len(old.damage) == number else replace(old, damage=(*old.damage, *each.damage)[:number])
        agreed.append(each)
    found = tuple(agreed)
    return state if found == battle.squadrons else with_battle(state, replace(battle, squadrons=found))


def battle_now(state: State) -> Battle | None:
    """The last battle of the phase, whether it is over or not."""
    return state.battles[-1] if state.battles else None


def squadrons(state: State, party: str = "") -> tuple[Squadron, ...]:
    """The squadrons that still fight, or those of one party."""
    battle = battle_now(state)
    return tuple(each for each in battle.squadrons if party in ("", each.party)) if battle is not None else ()


def squadron(state: State, party: str, ship: str) -> Squadron | None:
    """The party's ships of that type in the battle, or None."""
    return next((each for each in squadrons(state, party) if each.ship == ship), None)


def present(state: State) -> tuple[str, ...]:
    """The parties that still have ships in the battle, in order of entry."""
    battle = battle_now(state)
    there = {each.party for each in squadrons(state)}
    return tuple(party for party in battle.parties if party in there) if battle is not None else ()


def initiative_order(state: State, pair: tuple[str, str], defender: str) -> tuple[tuple[str, str], ...]:
    """(party, ship type) of both sides as they are activated: initiative, ties to the defender (p. 18).

    Equal types of one owner stand the largest first; he may change that among them.
    """
    entries = [(each.party, each.ship) for each in squadrons(state) if each.party in pair]

    def place(entry: tuple[str, str]) -> tuple[int, bool, int]:
        party, ship = entry
        return (-party_figures(state, party, ship).initiative, party != defender, SIZES.index(ship))

    return tuple(sorted(entries, key=place))


def targets(state: State, party: str) -> tuple[Target, ...]:
    """The party's ships as they may be shot at."""
    found = []
    for each in squadrons(state, party):
        figures = party_figures(state, party, each.ship)
        for place, damage in enumerate(each.damage, 1):
            found.append(Target(each.ship, place, figures.hull + 1 - damage, figures.shield))
    return tuple(found)


def armed(state: State, parties: tuple[str, ...]) -> bool:
    """Whether any ship of these parties has a cannon."""
    return any(any(party_figures(state, e.party, e.ship).cannons) for e in squadrons(state) if e.party in parties)


def wound(state: State, by: str, whose: str, ship: str, place: int, damage: int) -> State:
    """The state with damage on one ship; when its hull cannot absorb it the ship is destroyed (p. 19)."""
    hit = squadron(state, whose, ship)
    if hit is None or not 1 <= place <= len(hit.damage):
        return state
    suffered = hit.damage[place - 1] + damage
    figures: Figures = party_figures(state, whose, ship)
    if suffered > figures.hull:
        return lose(state, by, whose, ship, place)
    marks = tuple(suffered if index == place else each for index, each in enumerate(hit.damage, 1))
    return _put(state, hit, replace(hit, damage=marks))


def mark(state: State, whose: str, ship: str, place: int, damage: int) -> State:
    """The state with so much damage on one ship, as the table says."""
    hit = squadron(state, whose, ship)
    if hit is None:
        return state
    return _put(
        state, hit, replace(hit, damage=tuple(damage if i == place else d for i, d in enumerate(hit.damage, 1)))
    )


def lose(state: State, by: str, whose: str, ship: str, place: int) -> State:
    """The state with one ship destroyed."""
    hit = squadron(state, whose, ship)
    if hit is None:
        return state
    marks = tuple(each for index, each in enumerate(hit.damage, 1) if index != place)
    state = _put(state, hit, replace(hit, damage=marks))
    return _last_to_go(destroy_ship(state, by, whose, ship), hit)


def leave(state: State, each: Squadron, to: int) -> State:
    """The state with a squadron moved to the sector it retreats to (p. 20)."""
    battle = battle_now(state)
    if battle is None or each.party in NOT_PLAYERS:
        return state
    number = len(each.damage)
    state = put_ships(state, battle.sector, each.party, each.ship, -number)
    state = put_ships(state, to, each.party, each.ship, number)
    return _last_to_go(_put(state, each, replace(each, damage=())), replace(each, retreating_to=to))


def turn_away(state: State, each: Squadron, to: int) -> State:
    """The state with a squadron that declared its retreat, or (0) gave it up as the battle ended."""
    return _put(state, each, replace(each, retreating_to=to))


def _put(state: State, old: Squadron, new: Squadron) -> State:
    """The state with a squadron changed; one without ships is gone."""
    battle = battle_now(state)
    if battle is None:
        return state
    kept = [new if each is old else each for each in battle.squadrons]
    return with_battle(state, replace(battle, squadrons=tuple(each for each in kept if each.damage)))


def _last_to_go(state: State, gone: Squadron) -> State:
    """A party whose last ship went while retreating has retreated, whether it got away or not (pp. 21, 30)."""
    battle = battle_now(state)
    if battle is None or not gone.retreating_to or squadrons(state, gone.party) or gone.party in battle.retreated:
        return state
    return with_battle(state, replace(battle, retreated=(*battle.retreated, gone.party)))


def retreat_findings(state: State, seat: str, source: int, to: int) -> Iterator[Finding]:
    """Why ships of the seat may not retreat from one sector to another (p. 20)."""
    wrong = unknown_sector(to)
    if wrong is not None:
        yield wrong
        return
    sector, where = state.sector(to), sector_name(to)
    if to == source:
        yield Reason("stays", f"The battle is in {where}: a retreat leaves that sector.", "20")
        return
    if sector is None:
        yield not_laid(state, to, f"Sector {where} is not on the table.", "20")
        return
    if not may_be_own(state, seat, sector):
        text = f"A retreat goes to a sector that the player controls; {name(seat)} has no disc in {where}."
        yield Reason("no_disc", text, "20")
    elif sector.owner != seat:
        yield Missing(
            "sectors", f"Does {name(seat)} control {where}? A retreat goes to a sector that the player controls."
        )
    if enemies(state, sector.surely, seat):
        yield Reason("enemy_there", f"Enemy ships are in {where}: no retreat goes there.", "20")
    elif enemies(state, sector, seat):
        yield Missing("sectors", f"Are Ancients left in {where}? Then no retreat goes there.")
    answer = connected(state, source, to, has_generator(state, seat))
    if answer == "no":
        text = f"No wormhole connects {sector_name(source)} with {where} for {name(seat)}."
        yield Reason("no_wormhole", text, "20")
    elif answer == "unknown":
        yield Missing("connected", f"Is {where} next to {sector_name(source)} through a wormhole?")


def retreats(state: State, seat: str, source: int) -> tuple[int, ...]:
    """The sectors that ships of the seat may retreat to, as far as is known."""
    return tuple(
        sector.number
        for sector in may_be_owned(state, seat)
        if sector.number != source
        and not any(isinstance(each, Reason) for each in retreat_findings(state, seat, source, sector.number))
    )


def may_retreat(state: State, seat: str, ship: str, source: int) -> bool:
    """Whether ships of that type have anywhere to go; starbases never move (p. 14)."""
    return ship in SHIPS and ship != "starbase" and bool(retreats(state, seat, source))
