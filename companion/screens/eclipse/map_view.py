"""The hex map on the panel: drawn as a few meshes, moved by a finger, brought nearer by two, touched hex by hex."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import dist
from time import monotonic
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import InstructionGroup, Mesh
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.rules.eclipse.hexes import Place
from companion.screens import night
from companion.screens.eclipse import hexmap, map_drawing
from companion.screens.eclipse.hexmap import SectorLook, View
from companion.screens.eclipse.map_drawing import Detail
from companion.screens.shown import refusal, shown
from companion.screens.theme import mm
from companion.screens.widgets.inking import Drawing
from companion.screens.widgets.letters import drawing_canvas, lay, mesh, sheet
from companion.screens.widgets.target import HOLD
from companion.screens.widgets.toast import flash

THUMB: Final = 9.0
"""Millimetres of a hex that a thumb needs, and 2 between two of them: 11 from side to side."""
LEAST, ENOUGH, CLOSE, MOST = 3.2, 6.4, 10.0, 16.0
"""Millimetres to a hex's side: the smallest, from where a thumb can touch one, from where letters fit, the largest."""
SLIP: Final = 3.0
"""Millimetres that a finger may move and still have touched."""


@dataclass(frozen=True)
class Scene:
    """What the map shows. `lit` hexes may be touched, `also` ones be chosen instead, `picked` ones were; with `veiled`
    the rest is faint. `spaces` are empty ones, and whether they are lit; `steps` is the turn."""

    looks: Mapping[Place, SectorLook] = field(default_factory=dict)
    spaces: Mapping[Place, bool] = field(default_factory=dict)
    lit: frozenset[Place] = frozenset()
    also: frozenset[Place] = frozenset()
    picked: frozenset[Place] = frozenset()
    steps: int = 0
    veiled: bool = False


