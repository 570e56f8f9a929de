"""After the battles: population destroyed, discs lifted and placed (pp. 20, 21, 26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import TABLE, Decision, Finding, Missing, Reason
from companion.rules.eclipse import hits
from companion.rules.eclipse.catalog import SECTORS
from companion.rules.eclipse.combat import (
    battle_in,
    combat_step,
    has_ships,
    laid,
    mark_attacked,
    playing_party,
)
from companion.rules.eclipse.discs import after_disc, lift_disc, place_disc
from companion.rules.eclipse.economy import move_discs
from companion.rules.eclipse.flow import find, finish_step, push
from companion.rules.eclipse.parties import party_name
from companion.rules.eclipse.pieces import Sector, Volley, name, sector_name
from companion.rules.eclipse.population import SQUARES, cubes_untold, return_cubes
from companion.rules.eclipse.presence import allied, combatants, is_draco
from companion.rules.eclipse.sectors import discs_out, guarded, lay
from companion.rules.eclipse.state import EclipseAction, State, Step

NEUTRON_BOMBS = "neutron_bombs"


def shot_at(state: State, sector: int, by: str) -> Volley | None:
    """The dice that an attacker rolled at a sector's population, or None."""
    step = combat_step(state)
    shots = step.shots if step is not None else ()
    return next((volley for number, seat, volley in shots if (number, seat) == (sector, by)), None)


def stays_there(state: State, number: int, by: str) -> Iterator[Finding]:
    """Why a seat has surely no ship in a sector after its battle: it has none at all, or they retreated."""
    yield from playing_party(state, by, others=False)
    yield from has_ships(state, by, sector=number)
    sector = state.sector(number)
    there = combatants(state, sector.surely) if sector is not None else ()
    if there:
        who = " and ".join(map(party_name, there))
        yield Reason("not_over", f"{who} are in {sector_name(number)}: the battle there comes first.", "20")
    battle = battle_in(state, number)
    if battle is not None and by in battle.retreated:
        yield Reason("retreated", f"All ships of {name(by)} retreated from {sector_name(number)}.", "20")


def may_attack(state: State, number: int, by: str) -> Iterator[Finding]:
    """Why a seat's ships cannot attack the population of a sector (p. 20)."""
    yield from laid(state, number)
    yield from stays_there(state, number, by)
    sector = state.sector(number)
    if sector is not None and not sector.is_told("owner"):
        yield Missing("sectors", f"Whose population lives in {sector_name(number)}? Who controls it was not told.")
    elif sector is not None and not sector.owner:
        yield Reason("no_population", f"Nobody's population lives in sector {sector_name(number)}.", "20")
    if sector is not None and sector.owner == by:
        yield Reason("own", f"Sector {sector_name(number)} is {name(by)}'s own.", "20")
    if sector is not None and sector.owner and allied(state, by, sector.owner):
        yield Reason("allied", f"{name(by)} and {name(sector.owner)} have diplomatic relations.", "11")
    certain = sector.surely if sector is not None else None
    if certain is not None and (certain.gcds or certain.ancients) and not is_draco(state, by):
        yield Reason("guarded", f"A battle in {sector_name(number)} is not over: it is still guarded.", "20")
    step = combat_step(state)
    if step is not None and (number, by) in step.attacked:
        where = sector_name(number)
        yield Reason("attacked", f"{name(by)} has attacked the population of {where} once already.", "20")


