"""Anything well-typed can be asked of an engine: values for every field of every verb, and what must hold then."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st

from companion.rules.contract import HIDDEN, Action, Hidden, Illegal, Word, apply, apply_anyway, asked, judge
from companion.rules.notation import read, write


@dataclass(frozen=True)
class OddInput:
    """A box's engine, the seats who speak, and the words and numbers that they may say."""

    game: Any
    seats: tuple[str, ...]
    words: tuple[str, ...]
    numbers: tuple[int, ...]
    free: Collection[str]
    """Verbs that the table tells freely (figures, dice, cards): their candidates are examples, not all of them."""
    untold: Callable[[Any, Action[Any]], bool] = lambda state, action: False
    """Whether an action leaves open what its seat could tell: allowed, but what could be told is offered instead."""
    hidden: bool = False
    """Whether `hidden` is said too, as a public record does."""

    @cache  # noqa: B019  one for each box, for the whole run
    def actions(self, verb: str) -> st.SearchStrategy[Action[Any]]:
        """Every action of a verb that a line can carry."""
        kind = self.game.actions[verb]
        hints = typing.get_type_hints(kind)
        values = {each.name: self._values(hints[each.name]) for each in fields(kind) if each.name != "seat"}
        return st.builds(kind, seat=st.sampled_from((*self.seats, "purple", "table")), **values)

    def _values(self, shape: Any) -> st.SearchStrategy[Any]:
        """Values of a field's type, all of which a line can carry."""
        arguments = typing.get_args(shape)
        if typing.get_origin(shape) is tuple:
            return st.lists(self._values(arguments[0]), max_size=6).map(tuple)
        choices = arguments if isinstance(shape, types.UnionType) else (shape,)
        numbers = st.one_of(st.integers(-3, 12), st.sampled_from(self.numbers))
        known: dict[Any, st.SearchStrategy[Any]] = {
            int: numbers, str: st.sampled_from(self.words), bool: st.booleans(), type(None): st.none()
        }  # fmt: skip
        if self.hidden:
            known[Hidden] = st.just(HIDDEN)
        return st.one_of([known[each] for each in choices if each in known])

    def holds(self, state: Any, action: Action[Any]) -> Any:
        """Check the laws of an action on a state: what is said of it, and what it does; the state after it."""
        actions = self.game.actions
        assert read(write(action), actions) == action
        verdict = judge(state, action)
        assert all(reason.text.endswith(".") and reason.code for reason in verdict.reasons), verdict
        assert not any(reason.text[0].islower() for reason in verdict.reasons), verdict
        assert all(each.text.endswith((".", "?")) for each in verdict.missing), verdict
        assert action.title(state)
        assert action.seen_by("public").title(state.view("public"))
        if verdict.word is Word.ILLEGAL:
            with pytest.raises(Illegal):
                apply(state, action)
        else:
            assert apply(state, action).decisions is not None
            if verdict.word is Word.LEGAL and action.verb not in self.free and action.seat in (*self.seats, "table"):
                decision = None if action.anytime else asked(state, action)
                if not self.untold(state, action):
                    assert action in list(type(action).candidates(state, decision)), write(action)
        after = apply_anyway(state, action)
        assert after.decisions is not None
        assert after.view(self.seats[0]).decisions is not None
        assert after.score().seats
        return after
