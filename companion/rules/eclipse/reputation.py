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
from companion.rules.eclipse.reputation_facts import (
    DOUBT,
    bag,
    in_sight,
    is_full,
    keep_tiles,
    lay_tiles,
    return_tile,
    room,
    shown,
    tiles_in_bag,
)
from companion.rules.eclipse.reputation_track import Slots, Value, arranged, could_be, hidden, left_at_most, unknown
from companion.rules.eclipse.state import EclipseAction, State, Step


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
        if (player.reputation or player.reputation_untold) and not player.reputation_shown
    )


@dataclass(frozen=True)
class HoldsReputation(Step):
    """A seat says which tiles lie on its track: nobody followed them for a while, or one that was told is doubtful."""

    title: ClassVar[str] = DOUBT

    def decision(self, state: State) -> Decision:
        player = state.player(self.seat)
        context = {"tiles": len(player.reputation), "most": len(player.reputation) + room(player)}
        return Decision(self.seat, "reputation.holds", ("holds", "later"), context=context)


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
        for value, number in sorted(Counter(each for each in self.values if isinstance(each, int)).items()):
            yield from _in_bag(state, self.seat, value, number)
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
        if self.seat not in state.seats:
            return
        if is_full(state.player(self.seat)):
            text = f"{self.who}'s Reputation Track is full: swap a tile for it, or return what was drawn."
            yield Reason("track_full", text, "21")
        yield from _track_untold(state.player(self.seat))

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
        if not is_full(player) and not player.reputation_untold:
            text = f"{self.who}'s Reputation Track has room: a tile is kept, none goes back for it."
            yield Reason("has_room", text, "21")
        yield from _track_untold(player)
        yield from has_tile(state, self.seat, self.returned)

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
        if self.seat not in state.seats or not _drawn(state, step):
            return
        player = state.player(self.seat)
        if not is_full(player) and not player.reputation_untold:
            yield Reason("must_keep", f"{self.who}'s Reputation Track has room, so one tile drawn is kept.", "21")
        yield from _track_untold(player)

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
        player = state.player(self.seat)
        tiles, certain = player.reputation, state.option("reputation") == "app_bag"
        if player.reputation_untold:
            yield from _fits(player, self.values)
        elif len(self.values) != len(tiles):
            yield Reason("count", f"{self.who} has {len(tiles)} reputation tiles, not {len(self.values)}.", "25")
        others = shown(state.change(self.seat, reputation_shown=False))
        for value, number in sorted(Counter(self.values).items()):
            known = sum(each == value for each in tiles)
            if value not in REPUTATION_TILES:
                yield Reason("no_tile", f"There is no reputation tile of {value}; they are 1 to 4.", "21")
            elif number > left_at_most(value, others):
                yield Reason("not_so_many", f"There are not {number} more tiles of {value} in the box.", "21")
            if number > known + unknown(tiles) and not player.reputation_untold:
                text = f"{self.who} kept {known} tiles of {value}, not {number}."
                yield Reason("not_on_track", text, "25") if certain else _told_otherwise(self.seat)
        for value, number in sorted(Counter(each for each in tiles if isinstance(each, int)).items()):
            if number > self.values.count(value):
                text = f"{self.who} kept {number} tiles of {value}; show them too."
                yield Reason("left_out", text, "25") if certain else _told_otherwise(self.seat)

    def effect(self, state: State) -> State:
        if self.seat not in state.seats:
            return state
        step = find(state, self.seat, ShowReputation)
        player = state.player(self.seat)
        state = state.change(self.seat, reputation_shown=True, reputation_untold=False)
        state = lay_tiles(state, self.seat, self.values)
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


