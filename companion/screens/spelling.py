"""Spelling by touch: which keys there are, and what a name becomes. Pure: no Kivy."""

from typing import Final

ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
SIGNS: Final = "-'"
ACCENTS: Final = {
    "a": "äáàâãåăąæ",
    "c": "çćč",
    "d": "ďđð",
    "e": "éèêëěę",
    "g": "ğ",
    "i": "íìîïı",
    "l": "łľ",
    "n": "ñńň",
    "o": "öóòôõøőœ",
    "r": "ř",
    "s": "ßśšşș",
    "t": "ťțþ",
    "u": "üúùûűů",
    "y": "ýÿ",
    "z": "źżž",
}
"""What a letter offers when it is held."""
BREAKS: Final = " -"
"""After these a capital follows, as at the beginning."""
LONGEST: Final = 14


def spelled(name: str, letter: str) -> str:
    """The name with one letter, sign or space more; no space begins it or follows another."""
    begins = not name or name[-1] in BREAKS
    if letter == " " and begins:
        return name
    # ß has no capital of its own in one letter.
    capital = letter.upper() if begins and len(letter.upper()) == 1 else letter
    return (name + capital)[:LONGEST]
