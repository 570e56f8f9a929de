"""What is on the screen now, for the two habits that keep a finger honest: which state is shown, and since when.

A touch carries the revision that was shown when it went down, and the session judges it by that. A touch at a target
that changed less than `SETTLE` seconds before the finger came, or while it lay there, is refused here.
"""

from time import monotonic
from typing import Final

SETTLE: Final = 0.3


class Shown:
    """The revision that is on the screen, when the screen last changed, and what the present touch was aimed at."""

    def __init__(self) -> None:
        self.revision = 0
        self.since = monotonic()
        self.aimed: int | None = None

    def turn_to(self, revision: int) -> None:
        """The screen now shows `revision`."""
        self.revision = revision

    def changed(self) -> None:
        """Another screen came up: every target on it is new."""
        self.since = monotonic()

    def aim(self, revision: int) -> None:
        """The touch that is answered now was aimed at `revision`."""
        self.aimed = revision


shown: Final = Shown()
"""The one window's."""


def refusal(changed_at: float, went_down_at: float) -> str | None:
    """Why a touch is refused, in a sentence, or None. Times in seconds of the monotonic clock."""
    changed = max(changed_at, shown.since)
    if changed > went_down_at:
        return "The table has moved on since you touched it."
    if went_down_at - changed < SETTLE:
        return "That had only just changed: touch it again."
    return None
