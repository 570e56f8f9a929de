"""Phase 3: cards turned up, the world with the lowest ship surrenders, Spoils of War, the round's end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.contract import PUBLIC, TABLE, Decision, Finding, Kind, Missing, Reason
from companion.rules.dark_ages import sections
from companion.rules.dark_ages.bases import MoveBase
from companion.rules.dark_ages.catalog import CARDS, LAST_WORLDS, card_name, world_name
from companion.rules.dark_ages.combat import controller, value_of
from companion.rules.dark_ages.flow import find, push, replace_step, settle
from companion.rules.dark_ages.knowledge import claim, is_card, not_visible, open_fact, where
from companion.rules.dark_ages.state import ENDED, DarkAgesAction, Fact, Laid, State, Step, World, name


@dataclass(frozen=True)
class NameCard(Step):
    """A card comes to light on a column: Kha'Farjimmn's hidden ship, or one whose name was never told."""

    world: str
    row: int

    def decision(self, state: State) -> Decision:
        context = {"world": self.world, "row": self.row}
        return Decision(self.seat, "turn_up", ("turn_up",), Kind.REVEAL, context=context)


def uncovered(state: State) -> NameCard | None:
    """The step for a top card that lies open now and is not known to everybody, if there is one.

    In past rows every top card lies open; in the current one Kha'Farjimmn's may still lie face down.
    """
    for world in state.worlds:
        if not world.alive:
            continue
        for row, cell in enumerate(world.rows, 1):
            if cell and PUBLIC not in cell[-1].fact.knows and not (cell[-1].down and row >= state.round):
                return NameCard(TABLE, world.key, row)
    return None


@dataclass(frozen=True)
class TurnUp(DarkAgesAction):
    """`turn_up CARD`: the card that comes to light, as everybody sees it."""

    card: str
    verb: ClassVar[str] = "turn_up"
    alone: ClassVar[bool] = True
    by_table: ClassVar[bool] = True

    def findings(self, state: State) -> Iterator[Finding]:
        yield from is_card(self.card)
        yield from not_visible(state, self.card)
        known = CARDS.get(self.card)
        step = find(state, self.seat, NameCard)
        if known is None or step is None:
            return
        if not known.is_ship or (not known.is_ally and known.world != step.world):
            yield Reason(
                "own_column",
                f"{known.name} does not belong in the {world_name(step.world)} column.",
                sections.SURRENDER,
            )
        laid = _laid(state, step)
        if laid is not None and laid.by in state.seats and laid.by in laid.fact.knows and laid.card != self.card:
            yield Missing("card_place", f"Is it {known.name}? {name(laid.by)} told another card.")

    def effect(self, state: State) -> State:
        step = find(state, self.seat, NameCard)
        world = state.world(step.world) if step is not None else None
        if step is None or world is None or not world.cell(step.row):
            return state if step is None else settle(replace_step(state, step))
        # Who knew the card elsewhere is in doubt, which is the claim's business; but not who knew it here.
        laid = world.cell(step.row)[-1]
        right = tuple(viewer for card, those in laid.fact.beliefs if card == self.card for viewer in those)
        if right:
            state = _put(state, step, laid.fact.without(right))
        state = claim(state, self.card, state.everyone, f"then it was turned up on {world_name(step.world)}")
        return settle(replace_step(_put(state, step, open_fact(state, self.card)), step))

    @classmethod
    def candidates(cls, state: State, decision: Decision | None) -> Iterable[TurnUp]:
        step = find(state, TABLE, NameCard) if decision is not None else None
        laid = _laid(state, step) if step is not None else None
        if step is None or laid is None:
            return
        if laid.card is not None:
            yield cls(TABLE, laid.card)
            return
        for card in CARDS.values():
            if card.is_ship and (card.is_ally or card.world == step.world) and where(state, PUBLIC, card.key) is None:
                yield cls(TABLE, card.key)

    def title(self, state: State) -> str:
        return f"{card_name(self.card)} is turned up"


def _laid(state: State, step: NameCard) -> Laid | None:
    world = state.world(step.world)
    cell = world.cell(step.row) if world is not None else ()
    return cell[-1] if cell else None


def _put(state: State, step: NameCard, fact: Fact) -> State:
    world = state.world(step.world)
    if world is None or not world.cell(step.row):
        return state
    rows = list(world.rows)
    cell = rows[step.row - 1]
    rows[step.row - 1] = (*cell[:-1], replace(cell[-1], fact=fact, down=False))
    return state.with_world(replace(world, rows=tuple(rows)))


def check(state: State) -> State:
    """Phase 3 itself: nothing before every surviving world has a ship in the round's row."""
    tops = {world.key: world.top(state.round) for world in state.alive}
    if not tops or any(top is None for top in tops.values()):
        return state.with_(part="draw")
    hidden = tops.get("kha_farjimmn")
    if hidden is not None and hidden.down:
        return push(state, NameCard(TABLE, "kha_farjimmn", state.round))
    values = {key: value_of(top) for key, top in tops.items()}
    lowest = min(values.values())
    losers = [key for key, value in values.items() if value == lowest]
    if len(losers) > 1:
        return state.with_(part="draw")
    highest = max(values.values())
    spoils: dict[str, list[str]] = {}
    for world in state.alive:
        top = tops[world.key]
        if top is not None and values[world.key] == highest and world.key != losers[0]:
            spoils.setdefault(controller(state, world, top), []).append(world.key)
    state = _fall(state, state.worlds[[world.key for world in state.worlds].index(losers[0])])
    steps: list[Step] = []
    for seat in state.clockwise(state.active):
        columns = spoils.get(seat, [])
        if columns and state.on("spoils_per_ship"):
            steps += [MoveBase(seat, (column,)) for column in columns]
        elif columns:
            steps.append(MoveBase(seat, tuple(columns)))
    return push(state.with_(part="round_end"), *reversed(steps))


def _fall(state: State, world: World) -> State:
    """A world surrenders: its bases are out, its ships are discarded; secret bases there are dead but stay hidden."""
    influences = tuple(world.influence(seat) for seat in state.seats)
    for seat in state.seats:
        mine = sum(owner == seat for owner, _ in world.bases)
        if mine:
            state = state.change(seat, lost=state.player(seat).lost + mine)
            state = state.enter(seat, world.key, -world.influence(seat), f"{world_name(world.key)} surrenders")
    cards = tuple(laid.fact for cell in world.rows for laid in cell)
    state = state.with_world(World(world.key, alive=False))
    state = state.with_(discard=(*state.discard, *cards), fallen=(*state.fallen, world.key), last_fallen=influences)
    return state.enter(TABLE, "surrender", 0, f"{world_name(world.key)} surrenders")


def end_round(state: State) -> State:
    """The Spoils are taken: technologies are discarded, and a new row begins; after the fifth world the game ends."""
    for player in state.players:
        if player.technologies:
            cards = tuple(open_fact(state, card) for card in player.technologies)
            state = state.with_(discard=(*state.discard, *cards)).change(player.seat, technologies=())
    if len(state.alive) <= LAST_WORLDS:
        state = state.change(state.active, last_turn=state.turn)
        if not state.on("final_draw"):
            return state.with_(phase=ENDED, part="")
        state = state.with_(ending=True)
    return state.with_(round=state.round + 1, part="draw")


ACTIONS: tuple[type[DarkAgesAction], ...] = (TurnUp,)
