"""The rules to be looked up: every page and chapter that the engines cite is there, and each rule fits its place."""

import ast
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from companion.rules.games import GAMES
from companion.screens.box import box_of
from companion.screens.rulebook import CHAPTERS, topics
from tests.screens.driver import Driver
from tests.screens.geometry import faults
from tests.screens.table import begun

RULES = Path(__file__).parents[2] / "companion" / "rules"
CITING = {"Reason": (2, "page"), "ScoreLine": (4, "page")}
"""What cites: the place and the name of the argument."""


def cited(box: str) -> set[str]:
    """Every page or chapter in the engine's source that a reason or a line of the score may name."""
    found: set[str] = set()
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted((RULES / box).rglob("*.py"))}
    for path, tree in trees.items():
        module = import_module(
            ".".join(path.relative_to(RULES.parents[1]).with_suffix("").parts).removesuffix(".__init__")
        )
        for function, call in calls(tree):
            if getattr(call.func, "id", "") in CITING:
                place, name = CITING[call.func.id]  # type: ignore[attr-defined]
                told = argument(call, place, name)
                if told is not None:
                    found |= set(values(told, vars(module), function, trees))
    return found - {""}


def calls(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef | None, ast.Call]]:
    """Every call, with the innermost function around it."""

    def within(node: ast.AST, function: ast.FunctionDef | None) -> Iterator[tuple[ast.FunctionDef | None, ast.Call]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                yield function, child
            yield from within(child, child if isinstance(child, ast.FunctionDef) else function)

    return within(tree, None)


def argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    named = next((each.value for each in call.keywords if each.arg == name), None)
    return named if named is not None else call.args[place] if len(call.args) > place else None


def values(
    told: ast.expr, names: dict[str, object], function: ast.FunctionDef | None, trees: dict[Path, ast.Module]
) -> Iterator[str]:
    """What an expression may be: a constant, a name of the module, a local name, or a parameter at every call."""
    if isinstance(told, ast.IfExp):
        yield from values(told.body, names, function, trees)
        yield from values(told.orelse, names, function, trees)
        return
    if isinstance(told, ast.Name) and function is not None and told.id not in names:
        known = False
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and any(getattr(each, "id", "") == told.id for each in node.targets):
                known = True
                yield from values(node.value, names, function, trees)
        parameters = [each.arg for each in function.args.args]
        if told.id in parameters:
            place, known = parameters.index(told.id), True
            after = place - len(parameters) + len(function.args.defaults)
            if after >= 0:
                yield from values(function.args.defaults[after], names, None, trees)
            yield from at_every_call(function.name, place, told.id, trees)
        assert known, f"what is {told.id} in {function.name}?"
        return
    value = eval(compile(ast.Expression(told), "", "eval"), dict(names))
    assert isinstance(value, str)
    yield value


def at_every_call(name: str, place: int, parameter: str, trees: dict[Path, ast.Module]) -> Iterator[str]:
    for path, tree in trees.items():
        for function, call in calls(tree):
            if getattr(call.func, "id", getattr(call.func, "attr", "")) == name:
                told = argument(call, place, parameter)
                if told is not None:
                    module = import_module(
                        ".".join(path.relative_to(RULES.parents[1]).with_suffix("").parts).removesuffix(".__init__")
                    )
                    yield from values(told, vars(module), function, trees)


@pytest.mark.parametrize("box", GAMES.names)
def test_every_page_that_is_cited_can_be_looked_up(box: str) -> None:
    told = cited(box)
    assert len(told) > 12
    there = {rule.page for topic in topics(box) for rule in topic.rules}
    assert told - there == set()


@pytest.mark.parametrize("box", GAMES.names)
def test_the_rules_fit_their_screen(box: str) -> None:
    found = topics(box)
    assert len(found) <= CHAPTERS
    assert len({topic.name for topic in found}) == len(found)
    titles = [(topic.name, rule.title) for topic in found for rule in topic.rules]
    assert len(set(titles)) == len(titles)
    for topic in found:
        assert 1 <= len(topic.rules) <= 12, topic.name
        for rule in topic.rules:
            assert rule.page
            assert 10 < len(rule.text) <= 300, rule.title
            assert len(rule.title) <= 30, rule.title
    assert box_of(box).game == box


def test_nothing_of_the_rulebooks_is_copied() -> None:
    """No run of nine words is the rulebooks' own, where these are at hand."""
    shared = Path(__file__).parents[3] / "shared" / "rulebooks"
    books = {"eclipse": "eclipse.txt", "dark_ages": "galaxy_the_dark_ages.txt", "cosmic_empires": "cosmic_empires.txt"}
    if not shared.is_dir():
        pytest.skip("the rulebooks are not here (../shared/rulebooks)")
    for box, book in books.items():
        printed = " ".join((shared / book).read_text(encoding="utf-8").lower().split())
        for topic in topics(box):
            for rule in topic.rules:
                words = rule.text.lower().split()
                for start in range(len(words) - 8):
                    run = " ".join(words[start : start + 9])
                    assert run not in printed, f"{box}: “{run}”"


@pytest.mark.parametrize("size", [(800, 480), (1024, 600)], ids=["800x480", "1024x600"])
def test_a_rule_is_found_in_three_touches(
    start_app: Callable[..., Driver], tmp_path: Path, size: tuple[int, int]
) -> None:
    app = start_app(size, "--camera", "photos:/nowhere", data=begun(tmp_path / "data"))
    app.on("round")
    app.tap("menu")
    before = app.taps
    app.tap("rules")
    picture = app.on("lookup")
    app.shoot(tmp_path / f"{size[0]}-topics.png")
    assert faults(picture) == []
    for topic in topics("eclipse"):
        app.tap(f"topic:{topic.name}")
        picture = app.settled()
        assert faults(picture) == [], topic.name
        app.tap("topics")
    app.taps = before + 1
    app.tap("topic:Battle: hits")
    app.shoot(tmp_path / f"{size[0]}-rules.png")
    app.tap("rule:Ancients")
    assert app.taps - before == 3
    picture = app.wait(lambda p: "Two yellow dice" in p.texts)
    app.shoot(tmp_path / f"{size[0]}-rule.png")
    assert faults(picture) == []
    assert "page 19" in picture.texts
    app.tap("later")
    app.wait(lambda p: "Four yellow dice" in p.texts)
    app.tap("back")
    app.on("round")


def test_without_a_game_every_box_can_be_looked_up(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=tmp_path / "data")
    app.wait(lambda p: p.target("dice tray") and not p.raw["busy"])
    app.tap("dice tray")
    app.on("dice")
    app.tap("menu")
    app.tap("rules")
    for box in GAMES.names:
        app.on("lookup")
        app.tap(f"box:{box}")
        for topic in topics(box)[:2]:
            app.tap(f"topic:{topic.name}")
            picture = app.settled()
            assert faults(picture) == [], topic.name
            app.tap("topics")
    app.tap("back")
    app.on("home")


def test_from_why_not_to_the_rule(start_app: Callable[..., Driver], tmp_path: Path) -> None:
    app = start_app((800, 480), "--camera", "photos:/nowhere", data=begun(tmp_path / "data"))
    app.on("round")
    app.tap("research")
    picture = app.on("research")
    app.tap(next(t["key"] for t in picture.raw["targets"] if t["key"].startswith("technology:") and t["grey"]))
    picture = app.wait(lambda p: p.target("rule") is not None)
    assert faults(picture) == []
    app.tap("rule")
    picture = app.on("lookup")
    assert "page 12" in picture.texts.lower()
    app.tap("back")
    app.on("research")
