"""The step list: everything that was done, by name, back to the beginning; undo and redo."""

from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.sheet import ask
from companion.screens.widgets.target import Target
from companion.screens.words import short


class Steps(Screen):
    """The latest first. A step taken back stays in the list, in grey, until something else is done."""

    name: ClassVar[str] = "steps"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._undo = Target(key="undo", words="⟲ undo", height_mm=2.6, size_hint_x=None, width=mm(38), tap=self._back)
        self._redo = Target(key="redo", words="⟳ redo", height_mm=2.6, size_hint_x=None, width=mm(38), tap=self._on)
        self._undo.why = lambda: app.say("This is the beginning: nothing is left to undo.")
        self._redo.why = lambda: app.say("Nothing was undone since the last action.")
        self.ids.tools.add_widget(self._undo)
        self.ids.tools.add_widget(self._redo)

    def refresh(self) -> None:
        if not self.desk.running:
            return
        session = self.desk.session
        steps = session.steps()
        self.ids.heading.text = "Steps"
        self._undo.small, self._redo.small = short(session.undo_title()), short(session.redo_title())
        self._undo.grey, self._redo.grey = not self._undo.small, not self._redo.small
        self.ids.pages.fill([lambda step=step: self._row(step) for step in reversed(steps)], 5, 0)

    def _row(self, step: Any) -> BoxLayout:
        row = BoxLayout(spacing=mm(2.2))
        seat = step.seat if step.seat in self.desk.state.seats else ""
        row.add_widget(
            Badge(seat=seat, person=self.desk.person(seat), faint=step.undone, size_hint_x=None, width=mm(8))
        )
        words = text.Words(text=text.signs(text.plain(step.title)), height_mm=2.6)
        words.color = theme.GREYED if step.undone else theme.TEXT
        row.add_widget(words)
        if step.undone:
            row.add_widget(text.Words(text="undone", height_mm=2.2, color=theme.GREYED, size_hint_x=None, width=mm(30)))
        else:
            row.add_widget(
                Target(
                    key=f"step:{step.number}",
                    words="back to before this",
                    tone="quiet",
                    height_mm=2.2,
                    size_hint_x=None,
                    width=mm(40),
                    grey=step.aside,
                    tap=lambda: self._ask(step),
                    why=lambda: self.app.say("That is no step of the table: put it right by a new one."),
                )
            )
        return row

    def _ask(self, step: Any) -> None:
        detail = "Everything since is undone too; corrections and details told since are kept where they still apply."
        self.app.open_sheet(
            ask(
                f"Back to before “{step.title}”?",
                detail,
                [("leave it", "quiet", None), ("go back", "stop", lambda: self.desk.undo(step.number))],
            )
        )

    def _back(self) -> None:
        self.desk.undo()

    def _on(self) -> None:
        self.desk.redo()
