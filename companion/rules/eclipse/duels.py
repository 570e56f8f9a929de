"""Battles where ships and blueprints are tracked: pairs, missiles, engagement rounds, retreats, stalemates (pp. 18-20).

Under the phase lies `Battles`, which asks for the next sector; a sector's battle is an `Engaged`, in which two parties
at a time fight a `Duel`. These steps ask nobody while something follows by itself (`Step.go_on`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from companion.rules.contract import TABLE, Decision, Finding, Missing, Reason
from companion.rules.eclipse import hits
from companion.rules.eclipse.aftermath import after_battles
from companion.rules.eclipse.blueprints import is_told, party_figures
from companion.rules.eclipse.build import BuildWhat
from companion.rules.eclipse.catalog import SHIPS
from companion.rules.eclipse.combat import end_battle, owner_of, with_battle
from companion.rules.eclipse.flow import replace_step, settle
from companion.rules.eclipse.opening import Untold
from companion.rules.eclipse.parties import NOT_PLAYERS, defender, fighting_order, party_name
from companion.rules.eclipse.pieces import Volley, name, sector_name
from companion.rules.eclipse.pinning import all_told
from companion.rules.eclipse.presence import combatants, hostile
from companion.rules.eclipse.squadrons import (
    armed,
    as_they_lie,
    battle_now,
    initiative_order,
    leave,
    lose,
    may_retreat,
    muster,
    present,
    retreats,
    squadron,
    squadrons,
    targets,
    turn_away,
    wound,
)
from companion.rules.eclipse.state import State, Step
from companion.rules.eclipse.targets import Target, by_printed_rule, useful
from companion.rules.eclipse.upgrade import UpgradeParts
from companion.rules.eclipse.volleys import Rolling

Entry = tuple[str, str]
"""(party, ship type)."""


def next_battle(state: State) -> tuple[int, tuple[str, ...]] | None:
    """The sector fought for next, highest number first, with its parties in order of entry (p. 18); None: no more."""
    fought = {battle.sector for battle in state.battles}
    for sector in reversed(state.sectors):
        if sector.number not in fought:
            parties = combatants(state, sector)
            if parties:
                return sector.number, parties
    return None


@dataclass(frozen=True)
class Battles(Step):
    """The combat phase: sectors are fought for one after another, then comes what follows all battles (pp. 18-21)."""

    def go_on(self, state: State) -> State | None:
        if next_battle(state) is not None:
            return None
        return replace_step(state, self, *after_battles(state))

    def decision(self, state: State) -> Decision:
        following = next_battle(state) or (0, ())
        context = {
            "fought": tuple(battle.sector for battle in state.battles),
            "next": following[0],
            "parties": following[1],
        }
        return Decision(TABLE, "combat", ("battle",), context=context)


def begin_battle(state: State, sector: int) -> State:
    """The state in which the sector's battle, the last of `State.battles`, is fought with the ships that are there."""
    battle, there = battle_now(state), state.sector(sector)
    if battle is None or there is None:
        return state
    state = with_battle(state, replace(battle, squadrons=muster(there, battle.parties)))
    return settle(state.with_(steps=(*state.steps, Engaged(TABLE, sector))))


def who_meets(state: State, sector: int, there: tuple[str, ...], entered: tuple[str, ...]) -> tuple[str, str] | None:
    """Attacker and defender of the duel that comes next in the sector (p. 18), or None: nobody fights any more.

    `there` are the parties that still have ships, `entered` all of the battle, both in order of entry.
    """
    owner = owner_of(state, sector)
    order = fighting_order(there, owner)
    for place, one in enumerate(order):
        for other in order[place + 1 :]:
            if hostile(state, one, other):
                defending = defender(one, other, entered, owner)
                return (one if defending == other else other), defending
    return None


@dataclass(frozen=True)
class Engaged(Step):
    """One sector's battle: the first two of the fighting order meet, the survivor meets the next (p. 18)."""

    sector: int = 0

    def go_on(self, state: State) -> State | None:
        state = as_they_lie(state)
        battle = battle_now(state)
        pair = who_meets(state, self.sector, present(state), battle.parties if battle is not None else ())
        if pair is not None:
            return state.with_(steps=(*state.steps, Duel(TABLE, self.sector, *pair)))
        state, draws = end_battle(state)
        return replace_step(state, self, *draws)

    def decision(self, state: State) -> Decision:
        return Decision(TABLE, "battle", ())


