"""A live session: the only thing that changes a state.

An event is judged, computed, committed, and only then shown: whatever fails before the commit leaves all as it was.
The session is synchronous and guarded by one lock; `companion.table.writer` puts a thread before it.
"""

from __future__ import annotations

import contextlib
import logging
import random
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.faults import Fault
from companion.rules.contract import (
    PUBLIC,
    Action,
    Decision,
    Game,
    Illegal,
    Kind,
    Owed,
    ScoreSheet,
    Setup,
    State,
    Verdict,
    Word,
    asked,
    judge,
    nearest,
)
from companion.rules.notation import BrokenLine, write
from companion.table import chance, timeline
from companion.table.cards import Cards, Following
from companion.table.chain import Line, Node, Position, chain
from companion.table.journal import Event, Journal, JournalFault, SessionRow
from companion.table.timeline import EventKind, NothingToTakeBack, Step
from companion.table.undone import write_undo

Games = Mapping[str, Game[Any]]
Listener = Callable[[Event], None]

_log = logging.getLogger(__name__)


class Stale(Fault):
    """A tap aimed at a screen that has moved on; nothing was changed."""


class Closed(Fault):
    """The session was closed."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The verdict on an action, and what is allowed that comes nearest to it."""

    verdict: Verdict
    nearest: tuple[Action[Any], ...]


