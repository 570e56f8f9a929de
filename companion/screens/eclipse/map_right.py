"""The map put right: what lies in a sector, where it lies and how it is turned, a sector that nobody told of."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.rules.eclipse.hexes import STACK_NUMBERS, Place, ring, stack_of
from companion.screens.shown import shown
from companion.screens.words import sector, spoken

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.screens.window import CompanionApp

Answer = tuple[str, str, Callable[[], object]]
Placing = Callable[[int], object]
"""Asks on the map where that sector lies."""


def put_right(app: "CompanionApp", number: int, steps: int, placing: Placing) -> None:
    """Who holds a sector, its squares and tiles; behind them its place, its turn, and each seat's ships."""
    from companion.screens.widgets.sheet import choose

    desk = app.desk
    assert desk is not None
    word = f"sector_{number}"
    rows = [row for row in desk.correctable() if row.field == word or row.field.startswith(f"{word}_")]
    groups: dict[str, list[Any]] = {}
    for row in rows:
        groups.setdefault(_group(row.field[len(word) + 1 :], desk.state.seats), []).append(row)
    where = sector(number)
    answers = [_answer(app, row, where) for row in groups.pop("", [])]
    if groups.pop("place", []):
        answers.append(("place", "where it lies", lambda: placing(number)))
        if desk.state.sector(number).at is not None:
            answers.append(("turn", "how it lies", lambda: ask_turn(app, number, steps)))
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
    return "place" if first in ("q", "r", "rotation") else ""


def _answer(app: "CompanionApp", row: Any, where: str) -> Answer:
    from companion.screens.believes import ask_value

    title = row.title.replace(f" in {where}", "").replace(f" of {where}", "").replace(f" {where}", "")
    value = "not told" if row.value is None else row.value
    words = ("no", "yes")[value] if isinstance(value, bool) else "nobody" if value == "none" else spoken(value)
    return words, title, lambda: ask_value(app, row)


def put_there(app: "CompanionApp", number: int, place: Place, steps: int) -> None:
    """That sector lies there; then how it is turned."""
    desk = app.desk
    assert desk is not None
    word, (q, r) = f"table: correct sector_{number}", place
    lines = [f"{word}_q {q}", f"{word}_r {r}"]
    if desk.state.sector(number) is None:
        row = next(row for row in desk.correctable() if row.field == f"sector_{number}")
        lines.insert(0, f"{word} {row.choices[0]}")
    _act_all(desk, lines, lambda: ask_turn(app, number, steps))


def _act_all(desk: "Desk", lines: Sequence[str], then: Callable[[], object]) -> None:
    """One after another; what follows was meant with the first, whatever that one changed."""
    first, *rest = lines

    def on() -> None:
        if rest:
            shown.aim(desk.session.revision)
            _act_all(desk, rest, then)
        else:
            then()

    desk.act(first, then=on)


def ask_which(app: "CompanionApp", place: Place, steps: int) -> None:
    """An empty space was pressed long: which sector lies there? Those whose place nobody told come first."""
    from companion.screens.widgets.sheet import choose

    desk = app.desk
    assert desk is not None
    state = desk.state
    numbers = [each.number for each in state.sectors if each.at is None]
    laid = {each.number for each in state.sectors}
    rows = {row.field for row in desk.correctable()}
    numbers += sorted(
        number for row in rows if (number := _whole(row)) and number not in laid and stack_of(number) == ring(place)
    )
    if not numbers:
        app.say(f"Every tile of stack {STACK_NUMBERS.get(ring(place), '')} lies on the map already.")
        return
    answers = [(sector(number), "", lambda number=number: put_there(app, number, place, steps)) for number in numbers]
    app.open_sheet(choose("Which sector lies there?", answers, 5))


def _whole(word: str) -> int:
    """The number in `sector_207`, or 0."""
    number = word.removeprefix("sector_")
    return int(number) if number.isdigit() else 0


def ask_turn(app: "CompanionApp", number: int, steps: int) -> None:
    """How a sector of the map is turned: six pictures of it."""
    from kivy.uix.gridlayout import GridLayout

    from companion.screens.eclipse import hexmap
    from companion.screens.eclipse.tile_face import TileTarget
    from companion.screens.theme import mm
    from companion.screens.widgets.sheet import Sheet, buttons, title
    from companion.screens.widgets.target import Target

    desk = app.desk
    assert desk is not None
    state = desk.state
    now = state.sector(number)
    if now is None or now.at is None:
        return
    sheet = Sheet(0.8, 0.9)
    sheet.panel.add_widget(title(f"{sector(number)}: how does it lie?"))
    grid = GridLayout(cols=3, spacing=mm(2.2))

    def turned(rotation: int) -> Callable[[], None]:
        def put() -> None:
            sheet.close()
            if rotation != now.rotation:
                desk.act(f"table: correct sector_{number}_rotation {rotation}")

        return put

    for rotation in range(6):
        target = TileTarget(key=f"rotation:{rotation}", chosen=rotation == now.rotation, tap=turned(rotation))
        target.show(hexmap.look(state, now.with_(rotation=rotation)), steps)
        grid.add_widget(target)
    sheet.panel.add_widget(grid)
    sheet.panel.add_widget(buttons(Target(key="close", words="close", tone="quiet", tap=sheet.close)))
    app.open_sheet(sheet)
