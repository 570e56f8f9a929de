"""After all battles, where ships and blueprints are tracked: population attacked, discs lifted and placed (pp. 20, 21).

Damage is repaired by itself: it is kept with the battles, which the next round forgets (p. 21).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.contract import TABLE, Decision, Finding, Reason
from companion.rules.eclipse import hits
from companion.rules.eclipse.blueprints import ship_figures
from companion.rules.eclipse.conquest import NEUTRON_BOMBS, destroy
from companion.rules.eclipse.discs import after_disc, lift_disc, place_disc
from companion.rules.eclipse.flow import find, finish_step, push, replace_step, settle
from companion.rules.eclipse.pieces import Sector, Volley, sector_name
from companion.rules.eclipse.population import SQUARES, return_cubes
from companion.rules.eclipse.presence import allied, count, fleet
from companion.rules.eclipse.sectors import guarded
from companion.rules.eclipse.state import EclipseAction, SeatAction, State, Step
from companion.rules.eclipse.technologies import lacking
from companion.rules.eclipse.volleys import Rolling, throws_left


def after_battles(state: State) -> tuple[Step, ...]:
    """The steps once nothing is left to fight for: every sector with ships, highest number first."""
    numbers = [sector.number for sector in reversed(state.sectors) if sector.entered]
    queue = (*(("population", number) for number in numbers), *(("influence", number) for number in numbers))
    return (Aftermath(TABLE, queue),) if queue else ()


@dataclass(frozen=True)
class Aftermath(Step):
    """What is still to be looked at: (population or influence, sector)."""

    queue: tuple[tuple[str, int], ...] = ()

    def go_on(self, state: State) -> State | None:
        if not self.queue:
            return replace_step(state, self)
        what, number = self.queue[0]
        state = replace_step(state, self, replace(self, queue=self.queue[1:]))
        sector = state.sector(number)
        if sector is None:
            return state
        return _population(state, sector) if what == "population" else _influence(state, sector)

    def decision(self, state: State) -> Decision:
        return Decision(TABLE, "combat", ())


def attackers(state: State, sector: Sector) -> tuple[str, ...]:
    """Seats with ships in a sector that somebody else controls, who is neither there nor their partner, by entry."""
    owner = sector.owner
    if not owner or owner in sector.entered:
        return ()
    return tuple(seat for seat in sector.entered if not allied(state, seat, owner))


def _population(state: State, sector: Sector) -> State:
    """Planta's population dies of any enemy ship (p. 26); else each attacker may use its cannons or bombs once."""
    seats = attackers(state, sector)
    if not seats or not sector.cubes:
        return state
    if state.player(sector.owner).species_key == "planta":
        return _lose_population(state, sector, tuple(square for square, _ in sector.cubes))
    able = [
        seat
        for seat in seats
        if state.player(seat).owns(NEUTRON_BOMBS) or any(any(volley.dice) for volley in _volleys(state, sector, seat))
    ]
    return push(state, *(AttackPopulation(seat, sector.number) for seat in reversed(able)))


def _influence(state: State, sector: Sector) -> State:
    """A disc without population goes home where an enemy's ship is; who has a ship there may place one (p. 21)."""
    steps: tuple[Step, ...] = ()
    if not sector.cubes and attackers(state, sector):
        why = f"no population left in {sector_name(sector.number)}"
        state, steps = lift_disc(state, sector.owner, sector.number, why)
        sector = state.sector(sector.number) or sector
    if not sector.owner:
        state = push(state, *(PlaceDisc(seat, sector.number) for seat in reversed(sector.entered)))
    return push(state, *steps)


def _volleys(state: State, sector: Sector, seat: str) -> tuple[Volley, ...]:
    """The cannons of the seat's ships there, each type with its own computers; population has no shields (p. 20)."""
    found = []
    for ship, number in fleet(sector, seat):
        figures = ship_figures(state.player(seat), ship)
        yellow, orange, red = (number * dice for dice in figures.cannons)
        if yellow or orange or red:
            found.append(Volley(seat, (yellow, orange, red), figures.computer, (0,)))
    return tuple(found)


