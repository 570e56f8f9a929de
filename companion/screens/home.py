"""Home: go on where the table stopped, begin, read dice, look back, see the devices."""

from typing import Any, ClassVar, Final

from companion.rules.games import GAMES
from companion.screens.earlier import interrupted
from companion.screens.screen import Screen

UNREAD: Final = "the games kept here cannot be read"


class Home(Screen):
    """The first screen. Before the journal is open it shows itself all the same, and catches up."""

    name: ClassVar[str] = "home"
    _known = False
    """Whether the games kept here were read since home came up."""

    def opened(self, **_: Any) -> None:
        self._known = False
        self.refresh()

    def refresh(self) -> None:
        desk = self.app.desk
        resume = self.ids.resume
        if desk is not None and desk.opened and not desk.goes_on and not self._known:
            desk.earlier.read(self._read)
        if desk is None or not desk.opened or not (desk.goes_on or self._known):
            resume.words, resume.small, resume.grey = "Resume", "looking for an interrupted game …", True
        elif desk.journal is None:
            resume.words, resume.small, resume.grey = "Resume", UNREAD, True
        elif desk.goes_on:
            resume.words, resume.small, resume.grey = "Resume", desk.where_it_is(), False
        else:
            waiting = interrupted(desk.earlier.rows)
            who = ", ".join(waiting.names.get(s.seat) or s.seat for s in waiting.setup.seats) if waiting else ""
            resume.words, resume.grey = "Resume", waiting is None
            title = GAMES.titles[waiting.game] if waiting else ""
            resume.small = f"the interrupted {title} of {who}" if waiting else "no game was interrupted"
        self.ids.state.text = desk.device_line() if desk is not None else ""

    def _read(self) -> None:
        self._known = True
        self.refresh()

    def resume(self) -> None:
        waiting = None if self.desk.goes_on else interrupted(self.desk.earlier.rows)
        if waiting is not None:
            self.desk.resume(waiting.id)
        else:
            self.desk.show_where_it_is()

    def why_no_resume(self) -> None:
        if self.desk.opened and self.desk.journal is None:
            self.app.say(f"There is none to go on with: {UNREAD}.")
            return
        self.app.say("No game was interrupted: begin a new one, or open one under Past games.")

    def new_game(self) -> None:
        self.app.go("setup")

    def dice_tray(self) -> None:
        self.app.go("dice")

    def past_games(self) -> None:
        self.app.go("past")

    def devices(self) -> None:
        self.app.go("devices")