@dataclass(frozen=True)
class Holds(EclipseAction):
    """`holds V V ...`: all the tiles on the seat's track, `?` for one whose value is not told."""

    values: tuple[int | Hidden | None, ...]
    verb: ClassVar[str] = "holds"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat not in state.seats:
            return
        yield from _fits(state.player(self.seat), self.values)
        others = shown(state)
        for value, number in sorted(Counter(each for each in self.values if isinstance(each, int)).items()):
            if value not in REPUTATION_TILES:
                yield Reason("no_tile", f"There is no reputation tile of {value}; they are 1 to 4.", "21")
            elif number > left_at_most(value, others):
                yield Reason("not_so_many", f"There are not {number} more tiles of {value} in the box.", "21")

    def effect(self, state: State) -> State:
        if self.seat not in state.seats:
            return state
        step = find(state, self.seat, HoldsReputation)
        before = len(state.player(self.seat).reputation)
        state = state.change(self.seat, reputation_untold=False, reputation_shown=False)
        state = lay_tiles(state, self.seat, self.values, anew=True)
        return finish_step(state.enter(self.seat, "reputation", len(self.values) - before, "told"), step)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Holds]:
        """As many tiles as are known or fit, their values not told; those that are known, as they are."""
        if decision is None:
            return
        tiles = state.player(decision.seat).reputation
        for number in range(len(tiles), decision.context["most"] + 1):
            yield cls(decision.seat, (*tiles, *(None,) * (number - len(tiles))))

    def title(self, state: State) -> str:
        return f"{self.who} tells which reputation tiles lie on the track"

    def seen_by(self, viewer: str) -> Self:
        return self if viewer == self.seat else replace(self, values=hidden(self.values))


def has_tile(state: State, seat: str, value: Value) -> Iterator[Finding]:
    """Why no tile of that value can go back from the track; with the physical bag what was told may be a slip."""
    player = state.player(seat)
    if could_be(player.reputation, value):
        return
    if player.reputation_untold or (player.reputation and state.option("reputation") == "physical_bag"):
        yield _told_otherwise(seat)
        return
    text = f"{name(seat)} has no reputation tile" + (f" of {value}." if isinstance(value, int) else " left.")
    yield Reason("no_such_tile", text, "21")


def _told_otherwise(seat: str) -> Missing:
    return Missing("tile_values", f"Is it such a tile after all? {name(seat)} told others.")


def _track_untold(player: Player) -> Iterator[Finding]:
    """Whether there is room on a track of which not everything was told."""
    if player.reputation_untold and not is_full(player):
        yield Missing("reputation", f"Has the Reputation Track of {name(player.seat)} room? Its tiles were not told.")


def _fits(player: Player, values: tuple[Value, ...]) -> Iterator[Finding]:
    """Why so many tiles cannot lie on the track beside its ambassadors (pp. 11, 21)."""
    if not Slots.of(player.species).fit(len(player.ambassadors), len(values)):
        text = f"{len(values)} tiles do not fit on the Reputation Track of {name(player.seat)}."
        yield Reason("track_full", text, "21")


def _in_bag(state: State, seat: str, value: int, number: int) -> Iterator[Finding]:
    """Why so many tiles of a value cannot have come out of the bag: they lie open, or with the seat itself."""
    left = left_at_most(value, in_sight(state, seat))
    if value not in REPUTATION_TILES:
        yield Reason("no_tile", f"There is no reputation tile of {value}; they are 1 to 4.", "21")
    elif number > left:
        slip = state.option("reputation") == "physical_bag" and number <= left_at_most(value, shown(state))
        if slip:
            yield _told_otherwise(seat)
        else:
            yield Reason("not_in_bag", f"The bag holds at most {left} tiles of {value}, not {number}.", "21")


def _kept(state: State, seat: str, value: Value) -> Iterator[Finding]:
    """Why a tile of that value cannot be kept: it was not among those drawn."""
    drawn = _drawn(state, find(state, seat, KeepReputation, DrawReputation))
    if drawn is None or value in drawn:
        return
    if could_be(drawn, value):
        if isinstance(value, int):
            yield from _in_bag(state, seat, value, 1)
    elif drawn and state.option("reputation") == "physical_bag":
        yield _told_otherwise(seat)
        if isinstance(value, int):
            yield from _in_bag(state, seat, value, 1)
    else:
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


ACTIONS: tuple[type[EclipseAction], ...] = (DrawTiles, Keep, Swap, KeepNone, RevealReputation, Holds)
