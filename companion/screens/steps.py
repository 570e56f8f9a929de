"""The step list: everything that was done, by name, back to the beginning; undo and redo; and what was done since a
seat's own last turn."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.sheet import Sheet, ask, buttons, title
from companion.screens.widgets.target import Target
from companion.screens.words import count, short
from companion.table import evening
from companion.table.evidence import Evidence


class Steps(Screen):
    """The latest first. A step taken back stays in the list, in grey, until something else is done."""

    name: ClassVar[str] = "steps"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._since = ""
        self._kept = Evidence(app.wishes.data)
        self._undo = Target(key="undo", words="⟲ undo", height_mm=2.6, size_hint_x=None, width=mm(38), tap=self._back)
        self._redo = Target(key="redo", words="⟳ redo", height_mm=2.6, size_hint_x=None, width=mm(38), tap=self._on)
        self._undo.why = lambda: app.say("This is the beginning: nothing is left to undo.")
        self._redo.why = lambda: app.say("Nothing was undone since the last action.")
        self.ids.tools.add_widget(self._undo)
        self.ids.tools.add_widget(self._redo)

    def opened(self, since: str = "", **_: Any) -> None:
        self._since = since
        self.refresh()

    def refresh(self) -> None:
        if not self.desk.running:
            return
        session = self.desk.session
        steps = session.steps()
        pictures = evening.pictures(session)
        if self._since:
            steps = since(steps, self._since)
            what = count(len(steps), "step") if steps else "nothing"
            self.ids.heading.text = text.plain(f"Since {self.desk.called(self._since)}'s last turn: {what}")
        else:
            # As a story it is read from its beginning; as a list the latest is looked for.
            steps = steps[::-1]
            self.ids.heading.text = "Steps"
        self._undo.small, self._redo.small = short(session.undo_title()), short(session.redo_title())
        self._undo.grey, self._redo.grey = not self._undo.small, not self._redo.small
        rows = [partial(self._row, step, pictures) for step in steps]
        self.ids.pages.fill(rows, 5, 0)

    def _row(self, step: Any, pictures: Sequence[Any]) -> BoxLayout:
        # Whether they are still there is looked up for the page that is shown alone.
        path = next(filter(None, (self._kept.path(each.evidence) for each in pictures_of(step, pictures))), None)
        row = BoxLayout(spacing=mm(2.2))
        seat = step.seat if step.seat in self.desk.state.seats else ""
        row.add_widget(
            Badge(seat=seat, person=self.desk.person(seat), faint=step.undone, size_hint_x=None, width=mm(8))
        )
        words = text.Words(text=text.signs(text.plain(step.title)), height_mm=2.6)
        words.color = theme.GREYED if step.undone else theme.TEXT
        row.add_widget(words)
        if path is not None:
            shows = Target(
                key=f"picture:{step.number}", words="dice", small="as they fell", tone="quiet", height_mm=2.4
            )
            shows.size_hint_x, shows.width, shows.tap = None, mm(20), lambda: self._show_picture(step, path)
            row.add_widget(shows)
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

    def _show_picture(self, step: Any, path: Path) -> None:
        from kivy.uix.image import Image

        sheet = Sheet(0.94, 0.96)
        sheet.panel.add_widget(title(f"{step.title}{' (undone)' if step.undone else ''}"))
        sheet.panel.add_widget(Image(source=str(path), fit_mode="contain"))
        sheet.panel.add_widget(buttons(Target(key="ok", words="ok", tone="go", tap=sheet.close)))
        self.app.open_sheet(sheet)

    def _ask(self, step: Any) -> None:
        standing = [each for each in self.desk.session.steps() if not each.undone and not each.aside]
        many = sum(each.number > step.number for each in standing)
        more = f"{count(many, 'later step')} {'is' if many == 1 else 'are'} undone too; " if many else ""
        detail = (
            f"{more}corrections and details told since are kept where they still apply. Redo brings all of it back."
        )
        detail = detail[:1].upper() + detail[1:]
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


def since(steps: Sequence[Any], seat: str) -> list[Any]:
    """What stands of what was done after the seat's own last step, the oldest first; all of it before it had one."""
    standing = [step for step in steps if not step.undone]
    own = [place for place, step in enumerate(standing) if step.seat == seat and not step.aside]
    return standing[own[-1] + 1 :] if own else standing


def pictures_of(step: Any, pictures: Sequence[Any]) -> list[Any]:
    """The pictures of dice that fell in a step, the latest first."""
    return [
        each
        for each in reversed(pictures)
        if each.line in step.lines and each.number >= step.number and (step.undone or not each.undone)
    ]
