"""Upgrade: part tiles placed on the ships' blueprints and returned (pp. 7, 13, 14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from companion.rules.contract import Decision, Finding, Missing, Reason
from companion.rules.eclipse.blueprints import (
    Tiles,
    all_faults,
    faults,
    figures,
    is_told,
    printed_where_untold,
    showing,
    square_told,
    tile_at,
    tiles_on,
    with_tile,
)
from companion.rules.eclipse.catalog import ANCIENT_PARTS, BLUEPRINTS, DRIVE_FORBIDDEN, PARTS, SHIPS, Part
from companion.rules.eclipse.flow import find, finish_step, replace_step
from companion.rules.eclipse.opening import Opening
from companion.rules.eclipse.pieces import Player, name
from companion.rules.eclipse.state import SeatAction, State, Step
from companion.rules.eclipse.technologies import lacking, may_have_learnt


def parts_open(state: State, seat: str) -> tuple[str, ...]:
    """The parts the seat may take: without a technology, with one it has or may have, its ancient ones (p. 13)."""
    player = state.player(seat)
    return _parts(player.technologies, player.ancient_parts, may_have_learnt(state, seat))


@lru_cache(maxsize=256)
def _parts(technologies: tuple[str, ...], ancient: tuple[str, ...], untold: bool) -> tuple[str, ...]:
    def may_take(part: Part) -> bool:
        if part.ancient:
            return part.key in ancient
        return not part.technology or untold or part.technology in technologies

    return tuple(key for key, part in PARTS.items() if may_take(part))


@dataclass(frozen=True)
class UpgradeParts(Step):
    """Tiles are returned, then up to `left` are taken and placed; every ship must be sound at the end (p. 13)."""

    left: int = 2
    reaction: bool = False
    title: ClassVar[str] = "which parts were fitted"

    @property
    def stops(self) -> bool:
        return True

    def ending(self, state: State) -> Iterator[Finding]:
        player = state.player(self.seat)
        for ship in SHIPS:
            if is_told(player, ship):
                yield from faults(player.species.blueprint, ship, tiles_on(player, ship))

    def decision(self, state: State) -> Decision:
        verbs = ("fit", "unfit", "done", "later") if self.left > 0 else ("unfit", "done", "later")
        context = {**_context(state, self.seat), "left": self.left, "reaction": self.reaction}
        return Decision(self.seat, "upgrade.parts", verbs, context=context)


@dataclass(frozen=True)
class FitAncient(Step):
    """An ancient part just found may be placed at once, for nothing and on top of any tile; else it is kept (p. 7)."""

    part: str = ""

    @property
    def stops(self) -> bool:
        return True

    def decision(self, state: State) -> Decision:
        context = {**_context(state, self.seat), "left": 1, "part": self.part}
        return Decision(self.seat, "discovery.part", ("fit", "done"), context=context)


def _context(state: State, seat: str) -> dict[str, Any]:
    """What a screen needs to show four blueprints."""
    player = state.player(seat)
    return {"parts": parts_open(state, seat), **_boards(player.species.blueprint, player.blueprints)}


@lru_cache(maxsize=256)
def _boards(board: str, prints: tuple[Tiles, ...]) -> dict[str, Any]:
    """What shows on four blueprints, and what is wrong with them."""
    known = tuple(map(printed_where_untold, prints))
    lying = dict(zip(SHIPS, known, strict=True)) if len(prints) == len(SHIPS) else dict.fromkeys(SHIPS, ())
    return {
        "figures": {ship: figures(board, ship, tiles) for ship, tiles in lying.items()},
        "showing": {ship: showing(board, ship, tiles) for ship, tiles in lying.items()},
        "tiles": lying,
        "faults": tuple([fault.text for ship, tiles in lying.items() for fault in faults(board, ship, tiles)]),
    }


def upgrade_steps(state: State, seat: str, tiles: int, reaction: bool = False) -> tuple[Step, ...]:
    """The step in which so many tiles may be placed; none where blueprints are not tracked."""
    return (UpgradeParts(seat, tiles, reaction),) if state.tracks("blueprints") else ()


@dataclass(frozen=True)
class Upgrade(Opening):
    """`upgrade`: up to two part tiles, Mechanema three; complete with its disc where blueprints are not tracked."""

    verb: ClassVar[str] = "upgrade"
    doing: ClassVar[str] = "upgrades ships"

    def following(self, state: State) -> tuple[Step, ...]:
        return upgrade_steps(state, self.seat, state.player(self.seat).species.activations["upgrade"])


def _square(player: Player, ship: str, square: int) -> Iterator[Finding]:
    """Why there is no such square, or nobody told what lies on it."""
    if ship not in SHIPS:
        yield Reason("no_ship", f"There is no ship {ship}; ships are {', '.join(SHIPS)}.", "13")
        return
    squares = len(BLUEPRINTS[player.species.blueprint][ship].parts)
    if not 1 <= square <= squares:
        text = f"The {name(ship)} of {name(player.seat)} has squares 1 to {squares}, not {square}."
        yield Reason("no_square", text, "13")
    if not square_told(player, ship, square):
        yield Missing("blueprints", f"What lies on square {square} of the {name(ship)} of {name(player.seat)}?")


@dataclass(frozen=True)
class Fit(SeatAction):
    """`fit SHIP SQUARE PART`: a part tile comes onto a square of a blueprint; squares count from 1 (p. 13)."""

    ship: str
    square: int
    part: str
    verb: ClassVar[str] = "fit"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat not in state.seats:
            return
        player = state.player(self.seat)
        yield from _square(player, self.ship, self.square)
        if self.part not in PARTS:
            yield Reason("no_part", f"There is no part {self.part}; parts are {', '.join(PARTS)}.", "13")
            return
        part = PARTS[self.part]
        if part.technology and not player.owns(part.technology):
            text = f"{part.name} needs the {name(part.technology)} technology."
            yield lacking(state, self.seat, part.technology, Reason("needs_technology", text, "13"))
        if part.ancient and self.part not in player.ancient_parts:
            yield Reason("not_found", f"{self.who} has no {part.name} to place.", "7")
        at_once = find(state, self.seat, FitAncient)
        if at_once is not None and self.part != at_once.part:
            text = f"Only the {name(at_once.part)} just found may be placed now."
            yield Reason("other_part", text, "7")
        tile = tile_at(player, self.ship, self.square)
        if tile and at_once is None:
            text = f"A {name(tile)} tile lies on square {self.square} of the {name(self.ship)}: return it first."
            yield Reason("on_tile", text, "13")
        yield from self._faults(state, player)

    def _faults(self, state: State, player: Player) -> Iterator[Finding]:
        """A Starbase's drive at once; energy and missing drives with the last tile, for the action ends with it."""
        if self.ship not in SHIPS:
            return
        if self.ship in DRIVE_FORBIDDEN and PARTS[self.part].kind == "drive":
            yield Reason("drive", f"A {name(self.ship)} may not have a drive.", "13")
        step = find(state, self.seat, UpgradeParts, FitAncient)
        last = isinstance(step, FitAncient) or (isinstance(step, UpgradeParts) and step.left <= 1)
        if not last:
            return
        fitted = with_tile(player, self.ship, self.square, self.part)
        for ship in SHIPS:
            if not is_told(fitted, ship):
                yield Missing("blueprints", f"Which parts lie on the {name(ship)} of {name(player.seat)}?")
                continue
            for fault in faults(player.species.blueprint, ship, tiles_on(fitted, ship)):
                if fault.code != "drive":
                    yield fault

    def effect(self, state: State) -> State:
        step = find(state, self.seat, UpgradeParts, FitAncient)
        if self.ship not in SHIPS or self.part not in PARTS:
            return state
        state = _leave(state, self.seat, self.ship, self.square)
        player = with_tile(state.player(self.seat), self.ship, self.square, self.part)
        if self.part in player.ancient_parts:
            kept = tuple(each for each in player.ancient_parts if each != self.part)
            player = player.with_(ancient_parts=kept)
        state = state.with_player(player).enter(self.seat, self.part, 1, f"{name(self.ship)}, square {self.square}")
        if not isinstance(step, UpgradeParts):
            return finish_step(state, step)
        if step.left <= 1 and not any(all_faults(player)):
            return finish_step(state, step)
        return replace_step(state, step, replace(step, left=max(0, step.left - 1)))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Fit]:
        if decision is None:
            return
        player = state.player(decision.seat)
        found = decision.context.get("part", "")
        for ship in SHIPS:
            for square in range(1, len(BLUEPRINTS[player.species.blueprint][ship].parts) + 1):
                if found:
                    yield cls(decision.seat, ship, square, found)
                elif not tile_at(player, ship, square):
                    yield from _fits(decision.seat, ship, square, decision.context["parts"])

    def title(self, state: State) -> str:
        return f"{self.who} places {name(self.part)} on the {name(self.ship)}, square {self.square}"


