"""Six seats' strips: their figures are read from across the table."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.driver import Driver
from tests.screens.geometry import faults
from tests.screens.table import begun

SEATS = ("red", "blue", "green", "yellow", "white", "black")


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
def test_the_figures_of_six_seats_are_five_millimetres_high(
    start_app: Callable[..., Driver], tmp_path: Path, size: tuple[int, int]
) -> None:
    # Not all at their beginnings: other figures, other breadths.
    lines = ("red: correct money 30", "blue: correct discs 9", "blue: correct money 1")
    data = begun(tmp_path / "data", lines, tuple((seat, "terran") for seat in SEATS))
    app = start_app(size, data=data)
    app.on("round")
    picture = app.quiet()
    strips = {key: picture.target(key)["rect"] for key in picture.keys if key.startswith("strip:")}
    assert len(strips) == 6
    figures = {}
    for text in picture.raw["texts"]:
        left, top, wide, tall = text["ink"]
        for key, (x, y, w, h) in strips.items():
            if x <= left and left + wide <= x + w and y - 4 <= top and top + tall <= y + h + 4 and not text["target"]:
                figures.setdefault(key, []).append((text["text"], text["capital"]))
    app.shoot(tmp_path / "strips.png")
    for key, found in figures.items():
        high = [capital for words, capital in found if "○" in words or "→" in words]
        assert len(high) == 2, (key, found)
        assert min(high) > 4.95, (key, found)
    assert faults(picture) == []
