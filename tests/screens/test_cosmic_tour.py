"""Every screen of Cosmic Empires, at all sizes: nothing is cut or overlaps, and every target fits a thumb."""

from collections.abc import Callable

from tests.screens.cosmic_tour import tour
from tests.screens.driver import Driver, Picture
from tests.screens.geometry import faults
from tests.screens.panels import panels

OWN = {"board", "cards", "check", "combat", "dice", "empires", "private", "reveal", "stones"}


@panels((800, 480), soak=[(1024, 600), (720, 1280)])
def test_every_screen_fits_its_panel(start_app: Callable[..., Driver], size: tuple[int, int]) -> None:
    app = start_app(size, "--camera", "photos:/nowhere")
    wrong: list[str] = []
    seen: set[str] = set()

    def visit(name: str, picture: Picture) -> None:
        seen.add(picture.screen)
        assert not picture.raw["banner"], f"{name}: {picture.raw['banner']}"
        if size[0] < size[1] and picture.screen not in OWN:
            return  # the screens that all boxes share lie upright elsewhere
        wrong.extend(f"{name}: {fault}" for fault in faults(picture))

    tour(app, visit)
    assert wrong == []
    assert seen >= OWN
