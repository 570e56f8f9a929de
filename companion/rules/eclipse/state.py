"""The position of a game of Eclipse: frozen dataclasses, changed only by `with_`, and the stack of open steps.

**Open steps.** What is open is a stack of small frozen records, `State.steps`; a chapter's module defines its own as
subclasses of `Step`, each of which says by `decision` who is asked what. An action finds the step it answers with
`flow.find(state, seat, KindOfStep)`, does its work, and goes on with one of

- `flow.finish_step(state, step, *next_steps)`: the step is done; `next_steps` take its place (the last is asked first);
- `flow.replace_step(state, step, new)`: the same step goes on with other figures ("build" with one left);
- `flow.push(state, *steps)`: something must be answered first, on top of whatever is open.

When the stack is empty the phase goes on by itself (`flow.settle`, called by `finish_step`): a turn is a `Turn` step at
the bottom, the combat phase a step of the table, upkeep one step per seat. In the action and combat phases only the top
step is asked; in setup, upkeep, cleanup and at the end every seat answers its own topmost step, all at once.

**Windows.** A step with `window=True` lies in `State.windows` instead: it is shown beside the main decision, holds
nobody up, and steps that follow from it are windows too. A detail told later is such a step; so is showing hidden tiles
at the end. `find`, `finish_step`, `replace_step` and `push` handle both alike.

`later` takes a step off and puts it into `State.owed` (the inbox) as it is; `tell` brings it back as a window.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from companion.rules.contract import (
    HIDDEN,
    TABLE,
    Action,
    Decision,
    Entry,
    Finding,
    Owed,
    Reason,
    ScoreSheet,
    Setup,
)
from companion.rules.eclipse.pieces import Battle, Player, Record, Sector, name

if TYPE_CHECKING:
    from companion.rules.eclipse.wormholes import Chart

ALL_AT_ONCE: Final = frozenset({"setup", "upkeep", "cleanup", "over"})
"""Phases in which every seat answers for itself."""

LIGHT: Final = frozenset({"sectors", "storage", "reputation"})
"""The areas of light tracking; `supply` joins them when the technology tiles are known to the app. `sectors`: which are
on the table, and the discs, cubes, structures, discovery tiles and Ancients in them."""

FULL: Final = LIGHT | {"supply", "map", "ship_places", "blueprints"}
"""Every area. `map`: where sectors lie; `ship_places`: which ships are in which; `blueprints`: the parts fitted."""

PRESETS: Final = {"light": LIGHT, "full": FULL}


@dataclass(frozen=True)
class Step:
    """Something open. Subclasses say who is asked what. Frozen, comparable, without slots."""

    seat: str
    window: bool = field(default=False, kw_only=True)
    settled: tuple[str, ...] = field(default=(), kw_only=True)
    """Things put right by a correction since this detail was owed: telling it must not charge them again."""
    number: int = field(default=0, kw_only=True)
    """The number of the inbox's item that this step tells, 0 when it was never owed."""

    title: ClassVar[str] = ""
    """What the inbox says when this detail is owed: "which technology"; "" for a step that lapses instead."""

    def decision(self, state: State) -> Decision:
        raise NotImplementedError

    def seen_by(self, viewer: str) -> Self:
        """The step as `viewer` may know it."""
        return self

    def like(self, other: Step) -> Self:
        """The same step on the stack (main or windows) of `other`, with what a correction settled there."""
        number = other.number if type(self) is type(other) else 0
        if self.window == other.window and self.settled == other.settled and self.number == number:
            return self
        return replace(self, window=other.window, settled=other.settled, number=number)

    def put_off(self, state: State) -> State:
        """What changes on the table when this detail is told later (the tile is taken all the same)."""
        return state

    @property
    def stops(self) -> bool:
        """Whether `done` may end it as it is."""
        return False

    def ending(self, state: State) -> Iterator[Finding]:
        """Why `done` may not end it now, though it may in general."""
        return iter(())

    def ended(self, state: State) -> State:
        """What `done` changes."""
        return state

    def go_on(self, state: State) -> State | None:
        """What follows by itself when the step is the one to be answered; None: its decision is asked."""
        return None

    @property
    def concerns(self) -> tuple[str, ...]:
        """The seats that it is about: it ends when one of them leaves the game."""
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class Pending:
    """An item of the inbox with the step that telling it opens again."""

    owed: Owed
    step: Step


