"""The panels that screens are tested at, those of every run and those of the whole (`make soak`); what a walk finds."""

from collections.abc import Callable, Sequence

import pytest

from tests.screens.driver import Picture
from tests.screens.geometry import faults


def panels(*always: tuple[int, int], soak: Sequence[tuple[int, int]] = ()) -> pytest.MarkDecorator:
    """`size` is (width, height) in pixels; the walks through all screens take a minute each."""
    sizes = [(size, ()) for size in always] + [(size, (pytest.mark.soak,)) for size in soak]
    return pytest.mark.parametrize(
        "size", [pytest.param(size, id=f"{size[0]}x{size[1]}", marks=marks) for size, marks in sizes]
    )


def every(name: str, picture: Picture) -> bool:
    """No stop is left out."""
    return True


class Walk:
    """What was seen on the way through screens: `visit` is called at each stop, and measures those that are `meant`."""

    def __init__(self, meant: Callable[[str, Picture], bool] = every) -> None:
        self._meant = meant
        self.names: set[str] = set()
        self.screens: set[str] = set()
        self.wrong: list[str] = []

    def visit(self, name: str, picture: Picture) -> None:
        """No fault of the device is said at any stop; what does not fit its panel stands in `wrong`."""
        self.names.add(name)
        self.screens.add(picture.screen)
        assert not picture.raw["banner"], f"{name}: {picture.raw['banner']}"
        if self._meant(name, picture):
            self.wrong.extend(f"{name}: {fault}" for fault in faults(picture))
