"""Sheets that take down what a card prints: big targets, nothing spelled but a planet's name."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.rules.cosmic_empires.catalog import BATTLE, CATEGORIES, COLOURS, PLACES, REWARDS, Content
from companion.rules.cosmic_empires.content import MOST_PLACES
from companion.screens import theme
from companion.screens.cosmic_empires.missions import place_words, reward_words
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.names import NameSheet
from companion.screens.widgets.sheet import Sheet, buttons, title
from companion.screens.widgets.target import Target
from companion.screens.words import recorded, spoken

Done = Callable[[Content], object]


class MissionSheet(Sheet):
    """A public mission: its kind, what each stone brings, and what every place asks for."""

    def __init__(self, app: Any, heading: str, content: Sequence[Any], done: Done) -> None:
        super().__init__(0.98, 0.98)
        self._app, self._done = app, done
        self._category, self._reward = str(content[0]), str(content[1])
        self._places = [str(word) for word in content[2:]]
        self._wide: dict[str, Target] = {}
        top = BoxLayout(size_hint_y=None, height=mm(10), spacing=mm(2.2))
        top.add_widget(title(heading, 10, 2.8))
        for category in CATEGORIES:
            top.add_widget(self._toggle(category, spoken(category), self._taking(self._kind, category)))
        self.panel.add_widget(top)
        rewards = BoxLayout(size_hint_y=None, height=mm(10), spacing=mm(2.2))
        for reward in REWARDS:
            rewards.add_widget(self._toggle(reward, reward_words(reward), self._taking(self._brings, reward)))
        self.panel.add_widget(rewards)
        self._palette = GridLayout(cols=5, spacing=mm(2.1))
        self.panel.add_widget(self._palette)
        self._chips = BoxLayout(size_hint_y=None, height=mm(10), spacing=mm(2.1))
        self.panel.add_widget(self._chips)
        self._set = Target(key="set", words="this it says", tone="go", tap=self._finish, why=self._why_not)
        self.panel.add_widget(
            buttons(Target(key="cancel", words="leave it", tone="quiet", tap=self.close), self._set, height=10)
        )
        self._lay_palette()
        self._show()

    def _toggle(self, key: str, words: str, tap: Callable[[], None]) -> Target:
        target = Target(key=f"says:{key}", words=words, height_mm=2.3, tap=tap)
        self._wide[key] = target
        return target

    @staticmethod
    def _taking(take: Callable[[str], None], word: str) -> Callable[[], None]:
        return lambda: take(word)

    def _kind(self, category: str) -> None:
        if category != self._category:
            self._category, self._places = category, []
            self._lay_palette()
        self._show()

    def _brings(self, reward: str) -> None:
        self._reward = reward
        self._show()

    def _lay_palette(self) -> None:
        self._palette.clear_widgets()
        words = (BATTLE,) if self._category == "assaults" else PLACES
        self._palette.cols = 1 if len(words) == 1 else 5
        for word in words:
            self._palette.add_widget(
                Target(key=f"place:{word}", words=place_words(word), height_mm=2.4, tap=self._adding(word))
            )

    def _adding(self, word: str) -> Callable[[], None]:
        def add() -> None:
            if len(self._places) < MOST_PLACES:
                self._places.append(word)
                self._show()

        return add

    def _dropping(self, place: int) -> Callable[[], None]:
        def drop() -> None:
            del self._places[place]
            self._show()

        return drop

    def _show(self) -> None:
        for key, target in self._wide.items():
            target.chosen = key in (self._category, self._reward)
        self._chips.clear_widgets()
        for place, word in enumerate(self._places):
            words = f"{place + 1} {place_words(word)}"
            self._chips.add_widget(Target(key=f"chip:{place}", words=words, height_mm=2.2, tap=self._dropping(place)))
        if not self._places:
            hint = "Touch what each place asks for, from the first; a place below is touched away."
            self._chips.add_widget(text.Words(text=hint, height_mm=2.3, color=theme.DIM))
        self._set.grey = not self._places or not self._reward

    def _why_not(self) -> None:
        missing = "what each place asks for" if not self._places else "what each stone brings, in the second row"
        self._app.say(f"Touch {missing}, first.")

    def _finish(self) -> None:
        self.close()
        self._done((self._category, self._reward, *self._places))


class PiratesSheet(Sheet):
    """Neutral pirates: how many ships of each class, how many prizes."""

    def __init__(self, heading: str, content: Sequence[Any], done: Done) -> None:
        super().__init__(0.8, 0.9)
        self._done = done
        self._figures = [int(word) for word in content]
        self.panel.add_widget(title(heading))
        self._shown: list[text.Words] = []
        for place, words in enumerate(("frigates", "cruisers", "prizes (the number in the circle)")):
            row = BoxLayout(spacing=mm(2.2))
            row.add_widget(text.Words(text=words, height_mm=3))
            less = Target(key=f"less:{place}", words="−", height_mm=5, tap=self._stepping(place, -1))
            figure = text.Words(height_mm=6, halign="center", bold=True)
            more = Target(key=f"more:{place}", words="+", height_mm=5, tap=self._stepping(place, 1))
            self._shown.append(figure)
            for widget in (less, figure, more):
                widget.size_hint_x, widget.width = None, mm(16)
                row.add_widget(widget)
            self.panel.add_widget(row)
        self.panel.add_widget(
            buttons(
                Target(key="cancel", words="leave it", tone="quiet", tap=self.close),
                Target(key="set", words="this it says", tone="go", tap=self._finish),
            )
        )
        self._show()

    def _stepping(self, place: int, by: int) -> Callable[[], None]:
        def step() -> None:
            self._figures[place] = min(max(self._figures[place] + by, 0), 9)
            if not sum(self._figures[:2]):
                self._figures[place] = 1  # without a ship they would be no pirates
            self._show()

        return step

    def _show(self) -> None:
        for figure, value in zip(self._shown, self._figures, strict=True):
            figure.text = str(value)

    def _finish(self) -> None:
        self.close()
        self._done(tuple(self._figures))


class PlanetSheet(Sheet):
    """A planet: its icon's colour, and its name if somebody cares to tell it."""

    def __init__(self, app: Any, heading: str, content: Sequence[Any], done: Done) -> None:
        super().__init__(0.86, 0.8)
        self._app, self._done = app, done
        self._icon = str(content[0])
        self._name = str(content[1]) if len(content) > 1 else ""
        self.panel.add_widget(title(heading))
        self._row = BoxLayout(spacing=mm(2.2))
        for colour in COLOURS:
            self._row.add_widget(
                Target(
                    key=f"icon:{colour}",
                    words=colour,
                    height_mm=3.4,
                    fill=theme.SEATS[colour],
                    ink=theme.SEAT_INK[colour],
                    tap=lambda colour=colour: self._take(colour),
                )
            )
        self.panel.add_widget(self._row)
        self._named = Target(key="name", words="", tone="quiet", height_mm=3, tap=self._naming)
        self.panel.add_widget(buttons(self._named, Widget()))
        self.panel.add_widget(
            buttons(
                Target(key="cancel", words="leave it", tone="quiet", tap=self.close),
                Target(key="set", words="this it says", tone="go", tap=self._finish),
            )
        )
        self._show()

    def _take(self, colour: str) -> None:
        self._icon = colour
        self._show()

    def _show(self) -> None:
        for target in self._row.children:
            target.chosen = target.key == f"icon:{self._icon}"
            target.small = "the icon" if target.chosen else ""
        self._named.words = spoken(self._name) or "name?"
        self._named.small = "may stay empty"

    def _naming(self) -> None:
        self._app.open_sheet(NameSheet("", spoken(self._name), (), self._called, "What is the planet called?"))

    def _called(self, name: str) -> None:
        self._name = recorded(name)
        self._show()

    def _finish(self) -> None:
        self.close()
        self._done((self._icon, *([self._name] if self._name else [])))
