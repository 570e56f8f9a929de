"""A camera watched by a thread of its own: the newest picture without waiting, and a lost camera found again."""

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from hardware.cameras.camera import Camera, CameraEnded, CameraGone, Frame

State = Literal["ok", "lost", "none"]


@dataclass
class _Watch:
    """What one thread has seen. A thread that hangs in its camera is left to itself, with its watch."""

    beat: float
    frame: Frame | None = None
    sentence: str = "the camera is being opened"
    good: bool = False
    over: bool = False
    nexts: int = 0
    stop: threading.Event = field(default_factory=threading.Event)


class Watching:
    """Opens a camera with `opening`, keeps its newest picture, and opens it anew when it has gone.

    `state` is "ok" while pictures come, "lost" when they came once and no longer do, "none" before the first;
    `sentence` says it in words. Nothing here waits for the camera: a camera that gives nothing for `timeout` seconds,
    even one hanging in its driver, is lost, and tried again every `retry` seconds; its first picture may take `opens`.
    """

    def __init__(
        self,
        opening: Callable[[], Camera],
        *,
        timeout: float = 10.0,
        opens: float = 25.0,  # the Pi's camera, from a slow card, finding its exposure in a dim room
        retry: float = 2.0,
        pause: float = 1 / 20,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._opening = opening
        self._timeout, self._opens = timeout, opens
        self._retry, self._pause, self._clock = retry, pause, clock
        self._lock = threading.Lock()
        self._last: Frame | None = None
        self._closed = False
        self._watch = self._begin()

    @property
    def latest(self) -> Frame | None:
        """The newest picture; the last one there was, when the camera is lost; None before the first."""
        return self._look().frame or self._last

    @property
    def state(self) -> State:
        watch = self._look()
        if watch.good:
            return "ok"
        return "none" if watch.frame is None and self._last is None else "lost"

    @property
    def sentence(self) -> str:
        """The state in one sentence: what the camera is, or why there is none."""
        return self._look().sentence

    @property
    def ended(self) -> bool:
        """Whether a film or a generator of throws is over; then nothing is opened anew."""
        return self._look().over

    def next(self) -> None:
        """The next throw, for what holds still; see `Camera.next`. It shows in `latest` soon after."""
        with self._lock:
            self._watch.nexts += 1

    def close(self) -> None:
        """Stop watching; a camera that still answers is closed by its thread."""
        with self._lock:
            self._closed = True
            self._watch.stop.set()

    def _begin(self) -> _Watch:
        watch = _Watch(beat=self._clock())
        threading.Thread(target=self._run, args=(watch,), name="camera", daemon=True).start()
        return watch

    def _look(self) -> _Watch:
        """The present watch; when its thread has not been heard of for too long, a new one takes over."""
        with self._lock:
            watch = self._watch
            patience = self._opens if watch.frame is None else self._timeout
            if self._closed or watch.over or self._clock() - watch.beat <= patience:
                return watch
            watch.stop.set()  # should it ever wake up, it closes its camera and ends
            self._last = watch.frame or self._last
            self._watch = self._begin()
            self._watch.sentence = "the camera does not answer; it is being opened again."
            return self._watch

    def _run(self, watch: _Watch) -> None:
        while not watch.stop.is_set():
            try:
                with self._opening() as camera:
                    self._follow(watch, camera)
            except CameraEnded as end:
                watch.good, watch.sentence, watch.over = False, str(end), True
                return
            except CameraGone as gone:
                watch.good, watch.sentence = False, str(gone)
            except Exception as error:  # a driver's surprise must not end the watching
                watch.good, watch.sentence = False, f"the camera failed ({type(error).__name__}); check its cable."
            self._wait_to_retry(watch)

    def _follow(self, watch: _Watch, camera: Camera) -> None:
        while not watch.stop.is_set():
            with self._lock:
                nexts, watch.nexts = watch.nexts, 0
            for _ in range(nexts):
                camera.next()
            watch.frame = camera.frame()
            watch.beat = self._clock()
            watch.sentence = camera.state
            watch.good = True
            watch.stop.wait(self._pause)

    def _wait_to_retry(self, watch: _Watch) -> None:
        until = self._clock() + self._retry
        while not watch.stop.is_set() and self._clock() < until:
            watch.beat = self._clock()
            watch.stop.wait(min(0.1, self._retry))
        watch.beat = self._clock()

    def __enter__(self) -> "Watching":
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):
            self.close()
