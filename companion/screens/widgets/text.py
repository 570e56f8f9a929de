"""Text that always fits its place: it gets smaller rather than being cut."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label
from kivy.utils import escape_markup

from companion.screens import theme

# Signs that Kivy's Roboto lacks and its DejaVu Sans has.
_SIGNS: Final = frozenset("←→↑↓▲◆●■★▼⬢⟲⟳⋯○✔✖▯▮◷▸◂✗✓⚠✎⌂±")

_fits: dict[tuple[Any, ...], tuple[float, tuple[float, float]]] = {}
"""Font size and place of texts that were fitted before: a screen that comes up again need not search."""


def forget_fits() -> None:
    """Letters are of another size from now on."""
    _fits.clear()


FLAT: Final = frozenset("0123456789+−→○! ")
"""What figures are written with: nothing of them hangs below the line or stands over a capital."""

SMALLEST: Final = 1.5
"""No capital gets smaller than this many millimetres."""
CAPITALS: Final = 0.66
"""The share of a line's height that capitals and figures take, with a little air."""


def signs(text: str) -> str:
    """Markup in which the signs that the main font lacks come from the other font."""
    parts: list[str] = []
    for letter in text:
        parts.append(f"[font=DejaVuSans]{letter}[/font]" if letter in _SIGNS else letter)
    return "".join(parts).replace("[/font][font=DejaVuSans]", "")


def plain(text: str) -> str:
    """Markup that shows `text` as it is: a name may hold brackets."""
    return str(escape_markup(text))


def coloured(markup: str, colour: theme.Colour) -> str:
    """That markup in that colour."""
    code = "".join(f"{round(part * 255):02x}" for part in colour[:3])
    return f"[color={code}]{markup}[/color]"


class Words(Label):
    """A label whose font shrinks until its words fit. `height_mm` is its capitals' height at most.

    `capitals`: the words are one line of capitals and figures, which alone need to fit in height.
    """

    height_mm = NumericProperty(2.6)
    wrap = BooleanProperty(True)
    capitals = BooleanProperty(False)

    def __init__(self, **keywords: Any) -> None:
        self._ink = (0.0, 0.0)
        self._fitting = Clock.create_trigger(self._fit, -1)
        keywords.setdefault("color", theme.TEXT)
        keywords.setdefault("halign", "left")
        keywords.setdefault("valign", "middle")
        super().__init__(markup=True, **keywords)
        for name in ("size", "text", "height_mm", "wrap", "bold", "capitals"):
            self.fbind(name, self._fitting)
        self._fitting()

    def _fit(self, *_: Any) -> None:
        if self.width < 2 or self.height < 2 or not self.text:
            self.font_size = theme.letters(self.height_mm)
            self.text_size = self.size
            self.texture_update()
        else:
            looks = (self.height_mm, self.wrap, self.bold, self.capitals, tuple(self.padding))
            asked = (self.text, self.width, self.height, *looks)
            known = _fits.get(asked)
            if known is None:
                if len(_fits) > 4000:
                    _fits.clear()  # texts with figures in them never end
                known = _fits[asked] = self._search()
            self.font_size, self._ink = known
            # Given a height too, Kivy would leave out a whole line that is a pixel too tall; the middle needs none.
            self.text_size = (self.width, None if self.valign == "middle" else self.height)
            self.texture_update()
        # Kivy would draw the same once more for each property that was set here.
        self._trigger_texture.cancel()

    def _search(self) -> tuple[float, tuple[float, float]]:
        """The largest font size, up to the wanted one, at which the words fit, and how much place they take there."""
        size, least = theme.letters(self.height_mm), theme.least(SMALLEST)
        while True:
            self.font_size = size
            self.text_size = (self.width if self.wrap else None, None)
            self.texture_update()
            broad, tall = self.texture_size[0], self._ink_height()
            shrink = min(self.width / max(broad, 1), (self.height / max(tall, 1)) ** 0.5, self._word_room())
            if shrink >= 1 or size <= least:
                return size, (broad, tall)
            size = max(size * min(shrink, 0.97), least)

    def _ink_height(self) -> float:
        """How tall the words are: of capitals without accents less than a line."""
        share = CAPITALS if self.capitals and self.text.isascii() else 1.0
        return float(self.texture_size[1] * share)

    def _word_room(self) -> float:
        """Below 1 when the longest word is broader than the place, so that it would be cut in two."""
        if not self.wrap:
            return 1.0
        words = [part for line in _bare(self.text).splitlines() for part in line.split()]
        longest = max(words, key=len, default="")
        # Measured without markup: bold letters are a little broader.
        needed = self._label.get_extents(longest)[0] * 1.12
        room = self.width - self.padding[0] - self.padding[2]
        return float(room / needed) if needed > room else 1.0

    @property
    def ink_size(self) -> tuple[float, float]:
        """How broad and tall the words themselves are, in pixels."""
        wide, tall = self._ink
        if FLAT.issuperset(_bare(self.text)):
            tall = min(tall, self.font_size * theme.CAPITAL * 1.1)
        return min(wide, self.width), min(tall, self.height)

    @property
    def cut(self) -> bool:
        """Whether the words do not fit even at the smallest size; the geometry test asks."""
        return bool(self.texture_size[0] > self.width + 1 or self._ink_height() > self.height + 1)


def _bare(word: str) -> str:
    """A word without its markup."""
    bare, inside = [], False
    for letter in word:
        if letter == "[":
            inside = True
        elif letter == "]":
            inside = False
        elif not inside:
            bare.append(letter)
    return "".join(bare)