@dataclass(frozen=True)
class Bombard(EclipseAction):
    """`bombard SECTOR BY SQUARE ...`: the cubes on these squares are destroyed; with none left the disc goes (p. 20).

    Cubes go to their owner's graveyards; from gray squares and orbitals to the graveyard he chooses. Where dice were
    rolled (`fire_population`) the number must be the damage; Neutron Bombs and an attack on Planta take all without.
    """

    sector: int
    by: str
    cubes: tuple[str, ...]
    verb: ClassVar[str] = "bombard"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from may_attack(state, self.sector, self.by)
        for square in dict.fromkeys(self.cubes):
            if square not in SQUARES:
                yield Reason("no_square", f"There is no square {square}; squares are {', '.join(SQUARES)}.", "7")
        sector = state.sector(self.sector)
        if sector is None or not sector.owner:
            return
        if not sector.is_told("cubes"):
            yield Missing("sectors", f"Which cubes of {name(sector.owner)} are in {sector_name(self.sector)}?")
            return
        for square, number in Counter(self.cubes).items():
            there = sector.taken(square)
            if square in SQUARES and number > there:
                kind = square.replace("_", " ")
                text = f"{sector_name(self.sector)} has {there} {_cubes(there)} on {kind} squares, not {number}."
                yield Reason("no_cube", text, "20")
        population = len(sector.cubes)
        planta = state.player(sector.owner).species_key == "planta"
        if planta and len(self.cubes) < population:
            text = f"An enemy ship destroys all of Planta's {population} {_cubes(population)} there."
            yield Reason("planta", text, "26")
        volley = shot_at(state, self.sector, self.by)
        bombs = self.by in state.seats and state.player(self.by).owns(NEUTRON_BOMBS)
        if volley is None or planta or (bombs and len(self.cubes) == population):
            return
        damage = min(population, hits.population_damage(volley.rolled, volley.computer))
        if len(self.cubes) != damage:
            text = f"The dice did damage for {damage} {_cubes(damage)}, not for {len(self.cubes)}."
            yield Reason("damage", text, "20")

    def effect(self, state: State) -> State:
        sector = state.sector(self.sector)
        state = mark_attacked(state, self.sector, self.by)
        if self.sector in SECTORS and (sector is None or not sector.is_told("owner", "cubes")):
            return push(state, WhoseSector(TABLE, self.sector, self.by, self.cubes))
        if sector is None or not sector.owner:
            return state
        owner, why = sector.owner, f"population of {sector_name(self.sector)} destroyed"
        state, destroyed = destroy(state, sector, self.cubes)
        state, steps = return_cubes(state, owner, destroyed, why, to="graveyard")
        left = state.sector(self.sector)
        if left is not None and not left.cubes:
            state, _ = lift_disc(state, owner, self.sector, f"no population left in {sector_name(self.sector)}")
        return push(state, *steps)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Bombard]:
        """All cubes, the first ones up to the damage rolled, or one, in sectors fought for or fired at."""
        step = combat_step(state)
        shots = [(sector, by) for sector, by, _ in step.shots] if step is not None else []
        fought = [(battle.sector, party) for battle in state.battles for party in battle.parties]
        for number, by in dict.fromkeys((*shots, *fought)):
            sector = state.sector(number)
            if sector is None or by not in state.seats or by == sector.owner:
                continue
            if not sector.is_told("owner", "cubes"):
                yield from (cls(TABLE, number, by, cubes) for cubes in ((), *((kind,) for kind in SQUARES)))
            if not sector.owner:
                continue
            squares = tuple(square for square, _ in sector.cubes)
            volley = shot_at(state, number, by)
            damage = hits.population_damage(volley.rolled, volley.computer) if volley is not None else 1
            for cubes in dict.fromkeys((squares[:damage], squares)):
                yield cls(TABLE, number, by, cubes)

    def title(self, state: State) -> str:
        count = len(self.cubes)
        return f"{name(self.by)} destroys {count} population {_cubes(count)} in {sector_name(self.sector)}"


@dataclass(frozen=True)
class Conquer(EclipseAction):
    """`conquer SECTOR BY`: with a ship there and no population, BY's disc takes the place of any other (p. 21)."""

    sector: int
    by: str
    verb: ClassVar[str] = "conquer"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from laid(state, self.sector)
        yield from stays_there(state, self.sector, self.by)
        if self.by in state.seats and state.player(self.by).discs < 1:
            yield Reason("no_disc", f"{name(self.by)} has no influence disc left on the track.", "21")
        sector = state.sector(self.sector)
        if sector is None:
            return
        where = sector_name(self.sector)
        if not sector.is_told("owner", "cubes"):
            yield Missing("sectors", f"Has somebody a disc or cubes in {where}? What lies there was not told.")
        if sector.owner == self.by:
            yield Reason("own", f"{name(self.by)} controls sector {where} already.", "21")
        elif sector.cubes:
            count = len(sector.cubes)
            text = f"{count} {_cubes(count)} of {name(sector.owner)} still live in {where}; they keep the disc there."
            yield Reason("population", text, "21")
        if sector.owner and allied(state, self.by, sector.owner):
            yield Reason("allied", f"{name(self.by)} and {name(sector.owner)} have diplomatic relations.", "11")
        if self.by in state.seats:
            guard = guarded(state, self.by, sector)
            if guard is not None:
                yield guard

    def effect(self, state: State) -> State:
        if self.sector in SECTORS and state.sectors_untold and state.sector(self.sector) is None:
            state = lay(state, self.sector)
        sector = state.sector(self.sector)
        if sector is None or self.by not in state.seats:
            return state
        why = f"conquered {sector_name(self.sector)}"
        steps: tuple[Step, ...] = ()
        if not sector.is_told("owner"):
            steps = (WhoseSector(TABLE, self.sector, self.by, taken=True),)
        if sector.owner and sector.owner != self.by:
            state, steps = lift_disc(state, sector.owner, self.sector, f"lost {sector_name(self.sector)}")
        state = place_disc(state, self.by, self.sector, why)
        return push(state, *after_disc(state, self.by, self.sector), *steps)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Conquer]:
        for sector in state.sectors:
            if sector.cubes:
                continue
            for player in state.players:
                if player.discs > 0 and any(player.ships) and player.seat != sector.owner and not player.gone:
                    yield cls(TABLE, sector.number, player.seat)

    def title(self, state: State) -> str:
        return f"{name(self.by)} takes control of {sector_name(self.sector)}"


