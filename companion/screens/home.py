"""Home: go on where the table stopped, begin, read dice, look back, see the devices."""

from typing import ClassVar

from companion.rules.games import GAMES
from companion.screens.screen import Screen


class Home(Screen):
    """The first screen. Before the journal is open it shows itself all the same, and catches up."""

    name: ClassVar[str] = "home"

    def refresh(self) -> None:
        desk = self.app.desk
        resume = self.ids.resume
        if desk is None or not desk.opened:
            resume.words, resume.small, resume.grey = "Resume", "looking for an interrupted game …", True
        elif desk.goes_on:
            resume.words, resume.small, resume.grey = "Resume", desk.where_it_is(), False
        else:
            waiting = desk.waiting_session()
            who = ", ".join(waiting.names.get(s.seat) or s.seat for s in waiting.setup.seats) if waiting else ""
            resume.words, resume.grey = "Resume", waiting is None
            title = GAMES.titles[waiting.game] if waiting else ""
            resume.small = f"the interrupted {title} of {who}" if waiting else "no game was interrupted"
        self.ids.state.text = desk.device_line() if desk is not None else ""

    def resume(self) -> None:
        waiting = None if self.desk.goes_on else self.desk.waiting_session()
        if waiting is not None:
            self.desk.resume(waiting.id)
        else:
            self.desk.show_where_it_is()

    def why_no_resume(self) -> None:
        self.app.say("No game was interrupted: begin a new one, or open one under Past games.")

    def new_game(self) -> None:
        self.app.go("setup")

    def dice_tray(self) -> None:
        self.app.go("dice")

    def past_games(self) -> None:
        self.app.go("past")

    def devices(self) -> None:
        self.app.go("devices")
