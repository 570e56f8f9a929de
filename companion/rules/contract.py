"""The rules contract: what every engine offers, and what everybody above an engine may rely on.

A game is a state machine of decisions. A state is immutable; `state.decisions` says who may answer what now.
An answer is an `Action`: a small frozen dataclass that alone knows when it is legal (`findings`), what it does
(`apply`) and which of its kind are worth trying (`candidates`). Chance is answered from outside by actions too
(`table: roll yellow 6`), so that the same lines always give the same state. See docs/rules-contract.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

TABLE: Final = "table"
"""The decider of chance and of what concerns everybody: no seat, the table as a whole."""

PUBLIC: Final = "public"
"""The viewer who knows only what lies open on the table."""


class Hidden:
    """Stands where a viewer may not look. One value, `HIDDEN`; it compares by identity and prints as `hidden`."""

    _only: ClassVar[Hidden | None] = None

    def __new__(cls) -> Self:
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only  # type: ignore[return-value]

    def __repr__(self) -> str:
        return "hidden"

    def __reduce__(self) -> tuple[type[Hidden], tuple[()]]:
        return (Hidden, ())


HIDDEN: Final = Hidden()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is not allowed: a code for programs, a sentence for players, the page (or section) that says so."""

    code: str
    text: str
    page: str


def printed(page: str) -> str:
    """Where a rule stands, in words: "page 13", or the section's name where the rulebook has no figures; "" unknown."""
    return f"page {page}" if page[:1].isdigit() else page


@dataclass(frozen=True, slots=True)
class Missing:
    """A fact that would be needed to be sure, and that nobody has told: what it is, and a sentence that asks for it."""

    fact: str
    text: str


Finding = Reason | Missing


class Word(StrEnum):
    """The three verdicts."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verdict:
    """All findings on one action: any Reason makes it illegal; else any Missing makes it unknown; else it is legal."""

    reasons: tuple[Reason, ...] = ()
    missing: tuple[Missing, ...] = ()

    @property
    def word(self) -> Word:
        if self.reasons:
            return Word.ILLEGAL
        return Word.UNKNOWN if self.missing else Word.LEGAL


_LEGAL: Final = Verdict()


class Illegal(Exception):
    """Raised by `apply`, which then has changed nothing. `verdict` holds every reason; the text is the first."""

    def __init__(self, action: Action[Any], verdict: Verdict) -> None:
        self.action = action
        self.verdict = verdict
        super().__init__(" ".join(reason.text for reason in verdict.reasons))


class Kind(StrEnum):
    """How a decision is answered: by a choice, dice, a draw from a bag or stack, or by showing what was hidden."""

    CHOOSE = "choose"
    ROLL = "roll"
    DRAW = "draw"
    REVEAL = "reveal"


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice to be rolled: the colours in the order they are asked for (`("yellow", "yellow", "orange")`).

    `faces` are the six sides of each, one word a side; () for one to six pips.
    """

    dice: tuple[str, ...]
    faces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """Pieces to be drawn: from which bag or stack, how many, and the only seat that may see them (None: everybody).

    `whose` is the seat whose hand they are drawn from: it sees them too, and is the first word of the answer.
    """

    bag: str
    count: int
    private_to: str | None = None
    whose: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """One open question: who decides (a seat or TABLE), how, under which name, and by which actions' verbs.

    `name` is stable and dotted (`turn`, `explore.sector`): screens choose their layout by it. `context` is what a
    screen needs beside the state. A window asks nothing: it may be used, and going on closes it.
    """

    seat: str
    name: str
    verbs: tuple[str, ...]
    kind: Kind = Kind.CHOOSE
    window: bool = False
    roll: Roll | None = None
    draw: Draw | None = None
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One change of a counted thing by the last action, and why: ("blue", "money", -3, "Fusion Drive")."""

    seat: str
    thing: str
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class Owed:
    """A detail of an action that was not told yet: `number` names it for ever, `detail` is what is still owed."""

    number: int
    seat: str
    detail: str
    about: str
    round: int


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points of one source: from `low` to `high` (equal when nothing is hidden), with the pieces and the page."""

    source: str
    low: int
    high: int
    detail: str
    page: str


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A seat's lines, its tie-break figure with what that is, and its place (1 is first; shared places are equal)."""

    seat: str
    lines: tuple[ScoreLine, ...]
    tiebreak: int
    tiebreak_text: str
    place: int

    @property
    def low(self) -> int:
        return sum(line.low for line in self.lines)

    @property
    def high(self) -> int:
        return sum(line.high for line in self.lines)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score at any time; `final` once nothing can change it, `note` says how a tie was broken (or "").

    Without `points` nothing is counted: a line's 1 says that it was won, and there is no tie-break.
    """

    seats: tuple[SeatScore, ...]
    final: bool
    note: str = ""
    points: bool = True

    def result(self, seat: SeatScore) -> str:
        """What a seat came to where nothing is counted: "won", "shared" (the victory), or "–"."""
        if not seat.low:
            return "–"
        return "shared" if sum(each.low > 0 for each in self.seats) > 1 else "won"


class State(Protocol):
    """A position of a game: immutable, comparable, the same for the same record byte for byte.

    A class fact TURN_PAGE, where a box has it, says where its rulebook tells whose turn it is.
    """

    @property
    def game(self) -> str: ...

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats clockwise, as they were set up."""
        ...

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The one main decision (or one per seat where all act at once) first, then open windows; () at the end."""
        ...

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every change of a counted thing that the last action made."""
        ...

    @property
    def inbox(self) -> tuple[Owed, ...]:
        """Details not told yet, oldest first."""
        ...

    def view(self, viewer: str) -> Self:
        """The same position as `viewer` (a seat or PUBLIC) can know it: HIDDEN stands where they may not look."""
        ...

    def score(self) -> ScoreSheet: ...


