"""Corrections, the same in every box: the table is always right, so any tracked value can be set to what lies there.

A box lists its values as `Correctable`s; its action `correct` is a `Correction` that says where they are listed
(`values`) and what else follows (`effect`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self

from companion.rules.contract import TABLE, Action, Decision, Entry, Finding, Hidden, Reason, S

Value = int | bool | str | Hidden | None


@dataclass(frozen=True)
class Correctable(Generic[S]):
    """One value the app believes: whose (a seat or TABLE), its name in a record, a player's words, and what it may be.

    Numbers run from `low` to `high`; words are one of `choices`; a yes or no has neither.
    """

    seat: str
    field: str
    title: str
    value: Value
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    untold: bool = False
    """Whether "not told" (?) is a value it takes."""
    secret: bool = False
    """Whether only its seat may know the value."""
    put: Callable[[S, Any], S] = dataclasses.field(kw_only=True, compare=False, repr=False)
    """The state with another value, one that it takes."""

    def takes(self, value: Value) -> bool:
        """Whether that value is of the right type and in range."""
        if self.choices:
            return isinstance(value, str) and value in self.choices
        if self.low is None or self.high is None:
            return isinstance(value, bool)
        if value is None or isinstance(value, Hidden):
            return self.secret or (self.untold and value is None)
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    @property
    def expected(self) -> str:
        """What it takes, in words."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        return "yes or no" if self.low is None else f"a number from {self.low} to {self.high}"


@dataclass(frozen=True)
class Correction(Action[S]):
    """`correct FIELD VALUE`: the value is what lies on the table."""

    field: str
    value: int | bool | str | Hidden | None
    verb: ClassVar[str] = "correct"
    opens: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    @classmethod
    def values(cls, state: S) -> Iterable[Correctable[S]]:
        """Every value that can be put right."""
        raise NotImplementedError

    def findings(self, state: S) -> Iterator[Finding]:
        if self.seat != TABLE and self.seat not in state.seats:
            yield Reason("no_seat", f"Nobody plays {self.seat}; the seats are {', '.join(state.seats)}.", "")
            return
        there = self._there(state)
        if there is None:
            yield Reason("no_field", f"{self.seat.capitalize()} has no value {self.field} to put right.", "")
        elif not there.takes(self.value):
            yield Reason(
                "wrong_value",
                f"{there.title[:1].upper()}{there.title[1:]} is {there.expected}, not {in_words(self.value)}.",
                "",
            )

    @classmethod
    def candidates(cls, state: S, decision: Decision | None) -> Iterable[Self]:
        return ()

    def title(self, state: S) -> str:
        there = self._there(state)
        what = there.title if there is not None else self.field
        told = "" if there is not None and there.secret else f" to {in_words(self.value)}"
        return f"{self.seat.capitalize()}: {what} put right{told}"

    def put(self, state: S) -> tuple[S, Entry] | None:
        """The state with the value set and the entry that says so; None where there is no such value to set."""
        there = self._there(state)
        if there is None or not there.takes(self.value):
            return None
        before, after = there.value, self.value
        change = int(after) - int(before) if isinstance(after, int) and isinstance(before, int) else 0
        entry = Entry(self.seat, self.field, change, f"corrected to {in_words(self.value)}")
        if there.secret:
            entry = Entry(self.seat, self.field, 0, "corrected")
        return there.put(state, self.value), entry

    def _there(self, state: S) -> Correctable[S] | None:
        return next((each for each in self.values(state) if (each.seat, each.field) == (self.seat, self.field)), None)


def in_words(value: Value) -> str:
    """A value as players say it."""
    if value is None:
        return "not told"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")
