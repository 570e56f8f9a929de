"""Settings that people change at the table: colours, letters, sounds, time, what is hidden, light, which way up."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from kivy.core.window import Window

from companion.screens import sounds
from companion.screens.screen import Screen
from companion.screens.widgets import text
from companion.screens.widgets.target import Target

THEMES: Final = (("dark", "dark"), ("light", "light"), ("dim", "dim room"))
LETTERS: Final = (("normal", "normal"), ("large", "large"))
DIMMED: Final = ((2, "after 2 minutes"), (5, "after 5 minutes"), (10, "after 10 minutes"), (30, "after 30 minutes"),
                 (0, "never"))  # fmt: skip
YES: Final = ((True, "on"), (False, "off"))
SHOWN: Final = ((True, "shown"), (False, "hidden"))


class Preferences(Screen):
    """One target for each; a touch takes the next value, which counts at once and is kept."""

    name: ClassVar[str] = "preferences"

    def refresh(self) -> None:
        settings = self.app.settings
        rows: tuple[tuple[str, str, Sequence[tuple[Any, str]], Callable[[Any], object]], ...] = (
            ("theme", "colours", THEMES, self._dress),
            ("text", "letters", LETTERS, self._enlarge),
            ("sounds", "sounds", YES, self._sound),
            ("turn_timer", "turn timer", YES, lambda value: self.app.choose(turn_timer=value)),
            ("dim_minutes", "light dims", DIMMED, lambda value: self.app.choose(dim_minutes=value)),
            ("show_odds", "chances of battles", SHOWN, lambda value: self.app.choose(show_odds=value)),
            ("show_leader", "who leads", SHOWN, lambda value: self.app.choose(show_leader=value)),
        )
        grid = self.ids.grid
        grid.clear_widgets()
        for name, what, values, take in rows:
            now = getattr(settings, name)
            words = dict(values).get(now, str(now))
            target = Target(key=f"setting:{name}", words=words, small=what, height_mm=3.6)
            target.tap = lambda now=now, values=values, take=take: self._next(now, values, take)
            grid.add_widget(target)
        turn = Target(key="setting:rotation", words="turn the picture", small="for the other side", height_mm=3.2)
        turn.tap = self._turn
        grid.add_widget(turn)
        devices = Target(key="devices", words="devices", small="camera, buttons, lights", tone="quiet", height_mm=3.2)
        devices.tap = lambda: self.app.go("devices")
        grid.add_widget(devices)
        resting = self.app.resting
        light = resting.light.state if resting is not None else ""
        self.ids.note.text = text.signs(text.plain(f"Sounds: {sounds.state()}. Light: {light}."))

    def _next(self, now: Any, values: Sequence[tuple[Any, str]], take: Callable[[Any], object]) -> None:
        known = [value for value, _ in values]
        take(known[(known.index(now) + 1) % len(known)] if now in known else known[0])
        if self.app.current is self:
            self.refresh()

    def _dress(self, theme: str) -> None:
        self.app.choose(theme=theme)
        self._anew()

    def _enlarge(self, letters: str) -> None:
        self.app.choose(text=letters)
        self._anew()

    def _anew(self) -> None:
        self.app.dress(self.app.settings.theme, self.app.settings.text)
        self.app.go("preferences")

    def _sound(self, on: bool) -> None:
        self.app.choose(sounds=on)
        sounds.switch(on)
        sounds.play("turn")

    def _turn(self) -> None:
        """By half a turn: the window keeps its size."""
        turned = (self.app.settings.rotation + 180) % 360
        Window.rotation = turned
        self.app.choose(rotation=turned)
