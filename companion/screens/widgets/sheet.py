"""What lies over a screen for a moment: a question, a reason, a number to set. One answer and it is gone."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.contract import Verdict, printed
from companion.screens import theme
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target
from companion.screens.words import minus

MOST: Final = 25
WIDE: Final = 5
"""Answers on one page of a grid that is turned, and its columns."""


class Sheet(FloatLayout):
    """A panel over a veil. Touches beside the panel go nowhere; `close` takes it away."""

    def __init__(self, wide: float = 0.86, tall: float = 0.9, **keywords: Any) -> None:
        super().__init__(**keywords)
        with self.canvas.before:
            Color(*theme.VEIL)
            self._veil = Rectangle()
        self.panel = Panel(
            orientation="vertical",
            size_hint=(wide, tall),
            pos_hint={"center_x": 0.5, "center_y": 0.5},
            padding=mm(3),
            spacing=mm(2.2),
        )
        self.add_widget(self.panel)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        self._veil.pos, self._veil.size = self.pos, self.size

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        super().on_touch_up(touch)
        return True

    def close(self) -> None:
        """Take the sheet away."""
        if self.parent is not None:
            self.parent.remove_widget(self)


class Panel(BoxLayout):
    """A box on a panel-coloured ground."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        with self.canvas.before:
            Color(*theme.PANEL)
            self._body = RoundedRectangle(radius=[mm(2)])
            Color(*theme.EDGE_GREY)
            self._rim = Line(width=1.1)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        self._body.pos, self._body.size = self.pos, self.size
        self._rim.rounded_rectangle = (*self.pos, *self.size, mm(2))


def title(words: str, height: float = 8.0, letters: float = 3.2) -> text.Words:
    """A sheet's heading."""
    return text.Words(
        text=f"[b]{text.signs(text.plain(words))}[/b]", height_mm=letters, size_hint_y=None, height=mm(height)
    )


def buttons(*targets: Widget, height: float = 11.0) -> BoxLayout:
    """A row of targets at the foot of a sheet."""
    row = BoxLayout(size_hint_y=None, height=mm(height), spacing=mm(2.2))
    for target in targets:
        row.add_widget(target)
    return row


def why_not(
    what: str,
    verdict: Verdict,
    nearest: Sequence[tuple[str, Callable[[], object]]],
    record_anyway: Callable[[], object] | None,
    look_up: Callable[..., object] | None = None,
) -> Sheet:
    """Why something is not allowed: every reason with its page, what is allowed instead, and the table's last word.

    `nearest` are what is allowed now, with what a tap on each does; `look_up(page=...)` leads to the rules of a page.
    """
    sheet = Sheet()
    sheet.panel.add_widget(title(f"{what}: not allowed"))
    lines = BoxLayout(orientation="vertical", spacing=mm(0.5))
    found: list[tuple[str, str]] = [(reason.text, reason.page) for reason in verdict.reasons]
    found += [(missing.text, "not told") for missing in verdict.missing]
    for said, page in found[:5]:
        row = BoxLayout(spacing=mm(2))
        row.add_widget(text.Words(text="• " + text.signs(text.plain(said)), height_mm=2.5))
        where = text.Words(
            text=text.plain(printed(page)), height_mm=2.0, halign="right", size_hint_x=None, width=mm(19)
        )
        where.color = theme.DIM
        row.add_widget(where)
        lines.add_widget(row)
    sheet.panel.add_widget(lines)
    if nearest:
        label = text.Words(text="Allowed now:", height_mm=2.1, size_hint_y=None, height=mm(4), color=theme.DIM)
        sheet.panel.add_widget(label)
        row = GridLayout(cols=min(len(nearest), 4), size_hint_y=None, height=mm(11), spacing=mm(2.2))
        for place, (words, tap) in enumerate(nearest[:4]):
            row.add_widget(Target(key=f"nearest:{place}", words=words, height_mm=2.3, tap=_closing(sheet, tap)))
        sheet.panel.add_widget(row)
    answers: list[Widget] = []
    if record_anyway is not None:
        answers.append(
            Target(
                key="record anyway",
                words="record anyway",
                small="it is what lies on the table",
                tone="stop",
                tap=_closing(sheet, record_anyway),
            )
        )
    page = next((reason.page for reason in verdict.reasons if reason.page), "")
    if look_up is not None and page:
        rule = Target(key="rule", words="the rule", small=text.plain(printed(page)), tone="quiet")
        rule.tap = _closing(sheet, lambda: look_up(page=page))
        answers.append(rule)
    answers.append(Target(key="ok", words="ok", tone="go", tap=sheet.close))
    sheet.panel.add_widget(buttons(*answers))
    return sheet


def ask(
    question: str, detail: str, answers: Sequence[tuple[str, str, Callable[[], object] | None]], tall: float = 0.6
) -> Sheet:
    """A question with up to four answers: (words, tone, what a tap does). As `tall` as `choose`, its answers lie below
    all of that one's."""
    sheet = Sheet(0.8, tall)
    sheet.panel.add_widget(title(question, 10))
    sheet.panel.add_widget(text.Words(text=text.signs(text.plain(detail)), height_mm=2.6))
    row = buttons(
        *(
            Target(key=words, words=words, tone=tone, tap=_closing(sheet, tap or _nothing))
            for words, tone, tap in answers
        )
    )
    sheet.panel.add_widget(row)
    return sheet


