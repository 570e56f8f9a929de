"""How the screens say the names that records write in lower case with underscores."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

TRACKS: Final = ("money", "science", "materials")


def spoken(word: object) -> str:
    """`fusion_drive` as people read it: "Fusion Drive"; numbers stay."""
    text = str(word)
    return " ".join(part.capitalize() for part in text.split("_"))


def plain(word: object) -> str:
    """`money_advanced` in the middle of a sentence: "money advanced"."""
    return str(word).replace("_", " ")


def sector(number: int) -> str:
    """A sector's number as printed: 001, 207."""
    return f"{number:03d}"


def resources(amounts: Sequence[int]) -> str:
    """Three amounts in the order of the tracks: "money 7 · science 4 · materials 6"."""
    return " · ".join(f"{track} {amount}" for track, amount in zip(TRACKS, amounts, strict=True))


def count(number: int, one: str, more: str | None = None) -> str:
    """ "1 disc", "3 discs"."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def short(text: str, most: int = 36) -> str:
    """A title cut at a word, for a small target; the whole of it stands in the step list."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(",.;: ") + " …"


def minus(figure: object) -> str:
    """A figure whose sign is as broad as a plus: "−3", "2.5"."""
    return str(figure).replace("-", "−")


def spread(low: int, high: int) -> str:
    """Points as players say them: "7", or "7–12" while something is hidden."""
    return minus(low) if low == high else f"{low}–{high}".replace("--", "−")


LETTERS: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ı": "i", "þ": "th"}
)
"""Letters that no accent makes out of plain ones."""


def recorded(name: str) -> str:
    """A name as a word of a record, which knows plain small letters: "Größe 2" is `grosse_2`; "" where none is left."""
    bare = unicodedata.normalize("NFKD", name.lower().translate(LETTERS))
    plain_ones = "".join(each for each in bare if not unicodedata.combining(each))
    return re.sub(r"[^a-z0-9]+", "_", plain_ones).strip("_").lstrip("_0123456789")
