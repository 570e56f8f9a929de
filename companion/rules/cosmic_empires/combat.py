"""Combat: announced, rolled, hits assigned, retreats, and what it leaves (The Combat; C47-C53, C58)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.contract import TABLE, Decision, Kind, Roll
from companion.rules.cosmic_empires.activation import Prize
from companion.rules.cosmic_empires.arrival import Fleet, Reveal, from_pile, take
from companion.rules.cosmic_empires.board import enemy, own_landings, reaches, ships_at
from companion.rules.cosmic_empires.catalog import FACES
from companion.rules.cosmic_empires.dice import Fallen, hits, pool, remaining, throw
from companion.rules.cosmic_empires.flow import below, find, finish, push, swap
from companion.rules.cosmic_empires.hands import DrawEvents, all_out
from companion.rules.cosmic_empires.ships import change_ship, remove_ship
from companion.rules.cosmic_empires.state import (
    NO_STONES,
    PIRATES,
    Ship,
    State,
    Step,
)

SECTION = "The Combat"
ATTACKER, DEFENDER = 0, 1


@dataclass(frozen=True)
class Combat(Step):
    """A combat on a space; `seat` attacks. Pairs are (attacker's, defender's).

    `stage`: announced (Peace Treaties may be played), roll, after (hits are assigned), retreat.
    """

    space: str = ""
    fleet: Fleet = ()
    old_mobile: str = ""
    defender: str = ""
    """A seat, or PIRATES; "" until the combat is announced."""
    stage: str = "begin"
    turn_of: int = ATTACKER
    """Who rolls, or who may retreat."""
    round: int = 1
    bombers: tuple[int, int] = (0, 0)
    fire: tuple[bool, bool] = (False, False)
    """Maximum Fire Power was played."""
    held: tuple[bool, bool] = (False, False)
    """May not retreat: the other side played Sabotage."""
    thrown: tuple[tuple[Fallen, ...], tuple[Fallen, ...]] = ((), ())
    """Dice of this round that have fallen."""
    pirates: tuple[Ship, ...] = ()

    @property
    def sides(self) -> tuple[str, str]:
        return (self.seat, self.defender)

    def ships(self, state: State, side: int) -> tuple[Ship, ...]:
        """The ships of a side that are still there."""
        party = self.sides[side]
        if party == PIRATES:
            return self.pirates
        return ships_at(state.player(party), self.space) if party in state.seats else ()

    def go_on(self, state: State) -> State | None:
        match self.stage:
            case "begin":
                return self._announce(state)
            case "announced":
                may = self.defender in state.seats and state.player(self.defender).hand
                return None if may and not all_out(state, "peace_treaties") else begin_battle(state, self)
            case "roll":
                return self._roll_on(state)
            case "after":
                return self._after(state)
            case _:
                return self._retreats(state)

    def _announce(self, state: State) -> State:
        here = state.places[self.space]
        if here.kind_key != "neutral_pirates":
            other = enemy(state, self.seat, self.space)
            if not other:
                return take(finish(state, self), self.seat, self.space)
            return swap(state, self, replace(self, defender=other, stage="announced"))
        counts = zip(("frigate", "cruiser"), state.contents[here.card], strict=False)
        ships = tuple(Ship(f"{kind}_{n}", self.space) for kind, count in counts for n in range(1, int(count) + 1))
        return swap(state, self, replace(self, defender=PIRATES, stage="announced", pirates=ships))

    def dice_of(self, state: State, side: int) -> dict[str, int]:
        """The dice of a side in this round, by body."""
        party = self.sides[side]
        extra = self.bombers[side]
        if party in state.seats and state.player(party).faction == "corporations":
            extra += 1
        return pool(self.ships(state, side), extra)

    def _roll_on(self, state: State) -> State | None:
        none_thrown = not self.thrown[ATTACKER] and not self.thrown[DEFENDER]
        if none_thrown and self.turn_of == ATTACKER and not all(self.ships(state, side) for side in (0, 1)):
            return finish_combat(state, self)
        if any(remaining(self.dice_of(state, self.turn_of), self.thrown[self.turn_of]).values()):
            return None
        if self.turn_of == ATTACKER:
            return swap(state, self, replace(self, turn_of=DEFENDER))
        # Hits of both sides were rolled at once; the defender assigns first (C49).
        state = swap(state, self, replace(self, stage="after"))
        return push(
            state,
            Hits(self._hit_by(state, ATTACKER), ATTACKER, hits(self.thrown[DEFENDER])),
            Hits(self._hit_by(state, DEFENDER), DEFENDER, hits(self.thrown[ATTACKER])),
        )

    def _hit_by(self, state: State, side: int) -> str:
        return TABLE if self.sides[side] == PIRATES else self.sides[side]

    def _after(self, state: State) -> State:
        if not all(self.ships(state, side) for side in (0, 1)):
            return finish_combat(state, self)
        return swap(state, self, replace(self, stage="retreat", turn_of=DEFENDER))

    def _retreats(self, state: State) -> State | None:
        if not all(self.ships(state, side) for side in (0, 1)):
            # A Direct Hit after the roll destroyed the last ship of a side: nobody is left to retreat from.
            return finish_combat(state, self)
        if self._may_retreat(state):
            return None
        return self.stayed(state)

    def stayed(self, state: State) -> State:
        """This side does not retreat: the attacker is asked, then the next round begins (C50)."""
        if self.turn_of == DEFENDER:
            return swap(state, self, replace(self, turn_of=ATTACKER))
        again = replace(self, stage="roll", turn_of=ATTACKER, round=self.round + 1, thrown=((), ()))
        if state.on("repair_next_round"):
            state = repaired(state, self)
            again = replace(again, pirates=tuple(ship.with_(damage=0) for ship in self.pirates))
        return swap(state, self, again)

    def _may_retreat(self, state: State) -> bool:
        party = self.sides[self.turn_of]
        if party == PIRATES or self.held[self.turn_of]:
            return False
        if state.on("retreat_first_round_only") and self.round > 1:
            return False
        return bool(retreats(state, party, self.space))

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {
            "space": self.space,
            "attacker": self.seat,
            "defender": self.defender,
            "round": self.round,
            "ships": {party: self.ships(state, side) for side, party in enumerate(self.sides)},
            "fire": self.fire,
            "held": self.held,
            "thrown": self.thrown,
        }
        if self.stage == "announced":
            main = Decision(TABLE, "combat.announced", ("fight",), context=context)
            return (main, Decision(self.defender, "combat.peace", ("play_card",), window=True, context=context))
        windows = tuple(
            Decision(party, "combat.cards", ("play_card",), window=True, context=context)
            for party in self.sides
            if party in state.seats and state.player(party).hand
        )
        party = self.sides[self.turn_of]
        if self.stage == "roll":
            left = remaining(self.dice_of(state, self.turn_of), self.thrown[self.turn_of])
            dice, throws = throw(left)
            roller = state.next_seat(self.seat) if party == PIRATES else party
            context |= {"party": party, "roller": roller, "dice": left, "throws_left": throws}
            return (
                Decision(TABLE, "combat.roll", ("roll",), Kind.ROLL, roll=Roll(dice, FACES), context=context),
                *windows,
            )
        context |= {"party": party, "retreats": retreats(state, party, self.space)}
        # A window of the seat that is asked would stand under the same seat: its cards go with the question.
        verbs = ("retreat", "stay", *(("play_card",) if state.player(party).hand else ()))
        others = tuple(window for window in windows if window.seat != party)
        return (Decision(party, "combat.retreat", verbs, context=context), *others)


def begin_battle(state: State, combat: Combat) -> State:
    """No peace: the Pirates draw their card, and the first round begins (C48)."""
    state = swap(state, combat, replace(combat, stage="roll"))
    pirates = state.of_faction("pirates")
    if pirates is not None and pirates.seat in combat.sides:
        state = push(state, DrawEvents(pirates.seat, 1, "before a combat"))
    return state


def retreats(state: State, seat: str, space: str) -> tuple[str, ...]:
    """Own fields without enemy ships in range of the seat's ships there, which all leave together (C50, CA26)."""
    ships = ships_at(state.player(seat), space) if seat in state.seats else ()
    if not ships:
        return ()
    return tuple(
        field for field in own_landings(state, seat) if field != space and reaches(state, seat, ships[0], field)
    )