@dataclass(frozen=True)
class Duel(Step):
    """Two parties fight: round 0 are missiles, then engagement rounds. `waiting` are to be activated yet (p. 20)."""

    sector: int = 0
    attacker: str = ""
    defending: str = ""
    round: int = 0
    waiting: tuple[Entry, ...] = ()
    begun: bool = False

    @property
    def pair(self) -> tuple[str, str]:
        return (self.attacker, self.defending)

    def other(self, party: str) -> str:
        return self.attacker if party == self.defending else self.defending

    def go_on(self, state: State) -> State | None:
        state = as_they_lie(state)
        if not all(squadrons(state, party) for party in self.pair):
            return self._over(state)
        if self.round and not armed(state, self.pair):
            return state.with_(steps=(*state.steps, Stalemate(self.attacker, self.sector, self.defending)))
        waiting = tuple(each for each in self.waiting if squadron(state, *each) is not None)
        if not waiting:
            return self._next_round(state)
        return self._activate(state, waiting)

    def _over(self, state: State) -> State:
        """One side is left: who declared a retreat and has not left yet stays (p. 20, case 41)."""
        for each in squadrons(state):
            if each.retreating_to:
                state = turn_away(state, each, 0)
        return replace_step(state, self)

    def _next_round(self, state: State) -> State:
        order = initiative_order(state, self.pair, self.defending)
        if not self.begun:
            order = tuple(each for each in order if any(party_figures(state, *each).missiles))
            return replace_step(state, self, replace(self, begun=True, waiting=order))
        return replace_step(state, self, replace(self, round=self.round + 1, waiting=order))

    def _activate(self, state: State, waiting: tuple[Entry, ...]) -> State:
        """The first in order acts: what has no choice by itself, what has one asks its owner."""
        party, first = waiting[0]
        initiative = party_figures(state, party, first).initiative
        equals = tuple(
            ship for who, ship in waiting if who == party and party_figures(state, who, ship).initiative == initiative
        )
        now = replace(self, waiting=waiting)
        if self.round:
            for ship in equals:
                each = squadron(state, party, ship)
                if each is not None and each.retreating_to:
                    return leave(replace_step(state, self, now.without(party, ship)), each, each.retreating_to)
                if not self._has_choice(state, party, ship):
                    return replace_step(state, self, now.without(party, ship))
        if party in NOT_PLAYERS or (not self.round and len(equals) == 1):
            state = replace_step(state, self, now.without(party, first))
            return state.with_(steps=(*state.steps, salvo(state, now, party, first)))
        state = replace_step(state, self, now)
        return state.with_(steps=(*state.steps, Activation(party, self.sector, equals, bool(self.round))))

    def _has_choice(self, state: State, party: str, ship: str) -> bool:
        """Whether ships of that type can do anything in an engagement round."""
        return any(party_figures(state, party, ship).cannons) or may_retreat(state, party, ship, self.sector)

    def without(self, party: str, ship: str) -> Self:
        """The duel once that type was activated."""
        return replace(self, waiting=tuple(each for each in self.waiting if each != (party, ship)))

    def decision(self, state: State) -> Decision:
        return Decision(TABLE, "battle", ())


def duel_now(state: State) -> Duel | None:
    """The duel being fought, whatever lies on top of it."""
    return next((step for step in reversed(state.steps) if isinstance(step, Duel)), None)


def shown(state: State) -> dict[str, Any]:
    """What a screen needs of the battle: who fights, every squadron, what was destroyed."""
    battle, duel = battle_now(state), duel_now(state)
    if battle is None or duel is None:
        return {}
    return {
        "sector": battle.sector,
        "parties": battle.parties,
        "attacker": duel.attacker,
        "defender": duel.defending,
        "round": duel.round,
        "waiting": duel.waiting,
        "order": initiative_order(state, duel.pair, duel.defending),
        "squadrons": battle.squadrons,
        "figures": {(each.party, each.ship): party_figures(state, each.party, each.ship) for each in battle.squadrons},
        "destroyed": battle.destroyed,
        "retreated": battle.retreated,
        "volley": battle.volley,
    }