S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Action(Generic[S]):
    """What somebody does. Subclasses are frozen dataclasses whose fields are what the action carries.

    Class facts: `verb` is its word in a record. `opens` marks the first action of a step of the table, which is what
    undo takes back as one; `alone`, what is told by itself in the midst of a step: undo takes it with what followed
    from it, and the step stands. `anytime` actions answer no decision (a correction, a trade): their findings alone
    judge.
    """

    seat: str

    verb: ClassVar[str]
    opens: ClassVar[bool] = False
    alone: ClassVar[bool] = False
    anytime: ClassVar[bool] = False

    def findings(self, state: S) -> Iterator[Finding]:
        """Every reason against it now and every fact missing, each tested apart so that none masks another."""
        raise NotImplementedError

    def apply(self, state: S) -> S:
        """The state after it. Called only through `apply` or `apply_anyway`; must not raise on odd positions."""
        raise NotImplementedError

    @classmethod
    def candidates(cls, state: S, decision: Decision | None) -> Iterable[Self]:
        """A cheap superset of the legal ones for `decision` (None for an `anytime` action)."""
        raise NotImplementedError

    def title(self, state: S) -> str:
        """What a player would call it, said of the state before it: "Blue researches Fusion Drive"."""
        raise NotImplementedError

    def seen_by(self, viewer: str) -> Self:
        """The same action with HIDDEN in place of what `viewer` may not know."""
        return self


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """One seat: its colour name, which is its identity in every record, and its faction or species."""

    seat: str
    faction: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is settled before the first decision: the seats clockwise, options and house rules, areas tracked."""

    game: str
    seats: tuple[SeatSetup, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    tracking: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Option:
    """One option or house rule of a session: its values, the recommended one first, each with a player's words."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]

    @property
    def default(self) -> str:
        return self.values[0][0]


class Refused(Exception):
    """A setup that cannot be played; `reasons` holds every one."""

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        self.reasons = reasons
        super().__init__(" ".join(reason.text for reason in reasons))


class Game(Protocol[S]):
    """One box: its name in commands and records, its rules' version, its actions by verb, and how a session begins."""

    name: str
    title: str
    version: int
    players: range
    actions: Mapping[str, type[Action[S]]]
    options: tuple[Option, ...]

    def begin(self, setup: Setup) -> S:
        """The first position. Raises Refused with every reason why not."""
        ...


def findings(state: S, action: Action[S]) -> Iterator[Finding]:
    """The only definition of legality: whether anybody's answer is wanted, and everything the action itself finds."""
    if not action.anytime and asked(state, action) is None:
        yield _unasked(state, action)
    yield from action.findings(state)


def judge(state: S, action: Action[S]) -> Verdict:
    """All findings on an action."""
    found = tuple(findings(state, action))
    if not found:
        return _LEGAL
    return Verdict(
        tuple(finding for finding in found if isinstance(finding, Reason)),
        tuple(finding for finding in found if isinstance(finding, Missing)),
    )


