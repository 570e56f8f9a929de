"""What there is to see of a game at its end, one touch from the score: the same targets at the foot of each."""

from typing import Any, Final

from kivy.core.window import Window
from kivy.properties import StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.screens.theme import mm
from companion.screens.widgets.target import Target

TABS: Final = (
    ("score", "score", "by source"),
    ("chart", "chart", "as bars"),
    ("rounds", "rounds", "one by one"),
    ("dice", "dice", "what fell"),
    ("time", "time", "whose turns"),
    ("save", "save", "stick, folder"),
    ("rematch", "rematch", "same table"),
)
"""Key, words, small words."""


class EndTabs(GridLayout):
    """`chosen` is the one that is looked at."""

    chosen = StringProperty("score")

    def __init__(self, **keywords: Any) -> None:
        upright = Window.height > Window.width  # a panel on its side has no room for all of them in a row
        rows = 2 if upright else 1
        super().__init__(
            rows=rows, size_hint_y=None, height=mm(rows * 9.4 + (rows - 1) * 2.2), spacing=mm(2.2), **keywords
        )
        self._targets = {
            key: Target(key=f"end:{key}", words=words, small=small, tone="quiet", height_mm=2.6)
            for key, words, small in TABS
        }
        for target in self._targets.values():
            self.add_widget(target)

    def show(self, app: Any) -> None:
        """Lead from here to the others, as the game is now."""
        desk = app.desk
        over = not desk.deciding()
        for key, target in self._targets.items():
            target.chosen = key == self.chosen
            target.tap = lambda key=key: app.go("ending", part=key)
        self._targets["score"].tap = lambda: app.go("score")
        self._targets["save"].tap = lambda: _save(app)
        timer = self._targets["time"]
        timer.grey = app.timer is None or not any(app.timer.totals().values())
        timer.tap = lambda: app.timer.open_sheet()
        timer.why = lambda: app.say("No time was taken in this game: the turn timer is in the settings.")
        for part in ("chart", "rounds", "save"):
            target = self._targets[part]
            target.grey = not over and not app.settings.show_leader
            target.why = lambda: app.say("Who leads is not shown before the end: the settings say so.")
        rematch = self._targets["rematch"]
        rematch.grey = not over
        rematch.tap = lambda: app.go("setup", like=(desk.session.setup, desk.session.names))
        rematch.why = lambda: app.say("This game is not over yet: first to its end, then again.")


def _save(app: Any) -> None:
    from companion.screens import saving  # with all that it draws: not before somebody wants it

    saving.offer(app)
