"""What several rooms' tests share."""

from collections.abc import Iterator

import pytest

from tests.display import NoXvfb, virtual_display


@pytest.fixture(scope="session")
def x_display() -> Iterator[str]:
    """A virtual X display, e.g. ":99"; one for each test process."""
    try:
        with virtual_display() as display:
            yield display
    except NoXvfb as missing:
        pytest.skip(str(missing))
