"""A sealed mission seems to be met: the table is compared with the app first, and nobody is named."""

from typing import ClassVar

from companion.rules.contract import TABLE
from companion.screens.screen import Screen


class CheckScreen(Screen):
    """Only "it is so" brings a name."""

    name: ClassVar[str] = "check"
    follows: ClassVar[bool] = True

    def refresh(self) -> None:
        self.ids.header.show(self.app, "", "Before the game goes on")

    def believes(self) -> None:
        self.app.go("believes", seat="fields")

    def confirmed(self) -> None:
        self.desk.act("table: confirmed")

    def not_so(self) -> None:
        self.desk.act("table: not_so", then=lambda: self.app.go("believes", seat=TABLE))
