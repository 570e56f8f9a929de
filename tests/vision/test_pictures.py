"""Every picture is read upright in three channels of 8 bits, or refused in one sentence."""

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import pictures, reader

QUARTERS = np.zeros((40, 60, 3), np.uint8)
QUARTERS[:20, :30] = (0, 0, 255)


def png(path: Path, picture: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), picture)
    return path


def refused(path: Path) -> str:
    with pytest.raises(pictures.NotAPicture) as caught:
        pictures.load(path)
    sentence = str(caught.value)
    assert str(path) in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("these are not the dice you are looking for")
    assert "cannot be read as a picture" in refused(text)
    empty = tmp_path / "empty.png"
    empty.touch()
    assert "is empty" in refused(empty)
    assert "is a directory" in refused(tmp_path)
    assert "does not exist" in refused(tmp_path / "missing.jpg")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable(tmp_path: Path) -> None:
    path = png(tmp_path / "locked.png", QUARTERS)
    path.chmod(0)
    assert "cannot be opened" in refused(path)


def test_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    assert "is not a file" in refused(pipe)


@pytest.mark.parametrize("kind", ["jpg", "png", "bmp", "webp"])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.9])
def test_truncated(tmp_path: Path, kind: str, share: float) -> None:
    rng = np.random.default_rng(1)
    whole = png(tmp_path / f"whole.{kind}", rng.integers(0, 255, (120, 160, 3), dtype=np.uint8)).read_bytes()
    part = tmp_path / f"part.{kind}"
    part.write_bytes(whole[: int(len(whole) * share)])
    refused(part)


def test_huge_is_refused_by_its_header(tmp_path: Path) -> None:
    head = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 0, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
    huge = tmp_path / "huge.png"
    huge.write_bytes(data)
    assert "20000 x 20000" in refused(huge)
    jpeg = tmp_path / "huge.jpg"
    jpeg.write_bytes(b"\xff\xd8\xff\xc0\x00\x11\x08" + struct.pack(">HH", 30_000, 30_000) + b"\x03" + bytes(9))
    assert "30000 x 30000" in refused(jpeg)


def test_grey_alpha_and_sixteen_bits(tmp_path: Path) -> None:
    grey = pictures.load(png(tmp_path / "grey.png", np.full((8, 9), 77, np.uint8)))
    assert grey.shape == (8, 9, 3)
    assert (grey == 77).all()
    clear = np.zeros((8, 9, 4), np.uint8)
    clear[:, :4] = (10, 20, 30, 255)
    seen = pictures.load(png(tmp_path / "alpha.png", clear))
    assert seen.shape == (8, 9, 3)
    assert (seen[:, 5:] == 255).all()
    assert (seen[0, 0] == (10, 20, 30)).all()
    deep = pictures.load(png(tmp_path / "deep.png", np.full((8, 9, 3), 257 * 200, np.uint16)))
    assert deep.dtype == np.uint8
    assert (deep == 200).all()
    one = pictures.load(png(tmp_path / "one.png", np.full((1, 1, 3), 9, np.uint8)))
    assert one.shape == (1, 1, 3)


def with_orientation(path: Path, turn: int) -> Path:
    """A JPEG of QUARTERS that notes how the camera was held."""
    _, coded = cv2.imencode(".jpg", QUARTERS, [cv2.IMWRITE_JPEG_QUALITY, 98])
    tiff = b"II*\x00\x08\x00\x00\x00\x01\x00" + struct.pack("<HHII", 0x0112, 3, 1, turn) + b"\x00\x00\x00\x00"
    note = b"Exif\x00\x00" + tiff
    data = coded.tobytes()
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(note) + 2) + note + data[2:])
    return path


@pytest.mark.parametrize(
    ("turn", "shape", "corner"),
    [(1, (40, 60), (5, 5)), (6, (60, 40), (5, 35)), (3, (40, 60), (35, 55)), (8, (60, 40), (55, 5))],
)
def test_turned_upright(tmp_path: Path, turn: int, shape: tuple[int, int], corner: tuple[int, int]) -> None:
    picture = pictures.load(with_orientation(tmp_path / "turned.jpg", turn))
    assert picture.shape[:2] == shape
    assert picture[corner][2] > 200
    assert picture[corner][0] < 60


def test_tiny_and_odd_pictures_hold_no_dice() -> None:
    for shape in ((1, 1), (1, 700), (3, 2), (700, 1), (9000, 1), (1, 9000)):
        reading = reader.read(np.full((*shape, 3), 128, np.uint8))
        assert reading.dice == ()
        assert not reading.certain


def test_the_reader_says_what_it_needs() -> None:
    with pytest.raises(ValueError, match="8 bits"):
        reader.read(np.zeros((4, 4), np.uint8))
    with pytest.raises(ValueError, match="pips and cosmic"):
        reader.read(np.zeros((4, 4, 3), np.uint8), faces="runes")


def jpeg(seed: int = 1) -> bytes:
    picture = np.random.default_rng(seed).integers(0, 255, (90, 120, 3), dtype=np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


@pytest.mark.parametrize("more", [b"\0" * 10_000, b"a film" * 5_000, b"\xff\xd8\xff\xe1 another"])
def test_what_a_phone_puts_after_the_picture(tmp_path: Path, more: bytes) -> None:
    (tmp_path / "motion.jpg").write_bytes(jpeg() + more)
    assert pictures.load(tmp_path / "motion.jpg").shape == (90, 120, 3)


def test_the_small_picture_inside_does_not_hide_that_the_large_one_breaks_off(tmp_path: Path) -> None:
    small = jpeg(2)[:1000] + b"\xff\xd9"
    exif = b"\xff\xe1" + (len(small) + 2).to_bytes(2, "big") + small
    whole = jpeg()
    (tmp_path / "cut.jpg").write_bytes(whole[:2] + exif + whole[2 : len(whole) // 2])
    assert "breaks off" in refused(tmp_path / "cut.jpg")


def test_a_half_picture_with_an_end_is_refused_and_the_libraries_are_silent(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = jpeg()
    (tmp_path / "half.jpg").write_bytes(whole[: len(whole) // 2] + b"\xff\xd9")
    assert "is damaged in the middle" in refused(tmp_path / "half.jpg")
    packed = bytearray(cv2.imencode(".png", QUARTERS)[1].tobytes())
    packed[len(packed) // 2] ^= 255
    (tmp_path / "bad.png").write_bytes(packed)
    assert "is damaged" in refused(tmp_path / "bad.png")
    assert capfd.readouterr() == ("", "")
