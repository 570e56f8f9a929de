"""Throws, not frames: when has a throw come to rest, so that it is read once?

Pure logic over small grey pictures and the seconds they were taken at. A throw is: the picture changed, and now shows
something other than the tray did when it was empty, and has been quiet for a while. A hand or a sleeve that reaches in
touches the edge of the picture; while it moves at all, as no hand can help, nothing rests.
"""

from __future__ import annotations

from typing import Any, Literal

import cv2
import numpy as np
import numpy.typing as npt

State = Literal["empty", "moving", "resting"]

SIDE = 96  # pixels of the shorter side while watching
CHANGED = 11  # grey levels a pixel must change, over the noise
QUIET = 0.2  # seconds without a change that make a rest
LEARN = 0.02  # how fast the empty tray follows slow changes of light, per frame


class Settling:
    """Feed it every frame; it says "empty", "moving" or "resting". `rested` is true once per throw, when it is to be
    read; it stays false until the dice have moved again."""

    def __init__(self) -> None:
        self.rested = False
        self._last: npt.NDArray[np.float32] | None = None
        self._tray: npt.NDArray[np.float32] | None = None
        self._read: npt.NDArray[np.float32] | None = None
        self._still_since = 0.0
        self._before: tuple[npt.NDArray[np.float32], float] | None = None
        self._moved = False
        self._noise = 1.0

    def feed(self, frame: npt.NDArray[Any], seconds: float) -> State:
        """One frame (height x width x 3, or grey; 8 bit), taken at `seconds` on a clock that does not go back.

        The first quiet look is a rest, whatever lies there: dice are often thrown before anybody watches. A frame of
        another size than the one before (a camera that came back) begins anew.
        """
        self.rested = False
        now = _small(frame)
        if self._last is None or now.shape != self._last.shape:
            self._last, self._tray, self._read, self._moved = now, None, None, False
            self._still_since, self._before = seconds, None
            return "moving"
        step = np.abs(now - self._last)
        self._last = now
        self._noise += 0.05 * (float(np.clip(np.median(step), 0.3, 8.0)) - self._noise)
        limit = CHANGED + 2.5 * self._noise
        if self._tray is None:
            return self._first_look(now, _stirs(step > limit), seconds)
        other = _spots(np.abs(now - self._tray) > limit)
        moves = _stirs(step > limit) or self._drifted(now, limit, seconds)
        if moves or self._at_rim(other, step > 0.6 * limit):
            self._moved = True
            self._still_since, self._before = seconds, None
            return "moving"
        if seconds - self._still_since < QUIET:
            return "moving" if self._moved else self._quiet_state(other)
        if not other.any():
            # the tray as it is now: light drifts, and what was taken out is gone
            self._tray = self._tray + LEARN * (now - self._tray)
            self._moved, self._read = False, None
            return "empty"
        if self._moved:
            self._moved = False
            # to the single pixel: the middle pip of a five is hardly more
            if self._read is None or (np.abs(now - self._read) > limit).any():
                self.rested = True
                self._read = now
        return "resting"

    def _first_look(self, now: npt.NDArray[np.float32], changing: bool, seconds: float) -> State:
        if changing:
            self._still_since = seconds
        if seconds - self._still_since < QUIET:
            return "moving"
        self._tray = self._read = now
        self.rested = True
        return "resting"

    def _quiet_state(self, other: npt.NDArray[np.bool_]) -> State:
        return "resting" if other.any() else "empty"

    def _drifted(self, now: npt.NDArray[np.float32], limit: float, seconds: float) -> bool:
        """Whether something has moved since a little while ago, too slowly to show from one picture to the next."""
        before, since = self._before or (now, seconds)
        if self._before is None or seconds - since >= QUIET:
            # light may change as slowly as it likes
            self._before = (now, seconds)
        return _stirs(np.abs(now - before) > 1.3 * limit)

    @staticmethod
    def _at_rim(other: npt.NDArray[np.bool_], step: npt.NDArray[np.bool_]) -> bool:
        """Whether something that reaches over the edge of the picture is (even slightly) moving: a hand, a sleeve."""
        if not step.any():
            return False
        _, labels = cv2.connectedComponents(other.astype(np.uint8))
        rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
        long = [label for label in np.unique(rim[rim > 0]) if (rim == label).sum() >= 6]
        return bool(np.isin(labels[step], long).any())


def _small(frame: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    grey = frame if frame.ndim == 2 else cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    scale = SIDE / min(grey.shape[:2])
    size = (max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale)))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _stirs(changed: npt.NDArray[np.bool_]) -> bool:
    """Whether pixels have changed side by side, be it along a line: an edge has moved by less than a pixel."""
    marks = changed.astype(np.uint8)
    around = cv2.boxFilter(marks, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return bool((around[changed] >= 3).any())


def _spots(changed: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The changes without single pixels of noise."""
    kept = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return np.asarray(kept > 0)
