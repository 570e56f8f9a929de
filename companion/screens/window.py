"""The one window: which screen is up, what lies over it, and what happens when something goes wrong."""

import os
import sys
import traceback
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.uix.floatlayout import FloatLayout

from companion.data import error_log
from companion.screens import service, sounds, theme
from companion.screens.app import Wishes, quick_setting
from companion.screens.box import folder
from companion.screens.room import Rect
from companion.screens.shown import shown
from companion.screens.theme import mm
from companion.screens.widgets.target import Target
from companion.screens.widgets.text import forget_fits
from companion.screens.widgets.toast import SECONDS, Toast, say

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from companion.screens.resting import Resting
    from companion.screens.screen import Screen
    from companion.screens.timer import Timer
    from companion.screens.widgets.sheet import Sheet
    from companion.settings import Settings

LARGE: Final = 1.25
"""How much larger large letters are, where there is room."""

SCREENS: Final = {
    "home": "Home",
    "setup": "SetupScreen",
    "laying": "Laying",
    "choice": "Choice",
    "dice": "DiceScreen",
    "score": "Score",
    "ending": "Ending",
    "inbox": "Inbox",
    "believes": "Believes",
    "steps": "Steps",
    "past": "Past",
    "players": "Players",
    "lookup": "Lookup",
    "devices": "Devices",
    "preferences": "Preferences",
    "calibrate": "Calibrate",
}
"""The screens of every box, by module and class; a box names its own. Each is read when it is first shown."""


