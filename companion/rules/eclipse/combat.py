"""The combat phase: which battles there are, who was destroyed, who retreated, and what each draws (pp. 18-21).

At light tracking ships stand nowhere: the table says who met where, in order of entry, and what became of it.
Dice are in volleys.py, population and discs in conquest.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import ClassVar

from companion.rules.contract import TABLE, Decision, Finding, Missing, Reason
from companion.rules.eclipse.build import BuildWhat
from companion.rules.eclipse.catalog import SHIPS, ShipType
from companion.rules.eclipse.explore import ExploreSector
from companion.rules.eclipse.flow import find, finish_step, push, replace_step
from companion.rules.eclipse.opening import Untold
from companion.rules.eclipse.parties import ANCIENTS, GCDS, NOT_PLAYERS, defender, fighting_order, party_name
from companion.rules.eclipse.pieces import Battle, Sector, Volley, name, sector_name
from companion.rules.eclipse.pinning import untold_ships
from companion.rules.eclipse.presence import allied, combatants, count, is_draco, put_ships
from companion.rules.eclipse.reputation import draw_after_battle, tiles_in_bag
from companion.rules.eclipse.reputation_track import tiles_to_draw
from companion.rules.eclipse.sectors import unknown_sector
from companion.rules.eclipse.state import EclipseAction, State, Step

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


@dataclass(frozen=True)
class Fighting(Step):
    """The battles of one sector; what happened is kept in the last of `State.battles`."""

    def decision(self, state: State) -> Decision:
        battle = state.battles[-1]
        owner = owner_of(state, battle.sector)
        order = fighting_order(battle.parties, owner)
        context = {
            "sector": battle.sector,
            "parties": battle.parties,
            "order": order,
            "defender": defender(order[0], order[1], battle.parties, owner) if len(order) > 1 else "",
            "owner": owner or "",
            "destroyed": battle.destroyed,
            "retreated": battle.retreated,
            "tiles": {seat: tiles(battle, seat) for seat in battle.parties if seat not in NOT_PLAYERS},
            "volley": battle.volley,
            "note": order_note(state),
        }
        return Decision(TABLE, "battle", ("destroyed", "retreated", "fire", "battle_over"), context=context)


def knows_fleets(state: State) -> bool:
    """Whether battles can be fought by what is tracked: which ships are where, and what they carry."""
    return state.tracks("ship_places", "blueprints")


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


def order_note(state: State) -> str:
    """A sentence where the table took a sector out of its turn: highest number first, the centre last (p. 18)."""
    if len(state.battles) < 2:
        return ""
    before, now = state.battles[-2].sector, state.battles[-1].sector
    if now <= before:
        return ""
    return f"Sector {sector_name(now)} comes before {sector_name(before)}: highest number first, centre last (p. 18)."


def laid(state: State, number: int) -> Iterator[Finding]:
    """Why nothing happens in a sector: it does not exist, or does not lie on the table as far as was told."""
    wrong = unknown_sector(number)
    if wrong is not None:
        yield wrong
    elif state.sector(number) is None:
        if any(isinstance(pending.step, ExploreSector | Untold) for pending in state.owed):
            yield Missing("sector", f"Was {sector_name(number)} the sector laid that was not told yet?")
        else:
            yield Reason("not_laid", f"Sector {sector_name(number)} is not on the table.", "9")


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


@dataclass(frozen=True)
class FightBattle(EclipseAction):
    """`battle SECTOR PARTY PARTY ...`: more than one party is in the sector; named in order of entry (p. 18)."""

    sector: int
    parties: tuple[str, ...]
    verb: ClassVar[str] = "battle"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        from companion.rules.eclipse.duels import Battles, battle_findings

        if find(state, TABLE, Battles) is not None:
            yield from battle_findings(state, self.sector, self.parties)
        yield from laid(state, self.sector)
        if battle_in(state, self.sector) is not None:
            yield Reason("fought", f"Sector {sector_name(self.sector)} was fought for in this phase already.", "18")
        if len(self.parties) < 2:
            yield Reason("one_party", "A battle needs more than one party in the sector.", "18")
        for party, number in Counter(self.parties).items():
            if number > 1:
                yield Reason("party_twice", f"{party_name(party)} is named {number} times.", "18")
            yield from playing_party(state, party)
            yield from has_ships(state, party, sector=self.sector)
        yield from self._not_players(state)
        seats = [party for party in self.parties if party in state.seats]
        for place, one in enumerate(seats):
            for other in seats[place + 1 :]:
                if allied(state, one, other):
                    text = f"{name(one)} and {name(other)} have diplomatic relations; an attack breaks them first."
                    yield Reason("allied", text, "11")

    def _not_players(self, state: State) -> Iterator[Finding]:
        sector = state.sector(self.sector)
        if sector is None:
            return
        if ANCIENTS in self.parties and not sector.ancients:
            yield Reason("no_ancients", f"No Ancients are left in sector {sector_name(self.sector)}.", "18")
        if GCDS in self.parties and not sector.gcds:
            yield Reason("no_gcds", "The Galactic Center Defense System is not there.", "18")
        seats = [party for party in self.parties if party in state.seats]
        if ANCIENTS in self.parties and seats and all(is_draco(state, seat) for seat in seats):
            yield Reason("draco", "The Descendants of Draco never fight the Ancients.", "27")
        elif sector.ancients and ANCIENTS not in self.parties and not any(is_draco(state, seat) for seat in seats):
            yield Reason("ancients_there", f"Ancients are in sector {sector_name(self.sector)} too.", "18")
        if sector.gcds and GCDS not in self.parties:
            yield Reason("gcds_there", "The Galactic Center Defense System is in the centre too.", "18")

    def effect(self, state: State) -> State:
        from companion.rules.eclipse.duels import Battles, begin_battle

        whole = find(state, TABLE, Battles) is not None
        state = state.with_(battles=(*state.battles, Battle(self.sector, self.parties)))
        return begin_battle(state, self.sector) if whole else push(state, Fighting(TABLE))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[FightBattle]:
        """The next battle; at light tracking some of two parties, of those surely there and one more."""
        if decision is not None and decision.context.get("next"):
            yield cls(TABLE, decision.context["next"], decision.context["parties"])
            return
        for sector in state.sectors:
            if battle_in(state, sector.number) is not None or len(state.battles) >= len(state.seats):
                continue
            if state.tracks("ship_places") and combatants(state, sector):
                yield cls(TABLE, sector.number, combatants(state, sector))
            there = _there(sector)
            able = [player.seat for player in state.players if any(player.ships) and not player.gone]
            for seat in able:
                if there and seat not in there:
                    yield cls(TABLE, sector.number, (*there, seat))
            if not there:
                yield from (cls(TABLE, sector.number, pair) for pair in permutations(able, 2))

    def title(self, state: State) -> str:
        return f"Battle in {sector_name(self.sector)}: {', '.join(party_name(party) for party in self.parties)}"


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


@dataclass(frozen=True)
class Destroyed(EclipseAction):
    """`destroyed BY WHOSE TYPE`: one ship is destroyed; by whom decides who draws tiles for it (pp. 19, 21)."""

    by: str
    whose: str
    ship: str
    verb: ClassVar[str] = "destroyed"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        battle = fighting(state)
        for party in dict.fromkeys((self.by, self.whose)):
            if battle is not None and party not in battle.parties:
                text = f"{party_name(party)} takes no part in the battle in sector {sector_name(battle.sector)}."
                yield Reason("not_there", text, "18")
        if self.by == self.whose:
            yield Reason("own_ship", f"{party_name(self.by)} does not destroy own ships.", "18")
        if self.ship not in SHIPS_OF.get(self.whose, SHIPS):
            can = ", ".join(SHIPS_OF.get(self.whose, SHIPS))
            yield Reason("no_type", f"{party_name(self.whose)} can lose {can}, but no {self.ship}.", "18")
        if self.whose in state.seats:
            yield from has_ships(state, self.whose, self.ship, battle.sector if battle is not None else None)
        if self.whose == ANCIENTS and self.by in state.seats and is_draco(state, self.by):
            yield Reason("draco", "The Descendants of Draco never fight the Ancients.", "27")
        sector = state.sector(battle.sector) if battle is not None else None
        if sector is not None and self.whose == ANCIENTS and not sector.ancients:
            yield Reason("no_ancients", f"No Ancients are left in sector {sector_name(sector.number)}.", "19")
        if sector is not None and self.whose == GCDS and not sector.gcds:
            yield Reason("no_gcds", "The Galactic Center Defense System is destroyed already.", "19")

    def effect(self, state: State) -> State:
        return destroy_ship(state, self.by, self.whose, self.ship)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Destroyed]:
        battle = fighting(state)
        if battle is None:
            return
        for whose in battle.parties:
            for ship in _losable(state, battle, whose):
                yield from (cls(TABLE, by, whose, ship) for by in battle.parties if by != whose)

    def title(self, state: State) -> str:
        if self.whose in NOT_PLAYERS:
            return f"{party_name(self.by)} destroys {'an Ancient' if self.whose == ANCIENTS else party_name(GCDS)}"
        return f"{party_name(self.by)} destroys {name(self.whose)}'s {name(self.ship)}"


@dataclass(frozen=True)
class Retreated(EclipseAction):
    """`retreated WHOSE`: all remaining ships declared a retreat, whether they got away or not (pp. 20, 21, 30)."""

    whose: str
    verb: ClassVar[str] = "retreated"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        battle = fighting(state)
        if self.whose in NOT_PLAYERS:
            yield Reason("stays", f"{party_name(self.whose)} cannot retreat.", "20")
        elif battle is not None and self.whose not in battle.parties:
            text = f"{party_name(self.whose)} takes no part in the battle in sector {sector_name(battle.sector)}."
            yield Reason("not_there", text, "18")
        if battle is not None and self.whose in battle.retreated:
            yield Reason("retreated", f"{party_name(self.whose)} has retreated already.", "20")

    def effect(self, state: State) -> State:
        battle = fighting(state)
        if battle is None or self.whose in battle.retreated:
            return state
        return with_battle(state, replace(battle, retreated=(*battle.retreated, self.whose)))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Retreated]:
        battle = fighting(state)
        if battle is not None:
            yield from (cls(TABLE, party) for party in battle.parties if party not in NOT_PLAYERS)

    def title(self, state: State) -> str:
        return f"{name(self.whose)} retreats"


@dataclass(frozen=True)
class BattleOver(EclipseAction):
    """`battle_over`: one side is left; reputation tiles are drawn in order of entry (p. 21)."""

    verb: ClassVar[str] = "battle_over"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        from companion.rules.eclipse.duels import broken_off

        step = find(state, TABLE, Fighting)
        state, draws = end_battle(broken_off(state))
        return finish_step(state, step, *draws)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[BattleOver]:
        yield cls(TABLE)

    def title(self, state: State) -> str:
        battle = fighting(state)
        return f"The battle in {sector_name(battle.sector)} is over" if battle is not None else "The battle is over"


@dataclass(frozen=True)
class BattlesOver(EclipseAction):
    """`battles_over`: nothing is left to fight, attack or take; upkeep follows (pp. 18, 24)."""

    verb: ClassVar[str] = "battles_over"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        for battle in state.battles:
            sector = state.sector(battle.sector)
            if sector is None or not sector.owner or not sector.cubes:
                continue
            away = (sector.owner, *battle.retreated)
            enemies = [party for party in battle.parties if party in state.seats and party not in away]
            if state.player(sector.owner).species_key == "planta" and enemies:
                who = " or ".join(name(party) for party in enemies)
                where = sector_name(battle.sector)
                text = f"Has {who} a ship left in {where}? Then Planta's population there is lost (p. 26)."
                yield Missing("planta_population", text)

    def effect(self, state: State) -> State:
        return finish_step(state, find(state, TABLE, Combat))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[BattlesOver]:
        yield cls(TABLE)

    def title(self, state: State) -> str:
        return "All battles are over"


def mark_attacked(state: State, sector: int, by: str) -> State:
    """The state with an attack on population noted (one per attacker and sector, p. 20)."""
    step = combat_step(state)
    if step is None:
        return state
    return replace_step(state, step, replace(step, attacked=(*step.attacked, (sector, by))))


def _ship_type(ship: str) -> ShipType:
    return next((each for each in SHIPS if each == ship), SHIPS[0])


def _there(sector: Sector) -> tuple[str, ...]:
    """The parties that are surely in a sector."""
    there = [ANCIENTS] if sector.ancients else []
    there += [GCDS] if sector.gcds else []
    return tuple(there) or ((sector.owner,) if sector.owner else ())


def _losable(state: State, battle: Battle, whose: str) -> tuple[str, ...]:
    """The types of ship that a party can still lose."""
    if whose in state.seats:
        return tuple(ship for ship, count in zip(SHIPS, state.player(whose).ships, strict=True) if count > 0)
    sector = state.sector(battle.sector)
    left = {ANCIENTS: sector.ancients > 0, GCDS: sector.gcds} if sector is not None else {}
    return SHIPS_OF.get(whose, ()) if left.get(whose) else ()


ACTIONS: tuple[type[EclipseAction], ...] = (FightBattle, Destroyed, Retreated, BattleOver, BattlesOver)