@dataclass(frozen=True)
class State(Record):
    """A whole position. Everything is a value; two equal records give two equal states."""

    TURN_PAGE: ClassVar[str] = "8"
    """Where the rulebook says whose turn it is."""

    setup: Setup
    players: tuple[Player, ...]
    sectors: tuple[Sector, ...]
    """Those on the table, by number."""
    tracking: frozenset[str] = LIGHT
    """The areas tracked now; `track` changes them during a game."""
    sectors_untold: bool = False
    """More sectors may lie on the table than were told: neither they nor the map were tracked for a while."""
    resumed: frozenset[str] = frozenset()
    """Areas that were switched on during the game: not everything in them need have been told."""
    discarded: tuple[int, ...] = ()
    """Sector tiles turned and discarded, by number: beside their stacks until those are empty (p. 9)."""
    boxed: tuple[int, ...] = ()
    """Outer sector tiles known to have stayed in the box, once stack III was gone through."""
    round: int = 1
    phase: str = "setup"
    """setup, action, combat, upkeep, cleanup, over"""
    start: str = ""
    """Who holds the starting player marker; it changes hands at the first pass (p. 8)."""
    active: str = ""
    """Whose turn it is in the action phase."""
    previous: str = ""
    """Whose turn it was just before: may still use colony ships until the next turn is over."""
    passed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    """Passed seats the turn has just gone over: they may react until the active seat acts (p. 14)."""
    traitor: str = ""
    supply: tuple[int, ...] = ()
    """Technology tiles lying out whose name the app knows, by TECHNOLOGY_KEYS."""
    supply_untold: int = 0
    """Technology tiles lying out that nobody named."""
    discoveries: tuple[str, ...] = ()
    """Kinds of discovery tiles used up (those kept for points are not named)."""
    tile_facts: tuple[tuple[str, int], ...] = ()
    """(seat, value) of reputation tiles told in private and lying face down, the oldest fact first."""
    battles: tuple[Battle, ...] = ()
    """Of this combat phase, the last one being fought."""
    steps: tuple[Step, ...] = ()
    windows: tuple[Step, ...] = ()
    owed: tuple[Pending, ...] = ()
    last_number: int = 0
    """The last number an item of the inbox got."""
    corrected: bool = False
    """A value was set by hand: conservation no longer follows from the record."""
    entries: tuple[Entry, ...] = ()

    @property
    def game(self) -> str:
        return "eclipse"

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return tuple(each.seat for each in self.players)  # never change, so the next position may keep them

    def tracks(self, *areas: str) -> bool:
        """Whether all these areas are tracked now."""
        return self.tracking.issuperset(areas)

    def option(self, name: str) -> str:
        """The value of an option of the setup."""
        return self.setup.options[name]

    @property
    def inbox(self) -> tuple[Owed, ...]:
        from companion.rules.eclipse.reputation_facts import doubts

        return (*(each.owed for each in self.owed), *doubts(self))

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(_decisions(self))

    @cached_property
    def chart(self) -> Chart:
        """Where the sectors lie and what connects them."""
        from companion.rules.eclipse.wormholes import charted

        return charted(tuple((each.number, each.at, each.rotation) for each in self.sectors))

    def player(self, seat: str) -> Player:
        """Raises KeyError for a seat that does not play."""
        try:
            return self.players[self.seats.index(seat)]
        except ValueError:
            raise KeyError(seat) from None

    def sector(self, number: int) -> Sector | None:
        """The sector on the table with that number, or None."""
        return self.by_number.get(number)

    @cached_property
    def by_number(self) -> dict[int, Sector]:
        """All sectors on the table by their number."""
        return {each.number: each for each in self.sectors}

    def owned(self, seat: str) -> tuple[Sector, ...]:
        """The sectors where the seat's disc lies, by number."""
        return self.by_owner.get(seat, ())

    @cached_property
    def by_owner(self) -> dict[str, tuple[Sector, ...]]:
        """The sectors with a disc by its seat."""
        owned: dict[str, tuple[Sector, ...]] = {}
        for each in self.sectors:
            if each.owner:
                owned[each.owner] = (*owned.get(each.owner, ()), each)
        return owned

    def playing(self) -> tuple[str, ...]:
        """Seats that are still in the game, clockwise."""
        return tuple([each.seat for each in self.players if not each.gone])

    def with_player(self, player: Player, *entries: Entry) -> State:
        """The state with that player as given, and with entries (none for nothing) that say what changed."""
        seat = player.seat
        players = tuple([player if each.seat == seat else each for each in self.players])
        told = [each for each in entries if each.amount]
        return self.with_(players=players, entries=(*self.entries, *told)) if told else self.with_(players=players)

    def change(self, seat: str, **changes: Any) -> State:
        """The state with some fields of a player changed."""
        return self.with_player(self.player(seat).with_(**changes))

    def with_sector(self, sector: Sector) -> State:
        """The state with that sector as given; it is put on the table if it was not.

        Where sectors are not tracked, what lies on it is forgotten at once.
        """
        if "sectors" not in self.tracking:
            sector = sector.forgotten
        old = self.sector(sector.number)
        if old is None:
            return self.with_(sectors=tuple(sorted([*self.sectors, sector], key=lambda each: each.number)))
        new = self.with_(sectors=tuple([sector if each is old else each for each in self.sectors]))
        if "chart" in self.__dict__ and (old.at, old.rotation) == (sector.at, sector.rotation):
            new.__dict__["chart"] = self.chart
        return new

    def enter(self, seat: str, thing: str, amount: int, why: str) -> State:
        """The state with one more entry (none for nothing)."""
        if not amount:
            return self
        return self.with_(entries=(*self.entries, Entry(seat, thing, amount, why)))

    def view(self, viewer: str) -> State:
        def hide(player: Player) -> Player:
            if player.seat == viewer or player.reputation_shown or not player.reputation:
                return player
            return player.with_(reputation=tuple(None if each is None else HIDDEN for each in player.reputation))

        players = tuple(map(hide, self.players))
        return self.with_(
            players=players,
            tile_facts=tuple(fact for fact in self.tile_facts if fact[0] == viewer),
            steps=tuple(each.seen_by(viewer) for each in self.steps),
            windows=tuple(each.seen_by(viewer) for each in self.windows),
            owed=tuple(Pending(each.owed, each.step.seen_by(viewer)) for each in self.owed),
        )

    def score(self) -> ScoreSheet:
        from companion.rules.eclipse.score import score

        return score(self)


