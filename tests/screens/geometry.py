"""What is wrong with a picture: words cut, things that overlap, targets too small or too near for a thumb."""

from math import hypot
from typing import Any

from tests.screens.driver import Picture

SMALLEST = 9.0
APART = 2.0
"""Millimetres, as the screens promise; a pixel is given for rounding."""


def faults(picture: Picture) -> list[str]:
    """One sentence for each fault; [] for a good picture."""
    scale = picture.raw["mm"]
    found = [f"the words “{text['text']}” are cut" for text in picture.raw["texts"] if text["cut"]]
    targets = picture.raw["targets"]
    for target in targets:
        _, _, wide, tall = target["rect"]
        if min(wide, tall) + 1 < SMALLEST * scale:
            found.append(f"“{target['key']}” is {wide / scale:.1f} x {tall / scale:.1f} mm")
        left, top, wide, tall = target["rect"]
        if left < 0 or top < 0 or left + wide > picture.raw["size"][0] or top + tall > picture.raw["size"][1]:
            found.append(f"“{target['key']}” hangs out of the window")
    for place, one in enumerate(targets):
        for other in targets[place + 1 :]:
            round_ = bool(one.get("round") and other.get("round"))
            apart = (gap_of_rounds if round_ else gap)(one["rect"], other["rect"])
            if apart + 1.5 < APART * scale:
                found.append(f"“{one['key']}” and “{other['key']}” are {apart / scale:.1f} mm apart")
    # A word that goes by itself may lie over a heading, never over what is pressed.
    passing = picture.raw.get("toast")
    texts = [text for text in picture.raw["texts"] if not text["target"] and text["text"] != passing]
    for place, first in enumerate(texts):
        for second in texts[place + 1 :]:
            if gap(first["ink"], second["ink"]) < -2:
                found.append(f"“{first['text']}” lies over “{second['text']}”")
    return found


def gap(one: Any, other: Any) -> int:
    """Pixels between two rectangles [left, top, width, height]; negative by how much they overlap."""
    across = max(one[0], other[0]) - min(one[0] + one[2], other[0] + other[2])
    down = max(one[1], other[1]) - min(one[1] + one[3], other[1] + other[3])
    return int(max(across, down))


def gap_of_rounds(one: Any, other: Any) -> int:
    """Pixels between two discs of one size, given by the squares round them."""
    return int(hypot(one[0] - other[0], one[1] - other[1]) - one[2])
