"""Reputation tiles drawn, kept, swapped and shown (pp. 21, 25, 26). The bag is what lies on nobody's track."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.rules.contract import Decision, Draw, Finding, Hidden, Kind, Missing, Reason
from companion.rules.eclipse.catalog import REPUTATION_TILES
from companion.rules.eclipse.flow import find, finish_step
from companion.rules.eclipse.pieces import Player, name
from companion.rules.eclipse.reputation_track import (
    ALL_TILES,
    Slots,
    Value,
    arranged,
    could_be,
    hidden,
    left_at_most,
    unknown,
    without,
)
from companion.rules.eclipse.state import EclipseAction, State, Step


def on_tracks(state: State) -> tuple[Value, ...]:
    """All tiles that lie on tracks, seat after seat."""
    return tuple(value for player in state.players for value in player.reputation)


def in_sight(state: State, seat: str) -> tuple[Value, ...]:
    """The tiles that a seat can see on tracks: its own, and those shown to everybody.

    What is allowed hangs on these alone: a refusal for what others hide would tell what they hide.
    """
    return tuple(
        value for each in state.players if each.seat == seat or each.reputation_shown for value in each.reputation
    )


def tiles_in_bag(state: State) -> int:
    """How many tiles are in the bag; none where reputation is not tracked, for then the app draws none."""
    if not state.tracks("reputation"):
        return 0
    return max(0, ALL_TILES - len(on_tracks(state)))


def bag(state: State) -> tuple[int, ...]:
    """The values that may be in the bag, lowest first: all but those known to lie on tracks.

    These are more than `tiles_in_bag` where tiles on tracks were not told.
    """
    seen = on_tracks(state)
    return tuple(value for value in sorted(REPUTATION_TILES) for _ in range(max(0, left_at_most(value, seen))))


def is_full(player: Player, more: int = 1) -> bool:
    """Whether `more` reputation tiles do not fit on the track beside what lies there (pp. 11, 21)."""
    slots = Slots.of(player.species)
    return not slots.fit(len(player.ambassadors), len(player.reputation) + more)


def keep_tiles(state: State, seat: str, values: Iterable[Value], why: str) -> State:
    """The state with tiles laid on a seat's track."""
    # What no tile says, recorded anyway, is a tile whose value was not told.
    values = tuple(None if isinstance(each, int) and each not in REPUTATION_TILES else each for each in values)
    player = state.player(seat)
    # A tile that comes to those that were shown lies face down: nobody could say which is which any more.
    state = state.change(seat, reputation=arranged((*player.reputation, *values)), reputation_shown=False)
    return state.enter(seat, "reputation", len(values), why)


def return_tile(state: State, seat: str, value: Value, why: str) -> State:
    """The state with one tile of a seat's track back in the bag."""
    player = state.player(seat)
    left = without(player.reputation, value)
    return state.change(seat, reputation=left).enter(seat, "reputation", len(left) - len(player.reputation), why)


@dataclass(frozen=True)
class DrawReputation(Step):
    """A seat draws tiles and looks at them alone; it keeps `keeps` of them (one; Eridani's first two, p. 26)."""

    count: int
    keeps: int
    why: str

    def number_drawn(self, state: State) -> int:
        """What is asked for, or all that the bag still holds."""
        return min(self.count, tiles_in_bag(state))

    def decision(self, state: State) -> Decision:
        count = self.number_drawn(state)
        untold = state.option("reputation") == "physical_bag" and self.keeps == 1
        verbs = ("draw", "keep", "swap", "keep_none") if untold else ("draw",)
        context = {"count": count, "keeps": self.keeps, "why": self.why, "full": is_full(state.player(self.seat))}
        return Decision(
            self.seat, "reputation.draw", verbs, Kind.DRAW, draw=Draw("reputation", count, self.seat), context=context
        )


@dataclass(frozen=True)
class KeepReputation(Step):
    """A seat chooses one of the tiles it drew; a full track makes it swap one or return what it drew (p. 21)."""

    drawn: tuple[Value, ...]
    why: str

    def decision(self, state: State) -> Decision:
        player = state.player(self.seat)
        context = {"drawn": self.drawn, "track": player.reputation, "full": is_full(player), "why": self.why}
        return Decision(self.seat, "reputation.keep", ("keep", "swap", "keep_none"), context=context)

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, drawn=hidden(self.drawn))


@dataclass(frozen=True)
class ShowReputation(Step):
    """After the game a seat may show its tiles to everybody (p. 25)."""

    def decision(self, state: State) -> Decision:
        context = {"tiles": len(state.player(self.seat).reputation)}
        return Decision(self.seat, "reputation.show", ("reveal_reputation",), Kind.REVEAL, window=True, context=context)


def start_draw(seat: str, count: int) -> Step:
    """The step in which a seat draws and keeps `count` tiles before the game (p. 26)."""
    return DrawReputation(seat, count, count, "the beginning of the game")


def draw_after_battle(seat: str, count: int, why: str) -> Step:
    """The step in which a seat draws `count` tiles after a sector's battles and keeps one (p. 21)."""
    return DrawReputation(seat, count, 1, why)


