"""A sector pressed long: what the app believes lies there, in two steps, to be put right."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.screens.words import spoken

if TYPE_CHECKING:
    from companion.screens.window import CompanionApp

Answer = tuple[str, str, Callable[[], object]]


def put_right(app: "CompanionApp", number: int) -> None:
    """Who holds it, its squares and tiles; behind them its place, and each seat's ships."""
    from companion.screens.widgets.sheet import choose

    desk = app.desk
    assert desk is not None
    word = f"sector_{number}"
    rows = [row for row in desk.correctable() if row.field == word or row.field.startswith(f"{word}_")]
    groups: dict[str, list[Any]] = {}
    for row in rows:
        groups.setdefault(_group(row.field[len(word) + 1 :], desk.state.seats), []).append(row)
    where = f"{number:03d}"
    answers = [_answer(app, row, where) for row in groups.pop("", [])]
    for name, those in groups.items():
        inside = [_answer(app, row, where) for row in those]

        def open_group(name: str = name, inside: list[Answer] = inside) -> None:
            app.open_sheet(choose(f"{where}: {name}", inside, 2))

        answers.append((name, "more ▸", open_group))
    app.open_sheet(choose(f"What lies in {where}?", answers, 4))


def _group(rest: str, seats: tuple[str, ...]) -> str:
    """Which sheet a value stands on: "" for the first."""
    first = rest.partition("_")[0]
    if first in seats:
        return f"{first.capitalize()}'s ships"
    return "place and turn" if first in ("q", "r", "rotation") else ""


def _answer(app: "CompanionApp", row: Any, where: str) -> Answer:
    from companion.screens.believes import ask_value

    title = row.title.replace(f" in {where}", "").replace(f" of {where}", "").replace(f" {where}", "")
    value = "not told" if row.value is None else row.value
    words = ("no", "yes")[value] if isinstance(value, bool) else "nobody" if value == "none" else spoken(value)
    return f"{words}", title, lambda: ask_value(app, row)
