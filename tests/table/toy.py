"""A tiny game for the table's tests: turns in which seats dig with dice and draw secret gems, tell later, and correct.

Three rounds. In a turn a seat digs (a die is rolled; the value counts as coins), draws (one secret gem from a bag) or
says that it acted, details later. Whoever has three coins may buy a flag.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from companion.rules.contract import (
    HIDDEN,
    TABLE,
    Action,
    Decision,
    Draw,
    Entry,
    Finding,
    Hidden,
    Kind,
    Option,
    Owed,
    Reason,
    Refused,
    Roll,
    ScoreLine,
    ScoreSheet,
    SeatScore,
    Setup,
)

ROUNDS = 3
SEATS = ("red", "blue", "green", "white")
BAG = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9)


@dataclass(frozen=True, slots=True)
class Chest:
    seat: str
    coins: int = 0
    flags: int = 0
    gems: tuple[int | Hidden, ...] = ()


@dataclass(frozen=True, slots=True)
class ToyState:
    chests: tuple[Chest, ...]
    round: int = 1
    turn: int = 0
    waits_for: str = "turn"
    dice: int = 1
    telling: int | None = None
    owed: tuple[Owed, ...] = ()
    last_owed: int = 0
    options: tuple[tuple[str, str], ...] = ()
    entries: tuple[Entry, ...] = ()
    game: str = "toy"

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(chest.seat for chest in self.chests)

    @property
    def active(self) -> str:
        return self.chests[self.turn].seat

    @property
    def inbox(self) -> tuple[Owed, ...]:
        return self.owed

    @property
    def decisions(self) -> tuple[Decision, ...]:
        found: list[Decision] = []
        if self.round <= ROUNDS:
            found.append(self._main())
        if self.telling is not None:
            owed = next(each for each in self.owed if each.number == self.telling)
            found.append(Decision(owed.seat, "telling", ("got", "later"), window=True))
        return tuple(found)

    def _main(self) -> Decision:
        if self.waits_for == "roll":
            return Decision(TABLE, "roll", ("roll",), Kind.ROLL, roll=Roll(("yellow",) * self.dice))
        if self.waits_for == "draw":
            return Decision(self.active, "draw", ("draw",), Kind.DRAW, draw=Draw("gems", 1, self.active))
        if self.waits_for == "dig":
            return Decision(self.active, "dig", ("deep", "shallow"))
        return Decision(self.active, "turn", ("dig", "reach", "acted"))

    def chest(self, seat: str) -> Chest:
        return next(chest for chest in self.chests if chest.seat == seat)

    def with_chest(self, seat: str, **changes: Any) -> ToyState:
        return replace(self, chests=tuple(replace(c, **changes) if c.seat == seat else c for c in self.chests))

    def next_turn(self) -> ToyState:
        turn = (self.turn + 1) % len(self.chests)
        return replace(self, turn=turn, round=self.round + (turn == 0), waits_for="turn", dice=1)

    def bag(self) -> list[int]:
        left = list(BAG)
        for chest in self.chests:
            for gem in chest.gems:
                if not isinstance(gem, Hidden):
                    left.remove(gem)
        return left

    def view(self, viewer: str) -> ToyState:
        if self.round > ROUNDS:
            return self
        return replace(
            self,
            chests=tuple(c if c.seat == viewer else replace(c, gems=(HIDDEN,) * len(c.gems)) for c in self.chests),
        )

    def score(self) -> ScoreSheet:
        seats = []
        for chest in self.chests:
            known = [gem for gem in chest.gems if not isinstance(gem, Hidden)]
            hidden = len(chest.gems) - len(known)
            gems = ScoreLine("gems", sum(known) + hidden, sum(known) + 9 * hidden, f"{len(chest.gems)} gems", "1")
            flags = ScoreLine("flags", 10 * chest.flags, 10 * chest.flags, f"{chest.flags} flags", "1")
            seats.append((chest, (gems, flags)))
        order = sorted({-(sum(line.high for line in lines)) for _, lines in seats})
        return ScoreSheet(
            tuple(
                SeatScore(c.seat, lines, c.coins, "coins", 1 + order.index(-sum(line.high for line in lines)))
                for c, lines in seats
            ),
            self.round > ROUNDS,
        )


class ToyAction(Action[ToyState]):
    def findings(self, state: ToyState) -> Iterator[Finding]:
        yield from ()

    @classmethod
    def candidates(cls, state: ToyState, decision: Decision | None) -> Iterable[Any]:
        return [cls(decision.seat)] if decision else []

    def title(self, state: ToyState) -> str:
        return f"{self.seat.capitalize()}: {self.verb}"


@dataclass(frozen=True)
class Dig(ToyAction):
    verb: ClassVar[str] = "dig"
    opens: ClassVar[bool] = True

    def apply(self, state: ToyState) -> ToyState:
        return replace(state, waits_for="dig", entries=())


@dataclass(frozen=True)
class Deep(ToyAction):
    verb: ClassVar[str] = "deep"

    def apply(self, state: ToyState) -> ToyState:
        return replace(state, waits_for="roll", dice=2, entries=())


@dataclass(frozen=True)
class Shallow(ToyAction):
    verb: ClassVar[str] = "shallow"

    def apply(self, state: ToyState) -> ToyState:
        return replace(state, waits_for="roll", dice=1, entries=())


@dataclass(frozen=True)
class RollDice(ToyAction):
    faces: tuple[str | int, ...]
    verb: ClassVar[str] = "roll"

    def findings(self, state: ToyState) -> Iterator[Finding]:
        values = self.faces[1::2]
        if any(not isinstance(value, int) or not 1 <= value <= 6 for value in values):
            yield Reason("faces", "A die shows 1 to 6.", "1")
        if state.waits_for == "roll" and len(values) != state.dice:
            yield Reason("dice", f"{state.dice} dice are asked for, not {len(values)}.", "1")

    def apply(self, state: ToyState) -> ToyState:
        # Recorded anyway, it may be any odd throw.
        won = sum(value for value in self.faces[1::2] if isinstance(value, int))
        seat = state.active
        after = state.with_chest(seat, coins=state.chest(seat).coins + won).next_turn()
        return replace(after, entries=(Entry(seat, "coins", won, "dug"),))

    @classmethod
    def candidates(cls, state: ToyState, decision: Decision | None) -> Iterable[RollDice]:
        return [cls(TABLE, ("yellow", 1) * state.dice)] if decision else []


@dataclass(frozen=True)
class Reach(ToyAction):
    verb: ClassVar[str] = "reach"
    opens: ClassVar[bool] = True

    def apply(self, state: ToyState) -> ToyState:
        return replace(state, waits_for="draw", entries=())


@dataclass(frozen=True)
class DrawGem(ToyAction):
    gem: int | Hidden
    verb: ClassVar[str] = "draw"

    def findings(self, state: ToyState) -> Iterator[Finding]:
        if not isinstance(self.gem, Hidden) and self.gem not in state.bag():
            yield Reason("bag", "There is no such gem in the bag.", "1")

    def apply(self, state: ToyState) -> ToyState:
        chest = state.chest(self.seat)
        return replace(state.with_chest(self.seat, gems=(*chest.gems, self.gem)).next_turn(), entries=())

    @classmethod
    def candidates(cls, state: ToyState, decision: Decision | None) -> Iterable[DrawGem]:
        return [cls(decision.seat, gem) for gem in sorted(set(state.bag()))] if decision else []

    def title(self, state: ToyState) -> str:
        return f"{self.seat.capitalize()} draws a {self.gem}"

    def seen_by(self, viewer: str) -> DrawGem:
        return self if viewer == self.seat else replace(self, gem=HIDDEN)


@dataclass(frozen=True)
class Acted(ToyAction):
    verb: ClassVar[str] = "acted"
    opens: ClassVar[bool] = True

    def apply(self, state: ToyState) -> ToyState:
        owed = Owed(state.last_owed + 1, self.seat, "what", f"{self.seat} acted", state.round)
        return replace(state, owed=(*state.owed, owed), last_owed=owed.number, entries=()).next_turn()


@dataclass(frozen=True)
class Tell(ToyAction):
    number: int
    verb: ClassVar[str] = "tell"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: ToyState) -> Iterator[Finding]:
        if not any(owed.number == self.number and owed.seat == self.seat for owed in state.owed):
            yield Reason("not_owed", "Nothing of that number is owed.", "1")
        if state.telling is not None:
            yield Reason("telling", "Another telling is open.", "1")

    def apply(self, state: ToyState) -> ToyState:
        return replace(state, telling=self.number, entries=())

    @classmethod
    def candidates(cls, state: ToyState, decision: Decision | None) -> Iterable[Tell]:
        return [cls(owed.seat, owed.number) for owed in state.owed]


@dataclass(frozen=True)
class Got(ToyAction):
    coins: int
    verb: ClassVar[str] = "got"

    def apply(self, state: ToyState) -> ToyState:
        after = state.with_chest(self.seat, coins=state.chest(self.seat).coins + self.coins)
        owed = tuple(each for each in state.owed if each.number != state.telling)
        return replace(after, owed=owed, telling=None, entries=(Entry(self.seat, "coins", self.coins, "told"),))

    @classmethod
    def candidates(cls, state: ToyState, decision: Decision | None) -> Iterable[Got]:
        return [cls(decision.seat, coins) for coins in (1, 2)] if decision else []


@dataclass(frozen=True)
class Later(ToyAction):
    verb: ClassVar[str] = "later"

    def apply(self, state: ToyState) -> ToyState:
        return replace(state, telling=None, entries=())


@dataclass(frozen=True)
class Buy(ToyAction):
    verb: ClassVar[str] = "buy"
    anytime: ClassVar[bool] = True

    def findings(self, state: ToyState) -> Iterator[Finding]:
        coins = state.chest(self.seat).coins
        if coins < 3:
            yield Reason("coins", f"A flag costs 3 coins, {self.seat.capitalize()} has {coins}.", "2")
        if state.round > ROUNDS:
            yield Reason("over", "The game is over.", "2")

    def apply(self, state: ToyState) -> ToyState:
        chest = state.chest(self.seat)
        after = state.with_chest(self.seat, coins=chest.coins - 3, flags=chest.flags + 1)
        return replace(after, entries=(Entry(self.seat, "coins", -3, "flag"),))

    @classmethod
    def candidates(cls, state: ToyState, decision: Decision | None) -> Iterable[Buy]:
        return [cls(seat) for seat in state.seats]


@dataclass(frozen=True)
class Correct(ToyAction):
    field_name: str
    value: int
    verb: ClassVar[str] = "correct"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def findings(self, state: ToyState) -> Iterator[Finding]:
        if self.field_name not in ("coins", "flags"):
            yield Reason("field", f"There is no {self.field_name} to put right.", "1")
        if self.field_name == "flags" and state.chest(self.seat).flags == self.value:
            yield Reason("same", "That is what is known already.", "1")

    def apply(self, state: ToyState) -> ToyState:
        return replace(state.with_chest(self.seat, **{self.field_name: self.value}), entries=())

    @classmethod
    def candidates(cls, state: ToyState, decision: Decision | None) -> Iterable[Correct]:
        return []


ACTIONS: dict[str, type[Action[ToyState]]] = {
    kind.verb: kind for kind in (Dig, Deep, Shallow, RollDice, Reach, DrawGem, Acted, Tell, Got, Later, Buy, Correct)
}


@dataclass
class Toy:
    name: str = "toy"
    title: str = "Toy"
    version: int = 1
    players: range = range(2, 5)
    actions: Mapping[str, type[Action[ToyState]]] = field(default_factory=lambda: ACTIONS)
    options: tuple[Option, ...] = (Option("gems", "Who draws the gems", (("app", "The app"), ("bag", "The bag"))),)

    def begin(self, setup: Setup) -> ToyState:
        if len(setup.seats) not in self.players:
            raise Refused((Reason("players", "Two to four can play.", "1"),))
        return ToyState(tuple(Chest(seat.seat) for seat in setup.seats), options=tuple(sorted(setup.options.items())))

    def default_answer(self, state: ToyState, seat: str) -> Action[ToyState] | None:
        action = Acted(seat)
        return action if state.decisions and state.decisions[0].name == "turn" and state.active == seat else None

    def held_answer(self, state: ToyState, seat: str) -> Action[ToyState] | None:
        return None

    def by_app(self, state: ToyState, decision: Decision) -> bool:
        return decision.kind is Kind.DRAW and dict(state.options).get("gems", "app") == "app"

    def pieces(self, state: ToyState, decision: Decision) -> list[int]:
        return state.bag()

    def seating(self) -> dict[str, tuple[str, ...]]:
        return {seat: ("", f"{seat}_miners", *(("lucky",) if seat == "blue" else ())) for seat in SEATS}

    def laws(self, state: ToyState) -> list[str]:
        return [f"{chest.seat} has {chest.coins} coins" for chest in state.chests if chest.coins < 0]


GAME = Toy()
GAMES = {"toy": GAME}
