"""What can always be looked up, behind the three dots."""

from typing import TYPE_CHECKING

from companion.screens.widgets.sheet import choose

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp


def open_menu(app: "CompanionApp") -> None:
    """Offer every screen that answers a question asked aloud at any time."""
    desk = app.desk
    assert desk is not None
    if not desk.running:
        alone = (("dice tray", "read a throw", "dice"), ("past games", "", "past"), ("devices", "", "devices"), ("home", "", "home"))
        app.open_sheet(choose("Look up", [(words, small, lambda to=to: app.go(to)) for words, small, to in alone], 2))
        return
    places = (
        ("score", "who is winning, why", "score"),
        ("inbox", desk.inbox_line(), "inbox"),
        ("steps", "undo and redo, by name", "steps"),
        ("what the app believes", "put right what is not so", "believes"),
        ("dice tray", "read a throw", "dice"),
        ("what to lay out", "the setup list", "laying"),
        ("devices", "camera, buttons, lights", "devices"),
        ("home", "the game waits", "home"),
    )
    app.open_sheet(choose("Look up", [(words, small, lambda to=to: app.go(to)) for words, small, to in places], 4))
