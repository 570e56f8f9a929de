"""Drawn figures of an evening: points by source as bars, and what each seat had round by round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, Line, Rectangle
from kivy.uix.floatlayout import FloatLayout

from companion.screens import theme
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge, draw_sign
from companion.screens.words import minus, spoken

STEPS = (1, 2, 5, 10, 20, 50, 100)
"""Distances of the lines across a graph."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A seat's bar: its parts as (source, points), what more it might be, and how its total is written."""

    seat: str
    person: str
    parts: tuple[tuple[str, int], ...]
    unsure: int
    total: str
    first: bool


class Drawn(FloatLayout):
    """What is drawn anew whenever its place changes; words are widgets, so that they fit and can be measured."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.bind(pos=self._again, size=self._again)

    def _again(self, *_: Any) -> None:
        self.canvas.before.clear()
        self.clear_widgets()
        if self.width > mm(20) and self.height > mm(10):
            self.draw()

    def draw(self) -> None:
        """Draw it into its place."""
        raise NotImplementedError

    def say(
        self, words: str, left: float, foot: float, wide: float, tall: float, letters: float, **keywords: Any
    ) -> None:
        """Words at a place."""
        keywords.setdefault("color", theme.TEXT)
        self.add_widget(
            text.Words(
                text=text.signs(text.plain(words)),
                height_mm=letters,
                size_hint=(None, None),
                pos=(left, foot),
                size=(wide, tall),
                **keywords,
            )
        )

    def badge(self, seat: str, person: str, left: float, foot: float, side: float) -> None:
        """A seat's sign at a place."""
        self.add_widget(Badge(seat=seat, person=person, size_hint=(None, None), pos=(left, foot), size=(side, side)))


