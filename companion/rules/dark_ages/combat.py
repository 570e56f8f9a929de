"""Combat: engagement opportunities, attacks on ships and bases, counterattacks (“Combat”)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from companion.rules.contract import Decision, Finding, Kind, Reason, Roll
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.abilities import active_play
from companion.rules.dark_ages.action import ship_of
from companion.rules.dark_ages.bases import alive, cap, move, on_column
from companion.rules.dark_ages.catalog import CARDS, card_name, world_name
from companion.rules.dark_ages.dice import ANY, RollStep
from companion.rules.dark_ages.flow import find, finish_step, push, replace_step, settle
from companion.rules.dark_ages.state import DarkAgesAction, Fight, Laid, Play, State, Step, Throw, World, name

BANKS: Final = 2
"""What Phaser Banks add to the dice."""


def controller(state: State, world: World, laid: Laid) -> str:
    """Who controls a ship: who played it this turn, else its world's Governor, else nobody ("")."""
    return laid.by if laid.turn == state.turn else world.governor


def has(state: State, seat: str, technology: str) -> bool:
    return seat in state.seats and technology in state.player(seat).technologies


def banks(state: State, seat: str) -> int:
    return BANKS if has(state, seat, "phaser_banks") else 0


def defender(state: State, world: World, attacker: str) -> str:
    """Who rolls for a ship attacked on that world: its Governor, else the player on the attacker's left."""
    if not world.governor or (world.governor == attacker and state.on("self_attack_left_rolls")):
        return state.left_of(attacker)
    return world.governor


def value_of(laid: Laid | None) -> int:
    known = CARDS.get(laid.card or "") if laid is not None else None
    return known.value if known is not None else 0


def _opportunity(state: State) -> Iterator[Reason]:
    """That the ship played this turn is a Warship with an engagement opportunity left."""
    play = active_play(state)
    if play is None:
        yield Reason("no_warship", "Only a ship played face up this turn attacks.", sections.COMBAT)
    elif play.value is None or play.value < 6:
        yield Reason("no_warship", f"Only Warships (6 to 10) attack, not a {play.value}.", sections.COMBAT)
    elif not play.left:
        text = (
            "Its engagement opportunities are used." if play.opportunities else "It gained no engagement opportunity."
        )
        yield Reason("no_opportunity", text, sections.COMBAT)


def _is_own(state: State, world: World) -> bool:
    """Whether the top of the column is the attacking ship itself."""
    play = active_play(state)
    return play is not None and play.world == world.key


def can_attack(state: State, world: World) -> Iterator[Reason]:
    """Why the top ship of that world cannot be attacked."""
    top = world.top(state.round)
    if top is None:
        yield Reason("no_target", f"No ship lies on {world_name(world.key)} in this round's row.", sections.COMBAT)
        return
    play = active_play(state)
    if _is_own(state, world):
        yield Reason("itself", "A ship cannot attack itself.", sections.COMBAT)
    if top.down:
        yield Reason("face_down", "A ship that lies face down cannot be attacked.", sections.POWERS)
    elif (known := ship_of(top)) is not None and known.value == 0:
        yield Reason("nova", f"{card_name(top.card)} is a Nova and cannot be attacked.", sections.ABILITIES)
    if play is not None and world.key in play.refused:
        owner = controller(state, world, top)
        yield Reason("screens", f"{name(owner)}'s Screens do not allow it.", sections.TECHNOLOGY)


@dataclass(frozen=True)
class Permit(Step):
    """The owner of Screens says whether the ship may be attacked, or counterattacked."""

    world: str
    counter: bool

    def decision(self, state: State) -> Decision:
        context = {"world": self.world, "counter": self.counter}
        return Decision(self.seat, "screens", ("permit", "forbid"), context=context)


@dataclass(frozen=True)
class Volley(RollStep):
    """Two dice of one side in a fight between ships; `first` is what the other side threw."""

    world: str
    counter: bool
    attacking: bool
    """Whether this is the throw of the turn's ship, not of the ship it attacks."""
    first: Throw | None = None

    def throw(self, state: State, faces: tuple[int, ...]) -> Throw:
        world = state.world(self.world)
        play = active_play(state)
        top = world.top(state.round) if world is not None else None
        if self.attacking:
            value = play.value or 0 if play is not None else 0
            return Throw(self.seat, faces, value, banks(state, state.active))
        side = controller(state, world, top) if world is not None and top is not None else ""
        return Throw(self.seat, faces, value_of(top), banks(state, side))

    def decision(self, state: State) -> Decision:
        bare = self.throw(state, ())
        context: dict[str, Any] = {
            "world": self.world,
            "side": "attacker" if self.attacking != self.counter else "defender",
            "counterattack": self.counter,
            "value": bare.value,
            "banks": bare.banks,
            "first": self.first,
            "needs": None if self.first is None else self.first.total - bare.value - bare.banks,
        }
        return Decision(self.seat, "attack.roll", ("roll",), Kind.ROLL, roll=Roll((ANY, ANY)), context=context)

    def rolled(self, state: State, faces: tuple[int, ...]) -> State:
        throw = self.throw(state, faces)
        if self.first is None:
            world = state.world(self.world)
            other = defender(state, world, state.active) if world is not None else state.active
            seat = other if self.attacking else state.active
            return finish_step(state, self, Volley(seat, self.world, self.counter, not self.attacking, throw))
        return _decide(replace_step(state, self), self, (self.first, throw))


