"""A USB stick: games copied to it, a new version taken from it, or the version before brought back.

The app may do none of this itself: it writes down what is wanted, and a service that may answers (systemd/stick).
"""

from collections.abc import Callable
from typing import Final

from kivy.clock import Clock

from companion.screens import service, theme
from companion.screens.widgets import text
from companion.screens.widgets.sheet import Sheet, ask, buttons, choose, title
from companion.screens.widgets.target import Target

WISHES: Final = {
    "backup": ("copy all games", "to the stick"),
    "export": ("saved games", "tables and pictures"),
    "update": ("update", "from the stick"),
    "rollback": ("version before", "no stick is needed"),
}
PATIENCE: Final = 20.0
"""Seconds in which the service has begun to answer."""


def what_to_do() -> Sheet:
    """What can be done, to choose from."""

    def asking(wish: str) -> Callable[[], None]:
        return lambda: _open(Waiting(wish) if wish in ("backup", "export") else _sure(wish))

    return choose("USB stick", [(words, small, asking(wish)) for wish, (words, small) in WISHES.items()])


def _sure(wish: str) -> Sheet:
    what = "Update from the stick?" if wish == "update" else "Back to the version before?"
    detail = "The companion starts anew for it, and goes on in the game where it was. The version of now is kept."
    return ask(what, detail, (("leave it", "quiet", None), ("go on", "go", lambda: _open(Waiting(wish)))))


def _open(sheet: Sheet) -> None:
    from kivy.app import App

    App.get_running_app().open_sheet(sheet)


class Waiting(Sheet):
    """Asks for it, and shows what is answered until it is done; it can be closed at any time, and goes on."""

    def __init__(self, wish: str) -> None:
        super().__init__(0.8, 0.6)
        self.panel.add_widget(title(f"USB stick: {WISHES[wish][0]}", 10))
        self._said = text.Words(height_mm=2.8)
        self.panel.add_widget(self._said)
        self._close = Target(key="close", words="close", tone="quiet", tap=self.close)
        self.panel.add_widget(buttons(self._close))
        self._waited = 0.0
        self._looking = None
        try:
            service.ask_stick(wish)
        except OSError as error:
            self._show("bad", f"It cannot be asked for from here ({error.strerror}).")
            return
        self._show("busy", "It is being asked for …")
        self._looking = Clock.schedule_interval(self._look, 0.5)

    def _look(self, passed: float) -> None:
        answer = service.stick_says()
        self._waited += passed
        if answer is not None:
            self._show(*answer)
            if answer[0] == "busy":
                return
        elif self._waited < PATIENCE:
            return
        else:
            self._show("bad", "Nobody answers: is table-companion-stick.path enabled? Install it anew (docs/pi.md).")
        self._stop()

    def _show(self, word: str, sentence: str) -> None:
        self._said.text = text.signs(text.plain(sentence))
        self._said.color = theme.WARN if word == "bad" else theme.TEXT
        self._close.words = "close" if word != "good" else "ok"

    def _stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def close(self) -> None:
        self._stop()
        super().close()
