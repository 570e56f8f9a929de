"""Ships in a battle as targets: those of one type with the same damage together, the damage drawn as boxes."""

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, RoundedRectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.screens import theme
from companion.screens.eclipse import signs
from companion.screens.eclipse.blueprint import Dice
from companion.screens.eclipse.fighting import Group, Line
from companion.screens.eclipse.part_words import SHIP
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.target import Target


def sign(party: str, seats: Any, person: str, wide: float) -> Widget:
    """A seat's badge, or the hexagon of those that are no players."""
    if party in seats:
        return Badge(seat=party, person=person, size_hint_x=None, width=mm(wide))
    return text.Words(text=text.signs("⬢"), height_mm=4, halign="center", size_hint_x=None, width=mm(wide))


class Ships(Target):
    """One group of ships; its hull and the damage it has taken are boxes below its name."""

    def __init__(self, group: Group, **keywords: Any) -> None:
        super().__init__(
            key=f"ship:{group.party}:{group.ship}:{group.damage}",
            words=f"{group.number}×{SHIP[group.ship]}" if group.number > 1 else SHIP[group.ship],
            valign="top",
            height_mm=2.7,
            wrap=False,
            **keywords,
        )
        self.group = group
        self._drawing = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "grey"):
            self.fbind(name, self._drawing)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.after.clear()
        if self.width < 2:
            return
        high = 2.2 if self.group.retreating_to else 4.6 if self.group.hull + 1 > signs.ABREAST else 3.4
        tall = min(self.height * 0.42, mm(high))
        box = (self.x + mm(1), self.y + mm(0.9), self.width - mm(2), tall)
        signs.damage(self.canvas.after, self.group.hull, self.group.damage, box, 0.45 if self.grey else 1)


class Row(BoxLayout):
    """One line of the order of Initiative."""

    def __init__(self, line: Line, seats: Any, person: str) -> None:
        super().__init__(spacing=mm(1), padding=(mm(0.8), 0))
        with self.canvas.before:
            Color(*(theme.SAID if line.acts else theme.PANEL))
            self._body = RoundedRectangle(radius=[mm(1)])
        self.bind(pos=self._place, size=self._place)
        ink = theme.TEXT if line.waits or line.acts else theme.GREYED
        arrow = text.signs("▸") if line.acts else ""
        self.add_widget(text.Words(text=arrow, height_mm=3, size_hint_x=None, width=mm(3), color=theme.CHOSEN))
        self.add_widget(
            text.Words(
                text=str(line.initiative),
                height_mm=4.6,
                bold=True,
                halign="center",
                size_hint_x=None,
                width=mm(7),
                color=ink,
            )
        )
        self.add_widget(sign(line.party, seats, person, 7))
        named = f"[b]{line.number}×[/b] {SHIP[line.ship]}"
        self.add_widget(text.Words(text=named, height_mm=3.4, wrap=False, size_hint_x=0.9, color=ink))
        self.add_widget(self._dice(line, ink))
        says = line.away or line.needs
        high = 4.2 if len(says) < 4 else 2.7
        needs = text.Words(text=text.signs(text.plain(says)), height_mm=high, bold=len(says) < 4, size_hint_x=1.1)
        needs.color = theme.WARN if line.away else ink
        self.add_widget(needs)

    @staticmethod
    def _dice(line: Line, ink: theme.Colour) -> Widget:
        three = line.cannons if any(line.cannons) else line.missiles
        if sum(three) <= 6:
            return Dice(cannons=[*line.cannons], missiles=[*line.missiles], halign="left", most_mm=4.4)
        told = " ".join(f"{number}{letter}" for number, letter in zip(three, "yor", strict=True) if number)
        return text.Words(text=f"[b]{told}[/b]", height_mm=3, wrap=False, color=ink)

    def _place(self, *_: Any) -> None:
        self._body.pos, self._body.size = self.pos, self.size


class Heads(BoxLayout):
    """The words over the columns of those lines."""

    def __init__(self, fires: str) -> None:
        super().__init__(spacing=mm(1), padding=(mm(0.8), 0), size_hint_y=None, height=mm(3.4))
        self.add_widget(self._word("initiative", size_hint_x=None, width=mm(17)))
        self.add_widget(self._word("", size_hint_x=0.9))
        self.add_widget(self._word(fires))
        self.add_widget(self._word("needs", size_hint_x=1.1))

    @staticmethod
    def _word(words: str, **keywords: Any) -> text.Words:
        return text.Words(text=words, height_mm=1.9, wrap=False, color=theme.DIM, **keywords)


class Side(BoxLayout):
    """One party's ships, as many abreast as there is room for."""

    def __init__(self, party: str, seats: Any, person: str, ships: list[Ships], abreast: int) -> None:
        rows = max(1, -(-len(ships) // abreast))
        super().__init__(spacing=mm(1.4), size_hint_y=rows)
        self.add_widget(sign(party, seats, person, 7))
        grid = GridLayout(cols=abreast, spacing=mm(2.2))
        for each in ships:
            grid.add_widget(each)
        for _ in range(rows * abreast - len(ships)):
            grid.add_widget(Widget())
        self.add_widget(grid)
