"""The panels a test of screens is run at: those of every run, and those of the whole (`make soak`)."""

from collections.abc import Sequence

import pytest


def panels(*always: tuple[int, int], soak: Sequence[tuple[int, int]] = ()) -> pytest.MarkDecorator:
    """`size` is (width, height) in pixels; the walks through all screens take a minute each."""
    sizes = [(size, ()) for size in always] + [(size, (pytest.mark.soak,)) for size in soak]
    return pytest.mark.parametrize(
        "size", [pytest.param(size, id=f"{size[0]}x{size[1]}", marks=marks) for size, marks in sizes]
    )
