"""The tray as the camera sees it, each die outlined with its value, the doubtful one blinking."""

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.screens import theme
from companion.screens.theme import mm
from companion.screens.widgets import text

BROADEST = 640
"""Pixels a shown picture is wide at most; the reader has the whole of it."""


class TrayPicture(Widget):
    """Shows pictures (height x width x 3, blue green red, 0 to 255) and outlines on them, in the picture's pixels."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._texture: Any = None
        self._shape = (1, 1)
        self._dice: Sequence[Any] = ()
        self._on = True
        self._blinking: Any = None
        self.bind(pos=self._draw, size=self._draw)

    def show(self, image: Any, dice: Sequence[Any] | None = None) -> None:
        """A new picture; `dice` (with value, box, doubt) are outlined, None leaves the outlines as they are."""
        tall, wide = image.shape[:2]
        step = max(1, -(-wide // BROADEST))
        small = image[::step, ::step]
        size = (small.shape[1], small.shape[0])
        if self._texture is None or self._texture.size != size:
            self._texture = Texture.create(size=size, colorfmt="rgb")
            self._texture.flip_vertical()
        self._texture.blit_buffer(small[:, :, ::-1].tobytes(), colorfmt="rgb", bufferfmt="ubyte")
        self._shape = (wide, tall)
        if dice is not None:
            self.outline(dice)
        else:
            self._draw()

    def clear(self) -> None:
        """Show no picture: the last one is of another time."""
        self._texture = None
        self.outline(())

    def outline(self, dice: Sequence[Any]) -> None:
        """Outline these dice on the picture that is shown."""
        self._dice = tuple(dice)
        doubtful = any(die.doubt for die in self._dice)
        if doubtful and self._blinking is None:
            self._blinking = Clock.schedule_interval(self._blink, 0.4)
        elif not doubtful:
            self.still()
        self._draw()

    def still(self) -> None:
        """Stop blinking."""
        if self._blinking is not None:
            self._blinking.cancel()
        self._blinking, self._on = None, True

    def _blink(self, _: float) -> None:
        self._on = not self._on
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        self.clear_widgets()
        if self._texture is None:
            return
        wide, tall = self._shape
        scale = min(self.width / wide, self.height / tall)
        left = self.x + self.width / 2 - wide * scale / 2
        top = self.y + self.height / 2 + tall * scale / 2
        with self.canvas:
            Color(0.86, 0.86, 0.86, 1)  # a white sheet in the tray must not glare in a dim room
            Rectangle(texture=self._texture, pos=(left, top - tall * scale), size=(wide * scale, tall * scale))
            for die in self._dice:
                x, y, w, h = die.box
                Color(*(theme.WARN if die.doubt else theme.GOOD)[:3], 1 if self._on or not die.doubt else 0.15)
                Line(rectangle=(left + x * scale, top - (y + h) * scale, w * scale, h * scale), width=mm(0.35))
        for die in self._dice:
            x, y, w, h = die.box
            told = "?" if die.value is None or die.doubt else str(die.value)
            side = mm(6)
            at = min(left + (x + w) * scale, self.x + self.width - side)
            tag = text.Words(text=f"[b]{told}[/b]", height_mm=3.4, halign="center", size=(side, side))
            tag.pos = (at, min(max(top - (y + h / 2) * scale - side / 2, self.y), self.y + self.height - side))
            tag.color = theme.WARN if die.doubt else theme.GOOD
            with tag.canvas.before:
                Color(*theme.GROUND[:3], 0.8)
                Rectangle(pos=tag.pos, size=tag.size)
            self.add_widget(tag)