def _decide(state: State, volley: Volley, throws: tuple[Throw, Throw]) -> State:
    """Both sides have thrown: strictly higher destroys; else the target may answer."""
    world, play = state.world(volley.world), active_play(state)
    top = world.top(state.round) if world is not None else None
    if world is None or play is None or top is None:
        return settle(state)
    mine, theirs = (card_name(play.card), card_name(top.card))
    striker, struck = (theirs, mine) if volley.counter else (mine, theirs)
    first, second = throws
    won = first.total > second.total
    sums = f"{striker}: {_sum(first)}; {struck}: {_sum(second)}"
    outcome = f"{sums}. {struck} is destroyed." if won else f"{sums}. {struck} stays."
    fight = Fight(striker, struck, throws, outcome, volley.counter)
    state = state.with_(fight=fight).enter(state.active, "fight", 0, outcome)
    if volley.counter:
        return settle(_sink(state, play) if won else state)
    state = state.with_play(replace(play, left=max(0, play.left - 1), sensors=False))
    if won:
        return settle(_remove(state, world))
    if world.governor:
        return settle(push(state, Counter(defender(state, world, state.active), volley.world)))
    return _counter(state, world)


def _sum(throw: Throw) -> str:
    extra = f" + {throw.banks}" if throw.banks else ""
    return f"{sum(throw.dice)} + {throw.value}{extra} = {throw.total}"


def _remove(state: State, world: World) -> State:
    """The top ship of the column goes on top of the discard pile; what lies under it is the top again."""
    cell = world.cell(state.round)
    rows = list(world.rows)
    rows[state.round - 1] = cell[:-1]
    state = state.with_world(replace(world, rows=tuple(rows)))
    return state.with_(discard=(*state.discard, cell[-1].fact))


def _sink(state: State, play: Play) -> State:
    """The attacking ship is destroyed, its opportunities are lost; its world's power stays."""
    world = state.world(play.world)
    if world is not None and world.cell(state.round):
        state = _remove(state, world)
    return state.with_play(replace(play, alive=False, ability=False, left=0))


def _counter(state: State, world: World) -> State:
    """The counterattack; Screens of the attacker must allow it."""
    if state.on("screens_block_counter") and has(state, state.active, "screens"):
        return settle(push(state, Permit(state.active, world.key, True)))
    return settle(push(state, _first_counter(state, world)))


def _first_counter(state: State, world: World) -> Volley:
    return Volley(defender(state, world, state.active), world.key, True, False)


@dataclass(frozen=True)
class Counter(Step):
    """The attack failed: the Governor decides whether the ship strikes back."""

    world: str

    def decision(self, state: State) -> Decision:
        context = {"world": self.world, "fight": state.fight}
        return Decision(self.seat, "counterattack", ("counterattack", "let_be"), context=context)


@dataclass(frozen=True)
class AttackShip(DarkAgesAction):
    """`attack_ship WORLD`: an engagement opportunity against the visible ship of that column."""

    world: str
    verb: ClassVar[str] = "attack_ship"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from alive(state, self.world)
        yield from _opportunity(state)
        world = state.world(self.world)
        if world is not None:
            yield from can_attack(state, world)

    def effect(self, state: State) -> State:
        world, play = state.world(self.world), active_play(state)
        top = world.top(state.round) if world is not None else None
        if world is None or play is None or top is None:
            return state
        state = state.with_play(replace(play, sensors=False))
        owner = controller(state, world, top)
        if owner != self.seat and has(state, owner, "screens"):
            return settle(push(state, Permit(owner, self.world, False)))
        return settle(push(state, Volley(self.seat, self.world, False, True)))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[AttackShip]:
        play = active_play(state)
        if decision is None or play is None or not play.left:
            return
        for world in state.alive:
            if not any(can_attack(state, world)):
                yield cls(decision.seat, world.key)

    def title(self, state: State) -> str:
        world = state.world(self.world)
        top = world.top(state.round) if world is not None else None
        what = card_name(top.card) if top is not None and not top.down else "the ship"
        return f"{self.who} attacks {what} on {world_name(self.world)}"


