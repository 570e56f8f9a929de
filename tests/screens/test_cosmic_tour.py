"""Every screen of Cosmic Empires, at all sizes: nothing is cut or overlaps, and every target fits a thumb."""

from collections.abc import Callable

from tests.screens.cosmic_tour import tour
from tests.screens.driver import Driver
from tests.screens.panels import Walk, panels

OWN = {"board", "cards", "check", "combat", "dice", "empires", "private", "reveal", "stones"}


@panels((800, 480), soak=[(1024, 600), (720, 1280)])
def test_every_screen_fits_its_panel(start_app: Callable[..., Driver], size: tuple[int, int]) -> None:
    app = start_app(size, "--camera", "photos:/nowhere")
    # The screens that all boxes share lie upright elsewhere.
    walk = Walk(lambda _, picture: size[0] > size[1] or picture.screen in OWN)
    tour(app, walk.visit)
    assert walk.wrong == []
    assert walk.screens >= OWN
