"""Players over past games: in each box how many they played and won, and their points on average."""

from functools import partial
from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.rules.games import GAMES
from companion.screens import theme
from companion.screens.box import box_of
from companion.screens.screen import Screen
from companion.screens.widgets import text
from companion.screens.words import minus

ROWS = 7


class Players(Screen):
    """Who played most comes first. Only named seats of games that were played to their end count."""

    name: ClassVar[str] = "players"

    def came_out(self) -> None:
        """More results are known."""
        self.refresh()

    def refresh(self) -> None:
        from companion.table.results import records

        found = records(self.desk.earlier.results.values())
        games = list(dict.fromkeys(each.game for each in found))
        people = list(dict.fromkeys(each.name for each in found))
        working = " (games are being looked through …)" if self.desk.earlier.looking else ""
        told = "Players" if people else "Nobody with a name has finished a game here yet"
        self.ids.heading.text = told + working
        heads = self.ids.heads
        heads.clear_widgets()
        if people:
            heads.add_widget(_cell("", 1.2))
            for game in games:
                heads.add_widget(_cell(GAMES.titles.get(game, game), 1, theme.DIM))
        self.ids.pages.fill([partial(self._row, name, games, found) for name in people], ROWS)

    def _row(self, name: str, games: list[str], found: list[Any]) -> BoxLayout:
        row = BoxLayout()
        row.add_widget(_cell(f"[b]{text.plain(name)}[/b]", 1.2, halign="left"))
        mine = {each.game: each for each in found if each.name == name}
        for game in games:
            row.add_widget(_cell(_told(mine[game]) if game in mine else "–"))
        return row

    def away(self) -> None:
        self.app.go("past")


def _told(record: Any) -> str:
    won = f"won {record.won} of {record.played}"
    return won if not box_of(record.game).points else minus(f"{won}\n{record.average:.1f} points")


def _cell(words: str, wide: float = 1.0, colour: Any = None, halign: str = "center") -> text.Words:
    return text.Words(
        text=words, height_mm=2.6, size_hint_x=wide, halign=halign, color=theme.TEXT if colour is None else colour
    )
