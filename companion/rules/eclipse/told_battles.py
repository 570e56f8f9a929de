"""Battles that are told: who met whom, who was destroyed or retreated, and that a battle or all of them are over.

So it is where ships or blueprints are not tracked; with the ships' places known they move as it is told (pp. 18-21).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from typing import ClassVar

from companion.rules.contract import TABLE, Decision, Finding, Missing, Reason
from companion.rules.eclipse.catalog import SHIPS
from companion.rules.eclipse.combat import (
    SHIPS_OF,
    Combat,
    battle_in,
    combat_step,
    destroy_ship,
    end_battle,
    fighting,
    has_ships,
    laid,
    owner_of,
    playing_party,
    tiles,
    with_battle,
)
from companion.rules.eclipse.flow import find, finish_step, push
from companion.rules.eclipse.parties import (
    ANCIENTS,
    GCDS,
    NOT_PLAYERS,
    as_subject,
    defender,
    fighting_order,
    party_name,
)
from companion.rules.eclipse.pieces import Battle, Sector, name, sector_name
from companion.rules.eclipse.pinning import all_told
from companion.rules.eclipse.presence import allied, combatants, count, fleet, hostile, is_draco, parties, put_ships
from companion.rules.eclipse.squadrons import retreat_findings, retreats
from companion.rules.eclipse.state import EclipseAction, State, Step


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


def order_note(state: State) -> str:
    """A sentence where the table took a sector out of its turn: highest number first, the centre last (p. 18)."""
    if len(state.battles) < 2:
        return ""
    before, now = state.battles[-2].sector, state.battles[-1].sector
    if now <= before:
        return ""
    return f"Sector {sector_name(now)} comes before {sector_name(before)}: highest number first, centre last (p. 18)."


@dataclass(frozen=True)
class FightBattle(EclipseAction):
    """`battle SECTOR PARTY PARTY ...`: more than one party is in the sector; named in order of entry (p. 18)."""

    sector: int
    parties: tuple[str, ...]
    verb: ClassVar[str] = "battle"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        from companion.rules.eclipse.duels import Battles, battle_findings, who_is_there

        if find(state, TABLE, Battles) is not None:
            yield from battle_findings(state, self.sector, self.parties)
        elif state.tracks("ship_places"):
            yield from who_is_there(state, self.sector, self.parties)
        yield from laid(state, self.sector)
        if battle_in(state, self.sector) is not None:
            yield Reason("fought", f"Sector {sector_name(self.sector)} was fought for in this phase already.", "18")
        if len(self.parties) < 2:
            yield Reason("one_party", "A battle needs more than one party in the sector.", "18")
        for party, number in Counter(self.parties).items():
            if number > 1:
                yield Reason(
                    "party_twice", f"A party is named once in a battle, {party_name(party)} {number} times.", "18"
                )
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
        where = sector_name(self.sector)
        if not sector.is_told("owner") and len(self.parties) > 1:
            yield Missing("sectors", f"Who controls {where}? The disc's owner defends, and fights last of the players.")
        if not sector.is_told("ancients", "gcds"):
            yield Missing("sectors", f"Are Ancients or the Defense System left in {where}?")
        if ANCIENTS in self.parties and not sector.ancients:
            yield Reason("no_ancients", f"No Ancients are left in sector {sector_name(self.sector)}.", "18")
        if GCDS in self.parties and not sector.gcds:
            yield Reason("no_gcds", "The Galactic Center Defense System is not there.", "18")
        seats = [party for party in self.parties if party in state.seats]
        draco = [seat for seat in seats if is_draco(state, seat)]
        if ANCIENTS in self.parties and seats and len(draco) == len(seats):
            yield Reason("draco", "The Descendants of Draco never fight the Ancients.", "27")
        elif sector.surely.ancients and ANCIENTS not in self.parties and not draco:
            yield Reason("ancients_there", f"Ancients are in sector {sector_name(self.sector)} too.", "18")
        if sector.surely.gcds and GCDS not in self.parties:
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
            if battle_in(state, sector.number) is not None:
                continue
            if state.tracks("ship_places") and combatants(state, sector):
                yield cls(TABLE, sector.number, combatants(state, sector))
                yield cls(TABLE, sector.number, combatants(state, sector.surely))
            if len(state.battles) >= len(state.seats):
                continue
            there = _there(sector)
            able = [player.seat for player in state.players if any(player.ships) and not player.gone]
            for seat in able:
                if there and seat not in there:
                    yield cls(TABLE, sector.number, (*there, seat))
            if not there:
                yield from (cls(TABLE, sector.number, pair) for pair in permutations(able, 2))

    def title(self, state: State) -> str:
        return f"Battle in {sector_name(self.sector)}: {', '.join(party_name(party) for party in self.parties)}"


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
                text = f"The battle in sector {sector_name(battle.sector)} is fought without {party_name(party)}."
                yield Reason("not_there", text, "18")
        if self.by == self.whose:
            yield Reason(
                "own_ship", f"Nobody destroys own ships: say who destroyed the ship of {party_name(self.by)}.", "18"
            )
        if self.ship not in SHIPS_OF.get(self.whose, SHIPS):
            can = ", ".join(SHIPS_OF.get(self.whose, SHIPS))
            yield Reason("no_type", f"No {self.ship} can be lost by {party_name(self.whose)}, only {can}.", "18")
        if self.whose in state.seats:
            yield from has_ships(state, self.whose, self.ship, battle.sector if battle is not None else None)
        if self.whose == ANCIENTS and self.by in state.seats and is_draco(state, self.by):
            yield Reason("draco", "The Descendants of Draco never fight the Ancients.", "27")
        sector = state.sector(battle.sector) if battle is not None else None
        if self.whose in NOT_PLAYERS and battle is not None and not _is_known(sector, self.whose):
            yield Missing("sectors", f"Is {party_name(self.whose)} left in {sector_name(battle.sector)}?")
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
        by, destroy = as_subject(self.by, "destroy")
        return f"{by} {destroy} {name(self.whose)}'s {name(self.ship)}"


@dataclass(frozen=True)
class Retreated(EclipseAction):
    """`retreated WHOSE [SHIP TO ...]`: all remaining ships declared a retreat, whether they got away or not.

    Where the ships' places are tracked each type that got away is named with the sector it went to (pp. 20, 21, 30).
    """

    whose: str
    ways: tuple[str | int, ...] = ()
    verb: ClassVar[str] = "retreated"
    alone: ClassVar[bool] = True

    @property
    def went(self) -> tuple[tuple[str, int], ...]:
        """(ship type, sector) of each type that got away; words that make no pair are left out."""
        pairs = zip(self.ways[::2], self.ways[1::2], strict=False)
        return tuple((ship, to) for ship, to in pairs if isinstance(ship, str) and isinstance(to, int))

    def findings(self, state: State) -> Iterator[Finding]:
        battle = fighting(state)
        if self.whose in NOT_PLAYERS:
            yield Reason("stays", f"There is no retreat for {party_name(self.whose)}.", "20")
        elif battle is not None and self.whose not in battle.parties:
            text = f"The battle in sector {sector_name(battle.sector)} is fought without {party_name(self.whose)}."
            yield Reason("not_there", text, "18")
        if 2 * len(self.went) != len(self.ways):
            text = "A retreat is told as ship type and sector of each type: interceptor 207 cruiser 208."
            yield Reason("pairs", text, "20")
        if battle is not None and self.whose in battle.retreated and not self.ways:
            yield Reason("retreated", f"{party_name(self.whose)} has retreated already.", "20")
        if battle is None or self.whose not in state.seats:
            return
        for ship, to in self.went:
            yield from self._way(state, battle, ship, to)
        sector = state.sector(battle.sector)
        if not self.ways and sector is not None and count(sector, self.whose):
            text = f"Where did the ships of {name(self.whose)} go? Their sectors are tracked."
            yield Missing("ships", text)

    def _way(self, state: State, battle: Battle, ship: str, to: int) -> Iterator[Finding]:
        if ship not in SHIPS:
            yield Reason("no_type", f"{name(self.whose)} has no ships called {ship}.", "18")
            return
        if ship == "starbase":
            yield Reason("starbase", "A Starbase has no drive and never moves: it cannot retreat.", "14")
        yield from has_ships(state, self.whose, ship, battle.sector)
        yield from retreat_findings(state, self.whose, battle.sector, to)

    def effect(self, state: State) -> State:
        battle = fighting(state)
        if battle is None:
            return state
        here = state.sector(battle.sector)
        for ship, to in self.went if self.whose in state.seats else ():
            number = count(here, self.whose, ship) if here is not None and state.sector(to) is not None else 0
            state = put_ships(state, battle.sector, self.whose, ship, -number)
            state = put_ships(state, to, self.whose, ship, number)
        here = state.sector(battle.sector)
        some_stay = bool(self.ways) and (here is None or count(here, self.whose) > 0)
        if some_stay or self.whose in battle.retreated:
            return state
        return with_battle(state, replace(battle, retreated=(*battle.retreated, self.whose)))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Retreated]:
        battle = fighting(state)
        here = state.sector(battle.sector) if battle is not None else None
        for party in battle.parties if battle is not None else ():
            if party in NOT_PLAYERS:
                continue
            yield cls(TABLE, party)
            for ship, _ in fleet(here, party) if here is not None and party in state.seats else ():
                if ship != "starbase" and battle is not None:
                    yield from (cls(TABLE, party, (ship, to)) for to in retreats(state, party, battle.sector))

    def title(self, state: State) -> str:
        if not self.went:
            return f"{name(self.whose)} retreats"
        ways = " and ".join(f"the {name(ship)}s to {sector_name(to)}" for ship, to in self.went)
        return f"{name(self.whose)} retreats with {ways}"


@dataclass(frozen=True)
class BattleOver(EclipseAction):
    """`battle_over`: one side is left; reputation tiles are drawn in order of entry (p. 21)."""

    verb: ClassVar[str] = "battle_over"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        battle = fighting(state)
        sector = state.sector(battle.sector) if battle is not None else None
        if battle is None or sector is None or not state.tracks("ship_places"):
            return
        left = [party for party in parties(sector.surely) if party in battle.parties]
        foes = [party for party in left if any(hostile(state, party, other) for other in left)]
        if foes:
            who = " and ".join(map(party_name, foes))
            text = f"Still in {sector_name(sector.number)} are {who}: tell first what was destroyed or retreated."
            yield Reason("not_over", text, "20")

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
        for sector in reversed(state.sectors) if state.tracks("ship_places") else ():
            there = combatants(state, sector.surely)
            if there and battle_in(state, sector.number) is None:
                who = " and ".join(map(party_name, there))
                yield Reason("not_fought", f"In {sector_name(sector.number)} are {who}: they fight first.", "18")
        for battle in state.battles:
            yield from self._planta(state, battle)

    def _planta(self, state: State, battle: Battle) -> Iterator[Finding]:
        """Planta's population dies of any enemy ship that is left there (p. 26)."""
        sector = state.sector(battle.sector)
        if sector is None or not sector.is_told("owner", "cubes"):
            yield from self._planta_untold(state, battle)
            return
        if not sector.owner or not sector.cubes:
            return
        away = (sector.owner, *battle.retreated)
        enemies = [party for party in battle.parties if party in state.seats and party not in away]
        if state.player(sector.owner).species_key != "planta" or not enemies:
            return
        where, who = sector_name(battle.sector), " or ".join(name(party) for party in enemies)
        if any(count(sector, enemy) for enemy in enemies):
            text = f"A ship of {who} is in {where}: Planta's population there is destroyed first."
            yield Reason("planta_population", text, "26")
        elif not all_told(state):
            text = f"Has {who} a ship left in {where}? Then Planta's population there is lost (p. 26)."
            yield Missing("planta_population", text)

    def _planta_untold(self, state: State, battle: Battle) -> Iterator[Finding]:
        plants = [each.seat for each in state.players if each.species_key == "planta" and not each.gone]
        others = [party for party in battle.parties if party in state.seats and party not in plants]
        if plants and others and not any((battle.sector, other) in _attacked(state) for other in others):
            text = f"Has {name(plants[0])} population in {sector_name(battle.sector)}? A ship left there destroys it."
            yield Missing("planta_population", text)

    def effect(self, state: State) -> State:
        return finish_step(state, find(state, TABLE, Combat))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[BattlesOver]:
        yield cls(TABLE)

    def title(self, state: State) -> str:
        return "All battles are over"


