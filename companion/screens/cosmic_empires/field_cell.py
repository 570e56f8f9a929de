"""One field of the board, drawn by us: its kind's outline, the stones' ring, owner, ships, and who looked at it."""

from math import cos, pi, sin
from typing import Any, Final

from kivy.core.text import Label as Letters
from kivy.graphics import Color, Ellipse, Line, Rectangle, RoundedRectangle
from kivy.properties import BooleanProperty, ObjectProperty

from companion.screens import theme
from companion.screens.cosmic_empires.grid import FieldLook, fleet_words
from companion.screens.theme import mm
from companion.screens.widgets.badge import draw_sign
from companion.screens.widgets.target import Target

TINTS: Final[dict[str, theme.Colour]] = {
    "planet": (0.10, 0.35, 0.65, 1.0),
    "station": (0.40, 0.40, 0.55, 1.0),
    "pirates": (0.80, 0.15, 0.10, 1.0),
    "wormhole": (0.40, 0.20, 0.80, 1.0),
}
"""What each kind of field takes from the panel's colour towards its own, by `TINGE`."""
TINGE: Final = 0.18
PASSAGE: Final = (0.72, 0.58, 0.95, 1.0)
"""The passage markers' violet, which no seat has."""

_letters: dict[tuple[str, int, bool], Any] = {}


def fill(shape: str) -> theme.Colour:
    """The ground of a field of that kind."""
    ground = theme.GROUND if shape == "open" else theme.PANEL
    return theme.mix(ground, TINTS.get(shape, ground), TINGE)


def letters(words: str, pixels: int, bold: bool = True) -> Any:
    """The texture of a few letters, made once."""
    key = (words, pixels, bold)
    if key not in _letters:
        if len(_letters) > 400:
            _letters.clear()
        label = Letters(text=words, font_size=pixels, bold=bold)
        label.refresh()
        _letters[key] = label.texture
    return _letters[key]


def draw_words(words: str, middle: tuple[float, float], pixels: int, colour: theme.Colour) -> None:
    """Letters in the middle of a place, on the canvas that is open."""
    texture = letters(words, max(8, pixels))
    Color(*colour)
    wide, tall = texture.size
    Rectangle(texture=texture, pos=(middle[0] - wide / 2, middle[1] - tall / 2), size=(wide, tall))


class FieldCell(Target):
    """A field as a target. `look` is what lies there; `lit` says that it may be touched for what is asked."""

    look = ObjectProperty(FieldLook(""))
    lit = BooleanProperty(False)

    def __init__(self, **keywords: Any) -> None:
        super().__init__(size_hint=(None, None), height_mm=2.6, padding=(0, 0), **keywords)
        for name in ("look", "lit", "chosen", "pos", "size"):
            self.fbind(name, self._painting)
        self.fbind("look", self._changed)

    def _paint(self, *_: Any) -> None:
        look: FieldLook = self.look
        self.words = look.sign or look.space
        self.fill = fill(look.shape)
        self.ink = theme.TEXT if look.sign else theme.GREYED
        super()._paint()
        if self.lit and not self.chosen:
            self._edge.rgba, self._rim.width = theme.GOOD, 2.0
        elif not self.chosen:
            self._edge.rgba, self._rim.width = theme.EDGE_GREY, 1.0
        self.canvas.after.clear()
        with self.canvas.after:
            self._draw(look)

    def _draw(self, look: FieldLook) -> None:
        side = min(self.width, self.height)
        middle = (self.x + self.width / 2, self.y + self.height / 2)
        if look.ring:
            self._ring(look.ring, middle, side * 0.37)
        elif look.shape == "station":
            Color(*theme.EDGE)
            half = side * 0.26
            Line(rectangle=(middle[0] - half, middle[1] - half, 2 * half, 2 * half), width=1.3)
        elif look.shape == "wormhole":
            Color(*PASSAGE)
            for radius in (0.28, 0.36):
                Line(circle=(*middle, side * radius), width=1.3)
        if look.owner:
            Color(*theme.SEATS[look.owner])
            edge = mm(0.55)
            Line(
                rounded_rectangle=(self.x + edge, self.y + edge, self.width - 2 * edge, self.height - 2 * edge, mm(1)),
                width=mm(0.3),
            )
            # The sign lies on a dark ground, apart from the frame of its own colour.
            sign = side * 0.3
            left, foot = self.x + mm(0.9), self.top - mm(0.9) - sign
            Color(*theme.GROUND)
            Ellipse(pos=(left - mm(0.4), foot - mm(0.4)), size=(sign + mm(0.8), sign + mm(0.8)))
            draw_sign(self.canvas.after, look.owner, left, foot, sign)
        chips = [(look.strength, theme.STOP_EDGE, theme.ink_on(theme.STOP_EDGE))] if look.strength else []
        chips += [(fleet_words(*of), theme.SEATS[seat], theme.SEAT_INK[seat]) for seat, *of in look.fleets]
        for place, (words, fill, ink) in enumerate(chips):
            self._chip(words, fill, ink, self.top - mm(0.6) - (place + 1) * side * 0.32, side)
        if look.sign:
            corner = (self.right - mm(2), self.y + mm(1.7))
            draw_words(look.space, corner, int(theme.letters(1.5)), theme.DIM)
        if look.passage:
            Color(*PASSAGE)
            radius = side * 0.13
            Line(circle=(self.x + mm(0.8) + radius, self.y + mm(0.8) + radius, radius), width=1.8)
        for place, seat in enumerate(look.looked):
            dot = side * 0.2
            draw_sign(self.canvas.after, seat, self.x + mm(0.7) + place * (dot + mm(0.3)), self.y + mm(0.7), dot)

    def _ring(self, stones: tuple[str, ...], middle: tuple[float, float], radius: float) -> None:
        """The stones of a planet, one arc each, the empty places grey."""
        step = 2 * pi / len(stones)
        for place, colour in enumerate(stones):
            first, last = place * step + 0.07, (place + 1) * step - 0.07
            points = []
            for part in range(7):
                angle = first + (last - first) * part / 6
                points += [middle[0] + radius * sin(angle), middle[1] + radius * cos(angle)]
            Color(*(theme.SEATS[colour] if colour else theme.EDGE))
            Line(points=points, width=mm(0.45), cap="none")

    def _chip(self, words: str, fill: theme.Colour, ink: theme.Colour, foot: float, side: float) -> None:
        """A fleet's sign at the right edge, from `foot` up."""
        tall = side * 0.3
        pixels = int(tall * 0.95)
        wide = max(tall, letters(words, pixels).size[0] + mm(0.8))
        left = self.right - mm(0.6) - wide
        Color(*fill)
        RoundedRectangle(pos=(left, foot), size=(wide, tall), radius=[mm(0.6)])
        draw_words(words, (left + wide / 2, foot + tall / 2), pixels, ink)


def draw_home(canvas: Any, seat: str, ships: int, left: float, foot: float, side: float) -> None:
    """A starting field beside the board, with the ships that are there; a free one is a ring."""
    if not seat:
        Color(*theme.EDGE)
        Line(circle=(left + side / 2, foot + side / 2, side * 0.4), width=1.2)
        return
    draw_sign(canvas, seat, left, foot, side)
    if ships:
        draw_words(str(ships), (left + side / 2, foot + side * 0.42), int(side * 0.62), theme.SEAT_INK[seat])
