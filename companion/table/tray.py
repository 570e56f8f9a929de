"""The dice tray: camera, settling and reader in a worker thread; each throw comes out once, with its picture.

Nothing here knows OpenCV or a device: all of it is injected, and a camera that vanishes is said, and looked for again.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

_log = logging.getLogger(__name__)

LOOKING = "The tray is being watched."
IDLE = "The tray is not being watched."


class Camera(Protocol):
    """Something that sees: one picture after the other. Raises when it is gone."""

    def frame(self) -> Any: ...

    def close(self) -> None: ...


class Settling(Protocol):
    """Tells when a throw has come to rest: the picture to read, once per throw, else None."""

    def feed(self, frame: Any) -> Any | None: ...


class Read(Protocol):
    """Reads dice from a picture, with how many of each colour are expected."""

    def __call__(self, image: Any, *, expected: Mapping[str, int] | None) -> Any: ...


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw that came to rest: what was read, in which picture, and that picture as a JPEG (b"": none)."""

    reading: Any
    image: Any
    jpeg: bytes


class Tray:
    """Watches until it is stopped. `put` gets each Throw, `tell` the state in one sentence whenever it changes; both
    are called on the worker thread."""

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        settling: Callable[[], Settling],
        read: Read,
        put: Callable[[Throw], None],
        *,
        jpeg: Callable[[Any], bytes] = lambda image: b"",
        tell: Callable[[str], None] = lambda sentence: None,
        see: Callable[[Any], None] = lambda frame: None,
        patience: float = 2.0,
    ) -> None:
        """`see` gets every frame (the live picture); `patience` is the seconds between two looks for a lost camera."""
        self._open_camera = open_camera
        self._settling = settling
        self._read = read
        self._put = put
        self._jpeg = jpeg
        self._tell = tell
        self._see = see
        self._patience = patience
        self._expected: Mapping[str, int] | None = None
        self._again = threading.Event()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._state = IDLE

    @property
    def state(self) -> str:
        """How it is, in one sentence."""
        return self._state

    def expect(self, dice: Mapping[str, int] | None) -> None:
        """What will be thrown: how many dice of each colour; None: anything."""
        self._expected = dict(dice) if dice is not None else None

    def read_again(self) -> None:
        """Read what lies there now, settled or not."""
        self._again.set()

    def start(self) -> None:
        """Begin to watch. Twice does no harm."""
        if self._thread is None or not self._thread.is_alive():
            self._stop.clear()
            self._thread = threading.Thread(target=self._work, name="tray", daemon=True)
            self._thread.start()

    def stop(self, wait: float = 5.0) -> None:
        """Stop watching and let the camera go; a camera that hangs is left behind after `wait` seconds."""
        self._stop.set()
        if self._thread is not None and threading.current_thread() is not self._thread:
            self._thread.join(wait)

    def _work(self) -> None:
        while not self._stop.is_set():
            try:
                camera = self._open_camera()
            except Exception as error:
                self._say(f"There is no camera ({_first_line(error)}); dice can be tapped in by hand.")
            else:
                try:
                    self._watch(camera)
                except Exception as error:
                    self._say(f"The camera is gone ({_first_line(error)}); dice can be tapped in by hand until it is back.")
                finally:
                    _close(camera)
            self._stop.wait(self._patience)
        self._say(IDLE)

    def _watch(self, camera: Camera) -> None:
        settling = self._settling()
        seen = False
        while not self._stop.is_set():
            frame = camera.frame()
            if not seen:
                seen = True
                self._say(LOOKING)
            self._see(frame)
            image = frame if self._again.is_set() else settling.feed(frame)
            self._again.clear()
            if image is not None:
                self._throw(image)

    def _throw(self, image: Any) -> None:
        """A picture that cannot be read must not look like a camera that is gone."""
        try:
            throw = Throw(self._read(image, expected=self._expected), image, self._jpeg(image))
        except Exception:
            _log.exception("A throw could not be read.")
            self._say("That throw could not be read; throw again, or tap the dice in by hand.")
            return
        self._say(LOOKING)
        self._put(throw)

    def _say(self, sentence: str) -> None:
        if sentence != self._state:
            self._state = sentence
            self._tell(sentence)


def _close(camera: Camera) -> None:
    try:
        camera.close()
    except Exception:
        # It is gone already; what it says about that helps nobody.
        _log.debug("A camera failed while it was closed.", exc_info=True)


def _first_line(error: Exception) -> str:
    text = str(error).strip().partition("\n")[0].rstrip(".;")
    return text or type(error).__name__