class CompanionApp(App):
    """The running app. Screens reach it as `app`."""

    def __init__(self, wishes: Wishes, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.title = "Table Companion"
        self.wishes = wishes
        self.screens: dict[str, Screen] = {}
        self.current: Screen | None = None
        self.desk: Desk | None = None
        self.timer: Timer | None = None
        self.resting: Resting | None = None
        self._settings: Settings | None = None
        self._keys_down: dict[str, bool] = {}

    def build(self) -> FloatLayout:
        ExceptionManager.add_handler(OneSentence(self))
        theme.measure(Window.size, panel_inches(self.wishes.data))
        self.frame = FloatLayout()
        self.dress(*(quick_setting(self.wishes.data, name).strip('"') for name in ("theme", "text")))
        self.go("home")
        return self.frame

    def dress(self, colours: str, letters: str) -> None:
        """Put on a theme, and letters of that size: every screen is made anew when it is shown next."""
        theme.dress(colours)
        theme.enlarge(LARGE if letters == "large" else 1.0)
        forget_fits()
        Window.clearcolor = theme.GROUND
        if self.current is not None:
            self.current.left()
        self.screens, self.current = {}, None
        self.frame.clear_widgets()
        self.place, self.banner, self.over = FloatLayout(), Banner(), FloatLayout()
        for each in (self.place, self.banner, self.over, Toast(self.pressed)):
            self.frame.add_widget(each)

    @property
    def settings(self) -> "Settings":
        """The settings in force; read when somebody first asks, which is after the first picture."""
        if self._settings is None:
            from companion.settings import load

            self._settings = load(self.wishes.data).settings
        return self._settings

    def choose(self, **changes: Any) -> None:
        """Settings changed on the screen: in force at once, and in the file for the next time."""
        from companion.settings import put

        self._settings = replace(self.settings, **changes)
        try:
            for name, value in changes.items():
                put(self.wishes.data, name, value)
        except OSError as error:
            self.fail(f"It holds until the next start only: settings.toml cannot be written ({error.strerror}).")

    def on_start(self) -> None:
        if "TABLE_COMPANION_PROBE" in os.environ:
            from companion.screens.probe import listen

            listen(self, Path(os.environ["TABLE_COMPANION_PROBE"]))
        Window.bind(on_flip=self._first_frame, on_key_down=self._key_down, on_key_up=self._key_up)

    def _key_down(self, _: Any, code: int, __: int, ___: Any, modifiers: list[str]) -> bool:
        """Keys stand for buttons; held down a key repeats, and the first repeat makes it a hold."""
        desk, name = self.desk, key_name(code)
        if desk is None or desk.wires is None or name is None:
            return False
        if name in self._keys_down:
            if self._keys_down[name]:
                self._keys_down[name] = False
                desk.wires.key(name, held=True)
        else:
            held = "shift" in modifiers
            self._keys_down[name] = not held
            if held:
                desk.wires.key(name, held=True)
        return True

    def _key_up(self, _: Any, code: int, *__: Any) -> bool:
        desk, name = self.desk, key_name(code)
        if desk is None or desk.wires is None or name is None:
            return False
        if self._keys_down.pop(name, False):
            desk.wires.key(name, held=False)
        return True

    def _first_frame(self, *_: Any) -> None:
        """The first screen is on the panel: only now begins what may take its time."""
        Window.unbind(on_flip=self._first_frame)
        service.begin()
        if "TABLE_COMPANION_USABLE" in os.environ:
            print("usable", flush=True)
        Clock.schedule_once(self._open_desk, 0.05)

    def _open_desk(self, _: float) -> None:
        from companion.screens.desk import Desk

        self.desk = Desk(self)
        self.desk.open()
        Clock.schedule_once(self._open_comforts, 0.2)

    def _open_comforts(self, _: float) -> None:
        """What nobody waits for: tones, the turn timer, the panel's light."""
        from companion.screens.resting import Resting
        from companion.screens.timer import Timer

        sounds.open_sounds(self.settings.sounds)
        self.timer, self.resting = Timer(self), Resting(self)

    def on_stop(self) -> None:
        service.end()
        sounds.close()
        for comfort in (self.timer, self.resting):
            if comfort is not None:
                comfort.close()
        if self.desk is not None:
            self.desk.close()

    def go(self, name: str, **arguments: Any) -> "Screen":
        """Show a screen."""
        screen = self.known(name) or self._make(name)
        if self.current is not screen:
            if self.current is not None:
                self.current.left()
                self.place.clear_widgets()
            self.current = screen
            self.place.add_widget(screen)
        shown.changed()
        screen.opened(**arguments)
        return screen

    def known(self, name: str) -> "Screen | None":
        """The screen of that name, of the running session's box or of every box, if it was shown before."""
        return self.screens.get(self._path(name))

    def _path(self, name: str) -> str:
        """Where a screen's module is: boxes may call their own screens alike."""
        if name in SCREENS:
            return f"companion.screens.{name}"
        assert self.desk is not None
        return f"{folder(self.desk.box)}.{name}"

    def _make(self, name: str) -> "Screen":
        path = self._path(name)
        module = import_module(path)
        rules = str(Path(module.__file__ or "").with_suffix(".kv"))
        if rules not in Builder.files:  # read twice, they would count twice
            Builder.load_file(rules)
        made = SCREENS.get(name) or (self.desk.box.screens[name] if self.desk is not None else "")
        screen: Screen = getattr(module, made)(self)
        self.screens[path] = screen
        return screen

    def back(self) -> None:
        """Leave a screen that was looked up: to the session's own, or home."""
        if self.desk is not None and self.desk.running:
            self.desk.show_where_it_is()
        else:
            self.go("home")

    def open_sheet(self, sheet: "Sheet") -> "Sheet":
        """Lay a sheet over the screen."""
        self.over.add_widget(sheet)
        shown.changed()
        return sheet

    def say(self, words: str, seconds: float = SECONDS) -> None:
        """A word that goes by itself."""
        say(words, seconds)

    def pressed(self) -> list[Rect]:
        """Where targets are, in the window's pixels."""
        root = self.over.children[0] if self.over.children else self.place
        targets = [each for each in root.walk() if isinstance(each, Target) and each.opacity and each.width > 1]
        if self.banner.words:
            targets.append(self.banner)
        return [(*each.to_window(each.x, each.y), each.width, each.height) for each in targets]

    def work(self, working: bool) -> None:
        """Something has been waited for so long that somebody might think the touch was lost; or no longer."""
        if Toast.here is not None:
            Toast.here.work(working)

    def fail(self, sentence: str) -> None:
        """One sentence that stays until it is touched away."""
        self.banner.show(sentence)


class Banner(Target):
    """What went wrong, in one sentence, over the top of the window. A tap takes it away."""

    def __init__(self) -> None:
        super().__init__(
            key="banner",
            tone="stop",
            height_mm=2.6,
            size_hint=(0.96, None),
            height=0,
            pos_hint={"center_x": 0.5, "top": 0.99},
            opacity=0,
        )
        self.tap = self.hide
        self.words = ""

    def show(self, sentence: str) -> None:
        """Say it."""
        self.height, self.opacity = mm(13), 1
        self.small = ""
        self.words = sentence

    def hide(self) -> None:
        """Take it away."""
        self.height, self.opacity = 0, 0
        self.words = ""

    def on_touch_down(self, touch: Any) -> bool:
        return bool(super().on_touch_down(touch)) if self.words else False


class OneSentence(ExceptionHandler):
    """No traceback reaches a player: one sentence on the screen, the whole of it in the log."""

    def __init__(self, app: CompanionApp) -> None:
        super().__init__()
        self._app = app
        self._said = 0

    def handle_exception(self, exception: BaseException) -> Any:
        if isinstance(exception, (KeyboardInterrupt, SystemExit)):
            return ExceptionManager.RAISE
        try:
            where = write_down(exception)
            self._said += 1
            self._app.fail(f"Something went wrong that should not ({type(exception).__name__}); {where}.")
        except Exception as second:
            print(f"companion: {type(exception).__name__}, then {type(second).__name__}", file=sys.stderr)
        # An error in every frame would never stop: then it is better to end and be started again.
        return ExceptionManager.RAISE if self._said > 50 else ExceptionManager.PASS


def write_down(exception: BaseException) -> str:
    """Put an error into the log; says where it is, as the end of a sentence."""
    try:
        path = error_log()
        with path.open("a", encoding="utf-8") as log:
            log.write("".join(traceback.format_exception(exception)) + "\n")
    except OSError:
        return "it could not be written down"
    return f"it is written down in {path}"


def panel_inches(data: Path) -> float:
    """The panel's diagonal, from the settings."""
    try:
        return min(max(float(quick_setting(data, "diagonal")), 3.0), 60.0)
    except ValueError:
        return 7.0


def key_name(code: int) -> str | None:
    """Kivy's name of a key that may stand for a button, or None."""
    if 48 <= code <= 57:
        return chr(code)
    if 256 <= code <= 265:
        return f"numpad{code - 256}"
    return {13: "enter", 271: "numpadenter", 8: "backspace"}.get(code)
