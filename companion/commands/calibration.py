"""Calibrating: the tray card, then the table's own dice, a colour at a time. At the terminal, and on the screen.

What is found is kept in three files in the data folder, all at the end: `tray.json` (the card), `dice.json` (the dice's
colours) and `camera.json` (exposure and white balance of the Pi's camera, which are held from then on).
"""

import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.data import data_folder
from companion.faults import Fault
from companion.settings import load

if TYPE_CHECKING:
    from companion.screens.app import Wishes
    from hardware.cameras import Camera, Frame, Image, Watching
    from vision.tray import Tray

BRIGHTEST: Final = 0.97
DARKEST: Final = 0.15
"""Linear light of the card's white, over and under which its colours cannot be told."""


class Calibration:
    """What is found so far, for the data folder; `save` keeps it."""

    def __init__(self, folder: Path) -> None:
        from vision import taught

        self._folder = folder
        try:
            self._before = taught.load(folder / taught.FILE)
        except ValueError:  # broken: it is made anew here
            self._before = taught.Taught()
        self.card: Tray | None = None
        self.seen: dict[str, int] = {}
        """How many dice of each colour were held into view."""
        self._taught = self._before
        self._cardless = False

    def look_at_card(self, image: "Image") -> str:
        """The picture of the empty card. Says what is found; raises Fault where there is no card.

        What dice were seen before, in this calibration, were seen in a light that was not known: they count no more.
        """
        from vision import tray

        card = tray.look(image)
        if card is None:
            raise Fault("No tray card is in view: lay it flat, all four corners in the picture and no dice on it.")
        self.card, self.seen, self._taught, self._cardless = card, {}, self._before, False
        if card.light > BRIGHTEST:
            return "The tray card is seen, but its white is dazzling: turn a lamp away, and show it again."
        if card.light < DARKEST:
            return "The tray card is seen, but it is dark: more light, and show it again."
        return "The tray card is seen: perspective, size and white are known."

    def go_without(self) -> None:
        """This table uses no card any more."""
        self.card, self._cardless = None, True

    def hold(self, word: str, image: "Image") -> int:
        """The picture of dice of one colour alone: how many there are. They replace those of that colour known before.

        Raises Fault where there are none, or of several colours.
        """
        from vision import taught, teaching, tray

        others = {colour: bodies for colour, bodies in self._taught.bodies.items() if colour != word}
        # In the light of this very picture if the card lies in it, as dice are read later.
        card = None if self._cardless else tray.look(image) or self.card
        try:
            found, count = teaching.held_in_view(taught.Taught(others, self._taught.doubt), word, image, card)
        except ValueError as error:
            raise Fault(str(error)) from error
        if not count:
            raise Fault(f"No dice are to be seen where the {word} ones should lie: lay them apart, and try again.")
        self._taught, self.seen = found, {**self.seen, word: count}
        return count

    def save(self, camera: Any) -> None:
        """Keep what was found; `camera` may hold exposure and white balance. Raises Fault."""
        from hardware.cameras import locked
        from vision import taught, tray

        try:
            if self.card is not None:
                tray.save(self.card, self._folder / tray.FILE)
            elif self._cardless:
                (self._folder / tray.FILE).unlink(missing_ok=True)
            held = getattr(camera, "locked", None)
            if held is not None:
                locked.save(held, self._folder / locked.FILE)
            taught.save(self._taught, self._folder / taught.FILE)
        except OSError as error:
            raise Fault(
                f"What was calibrated cannot be kept in {self._folder} ({error.strerror}): make room, and try again."
            ) from error


class Calibrating:
    """Calibrating on the screen. Opened on the window's thread; every answer is called on a thread of its own.

    The Pi's camera is opened as if never calibrated: its exposure is found anew in the light that there is.
    """

    def __init__(self, wishes: "Wishes") -> None:
        folder = data_folder(wishes.data)
        self._source = wishes.camera or ("studio" if wishes.demo else load(wishes.data).settings.camera_source())
        self._camera: Any = None
        self._found = Calibration(folder)
        self._watching: Watching | None = None

    @property
    def latest(self) -> "Frame | None":
        """The newest picture, while pictures come."""
        watching = self._watching
        return watching.latest if watching is not None and watching.state == "ok" else None

    @property
    def sentence(self) -> str:
        """How the camera is."""
        return self._watching.sentence if self._watching is not None else "the camera is not open"

    @property
    def has_card(self) -> bool:
        return self._found.card is not None

    @property
    def seen(self) -> dict[str, int]:
        """How many dice of each colour were seen in this calibration."""
        return dict(self._found.seen)

    @property
    def colours(self) -> tuple[str, ...]:
        """All colours that dice may have."""
        from vision.reading import COLOURS

        return tuple(COLOURS)

    def start(self) -> None:
        """Open the camera."""
        from hardware.cameras import Watching

        if self._watching is None:
            self._watching = Watching(self._open)

    def stop(self) -> None:
        """Let the camera go. Returns at once."""
        if self._watching is not None:
            self._watching.close()
            self._watching = None

    def card(self, done: Callable[[bool, str], object]) -> None:
        """Look at the card; `done` is told whether it was seen, and a sentence."""
        self._work(self._found.look_at_card, done)

    def hold(self, word: str, done: Callable[[bool, str], object]) -> None:
        """Look at dice of one colour; `done` is told whether there were any, and a sentence."""

        def look(image: "Image") -> str:
            count = self._found.hold(word, image)
            return f"{count} {word} {'die is' if count == 1 else 'dice are'} learnt."

        self._work(look, done)

    def go_without(self) -> None:
        """This table uses no card any more."""
        self._found.go_without()

    def keep(self) -> None:
        """Keep what was found. Raises Fault."""
        self._found.save(self._camera)

    def _work(self, look: Callable[["Image"], str], done: Callable[[bool, str], object]) -> None:
        watching = self._watching

        def run() -> None:
            from hardware.cameras import CameraGone

            try:
                frame = self.latest
                if frame is None or watching is None:
                    raise Fault(f"There is no picture: {self.sentence}")
                said = look(frame.full())
                watching.next()  # photographs go on; a live camera does nothing
                done(True, said)
            except (Fault, CameraGone) as fault:
                done(False, str(fault))

        threading.Thread(target=run, name="calibrating", daemon=True).start()

    def _open(self) -> "Camera":
        from hardware.cameras import open_camera

        camera = open_camera(self._source, studio=studio_calibrates)
        self._camera = camera
        return camera


def studio_calibrates(words: Sequence[str] = ("yellow", "orange", "red")) -> "Iterator[Image]":
    """What the studio holds into view when it is asked to calibrate: the tray card, then dice of each colour on it."""
    from vision.reading import COLOURS
    from vision.studio import scene, sheet

    seed = secrets.randbits(32)
    for word in (None, *words, *(word for word in COLOURS if word not in words)):
        dice = [(word, value) for value in (1, 3, 4, 6)] if word is not None else []
        yield scene.draw(sheet.on_card(seed, dice))[0]


def studio_throws() -> "Iterator[Image]":
    """Throws as vision's studio draws them: others each time."""
    from vision import studio

    while True:
        image, _ = studio.throw(secrets.randbits(32))
        yield image
