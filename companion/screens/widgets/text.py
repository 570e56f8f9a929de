"""Text that always fits its place: it gets smaller rather than being cut."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label
from kivy.utils import escape_markup

from companion.screens import theme

# Signs that Kivy's Roboto lacks and its DejaVu Sans has.
_SIGNS: Final = frozenset("←→↑↓▲◆●■★⬢⟲⟳⋯○✔✖▯▮◷▸◂✗✓⚠✎⌂±")

SMALLEST: Final = 1.5
"""No capital gets smaller than this many millimetres."""


def signs(text: str) -> str:
    """Markup in which the signs that the main font lacks come from the other font."""
    parts: list[str] = []
    for letter in text:
        parts.append(f"[font=DejaVuSans]{letter}[/font]" if letter in _SIGNS else letter)
    return "".join(parts).replace("[/font][font=DejaVuSans]", "")


def plain(text: str) -> str:
    """Markup that shows `text` as it is: a name may hold brackets."""
    return str(escape_markup(text))


class Words(Label):
    """A label whose font shrinks until its words fit. `height_mm` is its capitals' height at most."""

    height_mm = NumericProperty(2.6)
    wrap = BooleanProperty(True)

    def __init__(self, **keywords: Any) -> None:
        self._ink = (0.0, 0.0)
        self._fitting = Clock.create_trigger(self._fit, -1)
        keywords.setdefault("color", theme.TEXT)
        keywords.setdefault("halign", "left")
        keywords.setdefault("valign", "middle")
        super().__init__(markup=True, **keywords)
        for name in ("size", "text", "height_mm", "wrap", "bold"):
            self.fbind(name, self._fitting)
        self._fitting()

    def _fit(self, *_: Any) -> None:
        width, height = self.width - sum(self.padding[0::2]), self.height - sum(self.padding[1::2])
        wanted = theme.letters(self.height_mm)
        if width < 2 or height < 2 or not self.text:
            self.font_size = wanted
            self.text_size = self.size
            return
        size, least = wanted, theme.letters(SMALLEST)
        while True:
            self.font_size = size
            self.text_size = (self.width if self.wrap else None, None)
            self.texture_update()
            broad, tall = self.texture_size
            self._ink = (broad, tall)
            if (broad <= self.width and tall <= self.height and not self._breaks_words()) or size <= least:
                break
            size = max(size * 0.93, least)
        # Given a height too, Kivy would leave out a whole line that is a pixel too tall; the middle needs none.
        self.text_size = (self.width, None if self.valign == "middle" else self.height)
        self.texture_update()

    def _breaks_words(self) -> bool:
        """Whether a single word is wider than the place, so that it would be cut in two."""
        if not self.wrap:
            return False
        words = [part for line in _bare(self.text).splitlines() for part in line.split()]
        longest = max(words, key=len, default="")
        # Measured without markup: bold letters are a little broader.
        return bool(self._label.get_extents(longest)[0] * 1.12 > self.width - self.padding[0] - self.padding[2])

    @property
    def ink_size(self) -> tuple[float, float]:
        """How broad and tall the words themselves are, in pixels."""
        wide, tall = self._ink
        return min(wide, self.width), min(tall, self.height)

    @property
    def cut(self) -> bool:
        """Whether the words do not fit even at the smallest size; the geometry test asks."""
        return bool(self.texture_size[0] > self.width + 1 or self.texture_size[1] > self.height + 1)


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