class BarChart(Drawn):
    """A bar for each seat, its parts in the order of the legend; what may still come is only outlined."""

    def __init__(self, bars: Sequence[Bar], **keywords: Any) -> None:
        self._bars = bars
        super().__init__(**keywords)

    def draw(self) -> None:
        sources = list(dict.fromkeys(source for bar in self._bars for source, points in bar.parts if points > 0))
        colours = {source: theme.PARTS[place % len(theme.PARTS)] for place, source in enumerate(sources)}
        across = max(1, min(len(sources), int(self.width // mm(34))))
        foot = self.y + -(-len(sources) // across) * mm(5)
        self._legend(sources, colours, across, foot)
        most = max([sum(max(points, 0) for _, points in bar.parts) + bar.unsure for bar in self._bars] or [1])
        tall = min((self.top - foot) / max(len(self._bars), 1), mm(16))
        side, room = min(tall * 0.86, mm(10)), self.width - mm(30)
        for place, bar in enumerate(self._bars):
            low = self.top - (place + 1) * tall
            self.badge(bar.seat, bar.person, self.x, low + (tall - side) / 2, side)
            lost = ", ".join(f"−{-points} {spoken(source)}" for source, points in bar.parts if points < 0)
            # What was lost has no bar: it stands below the total.
            foot_of_total, letters = (low + tall * 0.36 if lost else low), 4 if bar.first else 3.2
            column, high = self.right - mm(17), low + tall - foot_of_total
            self.say(bar.total, column, foot_of_total, mm(17), high, letters, halign="right")
            if lost:
                self.say(lost, column, low, mm(17), tall * 0.36, 2.2, halign="right", color=theme.WARN)
            self._bar(bar, colours, (self.x + mm(12), low + tall * 0.12), (room / max(most, 1), tall * 0.76))

    def _bar(
        self, bar: Bar, colours: Mapping[str, theme.Colour], at: tuple[float, float], size: tuple[float, float]
    ) -> None:
        left, foot = at
        unit, tall = size
        for source, points in bar.parts:
            if points <= 0:
                continue
            with self.canvas.before:
                Color(*colours[source])
                Rectangle(pos=(left, foot), size=(max(points * unit - 1, 1), tall))
            if points * unit > mm(4):
                words = str(points)
                self.say(words, left, foot, points * unit - 1, tall, 2.6, halign="center", color=theme.PART_INK)
            left += points * unit
        if bar.unsure:
            with self.canvas.before:
                Color(*theme.EDGE)
                Line(rectangle=(left, foot, bar.unsure * unit, tall), width=1.1, dash_offset=3, dash_length=4)

    def _legend(self, sources: Sequence[str], colours: Mapping[str, theme.Colour], across: int, top: float) -> None:
        wide = self.width / across
        for place, source in enumerate(sources):
            left, foot = self.x + place % across * wide, top - (place // across + 1) * mm(5)
            with self.canvas.before:
                Color(*colours[source])
                Rectangle(pos=(left, foot + mm(0.8)), size=(mm(3.2), mm(3.2)))
            self.say(spoken(source), left + mm(4.4), foot, wide - mm(6), mm(4.8), 2.3, color=theme.DIM)


@dataclass(frozen=True, slots=True)
class Course:
    """What a seat had round by round, as (round, figure)."""

    seat: str
    person: str
    figures: tuple[tuple[int, int], ...]


class RoundGraph(Drawn):
    """A line for each seat; its sign stands at every round, its letter and last figure at the end."""

    def __init__(self, courses: Sequence[Course], **keywords: Any) -> None:
        self._courses = courses
        super().__init__(**keywords)

    def draw(self) -> None:
        rounds = sorted({number for course in self._courses for number, _ in course.figures})
        figures = [figure for course in self._courses for _, figure in course.figures]
        if not rounds:
            return
        low, high = min(0, *figures), max(1, *figures)
        left, right = self.x + mm(10), self.right - mm(24)
        foot, top = self.y + mm(7), self.top - mm(4)
        span = max(len(rounds) - 1, 1)

        def at(number: int, figure: int) -> tuple[float, float]:
            across = left + (right - left) * rounds.index(number) / span
            return across, foot + (top - foot) * (figure - low) / (high - low)

        step = next((each for each in STEPS if (high - low) / each <= 6), STEPS[-1])
        for figure in range(-(-low // step) * step, high + 1, step):
            height = at(rounds[0], figure)[1]
            with self.canvas.before:
                Color(*theme.EDGE_GREY)
                Line(points=[left, height, right, height], width=1)
            self.say(minus(figure), self.x, height - mm(2), mm(8), mm(4), 2.2, halign="right", color=theme.DIM)
        every = max(1, -(-len(rounds) // int(max((right - left) // mm(9), 1))))
        for number in rounds[::every]:
            self.say(
                str(number), at(number, low)[0] - mm(4), self.y, mm(8), mm(4.2), 2.2, halign="center", color=theme.DIM
            )
        for course in self._courses:
            self._line(course, [at(*each) for each in course.figures])
        self._ends(at, right)

    def _line(self, course: Course, points: list[tuple[float, float]]) -> None:
        with self.canvas.before:
            Color(*theme.SEAT_EDGES.get(course.seat, theme.SEATS.get(course.seat, theme.TEXT)))
            if len(points) > 1:
                Line(points=[value for point in points for value in point], width=1.6)
        side = mm(3)
        # So many rounds that signs would lie one over another: every few of them do.
        every = -(-len(points) // 18) if points else 1
        for across, height in points[::every]:
            draw_sign(self.canvas.before, course.seat, across - side / 2, height - side / 2, side)

    def _ends(self, at: Any, right: float) -> None:
        """The seats at the right, as high as their lines end, but none over another."""
        tall = min(mm(9), (self.top - self.y) / max(len(self._courses), 1))
        ends = sorted((each for each in self._courses if each.figures), key=lambda each: each.figures[-1][1])
        below = self.y - tall
        spots: list[float] = []
        for course in ends:
            below = max(at(*course.figures[-1])[1] - tall / 2, below + tall)
            spots.append(below)
        over = max((spots[-1] if spots else 0) + tall - self.top, 0)
        for place in range(len(spots) - 1, -1, -1):
            ceiling = self.top - tall if place == len(spots) - 1 else spots[place + 1] - tall
            spots[place] = min(spots[place], ceiling) if over else spots[place]
        side = min(tall * 0.9, mm(8))
        for spot, course in zip(spots, ends, strict=True):
            self.badge(course.seat, course.person, right + mm(4), spot + (tall - side) / 2, side)
            self.say(minus(course.figures[-1][1]), right + mm(13), spot, mm(11), tall, 3.4, halign="left")