def reveal_windows(state: State) -> tuple[Step, ...]:
    """Windows in which seats may show, after the game, the tiles that lie face down (p. 25)."""
    return tuple(
        ShowReputation(player.seat, window=True)
        for player in state.players
        if player.reputation and not player.reputation_shown
    )


def _drawn(state: State, step: Step | None) -> tuple[Value, ...] | None:
    """What was drawn and not put back yet; all untold where the tiles were drawn without telling; None: nothing."""
    if isinstance(step, KeepReputation):
        return step.drawn
    if isinstance(step, DrawReputation):
        return (None,) * step.number_drawn(state)
    return None


@dataclass(frozen=True)
class DrawTiles(EclipseAction):
    """`draw V V ...`: the tiles come out of the bag, seen by their seat alone; `?` for one that is not told (p. 21)."""

    values: tuple[int | Hidden | None, ...]
    verb: ClassVar[str] = "draw"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, DrawReputation)
        if step is not None:
            count = step.number_drawn(state)
            if len(self.values) != count:
                said = f"{self.who} draws {count} {'tile' if count == 1 else 'tiles'}, not {len(self.values)}."
                yield Reason("count", said, "21")
        seen = in_sight(state, self.seat)
        for value, number in sorted(Counter(each for each in self.values if isinstance(each, int)).items()):
            left = left_at_most(value, seen)
            if value not in REPUTATION_TILES:
                yield Reason("no_tile", f"There is no reputation tile of {value}; they are 1 to 4.", "21")
            elif number > left:
                yield Reason("not_in_bag", f"The bag holds at most {left} tiles of {value}, not {number}.", "21")
        if None in self.values and state.option("reputation") == "app_bag":
            yield Missing("tile_values", f"Which tiles did {self.who} draw? The app's own bag knows them.")

    def effect(self, state: State) -> State:
        if self.seat not in state.seats:
            return state
        step = find(state, self.seat, DrawReputation)
        why = step.why if step is not None else "drawn"
        if len(self.values) == 0:
            return finish_step(state, step)
        if step is not None and step.keeps > 1:
            return finish_step(keep_tiles(state, self.seat, self.values, why), step)
        return finish_step(state, step, KeepReputation(self.seat, arranged(self.values), why))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[DrawTiles]:
        """Not every draw that chance may give: the lowest and the highest tiles, and untold ones."""
        if decision is None or decision.draw is None:
            return
        count, tiles = decision.draw.count, bag(state)
        yield cls(decision.seat, tiles[:count])
        yield cls(decision.seat, tiles[len(tiles) - count :])
        if count:
            yield cls(decision.seat, (None,) * count)

    def title(self, state: State) -> str:
        count = len(self.values)
        return f"{self.who} draws {count} reputation {'tile' if count == 1 else 'tiles'}"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, values=hidden(self.values))


@dataclass(frozen=True)
class Keep(EclipseAction):
    """`keep V`: one of the tiles drawn is laid face down on the track; `?`: kept, its value not told (p. 21)."""

    value: int | Hidden | None
    verb: ClassVar[str] = "keep"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from _kept(state, self.seat, self.value)
        if self.seat in state.seats and is_full(state.player(self.seat)):
            text = f"{self.who}'s Reputation Track is full: swap a tile for it, or return what was drawn."
            yield Reason("track_full", text, "21")

    def effect(self, state: State) -> State:
        if self.seat not in state.seats:
            return state
        step = find(state, self.seat, KeepReputation, DrawReputation)
        return finish_step(keep_tiles(state, self.seat, (self.value,), _why(step)), step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Keep]:
        yield from (cls(seat, value) for seat, value in _choices(state, decision))

    def title(self, state: State) -> str:
        return f"{self.who} keeps a reputation tile"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, value=hidden((self.value,))[0])


@dataclass(frozen=True)
class Swap(EclipseAction):
    """`swap KEPT RETURNED`: on a full track a tile drawn takes the place of one that goes back into the bag (p. 21)."""

    kept: int | Hidden | None
    returned: int | Hidden | None
    verb: ClassVar[str] = "swap"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from _kept(state, self.seat, self.kept)
        if self.seat not in state.seats:
            return
        player = state.player(self.seat)
        if not is_full(player):
            text = f"{self.who}'s Reputation Track has room: a tile is kept, none goes back for it."
            yield Reason("has_room", text, "21")
        yield from has_tile(player, self.returned)

    def effect(self, state: State) -> State:
        if self.seat not in state.seats:
            return state
        step = find(state, self.seat, KeepReputation, DrawReputation)
        state = return_tile(state, self.seat, self.returned, "swapped")
        return finish_step(keep_tiles(state, self.seat, (self.kept,), _why(step)), step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Swap]:
        for seat, value in _choices(state, decision):
            yield from (cls(seat, value, each) for each in dict.fromkeys(state.player(seat).reputation))

    def title(self, state: State) -> str:
        return f"{self.who} swaps a reputation tile"

    def seen_by(self, viewer: str) -> Self:
        if viewer == self.seat:
            return self
        kept, returned = hidden((self.kept, self.returned))
        return replace(self, kept=kept, returned=returned)


