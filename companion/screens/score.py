"""The score: every source in a row, every seat in a column; ranges while tiles are hidden; the tie-break."""

from typing import Any, ClassVar

from kivy.uix.floatlayout import FloatLayout

from companion.rules.contract import ScoreLine, ScoreSheet, SeatScore
from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.sheet import choose
from companion.screens.widgets.target import Target
from companion.screens.words import plain, spoken


def spread(low: int, high: int) -> str:
    """Points as players say them: "7", or "7–12" while something is hidden."""
    return str(low).replace("-", "−") if low == high else f"{low}–{high}".replace("--", "−")


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
        sources = list(dict.fromkeys(line.source for each in sheet.seats for line in each.lines))
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
        won = any(sheet.result(each) != "–" for each in sheet.seats)
        if sheet.final and not sheet.points and not won:
            self.ids.heading.text = "A draw"
        elif sheet.final:
            self.ids.heading.text = text.plain(f"{' and '.join(leaders)} {'win' if len(leaders) > 1 else 'wins'}")
        else:
            self.ids.heading.text = (
                "The score" if over else ", ".join(filter(None, ("The score now", desk.box.round_of(desk.state))))
            )
        table = self.ids.table
        table.clear_widgets()
        table.cols = len(order) + 1
        self._head(order, seats)
        for source in sources:
            table.add_widget(text.Words(text=spoken(source), height_mm=2.4, size_hint_x=1.6, color=theme.DIM))
            for seat in order:
                mine = [each for each in seats[seat].lines if each.source == source]
                told = spread(sum(each.low for each in mine), sum(each.high for each in mine)) if mine else ""
                if mine and not sheet.points:
                    told = "fulfilled" if mine[0].low else "–"
                words = text.Words(text=told, height_mm=2.8, halign="center")
                table.add_widget(words)
        self._foot(order, seats)
        hint = "Touch a total to see where its points come from." if sheet.points else "Nobody has won yet."
        self.ids.note.text = text.signs(text.plain(sheet.note or hint))

    def _head(self, order: list[str], seats: dict[str, SeatScore]) -> None:
        table = self.ids.table
        table.add_widget(text.Words(text="", size_hint=(1.6, None), height=mm(10)))
        for seat in order:
            cell = FloatLayout(size_hint_y=None, height=mm(10))
            badge = Badge(seat=seat, person=self.desk.person(seat), size_hint=(None, None), size=(mm(9), mm(9)))
            badge.pos_hint = {"center_x": 0.5, "center_y": 0.5}
            cell.add_widget(badge)
            table.add_widget(cell)

    def _foot(self, order: list[str], seats: dict[str, SeatScore]) -> None:
        table, sheet = self.ids.table, self._sheet
        total = "Total" if sheet.points else "Result"
        table.add_widget(text.Words(text=f"[b]{total}[/b]", height_mm=3, size_hint=(1.6, None), height=mm(12)))
        for seat in order:
            mine = seats[seat]
            table.add_widget(
                Target(
                    key=f"total:{seat}",
                    words=spread(mine.low, mine.high) if sheet.points else sheet.result(mine),
                    small=f"place {mine.place}" if sheet.points else "",
                    tone="quiet",
                    chosen=mine.place == 1 if sheet.points else mine.low > 0,
                    height_mm=4,
                    size_hint_y=None,
                    height=mm(12),
                    tap=lambda mine=mine: self._detail(mine),
                )
            )

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


def _line(line: ScoreLine, counted: bool) -> Any:
    from kivy.uix.boxlayout import BoxLayout

    row = BoxLayout(spacing=mm(2))
    row.add_widget(text.Words(text=f"[b]{spoken(line.source)}[/b]", height_mm=2.4, size_hint_x=0.3))
    row.add_widget(text.Words(text=text.signs(text.plain(line.detail)), height_mm=2.2, size_hint_x=0.5))
    told = spread(line.low, line.high) if counted else ""
    points = text.Words(text=f"[b]{told}[/b]" if told else "", height_mm=2.8, size_hint_x=0.12, halign="right")
    row.add_widget(points)
    page = f"page {line.page}" if line.page[:1].isdigit() else line.page
    row.add_widget(text.Words(text=page, height_mm=1.9, size_hint_x=0.12, halign="right", color=theme.DIM))
    return row
