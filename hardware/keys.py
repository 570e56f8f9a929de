"""The keyboard in place of the buttons, for trying without wires.

1 to 6 are the seats' buttons, Enter confirms, Backspace undoes; with Shift, or held down, a key is a hold.
"""

from hardware.buttons import SEATS, ButtonEvent, Hold, Press

KEYS: dict[str, str] = {
    **{str(place): button for place, button in enumerate(SEATS, 1)},
    **{f"numpad{place}": button for place, button in enumerate(SEATS, 1)},
    "enter": "confirm",
    "numpadenter": "confirm",
    "backspace": "undo",
}
"""Names of keys, as Kivy has them, and the buttons they stand for."""


def event_for(key: str, *, held: bool = False) -> ButtonEvent | None:
    """What a key stands for; `held` if it was held down or Shift with it. None for every other key."""
    button = KEYS.get(key)
    if button is None:
        return None
    return Hold(button) if held else Press(button)