@dataclass(frozen=True)
class Activation(Step):
    """A seat's ships are activated, of equal types any first; each attacks or, in a round, retreats (p. 20)."""

    sector: int = 0
    ships: tuple[str, ...] = ()
    rounds: bool = True

    def go_on(self, state: State) -> State | None:
        """A correction may have taken its ships away."""
        agreed = as_they_lie(state)
        ships = tuple(ship for ship in self.ships if squadron(agreed, self.seat, ship) is not None)
        if agreed is state and ships == self.ships:
            return None
        return replace_step(agreed, self, *([replace(self, ships=ships)] if ships else []))

    def decision(self, state: State) -> Decision:
        going = {ship: may_retreat(state, self.seat, ship, self.sector) for ship in self.ships}
        verbs = ("attack_with", "retreat") if self.rounds else ("attack_with",)
        to = retreats(state, self.seat, self.sector) if self.rounds and any(going.values()) else ()
        context = {**shown(state), "ships": self.ships, "retreats": to}
        return Decision(self.seat, "battle.turn", verbs, context=context)


def salvo(state: State, duel: Duel, party: str, ship: str) -> Salvo:
    """The dice that all ships of a type roll at once: missiles in round 0, then cannons (p. 18)."""
    figures = party_figures(state, party, ship)
    each = squadron(state, party, ship)
    number = len(each.damage) if each is not None else 0
    yellow, orange, red = (number * dice for dice in (figures.cannons if duel.round else figures.missiles))
    foe = duel.other(party)
    shields = tuple(sorted({target.shield for target in targets(state, foe)})) or (0,)
    return Salvo(TABLE, Volley(party, (yellow, orange, red), figures.computer, shields), ship=ship, foe=foe)


def roller(state: State, party: str) -> str:
    """Who throws the dice: the seat itself; for those that are no players, one who does not fight them (p. 19)."""
    if party not in NOT_PLAYERS:
        return party
    fighting = present(state)
    others = [seat for seat in state.playing() if seat not in fighting] or list(state.playing())
    return others[0] if others else ""


@dataclass(frozen=True)
class Salvo(Rolling):
    """The dice of one type of ship in the air; when all have fallen they are assigned."""

    ship: str = ""
    foe: str = ""

    def go_on(self, state: State) -> State | None:
        gone = self.foe in state.seats and state.player(self.foe).gone
        return None if any(self.volley.dice) and not gone else replace_step(state, self)

    def decision(self, state: State) -> Decision:
        asked = super().decision(state)
        more = {**shown(state), "ship": self.ship, "roller": roller(state, self.volley.party)}
        return replace(asked, context={**more, **asked.context})

    def fallen(self, state: State, volley: Volley) -> tuple[State, tuple[Step, ...]]:
        battle = battle_now(state)
        if battle is not None:
            state = with_battle(state, replace(battle, volley=volley))
        party = volley.party
        if party in state.seats and state.player(party).gone:
            return state, ()
        seat = TABLE if party in NOT_PLAYERS else party
        return state, (Assigning(seat, party, self.foe, volley.computer, volley.rolled),)


@dataclass(frozen=True)
class Assigning(Step):
    """Each die that hits is assigned to an enemy ship after the roll, several to one if wanted (pp. 18, 19).

    A player may let dice go to a ship that they miss, or that other dice of the volley destroy: `done` wastes them.
    `killed`: dice of this volley have destroyed a ship.
    """

    party: str = ""
    foe: str = ""
    computer: int = 0
    dice: tuple[hits.Die, ...] = ()
    killed: bool = False

    @property
    def stops(self) -> bool:
        return True

    def go_on(self, state: State) -> State | None:
        agreed = as_they_lie(state)
        if agreed is not state:
            return agreed
        ships = targets(state, self.foe)
        dice = useful(self.dice, self.computer, ships)
        if not dice:
            return replace_step(state, self)
        if self.party in NOT_PLAYERS:
            return replace_step(self._by_rule(state, dice, ships), self)
        if len(ships) == 1 and not self.killed:
            damage = hits.damage(dice, self.computer, ships[0].shield)
            state = wound(state, self.party, self.foe, ships[0].ship, 1, damage)
            return replace_step(state, self)
        return replace_step(state, self, replace(self, dice=dice)) if dice != self.dice else None

    def ending(self, state: State) -> Iterator[Finding]:
        """A die that hits every ship there is cannot go to waste: no ship was destroyed for it to be spent on."""
        shields = [target.shield for target in targets(state, self.foe)]
        for colour, value in dict.fromkeys(self.dice):
            if not self.killed and all(hits.hits(value, self.computer, shield) for shield in shields):
                text = f"The {colour} {value} hits every ship of {party_name(self.foe)}: it goes to one of them."
                yield Reason("hits_all", text, "18")

    def _by_rule(self, state: State, dice: tuple[hits.Die, ...], ships: tuple[Target, ...]) -> State:
        sums: dict[tuple[str, int], int] = {}
        for die, ship, place in by_printed_rule(dice, self.computer, ships):
            sums[ship, place] = sums.get((ship, place), 0) + hits.DAMAGE[die[0]]
        for (ship, place), damage in sorted(sums.items(), key=lambda each: -each[0][1]):
            state = wound(state, self.party, self.foe, ship, place, damage)
        return state

    def decision(self, state: State) -> Decision:
        context = {
            **shown(state),
            "dice": self.dice,
            "computer": self.computer,
            "targets": targets(state, self.foe),
            "foe": self.foe,
        }
        return Decision(self.seat, "battle.assign", ("assign", "done"), context=context)


