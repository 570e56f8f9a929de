"""The technology tiles: those lying out, those in the bag, and those drawn (pp. 5, 12, 24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.contract import TABLE, Decision, Draw, Finding, Kind, Missing, Reason
from companion.rules.eclipse.catalog import (
    SECTORS,
    TECHNOLOGIES,
    TECHNOLOGY_INDEX,
    TECHNOLOGY_KEYS,
    TECHNOLOGY_SQUARES,
    TECHNOLOGY_TILES,
)
from companion.rules.eclipse.economy import move_discs
from companion.rules.eclipse.flow import find, finish_step, push
from companion.rules.eclipse.pieces import Player, name
from companion.rules.eclipse.sectors import may_own_more
from companion.rules.eclipse.state import EclipseAction, State, Step

EXTRA_DISCS = {"advanced_robotics": 1, "quantum_grid": 2}
"""Influence discs a technology brings at once (p. 12)."""

ARTIFACT_GAIN = 5

RESEARCH_OWED = ("which technology", "which action")
"""Details of the inbox behind which a technology tile may have left the supply board."""

LEARNING_OWED = (*RESEARCH_OWED, "which technology the Ancients gave")
"""Details of the inbox behind which a seat may have got a technology."""


def unknown_technology(key: str) -> Reason | None:
    """The reason why a word is no technology, or None."""
    if key in TECHNOLOGIES:
        return None
    return Reason("no_technology", f"There is no technology {name(key)}; the box has 24, as on the supply board.", "12")


def tiles_taken(player: Player) -> tuple[str, ...]:
    """Technologies of a player that are tiles, not printed on the board (p. 12)."""
    return tuple(key for key in player.technologies if key not in player.species.technologies)


def with_players(state: State) -> Counter[str]:
    """Tiles that lie on the players' boards, by technology."""
    return Counter(key for player in state.players for key in tiles_taken(player))


def unnamed(state: State) -> dict[str, int]:
    """Tiles of each technology that are in the bag, or lie out without having been named."""
    taken = with_players(state)
    return {
        key: TECHNOLOGIES[key].copies - taken[key] - state.supply[index] for index, key in enumerate(TECHNOLOGY_KEYS)
    }


def in_bag(state: State) -> int:
    """How many technology tiles are left in the bag."""
    return TECHNOLOGY_TILES - sum(with_players(state).values()) - sum(state.supply) - state.supply_untold


def lying_out(state: State, key: str) -> Iterator[Finding]:
    """Whether a tile of that technology can be taken from the supply board (p. 12)."""
    count = state.supply[TECHNOLOGY_INDEX[key]]
    owed = [pending.owed.seat for pending in state.owed if pending.owed.detail in RESEARCH_OWED]
    if count > 0:
        if len(owed) >= count:
            tiles = f"one of the {count} {name(key)} tiles" if count > 1 else f"the last {name(key)} tile"
            yield Missing("owed_research", f"Did {name(owed[0])} take {tiles}? That action was not told yet.")
        return
    copies = TECHNOLOGIES[key].copies
    if state.supply_untold < 1:
        yield Reason("not_in_supply", f"No {name(key)} tile lies on the supply board.", "12")
    elif sum(key in tiles_taken(player) for player in state.players) >= copies:
        yield Reason("none_left", f"All {copies} {name(key)} tiles of the box are taken.", "6")
    else:
        count = state.supply_untold
        tiles = "1 tile" if count == 1 else f"{count} tiles"
        yield Missing("supply", f"Does {name(key)} lie out? The names of {tiles} on the supply board were not told.")


def has_room(player: Player, key: str) -> bool:
    """Whether the technology's track has a square left (p. 12)."""
    return player.owned_in(TECHNOLOGIES[key].category) < TECHNOLOGY_SQUARES


def obtainable(state: State, seat: str, key: str) -> Iterator[Finding]:
    """Whether a tile of that technology can come to the seat's board, whatever it costs (p. 12)."""
    player, tile = state.player(seat), TECHNOLOGIES[key]
    if player.owns(key):
        yield Reason("owned", f"{name(seat)} has {tile.name} already.", "12")
    if not has_room(player, key):
        yield Reason(
            "track_full",
            f"The {tile.category} track of {name(seat)} has {TECHNOLOGY_SQUARES} technologies, which fills it.",
            "12",
        )
    yield from lying_out(state, key)


def take_tile(state: State, key: str) -> State:
    """A tile leaves the supply board: a named one, else one that nobody named."""
    index = TECHNOLOGY_INDEX[key]
    if state.supply[index] > 0:
        return state.with_(supply=tuple(count - (place == index) for place, count in enumerate(state.supply)))
    return state.with_(supply_untold=max(0, state.supply_untold - 1))


