"""Cameras: each source, and what a camera that goes away does to those who watch it."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras import (
    BadSource,
    Camera,
    CameraEnded,
    CameraGone,
    FakeCamera,
    Frame,
    Image,
    Source,
    Watching,
    open_camera,
    parse,
)
from hardware.cameras.opencv import Video


def plain(level: int) -> Image:
    return np.full((48, 64, 3), level, np.uint8)


def until(true: Callable[[], bool], seconds: float = 20) -> bool:
    """Wait for what another thread does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.005)
    return False


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("picamera", Source("picamera")),
        ("webcam:0", Source("webcam", "0")),
        ("photos:/a/b c", Source("photos", "/a/b c")),
        ("video:C:/film.mp4", Source("video", "C:/film.mp4")),
        ("studio", Source("studio")),
    ],
)
def test_sources(text: str, source: Source) -> None:
    assert parse(text) == source
    assert str(source) == text


@pytest.mark.parametrize("text", ["", "camera", "webcam", "webcam:", "webcam:-1", "webcam:1x", "webcam:²", "photos", "video:", "studio:1", "picamera:0"])  # fmt: skip  # noqa: E501
def test_bad_sources_are_one_sentence(text: str) -> None:
    with pytest.raises(BadSource) as bad:
        open_camera(text)
    assert repr(text) in str(bad.value)
    assert str(bad.value).endswith(".")


def test_photos_go_round_when_told(tmp_path: Path) -> None:
    for level in (10, 200):
        cv2.imwrite(str(tmp_path / f"{level:03}.png"), plain(level))
    (tmp_path / "050.png").write_text("no picture")
    (tmp_path / "notes.txt").write_text("nor this")
    with open_camera(f"photos:{tmp_path}") as camera:
        seen = []
        for _ in range(3):
            assert camera.frame().image[0, 0, 0] == camera.frame().image[0, 0, 0]
            seen.append(int(camera.frame().image[0, 0, 0]))
            camera.next()
        assert seen == [10, 200, 10]
        assert str(tmp_path) in camera.state


def test_photos_once(tmp_path: Path) -> None:
    for level in (10, 200):
        cv2.imwrite(str(tmp_path / f"{level:03}.png"), plain(level))
    (tmp_path / "300.png").write_text("no picture")
    with open_camera(f"photos:{tmp_path}", once=True) as camera:
        assert not camera.live
        camera.next()
        assert camera.frame().image[0, 0, 0] == 200
        with pytest.raises(CameraEnded):
            camera.next()


@pytest.mark.parametrize("made", ["nothing", "empty", "a file"])
def test_a_folder_without_photographs(tmp_path: Path, made: str) -> None:
    folder = tmp_path / "throws"
    if made == "empty":
        folder.mkdir()
    elif made == "a file":
        folder.write_text("")
    with pytest.raises(CameraGone, match="throws"):
        open_camera(f"photos:{folder}")


def test_the_studio_stands_still_until_told() -> None:
    with open_camera("studio", studio=lambda: iter([plain(1), plain(2)])) as camera:
        assert camera.frame().image[0, 0, 0] == camera.frame().image[0, 0, 0] == 1
        camera.next()
        assert camera.frame().image[0, 0, 0] == 2
        with pytest.raises(CameraEnded):
            camera.next()


def test_a_studio_without_throws_handed_in() -> None:
    with pytest.raises(CameraGone):
        open_camera("studio")


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """20 pictures at 10 a second, each 10 brighter than the one before."""
    file = tmp_path_factory.mktemp("film") / "throw.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for step in range(20):
        writer.write(plain(step * 10))
    writer.release()
    return file