class MapView(Widget):
    """`touched` is called with the place of a hex that was touched, `held` with one that was pressed long."""

    touched: Callable[[Place], object] = ObjectProperty(None, allownone=True)
    held: Callable[[Place], object] = ObjectProperty(None, allownone=True)

    def __init__(self, **keywords: Any) -> None:
        self.canvas = drawing_canvas()
        super().__init__(**keywords)
        self._groups = [InstructionGroup() for _ in range(3)]
        for group in self._groups:
            self.canvas.add(group)
        self._drawn: dict[Place, tuple[tuple[SectorLook, int, Detail], Mesh]] = {}
        self._scene = Scene()
        self._view = View()
        self._fitted = True
        self._wanted: tuple[Place, ...] = ()
        self._around: Any = None
        self._fingers: dict[Any, tuple[float, float]] = {}
        self._aim: tuple[int, float, tuple[float, float]] | None = None
        self._holding: Any = None
        self._down: Place | None = None
        """The hex under the finger, which is lit at once."""
        self.changed_at = monotonic()
        self._drawing = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._placed, size=self._placed)

    # ── what is shown ──

    def show(self, scene: Scene) -> None:
        """That, from now on."""
        if scene == self._scene:
            return
        turned = scene.steps != self._scene.steps
        if _meant(scene) != _meant(self._scene):
            self.changed_at = monotonic()
        self._scene = scene
        around = self._bounds()
        if turned or (self._fitted and around != self._around):
            self._around = around
            self.fit()
        self._drawing()

    def fit(self) -> None:
        """All of the map, as large as it goes."""
        self._fitted = True
        self._wanted = ()
        self._show_all()

    def _show_all(self) -> None:
        self._take(hexmap.fitted(self._bounds(), self.width, self.height, mm(LEAST), mm(MOST * 0.75)))

    def show_near(self, places: Iterable[Place]) -> None:
        """These hexes, large enough for a thumb: the view stays as it is if they are so already."""
        self._wanted = tuple(places)
        if self._wanted and self.width > mm(20):
            near = hexmap.bounds(self._wanted, self._scene.steps)
            left, foot = self._view.pixels(near.left, near.foot)
            right, top = self._view.pixels(near.right, near.top)
            inside = left >= -1 and foot >= -1 and right <= self.width + 1 and top <= self.height + 1
            if inside and self._view.side >= mm(ENOUGH):
                return
            whole = hexmap.fitted(self._bounds(), self.width, self.height, mm(LEAST), mm(MOST * 0.75))
            if whole.side >= mm(ENOUGH):
                self.fit()
                return
            self._fitted = False
            self._take(hexmap.fitted(near, self.width, self.height, mm(ENOUGH), mm(CLOSE)))

    def _bounds(self) -> hexmap.Bounds:
        return hexmap.bounds((*self._scene.looks, *self._scene.spaces), self._scene.steps)

    def _placed(self, *_: Any) -> None:
        if self._fitted:
            self._show_all()
        elif self._wanted:
            self.show_near(self._wanted)
        self._take(self._view)

    def _take(self, view: View) -> None:
        """The map is seen like that from now on."""
        before = self.detail
        self._view = view.within(self._bounds(), self.width, self.height)
        pan = (self.x + self._view.x, self.y + self._view.y)
        lay(self.canvas, pan, self._view.side, (*self.pos, self.right, self.top))
        if self.detail is not before:
            self._drawing()

    @property
    def detail(self) -> Detail:
        """How much of a sector can be seen."""
        side = self._view.side
        return Detail.FAR if side < mm(ENOUGH) else Detail.NEAR if side < mm(CLOSE) else Detail.CLOSE

    @property
    def near(self) -> bool:
        """Whether the hexes are large enough for a thumb."""
        return self._view.side >= mm(ENOUGH) - 0.5

    # ── drawing ──

    def _draw(self, *_: Any) -> None:
        """Only what changed is made anew."""
        _, letters = sheet()
        under, tiles, over = self._groups
        for place in [place for place in self._drawn if place not in self._scene.looks]:
            tiles.remove(self._drawn.pop(place)[1])
        for place, look in self._scene.looks.items():
            as_now = (look, self._scene.steps, self.detail)
            was, drawn = self._drawn.get(place, (None, None))
            if was == as_now:
                continue
            drawing = map_drawing.sector(look, self._scene.steps, self.detail, letters)
            if drawn is None:
                drawn = mesh(drawing)
                tiles.add(drawn)
            else:
                drawn.vertices, drawn.indices = drawing.vertices, drawing.indices
            self._drawn[place] = (as_now, drawn)
        under.clear()
        if self._scene.spaces:
            spaces = Drawing(letters, night.GROUND)
            for place, lit in self._scene.spaces.items():
                map_drawing.space(spaces, place, self._scene.steps, lit)
            under.add(mesh(spaces))
        over.clear()
        marks = Drawing(letters, night.GROUND)
        scene = self._scene
        map_drawing.marks(marks, scene.steps, scene.looks, scene.lit, scene.also, scene.picked, scene.veiled)
        if self._down is not None:
            map_drawing.felt(marks, scene.steps, self._down)
        if marks.indices:
            over.add(mesh(marks))
        self.canvas.ask_update()

    # ── fingers ──

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        if touch.is_mouse_scrolling:
            by = 1.2 if touch.button == "scrolldown" else 1 / 1.2
            self._zoom(by, *touch.pos)
            return True
        touch.grab(self)
        self._fingers[touch.uid] = touch.pos
        self._stop_holding()
        if len(self._fingers) == 1:
            self._aim = (shown.revision, monotonic(), touch.pos)
            self._feel(self._under(touch.pos) if self.near else None)
            if self.held is not None:
                self._holding = Clock.schedule_once(self._long, HOLD)
        else:
            self._aim = None
            self._feel(None)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or touch.uid not in self._fingers:
            return touch.grab_current is self
        before = self._fingers[touch.uid]
        if self._aim is not None:
            if dist(self._aim[2], touch.pos) < mm(SLIP):
                return True
            self._aim = None
            self._feel(None)
            self._stop_holding()
        self._fingers[touch.uid] = touch.pos
        self._fitted = False
        self._wanted = ()
        if len(self._fingers) == 1:
            self._take(self._view.moved(touch.x - before[0], touch.y - before[1]))
        elif len(self._fingers) == 2:
            other = next(place for uid, place in self._fingers.items() if uid != touch.uid)
            was, now, there = map(self._inside, (before, touch.pos, other))
            self._take(hexmap.pinched(self._view, (was, there), (now, there), mm(LEAST), mm(MOST)))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._fingers.pop(touch.uid, None)
        self._stop_holding()
        self._feel(None)
        aim, self._aim = self._aim, None
        if aim is not None and not self._fingers:
            self._answer(aim, self.touched)
        return True

    def _long(self, _: float) -> None:
        self._feel(None)
        aim, self._aim = self._aim, None
        if aim is not None:
            self._answer(aim, self.held)

    def _stop_holding(self) -> None:
        if self._holding is not None:
            self._holding.cancel()
            self._holding = None

    def _answer(self, aim: tuple[int, float, tuple[float, float]], answer: Callable[[Place], object] | None) -> None:
        """A hex was touched. One too small for a thumb is brought nearer first."""
        revision, at, place = aim
        late = refusal(self.changed_at, at)
        if late is not None:
            flash(late, self)
        elif not self.near:
            self._fitted = False
            self._zoom(mm(CLOSE * 0.85) / self._view.side, *place)
        elif answer is not None:
            shown.aim(revision)
            answer(self._under(place))

    def _feel(self, place: Place | None) -> None:
        if place != self._down:
            self._down = place
            self._drawing()

    def _under(self, place: tuple[float, float]) -> Place:
        """The hex at a point of the window."""
        return hexmap.place_at(*self._view.back(*self._inside(place)), self._scene.steps)

    def _inside(self, place: tuple[float, float]) -> tuple[float, float]:
        return place[0] - self.x, place[1] - self.y

    def _zoom(self, by: float, x: float, y: float) -> None:
        self._fitted = False
        self._wanted = ()
        self._take(self._view.nearer(by, x - self.x, y - self.y, mm(LEAST), mm(MOST)))

    # ── for tests ──

    def spots(self) -> list[dict[str, Any]]:
        """What may be touched, as the probe tells it of targets: round places a thumb wide, from the top left."""
        window = self.get_root_window()
        if window is None or self.width < 2:
            return []
        ready = refusal(self.changed_at, monotonic()) is None
        if not self.near:
            rect = [round(self.x), round(window.height - self.top), round(self.width), round(self.height)]
            return [_spot("map", "", False, False, ready, rect, False)]
        found = []
        half = mm(THUMB) / 2
        for place in (*self._scene.looks, *self._scene.spaces):
            x, y = self._view.pixels(*hexmap.middle(place, self._scene.steps))
            if half <= x <= self.width - half and half <= y <= self.height - half:
                a, b = self.to_window(self.x + x, self.y + y)
                rect = [round(a - half), round(window.height - b - half), round(2 * half), round(2 * half)]
                look = self._scene.looks.get(place)
                key = f"sector:{look.number}" if look is not None else f"space:{place[0]},{place[1]}"
                words = f"{look.number:03d}" if look is not None else ""
                grey = place not in self._scene.lit | self._scene.also
                found.append(_spot(key, words, grey, place in self._scene.picked, ready, rect, True))
        return found


def _meant(scene: Scene) -> Scene:
    """What a touch is aimed at: a tile that only lies otherwise is still that tile, and may be turned on at once."""
    return replace(scene, looks={place: replace(look, rotation=0, openings=()) for place, look in scene.looks.items()})


def _spot(key: str, words: str, grey: bool, chosen: bool, ready: bool, rect: list[int], round_: bool) -> dict[str, Any]:
    return {
        "key": key,
        "words": words,
        "small": "",
        "grey": grey,
        "chosen": chosen,
        "down": False,
        "ready": ready,
        "rect": rect,
        "round": round_,
    }