def _decisions(state: State) -> Iterator[Decision]:
    if state.steps:
        if state.phase in ALL_AT_ONCE:
            open_steps = {step.seat: step for step in state.steps}
            for seat in (TABLE, *state.seats):
                if seat in open_steps:
                    yield open_steps[seat].decision(state)
        else:
            yield state.steps[-1].decision(state)
    for seat in state.skipped:
        yield _reaction(seat)
    for step in {step.seat: step for step in state.windows}.values():
        asked = step.decision(state)
        yield Decision(
            asked.seat, asked.name, asked.verbs, asked.kind, True, asked.roll, asked.draw, asked.context
        )  # what `replace` would give, in half the time: every detail that is being told is asked anew each time


@cache
def _reaction(seat: str) -> Decision:
    return Decision(seat, "reaction", ("react",), window=True)


@dataclass(frozen=True)
class EclipseAction(Action[State]):
    """An action of Eclipse: subclasses write `effect`; entries start anew with each action."""

    def apply(self, state: State) -> State:
        return self.effect(state.with_(entries=()) if state.entries else state)

    def effect(self, state: State) -> State:
        """What it does, entries appended. Must not raise on odd positions (it may be recorded anyway)."""
        raise NotImplementedError

    def seat_findings(self, state: State) -> Iterator[Finding]:
        """For anytime actions: the seat must play and still be in the game."""
        if self.seat not in state.seats:
            yield Reason("no_seat", f"Nobody plays {self.seat}; the seats are {', '.join(state.seats)}.", "5")
        elif state.player(self.seat).gone:
            yield Reason("gone", f"{name(self.seat)} is out of the game.", "24")

    @property
    def who(self) -> str:
        return name(self.seat)


@dataclass(frozen=True)
class SeatAction(EclipseAction):
    """An action that only a seat can do; recorded for somebody who does not play, it does nothing."""

    def apply(self, state: State) -> State:
        return super().apply(state) if self.seat in state.seats else state.with_(entries=())
