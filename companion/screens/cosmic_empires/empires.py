"""The empires side by side: capacity, ships, hands, reserves; each can be looked at in private and put right."""

from typing import Any, ClassVar

from kivy.uix.boxlayout import BoxLayout

from companion.rules.cosmic_empires.capacity import field_symbols, start_symbols
from companion.rules.cosmic_empires.catalog import FACTIONS, KINDS
from companion.screens.cosmic_empires.grid import SIGNS, classes, ships_words
from companion.screens.screen import Screen
from companion.screens.theme import letters, mm
from companion.screens.widgets.badge import Badge
from companion.screens.widgets.sheet import ask
from companion.screens.widgets.target import Target
from companion.screens.widgets.text import Words, plain
from companion.screens.words import count


class EmpiresScreen(Screen):
    """Looked up; nothing here that not everybody sees."""

    name: ClassVar[str] = "empires"

    def refresh(self) -> None:
        state = self.desk.state
        self.ids.header.show(
            self.app, "", f"The empires · the exploration marker is right of {state.left.capitalize()}"
        )
        rows = self.ids.rows
        rows.clear_widgets()
        for player in state.players:
            rows.add_widget(self._row(state, player))

    def _row(self, state: Any, player: Any) -> BoxLayout:
        seat = player.seat
        row = BoxLayout(spacing=mm(2.2))
        row.add_widget(Badge(seat=seat, person=self.desk.person(seat), size_hint_x=None, width=mm(11)))
        symbols = start_symbols(player) + field_symbols(state, seat)
        fitted = [
            f"{many} {word}{'s' * (many != 1)}"
            for word in ("weapon", "shield")
            if (many := sum(getattr(ship, word) for ship in player.ships))
        ]
        big = f"{ships_words(*classes(player.ships))} of {count(player.markers, 'capacity', 'capacities')}"
        small = [
            FACTIONS[player.faction],
            f"{count(symbols, 'symbol')} now",
            count(len(player.hand), "event card"),
            f"{count(player.reserve, 'stone')} in reserve",
            *fitted,
        ]
        if player.mission_stones:
            small.append(f"{count(player.mission_stones, 'mission stone')}")
        words = Words(
            text=f"[b]{plain(big)}[/b]\n[size={int(letters(2))}]{plain(' · '.join(small))}[/size]", height_mm=2.9
        )
        row.add_widget(words)
        for key, said, tap in (
            ("look", "in private", lambda: self.app.go("private", seat=seat)),
            ("right", "put right", lambda: self.app.go("believes", seat=seat)),
        ):
            row.add_widget(
                Target(
                    key=f"{key}:{seat}",
                    words=said,
                    tone="quiet",
                    height_mm=2.6,
                    size_hint_x=None,
                    width=mm(24),
                    tap=tap,
                )
            )
        return row

    def prints(self) -> None:
        from companion.screens.cosmic_empires.prints import open_prints

        open_prints(self.app)

    def signs(self) -> None:
        told = [f"{sign} {KINDS[kind].title}" for kind, sign in SIGNS.items()]
        says = (
            f"{' · '.join(told)}. A ring round the letters is a planet's stones, a square a station. The frame is "
            "whose field it is; at the right edge stand its ships (frigates+cruisers). Small signs on a concealed "
            "field: who examined it. A violet ring is the mobile passage marker. In the table, a filled box is a ship, "
            "an empty one a free capacity, the stroke how many symbols there are now; then ships/markers, event cards "
            "(c), stones in reserve (s). The amber line is the exploration marker."
        )
        self.app.open_sheet(ask("The signs on the board", says, (("ok", "go", None),), 0.9))

    def back(self) -> None:
        self.app.back()