@dataclass(frozen=True)
class KeepNone(EclipseAction):
    """`keep_none`: with a full track, all the tiles drawn go back into the bag (p. 21)."""

    verb: ClassVar[str] = "keep_none"
    alone: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        step = find(state, self.seat, KeepReputation, DrawReputation)
        if self.seat in state.seats and _drawn(state, step) and not is_full(state.player(self.seat)):
            yield Reason("must_keep", f"{self.who}'s Reputation Track has room, so one tile drawn is kept.", "21")

    def effect(self, state: State) -> State:
        return finish_step(state, find(state, self.seat, KeepReputation, DrawReputation))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[KeepNone]:
        if decision is not None:
            yield cls(decision.seat)

    def title(self, state: State) -> str:
        return f"{self.who} returns all tiles drawn"


@dataclass(frozen=True)
class RevealReputation(EclipseAction):
    """`reveal_reputation V V ...`: after the game, all the seat's tiles are shown to everybody (p. 25)."""

    values: tuple[int, ...]
    verb: ClassVar[str] = "reveal_reputation"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat not in state.seats:
            return
        tiles = state.player(self.seat).reputation
        if len(self.values) != len(tiles):
            yield Reason("count", f"{self.who} has {len(tiles)} reputation tiles, not {len(self.values)}.", "25")
        others = [
            value
            for player in state.players
            if player.seat != self.seat and player.reputation_shown
            for value in player.reputation
        ]
        for value, number in sorted(Counter(self.values).items()):
            known = sum(each == value for each in tiles)
            if value not in REPUTATION_TILES:
                yield Reason("no_tile", f"There is no reputation tile of {value}; they are 1 to 4.", "21")
            elif number > left_at_most(value, others):
                yield Reason("not_so_many", f"There are not {number} more tiles of {value} in the box.", "21")
            if number > known + unknown(tiles):
                yield Reason("not_on_track", f"{self.who} kept {known} tiles of {value}, not {number}.", "25")
        for value, number in sorted(Counter(each for each in tiles if isinstance(each, int)).items()):
            if number > self.values.count(value):
                yield Reason("left_out", f"{self.who} kept {number} tiles of {value}; show them too.", "25")

    def effect(self, state: State) -> State:
        if self.seat not in state.seats:
            return state
        step = find(state, self.seat, ShowReputation)
        player = state.player(self.seat)
        state = state.change(self.seat, reputation=arranged(self.values), reputation_shown=True)
        state = state.enter(self.seat, "reputation", len(self.values) - len(player.reputation), "shown")
        return finish_step(state, step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[RevealReputation]:
        """The tiles as told; for untold ones the lowest and the highest that may be left."""
        if decision is None:
            return
        tiles = state.player(decision.seat).reputation
        known = tuple(each for each in tiles if isinstance(each, int))
        pool, missing = bag(state), unknown(tiles)
        for rest in dict.fromkeys((pool[:missing], pool[len(pool) - missing :])):
            yield cls(decision.seat, known + rest)

    def title(self, state: State) -> str:
        return f"{self.who} shows reputation tiles: {', '.join(map(str, self.values)) or 'none'}"


def has_tile(player: Player, value: Value) -> Iterator[Finding]:
    """Why a tile of that value cannot go back from the track."""
    if not could_be(player.reputation, value):
        text = f"{name(player.seat)} has no reputation tile" + (f" of {value}." if isinstance(value, int) else " left.")
        yield Reason("no_such_tile", text, "21")


def _kept(state: State, seat: str, value: Value) -> Iterator[Finding]:
    """Why a tile of that value cannot be kept: it was not among those drawn."""
    drawn = _drawn(state, find(state, seat, KeepReputation, DrawReputation))
    if drawn is None or could_be(drawn, value):
        if isinstance(value, int) and drawn is not None and value not in drawn:
            left = left_at_most(value, in_sight(state, seat))
            if value not in REPUTATION_TILES:
                yield Reason("no_tile", f"There is no reputation tile of {value}; they are 1 to 4.", "21")
            elif left < 1:
                yield Reason("not_in_bag", f"All tiles of {value} lie on tracks already.", "21")
        return
    wanted = f"A {value}" if isinstance(value, int) else "An untold tile"
    yield Reason("not_drawn", f"{wanted} is not among the tiles that {name(seat)} drew.", "21")


def _choices(state: State, decision: Decision | None) -> Iterator[tuple[str, Value]]:
    """The tiles that may be kept, each value once."""
    if decision is None:
        return
    drawn = _drawn(state, find(state, decision.seat, KeepReputation, DrawReputation)) or ()
    told = tuple(dict.fromkeys(bag(state))) if None in drawn else ()
    for value in dict.fromkeys((*drawn, *told)):
        yield decision.seat, value


def _why(step: Step | None) -> str:
    return step.why if isinstance(step, KeepReputation | DrawReputation) else "kept"


ACTIONS: tuple[type[EclipseAction], ...] = (DrawTiles, Keep, Swap, KeepNone, RevealReputation)
