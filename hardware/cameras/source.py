"""The names of cameras: `picamera`, `webcam:N`, `photos:FOLDER`, `video:FILE`, `studio`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

Kind = Literal["picamera", "webcam", "photos", "video", "studio"]
NAMES = "picamera, webcam:N, photos:FOLDER, video:FILE or studio"


class BadSource(ValueError):
    """This is not the name of a camera; its text says so in one sentence."""


@dataclass(frozen=True)
class Source:
    """A camera by name: `where` is the webcam's number, the folder or the file, and else empty."""

    kind: Kind
    where: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.where}" if self.where else self.kind


def parse(text: str) -> Source:
    """The camera named by `text`. Raises BadSource; whether the camera is there is seen when it is opened."""
    name, _, where = text.partition(":")
    kind = next((kind for kind in get_args(Kind) if kind == name), None)
    if kind is None:
        raise BadSource(f"'{text}' is not a camera: use {NAMES}.")
    if kind in ("picamera", "studio") and where:
        raise BadSource(f"'{text}' is not a camera: {kind} stands alone, without ':{where}'.")
    if kind == "webcam" and not (where.isascii() and where.isdigit() and len(where) <= 3):
        raise BadSource(f"'{text}' is not a camera: webcam needs its number, for example webcam:0.")
    if kind == "photos" and not where:
        raise BadSource(f"'{text}' is not a camera: photos needs a folder, for example photos:throws.")
    if kind == "video" and not where:
        raise BadSource(f"'{text}' is not a camera: video needs a file, for example video:throws.mp4.")
    return Source(kind, where)


def found(devices: Path = Path("/dev"), model: Path = Path("/proc/device-tree/model")) -> str:
    """The camera that is most likely meant here: the Pi's own on a Pi, else the first webcam (0 if none is in)."""
    try:
        if model.read_text(encoding="utf-8", errors="replace").startswith("Raspberry Pi"):
            return "picamera"
    except OSError:
        pass  # no Raspberry Pi
    names = (each.name.removeprefix("video") for each in devices.glob("video*"))
    return f"webcam:{min((int(name) for name in names if name.isdigit()), default=0)}"
