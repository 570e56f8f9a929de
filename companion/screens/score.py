"""The score: every source in a row, every seat in a column; ranges while tiles are hidden; the tie-break."""

from typing import Any, ClassVar

from companion.rules.contract import ScoreLine, ScoreSheet, SeatScore, printed
from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.sheet import choose
from companion.screens.widgets.target import Target
from companion.screens.words import plain, spoken, spread


class Score(Screen):
    """At any time, and at the end."""

    name: ClassVar[str] = "score"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._sheet = ScoreSheet((), False)

    @property
    def follows(self) -> bool:  # type: ignore[override]
        """At the end of a game it is where the game is; looked up, it stays."""
        return self.app.desk is not None and self.app.desk.running and not self.desk.deciding()

    def refresh(self) -> None:
        desk = self.desk
        sheet = desk.session.score()
        seats = {each.seat: each for each in sheet.seats}
        order = [seat for seat in desk.state.seats if seat in seats]
        self._asked, self._hidden = desk.box.reveals(desk)
        self.ids.reveal.grey = not self._hidden
        self.ids.reveal.words, self.ids.reveal.small = desk.box.turns_up
        self.ids.reveal.opacity = float(bool(desk.box.turns_up[0]))
        self.ids.reveal.width = mm(26) if desk.box.turns_up[0] else 0
        self.ids.undo.small = desk.undo_title()
        self.ids.undo.grey = not self.ids.undo.small
        over = not desk.deciding()
        self.ids.back.words = "home" if over else "back"
        leaders = [desk.called(seat) for seat in order if seats[seat].place == 1]
        self._sheet = sheet
        if sheet.final and not sheet.points and not any(each.low for each in sheet.seats):
            self.ids.heading.text = "A draw"
        elif sheet.final:
            self.ids.heading.text = text.plain(f"{' and '.join(leaders)} {'win' if len(leaders) > 1 else 'wins'}")
        else:
            self.ids.heading.text = (
                "The score" if over else ", ".join(filter(None, ("The score now", desk.box.round_of(desk.state))))
            )
        if self.app.settings.show_leader or over:
            self.ids.table.show(sheet, desk.state.seats, desk.person, self._detail)
            self.ids.note.text = text.signs(text.plain(_tie(sheet)))
        else:
            self.ids.table.clear_widgets()
            self.ids.table.cols = 1
            said = "Who leads is not shown before the end: that was chosen in the settings."
            self.ids.table.add_widget(text.Words(text=said, height_mm=3.6, halign="center"))
            self.ids.note.text = ""
        self.ids.tabs.show(self.app)

    def _detail(self, mine: SeatScore) -> None:
        from companion.screens.widgets.sheet import Sheet, buttons, title

        sheet = Sheet(0.94, 0.96)
        points = self._sheet.points
        came_to = f"{spread(mine.low, mine.high)} points" if points else self._sheet.result(mine)
        sheet.panel.add_widget(title(f"{self.desk.called(mine.seat)}: {came_to}"))
        for line in mine.lines:
            sheet.panel.add_widget(_line(line, points))
        if points:
            tie = text.Words(text=text.plain(f"Tie-break: {mine.tiebreak_text} {mine.tiebreak}"), height_mm=2.3)
            tie.color = theme.DIM
            sheet.panel.add_widget(tie)
        sheet.panel.add_widget(buttons(Target(key="ok", words="ok", tone="go", tap=sheet.close)))
        self.app.open_sheet(sheet)

    def reveal(self) -> None:
        desk = self.desk
        answers = [
            (desk.called(seat), plain(verb), lambda seat=seat: desk.box.reveal(desk, seat))
            for seat, verb in self._hidden
        ]
        self.app.open_sheet(choose(self._asked, answers, 2))

    def why_no_reveal(self) -> None:
        self.app.say("What is hidden is shown when the game is over, where anything is.")

    def undo(self) -> None:
        self.desk.undo()

    def why_no_undo(self) -> None:
        self.app.say("There is nothing to undo: this is the beginning.")

    def away(self) -> None:
        if self.desk.deciding():
            self.app.back()
        else:
            self.app.go("home")


def _tie(sheet: ScoreSheet) -> str:
    """How a tie was broken, or what would break one."""
    if sheet.note:
        return sheet.note
    if any(each.tiebreak for each in sheet.seats):
        return f"Touch a total to see where it comes from. A tie would go by {sheet.seats[0].tiebreak_text}."
    return "Touch a total to see where its points come from." if sheet.points else "Nobody has won yet."


def _line(line: ScoreLine, counted: bool) -> Any:
    from kivy.uix.boxlayout import BoxLayout

    row = BoxLayout(spacing=mm(2))
    row.add_widget(text.Words(text=f"[b]{spoken(line.source)}[/b]", height_mm=2.4, size_hint_x=0.3))
    row.add_widget(text.Words(text=text.signs(text.plain(line.detail)), height_mm=2.2, size_hint_x=0.5))
    told = f"[b]{spread(line.low, line.high)}[/b]" if counted else ""
    points = text.Words(text=told, height_mm=2.8, size_hint_x=0.12, halign="right")
    row.add_widget(points)
    row.add_widget(
        text.Words(text=printed(line.page), height_mm=1.9, size_hint_x=0.12, halign="right", color=theme.DIM)
    )
    return row
