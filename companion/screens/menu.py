"""What can always be looked up, behind the three dots."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.screens.widgets.sheet import choose

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp


def open_menu(app: "CompanionApp") -> None:
    """Offer every screen that answers a question asked aloud at any time."""
    desk = app.desk
    assert desk is not None

    def to(screen: str) -> Callable[[], object]:
        return lambda: app.go(screen)

    places: tuple[tuple[str, str, str], ...] = (
        ("score", "who is winning, why", "score"),
        ("inbox", desk.inbox_line() if desk.running else "", "inbox"),
        ("steps", "undo and redo, by name", "steps"),
        ("what the app believes", "put right what is not so", "believes"),
        ("dice tray", "read a throw", "dice"),
        ("what to lay out", "the setup list", "laying"),
        ("devices", "camera, buttons, lights", "devices"),
        ("home", "the game waits", "home"),
    )
    if not desk.running:
        places = (
            ("dice tray", "read a throw", "dice"),
            ("past games", "scores, resume another", "past"),
            ("devices", "camera, buttons, lights", "devices"),
            ("home", "", "home"),
        )
    app.open_sheet(choose("Look up", [(words, small, to(screen)) for words, small, screen in places], 4))
