"""The tray: each throw once, what is expected, trouble said and survived."""

import queue
from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.table.tray import IDLE, UNREADABLE, Throw, Tray


class Picture(NamedTuple):
    image: str
    at: float

    def full(self) -> str:
        return self.image


class Camera:
    """Shows what the test puts there."""

    def __init__(self) -> None:
        self.latest: Picture | None = None
        self.sentence = "a camera for tests"
        self.state = "ok"
        self.nexts = 0
        self.closed = False

    def show(self, image: str) -> None:
        self.latest = Picture(image, 1.0 if self.latest is None else self.latest.at + 1)

    def next(self) -> None:
        self.nexts += 1

    def close(self) -> None:
        self.closed = True


class Table:
    """A tray with everything injected, and queues of what came out."""

    def __init__(self) -> None:
        self.camera = Camera()
        self.throws: queue.Queue[Throw] = queue.Queue()
        self.said: queue.Queue[str] = queue.Queue()
        self.tray = Tray(
            self.camera,
            self.rested,
            self.read,
            self.throws.put,
            jpeg=str.encode,
            tell=self.said.put,
            pause=0.001,
        )
        self.tray.start()

    def rested(self, frame: Picture) -> bool:
        return frame.image.startswith("at rest")

    def read(self, image: str, *, expected: Mapping[str, int] | None, faces: tuple[str, ...]) -> Any:
        if "blurred" in image:
            raise ValueError("no dice there")
        return (image, expected, faces)


def test_each_throw_comes_out_once_with_its_picture() -> None:
    table = Table()
    table.tray.expect({"yellow": 2}, ("red", "blue"))
    table.camera.show("rolling")
    table.camera.show("at rest: 3 5")
    read = ("at rest: 3 5", {"yellow": 2}, ("red", "blue"))
    assert table.throws.get(timeout=5) == Throw(read, "at rest: 3 5", b"at rest: 3 5")
    table.camera.show("a hand")
    table.camera.show("at rest: 1 1")
    assert table.throws.get(timeout=5).image == "at rest: 1 1"
    table.tray.stop()
    assert table.throws.empty()
    assert table.camera.closed


def test_read_again_reads_what_lies_there() -> None:
    table = Table()
    table.camera.show("still turning")
    table.tray.read_again()
    table.camera.show("turning on")
    assert table.throws.get(timeout=5).image == "turning on"
    table.tray.stop()


def test_read_again_of_a_camera_that_is_gone_says_so_and_reads_no_old_picture() -> None:
    table = Table()
    table.camera.show("at rest: 3 5")
    assert table.throws.get(timeout=5).image == "at rest: 3 5"
    table.camera.state, table.camera.sentence = "lost", "the camera is gone; plug it in again."
    said = table.said.get(timeout=5)
    while said != table.camera.sentence:
        said = table.said.get(timeout=5)
    table.tray.read_again()
    assert table.said.get(timeout=5) == "the camera is gone; plug it in again."
    table.camera.state = "ok"
    table.camera.show("rolling")
    table.camera.show("at rest: 1 1")
    assert table.throws.get(timeout=5).image == "at rest: 1 1"
    table.tray.stop()
    assert table.throws.empty()


def test_a_throw_that_cannot_be_read_is_said_and_the_next_counts() -> None:
    table = Table()
    assert table.said.get(timeout=5) == "a camera for tests"
    table.camera.show("at rest: blurred")
    assert table.said.get(timeout=5) == UNREADABLE
    table.camera.show("at rest: 6")
    assert table.throws.get(timeout=5).image == "at rest: 6"
    assert table.said.get(timeout=5) == "a camera for tests"
    table.tray.stop()


def test_a_camera_that_vanishes_is_said_and_found_again() -> None:
    table = Table()
    table.camera.show("nothing")
    assert table.said.get(timeout=5) == "a camera for tests"
    table.camera.sentence = "the camera is gone; plug it in again."
    assert table.said.get(timeout=5) == "the camera is gone; plug it in again."
    table.camera.sentence = "a camera for tests"
    table.camera.show("at rest: 2")
    assert table.throws.get(timeout=5).image == "at rest: 2"
    assert table.said.get(timeout=5) == "a camera for tests"
    table.tray.stop()
    assert table.said.get(timeout=5) == IDLE


def test_with_the_watching_of_the_hardware() -> None:
    """The double of a real camera, which goes away after some pictures and comes back."""
    from hardware.cameras import FakeCamera, Watching

    said: queue.Queue[str] = queue.Queue()
    throws: queue.Queue[Throw] = queue.Queue()
    shown = iter(("first", "second"))
    watching = Watching(lambda: FakeCamera([next(shown)], fail_after=3), retry=0.01, pause=0.001)  # type: ignore[arg-type]
    seen: set[Any] = set()

    def rested(frame: Any) -> bool:
        fresh = frame.image not in seen
        seen.add(frame.image)
        return fresh

    def read(image: Any, *, expected: Mapping[str, int] | None, faces: tuple[str, ...]) -> Any:
        return image

    tray = Tray(watching, rested, read, throws.put, tell=said.put, pause=0.0005)
    tray.start()
    assert throws.get(timeout=5).reading == "first"
    assert throws.get(timeout=5).reading == "second"
    heard = [said.get(timeout=5)]
    while heard[-1] != "the camera for tests is gone; plug it in again.":
        heard.append(said.get(timeout=5))
    tray.stop()