class Clock:
    """A clock that only moves when somebody sleeps or says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_a_film_runs_at_its_own_speed_and_ends(film: Path) -> None:
    clock = Clock()
    with Video(film, clock, clock.sleep) as camera:
        frames = [camera.frame() for _ in range(20)]
        with pytest.raises(CameraEnded, match="is over"):
            camera.frame()
    assert [round(frame.at - 100, 3) for frame in frames] == [round(step / 10, 3) for step in range(20)]
    assert abs(int(frames[7].image.mean()) - 70) <= 3


def test_a_slow_reader_of_a_film_misses_pictures_not_time(film: Path) -> None:
    clock = Clock()
    with Video(film, clock, clock.sleep) as camera:
        camera.frame()
        clock.sleep(1.0)
        assert abs(int(camera.frame().image.mean()) - 100) <= 3


def test_no_film(tmp_path: Path) -> None:
    with pytest.raises(CameraGone, match="no video file"):
        open_camera(f"video:{tmp_path / 'none.mp4'}")
    (tmp_path / "text.mp4").write_text("not a film")
    with pytest.raises(CameraGone, match="not a video"):
        open_camera(f"video:{tmp_path / 'text.mp4'}")


def test_no_webcam() -> None:
    with pytest.raises(CameraGone, match="webcam 99"):
        open_camera("webcam:99")


# --- watching ----------------------------------------------------------------------------------------------------


def test_watching_gives_the_newest_picture() -> None:
    with Watching(lambda: FakeCamera([plain(1), plain(2), plain(3)]), pause=0.001) as watching:
        assert until(lambda: watching.latest is not None and watching.latest.image[0, 0, 0] == 3)
        assert watching.state == "ok"
        assert watching.sentence == "a camera for tests"


def test_a_camera_that_goes_is_said_and_found_again() -> None:
    back = threading.Event()
    cameras = iter([FakeCamera([plain(1)], fail_after=3)])

    def opening() -> Camera:
        first = next(cameras, None)
        if first is not None:
            return first
        if not back.is_set():
            raise CameraGone("the camera was pulled out; plug it in again.")
        return FakeCamera([plain(9)])

    with Watching(opening, retry=0.01, pause=0.001) as watching:
        assert until(lambda: watching.sentence == "the camera was pulled out; plug it in again.")
        assert watching.state == "lost"
        assert watching.latest is not None
        assert watching.latest.image[0, 0, 0] == 1  # the last there was
        back.set()
        assert until(lambda: watching.state == "ok" and watching.latest is not None and watching.latest.image[0, 0, 0] == 9)  # fmt: skip  # noqa: E501


def test_no_camera_from_the_start() -> None:
    with Watching(lambda: open_camera("webcam:99"), retry=0.01) as watching:
        assert until(lambda: "webcam 99" in watching.sentence)
        assert watching.state == "none"
        assert watching.latest is None


class Hanging(FakeCamera):
    """A driver that never comes back."""

    release = threading.Event()

    def frame(self) -> Frame:
        if self.given == 1:
            self.release.wait(60)
        return super().frame()


def test_a_camera_that_hangs_is_left_and_opened_anew() -> None:
    hanging, good = Hanging([plain(5)]), FakeCamera([plain(6)])
    cameras = itertools.chain([hanging], itertools.repeat(good))
    with Watching(lambda: next(cameras), timeout=0.3, retry=0.01, pause=0.001) as watching:
        assert until(lambda: watching.latest is not None and watching.latest.image[0, 0, 0] == 6)
        assert watching.state == "ok"
        hanging.release.set()  # it wakes up late, and lets go of its camera
        assert until(lambda: hanging.closed)
        assert watching.latest is not None
        assert watching.latest.image[0, 0, 0] == 6


def test_a_surprise_in_a_driver_ends_nothing() -> None:
    def opening() -> Camera:
        raise ZeroDivisionError("a driver's own")

    with Watching(opening, retry=0.01) as watching:
        assert until(lambda: "ZeroDivisionError" in watching.sentence)
        assert watching.state == "none"


def test_the_end_of_a_film_is_no_loss_to_be_mended(film: Path) -> None:
    opened = itertools.count()

    def opening() -> Camera:
        next(opened)
        return Video(film, clock := Clock(), clock.sleep)

    with Watching(opening, retry=0.01, pause=0.0001) as watching:
        assert until(lambda: watching.ended)
        assert "is over" in watching.sentence
        assert watching.latest is not None
    assert next(opened) == 1


def test_next_reaches_the_camera() -> None:
    def studio() -> Iterator[Image]:
        return (plain(level) for level in range(100))

    with Watching(lambda: open_camera("studio", studio=studio), pause=0.001) as watching:
        assert until(lambda: watching.latest is not None)
        watching.next()
        watching.next()
        assert until(lambda: watching.latest is not None and watching.latest.image[0, 0, 0] == 2)


def test_closing_closes_the_camera() -> None:
    camera = FakeCamera([plain(1)])
    with Watching(lambda: camera, pause=0.001) as watching:
        assert until(lambda: watching.state == "ok")
    assert until(lambda: camera.closed)
