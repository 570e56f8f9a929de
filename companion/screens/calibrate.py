"""Calibrating: what does this table's tray look like, in its own light, with its own dice?

Two things are shown to the camera, in this order: the empty tray card, then the dice, one colour at a time. Each is
taken by a touch on its name, and nothing is kept until the end.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from kivy.clock import Clock

from companion.faults import Fault
from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.widgets import text
from companion.screens.widgets.sheet import ask
from companion.screens.widgets.target import Target
from companion.screens.widgets.tray_picture import TrayPicture

CARD = (
    "1. Lay the empty tray card flat into the tray, its four corners in the picture. Then touch “the card lies there”."
)
DICE = "2. Lay dice of one colour on it, apart from each other, and touch their colour. One colour after the other."


class Calibrate(Screen):
    """The live tray on the left; what to lay there, the card, the colours and *keep* on the right."""

    name: ClassVar[str] = "calibrate"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._calibrating: Any = None
        self._picture = TrayPicture()
        self.ids.left.add_widget(self._picture)
        self._taking: Any = None
        self._sees = False
        self._image: Any = None
        self._working = False
        self._answer: tuple[bool, str] | None = None
        self._saw_card = False

    def opened(self, **_: Any) -> None:
        self._answer, self._working, self._saw_card = None, False, False
        self._sees, self._image = False, None
        opening = self.app.wishes.open_calibrating
        self._calibrating = opening(self.app.wishes) if opening is not None else None
        if self._calibrating is not None:
            self._calibrating.start()
            self._fill_colours()
            self._taking = Clock.schedule_interval(self._look, 1 / 10)
        self.refresh()

    def left(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
        if self._calibrating is not None:
            self._calibrating.stop()
            self._calibrating = None
        self._picture.clear()

    def _fill_colours(self) -> None:
        grid = self.ids.colours
        grid.clear_widgets()
        for colour in self._calibrating.colours:
            ink = theme.ink_on(theme.DICE[colour])
            grid.add_widget(
                Target(
                    key=f"colour:{colour}",
                    words=colour,
                    height_mm=2.6,
                    fill=theme.DICE[colour],
                    ink=ink,
                    tap=lambda colour=colour: self._hold(colour),
                    why=self.why_not_now,
                )
            )

    def _look(self, _: float) -> None:
        """The newest picture."""
        frame = self._calibrating.latest if self._calibrating is not None else None
        if frame is None:
            self._picture.clear()
        elif frame.image is not self._image:
            self._picture.show(frame.image, ())
        self._image = frame.image if frame is not None else None
        if self._sees != (frame is not None) or frame is None:
            self._sees = frame is not None
            self.refresh()

    def refresh(self) -> None:
        seen = self._calibrating.seen if self._calibrating is not None else {}
        ready = self._sees and not self._working
        self.ids.card.grey = not ready
        for target in self.ids.colours.children:
            count = seen.get(target.words, 0)
            target.small, target.chosen, target.grey = (f"{count} seen" if count else ""), bool(count), not ready
        self.ids.keep.grey = self._working or not (self._saw_card or seen)
        good, said = self._answer or (True, "")
        if self._working:
            said = "Looking …"
        elif self._calibrating is None:
            said = "There is no camera here to be calibrated."
        elif not self._sees:
            said = self._calibrating.sentence
        elif not said or good:
            said = f"{said} {DICE if self._saw_card or seen else CARD}".strip()
        self.ids.said.text = text.signs(text.plain(said[:1].upper() + said[1:]))
        self.ids.said.color = theme.TEXT if good else theme.WARN

    def card(self) -> None:
        self._begin(lambda done: self._calibrating.card(done), self._looked_at_card)

    def _looked_at_card(self, good: bool, said: str) -> None:
        self._saw_card = self._saw_card or good
        if not good and "card" in said:
            answers = (("try again", "go", None), ("we use no card", "quiet", self._go_without))
            self.app.open_sheet(ask("The tray card is not seen", said, answers))

    def _go_without(self) -> None:
        if self._calibrating is not None:
            self._calibrating.go_without()
            self._saw_card = True
            self._answer = (True, "Without the card, dice are read less surely.")
            self.refresh()

    def _hold(self, colour: str) -> None:
        self._begin(lambda done: self._calibrating.hold(colour, done), lambda good, said: None)

    def _begin(
        self, work: Callable[[Callable[[bool, str], object]], object], then: Callable[[bool, str], object]
    ) -> None:
        self._working = True
        self.refresh()
        calibrating = self._calibrating

        def done(good: bool, said: str) -> None:
            Clock.schedule_once(lambda _: self._done(calibrating, good, said, then), 0)

        work(done)

    def _done(self, calibrating: Any, good: bool, said: str, then: Callable[[bool, str], object]) -> None:
        if calibrating is not self._calibrating:
            return  # somebody went back meanwhile
        self._working, self._answer = False, (good, said)
        then(good, said)
        self.refresh()

    def keep(self) -> None:
        try:
            self._calibrating.keep()
        except Fault as fault:
            self.app.fail(str(fault))
            return
        self.leave()
        self.app.say("Kept: dice are read by it from now on.")

    def leave(self) -> None:
        """Back to the devices; what was not kept is gone."""
        self.app.go("devices")

    def why_not_now(self) -> None:
        waits = "It is still looking." if self._working else "There is no picture: what is wrong stands above."
        self.app.say(waits)

    def why_not_kept(self) -> None:
        self.app.say("Nothing was shown to the camera yet: begin with the card.")
