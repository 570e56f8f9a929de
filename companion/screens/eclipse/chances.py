"""The chances of the battle on the screen, worked out off the window's thread; a newer question ends an older one."""

import random
import threading
from collections.abc import Callable
from typing import Any, Final

from companion.screens.waiting import on_window

BUDGET: Final = 120_000
SAMPLES: Final = 1_000
"""What an answer between two touches may cost: exact for usual battles, else within 1.6 % (the standard error)."""


class Stopped(Exception):
    """Nobody waits for the answer any more."""


class Chances:
    """Asks for one battle at a time. `tell` is called on the window's thread with its Odds, or the error."""

    def __init__(self, tell: Callable[[Any], object]) -> None:
        self._tell = tell
        self._of: Any = None
        self._stop = threading.Event()

    def ask(self, battle: Any) -> None:
        """Work out this Battlefield's chances, unless that is what is being done, or was done last."""
        if battle == self._of:
            return
        self.stop()
        self._of = battle
        stop = self._stop = threading.Event()
        threading.Thread(target=self._work, args=(battle, stop), daemon=True, name="odds").start()

    def stop(self) -> None:
        """End what is being worked out."""
        self._stop.set()
        self._of = None

    def _work(self, battle: Any, stop: threading.Event) -> None:
        from companion.rules.eclipse.odds import odds

        chance = random.Random(1).random

        def rolled() -> float:
            if stop.is_set():
                raise Stopped
            return chance()

        found: Any
        try:
            found = odds(battle, random=rolled, samples=SAMPLES, budget=BUDGET)
        except Stopped:
            return
        except Exception as error:  # a screen without odds is better than one that waits for them for ever
            found = error
        on_window(lambda: self._done(found, stop))

    def _done(self, found: Any, stop: threading.Event) -> None:
        if not stop.is_set():
            self._tell(found)
