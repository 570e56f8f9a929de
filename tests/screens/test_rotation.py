"""A panel that is mounted turned: the picture is turned back, and touches land where they are seen."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.screens.driver import Driver

PANEL = (800, 480)


def photograph(app: Driver, path: Path) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    app.shoot(path)
    picture = cv2.imread(str(path))
    assert picture is not None
    return picture


# A panel turned clockwise shows what it is given turned clockwise: it must be given it turned the other way.
@pytest.mark.parametrize(("degrees", "turned"), [(180, 2), (90, 1), (270, 3)])
def test_picture_and_touch_are_turned(
    start_app: Callable[..., Driver], tmp_path: Path, degrees: int, turned: int
) -> None:
    straight = start_app(PANEL, "--camera", "studio", data=tmp_path / "straight")
    straight.settled()
    meant = photograph(straight, tmp_path / "straight.png")
    straight.stop()

    panel = PANEL if degrees == 180 else PANEL[::-1]
    data = tmp_path / "turned"
    data.mkdir()
    (data / "settings.toml").write_text(f"[screen]\nrotation = {degrees}\n")
    app = start_app(panel, "--camera", "studio", data=data)
    picture = app.settled()
    assert picture.raw["size"] == list(PANEL)
    seen = photograph(app, tmp_path / "turned.png")
    as_mounted = np.rot90(seen, -turned)
    assert as_mounted.shape == meant.shape
    assert np.abs(as_mounted.astype(int) - meant).mean() < 3

    def touch(key: str) -> None:
        x, y = app.place(key)
        wide, tall = PANEL
        at = {90: (y, wide - x), 180: (wide - x, tall - y), 270: (tall - y, x)}[degrees]
        app.click_at(*at)

    touch("dice tray")
    app.on("dice")
