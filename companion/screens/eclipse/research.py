"""Research: every technology in its category's row, its cost after the discount, grey ones explaining themselves."""

from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.screens import theme
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target
from companion.screens.words import resources


class Research(Screen):
    """Twenty-four fixed places: three rows of eight, from cheap to dear."""

    name: ClassVar[str] = "research"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        from companion.rules.eclipse.catalog import CATEGORIES, TECHNOLOGIES

        self._targets: dict[str, Target] = {}
        self._labels: dict[str, text.Words] = {}
        for category in CATEGORIES:
            row = BoxLayout(spacing=mm(2))
            label = text.Words(height_mm=2.2, color=theme.DIM, size_hint_x=None, width=mm(13), halign="center")
            self._labels[category] = label
            row.add_widget(label)
            mine = [tile for tile in TECHNOLOGIES.values() if tile.category == category]
            for tile in sorted(mine, key=lambda tile: tile.cost):
                target = Target(
                    key=f"technology:{tile.key}",
                    words=tile.name,
                    height_mm=2.3,
                    tap=self._taking(tile.key),
                    why=self._asking(tile.key),
                )
                self._targets[tile.key] = target
                row.add_widget(target)
            self.ids.rows.add_widget(row)

    def refresh(self) -> None:
        from companion.rules.eclipse.catalog import TECHNOLOGIES, TECHNOLOGY_INDEX
        from companion.rules.eclipse.economy import discount, price

        desk = self.desk
        decision = desk.focus()
        if decision is None or decision.seat not in desk.state.seats:
            return
        state, seat = desk.state, decision.seat
        player = state.player(seat)
        self.ids.header.show(self.app, seat, "Which technology?", resources(player.storage))
        for category, label in self._labels.items():
            owned = player.owned_in(category)
            label.text = f"[b]{category}[/b]\n{owned} owned\n{text.signs(f'−{discount(owned)}')}"
        for key, target in self._targets.items():
            tile = TECHNOLOGIES[key]
            target.grey = not desk.may(f"{seat}: technology {key}")
            target.chosen = player.owns(key)
            target.hold = lambda key=key: desk.put_right(seat, f"technology_{key}")
            cost = price(player, key)
            if player.owns(key):
                target.small = "owned"
                continue
            out = state.supply[TECHNOLOGY_INDEX[key]] if "supply" in state.tracking and state.supply else None
            lying = "" if out is None else "\nnone out" if out == 0 else f"\n{out} out"
            target.small = (f"{cost} (of {tile.cost})" if cost != tile.cost else f"{cost}") + lying
        self.ids.note.text = text.signs(
            text.plain(
                f"Each pays science: the printed cost less the discount; {desk.called(seat)} has {player.storage[1]}."
            )
        )
        self.ids.later.grey = not desk.may(f"{seat}: later")

    def _line(self, key: str) -> str:
        return f"{self.desk.asked_seat()}: technology {key}"

    def _taking(self, key: str) -> Any:
        return lambda: self.desk.act(self._line(key))

    def _asking(self, key: str) -> Any:
        return lambda: self.desk.explain(self._line(key))

    def later(self) -> None:
        self.desk.act(f"{self.desk.asked_seat()}: later")

    def why_not_later(self) -> None:
        self.desk.explain(f"{self.desk.asked_seat()}: later")
