"""The board: whose turn it is, every field as it lies, and what may be done with them."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from kivy.uix.widget import Widget

from companion.screens import theme
from companion.screens.cosmic_empires import panel as panels
from companion.screens.cosmic_empires.grid import field_lines, field_name, turns
from companion.screens.cosmic_empires.lines import act_all
from companion.screens.cosmic_empires.missions import mission_line
from companion.screens.cosmic_empires.panel import Offer, Panel, Touched
from companion.screens.screen import Screen
from companion.screens.theme import mm
from companion.screens.widgets import text
from companion.screens.widgets.sheet import choose
from companion.screens.widgets.target import Target
from companion.screens.words import spoken

ROOM: Final = 6
"""Offers that fit beside the empires' table; where a field is looked at, there is room for two more."""
UPRIGHT_ROOM: Final = 8
"""Offers that fit below the board on an upright panel, in two rows."""


class BoardScreen(Screen):
    """Every choice that is about fields."""

    name: ClassVar[str] = "board"
    follows: ClassVar[bool] = True

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._touched = Touched()
        self._asked: Any = None
        self._quarters = -1
        self._page = 0
        self._panel = Panel()
        self._done_at: int | None = None
        self.ids.grid.touched = self._field
        self.ids.grid.held = self._put_right
        # Kept here, for what stands in no box for a moment would be gone.
        names = ("badge", "turn", "asks", "round", "undo", "menu")
        self._head = {name: self.ids[name].__self__ for name in names}
        self._second = self.ids.second.__self__
        self._upright: bool | None = None
        self.bind(size=lambda *_: self._arrange())
        self._arrange()

    def _arrange(self) -> None:
        """Beside each other on a broad panel; on an upright one the same parts, one below the other."""
        ids, upright = self.ids, self.height > self.width
        if upright == self._upright:
            return
        self._upright = upright
        rows = (("badge", "turn", "menu"), ("round", "asks", "undo")) if upright else (tuple(self._head), ())
        for row in (ids.top, self._second):
            row.clear_widgets()
        for row, names in zip((ids.top, self._second), rows, strict=True):
            for name in names:
                row.add_widget(self._head[name])
        ids.column.remove_widget(self._second)
        if upright:
            ids.column.add_widget(self._second, index=1)
        ids.body.orientation = "vertical" if upright else "horizontal"
        ids.facts.orientation = "horizontal" if upright else "vertical"
        ids.side.size_hint = (1, None) if upright else (None, 1)
        ids.side.size = (mm(50), mm(50.1))
        if self._asked is not None:
            self.refresh()

    def opened(self, **_: Any) -> None:
        self._touched, self._page = Touched(), 0
        self.refresh()

    def refresh(self) -> None:
        desk, ids = self.desk, self.ids
        state, decision = desk.state, desk.focus()
        if decision is None:
            return
        asked = (decision.seat, decision.name, len(state.spaces))
        answered = self._done_at is not None and desk.session.revision > self._done_at
        if asked != self._asked or answered:
            # Mission stones go one after another to the same planet; everything else begins anew.
            again = answered and asked == self._asked and self._touched.mode == "stone"
            self._asked, self._page, self._done_at = asked, 0, None
            self._touched = self._touched if again else Touched()
        if self._quarters not in turns(state):
            self._quarters = turns(state)[0]
        seat = decision.seat if decision.seat in state.seats else ""
        ids.badge.seat, ids.badge.person = seat, desk.person(seat)
        ids.turn.text = text.plain((desk.person(seat) or seat or "table").upper())
        ids.question.text = f"[b]{text.signs(text.plain(desk.box.question(decision)))}[/b]"
        ids.round.words, ids.round.small = f"R{state.round}" if state.round else "", ""
        undo = desk.undo_title()
        ids.undo.small, ids.undo.grey = undo, not undo
        self._panel = panels.panel(state, decision, self._touched)
        ids.grid.show(state, self._quarters, self._panel.lit, self._touched.space)
        self._show_side(state, decision)

    def _show_side(self, state: Any, decision: Any) -> None:
        """The empires and the public mission; or, where a field was touched, what there is to know of it."""
        ids, space = self.ids, self._touched.space
        looked_at = state.places.get(space)
        ids.empires.show(state, decision.seat)
        for widget, tall in ((ids.empires, 20.5), (ids.mission, 20.5 if self._upright else 9.4)):
            widget.height = 0 if looked_at is not None else mm(tall)
            widget.opacity = 0 if looked_at is not None else 1
        ids.facts.height = 0 if looked_at is not None else mm(20.5 if self._upright else 32.1)
        ids.mission.words, ids.mission.small = mission_line(state)
        if looked_at is None:
            ids.says.height = mm(5)
            ids.says.text = text.signs(text.plain(self._panel.says))
        else:
            lines = [f"[b]{space} · {text.plain(field_name(state, looked_at))}[/b]"]
            lines += [text.plain(line) for line in field_lines(state, space)]
            ids.says.height = mm(22.5)
            ids.says.text = text.signs("\n".join(lines))
        ids.says.color = theme.DIM if looked_at is None else theme.TEXT
        offers = list(self._panel.offers)
        room = UPRIGHT_ROOM if self._upright else ROOM + (2 if looked_at is not None else 0)
        if looked_at is not None:
            offers.append(Offer("look away", "◂ back", "", does="look away", tone="quiet"))
        elif len(offers) < room and len(turns(state)) > 1 and decision.name != "fleet.ships":
            offers.append(Offer("turn", "turn the board", "", does="turn", tone="quiet"))
        self._fill(offers, room)

    def _fill(self, offers: list[Offer], room: int) -> None:
        grid = self.ids.offers
        pages = [offers]
        if len(offers) > room:
            pages = [offers[at : at + room - 1] for at in range(0, len(offers), room - 1)]
        self._page %= len(pages)
        page = list(pages[self._page])
        if len(pages) > 1:
            small = f"page {self._page + 1} of {len(pages)}"
            page.append(Offer("more", "more ▸", small, does="more", tone="quiet"))
        grid.cols = (4 if self._upright else 2) if len(page) > room // 2 else (2 if self._upright else 1)
        keys = [offer.key for offer in page]
        if [getattr(child, "key", "") for child in reversed(grid.children)] != keys:
            grid.clear_widgets()
            for offer in page:
                grid.add_widget(Target(key=offer.key, height_mm=3))
            for _ in range(-len(page) % grid.cols):
                grid.add_widget(Widget())
        for target, offer in zip(reversed(grid.children), page, strict=False):
            target.words, target.small = offer.words, offer.small
            target.chosen, target.tone = offer.chosen, offer.tone
            target.grey = bool(offer.why) or (bool(offer.lines) and not self.desk.may(offer.lines[0]))
            target.tap = lambda offer=offer: self._take(offer)
            target.why = lambda offer=offer: self._explain(offer)

    def _explain(self, offer: Offer) -> None:
        if offer.why:
            self.app.say(offer.why)
        else:
            self.desk.explain(offer.lines[0])

    def _do(self, lines: Sequence[str]) -> None:
        self._done_at = self.desk.session.revision
        act_all(self.desk, lines)

    def _take(self, offer: Offer) -> None:
        if offer.lines:
            self._do(offer.lines)
            return
        what, _, rest = offer.does.partition(":")
        match what:
            case "mode":
                mode = "" if rest == self._touched.mode else rest
                self._touched = Touched(mode)
            case "toggle":
                self._toggle(rest)
            case "cards":
                self.app.go("cards", seat=self.desk.asked_seat())
                return
            case "aside":
                self.app.go("choice", seat=self.desk.asked_seat(), verb=rest)
                return
            case "private":
                self.app.go("private", seat=rest)
                return
            case "app":
                self.desk.app_answers()
                return
            case "look away":
                self._touched = Touched(self._touched.mode, "", self._touched.ships)
            case "turn":
                possible = turns(self.desk.state)
                self._quarters = possible[(possible.index(self._quarters) + 1) % len(possible)]
            case "more":
                self._page += 1
        self.refresh()

    def _toggle(self, ship: str) -> None:
        decision = self.desk.focus()
        if decision is None:
            return
        chosen = dict(self._touched.ships)
        way = panels.next_way(decision, ship, chosen.get(ship, ""))
        chosen[ship] = way
        self._touched = Touched(
            self._touched.mode, self._touched.space, tuple((each, way) for each, way in chosen.items() if way)
        )

    def _field(self, space: str) -> None:
        """A field was touched: it answers, or it is looked at; touched once more, it says why it cannot answer."""
        lines = self._panel.tap.get(space)
        if lines is not None:
            self._do(lines)
            return
        if space == self._touched.space:
            if self._panel.ask and space not in self._panel.lit:
                self.desk.explain(f"{self._panel.ask} {space}")
                return
            space = ""
        self._touched = Touched(self._touched.mode, space, self._touched.ships)
        self._page = 0
        self.refresh()

    def _put_right(self, space: str) -> None:
        """A field was pressed long: what the app believes of it, to be put right."""
        from companion.screens.believes import ask_value

        rows = [row for row in self.desk.correctable() if row.seat == "table" and row.field.startswith(f"{space}_")]
        answers = [
            (
                spoken(row.value) if not isinstance(row.value, bool) else ("no", "yes")[row.value],
                row.title,
                self._asking(row, ask_value),
            )
            for row in rows
        ]
        self.app.open_sheet(choose(f"What lies at {space}?", answers, 3))

    def _asking(self, row: Any, ask: Any) -> Any:
        return lambda: ask(self.app, row)

    def look_at_table(self) -> None:
        self.app.go("believes", seat="table")

    def look_at_empires(self) -> None:
        self.app.go("empires")

    def look_at_mission(self) -> None:
        from companion.screens.cosmic_empires.missions import mission_sheet

        self.app.open_sheet(mission_sheet(self.desk))

    def felt(self, place: int) -> None:
        """A seat's button went down: the empires' table lights up for a moment."""
        self.ids.empires.flash()

    def undo(self) -> None:
        self.desk.undo()

    def why_no_undo(self) -> None:
        self.app.say("There is nothing to undo: this is the beginning.")

    def menu(self) -> None:
        from companion.screens.menu import open_menu

        open_menu(self.app)

    def confirm(self) -> None:
        """The confirm button ends what can end."""
        for offer in self._panel.offers:
            if offer.key in ("done", "fly") and offer.lines and self.desk.may(offer.lines[0]):
                self._take(offer)
                return
