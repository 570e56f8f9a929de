"""What every camera is: frames, one after the other, and two ways of having no more of them."""

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Image: TypeAlias = "npt.NDArray[np.uint8]"
"""A picture: height x width x 3, blue green red, 0 to 255."""


class Frame(NamedTuple):
    """A picture, and when it was taken, in seconds of `time.monotonic`.

    A camera that gives small pictures for looking at brings the whole of one when asked, within a few looks.
    """

    image: Image
    at: float
    whole: "Callable[[], Image] | None" = None

    def full(self) -> Image:
        """The whole picture, for reading. From any thread; raises CameraGone."""
        return self.image if self.whole is None else self.whole()


class CameraGone(Exception):
    """The camera is not there, or no longer; its text says so in one sentence. It may come back."""


class CameraEnded(CameraGone):
    """The pictures have come to their end: the film is over. Opening it anew would only start it again."""


class Camera(Protocol):
    """A camera that is open. Used by one thread at a time."""

    @property
    def live(self) -> bool:
        """Whether its pictures change by themselves; else each is a throw, until `next`."""

    @property
    def state(self) -> str:
        """What it is and shows, in one short sentence, for the device list."""

    def frame(self) -> Frame:
        """The newest picture; waits for it. Raises CameraGone."""

    def next(self) -> None:
        """The next throw, for what holds still: photographs and generated throws. A live camera does nothing.

        Raises CameraEnded when there are no more throws.
        """

    def close(self) -> None:
        """Let go of the camera; it is not used after that."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None: ...


class Closing:
    """Makes a camera a context manager that closes it."""

    live = True

    def close(self) -> None:
        """Nothing to let go of, unless a camera says otherwise."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()
