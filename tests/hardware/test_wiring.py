"""The drawing and the table of pins say what the settings' defaults are."""

import re
from pathlib import Path

from companion.commands.box import FIRMWARE
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


def test_the_boxs_table_and_drawing_have_the_firmwares_pins() -> None:
    firmware = (FIRMWARE / "main.py").read_text()
    buttons = re.search(r"^PINS = \(([\d, ]+)\)", firmware, re.MULTILINE)
    assert buttons is not None
    pins = [*buttons[1].split(", "), *re.findall(r"^(?:STRIP|BUZZER) = (\d+)", firmware, re.MULTILINE)]
    assert len(pins) == 10
    page = (DOCS / "box.md").read_text()
    assert re.findall(r"^\| [^|]+ \| GP(\d+) \|", page, re.MULTILINE) == pins
    drawing = (DOCS / "box.svg").read_text()
    assert {f">GP{pin}</text>" for pin in pins} <= set(re.findall(r'font-weight="bold"(>GP\d+</text>)', drawing))