def _lose_population(state: State, sector: Sector, squares: tuple[str, ...]) -> State:
    """The state with the cubes of these squares in their owner's graveyards, or asked about where he chooses."""
    state, lost = destroy(state, sector, squares)
    why = f"population of {sector_name(sector.number)} destroyed"
    state, steps = return_cubes(state, sector.owner, lost, why, to="graveyard")
    return push(state, *steps)


@dataclass(frozen=True)
class AttackPopulation(Step):
    """The seat's ships may attack the population there once, with all their cannons or Neutron Bombs (p. 20)."""

    sector: int = 0

    @property
    def stops(self) -> bool:
        return True

    def go_on(self, state: State) -> State | None:
        sector = state.sector(self.sector)
        gone = sector is None or not sector.cubes or self.seat not in attackers(state, sector)
        return replace_step(state, self) if gone else None

    def decision(self, state: State) -> Decision:
        sector = state.sector(self.sector)
        verbs = ("attack_population", "neutron_bombs", "done")
        context = {
            "sector": self.sector,
            "owner": sector.owner if sector is not None else "",
            "cubes": sector.cubes if sector is not None else (),
            "volleys": _volleys(state, sector, self.seat) if sector is not None else (),
            "bombs": state.player(self.seat).owns(NEUTRON_BOMBS),
        }
        return Decision(self.seat, "combat.population", verbs, context=context)


@dataclass(frozen=True)
class Barrage(Rolling):
    """The cannons of one type at population; `rest` fire after it, `done` is the damage so far."""

    by: str = ""
    rest: tuple[Volley, ...] = ()
    done: int = 0

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.by,)

    def fallen(self, state: State, volley: Volley) -> tuple[State, tuple[Step, ...]]:
        done = self.done + hits.population_damage(volley.rolled, volley.computer)
        if self.rest:
            return state, (Barrage(TABLE, self.rest[0], self.sector, self.by, self.rest[1:], done),)
        return state, (DestroyCubes(self.by, self.sector, done),)


@dataclass(frozen=True)
class DestroyCubes(Step):
    """The attacker chooses which cubes the damage destroys, one for each point (p. 20)."""

    sector: int = 0
    damage: int = 0

    def go_on(self, state: State) -> State | None:
        sector = state.sector(self.sector)
        squares = tuple(square for square, _ in sector.cubes) if sector is not None else ()
        if sector is None or not squares or not self.damage:
            return replace_step(state, self)
        if self.damage >= len(squares) or len(set(squares)) == 1:
            return _lose_population(replace_step(state, self), sector, squares[: self.damage])
        return None

    def decision(self, state: State) -> Decision:
        sector = state.sector(self.sector)
        context = {
            "sector": self.sector,
            "damage": self.damage,
            "cubes": sector.cubes if sector is not None else (),
            "owner": sector.owner if sector is not None else "",
        }
        return Decision(self.seat, "combat.cubes", ("destroy_cubes",), context=context)


@dataclass(frozen=True)
class PlaceDisc(Step):
    """A seat with a ship in a sector without a disc may place one at the end of the phase (p. 21)."""

    sector: int = 0

    @property
    def stops(self) -> bool:
        return True

    def go_on(self, state: State) -> State | None:
        sector = state.sector(self.sector)
        can = (
            sector is not None
            and not sector.owner
            and count(sector, self.seat) > 0
            and state.player(self.seat).discs > 0
            and guarded(state, self.seat, sector) is None
        )
        return None if can else replace_step(state, self)

    def decision(self, state: State) -> Decision:
        return Decision(self.seat, "combat.influence", ("place_disc", "done"), context={"sector": self.sector})


@dataclass(frozen=True)
class AttackThePopulation(SeatAction):
    """`attack_population`: all cannons of the seat's ships there fire once, missiles do not (p. 20)."""

    verb: ClassVar[str] = "attack_population"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, AttackPopulation)
        sector = state.sector(step.sector) if step is not None else None
        if sector is not None and not _volleys(state, sector, self.seat):
            yield Reason("no_cannon", f"No ship of {self.who} has a cannon in {sector_name(sector.number)}.", "20")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, AttackPopulation)
        sector = state.sector(step.sector) if step is not None else None
        volleys = _volleys(state, sector, self.seat) if sector is not None else ()
        if step is None or not volleys or not throws_left(volleys[0]):
            return state
        return finish_step(state, step, Barrage(TABLE, volleys[0], step.sector, self.seat, volleys[1:]))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[AttackThePopulation]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} attacks the population{_where(state, self.seat)}"


