"""What can always be looked up, behind the three dots."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.rules.contract import TABLE
from companion.screens import flow, service
from companion.screens.widgets.clock import turn_time
from companion.screens.widgets.sheet import ask, choose

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
        ("since my turn", "what happened", ""),
        ("what the app believes", "put right what is not so", "believes"),
        ("dice tray", "read a throw", "dice"),
        ("rules", "topic by topic, with pages", "lookup"),
        ("what to lay out", "the setup list", "laying"),
        ("settings", "colours, sounds, time", "preferences"),
        ("devices", "camera, buttons, lights", "devices"),
        ("home", "the game waits", "home"),
    )
    if not desk.running:
        places = (
            ("dice tray", "read a throw", "dice"),
            ("rules", "of all boxes", "lookup"),
            ("past games", "scores, resume another", "past"),
            ("settings", "colours, sounds, time", "preferences"),
            ("devices", "camera, buttons, lights", "devices"),
            ("home", "", "home"),
        )
    rows: list[tuple[str, str, Callable[[], object]]] = [
        (words, small, to(screen) if screen else lambda: _ask_since(app)) for words, small, screen in places
    ]
    if desk.running:
        rows = [*desk.box.places(app), *rows]
        if app.timer is not None:
            rows.append(("turn timer", turn_time.shown or "no time is taken", app.timer.open_sheet))
    if desk.running and not desk.box.own_seats and (more := beside(app)):
        rows.append(
            ("more to do", "at any time, out of turn", lambda: app.open_sheet(choose("Who does what?", more, 3)))
        )
    if service.may_switch_off():
        rows.append(("switch off", "the game is kept", lambda: _ask_switch_off(app)))
    app.open_sheet(choose("Look up", rows, 4))


def _ask_since(app: "CompanionApp") -> None:
    """Whose last turn is meant."""
    desk = app.desk
    assert desk is not None

    def since(seat: str) -> Callable[[], object]:
        return lambda: app.go("steps", since=seat)

    who = [(desk.called(seat), "", since(seat)) for seat in desk.state.seats]
    app.open_sheet(choose("Since whose turn?", who, 2))


def beside(app: "CompanionApp") -> list[tuple[str, str, Callable[[], object]]]:
    """What may be done that the table does not wait for: open windows, and what seats may do at any time."""
    desk = app.desk
    assert desk is not None
    box, state = desk.box, desk.state
    found: list[tuple[str, str, Callable[[], object]]] = []

    def offer(seat: str, words: str, **arguments: str) -> None:
        found.append((f"{seat.capitalize()}: {words}", "", lambda: app.go("choice", seat=seat, **arguments)))

    for each in flow.quiet_windows(state, box):
        offer(each.seat, box.question(each), window=each.name)
    for seat in (*state.seats, TABLE):
        for verb in box.beside(desk, seat):
            offer(seat, box.verb(verb), verb=verb)
    return found


def _ask_switch_off(app: "CompanionApp") -> None:
    answers = (("leave it on", "quiet", None), ("switch off", "stop", lambda: _switch_off(app)))
    app.open_sheet(ask("Switch off?", "The game is on the disk; switched on again, it goes on here.", answers))


def _switch_off(app: "CompanionApp") -> None:
    try:
        service.switch_off()
    except OSError as error:
        app.fail(f"It cannot be switched off from here ({error.strerror}): pull the plug; nothing is lost by it.")
    else:
        app.say("Switching off …")
