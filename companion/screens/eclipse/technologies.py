"""New technology tiles: drawn and named by the app, told on a grid as they come from the bag, or left untold."""

from collections import Counter
from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target
from companion.screens.words import count


class Technologies(Screen):
    """The same twenty-four places as in research; each touch is one tile drawn."""

    name: ClassVar[str] = "technologies"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        from companion.rules.eclipse.catalog import CATEGORIES, TECHNOLOGIES

        self._drawn: Counter[str] = Counter()
        self._asked = -1
        self._targets: dict[str, Target] = {}
        for category in CATEGORIES:
            row = BoxLayout(spacing=mm(2))
            label = text.Words(text=f"[b]{category}[/b]", height_mm=2.2, color=theme.DIM, halign="center")
            label.size_hint_x, label.width = None, mm(13)
            row.add_widget(label)
            mine = [tile for tile in TECHNOLOGIES.values() if tile.category == category]
            for tile in sorted(mine, key=lambda tile: tile.cost):
                target = Target(key=f"tile:{tile.key}", words=tile.name, height_mm=2.3, tap=self._drawing(tile.key))
                target.hold = self._putting_back(tile.key)
                target.why = lambda tile=tile: self.app.say(f"Every {tile.name} tile of the box is out already.")
                self._targets[tile.key] = target
                row.add_widget(target)
            self.ids.rows.add_widget(row)

    def refresh(self) -> None:
        desk = self.desk
        decision = desk.focus()
        if decision is None or decision.draw is None:
            return
        if self._asked != desk.session.revision:
            self._asked = desk.session.revision
            self._drawn.clear()
        wanted, lie = decision.draw.count, sum(self._drawn.values())
        self.ids.header.show(self.app, "", f"Draw {count(wanted, 'technology tile')}", f"{lie} of {wanted}")
        bag = decision.context.get("bag", {})
        for key, target in self._targets.items():
            drawn = self._drawn[key]
            target.chosen = drawn > 0
            left = bag.get(key, 5) - drawn
            target.small = f"{drawn} drawn" if drawn else f"{left} left"
            target.grey = left < 1
        self.ids.use.words = "these" if lie == wanted else f"{wanted - lie} more"
        self.ids.use.grey = lie != wanted
        self.ids.clearing.grey = lie == 0

    def _drawing(self, key: str) -> Any:
        def draw() -> None:
            decision = self.desk.focus()
            if decision is None or decision.draw is None:
                return
            if sum(self._drawn.values()) >= decision.draw.count:
                self.app.say(f"All {decision.draw.count} are in; press one long to take it out again.")
                return
            self._drawn[key] += 1
            self.refresh()

        return draw

    def _putting_back(self, key: str) -> Any:
        def put_back() -> None:
            if self._drawn[key]:
                self._drawn[key] -= 1
                self.refresh()

        return put_back

    def _line(self, tiles: list[str]) -> str:
        decision = self.desk.focus()
        assert decision is not None
        return f"{decision.seat}: {decision.verbs[0]} {' '.join(tiles)}"

    def use(self) -> None:
        self.desk.act(self._line(sorted(self._drawn.elements())))

    confirm = use

    def why_not_use(self) -> None:
        self.app.say("Touch every tile that came from the bag; press long to take one out again.")

    def untold(self) -> None:
        decision = self.desk.focus()
        if decision is not None and decision.draw is not None:
            self.desk.act(self._line(["?"] * decision.draw.count))

    def app_draws(self) -> None:
        self.desk.app_answers()

    def clear(self) -> None:
        self._drawn.clear()
        self.refresh()
