"""The position of a game of Galaxy: The Dark Ages: frozen records, and who knows which card.

**Knowledge.** A card's name is a fact with its knowers: the seats that were shown or told it, and PUBLIC for what lies
open. Hands and Reserves are a size and the facts known of them; what is not told is simply no fact. `State.view` keeps
the viewer's facts and drops all others, so that a dealt game and a table game differ only in what is known, and the
view of a position goes on exactly as the position does (see `knowledge`).

**Open steps** are a stack of small frozen records; each says by `decision` who is asked what, and by `go_on` what
follows by itself. `flow` pushes, finishes and settles them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final, Self

from companion.rules.contract import (
    PUBLIC,
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
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.catalog import WORLDS, value_at

Knowers = tuple[str, ...]
"""Seats in their order, then PUBLIC where the card lay open."""

TURNS: Final = "turns"
ENDED: Final = "ended"
"""The secret bases are being revealed."""
OVER: Final = "over"


class Record:
    """A frozen dataclass without slots whose `with_` is quick; of its caches only what never changes stays."""

    def with_(self, **changes: Any) -> Self:
        """A copy with some fields changed. Raises TypeError for a field that does not exist."""
        new = object.__new__(type(self))
        inside = new.__dict__
        inside.update(self.__dict__)
        inside.pop("decisions", None)
        inside.pop("whereabouts", None)
        inside.pop("visible", None)
        known = len(inside)
        inside.update(changes)
        if len(inside) != known:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(changes.keys() - self.__dict__.keys()))}")
        return new


@dataclass(frozen=True, slots=True)
class Fact:
    """A card at a place, and who knows that it is this one; `card` is None where the viewer does not.

    `others`: what else was told of that very card by others who may look at it (a ship face down on Kha'Farjimmn).
    """

    card: str | None
    knows: Knowers = ()
    others: tuple[tuple[str, Knowers], ...] = ()

    @property
    def beliefs(self) -> tuple[tuple[str, Knowers], ...]:
        """Every card that somebody believes it to be, and who."""
        return self.others if self.card is None else ((self.card, self.knows), *self.others)

    def believed_by(self, viewer: str) -> str | None:
        """What the viewer believes it to be."""
        return next((card for card, knows in self.beliefs if viewer in knows), None)

    def seen_by(self, viewer: str) -> Fact:
        """What the viewer and everybody know of it."""
        return self._only(lambda each: each in (viewer, PUBLIC))

    def without(self, viewers: Knowers) -> Fact:
        """The fact as those no longer believe it."""
        return self._only(lambda each: each not in viewers)

    def _only(self, wanted: Callable[[str], bool]) -> Fact:
        if not self.others:
            left = tuple(filter(wanted, self.knows))
            return Fact(self.card, left) if left else UNTOLD
        kept = [(card, left) for card, knows in self.beliefs if (left := tuple(filter(wanted, knows)))]
        return Fact(*kept[0], tuple(kept[1:])) if kept else UNTOLD


UNTOLD: Final = Fact(None)


@dataclass(frozen=True, slots=True)
class Pile:
    """A hand or a Reserve: how many cards, which everybody sees, and the facts known of it, the oldest first."""

    size: int = 0
    facts: tuple[Fact, ...] = ()

    def known_to(self, viewer: str) -> tuple[str, ...]:
        """The cards that `viewer` knows to be there."""
        return tuple(fact.card for fact in self.facts if fact.card is not None and viewer in fact.knows)

    def unknown_to(self, viewer: str) -> int:
        """How many cards `viewer` cannot name."""
        return max(0, self.size - len(self.known_to(viewer)))

    def seen_by(self, viewer: str) -> Pile:
        seen = (fact.seen_by(viewer) for fact in self.facts)
        return Pile(self.size, tuple(fact for fact in seen if fact.card is not None))


@dataclass(frozen=True, slots=True)
class Laid:
    """A ship in a cell: its name, who laid it in which turn, and whether it lies face down."""

    fact: Fact
    by: str
    turn: int
    down: bool = False

    @property
    def card(self) -> str | None:
        return self.fact.card


@dataclass(frozen=True, slots=True)
class World:
    """A column. `rows[r - 1]` is the cell of round r, the top card last; `bases` are (owner, level), sorted."""

    key: str
    governor: str = ""
    rows: tuple[tuple[Laid, ...], ...] = ()
    bases: tuple[tuple[str, int], ...] = ()
    alive: bool = True

    def cell(self, row: int) -> tuple[Laid, ...]:
        return self.rows[row - 1] if 0 < row <= len(self.rows) else ()

    def top(self, row: int) -> Laid | None:
        cell = self.cell(row)
        return cell[-1] if cell else None

    def influence(self, seat: str) -> int:
        """Of the visible bases (“Influence”)."""
        return sum(value_at(level) for owner, level in self.bases if owner == seat)


@dataclass(frozen=True)
class Player(Record):
    """One seat: chips not placed, hand, Reserve, garrison, technologies in play. The rest of its chips is counted in
    worlds (`bases`), under `garrison`, or `lost` from the game."""

    seat: str
    chips: int
    hand: Pile = Pile()
    reserve: Pile = Pile()
    garrison: Fact | None = None
    secret_used: bool = False
    technologies: tuple[str, ...] = ()
    lost: int = 0
    sensed: tuple[str, ...] = ()
    """Worlds on which others' Sensors asked for the garrison, and the seat said that it is not from there."""
    void: bool = False
    """A Sensors reveal was not honoured: no influence at the end."""
    last_turn: int = 0
    shown: int | None = None
    """The hand's value as it was shown or told for the tie-break."""


@dataclass(frozen=True, slots=True)
class Play:
    """A ship played this turn: where, its value (None: face down), and what it still may do.

    `ability`: the ability (or the fight) is still open; `left`: engagement opportunities; `power`: its world's power
    may be used this turn; `column`: the ship still lies where it was played.
    """

    world: str
    card: str | None
    value: int | None
    power: bool
    ability: bool = True
    opportunities: int = 0
    left: int = 0
    sensors: bool = True
    warp: bool = True
    alive: bool = True
    refused: tuple[str, ...] = ()
    """Worlds whose ship the owner of Screens did not allow to be attacked."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One side's two dice: who rolled, the faces, the ship's value (0 for a base), and what Phaser Banks add."""

    seat: str
    dice: tuple[int, ...]
    value: int
    banks: int

    @property
    def total(self) -> int:
        return sum(self.dice) + self.value + self.banks


@dataclass(frozen=True, slots=True)
class Fight:
    """The last fight, for the screens: what fought what, both throws, and how it came out, in one sentence."""

    attacker: str
    target: str
    throws: tuple[Throw, ...]
    outcome: str
    counter: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """A fact that no longer fits, shown to one viewer (a seat, or PUBLIC for everybody)."""

    owed: Owed
    viewer: str
    card: str
    place: str


@dataclass(frozen=True)
class Step:
    """Something open. Subclasses say who is asked what. Frozen, comparable, without slots."""

    seat: str

    def decision(self, state: State) -> Decision:
        raise NotImplementedError

    def seen_by(self, viewer: str) -> Self:
        """The step as `viewer` may know it."""
        return self

    def go_on(self, state: State) -> State | None:
        """What follows by itself when the step is the one to be answered; None: its decision is asked."""
        return None


@dataclass(frozen=True)
class State(Record):
    """A whole position. Everything is a value; two equal records give two equal states."""

    setup: Setup
    players: tuple[Player, ...]
    worlds: tuple[World, ...]
    deck: int
    under: tuple[Fact, ...] = ()
    """The cards put under the draw pile, those that come first first."""
    discard: tuple[Fact, ...] = ()
    """The top card last."""
    round: int = 1
    phase: str = "setup"
    """setup, auction, turns, ended, over"""
    fallen: tuple[str, ...] = ()
    """Surrendered worlds in order."""
    last_fallen: tuple[int, ...] = ()
    """Influence of each seat on the world that surrendered last, as it fell."""
    order: tuple[str, ...] = WORLDS
    """The worlds' cards as they lie in the row, the fallen ones too."""
    dealer: str = ""
    bids: tuple[tuple[str, int], ...] = ()
    """The opening bids still standing, the highest last."""
    opening: int | None = None
    """What the opener owes in the first turn; None: nothing (any more)."""
    active: str = ""
    turn: int = 0
    part: str = ""
    """Of the turn: action, powers, surrender, draw, end."""
    action: str = ""
    """Which action A was made this turn: play, discard, secret, or ""."""
    base_done: bool = False
    technologies_played: int = 0
    plays: tuple[Play, ...] = ()
    idle: int = 0
    """Turns in a row without an action A and without a card gained, the pile being empty."""
    gained: bool = False
    reshuffled: bool = False
    ending: bool = False
    """The fifth world fell in this turn, and it is played to its end (house rule)."""
    steps: tuple[Step, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    doubt_numbers: tuple[tuple[str, int], ...] = ()
    """The last number of a doubt by viewer."""
    fight: Fight | None = None
    corrected: bool = False
    """A value was set by hand: conservation no longer follows from the record."""
    entries: tuple[Entry, ...] = ()

    @property
    def game(self) -> str:
        return "dark_ages"

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return tuple(each.seat for each in self.players)

    @cached_property
    def everyone(self) -> Knowers:
        """Who knows what lies open."""
        return (*self.seats, PUBLIC)

    def option(self, name: str) -> str:
        """The value of an option of the setup."""
        return self.setup.options[name]

    def on(self, name: str) -> bool:
        return self.setup.options[name] == "on"

    @property
    def inbox(self) -> tuple[Owed, ...]:
        return tuple(each.owed for each in self.doubts)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        if self.phase == OVER or not self.steps:
            return ()
        together = [step for step in self.steps if getattr(step, "together", False)]
        if together and self.steps[-1] in together:
            return tuple(step.decision(self) for step in together)
        return (self.steps[-1].decision(self),)

    @cached_property
    def visible(self) -> dict[str, str]:
        """Cards that lie open on the table now, with the place in words."""
        from companion.rules.dark_ages.knowledge import visible

        return visible(self)

    @cached_property
    def whereabouts(self) -> dict[str, dict[str, str]]:
        """By viewer: the cards it can place, with the place's word (see `knowledge.PLACES`)."""
        from companion.rules.dark_ages.knowledge import whereabouts

        return whereabouts(self)

    def player(self, seat: str) -> Player:
        """Raises KeyError for a seat that does not play."""
        for each in self.players:
            if each.seat == seat:
                return each
        raise KeyError(seat)

    def world(self, key: str) -> World | None:
        """The column of that world, or None for a word that names none."""
        return self.worlds[WORLDS.index(key)] if key in WORLDS else None

    @property
    def alive(self) -> tuple[World, ...]:
        """The surviving worlds."""
        return tuple(world for world in self.worlds if world.alive)

    def left_of(self, seat: str) -> str:
        """The next seat clockwise."""
        seats = self.seats
        return seats[(seats.index(seat) + 1) % len(seats)] if seat in seats else seats[0]

    def clockwise(self, first: str) -> tuple[str, ...]:
        """All seats from `first` on."""
        seats = self.seats
        start = seats.index(first) if first in seats else 0
        return seats[start:] + seats[:start]

    def with_player(self, player: Player) -> State:
        return self.with_(players=tuple(player if each.seat == player.seat else each for each in self.players))

    def change(self, seat: str, **changes: Any) -> State:
        """The state with some fields of a player changed."""
        return self.with_player(self.player(seat).with_(**changes))

    def with_world(self, world: World) -> State:
        return self.with_(worlds=tuple(world if each.key == world.key else each for each in self.worlds))

    def with_play(self, play: Play) -> State:
        """The state with the turn's last play changed."""
        return self.with_(plays=(*self.plays[:-1], play))

    def enter(self, seat: str, thing: str, amount: int, why: str) -> State:
        """The state with one more entry."""
        return self.with_(entries=(*self.entries, Entry(seat, thing, amount, why)))

    def view(self, viewer: str) -> State:
        def hide(player: Player) -> Player:
            garrison = player.garrison.seen_by(viewer) if player.garrison is not None else None
            return player.with_(
                hand=player.hand.seen_by(viewer), reserve=player.reserve.seen_by(viewer), garrison=garrison
            )

        def column(world: World) -> World:
            rows = tuple(tuple(replace(laid, fact=laid.fact.seen_by(viewer)) for laid in cell) for cell in world.rows)
            return replace(world, rows=rows)

        return self.with_(
            players=tuple(map(hide, self.players)),
            worlds=tuple(map(column, self.worlds)),
            under=tuple(fact.seen_by(viewer) for fact in self.under),
            discard=tuple(fact.seen_by(viewer) for fact in self.discard),
            plays=tuple(play if play.value is not None else replace(play, card=None) for play in self.plays),
            steps=tuple(step.seen_by(viewer) for step in self.steps),
            doubts=tuple(doubt for doubt in self.doubts if doubt.viewer in (viewer, PUBLIC)),
            doubt_numbers=tuple(each for each in self.doubt_numbers if each[0] in (viewer, PUBLIC)),
        )

    def score(self) -> ScoreSheet:
        from companion.rules.dark_ages.score import score

        return score(self)


@dataclass(frozen=True)
class DarkAgesAction(Action[State]):
    """An action of this game: subclasses write `effect`; entries start anew with each action.

    Recorded for somebody who does not play, it does nothing; `by_table` marks what the table as a whole does.
    """

    by_table: ClassVar[bool] = False

    def apply(self, state: State) -> State:
        fresh = state.with_(entries=())
        if self.seat not in state.seats and not (self.by_table and self.seat == TABLE):
            return fresh
        return self.effect(fresh)

    def effect(self, state: State) -> State:
        """What it does, entries appended. Must not raise on odd positions (it may be recorded anyway)."""
        raise NotImplementedError

    def seat_findings(self, state: State) -> Iterator[Finding]:
        """For anytime actions: the seat must play."""
        if self.seat not in state.seats:
            yield Reason(
                "no_seat", f"Nobody plays {self.seat}; the seats are {', '.join(state.seats)}.", sections.SETUP
            )

    @property
    def who(self) -> str:
        return name(self.seat)


def name(word: str) -> str:
    """A seat as players write it."""
    return " ".join(part.capitalize() for part in word.split("_"))