@dataclass(frozen=True)
class UseNeutronBombs(SeatAction):
    """`neutron_bombs`: all population there is destroyed without dice (p. 12, 20)."""

    verb: ClassVar[str] = "neutron_bombs"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat in state.seats and not state.player(self.seat).owns(NEUTRON_BOMBS):
            reason = Reason("needs_technology", f"{self.who} has no Neutron Bombs technology.", "12")
            yield lacking(state, self.seat, NEUTRON_BOMBS, reason)

    def effect(self, state: State) -> State:
        step = find(state, self.seat, AttackPopulation)
        sector = state.sector(step.sector) if step is not None else None
        if sector is None or not sector.owner:
            return state
        squares = tuple(square for square, _ in sector.cubes)
        return settle(_lose_population(replace_step(state, step), sector, squares))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[UseNeutronBombs]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} uses Neutron Bombs{_where(state, self.seat)}"


@dataclass(frozen=True)
class DestroyTheCubes(SeatAction):
    """`destroy_cubes SQUARE ...`: the cubes on these squares are destroyed, one for each point of damage (p. 20)."""

    cubes: tuple[str, ...]
    verb: ClassVar[str] = "destroy_cubes"

    def findings(self, state: State) -> Iterator[Finding]:
        for square in dict.fromkeys(self.cubes):
            if square not in SQUARES:
                yield Reason("no_square", f"There is no square {square}; squares are {', '.join(SQUARES)}.", "7")
        step = find(state, self.seat, DestroyCubes)
        sector = state.sector(step.sector) if step is not None else None
        if step is None or sector is None:
            return
        for square, number in Counter(self.cubes).items():
            there = sector.taken(square)
            if square in SQUARES and number > there:
                kind = square.replace("_", " ")
                text = f"{sector_name(sector.number)} has {there} cubes on {kind} squares, not {number}."
                yield Reason("no_cube", text, "20")
        if len(self.cubes) != step.damage:
            text = f"The dice destroy {step.damage} of the cubes, not {len(self.cubes)}."
            yield Reason("damage", text, "20")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, DestroyCubes)
        sector = state.sector(step.sector) if step is not None else None
        if sector is None or not sector.owner:
            return state
        return settle(_lose_population(replace_step(state, step), sector, self.cubes))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[DestroyTheCubes]:
        """Every choice of so many squares."""
        if decision is None:
            return
        kinds = Counter(square for square, _ in decision.context["cubes"])
        for chosen in _choices(tuple(kinds.items()), decision.context["damage"]):
            yield cls(decision.seat, chosen)

    def title(self, state: State) -> str:
        return f"{self.who} destroys {', '.join(each.replace('_', ' ') for each in self.cubes) or 'no'} cubes"


@dataclass(frozen=True)
class PlaceTheDisc(SeatAction):
    """`place_disc`: the seat's influence disc comes into the sector its ships hold (p. 21)."""

    verb: ClassVar[str] = "place_disc"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, self.seat, PlaceDisc)
        if step is None:
            return state
        state = place_disc(state, self.seat, step.sector, f"controls {sector_name(step.sector)}")
        return finish_step(state, step, *after_disc(state, self.seat, step.sector))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PlaceTheDisc]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} places a disc{_where(state, self.seat)}"


def _where(state: State, seat: str) -> str:
    step = find(state, seat, AttackPopulation) or find(state, seat, PlaceDisc)
    return f" in {sector_name(step.sector)}" if step is not None else ""


def _choices(kinds: tuple[tuple[str, int], ...], number: int) -> Iterator[tuple[str, ...]]:
    """Every way to take so many of these kinds, each at most as often as it is there."""
    if not kinds:
        if not number:
            yield ()
        return
    (kind, there), rest = kinds[0], kinds[1:]
    for taken in range(min(there, number) + 1):
        for others in _choices(rest, number - taken):
            yield (*(kind,) * taken, *others)


ACTIONS: tuple[type[EclipseAction], ...] = (AttackThePopulation, UseNeutronBombs, DestroyTheCubes, PlaceTheDisc)
