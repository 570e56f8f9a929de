"""The themes' colours: everything that is read stands out by 4.5 to 1 at least, in each of them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.screens import theme

LEAST = 4.5
GROUNDS = ("GROUND", "PANEL", "TARGET_GREY")
ON = {
    "TEXT": (*GROUNDS, "TARGET", "TARGET_DOWN", "GO", "STOP", "SAID"),
    "DIM": (*GROUNDS, "TARGET"),
    "GREYED": GROUNDS,
    "WARN": (*GROUNDS, "TARGET"),
    "BAD": (*GROUNDS, "TARGET"),
    "GOOD": (*GROUNDS, "TARGET"),
    "CHOSEN": (*GROUNDS, "TARGET", "SAID"),
}
"""What is written in which colour, and on what it may stand."""


@pytest.fixture(params=theme.THEMES)
def dressed(request: pytest.FixtureRequest) -> Iterator[str]:
    theme.dress(request.param)
    yield request.param
    theme.dress("dark")


def test_words_stand_out(dressed: str) -> None:
    weak = [
        f"{ink} on {ground}: {theme.contrast(getattr(theme, ink), getattr(theme, ground)):.2f}"
        for ink, grounds in ON.items()
        for ground in grounds
        if theme.contrast(getattr(theme, ink), getattr(theme, ground)) < LEAST
    ]
    assert weak == [], dressed


def test_seats_dice_and_bars_stand_out(dressed: str) -> None:
    for seat, colour in theme.SEATS.items():
        assert theme.contrast(colour, theme.SEAT_INK[seat]) >= LEAST, seat
        for ground in (*GROUNDS, "TARGET"):
            assert theme.contrast(theme.SEAT_TEXT[seat], getattr(theme, ground)) >= LEAST, (seat, ground)
        edge = theme.SEAT_EDGES.get(seat, colour)
        assert theme.contrast(edge, theme.GROUND) >= 2 or theme.contrast(colour, theme.GROUND) >= 2, seat
    for die, colour in theme.DICE.items():
        assert theme.contrast(theme.ink_on(colour), colour) >= LEAST, die
        assert theme.contrast(theme.die_text(die), theme.GROUND) >= LEAST, die
    for colour in theme.PARTS:
        assert theme.contrast(theme.PART_INK, colour) >= LEAST


def test_fields_of_the_board_stand_out(dressed: str) -> None:
    tree = ast.parse((Path(theme.__file__).parent / "cosmic_empires/field_cell.py").read_text(encoding="utf-8"))
    told = {
        node.target.id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and node.target.id in ("TINTS", "TINGE")
        if node.value is not None
    }
    for kind, tint in told["TINTS"].items():
        ground = theme.mix(theme.PANEL, tint, told["TINGE"])
        for ink in (theme.TEXT, theme.DIM):
            assert theme.contrast(ink, ground) >= LEAST, kind


def test_boards_of_eclipse_are_read_in_every_theme(dressed: str) -> None:
    from companion.screens.eclipse import signs

    for name in ("TEXT", "DIM", "GREYED", "BAD", "CHOSEN"):
        for ground in (signs.BOARD, signs.PRINTED):
            assert theme.contrast(signs.on_board(name), ground) >= LEAST, name
    for kind, ground in signs.KINDS.items():
        assert theme.contrast(signs.on_board("TEXT"), ground) >= LEAST, kind


def test_nothing_is_purely_white_and_dim_is_dim(dressed: str) -> None:
    grounds = [getattr(theme, name) for name in ("GROUND", "PANEL", "TARGET", "GO", "STOP", "SAID")]
    assert all(max(colour[:3]) < 0.95 for colour in grounds)
    if dressed == "dim":
        assert all(theme.contrast(colour, (0, 0, 0, 1)) < 2 for colour in grounds)


def test_an_unknown_theme_is_the_dark_one() -> None:
    theme.dress("dark")
    ground = theme.GROUND
    theme.dress("light")
    assert ground != theme.GROUND
    theme.dress("no such theme")
    assert ground == theme.GROUND


def made_once(tree: ast.Module) -> Iterator[ast.AST]:
    """What is worked out when a module is read: values of constants, of class attributes, and defaults of arguments."""
    for body in (tree.body, *(node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef))):
        for statement in body:
            if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
                yield statement.value
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from (each for each in (*node.args.defaults, *node.args.kw_defaults) if each is not None)


def test_no_module_keeps_a_colour_of_the_theme() -> None:
    """A constant made of one would stay as it was when the theme changes."""
    changing = set(ON) | {"GROUND", "PANEL", "TARGET", "TARGET_DOWN", "TARGET_GREY", "EDGE", "EDGE_GREY"}
    changing |= {"GO", "GO_EDGE", "STOP", "STOP_EDGE", "SAID", "VEIL"}
    folder = Path(theme.__file__).parent
    kept = []
    for path in sorted(folder.rglob("*.py")):
        for made in made_once(ast.parse(path.read_text(encoding="utf-8"))):
            kept += [
                f"{path.relative_to(folder)}:{node.lineno}: theme.{node.attr}"
                for node in ast.walk(made)
                if isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "theme"
                and node.attr in changing
            ]
    assert kept == []
