"""One line per action, both ways; a broken line says in one sentence what is wrong."""

import pytest

from companion.rules.eclipse import GAME
from companion.rules.eclipse.technologies import NewTechnologies
from companion.rules.notation import BrokenLine, read, usage, write


@pytest.mark.parametrize(
    "line",
    [
        "blue: technology fusion_drive",
        "blue: move_disc track 207",
        "blue: move_disc 207 track",
        "table: new_technologies orbital ? orbital",
        "table: roll yellow 6 yellow 2",
        "blue: correct technology_orbital yes",
        "blue: correct reputation_1 ?",
        "table: battle 207 red blue ancients",
        "blue: draw hidden hidden",
        "blue: pass",
    ],
)
def test_both_ways(line: str) -> None:
    assert write(read(line, GAME.actions)) == line


def test_untold() -> None:
    assert read("table: new_technologies ? orbital", GAME.actions) == NewTechnologies("table", (None, "orbital"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "is not an action: expected"),
        ("Blue: pass", "is not an action: expected"),
        ("blue: dance", "“dance” is not an action of this game"),
        ("blue: technology", "technology is missing"),
        ("blue: pass twice", "“twice” is too much"),
        ("blue: lay many", "“many” cannot be the sector"),
        ("blue: lay 12345678", "cannot be the sector"),
        ("blue: colonise 207 Money money", "“Money” cannot be the square"),
    ],
)
def test_broken_lines(line: str, said: str) -> None:
    with pytest.raises(BrokenLine, match=said) as caught:
        read(line, GAME.actions)
    assert "\n" not in str(caught.value)


def test_usage() -> None:
    assert usage(GAME.actions["colonise"]) == "sector, square, track"
    assert usage(GAME.actions["pass"]) == "no words"


def test_every_verb_is_its_class() -> None:
    assert all(kind.verb == verb for verb, kind in GAME.actions.items())
