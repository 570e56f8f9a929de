"""One queue and one thread before a session: whoever taps or presses never waits for the disk."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.rules.contract import Action
from companion.table.journal import Event
from companion.table.session import Closed, Session

_log = logging.getLogger(__name__)

_Job = tuple["Future[Any]", Callable[[], Any]]


class SessionThread:
    """Does everything with `session` on one thread, in the order it was asked for.

    Each call returns at once with a Future: its result once the event is on the disk, or what the session raised. The
    session's listeners, and what is added to a Future by `add_done_callback`, run on this thread: a screen hands the
    news on to its own. Reading `session` from another thread is safe; states never change.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="session", daemon=True)
        self._thread.start()

    def submit(
        self,
        action: Action[Any],
        *,
        revision: int | None = None,
        by: str = "touch",
        anyway: bool = False,
        evidence: str = "",
    ) -> Future[Event]:
        """As `Session.submit`."""
        return self.call(
            lambda: self.session.submit(action, revision=revision, by=by, anyway=anyway, evidence=evidence)
        )

    def undo(self, to: int | None = None, *, revision: int | None = None, by: str = "touch") -> Future[Event]:
        """As `Session.undo`."""
        return self.call(lambda: self.session.undo(to, revision=revision, by=by))

    def redo(self, *, revision: int | None = None, by: str = "touch") -> Future[Event]:
        """As `Session.redo`."""
        return self.call(lambda: self.session.redo(revision=revision, by=by))

    def press(self, seat: str, *, held: bool = False, by: str = "button") -> Future[Event | None]:
        """A seat's button: its default answer when its turn in the queue comes; None when there is nothing to answer.

        The answer is chosen here and not where the button is, so that two buttons at once each meet the state they act
        on.
        """

        def answer() -> Event | None:
            action = self.session.held_answer(seat) if held else self.session.default_answer(seat)
            return None if action is None else self.session.submit(action, by=by)

        return self.call(answer)

    def answer_by_app(self, *, on_demand: bool = False) -> Future[Event | None]:
        """As `Session.answer_by_app`."""
        return self.call(lambda: self.session.answer_by_app(on_demand=on_demand))

    def rename(self, seat: str, name: str, *, by: str = "touch") -> Future[Event]:
        """As `Session.rename`."""
        return self.call(lambda: self.session.rename(seat, name, by=by))

    def call(self, work: Callable[[], Any]) -> Future[Any]:
        """Do `work` in its turn."""
        future: Future[Any] = Future()
        with self._gate:
            if self._closed:
                future.set_exception(Closed("This session is closed; resume it first."))
            else:
                self._jobs.put((future, work))
        return future

    def close(self) -> None:
        """Finish what was asked for, then close the session. Twice does no harm."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, work = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = work()
                self._let_app_answer()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
        self.session.close()

    def _let_app_answer(self) -> None:
        """What this session leaves to the app follows at once: no screen shows the position in between.

        What was asked for stands, whatever happens here; what could not be answered is so after the next event.
        """
        try:
            while self.session.answer_by_app() is not None:
                pass
        except Exception:
            _log.exception("The app could not answer what is left to it.")
