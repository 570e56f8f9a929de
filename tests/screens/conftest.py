"""What the screens' tests share: a virtual display of the panel's size, and the app on it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.display import NoXvfb, virtual_display
from tests.screens.driver import Driver, missing_tools

StartApp = Callable[..., Driver]


@pytest.fixture
def start_app(tmp_path: Path) -> Iterator[StartApp]:
    """Starts the app: `start_app(size, *arguments, data=...)`. Everything is ended after the test."""
    missing = missing_tools()
    if missing is not None:
        pytest.skip(missing)
    running: list[Driver] = []
    with ExitStack() as stack:

        def start(
            size: tuple[int, int] = (800, 480), *arguments: str, data: Path | None = None, windowed: bool = True
        ) -> Driver:
            try:
                display = stack.enter_context(virtual_display(size))
            except NoXvfb as error:
                pytest.skip(str(error))
            app = Driver(display, data or tmp_path / "data", size, arguments, windowed)
            running.append(app)
            return app.start()

        try:
            yield start
        finally:
            for app in running:
                app.stop()