def choose(
    question: str,
    answers: Sequence[tuple[str, str, Callable[[], object]]],
    columns: int = 3,
    grey: Collection[str] = (),
) -> Sheet:
    """A grid of answers: (words, small words, what a tap does), with a way out. A tap on a `grey` one explains it. More
    than a sheet holds are turned page by page."""
    sheet = Sheet(0.94, 0.94)
    sheet.panel.add_widget(title(question))
    many = len(answers) > MOST
    columns = WIDE if many else columns
    grid = GridLayout(cols=columns, spacing=mm(2.2))
    sheet.panel.add_widget(grid)
    close = Target(key="close", words="close", tone="quiet", tap=sheet.close)
    more = Target(key="more", words="more ▸", tone="quiet")
    pages = [answers[at : at + MOST] for at in range(0, len(answers), MOST)] or [answers]
    turned = 0

    def fill() -> None:
        grid.clear_widgets()
        for words, small, tap in pages[turned]:
            then = _closing(sheet, tap)
            grid.add_widget(Target(key=words, words=words, small=small, grey=words in grey, tap=then, why=then))
        for _ in range(MOST - len(pages[turned]) if many else 0):
            grid.add_widget(Widget())
        more.small = f"page {turned + 1} of {len(pages)}"

    def turn() -> None:
        nonlocal turned
        turned = (turned + 1) % len(pages)
        fill()

    more.tap = turn
    fill()
    sheet.panel.add_widget(buttons(close, more) if many else buttons(close))
    return sheet


def number(what: str, value: int, least: int, most: int, done: Callable[[int], object], note: str = "") -> Sheet:
    """A number to put right: minus, plus, or digits. `done` is called with what was set."""
    return NumberSheet(what, value, least, most, done, note)


class NumberSheet(Sheet):
    """The number pad."""

    def __init__(self, what: str, value: int, least: int, most: int, done: Callable[[int], object], note: str) -> None:
        super().__init__(0.8, 0.96)
        self._least, self._most, self._done = least, most, done
        self._was, self._typed = value, ""
        self.value = value
        self.panel.add_widget(title(what))
        body = BoxLayout(spacing=mm(4))
        left = BoxLayout(orientation="vertical", spacing=mm(2.2))
        self._figure = text.Words(height_mm=9, halign="center", bold=True)
        left.add_widget(self._figure)
        self._note = text.Words(text=text.plain(note), height_mm=2.1, halign="center", size_hint_y=None, height=mm(9))
        self._note.color = theme.DIM
        left.add_widget(self._note)
        left.add_widget(
            buttons(
                Target(key="minus", words="−", height_mm=5, tap=lambda: self._step(-1)),
                Target(key="plus", words="+", height_mm=5, tap=lambda: self._step(1)),
                height=15,
            )
        )
        body.add_widget(left)
        pad = GridLayout(cols=3, spacing=mm(2.2))
        for digit in "123456789":
            pad.add_widget(Target(key=f"digit:{digit}", words=digit, height_mm=4, tap=self._typing(digit)))
        if least < 0:
            pad.add_widget(Target(key="sign", words="±", height_mm=4, tap=lambda: self._show(-self.value)))
        else:
            pad.add_widget(Target(key="clear", words="C", tone="quiet", height_mm=4, tap=self._clear))
        pad.add_widget(Target(key="digit:0", words="0", height_mm=4, tap=self._typing("0")))
        pad.add_widget(Target(key="back", words="←", tone="quiet", height_mm=4, tap=self._back))
        body.add_widget(pad)
        self.panel.add_widget(body)
        self.panel.add_widget(
            buttons(
                Target(key="cancel", words="leave it", tone="quiet", tap=self.close),
                Target(key="set", words="set", tone="go", tap=self._set),
            )
        )
        self._show(value)

    def _typing(self, digit: str) -> Callable[[], None]:
        def typed() -> None:
            if int(self._typed + digit) > max(self._most, 9):
                return  # no such number: what stands there stays, rather than another one beginning
            self._typed = (self._typed + digit).lstrip("0")
            self._show(int(self._typed or 0))

        return typed

    def _back(self) -> None:
        self._typed = (self._typed or str(abs(self.value)))[:-1]
        self._show(int(self._typed or 0))

    def _clear(self) -> None:
        self._typed = ""
        self._show(0)

    def _step(self, by: int) -> None:
        self._typed = ""
        self._show(self.value + by)

    def _show(self, value: int) -> None:
        self.value = min(max(value, self._least), self._most)
        if self.value != value:
            self._typed = ""
        self._figure.text = minus(self.value)
        self._figure.color = theme.TEXT if self.value == self._was else theme.CHOSEN

    def _set(self) -> None:
        self.close()
        if self.value != self._was:
            self._done(self.value)


def _nothing() -> None:
    return None


def _closing(sheet: Sheet, then: Callable[[], object]) -> Callable[[], None]:
    def close_and_go() -> None:
        sheet.close()
        # A frame later, so that what comes next is drawn on a window without the sheet.
        Clock.schedule_once(lambda _: then(), 0)

    return close_and_go
