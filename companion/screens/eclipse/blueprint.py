"""A ship's blueprint, drawn: its squares with the parts that show, and the figures they add up to."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, RoundedRectangle
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.screens import theme
from companion.screens.eclipse import signs
from companion.screens.eclipse.part_words import FIGURES, SHORT, figure, ship_name
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target

if TYPE_CHECKING:
    from companion.rules.eclipse.blueprints import Figures


class PartTile(Target):
    """A part as its sign, with its short name below. `part` is its key, "" an empty square, "?" one not told;
    `tile`: it lies there as a tile, or would; else it is printed."""

    part = StringProperty("")
    tile = BooleanProperty(False)

    def __init__(self, **keywords: Any) -> None:
        keywords.setdefault("valign", "bottom")
        keywords.setdefault("height_mm", 1.9)
        keywords.setdefault("wrap", False)
        super().__init__(**keywords)
        self._drawing = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "part", "tile", "grey"):
            self.fbind(name, self._drawing)
        self.fbind("part", self._changed)
        self._draw()

    def _paint(self, *_: Any) -> None:
        super()._paint()
        if self.chosen:
            self._edge.rgba = signs.on_board("CHOSEN")

    def _draw(self, *_: Any) -> None:
        from companion.rules.eclipse.catalog import PARTS

        self.canvas.after.clear()
        of = PARTS.get(self.part)
        self.small = SHORT.get(self.part, "not told" if self.part == "?" else "empty")
        self.fill = [*signs.KINDS[of.kind]] if of is not None and self.tile else [*signs.PRINTED]
        self.ink = [*signs.on_board("TEXT")]
        self.tone = "plain" if self.tile else "quiet"
        if of is None or self.width < 2:
            return
        edge, below = mm(0.9), mm(3.1)
        box = (self.x + edge, self.y + below, self.width - 2 * edge, self.height - below - edge)
        signs.part(self.canvas.after, of, box, 0.4 if self.grey else 1)


class Held(Widget):
    """A part under a finger, on its way to a square."""

    def __init__(self, part: str) -> None:
        from companion.rules.eclipse.catalog import PARTS

        super().__init__(size_hint=(None, None), size=(mm(11), mm(9)))
        self._of = PARTS[part]
        self.bind(pos=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        with self.canvas:
            Color(*signs.KINDS[self._of.kind])
            RoundedRectangle(pos=self.pos, size=self.size, radius=[mm(1.5)])
        signs.part(self.canvas, self._of, (self.x + mm(1), self.y + mm(1), self.width - mm(2), self.height - mm(2)))


class Dice(Widget):
    """The dice that ships roll: cannons by colour, then missiles, each of as many as there are."""

    cannons = ListProperty([0, 0, 0])
    missiles = ListProperty([0, 0, 0])
    most_mm = NumericProperty(5)
    """The side of a die at most."""
    halign = StringProperty("center")
    dark = BooleanProperty(False)
    """They lie on a blueprint, not on the screen's own ground."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._drawing = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "cannons", "missiles"):
            self.fbind(name, self._drawing)

    def _draw(self, *_: Any) -> None:
        from companion.rules.eclipse.hits import COLOURS, DAMAGE

        self.canvas.clear()
        shown = [
            (colour, missile)
            for missile, three in ((False, self.cannons), (True, self.missiles))
            for colour, number in zip(COLOURS, three, strict=True)
            for _ in range(number)
        ]
        if self.width < 2:
            return
        if not shown:
            words = "no dice"
            middle = (self.x + self.width / 2, self.y + self.height / 2)
            ink = signs.on_board("GREYED") if self.dark else theme.GREYED
            signs.letters(self.canvas, words, middle, mm(1.9), ink, 1)
            return
        side = min(self.height * 0.82, mm(self.most_mm), self.width / (len(shown) * 1.25))
        start = self.x
        if self.halign == "center":
            start += (self.width - side * (len(shown) * 1.25 - 0.25)) / 2
        for place, (colour, missile) in enumerate(shown):
            box = (start + place * side * 1.25, self.y + (self.height - side) / 2, side)
            signs.die(self.canvas, colour, DAMAGE[colour], box, missile, 1)


class Figure(BoxLayout):
    """One figure beside the sign of what gives it; what it would become is shown beside it."""

    def __init__(self, name: str, height_mm: float) -> None:
        super().__init__(spacing=mm(0.6))
        self._name = name
        self._sign = Widget(size_hint_x=None, width=mm(height_mm + 0.6))
        self._value = text.Words(height_mm=height_mm, bold=True, wrap=False)
        self.add_widget(self._sign)
        self.add_widget(self._value)
        self._drawing = Clock.create_trigger(self._draw, -1)
        self._sign.bind(pos=self._drawing, size=self._drawing)

    def _draw(self, *_: Any) -> None:
        self._sign.canvas.clear()
        side = min(self._sign.width, self._sign.height * 0.8)
        box = (self._sign.x, self._sign.y + (self._sign.height - side) / 2, side)
        signs.of_figure(self._sign.canvas, self._name, box)

    def show(self, now: str, then: str, wrong: bool) -> None:
        """`then` is what a part that is held would make of it; `wrong`: not allowed so."""
        self._value.color = signs.on_board("BAD" if wrong else "CHOSEN" if then != now else "TEXT")
        self._value.text = now if then == now else text.signs(f"{now}→{then}")