@lru_cache(maxsize=1024)
def _fits(seat: str, ship: str, square: int, parts: tuple[str, ...]) -> tuple[Fit, ...]:
    return tuple(Fit(seat, ship, square, part) for part in parts)


@dataclass(frozen=True)
class Unfit(SeatAction):
    """`unfit SHIP SQUARE`: the tile there goes back to the supply, an ancient one out of the game (pp. 7, 13)."""

    ship: str
    square: int
    verb: ClassVar[str] = "unfit"

    def findings(self, state: State) -> Iterator[Finding]:
        if self.seat not in state.seats:
            return
        player = state.player(self.seat)
        yield from _square(player, self.ship, self.square)
        if square_told(player, self.ship, self.square) and not tile_at(player, self.ship, self.square):
            text = f"No tile lies on square {self.square} of the {name(self.ship)}; printed parts stay."
            yield Reason("no_tile", text, "13")

    def effect(self, state: State) -> State:
        return _leave(state, self.seat, self.ship, self.square)

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[Unfit]:
        if decision is None:
            return
        player = state.player(decision.seat)
        for ship in SHIPS:
            for square, tile in enumerate(tiles_on(player, ship), 1):
                if tile or not square_told(player, ship, square):
                    yield cls(decision.seat, ship, square)

    def title(self, state: State) -> str:
        tile = tile_at(state.player(self.seat), self.ship, self.square) if self.seat in state.seats else ""
        goes = "discards" if tile in ANCIENT_PARTS else "returns"
        return f"{self.who} {goes} {name(tile) or 'a part'} from the {name(self.ship)}, square {self.square}"


def _leave(state: State, seat: str, ship: str, square: int) -> State:
    """The state without a tile on that square, itemised."""
    player = state.player(seat)
    tile = tile_at(player, ship, square)
    if not tile:
        untold = ship in SHIPS and not square_told(player, ship, square) and bool(player.blueprints)
        return state.with_player(with_tile(player, ship, square, "")) if untold else state
    why = "replaced, out of the game" if tile in ANCIENT_PARTS else f"{name(ship)}, square {square}"
    return state.with_player(with_tile(player, ship, square, "")).enter(seat, tile, -1, why)


ACTIONS: tuple[type[SeatAction], ...] = (Upgrade, Fit, Unfit)
