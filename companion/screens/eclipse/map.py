"""The map: what lies where, seen from any seat; and every decision that is about places on it."""

from dataclasses import replace
from typing import Any, ClassVar

from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.rules.contract import Decision
from companion.rules.eclipse.hexes import Place
from companion.screens import theme
from companion.screens.box import offers
from companion.screens.eclipse import hexmap, map_drawing, map_panel, map_right
from companion.screens.eclipse.map_panel import Offer, Panel, Touched
from companion.screens.eclipse.map_view import Scene
from companion.screens.eclipse.tile_face import TileTarget
from companion.screens.screen import Screen
from companion.screens.theme import Colour, mm
from companion.screens.widgets import text
from companion.screens.widgets.target import Target


class MapScreen(Screen):
    """Opened with `look`, it is only looked at, and stays while the table goes on."""

    name: ClassVar[str] = "map"

    @property
    def follows(self) -> bool:  # type: ignore[override]
        """Looked up, it stays until it is left."""
        return not self._looking

    def __init__(self, app: Any, **keywords: Any) -> None:
        super().__init__(app, **keywords)
        self._looking = False
        self._touched = Touched()
        self._asked: Any = None
        self._stage: Any = None
        self._session: Any = None
        self._steps = 0
        self._placing = 0
        """A sector whose place on the map is being asked, or 0."""
        self._panel = Panel("", "")
        self._broad = Window.width >= Window.height
        body, side = self.ids.body, self.ids.side
        body.orientation = "horizontal" if self._broad else "vertical"
        if not self._broad:
            side.size_hint, side.height = (1, None), mm(66)
        self.ids.map.touched = self._hex
        self.ids.map.held = self._put_right

    def opened(self, look: bool = False, **_: Any) -> None:
        self._looking, self._placing = look, 0
        self._touched, self._asked, self._stage = Touched(), None, None
        self.refresh()

    def refresh(self) -> None:
        desk = self.desk
        state, decision = desk.state, desk.focus()
        if self._session is not desk.session:
            self._session, self._steps = desk.session, 0
        looks = hexmap.looks(state)
        places = {place: look.number for place, look in looks.items()}
        if self._placing:
            panel = self._placed_where(decision, places)
        elif self._looking or decision is None or not map_panel.on_map(state, decision):
            panel = self._looked_at(state, decision)
        else:
            asked = (decision.seat, decision.name, desk.session.revision)
            if asked != self._asked:
                self._asked, self._touched = asked, Touched()
            panel = map_panel.panel(state, decision, self._touched, places, desk.may)
        self._panel = panel
        if panel.hand is not None:
            looks[panel.hand.place] = panel.hand
        seat = panel.seat if panel.seat in state.seats else ""
        self.ids.header.show(self.app, seat, panel.question)
        looked = self._touched.looked
        says = "\n".join(hexmap.sector_lines(state, looked)) if looked else panel.says
        legend = self._looking and not looked and not self._placing
        self.ids.says.text = text.signs(text.plain(says) + (_legend() if legend else ""))
        lit = set(panel.lit)
        first, also = (panel.tap, panel.pick) if panel.tap else (panel.pick, {})
        picked = [*panel.chosen, *(place for place, look in looks.items() if look.number == looked)]
        self.ids.map.show(
            Scene(
                looks,
                {place: place in lit for place in panel.spaces},
                frozenset(first),
                frozenset(also),
                frozenset(picked),
                self._steps,
                bool(lit or panel.hand),
            )
        )
        self._show_keys(panel, state)
        self._show_foot(panel)
        self._show_views(state)
        stage = (self._asked, self._touched.what, self._touched.source, self._looking, self._placing)
        if stage != self._stage:
            self._stage = stage
            if self._looking or self._placing:
                self.ids.map.fit()
            else:
                self.ids.map.show_near(panel.about or panel.lit)

    def _looked_at(self, state: Any, decision: Decision | None) -> Panel:
        """Nothing is asked: every sector tells about itself."""
        seat = decision.seat if decision is not None else ""
        looked = self._touched.looked
        back = Offer("back", "back", "", then=Touched(), tone="quiet")
        says = "Touch a sector to read what lies there; press long to put right what lies there, or does not."
        question = f"Sector {looked:03d}" if looked else "The map"
        sector = state.sector(looked)
        keys: tuple[Offer, ...] = ()
        if sector is not None and sector.owner:
            ships = offers(self.desk, sector.owner, "colonise")
            keys = map_panel.settling(sector.owner, ships, looked, self.desk.may)
        return Panel(seat, question, says, keys=keys, across=2, foot=(back,))

    def _placed_where(self, decision: Decision | None, places: dict[Place, int]) -> Panel:
        """A sector is being put right: every empty space may be where it lies."""
        spaces = hexmap.spaces_round(places)
        back = Offer("not now", "back", "", then=Touched(), tone="quiet")
        question = f"Where does {self._placing:03d} lie?"
        return Panel(
            decision.seat if decision is not None else "",
            question,
            "Touch its space; then how it is turned.",
            pick=dict.fromkeys(spaces, Touched()),
            spaces=spaces,
            foot=(back,),
        )

    def _place(self, number: int) -> None:
        self._placing = number
        self.refresh()

    # ── beside the map ──

    def _show_keys(self, panel: Panel, state: Any) -> None:
        grid, keys = self.ids.offers, list(panel.keys)
        across = panel.across if self._broad else max(panel.across, 3)
        turned = [offer for offer in keys if offer.rotation >= 0]
        names = [offer.key for offer in keys]
        if self._names(grid) != names or grid.cols != across:
            grid.clear_widgets()
            grid.cols = across
            for offer in keys:
                made = TileTarget if offer.rotation >= 0 else Target
                grid.add_widget(made(key=offer.key, height_mm=3 if across < 4 else 2.8))
                if turned and offer.rotation < 0 and offer is keys[len(keys) - len(turned) - 1]:
                    for _ in range(-(len(keys) - len(turned)) % across):
                        grid.add_widget(Widget())
        targets = [each for each in reversed(grid.children) if isinstance(each, Target)]
        rows = -(-(len(keys) - len(turned)) // across) + -(-len(turned) // across)
        tall = mm(9.2) if rows > 3 or len(keys) > 8 else mm(14) if rows < 3 and len(panel.foot) < 3 else mm(11.5)
        grid.height = rows * tall + max(0, rows - 1) * mm(2)
        for target, offer in zip(targets, keys, strict=True):
            self._fill(target, offer)
            if isinstance(target, TileTarget) and panel.hand is not None:
                look = hexmap.in_hand(panel.hand.number, panel.hand.place, offer.rotation, state)
                target.show(look, self._steps)

    def _show_foot(self, panel: Panel) -> None:
        foot, offers = self.ids.foot, list(panel.foot)
        rows = [offers] if len(offers) <= 2 or not self._broad else [offers[:-1], offers[-1:]]
        names = [[offer.key for offer in row] for row in rows if row]
        if [self._names(row) for row in reversed(foot.children)] != names:
            foot.clear_widgets()
            for keys in names:
                line = BoxLayout(spacing=mm(2))
                for key in keys:
                    line.add_widget(Target(key=key, height_mm=3))
                foot.add_widget(line)
        foot.height = len(names) * mm(11) + max(0, len(names) - 1) * mm(2)
        for line, row in zip(reversed(foot.children), (each for each in rows if each), strict=True):
            for target, offer in zip(reversed(line.children), row, strict=True):
                self._fill(target, offer)

    def _show_views(self, state: Any) -> None:
        """All of the map; and the map turned as it lies for whoever sits at its foot."""
        seat = hexmap.seen_from(state, self._steps)
        self.ids.turn.small = f"as {self.desk.person(seat) or seat.capitalize()} sees it" if seat else "by a sixth"

    @staticmethod
    def _names(row: Any) -> list[str]:
        return [each.key for each in reversed(row.children) if isinstance(each, Target)]

    def _fill(self, target: Target, offer: Offer) -> None:
        target.words, target.small = offer.words, offer.small
        target.tone, target.chosen, target.grey = offer.tone, offer.chosen, offer.grey
        target.tap = lambda: self._take(offer)
        target.why = lambda: self.desk.explain(offer.line or offer.why)

    def _take(self, offer: Offer) -> None:
        if offer.key == "back":
            self.back()
        elif offer.key == "not now":
            self._place(0)
        elif offer.line:
            self.desk.act(offer.line)
        elif offer.then is not None:
            self._touched = offer.then
            self.refresh()

    # ── on the map ──

    def _hex(self, place: Place) -> None:
        """A hex was touched: it answers, is chosen, says why not, or tells what lies there."""
        panel = self._panel
        if self._placing:
            number, self._placing = self._placing, 0
            if place in panel.pick:
                map_right.put_there(self.app, number, place, self._steps)
            self.refresh()
            return
        if place in panel.tap:
            self.desk.act(panel.tap[place])
            return
        if place in panel.pick:
            self._touched = panel.pick[place]
            self.refresh()
            return
        line = panel.ask(place) if panel.ask is not None else ""
        if line and not panel.sample and self.desk.may(line):
            self.desk.act(line)  # nobody told enough to rule it out
            return
        if line:
            self.desk.explain(line)
            return
        number = self._number_at(place)
        self._touched = replace(self._touched, looked=number if number != self._touched.looked else 0)
        self.refresh()

    def _number_at(self, place: Place) -> int:
        """The sector that lies there, or 0; a tile in hand does not lie there yet."""
        look = hexmap.looks(self.desk.state).get(place)
        return look.number if look is not None else 0

    def _put_right(self, place: Place) -> None:
        """A sector was pressed long: what the app believes of it, to be put right."""
        number = self._number_at(place)
        if number:
            map_right.put_right(self.app, number, self._steps, self._place)
        elif self.desk.state.tracks("map"):
            map_right.ask_which(self.app, place, self._steps)

    def fit(self) -> None:
        """All of the map."""
        self.ids.map.fit()

    def turn(self) -> None:
        """By a sixth, clockwise."""
        self._steps = (self._steps + 1) % 6
        self.refresh()

    def back(self) -> None:
        """To what the table waits for."""
        self._looking = False
        self._touched = Touched()
        self.app.back()

    def confirm(self) -> None:
        """The confirm button lays the tile, or ends what can end."""
        for offer in self._panel.foot:
            if offer.key in ("lay", "done") and not offer.grey:
                self._take(offer)
                return


def _legend() -> str:
    """What the signs on the map mean, as markup."""

    def sign(colour: Colour, words: str) -> str:
        shown = map_drawing.readable(colour, theme.GROUND, 4.5)
        return text.coloured(words, shown)

    names = {"gray": "any", "orbital": "orbital"}
    told = [sign(colour, f"■ {names.get(kind, kind)}") for kind, colour in map_drawing.SQUARES.items()]
    told += [
        sign(map_drawing.DISCOVERY, "◆ discovery"),
        sign(map_drawing.PARTIES["ancients"], "▼ Ancients"),
        sign(map_drawing.PARTIES["gcds"], "■ Defense System"),
    ]
    lines = ["  ".join(told[at : at + 2]) for at in range(0, len(told), 2)]
    ships = ", ".join(f"{letters} {ship}" for ship, letters in hexmap.LETTERS.items())
    return "\n\n" + "\n".join((*lines, "double frame: advanced", ships))
