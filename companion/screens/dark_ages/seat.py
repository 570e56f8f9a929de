"""What a seat may do beside its turn: look and tell in private, put right what is not so, lose a card it showed."""

from typing import TYPE_CHECKING

from companion.screens.widgets.sheet import choose

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp


def open_seat(app: "CompanionApp", seat: str) -> None:
    """Ask what is wanted of a seat that was touched."""
    desk = app.desk
    assert desk is not None
    answers = [
        ("in private", "look, or tell the app a card", lambda: app.go("hand", seat=seat)),
        ("put right", "what the app believes", lambda: app.go("believes", seat=seat)),
        ("showed a card", "it is discarded", lambda: app.go("cards", seat=seat, verb="shown_card")),
    ]
    app.open_sheet(choose(desk.called(seat), answers, 3))


def whose_hand(app: "CompanionApp") -> None:
    """Ask whose private turn it is."""
    desk = app.desk
    assert desk is not None
    answers = [(desk.called(seat), "", lambda seat=seat: app.go("hand", seat=seat)) for seat in desk.state.seats]
    app.open_sheet(choose("Whose cards? The others look away.", answers, 2))
