"""Cameras that look into the dice tray: each opened by `open_camera`, each watched by `Watching`.

    with open_camera("webcam:0") as camera:
        picture = camera.frame().full()

OpenCV and picamera2 are imported when a camera is opened that needs them.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from hardware.cameras.camera import Camera, CameraEnded, CameraGone, Frame, Image
from hardware.cameras.fake import FakeCamera
from hardware.cameras.locked import Locked
from hardware.cameras.source import BadSource, Source, parse
from hardware.cameras.watching import Watching

__all__ = [
    "BadSource",
    "Camera",
    "CameraEnded",
    "CameraGone",
    "FakeCamera",
    "Frame",
    "Image",
    "Locked",
    "Source",
    "Watching",
    "open_camera",
    "parse",
]


def open_camera(
    source: str,
    *,
    studio: Callable[[], Iterator[Image]] | None = None,
    once: bool = False,
    locked: Locked | None = None,
) -> Camera:
    """The camera named by `source`, opened.

    Photographs go round and round, or end after the last if `once`. `studio` makes the generated throws for the source
    `studio`, for hardware draws none itself. The Pi's camera exposes as `locked` says. Raises BadSource if this is no
    name of a camera, and CameraGone, with one sentence, if it cannot be opened.
    """
    named = parse(source)
    if named.kind == "picamera":
        from hardware.cameras.pi import PiCamera

        return PiCamera(locked)
    if named.kind == "webcam":
        from hardware.cameras.opencv import Webcam

        return Webcam(int(named.where))
    if named.kind == "video":
        from hardware.cameras.opencv import Video

        return Video(Path(named.where).expanduser())
    from hardware.cameras.stills import Photos, Studio

    if named.kind == "photos":
        return Photos(Path(named.where).expanduser(), once)
    if studio is None:
        raise CameraGone("the studio has no throws here: it is opened by the companion command only.")
    return Studio(studio())