class Session:
    """One game at the table. Make one with `begin` or `resume`."""

    def __init__(self, journal: Journal, row: SessionRow, game: Game[Any], beginning: State) -> None:
        self.game = game
        self.id = row.id
        self.setup = row.setup
        self.notes: tuple[str, ...] = ()
        """Sentences about what was not as expected: lines that today's rules refuse, tellings that an undo lost."""
        self._journal = journal
        self._names = dict(row.names)
        self._lock = threading.RLock()
        self._listeners: list[Listener] = []
        self._events: list[Event] = []
        self._positions = [Position.beginning(beginning)]
        self._deciders: list[str | None] = [None]
        self._cards = Following(Cards(journal.folder), game, beginning)
        self._closed = False

    @classmethod
    def begin(
        cls,
        journal: Journal,
        game_name: str,
        setup: Setup,
        names: Mapping[str, str] | None = None,
        *,
        games: Games | None = None,
    ) -> Session:
        """A new session, on the disk; cards that an earlier table told are known in it. Raises contract.Refused with
        every reason, or JournalFault."""
        game = _game(game_name, games)
        setup = Cards(journal.folder).added(game, setup)
        state = game.begin(setup)
        wanted = {seat: clean_name((names or {}).get(seat, "")) for seat in state.seats}
        return cls(journal, journal.begin(setup, wanted, game.version), game, state)

    @classmethod
    def resume(cls, journal: Journal, session_id: int, *, games: Games | None = None) -> Session:
        """The session as it was when its last event was on the disk. Raises JournalFault.

        A line once accepted counts as it was recorded, even if today's rules would refuse it; `notes` says so.
        """
        row = journal.session(session_id)
        game = _game(row.game, games)
        try:
            session = cls(journal, row, game, game.begin(row.setup))
        except Exception as error:
            raise JournalFault(f"Session {row.id} cannot be set up as it was recorded: {error}") from error
        for event in journal.events(session_id):
            session._replay(event)
        with contextlib.suppress(JournalFault):
            session._cards.resumed(session.state)
        return session

    @property
    def state(self) -> State:
        """The whole truth, secrets too; what is shown comes from `view`."""
        return self._positions[-1].state

    def view(self, viewer: str = PUBLIC) -> State:
        """The state as a seat, or PUBLIC, can know it."""
        return self.state.view(viewer)

    @property
    def revision(self) -> int:
        """The number of the last event; a tap carries the one it was aimed at."""
        return len(self._positions) - 1

    @property
    def names(self) -> Mapping[str, str]:
        """The players' names by seat, "" for one who gave none."""
        return dict(self._names)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.state.seats

    @property
    def inbox(self) -> tuple[Owed, ...]:
        """What waits for everybody to see; a seat's own doubts are in its view."""
        return self.view().inbox

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return self.state.decisions

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return over(self.state)

    def score(self, viewer: str = PUBLIC) -> ScoreSheet:
        """The score as `viewer` can know it: a range where something is hidden."""
        return self.view(viewer).score()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that was accepted, oldest first, with its secrets."""
        return tuple(self._events)

    @property
    def standing(self) -> tuple[Node, ...]:
        """Every line that stands, oldest first, with the state after it; the first is the beginning. With secrets."""
        return tuple(chain(self._positions[-1].tip))

    def judge(self, action: Action[Any], viewer: str | None = None) -> Verdict:
        """The verdict as `viewer` can know it: by default the seat that acts, the public for the table."""
        return judge(self._seen(action, viewer), action)

    def why_not(self, action: Action[Any], viewer: str | None = None) -> WhyNot:
        """The verdict, and the allowed actions that come nearest."""
        state = self._seen(action, viewer)
        return WhyNot(judge(state, action), tuple(nearest(state, action, self.game.actions)))

    def submit(
        self,
        action: Action[Any],
        *,
        revision: int | None = None,
        by: str = "touch",
        anyway: bool = False,
        evidence: str = "",
    ) -> Event:
        """Do `action`; it is on the disk when this returns. Raises Stale, contract.Illegal or JournalFault, and then
        nothing has changed. `anyway` records what the rules refuse; it is marked only if they do. That was refused in
        one very state: with a `revision`, it must still be the present one."""
        with self._lock:
            self._check_open()
            if revision is not None:
                if anyway and revision != self.revision:
                    raise Stale(_STALE)
                self._check_fresh(action, revision)
            verdict = judge(self.state, action)
            if verdict.word is Word.ILLEGAL and not anyway:
                raise Illegal(action, verdict)
            kind = EventKind.ANYWAY if verdict.word is Word.ILLEGAL else EventKind.ACTION
            number = self.revision + 1
            line = Line(number, action, kind is EventKind.ANYWAY)
            position = timeline.act(self._positions[-1], line, self.game.actions, judged=False)
            return self._accept(kind, write(action), by, position, action.seat, evidence)

    def undo(self, to: int | None = None, *, revision: int | None = None, by: str = "touch") -> Event:
        """Take back the last told thing; or, with `to` (a Step's number), that step of the table and all since, keeping
        tellings and corrections. What no longer applies is said in `notes`. Raises Stale, NothingToTakeBack."""
        with self._lock:
            self._check_open()
            if revision is not None and revision != self.revision:
                raise Stale(_STALE)
            steps = None if to is None else self._steps_since(to)
            position, taken = timeline.undo(self._positions[-1], self.game.actions, steps, self._by_itself)
            event = self._accept(EventKind.UNDO, write_undo(taken.took), by, position, None)
            for said in taken.lost:
                self._note(
                    f"“{said}” no longer applies after the undo and was left out; tell it anew if it still holds."
                )
            return event

    def redo(self, *, revision: int | None = None, by: str = "touch") -> Event:
        """Bring back what the last undo took. Raises Stale, NothingToTakeBack."""
        with self._lock:
            self._check_open()
            if revision is not None and revision != self.revision:
                raise Stale(_STALE)
            return self._accept(EventKind.REDO, "", by, timeline.redo(self._positions[-1]), None)

    def undo_title(self, viewer: str = PUBLIC) -> str:
        """The name of what undo takes back, or ""."""
        mark = timeline.next_undo(self._positions[-1], self._by_itself)
        return mark.title(viewer) if mark else ""

    def redo_title(self, viewer: str = PUBLIC) -> str:
        """The name of the first that redo brings back, or ""."""
        mark = timeline.next_redo(self._positions[-1])
        return mark.title(viewer) if mark else ""

    def steps(self, viewer: str = PUBLIC) -> list[Step]:
        """All steps back to the beginning, oldest first; those that redo would bring back are marked undone."""
        return timeline.steps(self._positions[-1], viewer)

    def rename(self, seat: str, name: str, *, by: str = "touch") -> Event:
        """Give a seat's player another name. Raises Fault for a seat that does not play."""
        with self._lock:
            self._check_open()
            if seat not in self.seats:
                raise Fault(f"{seat.capitalize()} does not play in this session.")
            wanted = clean_name(name)
            event = self._accept(EventKind.NAME, f"{seat} {wanted}".strip(), by, self._positions[-1], "")
            self._names[seat] = wanted
            return event

    def end(self, *, by: str = "touch") -> Event:
        """The table stops here: the session is no longer resumed by itself. It can still be gone on with."""
        with self._lock:
            self._check_open()
            return self._accept(EventKind.END, "", by, self._positions[-1], "")

    def default_answer(self, seat: str) -> Action[Any] | None:
        """What a press of the seat's button means now, by the game's own word; None: the button only blinks."""
        return self._from_game("default_answer", seat)

    def held_answer(self, seat: str) -> Action[Any] | None:
        """What holding the seat's button means now."""
        return self._from_game("held_answer", seat)

    @property
    def fallen(self) -> Action[Any] | None:
        """Dice or pieces that fell before an undo, if the same is asked next: the table may let them count again."""
        found = timeline.served(self._positions[-1].tip)
        return found.action if found else None

    def answer_by_app(self, *, on_demand: bool = False, generator: random.Random | None = None) -> Event | None:
        """Let the app roll or draw what this session leaves to it, or (`on_demand`) whatever is asked; None: nothing.

        What had fallen before an undo counts again: an undo must not be a second throw.
        """
        with self._lock:
            for decision in self.decisions:
                if decision.kind not in (Kind.ROLL, Kind.DRAW) and decision.draw is None:
                    continue
                if not on_demand and not chance.by_app(self.game, self.state, decision):
                    continue
                action = self._fallen_for(decision) or chance.answer(
                    self.game, self.state, decision, generator or secrets.SystemRandom()
                )
                if action is not None:
                    return self.submit(action, by="app")
            return None

    def _fallen_for(self, decision: Decision) -> Action[Any] | None:
        """What fell for that very decision before an undo, unless it has become impossible since."""
        fallen = timeline.served(self._positions[-1].tip)
        if fallen is None or not fallen.serves(decision):
            return None
        return None if judge(self.state, fallen.action).reasons else fallen.action

    def _by_itself(self, state: State, decision: Decision) -> bool:
        return chance.by_app(self.game, state, decision)

    def where(self) -> str:
        """Where the game is, in a few words: "Round 3, Blue's turn"."""
        return where(self.state)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after each event, on the thread that submitted it. Returns what ends the subscription."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def close(self) -> None:
        """No more events; the journal stays open."""
        with self._lock:
            self._closed = True
            self._listeners.clear()

    def _accept(
        self, kind: EventKind, text: str, by: str, position: Position, decider: str | None, evidence: str = ""
    ) -> Event:
        event = Event(self.revision + 1, kind, text, by, self.game.version, self._journal.clock(), evidence)
        self._journal.append(self.id, event, ended=kind is EventKind.END or over(position.state))
        self._keep(event, position, decider)
        try:
            self._cards.moved_on(position.state)
        except JournalFault as fault:
            self._note(str(fault))
        for listener in tuple(self._listeners):
            try:
                listener(event)
            except Exception:
                # The event stands: a light or screen that fails must not make it look refused.
                _log.exception("A listener failed after event %d.", event.number)
        return event

    def _keep(self, event: Event, position: Position, decider: str | None) -> None:
        self._events.append(event)
        self._deciders.append(decider)
        self._positions.append(position)

    def _replay(self, event: Event) -> None:
        position = self._positions[-1]
        decider: str | None = ""
        if event.kind is EventKind.NAME:
            seat, _, name = event.line.partition(" ")
            self._names[seat] = name
        elif event.kind in (EventKind.UNDO, EventKind.REDO):
            decider = None
        else:
            decider = event.line.partition(":")[0]
        recorded = (event.kind, event.line, event.number, self.game.actions)
        try:
            try:
                # What these very rules accepted need not be judged twice.
                position = timeline.advance(position, *recorded, judged=event.rules != self.game.version)
            except Illegal as refused:
                position = timeline.advance(position, *recorded, judged=False)
                seen = refused.action.seen_by(PUBLIC)
                # The reason may name what only one seat may know.
                why = str(refused) if seen == refused.action else "it is refused."
                self._note(f"“{write(seen)}” counts as it was recorded, though the rules now say: {why}")
        except (BrokenLine, Fault) as error:
            raise JournalFault(f"Session {self.id} cannot be resumed past event {event.number}: {error}") from error
        except Exception as error:
            raise JournalFault(
                f"Session {self.id} cannot be resumed past event {event.number}: this version's rules fail there "
                f"({type(error).__name__}); nothing was changed."
            ) from error
        self._keep(event, position, decider)

    def _check_open(self) -> None:
        if self._closed:
            raise Closed("This session is closed; resume it first.")

    def _check_fresh(self, action: Action[Any], revision: int) -> None:
        """An older revision will do as long as its question stands and the decider has not answered anything since."""
        if revision == self.revision:
            return
        since = self._deciders[revision + 1 :]
        if not 0 <= revision < self.revision or None in since or action.seat in since:
            raise Stale(_STALE)
        if not _same_question(asked(self._positions[revision].state, action), asked(self.state, action)):
            raise Stale(_STALE)

    def _steps_since(self, number: int) -> int:
        standing = [step for step in self.steps() if not step.undone]
        main = sorted(step.number for step in standing if not step.aside)
        if number not in main:
            raise NothingToTakeBack(
                "Only a step of the table can be gone back to; a correction further back is put right by a new one."
            )
        return len(main) - main.index(number)

    def _seen(self, action: Action[Any], viewer: str | None) -> State:
        return self.view(viewer or (action.seat if action.seat in self.seats else PUBLIC))

    def _from_game(self, name: str, seat: str) -> Action[Any] | None:
        answers = getattr(self.game, name, None)
        action: Action[Any] | None = answers(self.state, seat) if answers is not None else None
        return action

    def _note(self, sentence: str) -> None:
        self.notes = (*self.notes, sentence)


_STALE = "The table has gone on since that was shown; look again and tap anew."


def over(state: State) -> bool:
    """Whether nothing is left to decide: windows ask nothing, but what is still face down may be shown."""
    return all(decision.window and decision.kind is not Kind.REVEAL for decision in state.decisions)


def where(state: State) -> str:
    """Where a game is, in a few words: "Round 3, Blue's turn"."""
    deciders = list(dict.fromkeys(decision.seat for decision in state.decisions if not decision.window))
    players = [seat.capitalize() for seat in deciders if seat in state.seats]
    if not deciders:
        now = "the game is over" if over(state) else "the game is over, what is face down may be shown"
    elif not players:
        now = "the table goes on"
    elif len(players) == 1:
        now = f"{players[0]}'s turn"
    else:
        now = f"waiting for {', '.join(players[:-1])} and {players[-1]}"
    number = getattr(state, "round", None)
    return f"Round {number}, {now}" if number is not None and deciders else now[:1].upper() + now[1:]


def _game(name: str, games: Games | None) -> Game[Any]:
    if games is None:
        from companion.rules.games import GAMES  # the boxes' catalogs are read only when a game is wanted

        games = GAMES
    if name not in games:
        raise JournalFault(f"This version of the companion does not know the game “{name}”; update the companion.")
    return games[name]


def clean_name(name: str) -> str:
    """A name on one line, at most 40 letters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:40].rstrip()


def _same_question(then: Decision | None, now: Decision | None) -> bool:
    if then is None or now is None:
        return then is now
    return (then.seat, then.name, then.kind, then.roll, then.draw) == (now.seat, now.name, now.kind, now.roll, now.draw)
