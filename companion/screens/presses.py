"""Buttons and lamps at the screen: what a press does, and which lamps are lit."""

from typing import TYPE_CHECKING, Any

from companion.screens import sounds
from companion.screens.shown import shown

if TYPE_CHECKING:
    from companion.screens.desk import Desk


def heard(desk: "Desk", event: Any) -> None:
    """A seat's button, confirm or undo, from pins or keys. Called on the window's thread."""
    from hardware.buttons import Down, Hold, seat_of

    if desk.thread is None:
        return
    if desk.app.resting is not None:
        desk.app.resting.wake()
    place = seat_of(event.button)
    if isinstance(event, Down):
        felt = getattr(desk.app.current, "felt", None)
        if place is not None and felt is not None and place <= len(desk.state.seats):
            felt(place)
    elif place is not None:
        seats = desk.state.seats
        if place <= len(seats):
            pressed = desk.thread.press(seats[place - 1], held=isinstance(event, Hold))
            desk.follow(pressed, lambda done: None if done is not None else _blink(desk, place))
    elif event.button == "undo":
        desk.undo()
    elif event.button == "confirm":
        confirm = getattr(desk.app.current, "confirm", None)
        if confirm is not None and not desk.app.over.children:
            shown.aim(desk.session.revision)
            confirm()


def box_changed(desk: "Desk", state: str) -> None:
    """The table box came or went: one sentence that goes by itself, and the devices as they are now."""
    desk.app.say(state[:1].upper() + state[1:])
    screen = desk.app.current
    if screen is not None and screen.name in ("home", "devices"):
        screen.refresh()
    light(desk)


def _blink(desk: "Desk", place: int) -> None:
    """A press that answered nothing: the lamp blinks, and the screen says so."""
    if desk.wires is not None:
        desk.wires.lights.blink(place)
    desk.app.say(f"{desk.state.seats[place - 1].capitalize()} has nothing to answer now.")


def light(desk: "Desk") -> None:
    """Light the lamps of the seats that the table waits for."""
    if desk.wires is not None and desk.thread is not None:
        deciding = desk.deciding()
        sounds.turn_of(deciding)
        desk.wires.lights.turn([place for place, seat in enumerate(desk.state.seats, 1) if seat in deciding])
