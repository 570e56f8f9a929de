"""The app's dice tray: the camera that was asked for, the reader, and the studio, put together.

Only the command may know all three. Each is imported when the tray is first watched.
"""

import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.settings import load
from companion.table.tray import Throw, Tray

if TYPE_CHECKING:
    from companion.screens.app import Wishes
    from hardware.cameras import Camera, Image

DICE = ("yellow", "yellow", "orange")
"""What the studio throws when nothing in particular is asked."""


class Seeing:
    """The tray as the dice screen uses it. Calls come from the window's thread, `put`, `tell` and `see` from another."""

    def __init__(
        self,
        wishes: "Wishes",
        put: Callable[[Throw], None],
        tell: Callable[[str], None],
        see: Callable[["Image"], None],
    ) -> None:
        self._source = wishes.camera or ("studio" if wishes.demo else load(wishes.data).settings.camera)
        self._expected: Mapping[str, int] | None = None
        self._still: Camera | None = None
        self._wanted = threading.Event()
        self._wanted.set()
        self._tray = Tray(self._open, self._settling, self._read, put, jpeg=_jpeg, tell=tell, see=see)
        self._seen: _Seen | None = None

    def start(self) -> None:
        """Begin to watch."""
        self._tray.start()

    def stop(self) -> None:
        """Watch no more; photographs keep their place. Returns at once: a camera may take its time to close."""
        self._tray.stop(wait=0)

    def expect(self, dice: Mapping[str, int] | None) -> None:
        """What will be thrown."""
        self._expected = dict(dice) if dice else None
        self._tray.expect(self._expected)

    def next_throw(self) -> None:
        """Photographs and the studio go on to the next throw; a live camera waits for one anyway."""
        self._wanted.set()

    def read_again(self) -> None:
        """Read what lies there now."""
        self._tray.read_again()

    def _open(self) -> "_Seen":
        from hardware.cameras import open_camera

        if self._still is None:
            camera = open_camera(self._source, studio=self._throws)
            if not getattr(camera, "live", True):
                self._still = camera
                self._wanted.set()
                self._fresh = True
        else:
            camera = self._still
        self._seen = _Seen(camera, self)
        return self._seen

    def _throws(self) -> "Iterator[Image]":
        from vision import studio

        while True:
            colours = [colour for colour, count in (self._expected or {}).items() for _ in range(count)] or list(DICE)
            dice = [(colour, secrets.randbelow(6) + 1) for colour in colours]
            yield studio.throw(secrets.randbits(32), dice)[0]

    def advance(self, camera: "Camera") -> bool:
        """For what holds still: whether a throw is due that was not read yet, which is then in view."""
        if not self._wanted.is_set():
            return False
        self._wanted.clear()
        if self._fresh:
            self._fresh = False  # the picture it was opened with has not been read
        else:
            camera.next()
        return True

    def _settling(self) -> "_Settled":
        assert self._seen is not None
        return _Settled(self._seen)

    def _read(self, image: "Image", *, expected: Mapping[str, int] | None) -> Any:
        from vision import reader

        return reader.read(image, expected=expected)


class _Seen:
    """A camera as the tray takes it: pictures alone, and when each was taken beside them."""

    def __init__(self, camera: "Camera", seeing: Seeing) -> None:
        self.camera, self._seeing = camera, seeing
        self.live = bool(getattr(camera, "live", True))
        self.at = 0.0
        self.due = False

    def frame(self) -> "Image":
        if not self.live:
            self.due = self._seeing.advance(self.camera)
            if not self.due:
                threading.Event().wait(0.1)
        frame = self.camera.frame()
        self.at = frame.at
        return frame.image

    def close(self) -> None:
        if self.live:
            self.camera.close()


class _Settled:
    """Tells once for each throw that it lies still; a photograph always does."""

    def __init__(self, seen: _Seen) -> None:
        from hardware.cameras import Settling

        self._seen, self._settling = seen, Settling()

    def feed(self, image: "Image") -> "Image | None":
        from hardware.cameras import Frame

        if not self._seen.live:
            return image if self._seen.due else None
        return image if self._settling.feed(Frame(image, self._seen.at)) else None


def _jpeg(image: "Image") -> bytes:
    import cv2

    good, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return packed.tobytes() if good else b""
