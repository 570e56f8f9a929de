"""What the app believes of each seat and of the table; any of it is put right by a touch."""

from typing import Any, ClassVar, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.rules.contract import TABLE
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import sheet
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.target import Target
from companion.screens.widgets.text import plain
from companion.screens.words import spoken

ABREAST: Final = 9
"""Tabs in a row."""
ACROSS: Final = 5
DOWN: Final = 4


def ask_value(app: Any, row: Any) -> None:
    """Put one value right: a number on the pad, yes or no at once, or one of the words it may be."""
    desk = app.desk

    def put(value: object) -> None:
        desk.act(f"{row.seat}: correct {row.field} {value}")

    choices = list(row.choices) if row.choices or row.high is not None else ["yes", "no"]
    if choices:
        now = {True: "yes", False: "no"}.get(row.value, row.value)
        answers = [(spoken(word), "as it is" if word == now else "", lambda word=word: put(word)) for word in choices]
        app.open_sheet(sheet.choose(row.title, answers, 3))
        return
    value = row.value if isinstance(row.value, int) else row.low
    whose = "" if row.seat == TABLE else f"{row.seat.capitalize()}: "
    app.open_sheet(sheet.number(whose + row.title, value, row.low, row.high, put, f"from {row.low} to {row.high}"))


class Believes(Screen):
    """One seat at a time, the table's own values last."""

    name: ClassVar[str] = "believes"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._seat = ""
        self._turned: int | None = 0

    def opened(self, seat: str = "", **_: Any) -> None:
        self._seat = seat or self._seat
        if self._seat not in self._tabs():
            self._seat = self._tabs()[0]
        self._turned = 0
        self.refresh()

    def _tabs(self) -> list[str]:
        return self.desk.box.tabs(self.desk.state)

    def refresh(self) -> None:
        tabs = self.ids.seats
        wanted = self._tabs()
        if [getattr(child, "tab", "") for child in reversed(tabs.children)] != wanted:
            tabs.clear_widgets()
            tabs.rows = -(-len(wanted) // ABREAST)
            for seat in wanted:
                tabs.add_widget(self._tab(seat))
        for child in tabs.children:
            child.target.chosen = child.tab == self._seat
        named = self.desk.box.tab_name(self._seat)
        of = named if self._seat not in self.desk.state.seats else self.desk.called(self._seat)
        self.ids.says.text = plain(f"What the app believes · {of}: touch what does not lie so on the table.")
        rows = [row for row in self.desk.correctable() if self.desk.box.tab_of(row) == self._seat]
        lines = [rows[at : at + ACROSS] for at in range(0, len(rows), ACROSS)]
        self.ids.pages.fill([lambda line=line: self._line(line) for line in lines], DOWN, self._turned)
        self._turned = None

    def _tab(self, seat: str) -> FloatLayout:
        box = FloatLayout()
        box.tab = seat
        box.target = Target(key=f"tab:{seat}", tone="quiet", tap=lambda: self.opened(seat), pos_hint={"x": 0, "y": 0})
        box.add_widget(box.target)
        if seat in self.desk.state.seats:
            badge = Badge(seat=seat, person=self.desk.person(seat), size_hint=(0.72, 0.72))
            badge.pos_hint = {"center_x": 0.5, "center_y": 0.5}
            box.add_widget(badge)
        else:
            box.target.words = self.desk.box.tab_name(seat)
            box.target.height_mm = 2.2
        return box

    def _line(self, rows: list[Any]) -> BoxLayout:
        line = BoxLayout(spacing=mm(2.2))
        for row in rows:
            value = (
                "yes"
                if row.value is True
                else "no"
                if row.value is False
                else "?"
                if row.value is None
                else spoken(row.value)
            )
            ask = lambda row=row: ask_value(self.app, row)  # noqa: E731
            line.add_widget(
                Target(
                    key=f"value:{row.field}", words=value, small=row.title, tone="quiet", height_mm=4, tap=ask, hold=ask
                )
            )
        for _ in range(ACROSS - len(rows)):
            line.add_widget(BoxLayout())
        return line
