"""The session on the screens' side: its state as the table may see it, and what a touch does to it.

Work with the journal happens on the session's own thread; its results come back on the window's thread.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp


class Desk:
    """What is open on this table."""

    def __init__(self, app: "CompanionApp") -> None:
        self.app = app
        self.opened = False
        self.busy = False
        self.session: Any = None

    def open(self) -> None:
        self.opened = True
        if self.app.current is not None:
            self.app.current.refresh()

    def close(self) -> None:
        pass

    @property
    def running(self) -> bool:
        return self.session is not None

    def device_line(self) -> str:
        return ""

    def show_where_it_is(self) -> None:
        pass