@dataclass(frozen=True)
class PermitAttack(DarkAgesAction):
    """`permit`: Screens let the attack through."""

    verb: ClassVar[str] = "permit"

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Permit)
        world = state.world(step.world) if step is not None else None
        if step is None or world is None:
            return state
        if step.counter:
            return finish_step(state, step, _first_counter(state, world))
        return finish_step(state, step, Volley(state.active, step.world, False, True))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[PermitAttack]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} lets the attack through the Screens"


@dataclass(frozen=True)
class Forbid(DarkAgesAction):
    """`forbid`: Screens hold; the opportunity is not spent, another target may be chosen."""

    verb: ClassVar[str] = "forbid"

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Permit)
        play = active_play(state)
        if step is None:
            return state
        if not step.counter and play is not None:
            state = state.with_play(replace(play, refused=(*play.refused, step.world)))
        return finish_step(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Forbid]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who}'s Screens hold"


@dataclass(frozen=True)
class Counterattack(DarkAgesAction):
    """`counterattack`: the ship that was attacked strikes back."""

    verb: ClassVar[str] = "counterattack"

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        step = find(state, self.seat, Counter)
        world = state.world(step.world) if step is not None else None
        return state if world is None else _counter(replace_step(state, step), world)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Counterattack]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} counterattacks"


@dataclass(frozen=True)
class LetBe(DarkAgesAction):
    """`let_be`: no counterattack."""

    verb: ClassVar[str] = "let_be"

    def findings(self, state: State) -> Iterator[Finding]:
        return iter(())

    def effect(self, state: State) -> State:
        return finish_step(state, find(state, self.seat, Counter))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[LetBe]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} does not counterattack"


@dataclass(frozen=True)
class Salvo(RollStep):
    """The owner of an attacked base rolls two dice: more than the ship's value saves it."""

    world: str
    level: int

    def decision(self, state: State) -> Decision:
        play = active_play(state)
        context = {
            "world": self.world,
            "owner": self.seat,
            "level": self.level,
            "value": play.value if play is not None else 0,
            "banks": banks(state, self.seat),
        }
        return Decision(self.seat, "base.roll", ("roll",), Kind.ROLL, roll=Roll((ANY, ANY)), context=context)

    def rolled(self, state: State, faces: tuple[int, ...]) -> State:
        state, play = replace_step(state, self), active_play(state)
        value = play.value or 0 if play is not None else 0
        throw = Throw(self.seat, faces, 0, banks(state, self.seat))
        saved = throw.total > value
        ship = card_name(play.card) if play is not None else "the ship"
        base = f"{name(self.seat)}'s base on {world_name(self.world)}"
        extra = f" + {throw.banks} = {throw.total}" if throw.banks else ""
        outcome = f"{sum(faces)}{extra} against {ship}: {base} is {'saved' if saved else 'damaged'}."
        state = state.with_(fight=Fight(ship, base, (throw,), outcome)).enter(state.active, "fight", 0, outcome)
        if not saved:
            state = move(state, state.active, self.world, self.seat, self.level, 1, "damaged in combat")
        return settle(state)


def can_bombard(state: State, world: World, level: int) -> Iterator[Reason]:
    """Why a base of that level in the column cannot be attacked."""
    if world.cell(state.round):
        yield Reason("defended", f"A ship defends the bases on {world_name(world.key)}.", sections.COMBAT)
    if level >= cap(state):
        yield Reason("bottom", f"A base is not damaged below level {cap(state)}.", sections.COMBAT)


@dataclass(frozen=True)
class AttackBase(DarkAgesAction):
    """`attack_base WORLD OWNER LEVEL`: an engagement opportunity against an undefended visible base."""

    world: str
    owner: str
    level: int
    verb: ClassVar[str] = "attack_base"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from alive(state, self.world)
        yield from _opportunity(state)
        yield from on_column(state, self.world, self.owner, self.level, 0)
        world = state.world(self.world)
        if world is not None:
            yield from can_bombard(state, world, self.level)

    def effect(self, state: State) -> State:
        play = active_play(state)
        if play is None or self.owner not in state.seats or state.world(self.world) is None:
            return state
        state = state.with_play(replace(play, left=max(0, play.left - 1), sensors=False))
        return settle(push(state, Salvo(self.owner, self.world, self.level)))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[AttackBase]:
        play = active_play(state)
        if decision is None or play is None or not play.left:
            return
        for world in state.alive:
            for owner, level in dict.fromkeys(world.bases):
                if not any(can_bombard(state, world, level)):
                    yield cls(decision.seat, world.key, owner, level)

    def title(self, state: State) -> str:
        return f"{self.who} attacks {name(self.owner)}'s base on {world_name(self.world)}"


ACTIONS: tuple[type[DarkAgesAction], ...] = (
    AttackShip,
    PermitAttack,
    Forbid,
    Counterattack,
    LetBe,
    AttackBase,
)
