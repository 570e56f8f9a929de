"""What is on the screen now, for the two habits that keep a finger honest: which state is shown, and since when.

A touch carries the revision that was shown when it went down. One aimed at an older state, or at a target that changed
less than `SETTLE` seconds ago, is refused.
"""

from time import monotonic
from typing import Final

SETTLE: Final = 0.3


class Shown:
    """The revision of the state on the screen, and when the screen last changed as a whole."""

    def __init__(self) -> None:
        self.revision = 0
        self.since = monotonic()

    def turn_to(self, revision: int) -> None:
        """The screen now shows `revision`."""
        self.revision = revision

    def changed(self) -> None:
        """Another screen came up: every target on it is new."""
        self.since = monotonic()


shown: Final = Shown()
"""The one window's."""


def refusal(changed_at: float, went_down_at: float, revision: int) -> str | None:
    """Why a touch is refused, in a sentence, or None. Times in seconds of the monotonic clock."""
    if revision != shown.revision:
        return "The table has moved on since you touched it."
    if went_down_at - max(changed_at, shown.since) < SETTLE:
        return "That had only just changed: touch it again."
    return None
