"""The drawing and the table of pins say what the settings' defaults are."""

import re
from pathlib import Path

from companion.settings import ROWS, Settings

DOCS = Path(__file__).parents[2] / "docs"


def test_the_table_of_pins_has_every_default() -> None:
    rows = re.findall(r"\| (\d+) \| \d+ \| `([\w.]+)` \|", (DOCS / "wiring.md").read_text())
    defaults = {row.name: getattr(Settings(), name) for name, row in ROWS.items()}
    assert len(rows) == 14
    assert {name: int(pin) for pin, name in rows} == {name: defaults[name] for _, name in rows}


def test_the_drawing_has_every_pin() -> None:
    drawing = (DOCS / "wiring.svg").read_text()
    bold = set(re.findall(r'font-weight="bold">GPIO (\d+)<', drawing))
    pins = Settings().pins()
    used = [pin for _, pin in pins.buttons()] + [pin for pin in pins.lamps if pin is not None]
    assert bold == {str(pin) for pin in used}
