"""A seat's sign: colour, shape and initial, since colour never carries meaning alone."""

from typing import Any, Final

from kivy.graphics import Color, Line, Mesh
from kivy.properties import BooleanProperty, StringProperty

from companion.screens import theme
from companion.screens.widgets import text
from companion.screens.widgets.shapes import SHAPES

INITIALS: Final = {"red": "R", "blue": "Bu", "green": "G", "yellow": "Y", "white": "W", "black": "Bk"}


def initial(seat: str, name: str = "") -> str:
    """The letter on a badge: of the person if named, else of the colour (blue and black need two)."""
    return name.strip()[:1].upper() or INITIALS.get(seat, seat[:1].upper())


def draw_sign(canvas: Any, seat: str, left: float, foot: float, side: float, faint: bool = False) -> None:
    """Draw a seat's shape in its colour, without its letter, into a square of the canvas."""
    points = SHAPES.get(seat)
    if points is None:
        return
    placed = [(left + x * side, foot + y * side) for x, y in points]
    vertices: list[float] = []
    for x, y in ((left + side / 2, foot + side / 2), *placed, placed[0]):
        vertices += [x, y, 0, 0]
    with canvas:
        Color(*theme.SEATS.get(seat, theme.TARGET)[:3], 0.45 if faint else 1)
        Mesh(vertices=vertices, indices=list(range(len(vertices) // 4)), mode="triangle_fan")
        Color(*theme.SEAT_EDGES.get(seat, theme.SEATS.get(seat, theme.EDGE)))
        Line(points=[value for point in placed for value in point], close=True, width=1.3)


class Badge(text.Words):
    """A seat's sign, as large as its place allows. `seat` is its colour, `person` who sits there (or "")."""

    seat = StringProperty("")
    person = StringProperty("")
    faint = BooleanProperty(False)

    def __init__(self, **keywords: Any) -> None:
        keywords.setdefault("halign", "center")
        super().__init__(wrap=False, bold=True, **keywords)
        self._drawn: list[Any] = []
        for name in ("pos", "size", "seat", "person", "faint"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        self.text = initial(self.seat, self.person) if self.seat else ""
        if self.seat not in SHAPES:
            return
        side = min(self.size)
        # Not center_x: Kivy works that out after those who watch the size have been told.
        middle_x, middle_y = self.x + self.width / 2, self.y + self.height / 2
        left, foot = middle_x - side / 2, middle_y - side / 2
        self.height_mm = side / theme.mm(1) * (0.30 if self.seat in ("red", "yellow") else 0.38)
        self.color = theme.SEAT_INK.get(self.seat, theme.TEXT)
        # The triangle's letter sits low, where there is room.
        self.padding = (0, side * 0.22, 0, 0) if self.seat == "red" else (0, 0, 0, 0)
        draw_sign(self.canvas.before, self.seat, left, foot, side, self.faint)