@dataclass(frozen=True)
class WhoseSector(Step):
    """A sector was attacked or taken of which nobody told who controls it: whose disc and cubes are concerned.

    `squares`: those whose cubes were destroyed; `taken`: the conqueror's disc is there already.
    """

    sector: int = 0
    by: str = ""
    squares: tuple[str, ...] = ()
    taken: bool = False

    def may_be(self, state: State, seat: str) -> bool:
        """Whether that seat's disc may have been the one, by the discs it has in sectors that were not told."""
        sector = state.sector(self.sector)
        if sector is not None and sector.owner and not self.taken:
            return seat == sector.owner
        return seat != self.by and discs_out(state.player(seat)) > len(state.owned(seat))

    def known(self, state: State) -> tuple[tuple[str, str], ...]:
        """The cubes that are known to lie there."""
        sector = state.sector(self.sector)
        return sector.cubes if sector is not None and not self.taken else ()

    @property
    def stops(self) -> bool:
        """Nobody's disc lay there."""
        return True

    def decision(self, state: State) -> Decision:
        seats = tuple(seat for seat in state.playing() if self.may_be(state, seat))
        context = {"sector": self.sector, "by": self.by, "squares": self.squares, "seats": seats}
        return Decision(TABLE, "combat.owner", ("controlled_by", "done"), context=context)


@dataclass(frozen=True)
class ControlledBy(EclipseAction):
    """`controlled_by SEAT yes|no`: whose cubes were destroyed, and whether population is left, which keeps the disc."""

    owner: str
    population_left: bool
    verb: ClassVar[str] = "controlled_by"

    def findings(self, state: State) -> Iterator[Finding]:
        yield from playing_party(state, self.owner, others=False)
        step = find(state, TABLE, WhoseSector)
        if step is None:
            return
        if self.owner == step.by:
            yield Reason("own", f"{name(step.by)} does not attack a sector of its own.", "20")
        elif self.owner in state.seats and not step.may_be(state, self.owner):
            yield Reason("no_disc", f"No disc of {name(self.owner)} can lie in {sector_name(step.sector)}.", "21")
        if not step.squares and self.population_left:
            yield Reason("population", "Population that is left keeps its disc there; it cannot be replaced.", "21")
        hit = Counter(step.squares)
        known = Counter(square for square, _ in step.known(state))
        if self.owner in state.seats and (hit - known).total() > cubes_untold(state, self.owner):
            there = max(0, cubes_untold(state, self.owner)) + (hit & known).total()
            yield Reason("no_cube", f"{name(self.owner)} has {there} such cubes in sectors, not {hit.total()}.", "20")
        if not self.population_left and known - hit:
            yield Reason("population", f"Cubes of {name(self.owner)} are left there, which keep the disc.", "20")

    def effect(self, state: State) -> State:
        step = find(state, TABLE, WhoseSector)
        if step is None or self.owner not in state.seats:
            return state
        where = sector_name(step.sector)
        sector = state.sector(step.sector)
        if sector is not None and not step.taken:
            state, _ = destroy(state, sector, step.squares)
        state, steps = return_cubes(state, self.owner, step.squares, f"population of {where} destroyed", to="graveyard")
        if not self.population_left:
            state = move_discs(state, self.owner, 1, f"no population left in {where}")
        sector = state.sector(step.sector)
        if sector is not None and not step.taken:
            told = {"owner": self.owner} if self.population_left else {"owner": "", "cubes": ()}
            state = state.with_sector(sector.telling(**told))
        return finish_step(state, step, *steps)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[ControlledBy]:
        if decision is not None:
            for seat in decision.context["seats"]:
                yield from (cls(TABLE, seat, left) for left in (False, True))

    def title(self, state: State) -> str:
        stays = "population is left there" if self.population_left else "the disc goes home"
        return f"The sector was {name(self.owner)}'s: {stays}"


def destroy(state: State, sector: Sector, cubes: tuple[str, ...]) -> tuple[State, tuple[str, ...]]:
    """The state without the cubes on these squares, and the squares that really lost one."""
    left = list(sector.cubes)
    lost: list[str] = []
    for square in cubes:
        cube = next((cube for cube in left if cube[0] == square), None)
        if cube is not None:
            left.remove(cube)
            lost.append(square)
    return state.with_sector(sector.with_(cubes=tuple(left))), tuple(lost)


def _cubes(count: int) -> str:
    return "cube" if count == 1 else "cubes"


ACTIONS: tuple[type[EclipseAction], ...] = (Bombard, Conquer, ControlledBy)
