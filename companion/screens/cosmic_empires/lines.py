"""Several lines of the record for one touch: a fleet that is chosen and flies, a field and what its card says."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.screens.shown import shown

if TYPE_CHECKING:
    from companion.screens.desk import Desk


def act_all(desk: "Desk", lines: Sequence[str]) -> None:
    """Do the lines one after another; the first that is refused is explained, and nothing after it is done."""
    first, *rest = lines

    def on() -> None:
        # What follows was meant with the first, whatever that one changed.
        shown.aim(desk.session.revision)
        act_all(desk, rest)

    desk.act(first, then=on if rest else None)