def learn(state: State, seat: str, key: str, why: str) -> tuple[State, tuple[Step, ...]]:
    """A technology tile comes to a player's board with its effect at once: the state, and steps it asks (p. 12)."""
    state = take_tile(state, key)
    player = state.player(seat)
    state = state.change(seat, technologies=(*player.technologies, key)).enter(seat, key, 1, why)
    discs = min(EXTRA_DISCS.get(key, 0), player.spare_discs)
    if discs:
        state = state.change(seat, spare_discs=player.spare_discs - discs)
        state = move_discs(state, seat, discs, name(key))
    if key == "artifact_key":
        count = sum(SECTORS[sector.number].artifact for sector in state.owned(seat))
        more = may_own_more(state, seat)
        if count or more:
            from companion.rules.eclipse.research import Artifacts

            return state, (Artifacts(seat, count, more),)
    return state, ()


@dataclass(frozen=True)
class DrawTechnologies(Step):
    """`count` tiles come from the bag to the supply board."""

    count: int = 0

    def decision(self, state: State) -> Decision:
        context = {"count": self.count, "bag": unnamed(state), "untold": state.supply_untold}
        return Decision(
            TABLE,
            "technologies",
            ("new_technologies",),
            Kind.DRAW,
            draw=Draw("technologies", self.count),
            context=context,
        )


def draw_technologies(state: State, count: int) -> State:
    """The state with that many tiles to be drawn, or as many as the bag holds (p. 24). Untold tiles come at once."""
    count = min(count, in_bag(state))
    if count < 1:
        return state
    if state.option("technology_tiles") == "untold":
        return state.with_(supply_untold=state.supply_untold + count).enter(TABLE, "technology_tiles", count, "drawn")
    return push(state, DrawTechnologies(TABLE, count))


@dataclass(frozen=True)
class NewTechnologies(EclipseAction):
    """`new_technologies A B ...`: the tiles drawn; `?` for one that nobody names (p. 24)."""

    tiles: tuple[str | None, ...]
    verb: ClassVar[str] = "new_technologies"
    opens: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        bag = unnamed(state)
        for key in dict.fromkeys(key for key in self.tiles if key is not None):
            wrong = unknown_technology(key)
            if wrong is not None:
                yield wrong
                continue
            drawn, left = self.tiles.count(key), bag[key]
            if drawn > left:
                copies = TECHNOLOGIES[key].copies
                yield Reason(
                    "none_left", f"{drawn} {name(key)} are drawn, but {left} of {copies} can be in the bag.", "6"
                )
        step = find(state, TABLE, DrawTechnologies)
        if step is not None and len(self.tiles) != step.count:
            yield Reason("count", f"{step.count} technology tiles are to be drawn now, not {len(self.tiles)}.", "24")

    def effect(self, state: State) -> State:
        drawn = Counter(key for key in self.tiles if key in TECHNOLOGIES)
        untold = len(self.tiles) - sum(drawn.values())
        supply = tuple(count + drawn[key] for key, count in zip(TECHNOLOGY_KEYS, state.supply, strict=True))
        state = state.with_(supply=supply, supply_untold=state.supply_untold + untold)
        state = state.enter(TABLE, "technology_tiles", len(self.tiles), "drawn")
        return finish_step(state, find(state, TABLE, DrawTechnologies))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[NewTechnologies]:
        """One draw that can be: the tiles of the bag in the supply board's order, one of each kind in turn."""
        if decision is None or decision.draw is None:
            return
        left = dict(unnamed(state))
        tiles: list[str] = []
        while len(tiles) < decision.draw.count and any(count > 0 for count in left.values()):
            for key in TECHNOLOGY_KEYS:
                if left[key] > 0 and len(tiles) < decision.draw.count:
                    left[key] -= 1
                    tiles.append(key)
        yield cls(decision.seat, tuple(tiles))

    def title(self, state: State) -> str:
        named = [name(key) for key in self.tiles if key is not None]
        return f"New technologies: {', '.join(named)}" if named else f"{len(self.tiles)} new technologies, not named"


def may_have_learnt(state: State, seat: str) -> bool:
    """Whether the seat has yet to tell an action that may have given it a technology."""
    return any(each.owed.seat == seat and each.owed.detail in LEARNING_OWED for each in state.owed)


def lacking(state: State, seat: str, technology: str, reason: Reason) -> Finding:
    """The reason why a technology is lacking, or the question whether it came with an action not told yet."""
    if may_have_learnt(state, seat):
        return Missing("technology", f"Did {name(seat)} get {name(technology)} in an action that was not told yet?")
    return reason


ACTIONS: tuple[type[EclipseAction], ...] = (NewTechnologies,)
