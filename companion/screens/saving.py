"""Saving a game: score, chart, rounds and dice as pictures and as CSV, and its record, in a folder or on a stick."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout

from companion.screens import ending, service, stick, theme
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.score_table import ScoreTable
from companion.screens.widgets.sheet import choose

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp

FRAMES: Final = 4
"""Frames until words have found their size."""


def offer(app: "CompanionApp") -> None:
    """Ask where to."""
    from companion.table import export

    assert app.desk is not None
    home = app.wishes.data / export.FOLDER
    places: list[tuple[str, str, Callable[[], object]]] = [
        (f"stick {place.name}", str(place), partial(_save, app, place)) for place in export.sticks()
    ]
    if service.may_use_stick():
        places.append(("USB stick", "plug it in first", lambda: _save(app, None)))
    places.append(("this machine", str(home), lambda: _save(app, home)))
    what = "the whole of it" if app.desk.session.over else "what lies open of it"
    app.open_sheet(choose(f"Save {what}, with pictures and tables: where to?", places, 1))


def _save(app: "CompanionApp", place: Path | None) -> None:
    """Into the data folder first, then to `place`; None is the stick that only the service may write."""
    from companion.table import evening, export
    from companion.table.evidence import Evidence

    assert app.desk is not None
    desk = app.desk
    folder = app.wishes.data / export.FOLDER / export.named(desk.session)
    sheets = {name: _sheet(app, name) for name in ("score", "chart", "rounds", "dice")}
    app.say("The pictures are being drawn …")
    assert desk.thread is not None
    measure = desk.box.course[1] or evening.points
    kept, session = Evidence(app.wishes.data), desk.session

    def write() -> None:
        throws = [path for each in evening.pictures(session) if (path := kept.path(each.evidence)) is not None]
        export.write(folder, export.texts(session, measure), throws)

    written = desk.thread.call(write)

    def draw(left: int) -> None:
        if left:
            Clock.schedule_once(lambda _: draw(left - 1), 0)
            return
        try:
            for name, sheet in sheets.items():
                sheet.export_to_png(str(folder / f"{name}.png"))
            complete = all((folder / f"{name}.png").stat().st_size for name in sheets)
        except OSError:
            complete = False
        if complete:
            _bring(app, folder, place)
        else:
            app.fail(f"The pictures cannot be written into {folder}: free some space.")

    desk.follow(written, lambda _: draw(FRAMES))


def _bring(app: "CompanionApp", folder: Path, place: Path | None) -> None:
    from companion.table import export

    assert app.desk is not None
    assert app.desk.thread is not None
    if place is None:
        app.open_sheet(stick.Waiting("export"))
    elif place == folder.parent:
        app.say(f"Saved in {folder}.", 6)
    else:
        app.say(f"It is being copied to {place} …", 6)
        copied = app.desk.thread.call(lambda: export.copy(folder, place))
        app.desk.follow(copied, lambda there: app.say(f"Saved in {there}: the stick can be pulled out.", 6))


def _sheet(app: "CompanionApp", name: str) -> BoxLayout:
    """One page, laid out beside the window and never shown in it."""
    assert app.desk is not None
    desk = app.desk
    if name == "score":
        heading, body = "The score", ScoreTable()
        body.show(desk.session.score(), desk.state.seats, desk.person)
    else:
        heading, body = {"chart": ending.chart, "rounds": ending.rounds, "dice": ending.dice}[name](desk)
    sheet = BoxLayout(orientation="vertical", padding=mm(3), spacing=mm(2), size=Window.size, size_hint=(None, None))
    with sheet.canvas.before:
        Color(*theme.GROUND)
        Rectangle(size=Window.size)
    title = text.Words(text=text.signs(text.plain(heading)), bold=True, height_mm=3.6, size_hint_y=None, height=mm(9))
    sheet.add_widget(title)
    sheet.add_widget(body)
    people = " · ".join(desk.called(seat) for seat in desk.state.seats)
    below: Any = text.Words(text=text.plain(f"{desk.game.title}: {people}"), height_mm=2.2, size_hint_y=None)
    below.height, below.color = mm(5), theme.DIM
    sheet.add_widget(below)
    return sheet
