"""Pictures of every screen at both sizes: `python -m tests.screens.gallery FOLDER [BOX...]`, all boxes if none."""

import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from tests.display import virtual_display
from tests.screens import after_tour, cosmic_tour, dark_tour, full_tour, map_tour, tour
from tests.screens.driver import Driver, Picture
from tests.screens.geometry import faults

SIZES = ((800, 480), (1024, 600))
TOURS = {
    "eclipse": (tour.tour, "studio"),
    "eclipse-map": (map_tour.tour, "photos:/nowhere"),
    "eclipse-full": (full_tour.tour, "photos:/nowhere"),
    "evenings": (after_tour.tour, "photos:/nowhere"),
    "dark-ages": (dark_tour.tour, "studio"),
    "cosmic-empires": (cosmic_tour.tour, "photos:/nowhere"),
}
"""Each box's way round its screens, and the camera it is walked with."""
PREPARED = {"eclipse-full": full_tour.prepared, "evenings": after_tour.prepared}
"""What lays a session out before the app is started."""


def main(folder: Path, boxes: Sequence[str]) -> int:
    """Make the pictures; says what is wrong with their geometry, if anything."""
    wrong = 0
    for size, box in product(SIZES, boxes or TOURS):
        walk, camera = TOURS[box]
        with virtual_display(size) as display, tempfile.TemporaryDirectory() as data:
            if box in PREPARED:
                PREPARED[box](Path(data))
            app = Driver(display, Path(data), size, ("--camera", camera)).start()

            def visit(name: str, picture: Picture, app: Driver = app, size: tuple[int, int] = size) -> None:
                nonlocal wrong
                time.sleep(0.15)
                app.shoot(folder / f"{size[0]}x{size[1]}" / f"{name}.png")
                for fault in faults(app.look()):
                    wrong += 1
                    print(f"{size[0]}x{size[1]} {name}: {fault}")

            try:
                walk(app, visit)
            finally:
                app.stop()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
