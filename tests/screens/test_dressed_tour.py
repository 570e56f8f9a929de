"""Every screen of every box in large letters and the light theme: nothing is cut, nothing overlaps."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens import cosmic_tour, dark_tour, full_tour, map_tour, tour
from tests.screens.driver import Driver
from tests.screens.panels import Walk

TOURS = {
    "eclipse": (tour.tour, "studio"),
    "map": (map_tour.tour, "photos:/nowhere"),
    "full": (full_tour.tour, "photos:/nowhere"),
    "dark-ages": (dark_tour.tour, "studio"),
    "cosmic-empires": (cosmic_tour.tour, "photos:/nowhere"),
}


@pytest.mark.soak
@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
@pytest.mark.parametrize("box", TOURS)
def test_large_letters_fit(start_app: Callable[..., Driver], tmp_path: Path, box: str, size: tuple[int, int]) -> None:
    walk, camera = TOURS[box]
    data = tmp_path / "data"
    if box == "full":
        full_tour.prepared(data)
    data.mkdir(exist_ok=True)
    (data / "settings.toml").write_text('[screen]\ntheme = "light"\ntext = "large"\n')
    app = start_app(size, "--camera", camera, data=data)
    stops = Walk()
    walk(app, stops.visit)
    assert stops.wrong == []
