"""Every screen, at both sizes: it comes up, nothing is cut or overlaps, and every target fits a thumb."""

from collections.abc import Callable

from tests.screens.driver import Driver, Picture
from tests.screens.geometry import faults, gap
from tests.screens.panels import Walk, panels
from tests.screens.tour import tour


@panels((800, 480), soak=[(1024, 600)])
def test_every_screen_fits_its_panel(start_app: Callable[..., Driver], size: tuple[int, int]) -> None:
    app = start_app(size, "--camera", "studio")
    walk = Walk()
    tour(app, walk.visit)
    assert walk.wrong == []
    assert {"home", "setup", "round", "research", "build", "upkeep", "dice", "score", "inbox", "believes"} <= set(
        walk.names
    )


def test_the_geometry_test_finds_what_is_wrong() -> None:
    target = {"key": "a", "rect": [0, 0, 100, 20], "grey": False}
    near = {"key": "b", "rect": [102, 0, 100, 100], "grey": False}
    cut = {"text": "cut", "rect": [0, 0, 9, 9], "ink": [0, 0, 9, 9], "cut": True, "target": False}
    over = {"text": "over", "rect": [2, 2, 9, 9], "ink": [2, 2, 9, 9], "cut": False, "target": False}
    picture = Picture({"mm": 5.2, "size": [800, 480], "targets": [target, near], "texts": [cut, over]})
    told = " ".join(faults(picture))
    assert "are cut" in told
    assert "19.2 x 3.8 mm" in told
    assert "0.4 mm apart" in told
    assert "lies over" in told
    assert gap([0, 0, 10, 10], [20, 0, 10, 10]) == 10
