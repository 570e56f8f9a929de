"""The session on the screens' side: its state as the table may see it, and what a touch does to it.

Work with the journal happens on the session's own thread; its results come back on the window's thread.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.faults import Fault
from companion.rules.contract import PUBLIC, Action, Decision, Illegal, Refused, Setup, Verdict, Word, judge
from companion.rules.notation import BrokenLine, read
from companion.screens import flow, presses, service
from companion.screens.box import Box, box_of
from companion.screens.earlier import Earlier, interrupted
from companion.screens.evidence import Corrected, keep
from companion.screens.shown import shown
from companion.screens.waiting import Waiting, on_window
from companion.screens.widgets import sheet
from companion.screens.words import short

if TYPE_CHECKING:
    from concurrent.futures import Future

    from companion.screens.window import CompanionApp
    from companion.table.journal import Event, Journal
    from companion.table.session import Session
    from companion.table.writer import SessionThread


class Desk:
    """What is open on this table. Everything here is called on the window's thread unless it says otherwise."""

    def __init__(self, app: "CompanionApp") -> None:
        self.app = app
        self.opened = False
        self.journal: Journal | None = None
        self.thread: SessionThread | None = None
        self.wires: Any = None
        self.waiting = Waiting(app.work)
        self.earlier = Earlier(self)
        self._asked = ("", "")
        self._demanded = False
        """Somebody asked the app to answer, and is looking at what it says."""
        self._rows: tuple[Any, list[Any]] | None = None
        self._seen: tuple[int, str] = (-1, "")
        self._views: dict[str, Any] = {}
        self._verdicts: dict[tuple[str, str], Verdict | None] = {}

    # ── opening and closing ──

    def open(self) -> None:
        """Open the journal and resume the interrupted session, off the window's thread."""
        self._in_background(self._find, self._found)

    def _find(self) -> "Session | None":
        from companion.table.journal import Journal
        from companion.table.session import Session

        self.journal = Journal(self.app.wishes.data)
        waiting = interrupted(self.journal.sessions())
        return Session.resume(self.journal, waiting.id) if waiting else None

    def _found(self, session: "Session | None") -> None:
        self.opened = True
        if session is not None:
            self._take(session)
            if self.app.current is not None and self.app.current.name == "home":
                self.show_where_it_is()
                self.app.say(f"Resumed: {session.where()}.")
        self._refresh_screen()
        self._in_background(self._open_wires, self._wired)

    def _open_wires(self) -> Any:
        from companion.screens.wires import Wires

        return Wires(self.app.wishes)

    def _wired(self, wires: Any) -> None:
        self.wires = wires
        wires.listen(
            lambda event: on_window(lambda: presses.heard(self, event)),
            lambda state: on_window(lambda: presses.box_changed(self, state)),
        )
        for complaint in wires.complaints:
            self.app.fail(complaint)
        if unread := service.stick_said():
            self.app.fail(unread)
        presses.light(self)
        self._refresh_screen()
        if self.app.wishes.demo:
            from companion.screens.demo import Demo

            self._demo = Demo(self.app)

    def _in_background(self, work: Callable[[], Any], then: Callable[[Any], object]) -> None:
        self.waiting.for_(work, then, self._broke)

    def _broke(self, error: Exception) -> None:
        self.opened = True
        # Another companion's journal is in use, not broken.
        if self.journal is None and isinstance(error, Fault) and "Another companion" not in str(error):
            answers = (("leave it", "quiet", None), ("set it aside, begin anew", "stop", self._set_aside))
            self.app.open_sheet(sheet.ask("The games kept here cannot be used", str(error), answers))
        else:
            self.say_error(error)
        self._refresh_screen()

    def _set_aside(self) -> None:
        """A journal that cannot be used is renamed, never deleted, and a new one begun."""
        from companion.table.journal import set_aside

        try:
            place = set_aside(self.app.wishes.data)
        except Fault as fault:
            self.app.fail(str(fault))
            return
        self.app.say(f"It is kept as {place.name}.")
        self.open()

    def close(self) -> None:
        """Let go of session, journal and wires."""
        self._leave()
        if self.journal is not None:
            self.journal.close()
        if self.wires is not None:
            self.wires.close()

    def _leave(self) -> None:
        if self.thread is not None:
            self.thread.close()
            self.thread = None

    def _take(self, session: "Session") -> None:
        from companion.table.writer import SessionThread

        self._leave()
        self.thread = SessionThread(session)
        session.subscribe(lambda event: on_window(partial(self._moved_on, event)))
        shown.turn_to(session.revision)
        self._let_app_answer()
        for note in session.notes[-1:]:
            self.app.fail(note)

    def begin(self, setup: Setup, names: Mapping[str, str]) -> None:
        """A new session; then its first screen."""
        from companion.table.session import Session

        journal = self.journal
        if journal is None:
            self.app.fail("Without a journal no game can be begun; see the sentence shown at the start.")
            return
        self._in_background(lambda: Session.begin(journal, setup.game, setup, names), self._go_on_with)

    def resume(self, number: int) -> None:
        """Another session of the journal."""
        from companion.table.session import Session

        journal = self.journal
        assert journal is not None
        self._leave()
        self._in_background(lambda: Session.resume(journal, number), self._go_on_with)

    def _go_on_with(self, session: "Session") -> None:
        self._take(session)
        self.show_where_it_is()

    def end(self) -> None:
        """The table stops here."""
        if self.thread is not None:
            session = self.thread.session
            self.follow(self.thread.call(session.end), lambda _: self.app.go("home"))

    # ── what is true ──

    @property
    def session(self) -> "Session":
        assert self.thread is not None
        return self.thread.session

    @property
    def game(self) -> Any:
        """The running session's game; beside the contract it offers outlook and correctable to screens."""
        return self.session.game

    @property
    def box(self) -> Box:
        """What the screens know of the running session's box."""
        return box_of(self.session.setup.game)

    @property
    def running(self) -> bool:
        """Whether a session is open, be it over."""
        return self.thread is not None

    @property
    def goes_on(self) -> bool:
        """Whether a session is open in which something is left to decide."""
        return self.thread is not None and not self.session.over

    @property
    def busy(self) -> bool:
        """Whether something touched has not been answered yet."""
        return self.waiting.busy

    @property
    def actions(self) -> Mapping[str, type[Action[Any]]]:
        return self.session.game.actions

    def view(self, viewer: str) -> Any:
        """The state as `viewer` may know it; kept while the revision stands."""
        revision = self.session.revision
        if self._seen[0] != revision:
            self._seen, self._views, self._verdicts = (revision, ""), {}, {}
        if viewer not in self._views:
            self._views[viewer] = self.session.view(viewer)
        return self._views[viewer]

    @property
    def state(self) -> Any:
        """What lies open on the table."""
        return self.view(PUBLIC)

    def focus(self) -> Decision | None:
        """The decision the screen is about."""
        return flow.focus(self.state, self.box)

    def asked_seat(self) -> str:
        """The seat of that decision."""
        decision = self.focus()
        return decision.seat if decision is not None else ""

    def deciding(self) -> set[str]:
        """Every seat the table waits for."""
        return {decision.seat for decision in flow.main_decisions(self.state)}

    def person(self, seat: str) -> str:
        """Who sits there, or ""."""
        return self.session.names.get(seat, "") if self.thread is not None else ""

    def called(self, seat: str) -> str:
        """The seat and who sits there: "Blue · Ana"."""
        person = self.person(seat)
        return seat.capitalize() + (f" · {person}" if person else "")

    def where_it_is(self) -> str:
        return f"{self.game.title}: {self.session.where()}" if self.thread is not None else ""

    def undo_title(self) -> str:
        """What undo takes back, short enough for a target."""
        return short(self.session.undo_title()) if self.thread is not None else ""

    def inbox_line(self) -> str:
        waiting = len(self.state.inbox)
        return f"{waiting} to tell" if waiting else "nothing owed"

    def device_line(self) -> str:
        return self.wires.line if self.wires is not None else ""

    def layout(self, setup: Setup | None) -> list[str]:
        """What to lay on the table for a setup, or for the running session."""
        from companion.rules.games import GAMES

        of = setup or self.session.setup
        game, box = GAMES[of.game], box_of(of.game)
        lines = box.layout(game, game.begin(of))
        return lines if setup is not None else [*box.laid_since(self), *lines]

    # ── may I? ──

    def line(self, line: str) -> Action[Any] | None:
        """The action of a line, or None where this game has no such action."""
        try:
            return read(line, self.actions)
        except BrokenLine:
            return None

    def verdict(self, line: str, viewer: str = PUBLIC) -> Verdict | None:
        """The verdict on a line as `viewer` can know it; kept while the revision stands."""
        state = self.view(viewer)
        if (viewer, line) not in self._verdicts:
            action = self.line(line)
            self._verdicts[viewer, line] = judge(state, action) if action is not None else None
        return self._verdicts[viewer, line]

    def may(self, line: str, viewer: str = PUBLIC) -> bool:
        """Whether a line is not forbidden."""
        verdict = self.verdict(line, viewer)
        return verdict is not None and verdict.word is not Word.ILLEGAL

    def explain(self, line: str, viewer: str = PUBLIC) -> None:
        """Say why a line is not allowed: every reason with its page, the nearest legal ones, and the last word."""
        action, verdict = self.line(line), self.verdict(line, viewer)
        if action is None or verdict is None:
            self.app.say("That is not part of this game.")
            return
        state = self.view(viewer)
        self._say_why_not(action, verdict, state, viewer)

    def _say_why_not(self, action: Action[Any], verdict: Verdict, state: Any, viewer: str) -> None:
        near = self.session.why_not(action, viewer).nearest
        # The same kind of thing helps; something else entirely only where there is nothing of the kind.
        near = tuple(other for other in near if other.verb == action.verb) or near[:2]
        # What costs a seat what it holds asks first, where it is offered; on the map one sees what is meant.
        near = tuple(other for other in near if other.verb not in (*self.box.losing, *self.box.half_told))
        # The reasons are those of this state: whatever is answered to them is meant for it.
        revision = self._seen[0]
        nearest = [(other.title(state), lambda other=other: self.do(other, revision=revision)) for other in near]
        what = action.title(state)
        anyway = partial(self.do, action, anyway=True, revision=revision)
        self.app.open_sheet(sheet.why_not(what, verdict, nearest, anyway, partial(self.app.go, "lookup")))

    def default_answer(self, seat: str) -> Action[Any] | None:
        """What the seat's button would answer now."""
        return self.session.default_answer(seat)

    # ── doing ──

    def act(self, line: str, then: Callable[[], object] | None = None) -> None:
        """Do what a line says; refused, it is explained."""
        action = self.line(line)
        if action is None:
            self.app.fail(f"This version of the companion does not know “{line}”.")
            return
        self.do(action, then=then)

    def do(
        self,
        action: Action[Any],
        *,
        anyway: bool = False,
        by: str = "touch",
        evidence: str = "",
        revision: int | None = None,
        then: Callable[[], object] | None = None,
    ) -> None:
        """Do an action, aimed at the state that was shown when the finger went down, or at that of `revision`."""
        assert self.thread is not None
        aimed = shown.aimed if revision is None else revision
        self.follow(
            self.thread.submit(action, revision=aimed, by=by, anyway=anyway, evidence=evidence),
            (lambda _: then()) if then is not None else None,
        )

    def roll(self, line: str, by: str, picture: bytes, correction: Corrected | None = None) -> None:
        """Record dice that fell, with their picture as evidence; `correction` is kept for `companion dice learn`."""
        action = self.line(line)
        if action is None or self.thread is None:
            return
        session, revision, data = self.session, shown.aimed, self.app.wishes.data
        budget = self.wires.settings.evidence_megabytes * 1_000_000 if self.wires is not None else 0

        def work() -> Any:
            kept = keep(data, budget, session.id, picture, correction)
            return session.submit(action, revision=revision, by=by, evidence=kept)

        self.follow(self.thread.call(work), None)

    def undo(self, to: int | None = None) -> None:
        """Take back a step."""
        if self.thread is not None:
            title = self.undo_title()
            self.follow(self.thread.undo(to), lambda _: self._undone(title if to is None else ""))

    def _undone(self, title: str) -> None:
        self.app.say(f"Undone: {title}." if title else "Undone.")
        for note in self.session.notes[-1:]:
            if note != self._seen[1]:
                self._seen = (self._seen[0], note)
                self.app.fail(note)

    def redo(self) -> None:
        """Bring back what the last undo took."""
        if self.thread is not None:
            title = self.session.redo_title()
            self.follow(self.thread.redo(), lambda _: self.app.say(f"Done again: {title}."))

    def app_answers(self) -> None:
        """Let the app roll or draw what is asked."""
        if self.thread is not None:
            self._demanded = True
            self.follow(self.thread.answer_by_app(on_demand=True), lambda _: setattr(self, "_demanded", False))

    def _let_app_answer(self) -> None:
        """What this session leaves to the app is drawn without anybody asking."""
        if self.thread is not None:
            self.follow(self.thread.answer_by_app(), None)

    def _app_answered(self, event: Any) -> None:
        """What the app drew may have to be laid out by somebody."""
        said = self.box.app_answered(event.line) if self.running else ""
        if said:
            self.app.say(said, 4)

    def follow(self, future: "Future[Any]", then: Callable[[Any], object] | None) -> None:
        """Wait for an answer of the session's thread without holding up the window; say what went wrong."""
        self.waiting.more()
        future.add_done_callback(lambda done: on_window(lambda: self._answered(done, then)))

    def _answered(self, future: "Future[Any]", then: Callable[[Any], object] | None) -> None:
        self.waiting.less()
        error = future.exception()
        if error is None:
            if then is not None:
                then(future.result())
        elif isinstance(error, Illegal):
            if error.action.seen_by(PUBLIC) == error.action:
                self._say_why_not(error.action, error.verdict, self.state, PUBLIC)
            else:
                self.app.say("That is not possible any more.")  # told in private: not even what it was is shown
        elif isinstance(error, Exception):
            self.say_error(error)

    def say_error(self, error: BaseException) -> None:
        """In one sentence; what nobody foresaw goes into the log as well."""
        from companion.screens.window import write_down

        if type(error).__name__ == "Stale":
            self.app.say(str(error))
        elif isinstance(error, (Fault, Refused)):
            self.app.fail(str(error))
        else:
            where = write_down(error)
            self.app.fail(f"Something went wrong that should not ({type(error).__name__}); {where}.")

    def _moved_on(self, event: "Event") -> None:
        """An event is on the disk: show the new state."""
        if self.thread is None:
            return
        if event.by == "app" and not self._demanded:
            self._app_answered(event)
        shown.turn_to(self.session.revision)
        asked = self._question()
        if asked != self._asked:
            # The same target now means another seat's answer: a second tap of the last one must not count for it.
            self._asked = asked
            shown.changed()
        presses.light(self)
        self._let_app_answer()
        current = self.app.current
        if current is None or current.follows:
            self.show_where_it_is()
        else:
            current.refresh()

    def _question(self) -> tuple[str, str]:
        """What is asked of whom; where all answer at once it is one question for all."""
        main = flow.main_decisions(self.state)
        focus = self.focus()
        return (focus.name, focus.seat if len(main) == 1 or focus.window else "") if focus is not None else ("", "")

    def _refresh_screen(self) -> None:
        if self.app.current is not None:
            self.app.current.refresh()

    def show_where_it_is(self) -> None:
        """The screen that asks what the table waits for; the one that is up is only filled anew."""
        if self.thread is None:
            self.app.go("home")
            return
        name = self.box.screen_for(self.focus(), self.state)
        current = self.app.current
        if current is not None and current is self.app.known(name):
            current.refresh()
        else:
            self.app.go(name)

    # ── corrections ──

    def correctable(self) -> list[Any]:
        """Everything that can be put right: rows with seat, field, title, value and range."""
        state = self.state
        if self._rows is None or self._rows[0] is not state:
            self._rows = (state, list(self.game.correctable(state)))
        return self._rows[1]

    def put_right(self, seat: str, field: str) -> None:
        """A value was pressed long: ask what lies on the table instead."""
        row = next((row for row in self.correctable() if (row.seat, row.field) == (seat, field)), None)
        if row is None:
            self.app.say("There is nothing to put right there.")
        else:
            self.ask_number(row)

    def ask_number(self, row: Any) -> None:
        """Put one value right."""
        from companion.screens.believes import ask_value

        ask_value(self.app, row)
