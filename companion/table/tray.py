"""The dice tray: a watched camera, settling and reader; each throw comes out once, with its picture.

Nothing here knows OpenCV or a device: all of it is injected. That a camera hangs, vanishes and comes back is the
watching's business (`hardware.cameras.Watching`); what it says about that is handed on.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

_log = logging.getLogger(__name__)

IDLE: Final = "The tray is not being watched."
UNREADABLE: Final = "That throw could not be read; throw again, or tap the dice in by hand."


class Frame(Protocol):
    """A picture, and when it was taken; a small one perhaps, then `full` brings the whole of it."""

    @property
    def image(self) -> Any: ...

    @property
    def at(self) -> float: ...

    def full(self) -> Any: ...


class Watched(Protocol):
    """A camera that is watched elsewhere: the newest picture without waiting, and how it is, in one sentence.

    `state` is "ok" while pictures come.
    """

    @property
    def latest(self) -> Frame | None: ...

    @property
    def state(self) -> str: ...

    @property
    def sentence(self) -> str: ...

    def next(self) -> None: ...

    def close(self) -> None: ...


class Read(Protocol):
    """Reads dice from a picture; `expected` is how many of each colour, None for anything; `faces` as in a Roll: the
    sides of each die, () for pips."""

    def __call__(self, image: Any, *, expected: Mapping[str, int] | None, faces: tuple[str, ...]) -> Any: ...


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw that came to rest: what was read, in which picture, and that picture as a JPEG (b"": none)."""

    reading: Any
    image: Any
    jpeg: bytes


class Tray:
    """Watches from `start` to `stop`, on a thread of its own.

    `rested` is fed every new frame and says when a throw lies still; `sight` is shown each of them after that and says
    in one sentence what is wrong with how the camera sees the tray, or ""; `put` gets each Throw, `tell` the state in
    one sentence whenever it changes. Both are called on the tray's thread.
    """

    def __init__(
        self,
        camera: Watched,
        rested: Callable[[Any], bool],
        read: Read,
        put: Callable[[Throw], None],
        *,
        jpeg: Callable[[Any], bytes] = lambda image: b"",
        sight: Callable[[Any], str] = lambda frame: "",
        tell: Callable[[str], None] = lambda sentence: None,
        pause: float = 1 / 20,
    ) -> None:
        self._camera = camera
        self._rested = rested
        self._read = read
        self._put = put
        self._jpeg = jpeg
        self._sight = sight
        self._tell = tell
        self._pause = pause
        self._expected: tuple[Mapping[str, int] | None, tuple[str, ...]] = (None, ())
        self._again = threading.Event()
        self._before: float | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="tray", daemon=True)
        self._state = IDLE
        self._trouble = ""
        self._seen_ill = ""

    @property
    def state(self) -> str:
        """How it is, in one sentence."""
        return self._state

    @property
    def latest(self) -> Frame | None:
        """The newest picture, for showing it live."""
        return self._camera.latest

    def expect(self, dice: Mapping[str, int] | None, faces: tuple[str, ...] = ()) -> None:
        """What will be thrown: how many dice of each colour (None: anything), and their sides (() for pips)."""
        self._expected = (dict(dice) if dice is not None else None, faces)

    def read_again(self) -> None:
        """Read what lies there now, settled or not: in the next picture, for the last may be old."""
        frame = self._camera.latest
        self._before = frame.at if frame is not None else None
        self._again.set()

    @property
    def sees(self) -> bool:
        """Whether pictures come, so that the latest shows what lies there now."""
        return self._camera.state == "ok"

    def next(self) -> None:
        """The next throw, of a camera that shows photographs or generated throws."""
        self._camera.next()

    def start(self) -> None:
        """Begin to watch; once."""
        self._thread.start()

    def stop(self, wait: float = 5.0) -> None:
        """Stop watching and let the camera go."""
        self._stop.set()
        self._camera.close()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(wait)

    def _work(self) -> None:
        seen: float | None = None
        while not self._stop.is_set():
            try:
                frame = self._camera.latest
                if self._again.is_set() and not self.sees:
                    # An old picture is no answer: how the camera is, is said again.
                    self._again.clear()
                    self._state = ""
                again = frame is not None and self._again.is_set() and frame.at != self._before
                if frame is not None and (again or frame.at != seen):
                    seen = frame.at
                    self._look(frame, again)
                    self._seen_ill = self._sight(frame)
            except Exception:
                # One bad picture must not end the watching.
                _log.exception("The tray stumbled over a picture.")
                self._trouble = UNREADABLE
            # Of a camera that gives no pictures nothing else is worth saying.
            self._say(self._trouble or (self.sees and self._seen_ill) or self._camera.sentence)
            self._stop.wait(self._pause)
        self._say(IDLE)

    def _look(self, frame: Frame, again: bool) -> None:
        if not self._rested(frame) and not again:
            return
        if again:
            self._again.clear()
        expected, faces = self._expected
        image = frame.full()
        reading = self._read(image, expected=expected, faces=faces)
        throw = Throw(reading, image, self._jpeg(image))
        self._trouble = ""
        self._put(throw)

    def _say(self, sentence: str) -> None:
        if sentence != self._state:
            self._state = sentence
            self._tell(sentence)
