"""A sector drawn small, by itself: how a tile would lie, on the target that turns it so."""

from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.screens.eclipse import hexmap, map_drawing
from companion.screens.eclipse.hexmap import SectorLook
from companion.screens.eclipse.map_drawing import Detail
from companion.screens.widgets.letters import drawing_canvas, lay, mesh, sheet
from companion.screens.widgets.target import Target


class TileFace(Widget):
    """One sector, as large as its place allows."""

    def __init__(self, **keywords: Any) -> None:
        self.canvas = drawing_canvas()
        super().__init__(**keywords)
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._shown: tuple[SectorLook, int] | None = None
        self._placing = Clock.create_trigger(self._place, -1)
        self.bind(pos=self._placing, size=self._placing)

    def show(self, look: SectorLook, steps: int) -> None:
        """How that sector lies, on a map turned by `steps`."""
        if (look, steps) == self._shown:
            return
        self._shown = (look, steps)
        _, letters = sheet()
        self._group.clear()
        self._group.add(mesh(map_drawing.sector(look, steps, Detail.TURN, letters)))
        self._place()

    def _place(self, *_: Any) -> None:
        if self._shown is None:
            return
        side = min(self.width / 2.1, self.height / 1.85)
        x, y = hexmap.middle(self._shown[0].place, self._shown[1])
        pan = (self.x + self.width / 2 - x * side, self.y + self.height / 2 - y * side)
        lay(self.canvas, pan, side, (*self.pos, self.right, self.top))


class TileTarget(Target):
    """A target with a sector on it."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._face = TileFace()
        self.add_widget(self._face)
        self.bind(pos=self._put, size=self._put)

    def _put(self, *_: Any) -> None:
        edge = min(self.size) * 0.03
        self._face.pos = (self.x + edge, self.y + edge)
        self._face.size = (self.width - 2 * edge, self.height - 2 * edge)

    def show(self, look: SectorLook, steps: int) -> None:
        """That sector; grey it is faint."""
        self._face.show(look, steps)
        self._face.opacity = 0.35 if self.grey else 1
