"""Home: go on where the table stopped, begin, read dice, look back, see the devices."""

from typing import ClassVar

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
            resume.words, resume.small, resume.grey = "Resume", "no game was interrupted", True
        self.ids.state.text = desk.device_line() if desk is not None else ""

    def resume(self) -> None:
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
