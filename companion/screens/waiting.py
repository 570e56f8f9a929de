"""What is done off the window's thread: how much is waited for, and that the screen says so when it takes long."""

import threading
from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock

LONG: Final = 0.5
"""Seconds after which the screen says that something is waited for."""


class Waiting:
    """Counts what was asked for and has not been answered; `say` is told when it lasts, and when it is over."""

    def __init__(self, say: Callable[[bool], object]) -> None:
        self._say = say
        self._many = 0
        self._slow: Any = None

    @property
    def busy(self) -> bool:
        """Whether anything is waited for."""
        return self._many > 0

    def more(self) -> None:
        """One more thing is waited for."""
        self._many += 1
        if self._slow is None:
            self._slow = Clock.schedule_once(lambda _: self._say(True), LONG)

    def less(self) -> None:
        """One of them was answered."""
        self._many -= 1
        if self._many == 0 and self._slow is not None:
            self._slow.cancel()
            self._slow = None
            self._say(False)

    def for_(
        self, work: Callable[[], Any], then: Callable[[Any], object], broke: Callable[[Exception], object]
    ) -> None:
        """Do `work` on a thread of its own; its result, or what it raised, comes back on the window's thread."""
        self.more()

        def run() -> None:
            try:
                result = work()
            except Exception as error:
                self._answer(broke, error)
            else:
                self._answer(then, result)

        threading.Thread(target=run, daemon=True, name="opening").start()

    def _answer(self, tell: Callable[[Any], object], what: Any) -> None:
        def answered() -> None:
            self.less()
            tell(what)

        on_window(answered)


def on_window(work: Callable[[], object]) -> None:
    """Do it on the window's thread, soon. May be called from any thread."""
    Clock.schedule_once(lambda _: work(), 0)