def repaired(state: State, combat: Combat) -> State:
    """Damaged ships of the seats in a combat are whole again, those that retreated too (CA64)."""
    for party in combat.sides:
        if party in state.seats:
            for ship in state.player(party).ships:
                if ship.damage:
                    state = change_ship(state, party, ship.name, damage=0)
    return state


def finish_combat(state: State, combat: Combat) -> State:
    """The combat is over: the side that remains wins and draws a card; an attacker then enters the field (C52)."""
    left = [bool(combat.ships(state, side)) for side in (ATTACKER, DEFENDER)]
    state = finish(repaired(state, combat), combat)
    if left[ATTACKER] == left[DEFENDER]:
        return state
    winner = combat.sides[ATTACKER if left[ATTACKER] else DEFENDER]
    if winner == PIRATES:
        return state
    if winner != combat.seat:
        return push(state, DrawEvents(winner, 1, "combat won"))
    victories = (*state.turn.victories, (combat.space, combat.defender == PIRATES))
    state = state.change_turn(victories=victories)
    if combat.defender != PIRATES:
        return push(take(state, winner, combat.space), DrawEvents(winner, 1, "combat won"))
    return pirates_beaten(state, combat)


def pirates_beaten(state: State, combat: Combat) -> State:
    """Prizes, the winner's card, and a new field in the pirates' place (C40, CA42)."""
    here = state.places[combat.space]
    prizes = int(state.contents[here.card][2])
    state = state.with_(discards=(*state.discards, here.card))
    cleared = here.with_(card="", owner="", stones=NO_STONES, size=0, looked=(), notes=())
    state = from_pile(state.with_space(cleared))
    steps: list[Step] = [Reveal(TABLE, combat.space, combat.seat, combat.fleet, replacing=True)]
    steps.append(Prize(combat.seat, prizes, "Prize"))
    if state.on("pirate_win_card"):
        steps.append(DrawEvents(combat.seat, 1, "combat won"))
    return push(state, *steps)


