"""Pictures from files, whatever they are: upright, three channels, 8 bits; or one sentence why not."""

from __future__ import annotations

import contextlib
import os
import struct
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.pixels import Image

MOST_PIXELS = 60_000_000
MOST_BYTES = 200_000_000


class NotAPicture(ValueError):
    """The file cannot be read as a picture; the message is one sentence that says why."""


def load(path: str | Path) -> Image:
    """The picture of a file as height x width x 3, 8-bit BGR, turned upright as its camera noted.

    Grey, 16-bit, CMYK and palette pictures are converted; where a picture is see-through, it is laid on white.
    NotAPicture when there is none to be had.
    """
    path = Path(path)
    data = _bytes(path)
    size = _size(data)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise NotAPicture(
            f"{path} is too large at {size[0]} x {size[1]} pixels: keep it under {MOST_PIXELS // 1_000_000} megapixels."
        )
    _complete(path, data)
    raw = np.frombuffer(data, np.uint8)
    with _overheard() as said:
        try:
            picture = cv2.imdecode(raw, cv2.IMREAD_UNCHANGED)
            # the reader of colour pictures turns them upright; the one that keeps alpha and 16 bits does not
            if picture is None or (picture.ndim == 3 and picture.shape[2] == 3 and picture.dtype == np.uint8):
                picture = cv2.imdecode(raw, cv2.IMREAD_COLOR)
        except cv2.error:
            picture = None
    if picture is None or not picture.size:
        raise NotAPicture(f"{path} cannot be read as a picture: it is damaged, or of a kind unknown here.")
    if any(b"premature end" in each for each in said):
        raise NotAPicture(f"{path} is damaged in the middle: copy the picture again.")
    return _plain(picture)


_ears = threading.Lock()


@contextlib.contextmanager
def _overheard() -> Iterator[list[bytes]]:
    """What the libraries that unpack pictures print, gathered instead of printed once the block has ended.

    They write straight to standard error: a half picture that is filled up with grey is told nowhere else.
    """
    said: list[bytes] = []
    with _ears, tempfile.TemporaryFile() as ear:
        try:
            mouth = os.dup(2)
        except OSError:  # nobody listens to standard error
            yield said
            return
        os.dup2(ear.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(mouth, 2)
            os.close(mouth)
            ear.seek(0)
            said.append(ear.read(100_000))


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise NotAPicture(f"{path} is a directory: name the pictures in it.")
        if not path.exists():
            raise NotAPicture(f"{path} does not exist: look at the name.")
        if not path.is_file():
            raise NotAPicture(f"{path} is not a file: name a picture.")
        if path.stat().st_size > MOST_BYTES:
            raise NotAPicture(f"{path} is too large at {path.stat().st_size // 1_000_000} megabytes: make it smaller.")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, NotAPicture):
            raise
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise NotAPicture(f"{path} cannot be opened: {why}.") from error
    if not data:
        raise NotAPicture(f"{path} is empty: copy the picture again.")
    return data


def _size(data: bytes) -> tuple[int, int] | None:
    """Width and height from the header, before anything is unpacked; None for kinds not known here."""
    try:
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            return struct.unpack(">II", data[16:24])
        if data[:2] == b"BM":
            width, height = struct.unpack("<ii", data[18:26])
            return abs(width), abs(height)
        if data[:6] in (b"GIF87a", b"GIF89a"):
            return struct.unpack("<HH", data[6:10])
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data)
        if data[:2] == b"\xff\xd8":
            return _jpeg_size(data)
        if data[:4] in (b"II*\x00", b"MM\x00*"):
            return _tiff_size(data)
        if data[:2] in (b"P5", b"P6", b"P4", b"P1", b"P2", b"P3"):
            words = data[:200].split()
            return int(words[1]), int(words[2])
    except (struct.error, IndexError, ValueError):
        return None
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:
            at += 2
        else:
            at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    return None


def _jpeg_ends(data: bytes) -> bool:
    """Whether the picture's end mark is there. Phones put films and more after it, and a small picture before."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xDA:
            return data.find(b"\xff\xd9", at) >= 0
        alone = marker in (0xFF, 0x01) or 0xD0 <= marker <= 0xD8
        at += (1 if marker == 0xFF else 2) if alone else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return False


def _tiff_size(data: bytes) -> tuple[int, int] | None:
    order = "<" if data[:2] == b"II" else ">"
    at = struct.unpack(order + "I", data[4:8])[0]
    found = {}
    for entry in range(struct.unpack(order + "H", data[at : at + 2])[0]):
        field = data[at + 2 + 12 * entry : at + 14 + 12 * entry]
        tag, kind = struct.unpack(order + "HH", field[:4])
        if tag in (256, 257):
            found[tag] = struct.unpack(order + ("H" if kind == 3 else "I"), field[8 : 10 if kind == 3 else 12])[0]
    return (found[256], found[257]) if len(found) == 2 else None


def _complete(path: Path, data: bytes) -> None:
    """A half-copied picture would be read as half a tray: refuse it."""
    cut = (
        (data[:2] == b"\xff\xd8" and not _jpeg_ends(data))
        or (data[:8] == b"\x89PNG\r\n\x1a\n" and b"IEND\xaeB`\x82" not in data)
        or (data[:4] == b"RIFF" and int.from_bytes(data[4:8], "little") + 8 > len(data))
        or (data[:2] == b"BM" and int.from_bytes(data[2:6], "little") > len(data))
    )
    if cut:
        raise NotAPicture(f"{path} breaks off before its end: copy the picture again.")


def _plain(picture: np.ndarray) -> Image:
    if picture.dtype == np.uint16:
        picture = (picture / 257.0 + 0.5).astype(np.uint8)
    elif picture.dtype != np.uint8:
        top = float(np.nanmax(picture)) if picture.size else 1.0
        picture = np.clip(np.nan_to_num(picture.astype(np.float64)) * (255.0 if top <= 1.0 else 1.0), 0, 255).astype(
            np.uint8
        )
    if picture.ndim == 2:
        picture = picture[:, :, None]
    channels = picture.shape[2]
    if channels == 1:
        picture = np.repeat(picture, 3, axis=2)
    elif channels == 2:
        picture = _on_white(np.repeat(picture[:, :, :1], 3, axis=2), picture[:, :, 1:])
    elif channels == 4:
        picture = _on_white(picture[:, :, :3], picture[:, :, 3:])
    return np.ascontiguousarray(picture[:, :, :3])


def _on_white(picture: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    share = alpha.astype(np.float32) / 255
    return np.asarray((picture * share + 255 * (1 - share) + 0.5).astype(np.uint8))