def forbidden(state: S, action: Action[S]) -> bool:
    """Whether `judge` would find it illegal: the same findings, looked through no further than the first reason."""
    for finding in findings(state, action):  # noqa: SIM110  any() would cost a generator for each of many candidates
        if isinstance(finding, Reason):
            return True
    return False


def asked(state: S, action: Action[S]) -> Decision | None:
    """The open decision that `action` answers, or None."""
    for decision in state.decisions:
        if decision.seat == action.seat and action.verb in decision.verbs:
            return decision
    return None


def by_chance(decision: Decision, action: Action[Any]) -> bool:
    """Whether that answer says what fell, was drawn or turned up: also the draw among the choices that offer one."""
    return decision.kind is not Kind.CHOOSE or (decision.draw is not None and action.verb == decision.verbs[0])


def apply(state: S, action: Action[S]) -> S:
    """The state after a legal or unknown action. Raises Illegal, changing nothing, when it is not allowed."""
    verdict = judge(state, action)
    if verdict.reasons:
        raise Illegal(action, verdict)
    return action.apply(state)


def apply_anyway(state: S, action: Action[S]) -> S:
    """The state after what the table did all the same, legal or not. The caller marks it as recorded anyway."""
    return action.apply(state)


def candidates(state: S, actions: Mapping[str, type[Action[S]]]) -> Iterator[Action[S]]:
    """A cheap superset of the actions that may be done now, those that answer the first decision first."""
    for decision in state.decisions:
        for verb in decision.verbs:
            yield from actions[verb].candidates(state, decision)
    for kind in actions.values():
        if kind.anytime:
            yield from kind.candidates(state, None)


def legal(state: S, actions: Mapping[str, type[Action[S]]]) -> Iterator[Action[S]]:
    """Every candidate that is surely allowed: nothing was found against it, nothing is missing."""
    return (action for action in candidates(state, actions) if not any(True for _ in findings(state, action)))


def open_(state: S, actions: Mapping[str, type[Action[S]]]) -> Iterator[Action[S]]:
    """Every candidate that is not forbidden: the legal ones and those that depend on what nobody told."""
    return (action for action in candidates(state, actions) if not forbidden(state, action))


def nearest(state: S, action: Action[S], actions: Mapping[str, type[Action[S]]], most: int = 5) -> list[Action[S]]:
    """Allowed actions most like `action`: same verb first, then most fields in common. For showing, not for speed."""

    def likeness(other: Action[S]) -> tuple[bool, bool, int]:
        same = sum(vars(other).get(name) == value for name, value in vars(action).items())
        return (other.seat == action.seat, other.verb == action.verb, same)

    allowed = [other for other in open_(state, actions) if other != action and other.seat == action.seat]
    return sorted(allowed, key=likeness, reverse=True)[:most]


def _unasked(state: S, action: Action[S]) -> Reason:
    wanted = state.decisions
    if not wanted:
        return Reason("over", "The game is over.", "")
    page = getattr(state, "TURN_PAGE", "")
    deciders = list(dict.fromkeys(decision.seat for decision in wanted if not decision.window))
    if not deciders:
        named = " and ".join(dict.fromkeys(f"{each.seat.capitalize()}: {_called(each)}" for each in wanted))
        return Reason("over", f"The game is over; still open is {named}.", "")
    who = "the table" if action.seat == TABLE else action.seat.capitalize()
    if action.seat not in deciders:
        if action.seat == TABLE:
            return Reason("not_your_turn", f"Nothing is asked of the table now: {_waiting(deciders)}.", page)
        return Reason("not_your_turn", f"It is not {action.seat.capitalize()}'s turn: {_waiting(deciders)}.", page)
    names = [_called(decision) for decision in wanted if decision.seat == action.seat]
    verb = action.verb.replace("_", " ")
    return Reason("not_now", f"It is not the time for “{verb}”: what {who} is asked now is {', '.join(names)}.", page)


def _called(decision: Decision) -> str:
    return decision.name.replace(".", " ")


def _waiting(deciders: list[str]) -> str:
    if deciders == [TABLE]:
        return "the table goes on first"
    return f"the table waits for {' and '.join(seat.capitalize() for seat in deciders)}"
