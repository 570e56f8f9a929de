"""The score as a table: every source in a row, every seat in a column; what breaks a tie in the last row but one."""

from collections.abc import Callable
from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout

from companion.rules.contract import ScoreSheet, SeatScore
from companion.screens import theme
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.target import Target
from companion.screens.words import minus, spoken, spread


class ScoreTable(GridLayout):
    """`show` fills it; a touched total is handed to `detail`, if there is one."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(spacing=(mm(2.2), mm(0.6)), **keywords)

    def show(
        self,
        sheet: ScoreSheet,
        seats: tuple[str, ...],
        person: Callable[[str], str],
        detail: Callable[[SeatScore], object] | None = None,
    ) -> None:
        """The seats in the order in which they sit."""
        mine = {each.seat: each for each in sheet.seats}
        order = [seat for seat in seats if seat in mine]
        self.clear_widgets()
        self.cols = len(order) + 1
        self._head(order, person)
        for source in dict.fromkeys(line.source for each in sheet.seats for line in each.lines):
            told = _points if sheet.points else _fulfilled
            self._row(spoken(source), [told(mine[seat], source) for seat in order])
        if any(each.tiebreak for each in sheet.seats):
            self._row("breaks a tie", [f"({minus(mine[seat].tiebreak)})" for seat in order])
        self._foot(sheet, order, mine, detail)

    def _row(self, name: str, told: list[str]) -> None:
        self.add_widget(text.Words(text=name, height_mm=2.4, size_hint_x=1.6, color=theme.DIM))
        for each in told:
            self.add_widget(text.Words(text=each, height_mm=2.8, halign="center"))

    def _head(self, order: list[str], person: Callable[[str], str]) -> None:
        self.add_widget(text.Words(text="", size_hint=(1.6, None), height=mm(9)))
        for seat in order:
            cell = FloatLayout(size_hint_y=None, height=mm(9))
            badge = Badge(seat=seat, person=person(seat), size_hint=(None, None), size=(mm(8.4), mm(8.4)))
            badge.pos_hint = {"center_x": 0.5, "center_y": 0.5}
            cell.add_widget(badge)
            self.add_widget(cell)

    def _foot(
        self,
        sheet: ScoreSheet,
        order: list[str],
        seats: dict[str, SeatScore],
        detail: Callable[[SeatScore], object] | None,
    ) -> None:
        total = "Total" if sheet.points else "Result"
        self.add_widget(text.Words(text=f"[b]{total}[/b]", height_mm=3, size_hint=(1.6, None), height=mm(11)))
        for seat in order:
            mine = seats[seat]
            target = Target(
                key=f"total:{seat}",
                words=spread(mine.low, mine.high) if sheet.points else sheet.result(mine),
                small=f"place {mine.place}" if sheet.points else "",
                tone="quiet",
                chosen=mine.place == 1 if sheet.points else mine.low > 0,
                height_mm=4,
                size_hint_y=None,
                height=mm(11),
            )
            if detail is not None:
                target.tap = lambda mine=mine: detail(mine)
            self.add_widget(target)


def _fulfilled(mine: SeatScore, source: str) -> str:
    """What was asked, where nothing is counted."""
    return "fulfilled" if any(each.low for each in mine.lines if each.source == source) else "–"


def _points(mine: SeatScore, source: str) -> str:
    lines = [each for each in mine.lines if each.source == source]
    return spread(sum(each.low for each in lines), sum(each.high for each in lines)) if lines else ""
