"""Short tones, made here and played by the system's own player; without one, or without a device, there is silence."""

import contextlib
import queue
import shutil
import struct
import subprocess
import threading
from collections.abc import Callable, Sequence
from math import pi, sin
from typing import Final, Protocol

RATE: Final = 22_050
LOUD: Final = 0.22
FADE: Final = 0.012  # seconds, so that nothing clicks
PLAYERS: Final = (("aplay", "-q", "-"), ("pw-play", "-"), ("paplay",))
"""Programs that play a WAV from their input, the plainest first."""
GIVE_UP: Final = 3
"""Failures in a row after which it is taken that there is no device."""

TONES: Final[dict[str, tuple[tuple[int, float], ...]]] = {
    "turn": ((660, 0.08), (880, 0.10)),
    "refused": ((220, 0.12),),
    "dice": ((990, 0.05),),
    "time": ((523, 0.10), (392, 0.14)),
}
"""Hertz and seconds, one after another."""


class Sound(Protocol):
    """Something that may be heard."""

    @property
    def state(self) -> str:
        """What plays, or why nothing does, in one sentence."""

    def play(self, tone: str) -> None:
        """Play one of TONES. Returns at once, whatever happens; called on any thread."""

    def close(self) -> None:
        """No more of it."""


class NoSound:
    """Nothing is heard here."""

    def __init__(self, state: str) -> None:
        self.state = state

    def play(self, tone: str) -> None:
        """Nothing to play."""

    def close(self) -> None:
        """Nothing to let go of."""


class FakeSound:
    """The public double: remembers what it was asked for."""

    state = "sound for tests"

    def __init__(self) -> None:
        self.played: list[str] = []

    def play(self, tone: str) -> None:
        self.played.append(tone)

    def close(self) -> None:
        self.played.append("closed")


class Played:
    """Tones handed to `sounding`, which takes a WAV and says whether it was heard, on a thread of their own."""

    def __init__(self, name: str, sounding: Callable[[bytes], bool]) -> None:
        self.state = f"tones by {name}"
        self._sounding = sounding
        # What cannot be played soon is not worth hearing any more.
        self._queue: queue.Queue[str | None] = queue.Queue(maxsize=2)
        self._failed = 0
        threading.Thread(target=self._run, daemon=True, name="sound").start()

    def play(self, tone: str) -> None:
        if self._failed < GIVE_UP:
            with contextlib.suppress(queue.Full):
                self._queue.put_nowait(tone)

    def close(self) -> None:
        self._failed = GIVE_UP
        with contextlib.suppress(queue.Full):
            self._queue.put_nowait(None)

    def _run(self) -> None:
        made: dict[str, bytes] = {}
        while (tone := self._queue.get()) is not None:
            if tone not in made:
                made[tone] = wav(TONES[tone])
            if self._sounding(made[tone]):
                self._failed = 0
            else:
                self._failed += 1
                if self._failed >= GIVE_UP:
                    self.state = "no sound: there is no device that plays"


def wav(notes: Sequence[tuple[int, float]]) -> bytes:
    """Notes as a WAV file: one channel of 16 bits."""
    samples: list[int] = []
    for hertz, seconds in notes:
        many = int(RATE * seconds)
        for place in range(many):
            fade = min(1.0, place / RATE / FADE, (many - place) / RATE / FADE)
            samples.append(int(32767 * LOUD * fade * sin(2 * pi * hertz * place / RATE)))
    body = struct.pack(f"<{len(samples)}h", *samples)
    form = (b"fmt ", 16, 1, 1, RATE, RATE * 2, 2, 16)
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(body), b"WAVE", *form, b"data", len(body))
    return header + body


def open_sound(which: Callable[[str], str | None] = shutil.which) -> Sound:
    """The system's player, or silence. Never raises."""
    for command in PLAYERS:
        if which(command[0]):
            return Played(command[0], lambda content, command=command: _run(command, content))  # type: ignore[misc]
    return NoSound("no sound: none of aplay, pw-play, paplay is installed")


def _run(command: Sequence[str], content: bytes) -> bool:
    try:
        done = subprocess.run(
            command, input=content, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=5, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0
