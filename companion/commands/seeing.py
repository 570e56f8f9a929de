"""The app's dice tray: the camera that was asked for, the reader, and the studio, put together.

Only the command may know all three. Each is imported when the tray is first watched.
"""

import logging
import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.data import data_folder
from companion.settings import load
from companion.table.tray import Throw, Tray

if TYPE_CHECKING:
    from companion.screens.app import Wishes
    from hardware.cameras import Camera, Frame, Image, Locked
    from vision.settling import Settling

_log = logging.getLogger(__name__)

SIGHT = 0.4
"""Seconds between two looks at the tray card."""

ANY = "any"
"""In what is expected: a die of whatever colour."""

DICE = ("yellow", "yellow", "orange")
"""What the studio throws when nothing in particular is asked."""


class Seeing:
    """The tray as the dice screen uses it: watched only while that screen is up.

    `put` and `tell` are called on the tray's thread. Photographs and generated throws keep their place between two
    looks; a live camera is let go.
    """

    def __init__(self, wishes: "Wishes", put: Callable[[Throw], None], tell: Callable[[str], None]) -> None:
        self._source = wishes.camera or ("studio" if wishes.demo else load(wishes.data).settings.camera_source())
        self._data = data_folder(wishes.data)
        self._put, self._tell = put, tell
        self._learnt: Learnt | None = None
        self._tray: Tray | None = None
        self._settling: Settling | None = None
        self._expected: Mapping[str, int] | None = None
        self._faces: tuple[str, ...] = ()
        self._kept: Camera | None = None
        self._read_last: Image | None = None
        self._due = True
        self._moving = False
        self._go_on = False

    @property
    def latest(self) -> Any:
        """The newest Frame, or None."""
        return self._tray.latest if self._tray is not None else None

    @property
    def sees(self) -> bool:
        """Whether the camera gives pictures now."""
        return self._tray is not None and self._tray.sees

    def start(self) -> None:
        """Begin to watch."""
        from hardware.cameras import Watching
        from vision.settling import Settling

        if self._tray is None:
            # One for the whole evening: dice that lie there since the last roll are not read as the next one.
            self._settling = self._settling or Settling()
            self._learnt = Learnt(self._data)  # anew: somebody may have calibrated since
            watched = Watching(self._open)
            self._tray = Tray(
                watched,
                self._rested,
                self._learnt.read,
                self._put,
                jpeg=_jpeg,
                sight=self._sight(self._learnt),
                tell=self._tell,
            )
            self._tray.expect(self._to_read, self._faces)
            self._tray.start()

    def stop(self) -> None:
        """Watch no more. Returns at once: a camera may take its time to close."""
        if self._tray is not None:
            self._tray.stop(wait=0)
            self._tray = None

    def expect(self, dice: Mapping[str, int] | None, faces: tuple[str, ...] = ()) -> None:
        """What will be thrown: dice of each colour (ANY: of whatever colour), with these coloured faces or pips."""
        self._expected, self._faces = dict(dice) if dice else None, faces
        if self._tray is not None:
            self._tray.expect(self._to_read, faces)

    @property
    def _to_read(self) -> Mapping[str, int] | None:
        """What the reader is told to expect: of dice of whatever colour, nothing."""
        return None if ANY in (self._expected or {}) else self._expected

    def next_throw(self) -> None:
        """Photographs and the studio go on to the next throw; a live camera waits for one anyway."""
        self._due = True
        if self._read_last is None:
            return  # the picture it shows was not read yet
        if self._tray is not None:
            self._tray.next()
        else:
            self._go_on = True

    def read_again(self) -> None:
        """Read what lies there now."""
        if self._tray is not None:
            self._tray.read_again()

    def _open(self) -> "Camera":
        from hardware.cameras import open_camera

        if self._kept is None:
            camera = open_camera(self._source, studio=self._throws, locked=self._locked())
            if camera.live:
                return camera
            self._kept = _Kept(camera)
        elif self._go_on:
            self._kept.next()
        self._go_on = False
        return self._kept

    def _locked(self) -> "Locked | None":
        """Exposure and white balance of the Pi's camera, as calibrated."""
        from hardware.cameras import locked

        try:
            return locked.load(self._data / locked.FILE)
        except ValueError as error:
            _log.warning("%s", error)
            return None

    def _throws(self) -> "Iterator[Image]":
        from vision import studio

        while True:
            colours = [colour for colour, count in (self._expected or {}).items() for _ in range(count)] or list(DICE)
            bodies = [secrets.choice(DICE) if colour == ANY else colour for colour in colours]
            sides: tuple[str | int, ...] = self._faces or tuple(range(1, 7))
            dice = [(body, secrets.choice(sides)) for body in bodies]
            yield studio.throw(secrets.randbits(32), dice, kind=_kind(self._faces))[0]

    def _sight(self, learnt: "Learnt") -> "Callable[[Frame], str]":
        """What is wrong with the view of the tray: a bumped camera, other light. Looked for twice a second, and said
        when it was so at two looks; a hand that covers the card is none of it."""
        due, before, told = 0.0, "", ""

        def look(frame: "Frame") -> str:
            nonlocal due, before, told
            if self._kept is not None or self._moving or frame.at < due:
                return told
            due = frame.at + SIGHT
            now = learnt.sight(frame.image)
            told, before = now if now == before or not now else told, now
            return told

        return look

    def _rested(self, frame: "Frame") -> bool:
        if self._kept is None:
            assert self._settling is not None
            self._moving = self._settling.feed(frame.image, frame.at) == "moving"
            return self._settling.rested
        if not self._due or frame.image is self._read_last:
            return False
        self._due, self._read_last = False, frame.image
        return True


class _Kept:
    """A camera of still pictures that stays open, so that it keeps its place."""

    live = False

    def __init__(self, camera: "Camera") -> None:
        self._camera = camera
        self.state = camera.state

    def frame(self) -> "Frame":
        return self._camera.frame()

    def next(self) -> None:
        self._camera.next()

    def close(self) -> None:
        """It stays open."""

    def __enter__(self) -> "_Kept":
        return self

    def __exit__(self, *_: object) -> None:
        """It stays open."""


class Learnt:
    """Reads with what `companion dice calibrate` and `dice learn` keep in a data folder; without it all the same."""

    def __init__(self, data: Path) -> None:
        from vision import taught, tray

        self._card: tray.Tray | None = None
        self._taught = taught.Taught()
        try:
            self._card, self._taught = tray.load(data / tray.FILE), taught.load(data / taught.FILE)
        except ValueError as error:
            _log.warning("%s", error)

    def sight(self, image: "Image") -> str:
        """What is wrong with the camera's view of the tray card, in one sentence, or ""."""
        from vision import tray

        return tray.changed(self._card, tray.look(image)) if self._card is not None else ""

    def read(self, image: "Image", *, expected: Mapping[str, int] | None, faces: tuple[str, ...] = ()) -> Any:
        """The reading of a picture; `faces` are the sides of the dice, () for pips."""
        from dataclasses import replace

        from vision import reader, tray

        now = tray.look(image) if self._card is not None else None
        card = now or self._card
        reading = reader.read(image, card, faces=_kind(faces), expected=expected, taught=self._taught)
        if self._card is None or not (moved := tray.changed(self._card, now)):
            return reading
        return reading if reading.reason else replace(reading, certain=False, reason=moved)


def _kind(faces: tuple[str, ...]) -> str:
    """What the reader calls dice with these sides."""
    return "cosmic" if faces else "pips"


def _jpeg(image: "Image") -> bytes:
    import cv2

    good, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return packed.tobytes() if good else b""
