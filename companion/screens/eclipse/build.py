"""Build: four kinds of ship, and an orbital or a monolith in each sector of one's own."""

from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target
from companion.screens.words import count, plain, sector, spoken


class Build(Screen):
    """One target is one thing built; the screen stays until nothing is left to build or "done" is touched."""

    name: ClassVar[str] = "build"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        from companion.rules.eclipse.catalog import SHIPS

        self._ships = {
            ship: Target(
                key=f"ship:{ship}",
                words=spoken(ship),
                height_mm=3,
                tap=self._acting(f"build_ship {ship}"),
                why=self._asking(f"build_ship {ship}"),
            )
            for ship in SHIPS
        }
        for target in self._ships.values():
            self.ids.ships.add_widget(target)
        self._laid: tuple[Any, ...] = ()
        self._structures: dict[str, Target] = {}

    def refresh(self) -> None:
        from companion.rules.eclipse.catalog import SHIP_LIMITS, SHIPS

        desk = self.desk
        decision = desk.focus()
        if decision is None or decision.seat not in desk.state.seats:
            return
        seat = decision.seat
        player = desk.state.player(seat)
        left = decision.context.get("left", 1)
        materials = player.storage[2]
        self.ids.header.show(self.app, seat, f"Build what? {count(left, 'thing')} left", f"materials {materials}")
        costs = player.species.costs
        for place, ship in enumerate(SHIPS):
            target = self._ships[ship]
            target.hold = lambda ship=ship: desk.put_right(seat, f"ships_{ship}")
            target.small = f"{costs[ship]} materials · {player.ships[place]} of {SHIP_LIMITS[ship]}"
            target.grey = not desk.may(f"{seat}: build_ship {ship}")
        self._lay(seat, [each.number for each in desk.state.owned(seat)])
        for line, target in self._structures.items():
            target.grey = not desk.may(f"{seat}: build_structure {line}")
        self._costs(costs)
        self.ids.later.grey = not desk.may(f"{seat}: later")
        self.ids.done.grey = not desk.may(f"{seat}: done")

    def _lay(self, seat: str, numbers: list[int]) -> None:
        laid = (seat, tuple(numbers))
        if laid == self._laid:
            return
        self._laid = laid
        box = self.ids.structures
        box.clear_widgets()
        self._structures = {}
        self._labels: dict[str, text.Words] = {}
        for structure in ("orbital", "monolith"):
            row = BoxLayout(spacing=mm(2.2))
            label = text.Words(height_mm=2.5, size_hint_x=None, width=mm(26))
            self._labels[structure] = label
            row.add_widget(label)
            grid = GridLayout(cols=9 if len(numbers) > 5 else 5, spacing=mm(2))
            for number in numbers:
                line = f"{structure} {number}"
                target = Target(
                    key=f"{structure}:{number}",
                    words=sector(number),
                    height_mm=2.8,
                    tap=self._acting(f"build_structure {line}"),
                    why=self._asking(f"build_structure {line}"),
                )
                self._structures[line] = target
                grid.add_widget(target)
            if not numbers:
                grid.add_widget(text.Words(text="no sector of one's own", color=theme.DIM))
            row.add_widget(grid)
            box.add_widget(row)

    def _costs(self, costs: Any) -> None:
        for structure, label in self._labels.items():
            small = f"[size={int(theme.letters(2))}]{costs[structure]} materials[/size]"
            label.text = f"[b]{plain(structure).capitalize()}[/b] in\n{small}"

    def _acting(self, words: str) -> Any:
        return lambda: self.desk.act(f"{self.desk.asked_seat()}: {words}")

    def _asking(self, words: str) -> Any:
        return lambda: self.desk.explain(f"{self.desk.asked_seat()}: {words}")

    def later(self) -> None:
        self._acting("later")()

    def why_not_later(self) -> None:
        self._asking("later")()

    def done(self) -> None:
        self._acting("done")()

    confirm = done

    def why_not_done(self) -> None:
        self._asking("done")()
