"""What the screens know of a box beside its rules: which screens are its own, and its words. Pure: no Kivy.

`Box` as it stands will do for any game of `companion/rules/games.py`: every decision comes up in `choice.py`, every
roll in `dice.py`, the end in `score.py`. A box's folder (`companion/screens/eclipse`) holds a `box.py` with a `BOX`
that says what is different there, and the screens of its own that it names in `screens`. `box_of` finds it by the
game's name.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

from companion.rules.contract import TABLE, Action, Decision, Kind, Owed
from companion.screens import words

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.screens.window import CompanionApp

ENDS: Final = ("done", "later", "discard", "keep", "pass_bid", "waive", "stay", "skip", "let_be", "not_there")
"""Verbs that, carrying nothing, end a step in whatever box: always at the foot, so that a thumb knows where."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What a seat's strip says: a big word left and right, a small line below; `open` marks one that may be touched
    for what it can do now, `ink` the colour of the right word ("", "warn", "bad")."""

    seat: str
    person: str
    active: bool
    faint: bool = False
    left: str = ""
    right: str = ""
    small: str = ""
    open: bool = False
    ink: str = ""


@dataclass(frozen=True, slots=True)
class RollWords:
    """What the dice screen says over a roll: whose it is (a seat or ""), what is rolled, what it is for; a longer line
    below; and what may be told instead of dice, each as (words, line)."""

    seat: str
    title: str
    about: str = ""
    detail: str = ""
    instead: tuple[tuple[str, str], ...] = ()


class Box:
    """The words and screens of one box; every default does for a box that has none of its own."""

    game: ClassVar[str] = ""
    screens: ClassVar[Mapping[str, str]] = {}
    """Screens of its own: name → class, in the module of that name in the box's folder."""
    by_decision: ClassVar[Mapping[str, str]] = {}
    """Decision → the screen that asks it."""
    asked: ClassVar[Mapping[str, str]] = {}
    """Decision → its question aloud."""
    verbs: ClassVar[Mapping[str, str]] = {}
    """Verb → what a target says for it."""
    small: ClassVar[Mapping[str, str]] = {}
    """Verb → the small words below that."""
    foot: ClassVar[tuple[str, ...]] = ENDS
    """Verbs that end a step."""
    stays: ClassVar[tuple[str, ...]] = ()
    """Verbs that are often done several times in a row: their screen stays."""
    losing: ClassVar[tuple[str, ...]] = ()
    """What costs a seat what it holds: never one touch, never offered as an alternative."""
    half_told: ClassVar[tuple[str, ...]] = ()
    """What its title does not tell apart (where on the map, how a tile is turned): never offered as an alternative."""
    own_seats: ClassVar[bool] = False
    """Whether its screens offer what a seat may do at any time; else the menu does."""
    levels: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """How much of the table may be followed, the default first: name → what a target says, big and small."""
    first: ClassVar[str] = "starts"
    """What the first of the seats set up does; "" where the game itself asks who begins."""
    turns_up: ClassVar[tuple[str, str]] = ("", "")
    """What may be turned up when the game is over, in big words and small ones; ("", ""): nothing."""

    points: ClassVar[bool] = True
    """Whether it is played for points; else one wins or does not."""
    course: ClassVar[tuple[str, Callable[[Any], Mapping[str, int]] | None]] = ("Points", None)
    """What is shown round by round, and how it is read from a position; None: the score."""

    # ── which screen ──

    def in_front(self, window: Decision) -> bool:
        """Whether an open window comes before what the table waits for (a detail that is being told)."""
        return False

    def screen_for(self, decision: Decision | None, state: Any = None) -> str:
        """The screen that asks `decision`; the score when nothing is left to decide. `state` where it hangs on that."""
        if decision is None:
            return "score"
        found = self.by_decision.get(decision.name)
        return found or ("dice" if decision.kind is Kind.ROLL else "choice")

    # ── words ──

    def question(self, decision: Decision) -> str:
        """The decision in words."""
        return self.asked.get(decision.name) or words.spoken(decision.name.replace(".", "_")) + "?"

    def verb(self, name: str) -> str:
        """An action's verb as a target says it."""
        return self.verbs.get(name, words.plain(name))

    def answer(self, action: Action[Any], desk: "Desk | None" = None) -> tuple[str, str]:
        """What a target says for an action: the big words, and the small ones."""
        values = [(each.name, getattr(action, each.name)) for each in fields(action) if each.name != "seat"]
        told = [self.told(name, value) for name, value in values if value not in (None, ())]
        if not told:
            return self.verb(action.verb), self.small.get(action.verb, "")
        if len(told) == 1:
            return told[0], ""
        return told[0], " · ".join(told[1:])

    def told(self, name: str, value: Any) -> str:
        """One thing that an action carries, in words."""
        if isinstance(value, tuple):
            if value and all(item is None for item in value):
                return words.count(len(value), "card") + ", not told"
            return " ".join(self.told(name, item) for item in value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "not told" if value is None else words.spoken(value)

    def note(self, desk: "Desk", decision: Decision | None, seat: str) -> str:
        """The line under a question: what one needs to know to answer it."""
        why = decision.context.get("why") if decision is not None else None
        return words.plain(why) if isinstance(why, str) else ""

    def roll(self, desk: "Desk", decision: Decision, dice: str) -> RollWords:
        """What is said over a roll of these dice ("2 dice")."""
        seat = decision.seat if decision.seat in desk.state.seats else ""
        return RollWords(seat, f"Roll {dice}" if dice else "Roll", self.question(decision))

    def sums(self, desk: "Desk", decision: Decision | None, values: list[int]) -> str:
        """What dice that lie there come to, in a line."""
        if len(values) < 2:
            return ""
        return f"{' + '.join(map(str, values))} = {sum(values)}" if len(values) < 7 else f"sum {sum(values)}"

    def round_of(self, state: Any) -> str:
        """Where the game is, for the score: "round 3"."""
        number = getattr(state, "round", None)
        return f"round {number}" if number else ""

    def beside_roll(self, desk: "Desk", decision: Decision) -> list[tuple[str, str, str, Callable[[], object]]]:
        """What may be done before the dice are thrown: (key, words, small words, what a tap does)."""
        return []

    # ── setting up ──

    def before_game(self, app: "CompanionApp") -> list[tuple[str, str, Callable[[], object]]]:
        """What the setup screen offers beside the options: (words, small words, what a tap does)."""
        return []

    def faction_name(self, faction: str) -> str:
        """A species or faction as the setup screen says it."""
        return words.spoken(faction)

    def tracking(self, options: Mapping[str, str], level: str = "") -> frozenset[str]:
        """The areas that are tracked with these options, at a level of `levels` ("": the first)."""
        return frozenset()

    def level_of(self, tracking: frozenset[str]) -> str:
        """The level of `levels` at which these areas were tracked."""
        return next(iter(self.levels), "")

    def layout(self, game: Any, state: Any) -> list[str]:
        """What to lay on the table before the game, line by line."""
        told = getattr(game, "layout", None)
        if told is None:
            return [f"Set {game.title} up as its rulebook says; what was chosen before is asked here as you go on."]
        return [str(line) for line in told(state)]

    def laid_since(self, desk: "Desk") -> list[str]:
        """What the running session wants laid out beside that."""
        return []

    # ── looked up ──

    def places(self, app: "CompanionApp") -> list[tuple[str, str, Callable[[], object]]]:
        """What the menu leads to beside the places of every box: words, small words, what a tap does."""
        return []

    def tell(self, desk: "Desk", owed: Owed) -> None:
        """An item of the inbox was touched: ask what is owed."""
        desk.act(f"{owed.seat}: tell {owed.number}", then=desk.show_where_it_is)

    def may_tell(self, desk: "Desk", owed: Owed) -> bool:
        """Whether that can be told now."""
        return desk.may(f"{owed.seat}: tell {owed.number}")

    def tabs(self, state: Any) -> list[str]:
        """The tabs of what the app believes: every seat, then the table's own."""
        return [*state.seats, TABLE]

    def tab_name(self, tab: str) -> str:
        """A tab of the table's own values, on its target."""
        return words.plain(tab)

    def tab_of(self, row: Any) -> str:
        """Under which tab a value stands."""
        return str(row.seat)

    def beside(self, desk: "Desk", seat: str) -> list[str]:
        """Verbs that a seat may use at any time, for the menu's list."""
        aside = ("correct", "tell")
        return [
            verb
            for verb, kind in desk.actions.items()
            if kind.anytime
            and verb not in aside
            and any(each.seat == seat for each in kind.candidates(desk.state, None))
        ]

    def app_answered(self, line: str) -> str:
        """A word to say after the app answered by itself with that line; "" for none."""
        return ""

    def reveals(self, desk: "Desk") -> tuple[str, list[tuple[str, str]]]:
        """What may still be turned up when the game is over: the question, and (seat, verb) of each; none: ("", [])."""
        return "", []

    def reveal(self, desk: "Desk", seat: str) -> None:
        """That seat turns up what it hides."""


@cache
def box_of(game: str) -> Box:
    """The box of a game, by the name used in commands and records."""
    box: Box = import_module(f"companion.screens.{game}.box").BOX
    return box


def folder(box: Box) -> str:
    """The package of a box's own screens."""
    return f"companion.screens.{box.game}"


def offers(desk: "Desk", seat: str, verb: str) -> list[Any]:
    """Every action of that verb that the seat might do now, in its own time or as what it is asked for."""
    state, kind = desk.state, desk.actions[verb]
    return _mine(kind.candidates(state, None), seat) or [
        each
        for decision in state.decisions
        if verb in decision.verbs and decision.seat == seat
        for each in kind.candidates(state, decision)
    ]


def _mine(actions: Iterable[Any], seat: str) -> list[Any]:
    return [each for each in actions if each.seat == seat]
