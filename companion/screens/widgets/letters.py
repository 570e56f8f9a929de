"""The sheet of letters that drawings take theirs from, and the shader that draws them: one texture, one draw a mesh."""

from functools import cache
from typing import Any, Final

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Mesh, RenderContext
from kivy.graphics.texture import Texture

from companion.screens.theme import CAPITAL
from companion.screens.widgets.inking import Drawing, Letter, Letters

ALL: Final = "0123456789CDGIMSbnr?$"
"""Numbers of sectors and ships, letters of ship types and tracks, the stacks I to III."""
FONT: Final = 44
SHEET: Final = (512, 128)
"""Powers of two, so that small letters are drawn from smaller copies of the sheet."""

VERTEX: Final = [(b"vPosition", 2, "float"), (b"vTexCoords0", 2, "float"), (b"vColour", 4, "float")]

_VERTEX_SHADER: Final = """
#ifdef GL_ES
precision highp float;
#endif
attribute vec2 vPosition;
attribute vec2 vTexCoords0;
attribute vec4 vColour;
uniform mat4 modelview_mat;
uniform mat4 projection_mat;
uniform vec2 pan;
uniform float side;
varying vec2 place;
varying vec2 pattern;
varying vec4 ink;
void main(void) {
    place = vPosition * side + pan;
    pattern = vTexCoords0;
    ink = vColour;
    gl_Position = projection_mat * modelview_mat * vec4(place, 0.0, 1.0);
}
"""
_FRAGMENT_SHADER: Final = """
#ifdef GL_ES
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
#endif
varying vec2 place;
varying vec2 pattern;
varying vec4 ink;
uniform vec4 frame;
uniform float opacity;
uniform sampler2D texture0;
void main(void) {
    if (place.x < frame.x || place.y < frame.y || place.x > frame.z || place.y > frame.w) discard;
    gl_FragColor = vec4(ink.rgb, ink.a * texture2D(texture0, pattern).a * opacity);
}
"""


def drawing_canvas() -> Any:
    """A canvas for meshes of `VERTEX`: set `pan` and `side` (pixels of (0, 0), pixels to a unit) and `frame` (left,
    foot, right, top in pixels: nothing is drawn outside)."""
    canvas = RenderContext(
        vs=_VERTEX_SHADER, fs=_FRAGMENT_SHADER, use_parent_projection=True, use_parent_modelview=True
    )
    canvas["pan"], canvas["side"], canvas["frame"] = (0.0, 0.0), 1.0, (0.0, 0.0, 1.0, 1.0)
    return canvas


def lay(canvas: Any, pan: tuple[float, float], side: float, frame: tuple[float, float, float, float]) -> None:
    """Where the meshes of a `drawing_canvas` are seen from now on."""
    canvas["pan"], canvas["side"], canvas["frame"] = tuple(map(float, pan)), float(side), tuple(map(float, frame))
    canvas.ask_update()


def mesh(drawing: Drawing) -> Mesh:
    """A drawing for such a canvas, made with the letters of `sheet`."""
    texture, _ = sheet()
    return Mesh(vertices=drawing.vertices, indices=drawing.indices, fmt=VERTEX, mode="triangles", texture=texture)


@cache
def sheet() -> tuple[Any, Letters]:
    """The texture, and where each letter is in it."""
    wide, tall = SHEET
    texture = Texture.create(size=SHEET, colorfmt="rgba", mipmap=True)
    texture.blit_buffer(bytes(wide * tall * 4), colorfmt="rgba", bufferfmt="ubyte")
    capital = FONT * CAPITAL
    found: dict[str, Letter] = {}
    x, y, row = 24, 2, 0
    texture.blit_buffer(b"\xff" * (16 * 16 * 4), size=(16, 16), pos=(2, 2), colorfmt="rgba", bufferfmt="ubyte")
    for each in ALL:
        label = CoreLabel(text=each, font_size=FONT, bold=True)
        label.refresh()
        broad, high = label.texture.size
        if x + broad + 4 > wide:
            x, y = 2, y + row + 4
        texture.blit_buffer(label.texture.pixels, size=(broad, high), pos=(x, y), colorfmt="rgba", bufferfmt="ubyte")
        # The picture of a text stands on its head in memory.
        found[each] = Letter(
            x / wide,
            (y + high) / tall,
            (x + broad) / wide,
            y / tall,
            broad / capital,
            high / capital,
            (high * 0.5 + FONT * 0.012) / capital,
        )
        x, row = x + broad + 6, max(row, high)
    texture.min_filter, texture.mag_filter = "linear_mipmap_linear", "linear"
    return texture, Letters((10 / wide, 10 / tall), found)
