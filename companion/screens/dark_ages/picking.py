"""A card of the deck by two touches: whose it is, then its value; technologies by one."""

from collections.abc import Callable, Collection
from typing import Any, Final

from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.rules.dark_ages.catalog import ALLY, CARDS, TECHNOLOGIES, WORLD_NAMES, WORLDS
from companion.screens.theme import mm
from companion.screens.widgets.target import Target

KINDS: Final = (*WORLDS, ALLY)
VALUES: Final = range(11)
SHORT: Final = {"ecup_contract": "Ecup", "kha_farjimmn": "Kha'Farj.", "erithizonian": "Erithiz."}
UPRIGHT: Final = 6
"""Targets that fit beside each other on an upright panel."""
TECHNOLOGY_WORDS: Final = {"advanced_processing": "Advanced Proc."}


def kind_name(kind: str) -> str:
    """A world, or the Allies, as a narrow target says it."""
    return "Allies" if kind == ALLY else SHORT.get(kind, WORLD_NAMES[kind])


def folded(row: list[Any], upright: int = UPRIGHT) -> list[list[Any]]:
    """A row of widgets; on an upright panel as rows of about the same length, of `upright` at most."""
    most = len(row) if Window.width > Window.height else upright
    rows = -(-len(row) // max(most, 1))
    length = -(-len(row) // max(rows, 1))
    return [row[first : first + length] for first in range(0, len(row), max(length, 1))]


class Picker(BoxLayout):
    """The grid. `picked` is called with a card's key. `target` makes its targets: private ones do not light up.

    `open_kinds` and `allowed` grey what cannot be meant; a grey card is handed to `refused`. A private grid is given
    none of them: it is the same whatever is asked, and shows no choice.
    """

    def __init__(
        self,
        picked: Callable[[str], object],
        *,
        target: type[Target] = Target,
        kinds: Collection[str] = KINDS,
        technologies: bool = True,
        allowed: Callable[[str], bool] | None = None,
        refused: Callable[[str], object] | None = None,
        echo: bool = True,
    ) -> None:
        super().__init__(orientation="vertical", spacing=mm(2.2))
        self._picked, self._allowed, self._refused, self._echo = picked, allowed, refused, echo
        # Of one world, and perhaps the Allies, the world is meant until another is touched.
        worlds = [kind for kind in kinds if kind != ALLY]
        self.kind = worlds[0] if len(worlds) == 1 else ""
        self._kinds = {kind: target(key=f"kind:{kind}", words=kind_name(kind), height_mm=2.4) for kind in KINDS}
        self._values = {value: target(key=f"value:{value}", words=str(value), height_mm=4.5) for value in VALUES}
        self._technologies = {
            card: target(key=f"card:{card}", words=TECHNOLOGY_WORDS.get(card, CARDS[card].name), height_mm=2.4)
            for card in (TECHNOLOGIES if technologies else ())
        }
        for row in (self._kinds, self._values, self._technologies):
            if row:
                grid = GridLayout(rows=len(folded(list(row.values()))), spacing=mm(2))
                for each in row.values():
                    grid.add_widget(each)
                self.add_widget(grid)
        for kind, each in self._kinds.items():
            each.tap = lambda kind=kind: self._choose(kind)
            each.grey = kind not in kinds
            each.why = lambda kind=kind: self._refuse(f"{kind}_1")
        for value, each in self._values.items():
            each.tap, each.why = (lambda value=value: self._take(value)), (lambda value=value: self._take(value))
        for card, each in self._technologies.items():
            each.tap, each.why = (lambda card=card: self._give(card)), (lambda card=card: self._give(card))
        self.show()

    def show(self) -> None:
        """Grey what is not allowed, mark what was chosen; a private grid stays as it is."""
        if not self._echo:
            return
        for kind, each in self._kinds.items():
            each.chosen = kind == self.kind
        for value, each in self._values.items():
            each.grey = bool(self.kind) and not self._may(f"{self.kind}_{value}")
        for card, each in self._technologies.items():
            each.grey = not self._may(card)

    def _may(self, card: str) -> bool:
        return self._allowed is None or self._allowed(card)

    def _choose(self, kind: str) -> None:
        self.kind = kind
        self.show()

    def _take(self, value: int) -> None:
        if self.kind:
            card = f"{self.kind}_{value}"
            if self._echo is False:
                self.kind = ""
            self._give(card)

    def _give(self, card: str) -> None:
        if self._may(card):
            self._picked(card)
        else:
            self._refuse(card)

    def _refuse(self, card: str) -> None:
        if self._refused is not None:
            self._refused(card)
