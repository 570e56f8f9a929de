"""The line at the top of a session's screens: whose question it is, what is asked, undo and the rest."""

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.widgets.text import plain, signs

Builder.load_file(str(Path(__file__).with_name("header.kv")))


class Header(BoxLayout):
    """`seat` (a colour or "") with `person`, the `question`, and targets for undo and the menu."""

    seat = StringProperty("")
    person = StringProperty("")
    question = StringProperty("")
    aside = StringProperty("")

    def __init__(self, **keywords: Any) -> None:
        self.app: Any = None
        super().__init__(**keywords)

    def show(self, app: Any, seat: str, question: str, aside: str = "") -> None:
        """Say who is asked what, and what undo would take back."""
        self.app = app
        desk = app.desk
        self.seat, self.question, self.aside = seat, signs(plain(question)), signs(plain(aside))
        self.person = desk.person(seat) if desk is not None else ""
        undo = self.ids.undo
        took = desk.undo_title() if desk is not None else ""
        undo.small, undo.grey = took, not took

    def undo(self) -> None:
        self.app.desk.undo()

    def why_no_undo(self) -> None:
        self.app.say("There is nothing to undo: this is the beginning.")

    def menu(self) -> None:
        from companion.screens.menu import open_menu

        open_menu(self.app)
