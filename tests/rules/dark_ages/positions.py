"""Positions for tests of rulings: ships, bases, hands and fallen worlds put where they are wanted."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.dark_ages.state import Fact, Laid, Pile, State
from tests.rules.dark_ages.playing import world

VALUES = {
    "cylor": 9, "felowi": 4, "myrmidon": 5, "divergence": 6, "ecup_contract": 3, "imperials": 7, "kha_farjimmn": 8,
    "erithizonian": 2,
}  # fmt: skip


def put(state: State, key: str, *cards: str, row: int | None = None, by: str = "red", down: bool = False) -> State:
    """Ships laid in an earlier turn, the last on top."""
    place = row or state.round
    column = world(state, key)
    rows = list(column.rows) + [()] * (place - len(column.rows))
    for card in cards:
        fact = Fact(card, (by,) if down else state.everyone)
        rows[place - 1] = (*rows[place - 1], Laid(fact, by, 0, down))
    state = state.with_world(replace(column, rows=tuple(rows)))
    return state.with_(deck=state.deck - len(cards))


def base(state: State, key: str, *placed: tuple[str, int], governor: str = "") -> State:
    for owner, _ in placed:
        state = state.change(owner, chips=state.player(owner).chips - 1)
    column = world(state, key)
    return state.with_world(
        replace(column, bases=tuple(sorted((*column.bases, *placed))), governor=governor or column.governor)
    )


def gone(state: State, *keys: str) -> State:
    for key in keys:
        state = state.with_world(replace(world(state, key), alive=False, rows=(), bases=(), governor=""))
    return state.with_(fallen=(*state.fallen, *keys), round=len(keys) + 1)


def hold(state: State, seat: str, *cards: str) -> State:
    """The seat's hand is these cards, told by it."""
    return state.change(seat, hand=Pile(len(cards), tuple(Fact(card, (seat,)) for card in cards)))


def fill(state: State, values: dict[str, int], but: str = "") -> State:
    """A ship of its own on every surviving world but one."""
    for each in state.alive:
        if each.key != but:
            state = put(state, each.key, f"{each.key}_{values[each.key]}")
    return state