@dataclass(frozen=True)
class Stalemate(Step):
    """No ship in the battle has a cannon: the attacker retreats, and what he leaves there is destroyed (p. 20)."""

    sector: int = 0
    defending: str = ""

    @property
    def stops(self) -> bool:
        return True

    def go_on(self, state: State) -> State | None:
        mine = squadrons(state, self.seat)
        if any(may_retreat(state, self.seat, each.ship, self.sector) for each in mine):
            return None
        return replace_step(self.ended(state), self)

    def ended(self, state: State) -> State:
        for each in squadrons(state, self.seat):
            for _ in each.damage:
                state = lose(state, self.defending, self.seat, each.ship, 1)
        return state

    def decision(self, state: State) -> Decision:
        mine = tuple(each.ship for each in squadrons(state, self.seat))
        context = {**shown(state), "ships": mine, "retreats": retreats(state, self.seat, self.sector)}
        return Decision(self.seat, "battle.stalemate", ("retreat", "done"), context=context)


def broken_off(state: State) -> State:
    """The state without the steps of a battle whose end the table tells, whatever the rules still ask."""
    kinds = (Engaged, Duel, Activation, Salvo, Assigning, Stalemate)
    return state.with_(steps=tuple(step for step in state.steps if not isinstance(step, kinds)))


def untold_ships(state: State, seat: str) -> Iterator[Finding]:
    """What a seat still owes and its ships' figures or numbers hang on."""
    if any(p.step.seat == seat and isinstance(p.step, UpgradeParts | Untold) for p in state.owed):
        yield Missing("upgrade", f"Which parts did {name(seat)} fit in an action that was not told yet?")
    if any(p.step.seat == seat and isinstance(p.step, BuildWhat | Untold) for p in state.owed):
        yield Missing("ships", f"Which ships did {name(seat)} build in an action that was not told yet?")
    player = state.player(seat)
    if not all(is_told(player, ship) for ship, number in zip(SHIPS, player.ships, strict=True) if number):
        yield Missing("blueprints", f"Which parts lie on the blueprints of {name(seat)}?")


def battle_findings(state: State, number: int, parties: tuple[str, ...]) -> Iterator[Finding]:
    """What speaks against fighting now for that sector, by what is known of the ships' places (p. 18)."""
    following = next_battle(state)
    if following is None:
        yield Reason("no_battle", "In no sector is more than one party: nothing is left to fight for.", "18")
        return
    if number != following[0]:
        text = f"Sector {sector_name(following[0])} comes first: highest number first, the centre last."
        yield Reason("not_next", text, "18")
    yield from who_is_there(state, number, parties)
    sector = state.sector(number)
    for seat in combatants(state, sector) if sector is not None else ():
        if seat in state.seats:
            yield from untold_ships(state, seat)


def who_is_there(state: State, number: int, parties: tuple[str, ...]) -> Iterator[Finding]:
    """Whether these are the parties that meet in the sector, in order of entry, as far as places are known (p. 18)."""
    sector = state.sector(number)
    there = combatants(state, sector) if sector is not None else ()
    if there and there != parties:
        text = f"In {sector_name(number)} are, by entry: {', '.join(party_name(party) for party in there)}."
        if sector is not None and not sector.is_told("ancients", "gcds"):
            yield Missing("sectors", f"{text} Are Ancients left there?")
        elif all_told(state):
            yield Reason("other_parties", text, "18")
        else:
            yield Missing("ships", f"{text} Are others there too, whose places were not told?")