@dataclass(frozen=True)
class Hits(Step):
    """Hits to be assigned to one side's ships, a damaged one first, one ship at a time (C49, C51, CA43)."""

    side: int
    left: int

    def go_on(self, state: State) -> State | None:
        combat = below(state, Combat)
        if combat is None:
            return finish(state, self)
        ships = combat.ships(state, self.side)
        if not self.left or not ships:
            return finish(state, self)
        damaged = [ship for ship in ships if ship.damage]
        if damaged:
            return assign(state, self, damaged[0])
        alike = {(ship.kind, ship.weapon, ship.shield) for ship in ships}
        doomed = sum(ship.resistance for ship in ships) <= self.left
        if combat.sides[self.side] == PIRATES or len(alike) == 1 or doomed:
            # The pirates' frigates are hit first; among ships that are alike there is nothing to choose.
            return assign(state, self, sorted(ships, key=lambda ship: ship.kind != "frigate")[0])
        return None

    def asks(self, state: State) -> tuple[Decision, ...]:
        combat = below(state, Combat)
        ships = combat.ships(state, self.side) if combat is not None else ()
        context = {"left": self.left, "ships": ships, "space": combat.space if combat else ""}
        return (Decision(self.seat, "combat.assign", ("hit",), context=context),)


def assign(state: State, step: Hits, ship: Ship) -> State:
    """The ship takes hits until it is destroyed or none are left."""
    combat = below(state, Combat)
    if combat is None:
        return finish(state, step)
    taken = min(step.left, ship.resistance - ship.damage)
    damage = ship.damage + taken
    party = combat.sides[step.side]
    state = swap(state, step, replace(step, left=step.left - taken))
    if party == PIRATES:
        ships = tuple(each.with_(damage=damage) if each.name == ship.name else each for each in combat.pirates)
        return swap(state, combat, replace(combat, pirates=tuple(s for s in ships if s.damage < s.resistance)))
    if damage >= ship.resistance:
        return remove_ship(state, party, ship.name, f"destroyed at {combat.space}")
    return change_ship(state, party, ship.name, damage=damage)


@dataclass(frozen=True)
class FightOrLeave(Step):
    """Beaten pirates were replaced by pirates: fight on, or leave by a free movement (C40, CA67)."""

    space: str
    fleet: Fleet

    def go_on(self, state: State) -> State | None:
        if not ships_at(state.player(self.seat), self.space):
            return finish(state, self)
        return None if retreats(state, self.seat, self.space) else second_fight(state, self)

    def asks(self, state: State) -> tuple[Decision, ...]:
        context = {"space": self.space, "retreats": retreats(state, self.seat, self.space)}
        return (Decision(self.seat, "pirates.again", ("fight_on", "retreat"), context=context),)


def leaving(state: State, seat: str) -> Combat | FightOrLeave | None:
    """The combat that the seat is asked to leave now, or None."""
    combat = find(state, "", Combat)
    if combat is not None:
        return combat if combat.stage == "retreat" and combat.sides[combat.turn_of] == seat else None
    return find(state, seat, FightOrLeave)


def second_fight(state: State, step: FightOrLeave) -> State:
    combat = Combat(step.seat, space=step.space, fleet=step.fleet, old_mobile=state.mobile)
    return swap(state, step, combat)
