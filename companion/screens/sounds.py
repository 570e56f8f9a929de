"""Tones the app may make: asked for from anywhere on the screens, heard where there is a device and they are wanted."""

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.sound import Sound


class _Sounds:
    on = False
    sound: "Sound | None" = None
    waited: frozenset[str] = frozenset()


def open_sounds(on: bool) -> None:
    """Once, when the app has started."""
    from hardware.sound import open_sound

    _Sounds.on, _Sounds.sound = on, open_sound()


def switch(on: bool) -> None:
    """Whether they are wanted."""
    _Sounds.on = on


def play(tone: str) -> None:
    """One of `hardware.sound.TONES`, if it can be."""
    if _Sounds.on and _Sounds.sound is not None:
        _Sounds.sound.play(tone)


def turn_of(seats: Collection[str]) -> None:
    """The table waits for these now: who was not waited for before may hear it."""
    if set(seats) - _Sounds.waited:
        play("turn")
    _Sounds.waited = frozenset(seats)


def state() -> str:
    """What plays, in one sentence."""
    if _Sounds.sound is None:
        return "not opened yet"
    return _Sounds.sound.state if _Sounds.on else "switched off"


def close() -> None:
    """The app ends."""
    if _Sounds.sound is not None:
        _Sounds.sound.close()
        _Sounds.sound = None