class ShipCard(BoxLayout):
    """One ship type: name and cost, squares, dice, figures. `touched(square)` and `held(square)` answer its squares."""

    def __init__(
        self,
        ship: str,
        touched: Callable[[int], object],
        held: Callable[[int], object] | None = None,
        large: bool = False,
        **keywords: Any,
    ) -> None:
        super().__init__(orientation="vertical", padding=mm(1), spacing=mm(0.8), **keywords)
        self.ship = ship
        self.tiles: list[PartTile] = []
        self._touched, self._held, self._large = touched, held, large
        with self.canvas.before:
            Color(*signs.BOARD)
            self._body = RoundedRectangle(radius=[mm(1.5)])
            self._edge = Color(*theme.EDGE_GREY)
            self._rim = Line(width=1.1)
        self.bind(pos=self._place, size=self._place)
        top = BoxLayout(size_hint_y=None, height=mm(4.2), spacing=mm(1))
        self._name = text.Words(text=f"[b]{ship_name(ship)}[/b]", height_mm=3 if large else 2.6, wrap=False)
        self._tells = text.Words(height_mm=2.1, wrap=False, halign="right", size_hint_x=0.72)
        for words in (self._name, self._tells):
            words.color = signs.on_board("TEXT")
            top.add_widget(words)
        self.add_widget(top)
        self._grid = GridLayout(cols=3, spacing=mm(2.2))
        self.add_widget(self._grid)
        self._dice = Dice(dark=True, size_hint_y=None, height=mm(8 if large else 5.6), most_mm=7 if large else 5)
        self.add_widget(self._dice)
        self._numbers = GridLayout(cols=3, spacing=mm(0.6), size_hint_y=None, height=mm(16 if large else 12))
        self._figures = {name: Figure(name, 4.2 if large else 3.2) for name in FIGURES}
        for each in self._figures.values():
            self._numbers.add_widget(each)
        self.add_widget(self._numbers)

    def _place(self, *_: Any) -> None:
        self._body.pos, self._body.size = self.pos, self.size
        self._rim.rounded_rectangle = (*self.pos, *self.size, mm(1.5))

    def show(self, player: Any, then: "Figures | None" = None, chosen: int = 0) -> None:
        """Fill it with what lies on a seat's board; `then` is what it would become, `chosen` a square, from 1."""
        from companion.rules.eclipse.blueprints import UNTOLD, faults, not_told, ship_figures, showing, tiles_on
        from companion.rules.eclipse.catalog import SHIPS

        board = player.species.blueprint
        which = SHIPS.index(self.ship)
        raw = (player.blueprints or not_told(board))[which]
        parts = showing(board, self.ship, tiles_on(player, self.ship))
        if len(self.tiles) != len(parts):
            self._fill(len(parts))
        for place, (tile, part, lies) in enumerate(zip(self.tiles, parts, raw, strict=True), 1):
            tile.part = UNTOLD if lies == UNTOLD else part
            tile.tile = lies not in ("", UNTOLD)
            tile.chosen = place == chosen
        self._tells.text = f"×{player.ships[which]} · cost {player.species.costs[self.ship]}"
        now = ship_figures(player, self.ship)
        then = then or now
        wrong = {fault.code for fault in faults(board, self.ship, tiles_on(player, self.ship))}
        for name, each in self._figures.items():
            bad = then.energy_left < 0 if name == "energy" else name == "move" and bool(wrong & {"no_drive", "drive"})
            each.show(figure(now, name), figure(then, name), bad)
        self._dice.cannons, self._dice.missiles = [*then.cannons], [*then.missiles]
        self._edge.rgba = theme.BAD if wrong else theme.EDGE_GREY

    def _fill(self, squares: int) -> None:
        self._grid.clear_widgets()
        self.tiles = []
        for square in range(1, squares + 1):
            tile = PartTile(key=f"square:{self.ship}:{square}")
            tile.tap = tile.why = lambda square=square: self._touched(square)
            if self._held is not None:
                tile.hold = lambda square=square: self._held(square)
            self.tiles.append(tile)
            self._grid.add_widget(tile)
        # Beside each other the squares of all ships are alike; alone they are as large as there is room.
        rows = -(-squares // 3) if self._large else 3
        for _ in range(3 * rows - squares):
            self._grid.add_widget(Widget())

    def square_at(self, x: float, y: float) -> int:
        """The square at that place of the window, 0 for none."""
        return next((place for place, tile in enumerate(self.tiles, 1) if tile.collide_point(x, y)), 0)
