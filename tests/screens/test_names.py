"""Spelling a name by touch: names of past games, letters, a space, accents."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from struct import unpack

import pytest

from companion.rules.contract import SeatSetup, Setup
from companion.screens.spelling import ACCENTS, LONGEST, ROWS, SIGNS, spelled
from companion.table.journal import Journal
from companion.table.session import Session
from tests.screens.driver import Driver
from tests.screens.geometry import faults

SEATS = ("red", "blue", "green", "yellow", "white", "black")


def played(data: Path, *evenings: tuple[str, ...]) -> None:
    """Games of Eclipse by people of these names."""
    with Journal(data) as journal:
        for names in evenings:
            seats = tuple(SeatSetup(seat, "terran") for seat, _ in zip(SEATS, names, strict=False))
            setup = Setup("eclipse", seats, {}, frozenset())
            session = Session.begin(journal, "eclipse", setup, dict(zip(SEATS, names, strict=False)))
            session.end()
            session.close()


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
def test_a_name_with_a_space_and_accents_and_those_of_past_games(
    start_app: Callable[..., Driver], tmp_path: Path, size: tuple[int, int]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    often = ("Zoë", "Jo", "Ana", "Max", "Lu", "Kim")
    played(data, often, ("Ben", "Cleo", "Dan", "Eva", "Fay", "Gus"), often)
    app = start_app(size, data=data)
    app.settled()
    app.tap("new game")
    app.on("setup")
    app.tap("seat:red")
    app.tap("name:red")
    picture = app.wait(lambda p: p.target("space") is not None)
    assert faults(picture) == []
    assert [key.removeprefix("suggest:") for key in picture.keys if key.startswith("suggest:")][:6] == list(often)
    app.tap("space")  # nothing begins with one
    for letter in "jos":
        app.tap(f"letter:{letter}")
    app.hold("letter:e")
    picture = app.wait(lambda p: p.target("é") is not None)
    assert faults(picture) == []
    app.tap("é")
    app.tap("space")
    app.hold("letter:a")
    app.tap("ä")
    app.tap("letter:-")
    app.tap("letter:b")
    app.wait(lambda p: "José Ä-B" in p.texts)
    app.tap("erase")
    app.tap("erase")
    app.tap("done")
    app.wait(lambda p: (t := p.target("name:red")) is not None and t["words"] == "José Ä")
    app.tap("seat:blue")
    app.tap("name:blue")
    app.tap("suggest:Zoë")
    app.wait(lambda p: (t := p.target("name:blue")) is not None and t["words"] == "Zoë")


def test_what_a_name_becomes() -> None:
    name = ""
    for letter in " -ana  maria":
        name = spelled(name, letter)
    assert name == "-Ana Maria"
    assert spelled("", "ß") == "ß"
    assert spelled("", "é") == "É"
    assert spelled("o'", "n") == "o'n"
    assert spelled("x" * LONGEST, "y") == "x" * LONGEST


def test_every_letter_that_can_be_typed_can_be_drawn() -> None:
    drawn = letters_of(Path(find_spec("kivy").submodule_search_locations[0]) / "data/fonts/Roboto-Regular.ttf")
    letters = "".join(ROWS) + "".join(ACCENTS.values()) + SIGNS
    assert [each for each in letters + letters.upper() if ord(each) not in drawn] == []
    assert 0x25B2 not in drawn  # a sign that it lacks indeed


def letters_of(font: Path) -> set[int]:
    """The letters a TrueType font can draw, from its table cmap (format 4)."""
    raw = font.read_bytes()
    tables = {
        raw[at : at + 4]: unpack(">II", raw[at + 8 : at + 16])
        for at in range(12, 12 + 16 * unpack(">H", raw[4:6])[0], 16)
    }
    start, length = tables[b"cmap"]
    cmap = raw[start : start + length]
    for record in range(unpack(">H", cmap[2:4])[0]):
        at = unpack(">I", cmap[8 + 8 * record : 12 + 8 * record])[0]
        if unpack(">H", cmap[at : at + 2])[0] == 4:
            many = unpack(">H", cmap[at + 6 : at + 8])[0] // 2
            ends = unpack(f">{many}H", cmap[at + 14 : at + 14 + 2 * many])
            starts = unpack(f">{many}H", cmap[at + 16 + 2 * many : at + 16 + 4 * many])
            return {letter for first, last in zip(starts, ends, strict=True) for letter in range(first, last + 1)}
    raise AssertionError("no format 4")
