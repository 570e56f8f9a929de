"""Every screen of Cosmic Empires, at both sizes: nothing is cut or overlaps, and every target fits a thumb."""

from collections.abc import Callable

import pytest

from tests.screens.cosmic_tour import tour
from tests.screens.driver import Driver, Picture
from tests.screens.geometry import faults


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
def test_every_screen_fits_its_panel(start_app: Callable[..., Driver], size: tuple[int, int]) -> None:
    app = start_app(size, "--camera", "photos:/nowhere")
    wrong: list[str] = []
    seen: set[str] = set()

    def visit(name: str, picture: Picture) -> None:
        seen.add(picture.screen)
        wrong.extend(f"{name}: {fault}" for fault in faults(picture))
        assert not picture.raw["banner"], f"{name}: {picture.raw['banner']}"

    tour(app, visit)
    assert wrong == []
    assert {"board", "cards", "check", "combat", "dice", "empires", "private", "reveal", "stones"} <= seen
