"""What the evening looked like: the points as bars, the rounds one after another, the dice that fell."""

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.charts import Bar, BarChart, Course, RoundGraph
from companion.screens.widgets.pages import Pages
from companion.screens.widgets.target import Target
from companion.screens.words import count, spoken, spread

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.table.evening import Dice

TOLD: Final = {"camera": "seen", "asked": "asked", "touch": "by hand", "app": "by the app", "import": "of a record"}
"""Who said what fell."""


class Ending(Screen):
    """One part of it at a time, led to by the tabs at its foot."""

    name: ClassVar[str] = "ending"

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._part = "chart"
        self._pages: Pages | None = None

    def opened(self, part: str = "chart", **_: Any) -> None:
        self._part, self._pages = part, None
        self.refresh()

    def refresh(self) -> None:
        if not self.desk.running:
            return
        self.ids.tabs.chosen = "dice" if self._part == "pictures" else self._part
        self.ids.tabs.show(self.app)
        heading, body = {"chart": chart, "rounds": rounds, "dice": self._dice, "pictures": self._pictures}[self._part](
            self.desk
        )
        self.ids.heading.text = text.signs(text.plain(heading))
        self.ids.body.clear_widgets()
        self.ids.body.add_widget(body)

    def _dice(self, desk: "Desk") -> tuple[str, Widget]:
        from companion.table import evening

        heading, table = dice(desk)
        shown = BoxLayout(orientation="vertical", spacing=mm(2))
        shown.add_widget(table)
        kept = [each for each in evening.pictures(desk.session) if self._path(each.evidence)]
        target = Target(key="pictures", words="pictures of the throws", tone="quiet", height_mm=2.8)
        target.small = count(len(kept), "picture is kept", "pictures are kept") if kept else "none was kept"
        target.size_hint_y, target.height, target.grey = None, mm(10), not kept
        target.tap = lambda: self.app.go("ending", part="pictures")
        target.why = lambda: self.app.say("Pictures are kept of throws that the camera read; there is none.")
        shown.add_widget(target)
        return heading, shown

    def _pictures(self, desk: "Desk") -> tuple[str, Widget]:
        from companion.table import evening

        kept = [(each, path) for each in evening.pictures(desk.session) if (path := self._path(each.evidence))]
        if self._pages is None:
            self._pages = Pages()
        self._pages.fill([partial(_picture, each, path) for each, path in reversed(kept)], 2)
        return f"Pictures of throws: {len(kept)}, the latest first", self._pages

    def _path(self, evidence: str) -> Any:
        from companion.table.evidence import Evidence

        return Evidence(self.app.wishes.data).path(evidence)

    def away(self) -> None:
        if self._part == "pictures":
            self.app.go("ending", part="dice")
        else:
            self.app.go("score")


def chart(desk: "Desk") -> tuple[str, Widget]:
    """The points as bars; where a box has none, what is shown of it round by round, as it is now."""
    sheet = desk.session.score()
    if not sheet.points:
        return _measured(desk)
    mine = {each.seat: each for each in sheet.seats}
    shown = BarChart(
        [
            Bar(
                seat,
                desk.person(seat),
                tuple((line.source, line.low) for line in mine[seat].lines if line.low),
                mine[seat].high - mine[seat].low,
                spread(mine[seat].low, mine[seat].high),
                mine[seat].place == 1,
            )
            for seat in desk.state.seats
            if seat in mine
        ]
    )
    unsure = any(each.low != each.high for each in sheet.seats)
    return "Points by source" + (": dashed is what may still turn up" if unsure else ""), shown


def _measured(desk: "Desk") -> tuple[str, Widget]:
    title, measure = desk.box.course
    assert measure is not None
    now = measure(desk.state)
    most = max(now.values())
    shown = BarChart(
        [
            Bar(seat, desk.person(seat), ((title, now[seat]),), 0, str(now[seat]), now[seat] == most)
            for seat in desk.state.seats
        ]
    )
    return f"{title} now", shown


def rounds(desk: "Desk") -> tuple[str, Widget]:
    """What each seat had when a round ended."""
    from companion.table import evening

    title, measure = desk.box.course
    told = evening.rounds(desk.session, measure or evening.points)
    shown = RoundGraph(
        [
            Course(
                seat,
                desk.person(seat),
                tuple((each.round, each.totals[seat]) for each in told if seat in each.totals),
            )
            for seat in desk.state.seats
        ]
    )
    hidden = "" if desk.session.over else ", what is sure of them"
    return f"{title} at the end of each round{hidden}", shown


def dice(desk: "Desk") -> tuple[str, Widget]:
    """Faces thrown, by who threw them."""
    from companion.table import evening

    thrown = [each for each in evening.dice(desk.session) if each.throws or each.party in desk.state.seats]
    faces = sorted({face for each in thrown for face in each.faces}) or [str(pips) for pips in range(1, 7)]
    if all(face.isdigit() for face in faces):
        faces = [str(pips) for pips in range(1, 7)]
    averages = all(face.isdigit() for face in faces)
    heads = ["", "throws", "dice", *faces, *(["average"] if averages else []), "told"]
    table = GridLayout(cols=len(heads), spacing=mm(1))
    widths = [1.2, 0.9, 0.8, *([0.7] * len(faces)), *([1.1] if averages else []), 1.8]
    for head, wide in zip(heads, widths, strict=True):
        letters = text.Words(text=text.plain(head), height_mm=2.4, halign="center", color=theme.DIM, bold=True)
        letters.size_hint, letters.height = (wide, None), mm(6)
        table.add_widget(letters)
    for each in thrown:
        for words, wide in zip(_figures(desk, each, faces, averages), widths, strict=True):
            table.add_widget(
                words if not isinstance(words, str) else text.Words(text=words, height_mm=2.8, halign="center")
            )
            table.children[0].size_hint_x = wide
    total = sum(each.dice for each in thrown)
    return f"Dice: {count(total, 'die', 'dice')} in {count(sum(each.throws for each in thrown), 'throw')}", table


def _figures(desk: "Desk", thrown: "Dice", faces: list[str], averages: bool) -> list[Any]:
    """A row of the table of dice."""
    if thrown.party in desk.state.seats:
        cell = BoxLayout(padding=mm(0.8))
        cell.add_widget(Badge(seat=thrown.party, person=desk.person(thrown.party)))
        who: Any = cell
    else:
        who = spoken(thrown.party)
    told = ", ".join(f"{many} {TOLD.get(by, by)}" for by, many in thrown.told.items())
    row = [who, str(thrown.throws), str(thrown.dice), *(str(thrown.faces.get(face, 0)) for face in faces)]
    if averages:
        row.append("–" if thrown.average is None else f"{thrown.average:.2f}")
    return [*row, told or "–"]


def _picture(picture: Any, path: Any) -> Widget:
    from kivy.uix.image import Image

    row = BoxLayout(spacing=mm(3))
    row.add_widget(Image(source=str(path), fit_mode="contain", size_hint_x=0.55))
    said = f"[b]{text.plain(picture.line)}[/b]" + ("\nundone; it stays as evidence" if picture.undone else "")
    row.add_widget(text.Words(text=text.signs(said), height_mm=2.8))
    return row