def _attacked(state: State) -> tuple[tuple[int, str], ...]:
    """(sector, attacker) of every attack on population of this phase."""
    step = combat_step(state)
    return step.attacked if step is not None else ()


def _is_known(sector: Sector | None, party: str) -> bool:
    """Whether it was told if Ancients (or the Defense System) are left in a sector."""
    return sector is not None and sector.is_told("ancients" if party == ANCIENTS else "gcds")


def _there(sector: Sector) -> tuple[str, ...]:
    """The parties that are surely in a sector."""
    there = [ANCIENTS] if sector.surely.ancients else []
    there += [GCDS] if sector.surely.gcds else []
    return tuple(there) or ((sector.owner,) if sector.owner else ())


def _losable(state: State, battle: Battle, whose: str) -> tuple[str, ...]:
    """The types of ship that a party can still lose."""
    if whose in state.seats:
        return tuple(ship for ship, count in zip(SHIPS, state.player(whose).ships, strict=True) if count > 0)
    sector = state.sector(battle.sector)
    left = {ANCIENTS: sector.ancients > 0, GCDS: sector.gcds} if sector is not None else {}
    return SHIPS_OF.get(whose, ()) if left.get(whose) else ()


ACTIONS: tuple[type[EclipseAction], ...] = (FightBattle, Destroyed, Retreated, BattleOver, BattlesOver)
