"""What is fired: dice by colour, the computer, and the shields in question; told by plus and minus."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.screens import theme
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.sheet import Sheet, buttons, title
from companion.screens.widgets.target import Target


@dataclass(frozen=True, slots=True)
class Figures:
    """A volley as it is told; `shields` are those of every kind of target."""

    yellow: int = 1
    orange: int = 0
    red: int = 0
    computer: int = 0
    shields: tuple[int, ...] = (0,)


MOST = {"yellow": 24, "orange": 16, "red": 16, "computer": 9}


class FireSheet(Sheet):
    """Asks for the figures and calls `done` with them."""

    def __init__(self, what: str, now: Figures, done: Callable[[Figures], object], with_shields: bool = True) -> None:
        super().__init__(0.98, 0.98)
        self._now, self._done = now, done
        self._figures: dict[str, text.Words] = {}
        self._shields: dict[int, Target] = {}
        self.panel.add_widget(title(what))
        body = BoxLayout(spacing=mm(3))
        for name in ("yellow", "orange", "red", "computer"):
            body.add_widget(self._column(name))
        if with_shields:
            body.add_widget(self._shield_column())
        self.panel.add_widget(body)
        self.panel.add_widget(
            buttons(
                Target(key="cancel", words="leave it", tone="quiet", height_mm=3, tap=self.close),
                Target(key="roll", words="ROLL", tone="go", height_mm=4, tap=self._roll),
                height=13,
            )
        )
        self._show()

    def _column(self, name: str) -> BoxLayout:
        column = BoxLayout(orientation="vertical", spacing=mm(2.2))
        heading = text.Words(text=f"[b]{name}[/b]", height_mm=2.4, halign="center", size_hint_y=None, height=mm(6))
        heading.color = theme.die_text(name)
        column.add_widget(heading)
        column.add_widget(Target(key=f"more:{name}", words="+", height_mm=6, tap=lambda: self._step(name, 1)))
        self._figures[name] = text.Words(height_mm=7, bold=True, halign="center")
        column.add_widget(self._figures[name])
        column.add_widget(Target(key=f"less:{name}", words="−", height_mm=6, tap=lambda: self._step(name, -1)))
        return column

    def _shield_column(self) -> Widget:
        column = BoxLayout(orientation="vertical", spacing=mm(2.2), size_hint_x=1.4)
        column.add_widget(
            text.Words(
                text="[b]shields[/b] of the targets", height_mm=2.2, halign="center", size_hint_y=None, height=mm(6)
            )
        )
        grid = GridLayout(cols=2, spacing=mm(2.2))
        for shield in range(6):
            words = "none" if shield == 0 else f"−{shield}"
            target = Target(key=f"shield:{shield}", words=words, height_mm=2.8, tap=self._toggling(shield))
            self._shields[shield] = target
            grid.add_widget(target)
        column.add_widget(grid)
        return column

    def _step(self, name: str, by: int) -> None:
        value = min(max(getattr(self._now, name) + by, 0), MOST[name])
        self._now = replace(self._now, **{name: value})
        self._show()

    def _toggling(self, shield: int) -> Callable[[], None]:
        def toggle() -> None:
            shields = set(self._now.shields) ^ {shield}
            self._now = replace(self._now, shields=tuple(sorted(shields)) or (0,))
            self._show()

        return toggle

    def _show(self) -> None:
        for name, words in self._figures.items():
            value = getattr(self._now, name)
            words.text = f"+{value}" if name == "computer" else str(value)
            words.color = theme.TEXT if value else theme.GREYED
        for shield, target in self._shields.items():
            target.chosen = shield in self._now.shields

    def _roll(self) -> None:
        self.close()
        self._done(self._now)
